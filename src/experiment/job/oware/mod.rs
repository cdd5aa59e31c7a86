//! Jobs about Oware.

mod endgame;

pub use endgame::Endgame;
