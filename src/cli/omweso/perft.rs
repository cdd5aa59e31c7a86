//! `sowlab omweso perft`.

use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::omweso::{FastPlies, OmwesoPlies, Packed};
use sowlab::analysis::perft::{Extent, Level, PerftError, Plies, divide, perft};
use sowlab::games::omweso::Move;
use sowlab::notation::{natural, show_natural};
use sowlab::output::{DivideRow, PerftRow, write_rows};

use super::start::Start;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Count the sequences of moves from a position of Omweso
///
/// Columns: `depth,sequences,never_ending`, for each number of moves up to --depth: how many sequences
/// there are of which every move ends, and how many of which the last one, and no other, never ends.
/// Each pit with each path of choices is a move of its own. A game that has ended is not gone on with:
/// one whose mover has no pit with 2 seeds, one with captures at both ends in one move, one with a move
/// that never ends. With --distinct also `positions`: the different boards that the sequences lead to, those of games that have ended too.
/// With --divide: `move,sequences,never_ending` for each first move, at that depth.
///
/// Each different position is played on from once. For the usual boards it takes about 115 bytes, and
/// two levels are in memory at a time: those before the last, and with --distinct the last one too. If
/// they do not fit, the levels before are printed, and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso perft --depth 3
  sowlab omweso perft --opening even --depth 2 --divide
  sowlab omweso perft --position '2 2/2 2/2 2/2 2' --depth 4 --distinct --format json")]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    /// The largest number of moves, 1 to 1000
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    depth: u64,
    /// Count the different positions too
    #[arg(long, conflicts_with = "divide")]
    distinct: bool,
    /// Count for each first move on its own
    #[arg(long)]
    divide: bool,
    /// Captures at both ends of the board do not win
    #[arg(long)]
    no_emitwe_ebiri: bool,
}

/// The most moves of a sequence.
const MOST: u64 = 1000;

/// Reads a number of moves.
fn depth(text: &str) -> anyhow::Result<u64> {
    let depth = natural(text)?;
    depth.to_u64().filter(|depth| (1..=MOST).contains(depth)).with_context(|| {
        format!("`{}` is not accepted; accepted are 1 to {MOST} moves", show_natural(&depth))
    })
}

impl Perft {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read()?;
        let emitwe_ebiri = !self.no_emitwe_ebiri;
        if let Some((game, start)) = FastPlies::new(&position, emitwe_ebiri) {
            return self.count(&game, &start, global);
        }
        let game = OmwesoPlies::<BigUint>::new(emitwe_ebiri);
        self.count(&game, &Packed::from(&position), global)
    }

    fn count<G: Plies<Move = Move>>(
        &self,
        game: &G,
        start: &G::Position,
        global: &Global,
    ) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let memory = memory::available();
        let extent = Extent { depth: self.depth, distinct: self.distinct, memory };
        let progress = Progress::new(global);
        if self.divide {
            let mut rows = Vec::new();
            let row = |first: Move, level: Level| {
                let Level { sequences, never_ending, .. } = level;
                rows.push(DivideRow { first: first.to_string(), sequences, never_ending });
            };
            divide(game, start, extent, &progress, row).map_err(|error| stopped(&error))?;
            drop(progress);
            data.write(|out| write_rows(format, rows, out))?;
            return data.finish();
        }
        let mut levels = Vec::new();
        let counted = perft(game, start, extent, &progress, |level| levels.push(level));
        drop(progress);
        if let Err(PerftError::Cancelled(cancelled)) = counted {
            return Err(cancelled.into());
        }
        if self.distinct {
            data.write(|out| write_rows(format, levels.into_iter().map(PerftRow::<true>), out))?;
        } else {
            data.write(|out| write_rows(format, levels.into_iter().map(PerftRow::<false>), out))?;
        }
        data.finish()?;
        counted.map_err(|error| stopped(&error))
    }
}

/// What the memory stops is stopped by a limit.
fn stopped(error: &PerftError) -> anyhow::Error {
    match error {
        PerftError::Memory { .. } => Stopped(error.to_string()).into(),
        PerftError::Cancelled(cancelled) => (*cancelled).into(),
    }
}
