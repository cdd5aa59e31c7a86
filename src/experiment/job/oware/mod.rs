//! Jobs about Oware.

mod endgame;
mod perft;
mod play;

pub use endgame::Endgame;
pub use perft::Perft;
pub use play::Play;
