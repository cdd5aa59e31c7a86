//! What a census counts of each total of seeds, added up over its parts, and the rows that become of
//! it.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::Cycle;
use crate::analysis::mayer::all_states;
use crate::analysis::share;
use crate::notation::serialize_natural;

/// One line of the census.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CensusRow {
    /// Pits on the circuit.
    pub pits: u64,
    /// Seeds on the circuit.
    pub seeds: u64,
    /// Never-ending cycles, up to rotation.
    pub cycles: u64,
    /// States on them, with the pivot in a fixed pit.
    pub states: u64,
    /// Those that the Mayer test explains.
    pub mayer_states: u64,
    /// Laps of the longest cycle until it recurs up to rotation; missing if there is none.
    pub longest_reduced_period: Option<u64>,
    /// Laps of the longest cycle until it recurs in place; missing if there is none.
    pub longest_period: Option<u64>,
    /// All states with the pivot in a fixed pit and at least 2 seeds in it.
    #[serde(serialize_with = "serialize_natural")]
    pub all_states: BigUint,
    /// `states` as a share of `all_states`.
    pub fraction: f64,
}

/// What is counted for each total of seeds, from the least one asked for on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tallies(Vec<Tally>);

/// What is counted for one total of seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    cycles: u64,
    states: u64,
    mayer_states: u64,
    longest_reduced_period: u64,
    longest_period: u64,
}

impl Tallies {
    /// Nothing, of so many totals.
    pub(super) fn new(totals: usize) -> Self {
        Self(vec![Tally::default(); totals])
    }

    /// Counts a cycle whose total is so many above the least.
    pub(super) fn count(&mut self, above: usize, cycle: &Cycle) {
        let tally = &mut self.0[above];
        tally.cycles += 1;
        tally.states += cycle.reduced_period;
        if cycle.passes_mayer_test() {
            tally.mayer_states += cycle.reduced_period;
        }
        tally.longest_reduced_period = tally.longest_reduced_period.max(cycle.reduced_period);
        tally.longest_period = tally.longest_period.max(cycle.period());
    }

    /// Adds what another part of the same census has counted.
    pub fn add(&mut self, part: &Self) {
        for (sum, part) in self.0.iter_mut().zip(&part.0) {
            sum.cycles += part.cycles;
            sum.states += part.states;
            sum.mayer_states += part.mayer_states;
            sum.longest_reduced_period =
                sum.longest_reduced_period.max(part.longest_reduced_period);
            sum.longest_period = sum.longest_period.max(part.longest_period);
        }
    }

    /// The rows of a circuit of so many pits, the least total first.
    pub(super) fn rows(&self, pits: u64, least: u64) -> Vec<CensusRow> {
        (least..).zip(&self.0).map(|(seeds, tally)| tally.row(pits, seeds)).collect()
    }
}

impl Tally {
    fn row(&self, pits: u64, seeds: u64) -> CensusRow {
        let all = all_states(pits, &seeds.into());
        let longest = |period: u64| (period > 0).then_some(period);
        CensusRow {
            pits,
            seeds,
            cycles: self.cycles,
            states: self.states,
            mayer_states: self.mayer_states,
            longest_reduced_period: longest(self.longest_reduced_period),
            longest_period: longest(self.longest_period),
            fraction: share(&self.states.into(), &all),
            all_states: all,
        }
    }
}
