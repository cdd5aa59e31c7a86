//! Games on two rows: the rows about them.

mod moves;

pub use moves::{OwareMoveRow, TurnStepRow};
