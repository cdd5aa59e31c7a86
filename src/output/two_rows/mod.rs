//! Games on two rows: the rows about them.

mod endgame;
mod moves;

pub use endgame::{LevelRow, MoveValueRow, QueryRow, ValueRow};
pub use moves::{OwareMoveRow, TurnStepRow};
