//! Values to bytes: tables, CSV, JSON, b-files and charts. Nothing here touches a file.
pub mod chart;
