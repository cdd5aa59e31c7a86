//! Exact sowing dynamics.
pub mod analysis;
pub mod games;
pub mod notation;
pub mod observer;
pub mod orbit;
pub mod output;
pub mod sowing;
