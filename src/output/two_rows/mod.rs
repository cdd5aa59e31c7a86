//! Games on two rows: the rows about them, and drawn boards.

mod claims;
mod endgame;
mod game;
mod moves;
mod puzzle;
mod solve;

pub use claims::ClaimRow;
pub use endgame::{LevelRow, MoveValueRow, QueryRow, ValueRow};
pub use game::{GameRow, PitNames, Score, draw_two_row_game};
pub use moves::{OwareMoveRow, TurnStepRow};
pub use puzzle::{CandidateRow, PuzzleRow};
pub use solve::SolveRow;
