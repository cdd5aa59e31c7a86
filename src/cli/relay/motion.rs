//! `sowlab relay move` and `sowlab relay orbit`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use rayon::prelude::*;
use sowlab::analysis::relay::{Decision, Effort, Fate, Rule, decide};
use sowlab::games::relay::State;
use sowlab::notation::{natural, show_natural};
use sowlab::observer::Observer;
use sowlab::output::{MotionRow, write_rows};

use super::{Pits, batch, laps, pits, state};
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Decide whether a relay move ends, exactly
///
/// Columns: `outcome,mayer,laps,sown,preperiod,period,reduced_period,final_position`. Outcome is
/// `ends`, `never-ends` or `undecided`; mayer is true where the Mayer test alone proves that the move
/// never ends. A move that ends has its laps, the seeds sown in them and the final position; one
/// that never ends has the seeds sown in one period, its preperiod, which is 0, the laps until pits
/// and pivot recur, and the laps until they recur up to rotation of the circuit.
///
/// If --lap-limit comes first, the outcome is `never-ends` without a period where the Mayer test
/// proves it; otherwise it is `undecided`, and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay move --position 4,4,4,4,4,4,4,4 --pit 0
  sowlab relay move --position '3 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1' --pit 0 --format json
  sowlab relay move --position 10^30,0,2^80,7 --pit 2 --lap-limit 10^5
  printf '2 0 1 @ 0\\n3,1,0,1 @ 0\\n' | sowlab relay move --positions -")]
pub struct Move {
    #[command(flatten)]
    motion: Motion,
}

/// Find when a state of relay sowing recurs, the stopping rule off
///
/// The extended map F sows the landing pit on even if its seed lies alone, so it never ends: every
/// state recurs, also where the move from it ends: the outcome is always `never-ends`, or
/// `undecided`. Columns as those of `relay move`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay orbit --position 5,4,1 --pit 0
  sowlab relay orbit --position 2,1,10^20 --pit 2 --no-period --format json")]
pub struct Orbit {
    #[command(flatten)]
    motion: Motion,
}

/// What is played, and how far.
#[derive(Debug, Args)]
struct Motion {
    /// Seeds in each pit in the direction of sowing, separated by commas or spaces, of any size
    #[arg(long, value_name = "LIST", value_parser = pits, allow_hyphen_values = true,
        requires = "pit", required_unless_present = "positions")]
    position: Option<Pits>,
    /// The pit that is sown first, from 0
    #[arg(long, value_name = "N", value_parser = natural, allow_hyphen_values = true,
        requires = "position")]
    pit: Option<BigUint>,
    /// Decide every line `position @ pit` of a file, or of standard input for -; one row for each, in
    /// the same order. Empty lines and lines that begin with # are left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "pit"])]
    positions: Option<PathBuf>,
    /// Give up after this many laps, at least 1 [default: never]
    #[arg(long, value_name = "N", value_parser = laps, allow_hyphen_values = true)]
    lap_limit: Option<u64>,
    /// Do not play where the Mayer test proves that it never ends; the period is missing then
    #[arg(long)]
    no_period: bool,
}

impl Move {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        self.motion.run(Rule::Move, global)
    }
}

impl Orbit {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        self.motion.run(Rule::Extended, global)
    }
}

impl Motion {
    fn run(self, rule: Rule, global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        let states = match (self.positions, self.position, self.pit) {
            (Some(path), _, _) => batch::read(&path, rule)?,
            (None, Some(pits), Some(pit)) => {
                let option = || format!("--pit {}", show_natural(&pit));
                vec![state(pits, &pit, rule).with_context(option)?]
            }
            _ => Vec::new(),
        };
        let mut data = global.sink()?;
        let limit = self.lap_limit.unwrap_or(u64::MAX);
        let effort = Effort { lap_limit: limit, period: !self.no_period };
        let progress = Progress::new(global);
        let decisions = decide_all(&states, rule, effort, &progress)?;
        drop(progress);

        let all = decisions.len();
        let undecided =
            decisions.iter().filter(|decision| decision.fate == Fate::Undecided).count();
        data.write(|out| write_rows(format, decisions.into_iter().map(MotionRow::from), out))?;
        data.finish()?;
        if undecided == 0 {
            return Ok(());
        }
        let what = if all == 1 { "it".to_owned() } else { format!("{undecided} of {all} states") };
        Err(Stopped::undecided(&what, limit).into())
    }
}

/// Decides states in parallel; the answers have their order.
fn decide_all(
    states: &[State<BigUint>],
    rule: Rule,
    effort: Effort,
    progress: &Progress,
) -> anyhow::Result<Vec<Decision>> {
    // The share that is done says nothing about a single one.
    progress.begin((states.len() > 1).then_some(states.len() as u64));
    let decisions: Result<_, _> = states
        .par_iter()
        .map(|state| {
            let decision = decide(state, rule, effort, progress);
            progress.advance(1);
            decision
        })
        .collect();
    Ok(decisions?)
}
