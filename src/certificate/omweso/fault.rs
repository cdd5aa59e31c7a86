//! Why a certificate of a turn is false, or cannot be made; every reason a sentence.

use num_bigint::BigUint;
use thiserror::Error;

use super::play::Stop;
use crate::certificate::Fault;
use crate::certificate::fault::{before, counted};
use crate::games::omweso::StartError;
use crate::notation::show_natural;
use crate::observer::Cancelled;

/// Why a path does not spell the choices of a turn.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PathFault {
    /// A choice comes after the last one of the path.
    #[error(
        "after {} the hand may be sown in both directions, and the path has {} only",
        legs_of(*legs),
        choices_of(*choices)
    )]
    Missing {
        /// Legs played.
        legs: u64,
        /// Choices of the path, all of which are made.
        choices: usize,
    },
    /// The path has more choices than come.
    #[error("the path has {}, and the turn has {made}", choices_of(*choices))]
    Spare {
        /// Choices of the path.
        choices: usize,
        /// Choices that come.
        made: usize,
    },
}

/// What is false about a certificate of a turn, with what was found instead.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum UntrueTurn {
    /// There is no such board.
    #[error("the position has {pits} pits; a board has 4 for each of its 2 to 32 columns")]
    Board {
        /// Pits of the position.
        pits: usize,
    },
    /// The pit sown first is not on the mover's side.
    #[error("`pit` is {}, and the mover's {pits} pits are numbered from 0", show_natural(pit))]
    Pit {
        /// The pit claimed.
        pit: BigUint,
        /// Number of the mover's pits.
        pits: usize,
    },
    /// No turn starts there.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The path spells other choices than those that come.
    #[error(transparent)]
    Path(#[from] PathFault),
    /// The turn ends.
    #[error("the turn ends after {}", legs_of(*legs))]
    Ends {
        /// Legs of the whole turn.
        legs: u64,
    },
    /// The turn never ends.
    #[error(
        "the turn never ends: what there is after {} is there again after {} more",
        legs_of(*from),
        legs_of(*legs)
    )]
    NeverEnds {
        /// Legs before a moment that recurs.
        from: u64,
        /// Legs until it recurs.
        legs: u64,
    },
    /// The turn ends, but at another leg.
    #[error("the turn ends after {}, not {}", legs_of(*found), show_natural(claimed))]
    Legs {
        /// Legs of the whole turn.
        found: u64,
        /// Legs claimed.
        claimed: BigUint,
    },
    /// The turn is still going on when it should have ended.
    #[error("the turn has not ended after {}", legs_of(*legs))]
    HasNotEnded {
        /// Legs claimed.
        legs: u64,
    },
    /// A moment recurs that should lie before the cycle.
    #[error(
        "`preperiod` is {}, and what there is after {} recurs already",
        show_natural(claimed),
        legs_of(*found)
    )]
    RecursEarlier {
        /// Legs before a moment that recurs.
        found: u64,
        /// The preperiod claimed.
        claimed: BigUint,
    },
    /// The first moment of the cycle does not recur, though a later one does.
    #[error(
        "`preperiod` is {claimed}, and what there is then never recurs, while what there is after {} does",
        legs_of(*found)
    )]
    RecursLater {
        /// Legs before a moment that recurs.
        found: u64,
        /// The preperiod claimed.
        claimed: u64,
    },
    /// The first moment of the cycle recurs, but at another leg.
    #[error(
        "what there is after {} recurs after {} more, not {}",
        legs_of(*preperiod),
        legs_of(*found),
        show_natural(claimed)
    )]
    Period {
        /// Legs before that moment.
        preperiod: u64,
        /// The period.
        found: u64,
        /// The period claimed.
        claimed: BigUint,
    },
    /// Another moment is there when the first one of the cycle should have recurred.
    #[error("what there is after {} has not recurred after {} more", legs_of(*preperiod), legs_of(*legs))]
    HasNotRecurred {
        /// Legs before that moment.
        preperiod: u64,
        /// The period claimed.
        legs: u64,
    },
    /// A column is armed, so that more than relay sowing may come.
    #[error("after {} column {column} is still armed, so labels prove nothing", legs_of(*legs))]
    Armed {
        /// Legs played.
        legs: u64,
        /// The first such column, from 0 at the mover's left.
        column: usize,
    },
    /// There are seeds in the origin of the hand, which relay sowing never leaves.
    #[error(
        "after {} the origin of the hand, pit {pit}, is not empty, so labels prove nothing",
        legs_of(*legs)
    )]
    Origin {
        /// Legs played.
        legs: u64,
        /// The origin.
        pit: usize,
    },
    /// The turn was relay sowing before.
    #[error(
        "`preperiod` is {}, and after {} no column is armed and the origin of the hand is empty",
        show_natural(claimed),
        legs_of(*found)
    )]
    SettledEarlier {
        /// The first moment at which that is so.
        found: u64,
        /// The preperiod claimed.
        claimed: BigUint,
    },
}

/// Why no certificate of a turn could be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MakeTurnError {
    /// No turn starts from the pit.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The path spells other choices than those that come.
    #[error(transparent)]
    Path(#[from] PathFault),
    /// The turn ends, so that there is nothing to be labelled.
    #[error("the Mayer test proves nothing here: the turn ends after {}", legs_of(*legs))]
    Ends {
        /// Legs of the whole turn.
        legs: u64,
    },
    /// Two labels differ by 1, so that the Mayer test proves nothing.
    #[error(
        "the Mayer test proves nothing here: labels {} and {label} differ by 1 mod {modulus}",
        before(*label, *modulus)
    )]
    Clash {
        /// The larger of the two labels, modulo the modulus.
        label: u64,
        /// One more than the number of the mover's pits.
        modulus: u64,
    },
    /// The turn neither ended nor recurred.
    #[error("undecided: the turn neither ended nor recurred within the limit of {legs} legs")]
    Undecided {
        /// Legs played.
        legs: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<UntrueTurn> for Fault {
    fn from(untrue: UntrueTurn) -> Self {
        Self::False(untrue.into())
    }
}

impl From<PathFault> for Fault {
    fn from(fault: PathFault) -> Self {
        UntrueTurn::from(fault).into()
    }
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Path(fault) => fault.into(),
            Stop::Limit { legs } => Self::UndecidedTurn { legs },
            Stop::Cancelled => Cancelled.into(),
        }
    }
}

impl From<Stop> for MakeTurnError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Path(fault) => fault.into(),
            Stop::Limit { legs } => Self::Undecided { legs },
            Stop::Cancelled => Cancelled.into(),
        }
    }
}

/// So many legs.
fn legs_of(legs: u64) -> String {
    counted(&legs.into(), "leg")
}

/// So many choices.
fn choices_of(choices: usize) -> String {
    counted(&choices.into(), "choice")
}
