//! Endgame tables of Oware: the exact value of every board with up to so many seeds.
//!
//! A *value* is what the mover gets of the seeds on the board, minus what the opponent gets, when both
//! play for that difference. Stores are no part of it, and the end of a game by majority is not either:
//! the sign of the difference of the stores with the value added says who wins.
//!
//! The description of the rules is silent about repetition, and the value of most boards depends on it,
//! so it is part of a table's identity ([`Endless`]). What a table rests on is proved in
//! `docs/theory.md`. The slow twin, in the tests, iterates the definition of values over all boards
//! with nothing but the rules.

mod build;
mod line;
mod rank;
mod stats;
mod table;
#[cfg(test)]
mod tests;
mod verify;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::games::oware::{GrandSlam, MOST_WIDTH};
use crate::notation::show_bytes;
use crate::observer::Cancelled;

pub use crate::analysis::line::LineEnd;
pub use build::{build, memory};
pub use line::Line;
pub use stats::{LevelStats, Share, stats};
pub use table::{Answer, Level, MoveValue, QueryError, Table, Value};
pub use verify::{Fault, VerifyError, verify};

/// The most seeds of a table: values are signed bytes.
pub const MOST_TABLE_SEEDS: usize = 127;

/// What endless play is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Endless {
    /// What is left is divided evenly: one value.
    EvenSplit,
    /// Two values: the mover loses everything left, and the mover wins it. Where they meet, the value
    /// holds under any rule.
    Bounds,
}

impl Endless {
    /// `even-split` or `bounds`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EvenSplit => "even-split",
            Self::Bounds => "bounds",
        }
    }

    /// Bytes of a board in a table.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::EvenSplit => 1,
            Self::Bounds => 2,
        }
    }
}

/// What the values of a table are values of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Pits of a row.
    pub width: usize,
    /// How a grand slam is read.
    pub grand_slam: GrandSlam,
    /// What endless play is worth.
    pub repetition: Endless,
}

/// Why a table is not built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EndgameError {
    /// No such board.
    #[error("a row of {width} pits is no board; accepted are 1 to {MOST_WIDTH}")]
    Width {
        /// Pits of a row.
        width: usize,
    },
    /// Too many seeds.
    #[error(
        "a table of boards with {seeds} seeds on 2 x {width} pits is too large; accepted are at most {MOST_TABLE_SEEDS} seeds, and 2^31 boards with the same number"
    )]
    Seeds {
        /// Seeds asked for.
        seeds: usize,
        /// Pits of a row.
        width: usize,
    },
    /// It does not fit.
    #[error(
        "a table of boards with up to {seeds} seeds takes {} of memory, and {} are allowed; ask for fewer seeds",
        show_bytes(&(*needed).into()), show_bytes(&(*allowed).into())
    )]
    Memory {
        /// Seeds asked for.
        seeds: usize,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
