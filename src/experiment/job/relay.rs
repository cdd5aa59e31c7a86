//! Jobs about relay sowing.
