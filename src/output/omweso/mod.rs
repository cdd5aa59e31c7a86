//! Omweso as it is watched and counted: drawn boards, the legs of a turn, the moves of a game.

mod board;
mod game;
mod legs;

pub use game::{PlayRow, draw_game};
pub use legs::{LegRow, Traced, draw_legs};
