//! Hunts for turns of Omweso that never end.

pub mod backward;
