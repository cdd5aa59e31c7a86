//! Oware (Abapa), the rules: two rows of pits, single laps, captures of twos and threes.
//!
//! The rules are those of the description that the project grew from (*Jak grać w Oware*), with the
//! readings of `docs/rules.md`; what that description leaves open is an option ([`GrandSlam`],
//! [`Repetition`]). Boards may be narrower or wider than the usual one, and hold other numbers of
//! seeds: 25 of 48 are then more than half of all.
//!
//! # The board
//! Each player owns a row of `width` pits, 6 on the usual board. The `2 width` pits form a circuit,
//! numbered from 0 in the direction of sowing, counter-clockwise; South owns pits `0..width` and sits
//! below them, North the others. Pits are also named by letters, capital ones for South:
//!
//! ```text
//! North   f  e  d  c  b  a        11 10  9  8  7  6
//! South   A  B  C  D  E  F         0  1  2  3  4  5
//! ```

mod game;
mod moves;
mod position;

pub use game::{Game, GameOver, Record, Repetition};
pub use moves::{Ending, GrandSlam, Move, MoveError, NotAMove, Played, Reason, Sown};
pub use position::{
    MOST_SEEDS, MOST_WIDTH, Position, PositionError, Setup, Side, Stores, TotalError, USUAL, Usual,
};
