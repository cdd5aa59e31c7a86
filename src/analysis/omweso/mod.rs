//! Every turn of Omweso that starts from a pit, decided exactly.
//!
//! A turn that never ends captures in every armed column and is then relay sowing on one circuit
//! (`docs/theory.md`). So a turn is played by the rules until it ends, a choice comes, or no column is
//! armed; what becomes of it then is decided in [`crate::analysis::relay`]. The choices of a player
//! make a finite tree, and equal moments in it are looked into once.

mod fast;
mod plies;
mod replay;
mod tree;

use std::hash::Hash;

use num_bigint::BigUint;
use num_traits::{CheckedAdd, ToPrimitive};
use serde::{Deserialize, Serialize};

use super::relay::{Cycle, Effort};
use crate::games::omweso::{self, Leg, Path, Position, StartError};
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

pub use fast::{Board, Engine, FAST_COLUMNS, FastFate, FastPlies, FastPosition, FastTurn};
pub use plies::{OmwesoPlies, Packed};
pub use replay::{MoveFault, ReplayError, Replayed, replay};
pub use tree::Turns;

/// Which choices of direction a player considers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choices {
    /// Each that the rules allow.
    #[default]
    #[serde(rename = "all")]
    All,
    /// Counter-clockwise wherever there is a choice.
    #[serde(rename = "ccw")]
    CounterClockwise,
}

/// One way to play a turn from a pit, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The choices made.
    pub path: Path,
    /// Columns of the board.
    pub columns: usize,
    /// In which columns seeds are captured, as a set of bits: column 0, the mover's leftmost, is the
    /// lowest one. Each column is captured in at most once.
    pub captures: u32,
    /// Seeds captured.
    pub captured: BigUint,
    /// Whether the Mayer test alone proves that the turn never ends, once no column is armed.
    pub mayer: bool,
    /// What becomes of the turn.
    pub fate: Fate,
}

/// What becomes of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The last seed fell into an empty pit.
    Ends {
        /// Legs of the whole turn.
        legs: u64,
        /// Seeds sown in the whole turn.
        sown: BigUint,
        /// The board as the turn leaves it, as the mover sees it.
        position: Position<BigUint>,
    },
    /// The turn never ends.
    NeverEnds {
        /// Legs before the first moment that recurs.
        preperiod: u64,
        /// The cycle; missing where the Mayer test proves that there is one, but it was not asked for
        /// or the limit came first.
        cycle: Option<Cycle>,
    },
    /// The limit came first.
    Undecided,
}

impl Turn {
    /// Whether seeds were captured at both ends of the board, which wins the game.
    #[must_use]
    pub fn emitwe_ebiri(&self) -> bool {
        omweso::emitwe_ebiri(self.captures, self.columns)
    }

    /// Whether seeds were captured in every column.
    #[must_use]
    pub fn akawumbi(&self) -> bool {
        omweso::akawumbi(self.captures, self.columns)
    }

    /// Whether the turn never ends.
    #[must_use]
    pub fn never_ends(&self) -> bool {
        matches!(self.fate, Fate::NeverEnds { .. })
    }
}

/// Decides every turn from a pit of a position; `effort.lap_limit` is the number of legs after which
/// a stretch without a choice and without a capture is given up.
///
/// Each leg costs `O(columns)`, once no column is armed a few machine instructions
/// ([`crate::analysis::relay::decide`]). Memory is that of the different moments at which there is a
/// choice, and of the different ends.
///
/// # Errors
/// If no turn starts from the pit, or the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::omweso::{Choices, turns};
/// use sowlab::analysis::relay::Effort;
/// use sowlab::games::omweso::Position;
///
/// let position = Position::traditional(8)?;
/// let turns = turns(&position, 4, Choices::All, Effort::default(), &())?;
/// assert!(turns.iter().all(|turn| !turn.never_ends()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turns(
    position: &Position<BigUint>,
    pit: usize,
    choices: Choices,
    effort: Effort,
    observer: &dyn Observer,
) -> Result<Turns, TurnsError> {
    let small = |side: &[BigUint]| side.iter().map(BigUint::to_u64).collect::<Option<Vec<u64>>>();
    let small = small(position.own()).zip(small(position.opponent()));
    // Where the total fits in a machine integer, the legs are those of machine integers.
    match small.and_then(|(own, opponent)| Position::new(own, opponent).ok()) {
        Some(position) => from(position, pit, choices, effort, observer),
        None => from(position.clone(), pit, choices, effort, observer),
    }
}

fn from<S: Seeds + CheckedAdd + Hash + Into<BigUint>>(
    position: Position<S>,
    pit: usize,
    choices: Choices,
    effort: Effort,
    observer: &dyn Observer,
) -> Result<Turns, TurnsError> {
    Ok(Turns::grow(Leg::start(position, pit)?, choices, effort, observer)?)
}

/// Why turns were not decided.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum TurnsError {
    /// No turn starts from the pit.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

#[cfg(test)]
mod tests;
