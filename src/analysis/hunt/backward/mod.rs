//! Backwards from never-ending cycles of relay sowing to positions whose turn falls into them.
//!
//! A turn of Omweso that never ends captures in every armed column and is then a cycle of relay sowing
//! (`docs/theory.md`). So every such turn is found once by undoing legs from the states of the
//! cycles: relays, and captures that give the opponent seeds back. What is found is played forward by
//! [`turns`](crate::analysis::omweso::turns); the slow twin, in the tests, plays every position of small boards.

mod cycles;
mod finds;
mod opponent;
mod search;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use rayon::prelude::*;
use serde::Serialize;

use crate::notation::serialize_natural;
use crate::observer::{Cancelled, Observer};

use cycles::{Cycle, Walk};
use search::{Beginning, Rotations, Search, Stop, Wanted};

pub use cycles::{CycleError, Cycles};
pub use finds::{Find, Finds};

/// The most legs before a cycle that can be asked for.
pub const MOST_LEGS: u32 = 1000;

/// Which turns are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Legs before the cycle, at most: 0 to [`MOST_LEGS`], which more are taken for.
    pub most_legs: u32,
    /// Captures, at least.
    pub least_captures: u32,
}

/// How many turns there are that fall into the given cycles after so many legs with so many captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackwardRow {
    /// Legs before the cycle.
    pub preperiod: u64,
    /// Captures among them.
    pub captures: u64,
    /// Turns that differ in the mover's pits, the pit sown first, the path or what is captured where.
    pub turns: u128,
    /// The same, times the arrangements of the opponent's seeds.
    #[serde(serialize_with = "serialize_natural")]
    pub openings: BigUint,
}

