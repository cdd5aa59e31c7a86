//! Every turn from a pit, fast, on boards of up to 8 columns with at most 255 seeds in play.
//!
//! A turn changes nothing of the opponent's side but which columns are armed, so a moment is the
//! mover's side in one machine word, the hand, its origin, and a set of bits. The slow twin is
//! [`super::turns`].

mod plies;
mod sow;
mod walk;

use num_bigint::BigUint;

use super::{Choices, Fate, Turn, TurnsError};
use crate::analysis::relay::{Cycle, Effort};
use crate::games::omweso::{Direction, LEAST_COLUMNS, Path, Position, StartError};
use crate::observer::Observer;
use crate::sowing::Seeds;

pub use plies::{FastPlies, FastPosition};

use sow::{PITS, Sowings, emptied, seeds_in};
use walk::Walk;

/// The most columns of a board that the engine plays on.
pub const FAST_COLUMNS: usize = 8;

/// What an engine knows of a position: the seeds that a turn can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    columns: u8,
    own: u128,
    loot: [u8; FAST_COLUMNS],
}

impl Board {
    /// A board from the mover's seeds, pit 0 in the lowest byte of `own`, and from what would be
    /// captured in each column, column 0 first: the seeds of both of the opponent's pits, or 0 where
    /// the column is not armed.
    ///
    /// Returns nothing if there are not 2 to 8 columns, a seed lies outside of them, a column holds a
    /// single seed, or there are more than 255 seeds.
    #[must_use]
    pub fn new(columns: usize, own: u128, loot: [u8; FAST_COLUMNS]) -> Option<Self> {
        if !(LEAST_COLUMNS..=FAST_COLUMNS).contains(&columns) {
            return None;
        }
        let outside = own.checked_shr(16 * columns as u32).unwrap_or(0) != 0
            || loot[columns..].iter().any(|&seeds| seeds != 0);
        let seeds = own.to_le_bytes().into_iter().chain(loot).map(u32::from).sum::<u32>();
        let fine = !outside && seeds <= 255 && !loot.contains(&1);
        fine.then_some(Self { columns: columns as u8, own, loot })
    }

    /// The board of a position, if it is small enough.
    #[must_use]
    pub fn of<S: Seeds>(position: &Position<S>) -> Option<Self> {
        let columns = position.columns();
        if columns > FAST_COLUMNS {
            return None;
        }
        let (mut own, mut loot) = ([0; PITS], [0; FAST_COLUMNS]);
        for (pit, seeds) in own.iter_mut().zip(position.own()) {
            *pit = seeds.to_u8()?;
        }
        for (column, loot) in loot[..columns].iter_mut().enumerate() {
            *loot = position.armed(column).map_or(Some(0), |seeds| seeds.to_u8())?;
        }
        Self::new(columns, u128::from_le_bytes(own), loot)
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The mover's seeds, pit 0 in the lowest byte.
    #[must_use]
    pub fn own(&self) -> u128 {
        self.own
    }

    /// The pits that a turn can start from, in order.
    pub fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.own;
        (0..2 * self.columns).filter(move |&pit| seeds_in(own, pit) > 1).map(usize::from)
    }
}

/// One way to play a turn from a pit, and what becomes of it, without the board as it is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastTurn<'a> {
    /// The choices made.
    pub path: &'a [Direction],
    /// In which columns seeds are captured, as a set of bits; column 0 is the lowest one.
    pub captures: u8,
    /// Seeds captured.
    pub captured: u8,
    /// Legs of the whole turn, or before the first moment that recurs.
    pub legs: u64,
    /// Seeds sown in these legs.
    pub sown: u128,
    /// What becomes of the turn.
    pub fate: FastFate,
}

/// What becomes of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FastFate {
    /// The last seed fell into an empty pit.
    Ends {
        /// The mover's seeds then, pit 0 in the lowest byte.
        own: u128,
    },
    /// The turn never ends.
    NeverEnds {
        /// Whether the Mayer test alone proves it.
        mayer: bool,
        /// The cycle; missing where the Mayer test proves that there is one, but it was not asked for
        /// or the limit came first.
        cycle: Option<Cycle>,
    },
    /// The limit came first.
    Undecided,
}

