//! Games on two rows: the rows about them, and drawn boards.

mod endgame;
mod game;
mod moves;
mod solve;

pub use endgame::{LevelRow, MoveValueRow, QueryRow, ValueRow};
pub use game::{GameRow, PitNames, Score, draw_two_row_game};
pub use moves::{OwareMoveRow, TurnStepRow};
pub use solve::SolveRow;
