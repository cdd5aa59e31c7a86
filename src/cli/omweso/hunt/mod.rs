//! `sowlab omweso hunt`: positions with turns that never end, found in four ways.

mod backward;
mod exhaustive;
mod openings;
mod random;
mod results;
mod show;
mod states;

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};
use num_traits::ToPrimitive;
use sowlab::experiment::job::Job;
use sowlab::experiment::manifest::values::Number;
use sowlab::games::omweso::{LEAST_COLUMNS, MOST_COLUMNS};
use sowlab::notation::natural;

use super::legs;
use super::motion::Which;
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::shard::Sharing;

/// Hunt for turns of Omweso that never end
///
/// Columns: `position,pit,path,outcome,...`, as those of `omweso move`: one row for each turn that
/// never ends; positions as for `omweso move`. With --counts, one row: `positions,starts,paths,never_ending_starts,never_ending_paths,
/// mayer_starts,undecided_starts,fraction,low,high`. A start is a pit with at least 2 seeds; it never
/// ends if one of its paths never does; `mayer_starts` are those with a path of which the Mayer test
/// alone proves it, once no column is armed. The fraction is `never_ending_starts/starts`, and from low to
/// high, for random openings, is the Wilson score interval at 95 % for it, with fewer starts in place
/// of all where those of one opening go together; high counts the undecided starts as never-ending.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where").required(true), after_help = "\
Examples:
  sowlab omweso hunt --opening traditional --counts
  sowlab omweso hunt --random 5000 --seed 1 --columns 3 --limit 5
  sowlab omweso hunt --random 1000 --seed 1 --counts --format json
  sowlab omweso hunt --exhaustive --columns 2 --own-seeds 0..6 --opponent-seeds 0..4 --counts
  sowlab omweso hunt --exhaustive --columns 3 --own-seeds 5 --opponent-seeds 3
  echo '7 3 4 3 2 1 @ 0' | sowlab omweso hunt --columns 3 --backward - --counts")]
pub struct Hunt {
    #[command(flatten)]
    openings: openings::Openings,
    #[command(flatten)]
    random: random::Random,
    #[command(flatten)]
    exhaustive: exhaustive::Exhaustive,
    #[command(flatten)]
    backward: backward::Backward,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    sharing: Sharing,
}

/// What every hunt is asked.
#[derive(Debug, Args)]
pub struct Common {
    /// Number of columns of the board, 2 to 32 [default: 8, or those of the file]
    #[arg(long, value_name = "N", value_parser = columns, allow_hyphen_values = true)]
    pub columns: Option<usize>,
    /// Print how many positions, starting pits and paths there are and how many never end, instead of
    /// the turns that never end; what --leg-limit leaves undecided has a column then, and is no failure
    #[arg(long)]
    pub counts: bool,
    /// Stop after this many turns, at least 1 [default: never; with --backward 100]
    #[arg(long, value_name = "N", value_parser = limit, allow_hyphen_values = true,
        conflicts_with = "counts")]
    pub limit: Option<u64>,
    /// Only turns with at least so many captures
    #[arg(long, value_name = "N", value_parser = captures, allow_hyphen_values = true)]
    pub least_captures: Option<u32>,
    /// For --opening and --random: which choices of direction are followed
    #[arg(long, value_name = "WHICH", default_value = "all",
        conflicts_with_all = ["exhaustive", "backward"])]
    pub choices: Which,
    /// Give up a path after this many legs without a capture or a choice, at least 1; an
    /// exhaustive hunt decides every path, without it [default: never]
    #[arg(long, value_name = "N", value_parser = legs, allow_hyphen_values = true)]
    pub leg_limit: Option<u64>,
    /// Do not play where the Mayer test proves that it never ends; the period is missing then
    #[arg(long)]
    pub no_period: bool,
    /// Write a certificate of each turn that never ends to this file, in the order of the rows, as JSON
    /// lines; it appears whole or not at all, and `sowlab verify` checks it
    #[arg(long, value_name = "FILE", conflicts_with = "counts")]
    pub certificates: Option<PathBuf>,
}

/// Reads a number of columns.
fn columns(text: &str) -> anyhow::Result<usize> {
    let accepted = LEAST_COLUMNS..=MOST_COLUMNS;
    let columns = natural(text)?.to_usize().filter(|columns| accepted.contains(columns));
    columns.with_context(|| {
        format!("`{text}` is not accepted; accepted are {LEAST_COLUMNS} to {MOST_COLUMNS} columns")
    })
}

/// Reads a number of turns.
fn limit(text: &str) -> anyhow::Result<u64> {
    let limit = natural(text)?.to_u64().unwrap_or(u64::MAX);
    ensure!(limit > 0, "`{text}` finds nothing; at least 1 turn is accepted");
    Ok(limit)
}

/// Reads a number of captures.
fn captures(text: &str) -> anyhow::Result<u32> {
    Ok(natural(text)?.to_u32().unwrap_or(u32::MAX))
}

impl Common {
    /// The number of columns.
    fn columns(&self) -> usize {
        self.columns.unwrap_or(8)
    }

    /// The least captures, as a job takes them.
    fn least_captures(&self) -> Option<Number> {
        self.least_captures.map(|captures| Number(captures.into()))
    }

    /// The progress of the work, whose finds are written as they come.
    fn progress(&self, global: &Global) -> anyhow::Result<Progress> {
        if self.counts { Ok(Progress::new(global)) } else { Progress::beside_rows(global) }
    }
}

impl Hunt {
    /// What is asked, as a job whose results become rows.
    fn job(&self) -> anyhow::Result<Box<dyn Job>> {
        let common = &self.common;
        ensure!(
            common.certificates.is_none() && !self.exhaustive.draws(),
            "--shard makes rows alone; a manifest can ask for certificates and charts too (sowlab run --help)"
        );
        ensure!(
            common.counts || common.leg_limit.is_none(),
            "--shard cannot say what --leg-limit leaves undecided; with --counts it can"
        );
        if self.openings.asked() {
            self.openings.job(common)
        } else if self.random.asked() {
            Ok(self.random.job(common))
        } else if self.exhaustive.asked() {
            self.exhaustive.job(common)
        } else {
            bail!("--shard does not go with --backward, which is one piece of work")
        }
    }

    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let common = &self.common;
        ensure!(
            !common.counts || common.least_captures.is_none() || self.backward.asked(),
            "--counts counts all turns; --least-captures goes with it only for --backward"
        );
        if self.sharing.run(|| self.job(), None, global)? {
            return Ok(());
        }
        if self.openings.asked() {
            self.openings.run(common, global)
        } else if self.random.asked() {
            self.random.run(common, global)
        } else if self.exhaustive.asked() {
            self.exhaustive.run(common, global)
        } else {
            self.backward.run(common, global)
        }
    }
}
