//! `sowlab omweso move` and `sowlab omweso test`.

use std::path::PathBuf;

use anyhow::Context;
use clap::{ArgGroup, Args, ValueEnum};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use sowlab::analysis::omweso::{Choices, Fate, Turn, Turns, turns};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::{Leg, Position};
use sowlab::notation::{natural, show_natural};
use sowlab::observer::Observer;
use sowlab::output::TurnRow;

use super::board::{Board, board, list};
use super::certificates::Certificates;
use super::legs;
use super::trace::trace;
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::{Progress, write_beside};

/// Decide a move of Omweso, exactly: one row for each path of choices
///
/// Columns: `path,outcome,mayer,legs,sown,captures,captured,preperiod,period,emitwe_ebiri,akawumbi,
/// final_position`. The path spells the direction, ccw or cw, at each leg that could be sown in both.
/// Outcome is `ends`, `never-ends` or `undecided`; mayer is true where the Mayer test alone proves
/// that the move never ends, once no column is armed. A move that ends has its legs, the seeds sown in
/// them and the final position, as the mover sees it; one that never ends has the legs before the
/// first moment that recurs, the legs until it does, and the seeds sown in these. captures counts
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
    /// The board from the mover's view: four rows from the top with / between them, seeds separated
    /// by spaces or commas, . or 0 for an empty pit; or a file of four lines; or - for standard input
    #[arg(long, value_name = "BOARD", value_parser = board, allow_hyphen_values = true)]
    position: Board,
    /// The pit that is sown first, from 0
    #[arg(long, value_name = "N", value_parser = natural, allow_hyphen_values = true)]
    pit: BigUint,
    /// Print each leg instead: `path,leg,origin,hand,direction,landing,event,column,captured,position`,
    /// of a move that never ends the legs before the first moment that recurs and one period. event is
    /// ends, relay or capture, column and captured are of a capture, and the position is that after the
    /// leg, without the next hand. On a terminal, without --format, boards are drawn
    #[arg(long, conflicts_with_all = ["certificates", "leg_limit", "no_period"])]
    trace: bool,
    /// Print at most this many legs of each path with --trace, at least 1
    #[arg(long, value_name = "N", default_value = "1000", value_parser = legs,
        allow_hyphen_values = true, requires = "trace")]
    legs: u64,
    #[command(flatten)]
    asked: Asked,
}

/// Decide every move of a position of Omweso, exactly
///
/// Columns: `pit,path,outcome,...`, as those of `omweso move`: one row for each starting pit and path
/// of choices, the pits in order. The Mayer test, the recurrence test and the captures before are all
/// in it. There is no row where no pit has 2 seeds: the mover has lost.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso test --position '4 4 4 4 4 4 4 4/. . . . . . . ./. . . . . . . ./4 4 4 4 4 4 4 4'
  sowlab omweso test --position '1 1/1 1/. 1/. 3' --certificates a.jsonl && sowlab verify a.jsonl
  printf '2 2 2\\n2 2 2\\n2 2 2\\n2 2 2\\n' | sowlab omweso test --position - --choices ccw
  printf '1 1/1 1/. 1/. 3\\n. ./. ./. 1/2 .\\n' | sowlab omweso test --positions -")]
#[command(group = ArgGroup::new("boards").required(true))]
pub struct Test {
    /// The board from the mover's view: four rows from the top with / between them, seeds separated
    /// by spaces or commas, . or 0 for an empty pit; or a file of four lines; or - for standard input
    #[arg(long, value_name = "BOARD", value_parser = board, allow_hyphen_values = true,
        group = "boards")]
    position: Option<Board>,
    /// Decide every position of a file, or of standard input for -, one a line; the rows begin with a
    /// column `position`. Empty lines and lines that begin with # are left out
    #[arg(long, value_name = "FILE", group = "boards")]
    positions: Option<String>,
    #[command(flatten)]
    asked: Asked,
}

