//! Jobs about relay sowing.

mod sample;

pub use sample::Sample;
