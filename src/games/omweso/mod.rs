//! Omweso, the rules: two rows of pits for each of two players, multi-lap sowing with captures.
//!
//! The rules are those of the description that the project grew from (Wikipedia, *Omweso*, 19 March
//! 2010), with the readings of `docs/rules.md`. A turn is played leg by leg ([`Leg`]); where a player
//! may sow in either direction, that is a choice ([`Path`]).
//!
//! # The board
//! Each player owns a circuit of two rows of `columns` pits. It is drawn from the view of the player
//! to move, the *mover*, who sits below it; the rows are, from the top, the opponent's outer row, the
//! opponent's inner row, the mover's inner row, the mover's outer row. A player's pits are numbered
//! from 0 in the direction of sowing, counter-clockwise, as that player sees them: first the outer row
//! from left to right, then the inner row from right to left. On 8 columns:
//!
//! ```text
//!                          column  0  1  2  3  4  5  6  7
//! opponent's outer row             7  6  5  4  3  2  1  0
//! opponent's inner row             8  9 10 11 12 13 14 15
//! mover's inner row               15 14 13 12 11 10  9  8
//! mover's outer row                0  1  2  3  4  5  6  7
//! ```

mod game;
mod leg;
mod moves;
mod path;
mod position;
mod steps;

pub use game::{
    Ending, Game, GameOver, PlayError, Played, Player, Reason, Victories, akawumbi, emitwe_ebiri,
};
pub use leg::{Following, Landing, Leg, StartError};
pub use moves::{Move, MoveError};
pub use path::{Direction, Path, PathError};
pub use position::{LEAST_COLUMNS, MOST_COLUMNS, OpeningError, Position, PositionError, Setup};
pub use steps::{Step, steps};