impl FastTurn<'_> {
    /// The same turn with everything about it; `position` is the one that it starts from.
    ///
    /// # Panics
    /// If the turn is one of another position, with more columns than the engine plays on.
    #[must_use]
    pub fn turn<S: Seeds + Into<BigUint>>(&self, position: &Position<S>) -> Turn {
        let columns = position.columns();
        let fate = match &self.fate {
            FastFate::Ends { own } => {
                let own = own.to_le_bytes().into_iter().take(2 * columns).map(BigUint::from);
                let mut opponent: Vec<BigUint> =
                    position.opponent().iter().cloned().map(Into::into).collect();
                for column in (0..columns).filter(|column| self.captures >> column & 1 == 1) {
                    for pit in position.facing(column) {
                        opponent[pit] = BigUint::ZERO;
                    }
                }
                let position = Position::new(own.collect(), opponent);
                let position = position.expect("numbers of any size on the same board");
                Fate::Ends { legs: self.legs, sown: self.sown.into(), position }
            }
            FastFate::NeverEnds { cycle, .. } => {
                Fate::NeverEnds { preperiod: self.legs, cycle: cycle.clone() }
            }
            FastFate::Undecided => Fate::Undecided,
        };
        Turn {
            path: Path(self.path.to_vec()),
            columns,
            captures: self.captures.into(),
            captured: self.captured.into(),
            mayer: matches!(self.fate, FastFate::NeverEnds { mayer: true, .. }),
            fate,
        }
    }
}

/// Plays turns on boards of a fixed number of columns. It has about 140 kilobytes of tables, and any
/// number of threads can use one.
#[derive(Clone, Debug)]
pub struct Engine {
    columns: u8,
    counter_clockwise: Sowings,
    clockwise: Sowings,
    /// The pits from which a leg may be sown clockwise, as a set of bits.
    leftmost: u16,
}

impl Engine {
    /// An engine for boards of 2 to 8 columns; nothing for others.
    #[must_use]
    pub fn new(columns: usize) -> Option<Self> {
        if !(LEAST_COLUMNS..=FAST_COLUMNS).contains(&columns) {
            return None;
        }
        let pits = 2 * columns;
        Some(Self {
            columns: columns as u8,
            counter_clockwise: Sowings::new(pits, true),
            clockwise: Sowings::new(pits, false),
            leftmost: 0b11 | 0b11 << (pits - 2),
        })
    }

    /// Decides every turn from a pit of a board and shows them one by one, counter-clockwise before
    /// clockwise at each choice, as [`super::turns`] does; so too `effort`.
    ///
    /// A leg costs a few machine instructions. Memory is that of one path, and of the different
    /// moments from which turns never end or go on for very long.
    ///
    /// # Errors
    /// If no turn starts from the pit, or the observer asks to stop.
    ///
    /// # Panics
    /// If the board is not one for this engine.
    ///
    /// # Examples
    /// ```
    /// use sowlab::analysis::omweso::{Board, Choices, Engine, FastFate};
    /// use sowlab::analysis::relay::Effort;
    /// use sowlab::games::omweso::Position;
    ///
    /// let board = Board::of(&Position::<u8>::traditional(8)?).unwrap();
    /// let engine = Engine::new(8).unwrap();
    /// for pit in board.starts() {
    ///     engine.turns(&board, pit, Choices::All, Effort::default(), &(), &mut |turn| {
    ///         assert!(matches!(turn.fate, FastFate::Ends { .. }));
    ///     })?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turns(
        &self,
        board: &Board,
        pit: usize,
        choices: Choices,
        effort: Effort,
        observer: &dyn Observer,
        visit: &mut impl FnMut(&FastTurn<'_>),
    ) -> Result<(), TurnsError> {
        assert_eq!(self.columns, board.columns, "the columns of the engine and of the board");
        let pits = 2 * board.columns();
        if pit >= pits {
            return Err(StartError::NoSuchPit { pit, pits }.into());
        }
        match seeds_in(board.own, pit as u8) {
            seeds @ (0 | 1) => Err(StartError::FewSeeds { pit, seeds }.into()),
            _ => Ok(Walk::new(self, board, choices, effort, observer).all(pit as u8, visit)?),
        }
    }

    /// Whether a hand sown clockwise ends in a capture, where these inner pits are armed.
    #[inline]
    fn captures_clockwise(&self, own: u128, origin: u8, hand: u8, armed: u16) -> bool {
        let (after, pit) = self.clockwise.sow(own, origin, hand);
        armed >> pit & 1 == 1 && seeds_in(after, pit) != 1
    }
}
