//! `sowlab omweso hunt --backward`.

use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::analysis::hunt::backward::{Cycles, Finds, MOST_LEGS, Question, count};
use sowlab::notation::natural;

use super::Common;
use super::results::{Find, Results};
use super::states::States;
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Finds that are printed unless something else is asked for.
const FINDS: u64 = 100;
/// Legs before the cycle, at most, unless something else is asked for.
const LEGS: u32 = 4;

/// Backwards from states that never end.
#[derive(Debug, Args)]
#[allow(clippy::struct_field_names)] // The option is called that.
pub struct Backward {
    /// Go back from never-ending states of relay sowing, through relays and captures, to the openings
    /// whose first turn falls into their cycles, the fewest legs first, the first 100 turns unless
    /// --limit says otherwise. The file is a catalogue of cycles, or has lines such as `3 1 0 1 @ 0`,
    /// the seeds of each pit and the pit that is sown next (of a catalogue, pits, seeds and position); - is standard input. With --counts the
    /// columns are `preperiod,captures,turns,openings`: openings counts each arrangement of the
    /// opponent's seeds, of which otherwise one is shown
    #[arg(long, value_name = "FILE", group = "where")]
    backward: Option<PathBuf>,
    /// For --backward: legs before the cycle, at most; up to 1000 [default: 4]
    #[arg(long, value_name = "N", value_parser = most_legs, allow_hyphen_values = true,
        conflicts_with_all = ["opening", "random", "exhaustive"])]
    most_legs: Option<u32>,
}

fn most_legs(text: &str) -> anyhow::Result<u32> {
    let legs = natural(text)?.to_u32().filter(|&legs| legs <= MOST_LEGS);
    legs.with_context(|| format!("`{text}` is not accepted; accepted are 0 to {MOST_LEGS} legs"))
}

impl Backward {
    pub fn asked(&self) -> bool {
        self.backward.is_some()
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let path = self.backward.as_deref().context("no file is named")?;
        let columns = common.columns();
        let cycles = Cycles::for_openings(columns)
            .map_err(|_| anyhow!("--columns {columns} is not accepted; accepted are 2 to 32"))?;
        let states = States::open(path).with_context(|| name(self))?;
        let results = Results::open(common, global)?;
        let question = Question {
            most_legs: self.most_legs.unwrap_or(LEGS),
            least_captures: common.least_captures.unwrap_or(0),
        };

        let progress = Progress::new(global);
        let limit = common.leg_limit.unwrap_or(u64::MAX);
        let read = states.gather(cycles, limit, &progress).with_context(|| name(self))?;
        drop(progress);
        let least = 4 * columns;
        ensure!(
            !read.cycles.is_empty() || read.undecided > 0,
            "{}: no opening leads to any of its {} states; they need {least} seeds, or {} to {}",
            name(self),
            read.out_of_reach,
            least + 2,
            2 * least
        );
        global.note(|| {
            format!(
                "cycles: {}; states left out, which have neither {least} seeds nor {} to {}: {}",
                read.cycles.len(),
                least + 2,
                2 * least,
                read.out_of_reach
            )
        });

        let progress = common.progress(global)?;
        if common.counts {
            let rows = count(&read.cycles, question, &progress)?;
            drop(progress);
            results.counts(rows.iter())?;
        } else {
            let limit = common.limit.unwrap_or(FINDS);
            let finds = Finds::new(&read.cycles, question, limit, !common.no_period, &progress);
            let finds = finds.map(|find| {
                find.map(|find| Find { position: find.position, pit: find.pit, turn: find.turn })
            });
            results.finds(finds, &progress)?;
        }
        match read.undecided {
            0 => Ok(()),
            states => Err(Stopped(format!(
                "undecided: {states} state{} neither ended nor recurred within the limit of {limit} legs and {} left out; a higher --leg-limit, or none, may decide",
                if states == 1 { "" } else { "s" },
                if states == 1 { "was" } else { "were" },
            ))
            .into()),
        }
    }
}

/// The option as it was given.
fn name(asked: &Backward) -> String {
    let path = asked.backward.as_deref().unwrap_or_else(|| std::path::Path::new("-"));
    format!("--backward {}", path.display())
}