/// What is played, and how far.
#[derive(Debug, Args)]
struct Asked {
    /// Which choices of direction are followed
    #[arg(long, value_name = "WHICH", default_value = "all")]
    choices: Which,
    /// Give up a path after this many legs without a capture or a choice, at least 1; a period can be
    /// longer than anyone waits [default: never]
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
        let position = self.position.read()?;
        let pits = position.own().len();
        let pit = self.pit.to_usize().filter(|&pit| pit < pits).with_context(|| {
            let pit = show_natural(&self.pit);
            let last = pits - 1;
            format!("--pit {pit}: pit {pit} is not on the mover's side; its {pits} pits are numbered 0 to {last}")
        })?;
        Leg::start(position.clone(), pit).with_context(|| format!("--pit {pit}"))?;
        if self.trace {
            return self.asked.trace(&position, pit, self.legs, global);
        }
        self.asked.run::<0>(&[(position, vec![pit])], global)
    }
}

impl Test {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let starts = |position: Position<BigUint>| {
            let pits = position.starts().collect();
            Ok((position, pits))
        };
        match (&self.positions, &self.position) {
            (Some(file), _) => self.asked.run::<2>(&list("--positions", file, starts)?, global),
            (None, Some(board)) => self.asked.run::<1>(&[starts(board.read()?)?], global),
            (None, None) => Ok(()),
        }
    }
}

/// Positions that are decided before the rows of the first of them are written.
const CHUNK: usize = 256;

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
        // How long a move is need not be known if it takes far more legs than are shown.
        let effort = Effort { lap_limit: most.max(1 << 20), period: true };
        let progress = Progress::new(global);
        let found = turns(position, pit, self.choices.into(), effort, &progress)
            .with_context(|| format!("--pit {pit}"))?;
        drop(progress);
        trace(position, pit, &found, most, global)
    }

    /// Decides all turns from some pits of each position, and writes a row for each.
    fn run<const LEADING: usize>(
        &self,
        questions: &[(Position<BigUint>, Vec<usize>)],
        global: &Global,
    ) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let certificates = self.certificates.as_deref();
        let mut certificates =
            certificates.map(|path| Certificates::open(path, &[&data])).transpose()?;
        let progress = Progress::beside_rows(global)?;
        let (mut undecided, mut fault, mut whole) = (0u64, None, false);
        let mut found = self.turns(questions, &progress);
        let rows = std::iter::from_fn(|| {
            let Some(found) = found.next() else {
                whole = true;
                return None;
            };
            let row = found.and_then(|(position, pit, turn)| {
                if let Some(certificates) = &mut certificates {
                    certificates.push(&position, pit, &turn)?;
                }
                undecided += u64::from(turn.fate == Fate::Undecided);
                let position = if LEADING == 2 { position.to_string() } else { String::new() };
                Ok(TurnRow::<LEADING> { position, pit: pit as u64, turn })
            });
            row.map_err(|error| fault = Some(error)).ok()
        });
        data.write(|out| write_beside(&progress, format, rows, out))?;
        fault.map_or(Ok(()), Err)?;
        Certificates::put(certificates, data, whole)?;
        Ok(Stopped::undecided_paths(undecided, self.question().1.lap_limit)?)
    }

    /// The turns, in the order of the positions and their pits; some positions at a time are decided,
    /// in parallel.
    fn turns<'a>(
        &self,
        questions: &'a [(Position<BigUint>, Vec<usize>)],
        progress: &'a Progress,
    ) -> impl Iterator<Item = anyhow::Result<(Position<BigUint>, usize, Turn)>> + use<'a> {
        let (choices, effort) = self.question();
        let all: u64 = questions.iter().map(|(_, pits)| pits.len() as u64).sum();
        progress.begin((all > 1).then_some(all));
        let decide = move |(position, pit): (&'a Position<BigUint>, usize)| {
            let found = turns(position, pit, choices, effort, progress);
            progress.advance(1);
            (position, pit, found)
        };
        let decided = questions.chunks(CHUNK).flat_map(move |chunk| {
            let pits = chunk
                .iter()
                .flat_map(|(position, pits)| pits.iter().map(move |&pit| (position, pit)));
            pits.collect::<Vec<_>>().into_par_iter().map(decide).collect::<Vec<_>>()
        });
        decided.flat_map(|(position, pit, found)| {
            let (found, fault) = match found {
                Ok(found) => (Some(found), None),
                Err(error) => {
                    (None, Some(anyhow::Error::from(error).context(format!("--pit {pit}"))))
                }
            };
            let turns = found.into_iter().flat_map(Turns::into_turns);
            let turns = turns.map(move |turn| Ok((position.clone(), pit, turn)));
            turns.chain(fault.map(Err))
        })
    }
}
