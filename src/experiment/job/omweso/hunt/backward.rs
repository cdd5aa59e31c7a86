//! Hunts backwards from never-ending cycles of relay sowing to openings.
//!
//! A unit is all cycles with one total of seeds, which are found by a census in the unit itself; the
//! states of a file are one unit together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::finds::{self, Collector, Find};
use super::lines::lines;
use super::{FORMS, Wanted, captures, columns, usual_columns};
use crate::analysis::census::{self, CensusError, Instructions, census};
use crate::analysis::hunt::backward::{
    BackwardRow, CycleError, Cycles, Finds, MOST_LEGS, Question, count,
};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made,
};
use crate::experiment::manifest::values::{Number, Numbers};
use crate::games::omweso::{LEAST_COLUMNS, MOST_COLUMNS};
use crate::games::relay::State;
use crate::notation::{natural, position, show_natural};
use crate::observer::{Observer, Unreported};
use crate::output::write_rows;

/// Goes back from cycles to the openings whose first turn falls into them, the fewest legs first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BackwardHunt {
    /// Totals of seeds: all cycles with so many on a side of the board.
    pub seeds: Option<Numbers>,
    /// A file beside the manifest instead, with a state of a cycle in each line, such as
    /// `3 1 0 1 @ 0`: the seeds in each pit, and the pit that is sown next.
    pub states: Option<String>,
    /// Columns of the board.
    #[serde(default = "usual_columns")]
    pub columns: Number,
    /// Legs before the cycle, at most.
    #[serde(default = "usual_legs")]
    pub most_legs: Number,
    /// Captures, at least.
    pub least_captures: Option<Number>,
    /// Whether turns are counted, and not listed.
    #[serde(default)]
    pub counts: bool,
    /// The most turns that are listed.
    pub limit: Option<Number>,
    /// Whether periods are left out where the Mayer test decides.
    #[serde(default)]
    pub no_period: bool,
}

fn usual_legs() -> Number {
    Number(4)
}

/// Turns that are listed where nothing else is asked for.
const LISTED: Number = Number(100);

impl BackwardHunt {
    /// The name of the job.
    pub const NAME: &'static str = "omweso hunt backward";

    /// The cycles of each unit.
    fn sources(&self, columns: usize, asked: &Asked<'_>) -> Result<Vec<Source>, JobError> {
        match (&self.seeds, &self.states) {
            (Some(seeds), None) => {
                let totals = totals(columns, seeds)?;
                Ok(totals.into_iter().map(Source::Census).collect())
            }
            (None, Some(file)) => Ok(vec![Source::Cycles(of_file(columns, file, asked)?)]),
            (seeds, _) => Err(JobError::refused(
                if seeds.is_some() { "states" } else { "" },
                "a hunt backwards begins either with the cycles of some totals, as in seeds = 34, or with those of a file, as in states = \"states.txt\"; exactly one of the two keys is accepted",
            )),
        }
    }
}

/// The totals of a list, each once, from the smallest on: finds come in this order.
fn totals(columns: usize, list: &Numbers) -> Result<BTreeSet<u64>, JobError> {
    let least = 4 * columns as u64;
    let most = (2 * least).min(census::MOST_SEEDS.into());
    let refused = |number: &BigUint| {
        let number = show_natural(number);
        JobError::refused(
            "seeds",
            format!(
                "from an opening on {columns} columns no turn falls into a cycle of {number} seeds, or they cannot be searched; accepted are {least}, and {} to {most}",
                least + 2
            ),
        )
    };
    // A list that does not fit in memory has a number beyond the range.
    if *list.0.largest() > most.into() {
        return Err(refused(list.0.largest()));
    }
    let reached = |total: &u64| (least..=most).contains(total) && *total != least + 1;
    let total = |number: BigUint| number.to_u64().filter(reached).ok_or_else(|| refused(&number));
    list.0.iter().map(total).collect()
}

/// The cycles of the states in a file. Each is played once, which is little beside going back from
/// each of its states.
fn of_file(columns: usize, file: &str, asked: &Asked<'_>) -> Result<Cycles, JobError> {
    let mut cycles = for_openings(columns)?;
    let observer = Unreported(asked.observer);
    lines("states", file, asked.files, |line| {
        let reached = cycles.add(&state(line)?, u64::MAX, &observer).map_err(cycle_error)?;
        if reached {
            return Ok(());
        }
        let least = 4 * columns;
        Err(refused_state(format!(
            "no opening on {columns} columns leads to it; states with {least} seeds, or with {} to {}, are accepted",
            least + 2,
            2 * least
        )))
    })?;
    Ok(cycles)
}

fn refused_state(message: impl std::fmt::Display) -> JobError {
    JobError::refused("states", message)
}

fn cycle_error(error: CycleError) -> JobError {
    match error {
        CycleError::Cancelled(cancelled) => cancelled.into(),
        error => refused_state(error),
    }
}

/// The state that a line holds.
fn state(line: &str) -> Result<State<BigUint>, JobError> {
    let missing = "no pit is named; a position, `@` and a pit are accepted, as in `3 1 0 1 @ 0`";
    let (pits, pit) = line.split_once('@').ok_or_else(|| refused_state(missing))?;
    let pits = position(pits).map_err(refused_state)?;
    let pit = natural(pit).map_err(refused_state)?;
    let index = pit.to_usize().filter(|&index| index < pits.len()).ok_or_else(|| {
        refused_state(format!(
            "pit {} is not on the circuit; its pits are numbered 0 to {}",
            show_natural(&pit),
            pits.len().saturating_sub(1)
        ))
    })?;
    State::start(pits, index).map_err(refused_state)
}

