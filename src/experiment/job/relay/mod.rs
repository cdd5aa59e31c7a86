//! Jobs about relay sowing.

mod census;
mod digits;
mod longest;
mod mayer;
mod sample;

pub use census::Census;
pub use digits::Digits;
pub use longest::Longest;
pub use mayer::Mayer;
pub use sample::Sample;

use std::ops::Range;

use super::JobError;
use crate::analysis::census::{CensusError, numbers_of_pits, totals_of_seeds};
use crate::experiment::manifest::values::Numbers;

/// Milliseconds of work that are worth a unit: so many that keeping their result costs next to
/// nothing.
const WORTH: u64 = 16;

/// What an exhaustive search is asked: one search of each circuit covers all totals.
struct Question {
    pits: Vec<u64>,
    /// In the order asked for.
    seeds: Vec<u64>,
    least: u64,
    most: u64,
}

impl Question {
    /// Reads the lists, all in the range of the searches.
    fn new(pits: &Numbers, seeds: &Numbers) -> Result<Self, JobError> {
        let pits = numbers_of_pits(&pits.0)
            .map_err(|error| JobError::refused("pits", format!("pits {error}")))?;
        let seeds = totals_of_seeds(&seeds.0)
            .map_err(|error| JobError::refused("seeds", format!("seeds {error}")))?;
        let least = seeds.iter().copied().min().unwrap_or_default();
        let most = seeds.iter().copied().max().unwrap_or_default();
        Ok(Self { pits, seeds, least, most })
    }

    /// Of rows for all totals from the least on, those that were asked for, in that order.
    fn asked<'a, R>(&'a self, rows: &'a [R]) -> impl Iterator<Item = &'a R> {
        self.seeds.iter().filter_map(|seeds| rows.get((seeds - self.least) as usize))
    }
}

/// The units of several searches, one after the other.
struct Units {
    /// The units of each search.
    ranges: Vec<Range<u64>>,
    weights: Vec<u64>,
}

impl Units {
    /// Searches of so much work, in milliseconds, and of so many parts each.
    fn new(searches: impl Iterator<Item = (u64, usize)>) -> Self {
        let mut units = Self { ranges: Vec::new(), weights: Vec::new() };
        for (work, parts) in searches {
            let count = (work / WORTH).clamp(1, parts.max(1) as u64);
            let first = units.weights.len() as u64;
            units.ranges.push(first..first + count);
            units.weights.extend((0..count).map(|_| (work / count).max(1)));
        }
        units
    }

    /// Which search a unit is of, and which of its units.
    fn place(&self, unit: u64) -> (usize, u64) {
        let search = self.ranges.partition_point(|range| range.end <= unit);
        (search, unit - self.ranges[search].start)
    }

    /// The parts of a search, of so many, that a unit has: some that follow each other, so that the
    /// order of the units is that of the parts.
    fn run(&self, search: usize, unit: u64, parts: usize) -> Range<usize> {
        let count = self.count(search);
        let first = |unit: u64| (u128::from(unit) * parts as u128 / u128::from(count)) as usize;
        first(unit)..first(unit + 1)
    }

    /// How many units a search has.
    fn count(&self, search: usize) -> u64 {
        let Range { start, end } = self.ranges[search];
        end - start
    }
}

/// A search that was checked before cannot be refused; it can be stopped.
fn fault(error: CensusError) -> JobError {
    match error {
        CensusError::Cancelled(cancelled) => cancelled.into(),
        error => JobError::Failed(error.to_string()),
    }
}
