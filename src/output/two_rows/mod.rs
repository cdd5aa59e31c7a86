//! Games on two rows: the rows about them.

mod endgame;
mod moves;
mod solve;

pub use endgame::{LevelRow, MoveValueRow, QueryRow, ValueRow};
pub use moves::{OwareMoveRow, TurnStepRow};
pub use solve::SolveRow;