fn for_openings(columns: usize) -> Result<Cycles, JobError> {
    Cycles::for_openings(columns).map_err(|error| JobError::refused("columns", error))
}

impl Job for BackwardHunt {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        super::columns_of::<BackwardRow>(self.counts)
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn inputs(&self) -> Vec<(&'static str, String)> {
        self.states.iter().map(|file| ("states", file.clone())).collect()
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        // Counts can be of turns with so many captures.
        let least_captures = self.least_captures.filter(|_| !self.counts);
        let limit = self.limit.or((!self.counts).then_some(LISTED));
        let wanted = Wanted::new(self.counts, limit, least_captures, asked.products)?;
        let columns = columns(self.columns, LEAST_COLUMNS..=MOST_COLUMNS)?;
        let legs = self.most_legs.0.to_u32().filter(|&legs| legs <= MOST_LEGS);
        let most_legs = legs.ok_or_else(|| {
            let legs = self.most_legs.0;
            let message = format!("most-legs {legs} is too large; 0 to {MOST_LEGS} are accepted");
            JobError::refused("most-legs", message)
        })?;
        let question = Question { most_legs, least_captures: captures(self.least_captures) };
        let sources = self.sources(columns, asked)?;
        let weights = sources.iter().map(Source::weight).collect();
        Ok(Box::new(Backward {
            columns,
            sources,
            question,
            period: !self.no_period,
            wanted,
            weights,
        }))
    }
}

/// Where the cycles of a unit come from.
enum Source {
    /// All with so many seeds.
    Census(u64),
    /// These.
    Cycles(Cycles),
}

impl Source {
    /// On 16 pits a census takes six times as long with every 4 seeds more.
    fn weight(&self) -> u64 {
        match self {
            Self::Census(seeds) => 6u64.saturating_pow(*seeds as u32 / 4).min(1 << 40),
            Self::Cycles(_) => 1,
        }
    }
}

/// A hunt for each source.
struct Backward {
    columns: usize,
    sources: Vec<Source>,
    question: Question,
    period: bool,
    wanted: Wanted,
    weights: Vec<u64>,
}

/// What is counted for so many legs and captures: turns and openings.
type Counted = BTreeMap<(u64, u64), (u128, BigUint)>;

impl Backward {
    /// All cycles with so many seeds.
    fn census(&self, seeds: u64, observer: &dyn Observer) -> Result<Cycles, JobError> {
        let mut cycles = for_openings(self.columns)?;
        let mut fault = None;
        let mut take = |cycle: census::Cycle| {
            let pits = cycle.position.iter().copied().map(BigUint::from).collect();
            let added = State::start(pits, 0)
                .map_err(refused_state)
                .and_then(|state| cycles.add(&state, u64::MAX, observer).map_err(cycle_error));
            match added {
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let (pits, set) = (2 * self.columns as u64, Instructions::best());
        let found = census(pits, seeds, seeds, set, Some(&mut take), observer);
        fault.map_or(Ok(()), Err)?;
        found.map_err(|error| match error {
            CensusError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
        })?;
        Ok(cycles)
    }

    /// The rows of the counts.
    fn rows(parts: &dyn Parts) -> Result<Vec<BackwardRow>, JobError> {
        let mut sums = Counted::new();
        for part in all::<Counted>(parts) {
            for (kind, (turns, openings)) in part? {
                let sum = sums.entry(kind).or_default();
                sum.0 += turns;
                sum.1 += openings;
            }
        }
        let row = |((preperiod, captures), (turns, openings))| BackwardRow {
            preperiod,
            captures,
            turns,
            openings,
        };
        Ok(sums.into_iter().map(row).collect())
    }
}

impl Work for Backward {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let searched;
        let cycles = match &self.sources[unit as usize] {
            Source::Cycles(cycles) => cycles,
            Source::Census(seeds) => {
                searched = self.census(*seeds, &Unreported(context.observer))?;
                &searched
            }
        };
        match self.wanted {
            Wanted::Counts => {
                let rows = count(cycles, self.question, context.observer)?;
                let counted = rows
                    .into_iter()
                    .map(|row| ((row.preperiod, row.captures), (row.turns, row.openings)));
                encode(&counted.collect::<Counted>())
            }
            Wanted::Finds(selection) => {
                let Self { question, period, .. } = *self;
                let observer = context.observer;
                let mut collector = Collector::new(selection, context);
                for find in Finds::new(cycles, question, selection.limit, period, observer) {
                    let find = find?;
                    let taken = collector.push(&find.position, find.pit, find.turn)?;
                    if taken.is_break() {
                        break;
                    }
                }
                collector.part()
            }
        }
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match (self.wanted, product) {
            (Wanted::Finds(selection), _) => {
                let mut found = finds::of_all(parts).collect::<Result<Vec<Find>, _>>()?;
                // The fewest legs first; of as many, those into cycles with fewer seeds.
                found.sort_by_key(|find| find.preperiod);
                finds::write(product, selection, found.into_iter().map(Ok), out)
            }
            (Wanted::Counts, Product::Rows(format)) => {
                Ok(write_rows(*format, Self::rows(parts)?, out)?)
            }
            (Wanted::Counts, other) => Err(not_made(other)),
        }
    }
}
