//! The cycles that a hunt backwards begins with: each once, in an order of their own.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use thiserror::Error;

use crate::games::omweso::{LEAST_COLUMNS, MOST_COLUMNS, PositionError};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};

/// Never-ending cycles of relay sowing on a player's side of the board, up to rotation.
///
/// It does not matter in which order they are added, how often, or from which of their states.
/// Memory: some 100 bytes a cycle, on 8 columns.
#[derive(Clone, Debug)]
pub struct Cycles {
    pub(super) columns: usize,
    /// Seeds of each player at the beginning of a turn.
    pub(super) seeds: u16,
    known: BTreeMap<Key, u64>,
}

/// Seeds in all, and in each pit from the pivot on: the largest such list of the cycle.
type Key = (u16, Box<[u16]>);

/// A cycle of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle<'a> {
    /// Seeds on the circuit.
    pub seeds: u16,
    /// A state, from the pivot on.
    pub pits: &'a [u16],
    /// Laps until it recurs up to rotation.
    pub laps: u64,
}

/// Why a state belongs to no cycle that a hunt can begin with.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CycleError {
    /// It is a state of another circuit.
    #[error(
        "it has {pits} pit{}; {expected} are accepted, a player's pits on {} columns",
        if *pits == 1 { "" } else { "s" },
        expected / 2
    )]
    Pits {
        /// Its pits.
        pits: usize,
        /// A player's pits.
        expected: usize,
    },
    /// It is on no never-ending cycle.
    #[error(
        "its move ends after {laps} lap{}; a state whose move never ends is accepted",
        if *laps == 1 { "" } else { "s" }
    )]
    Ends {
        /// Laps of the move.
        laps: u64,
    },
    /// The limit came first.
    #[error("it neither ended nor recurred within {limit} laps")]
    Undecided {
        /// The limit.
        limit: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Cycles {
    /// No cycles yet, for openings on a board of 2 to 32 columns: 4 seeds a player for each column.
    ///
    /// # Errors
    /// If the number of columns is out of range.
    pub fn for_openings(columns: usize) -> Result<Self, PositionError> {
        Self::for_seeds(columns, u8::try_from(columns.saturating_mul(4)).unwrap_or(u8::MAX))
    }

    /// No cycles yet, for positions with `seeds` seeds of each player.
    ///
    /// # Errors
    /// If the number of columns is out of range.
    pub fn for_seeds(columns: usize, seeds: u8) -> Result<Self, PositionError> {
        if !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns) {
            return Err(PositionError::Columns { columns });
        }
        Ok(Self { columns, seeds: seeds.into(), known: BTreeMap::new() })
    }

    /// Adds the cycle of a state, and says whether a position can lead to it: the mover's own seeds
    /// lie on it, and what was captured, which is nothing or at least 2 and at most all that the
    /// opponent had. If none can, the cycle is left out, unseen.
    ///
    /// The cycle is played once.
    ///
    /// # Errors
    /// If the state has another number of pits, if its move ends or is undecided after `lap_limit`
    /// laps, or if the observer asks to stop.
    ///
    /// # Panics
    /// Never: no pit holds more than the total.
    pub fn add(
        &mut self,
        state: &State<BigUint>,
        lap_limit: u64,
        observer: &dyn Observer,
    ) -> Result<bool, CycleError> {
        let (pits, expected) = (state.pits().len(), 2 * self.columns);
        if pits != expected {
            return Err(CycleError::Pits { pits, expected });
        }
        let total = state.pits().iter().sum::<BigUint>().to_u16();
        let Some(total) = total.filter(|&total| {
            (self.seeds..=2 * self.seeds).contains(&total) && total != self.seeds + 1
        }) else {
            return Ok(false);
        };
        let start: Vec<u16> =
            state.from_pivot().map(|seeds| seeds.to_u16().expect("at most the total")).collect();
        let (largest, laps) = close(&start, lap_limit, observer)?;
        self.known.insert((total, largest), laps);
        Ok(true)
    }

    /// Number of different cycles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The cycles in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cycle<'_>> {
        self.known.iter().map(|((seeds, pits), &laps)| Cycle { seeds: *seeds, pits, laps })
    }
}

/// A relay state in small numbers, whose pits may be looked into between two laps.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub pits: Vec<u16>,
    pub pivot: usize,
}

impl Walk {
    /// A state with the pivot at pit 0.
    pub fn new(pits: &[u16]) -> Self {
        Self { pits: pits.to_vec(), pivot: 0 }
    }

    /// [`State::lap`], seed by seed: hands are small here.
    pub fn lap(&mut self) {
        for _ in 0..std::mem::take(&mut self.pits[self.pivot]) {
            self.pivot = if self.pivot + 1 == self.pits.len() { 0 } else { self.pivot + 1 };
            self.pits[self.pivot] += 1;
        }
    }

    /// Seeds in each pit from the pivot on.
    fn list(&self) -> impl Iterator<Item = &u16> {
        let (before, from) = self.pits.split_at(self.pivot);
        from.iter().chain(before)
    }
}

/// Laps between two questions to the observer.
const POLL: u64 = 1 << 16;

/// Plays a cycle from a state with its pivot at pit 0 until it recurs up to rotation: the largest
/// state, as a list from the pivot on, and the number of laps.
fn close(
    start: &[u16],
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<(Box<[u16]>, u64), CycleError> {
    let mut walk = Walk::new(start);
    let mut largest: Box<[u16]> = start.into();
    for laps in 0..lap_limit {
        if laps % POLL == 0 && observer.cancelled() {
            return Err(Cancelled.into());
        }
        if walk.pits[walk.pivot] == 1 {
            return Err(CycleError::Ends { laps });
        }
        walk.lap();
        let hand = walk.pits[walk.pivot];
        if hand == start[0] && walk.list().eq(start) {
            return Ok((largest, laps + 1));
        }
        if hand >= largest[0] && walk.list().gt(largest.iter()) {
            largest = walk.list().copied().collect();
        }
    }
    Err(CycleError::Undecided { limit: lap_limit })
}
