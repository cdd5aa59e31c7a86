//! Games on two rows: the rows about them.

mod claims;
mod endgame;
mod moves;
mod puzzle;
mod solve;

pub use claims::ClaimRow;
pub use endgame::{LevelRow, MoveValueRow, QueryRow, ValueRow};
pub use moves::{OwareMoveRow, TurnStepRow};
pub use puzzle::{CandidateRow, PuzzleRow};
pub use solve::SolveRow;