/// Counts the turns that fall into the cycles, all of them, by their legs and captures; what there is
/// none of is left out.
///
/// Time grows with the states of the cycles and, for each, with the ways to undo `most_legs` legs.
/// Memory is small. The work is told in laps.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::backward::{Cycles, Question, count};
/// use sowlab::games::relay::State;
///
/// let mut cycles = Cycles::for_openings(3)?;
/// let state = State::start([2u8, 3, 0, 1, 3, 4].map(Into::into).to_vec(), 1)?;
/// cycles.add(&state, u64::MAX, &())?;
/// let question = Question { most_legs: 3, least_captures: 0 };
/// for row in count(&cycles, question, &())? {
///     assert!(row.captures > 0 && row.captures <= row.preperiod && row.preperiod <= 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    cycles: &Cycles,
    question: Question,
    observer: &dyn Observer,
) -> Result<Vec<BackwardRow>, Cancelled> {
    let board = Board::new(cycles);
    let wanted = question.wanted(None);
    let all: Vec<Cycle> = cycles.iter().collect();
    observer.begin(Some(all.iter().map(|cycle| cycle.laps).sum()));
    let tallies = all.par_iter().map(|cycle| board.tally(*cycle, wanted, observer));
    let add = |mut one: Tally, other: Tally| {
        for (kind, (turns, splits)) in other {
            let sum = one.entry(kind).or_default();
            (sum.0, sum.1) = (sum.0 + turns, sum.1 + splits);
        }
        Ok(one)
    };
    let tally: Tally = tallies.try_reduce(Tally::new, add)?;

    let mut rows = BTreeMap::<(u32, u32), (u128, BigUint)>::new();
    for (Kind { legs, captures, loot }, (turns, splits)) in tally {
        let row = rows.entry((legs, captures)).or_default();
        row.0 += turns;
        row.1 += board.ways(captures as usize, loot) * splits;
    }
    let row = |((preperiod, captures), (turns, openings)): ((u32, u32), (u128, BigUint))| {
        BackwardRow { preperiod: preperiod.into(), captures: captures.into(), turns, openings }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// What is counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    legs: u32,
    captures: u32,
    /// Seeds captured.
    loot: u16,
}

/// Turns, and the same times the ways to split what is captured in a column between its two pits.
type Tally = BTreeMap<Kind, (u128, u128)>;

impl Question {
    fn wanted(self, legs: Option<u32>) -> Wanted {
        Wanted {
            most_legs: legs.unwrap_or(self.most_legs.min(MOST_LEGS)),
            exactly: legs.is_some(),
            least_captures: self.least_captures,
        }
    }
}

/// The board, and how circuits can lie on it.
struct Board {
    columns: usize,
    /// Seeds of each player.
    seeds: u16,
    rotations: Rotations,
}

impl Board {
    fn new(cycles: &Cycles) -> Self {
        let columns = cycles.columns;
        Self { columns, seeds: cycles.seeds, rotations: Rotations::new(columns) }
    }

    /// Number of ways for the opponent to arrange what is not captured.
    fn ways(&self, captures: usize, loot: u16) -> BigUint {
        opponent::ways(self.columns - captures, self.seeds - loot)
    }

    /// Whether any beginning that leads to a cycle can be wanted.
    fn reaches(&self, cycle: Cycle, wanted: Wanted) -> bool {
        let surplus = u32::from(cycle.seeds - self.seeds);
        let least = wanted.least_captures.max(u32::from(surplus > 0));
        2 * least <= surplus
            && least <= wanted.most_legs
            && !(surplus == 0 && wanted.exactly && wanted.most_legs > 0)
    }

    /// Gives every wanted beginning that leads to a cycle, in an order that depends on these two.
    fn beginnings(
        &self,
        cycle: Cycle,
        wanted: Wanted,
        observer: &dyn Observer,
        mut each: impl FnMut(Beginning<'_>) -> ControlFlow<()>,
    ) -> Result<(), Cancelled> {
        if !self.reaches(cycle, wanted) {
            return Ok(());
        }
        // Where all columns are captured in, there is no place for what is not captured.
        let all = (cycle.seeds < 2 * self.seeds).then_some(self.columns);
        let each = |beginning: Beginning<'_>| {
            if all == Some(beginning.captures()) {
                ControlFlow::Continue(())
            } else {
                each(beginning)
            }
        };
        let mut walk = Walk::new(cycle.pits);
        let mut backwards = Search::new(&self.rotations, wanted, observer, each);
        for _ in 0..cycle.laps {
            match backwards.search(&walk.pits, walk.pivot, cycle.seeds - self.seeds) {
                ControlFlow::Continue(()) => walk.lap(),
                ControlFlow::Break(Stop::Enough) => break,
                ControlFlow::Break(Stop::Cancelled(cancelled)) => return Err(cancelled),
            }
        }
        Ok(())
    }

    /// Counts the turns that lead to a cycle.
    fn tally(
        &self,
        cycle: Cycle,
        wanted: Wanted,
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let mut counts = vec![(0u128, 0u128); (wanted.most_legs as usize + 1) * (self.columns + 1)];
        self.beginnings(cycle, wanted, observer, |beginning| {
            let splits: u128 = beginning.loots().map(|seeds| u128::from(seeds - 1)).product();
            let turns = u128::from(beginning.rotations.count_ones());
            let kind = beginning.legs.len() * (self.columns + 1) + beginning.captures();
            let count = &mut counts[kind];
            (count.0, count.1) = (count.0 + turns, count.1 + turns * splits);
            ControlFlow::Continue(())
        })?;
        observer.advance(cycle.laps);
        let loot = cycle.seeds - self.seeds;
        let counts = counts.into_iter().enumerate().filter(|(_, (turns, _))| *turns > 0);
        let kind = |index: usize| Kind {
            legs: (index / (self.columns + 1)) as u32,
            captures: (index % (self.columns + 1)) as u32,
            loot,
        };
        Ok(counts.map(|(index, count)| (kind(index), count)).collect())
    }
}

#[cfg(test)]
mod tests;
