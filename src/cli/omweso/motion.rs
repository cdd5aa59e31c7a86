//! `sowlab omweso move` and `sowlab omweso test`.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use sowlab::analysis::omweso::{Choices, Fate, Turn, turns};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::Position;
use sowlab::notation::{natural, show_natural};
use sowlab::observer::Observer;
use sowlab::output::{TurnRow, write_rows};

use super::board::{Board, board};
use super::certificates::Certificates;
use super::legs;
use super::trace::trace;
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Decide a move of Omweso, exactly: one row for each path of choices
///
/// Columns: `path,outcome,mayer,legs,sown,captures,captured,preperiod,period,emitwe_ebiri,akawumbi,
/// final_position`. The path spells the direction, ccw or cw, at each leg that could be sown in both.
/// Outcome is `ends`, `never-ends` or `undecided`; mayer is true where the Mayer test alone proves
/// that the move never ends, once no column is armed. A move that ends has its legs, the seeds sown in
/// them and the final position, as the mover sees it; one that never ends has the legs before the
/// first state that recurs, the legs until it does, and the seeds sown in these. captures counts
/// captures, captured the seeds.
///
/// Positions are written from the mover's view, four rows from the top: opponent's outer, opponent's
/// inner, own inner, own outer. Own pits are numbered counter-clockwise, the outer row from the left,
/// then the inner row from the right.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso move --position '1 1/1 1/. 1/. 3' --pit 1
  sowlab omweso move --position '. 1 . ./. 4 . ./. 1 . ./. 3 . .' --pit 1 --trace
  sowlab omweso move --position '0 0/0 0/1 0/2 0' --pit 0 --format json")]
pub struct Move {
    #[command(flatten)]
    asked: Asked,
    /// The pit that is sown first, from 0
    #[arg(long, value_name = "N", value_parser = natural, allow_hyphen_values = true)]
    pit: BigUint,
    /// Print each leg instead: `path,leg,origin,hand,direction,landing,event,column,seeds,position`, of
    /// a move that never ends the legs before the first state that recurs and one period. event is
    /// ends, relay or capture, column and seeds are of a capture, and the position is that after the
    /// leg, without the next hand. On a terminal, without --format, boards are drawn
    #[arg(long, conflicts_with_all = ["certificates", "no_period"])]
    trace: bool,
    /// Print at most this many legs of each path with --trace, at least 1
    #[arg(long, value_name = "N", default_value = "1000", value_parser = legs,
        allow_hyphen_values = true, requires = "trace")]
    legs: u64,
}

/// Decide every move of a position of Omweso, exactly
///
/// Columns: `pit,path,outcome,...`, as those of `omweso move`: one row for each starting pit and path
/// of choices, the pits in order. The Mayer test, the recurrence test and the captures before are all
/// in it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso test --position '4 4 4 4 4 4 4 4/. . . . . . . ./. . . . . . . ./4 4 4 4 4 4 4 4'
  sowlab omweso test --position '1 1/1 1/. 1/. 3' --certificates a.jsonl && sowlab verify a.jsonl
  printf '2 2 2\\n2 2 2\\n2 2 2\\n2 2 2\\n' | sowlab omweso test --position - --choices ccw")]
pub struct Test {
    #[command(flatten)]
    asked: Asked,
}

/// What is played, and how far.
#[derive(Debug, Args)]
struct Asked {
    /// The board from the mover's view: four rows from the top with / between them, seeds separated
    /// by spaces or commas, . or 0 for an empty pit; or a file of four lines; or - for standard input
    #[arg(long, value_name = "BOARD", value_parser = board, allow_hyphen_values = true)]
    position: Board,
    /// Which choices of direction are followed
    #[arg(long, value_name = "WHICH", default_value = "all")]
    choices: Which,
    /// Give up a path after this many legs without a capture or a choice, at least 1 [default: never]
    #[arg(long, value_name = "N", value_parser = legs, allow_hyphen_values = true)]
    leg_limit: Option<u64>,
    /// Do not play where the Mayer test proves that it never ends; the period is missing then
    #[arg(long)]
    no_period: bool,
    /// Write a certificate of each path that is decided to this file, in the order of the rows, as JSON
    /// lines; it appears whole or not at all, and `sowlab verify` checks it
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
}

