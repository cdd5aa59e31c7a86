//! The hunt for turns of Omweso that never end.

pub mod exhaustive;
