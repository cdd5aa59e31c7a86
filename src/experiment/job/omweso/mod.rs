//! Jobs about Omweso.

pub mod hunt;