/// Which choices are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// Each that the rules allow
    All,
    /// Counter-clockwise wherever there is a choice
    Ccw,
}

impl From<Which> for Choices {
    fn from(which: Which) -> Self {
        match which {
            Which::All => Self::All,
            Which::Ccw => Self::CounterClockwise,
        }
    }
}

impl Move {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.asked.position.read()?;
        let pits = position.own().len();
        let pit = self.pit.to_usize().filter(|&pit| pit < pits).with_context(|| {
            let pit = show_natural(&self.pit);
            let last = pits - 1;
            format!("--pit {pit}: pit {pit} is not on the mover's side; its {pits} pits are numbered 0 to {last}")
        })?;
        if self.trace {
            return self.asked.trace(&position, pit, self.legs, global);
        }
        self.asked.run::<0>(&position, &[pit], global)
    }
}

impl Test {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.asked.position.read()?;
        let pits: Vec<usize> = position.starts().collect();
        self.asked.run::<1>(&position, &pits, global)
    }
}

impl Asked {
    /// Which turns are looked at, and how far.
    fn question(&self) -> (Choices, Effort) {
        let lap_limit = self.leg_limit.unwrap_or(u64::MAX);
        (self.choices.into(), Effort { lap_limit, period: !self.no_period })
    }

    /// Decides all turns from a pit, and prints their legs.
    fn trace(
        &self,
        position: &Position<BigUint>,
        pit: usize,
        most: u64,
        global: &Global,
    ) -> anyhow::Result<()> {
        let (choices, effort) = self.question();
        let progress = Progress::new(global);
        let found = turns(position, pit, choices, effort, &progress)
            .with_context(|| format!("--pit {pit}"))?;
        drop(progress);
        trace(position, pit, &found, most, global)
    }

    /// Decides all turns from some pits.
    fn run<const LEADING: usize>(
        &self,
        position: &Position<BigUint>,
        pits: &[usize],
        global: &Global,
    ) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let certificates = self.certificates.as_deref();
        let mut certificates =
            certificates.map(|path| Certificates::open(path, &[&data])).transpose()?;
        let (choices, effort) = self.question();
        let limit = effort.lap_limit;
        let progress = Progress::new(global);
        progress.begin((pits.len() > 1).then_some(pits.len() as u64));
        let found = pits.par_iter().map(|&pit| {
            let found = turns(position, pit, choices, effort, &progress);
            progress.advance(1);
            found.with_context(|| format!("--pit {pit}"))
        });
        let found: Vec<_> = found.collect::<Result<_, _>>()?;
        drop(progress);
        let mut undecided = 0u64;
        let mut count = |turn: &Turn| undecided += u64::from(turn.fate == Fate::Undecided);
        let rows = pits
            .iter()
            .zip(&found)
            .flat_map(|(&pit, turns)| turns.iter().map(move |turn| (pit, turn)));
        let mut fault = None;
        let rows = rows.map_while(|(pit, turn)| {
            if let Some(certificates) = &mut certificates
                && let Err(error) = certificates.push(position, pit, &turn)
            {
                fault = Some(error);
                return None;
            }
            count(&turn);
            Some(TurnRow::<LEADING> { position: String::new(), pit: pit as u64, turn })
        });
        data.write(|out| write_rows(format, rows, out))?;
        fault.map_or(Ok(()), Err)?;
        data.finish()?;
        certificates.map_or(Ok(()), Certificates::finish)?;
        Ok(Stopped::undecided_paths(undecided, limit)?)
    }
}
