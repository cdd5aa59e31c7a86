//! `sowlab mirall trace`.

use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::games::mirall::Row;
use sowlab::notation::{natural, show_natural};
use sowlab::orbit::Orbit;
use sowlab::output::{TraceRow, draw_trace, write_rows};

use super::{classify_row, memory, moves, row};
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::signal;

/// Play El Mirall move by move
///
/// Columns: `move,pit,hand,position`: the number of the move from 1, the pit sown from 0 at the left,
/// the seeds it held, the position after the move as `a b c`. On a terminal both players' rows are
/// drawn as they sit: the upper one is the mirror image.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall trace --pits 6 --seeds 4
  sowlab mirall trace --position 0,0,10 --moves 5 --format jsonl")]
pub struct Trace {
    /// Number of pits, at least 1
    #[arg(long, value_name = "N", value_parser = natural, allow_hyphen_values = true,
        requires = "seeds", required_unless_present = "position")]
    pits: Option<BigUint>,
    /// Number of seeds in each pit, at least 1
    #[arg(long, value_name = "N", value_parser = natural, allow_hyphen_values = true,
        requires = "pits")]
    seeds: Option<BigUint>,
    /// Seeds in each pit from the left, separated by commas or spaces
    #[arg(long, value_name = "LIST", value_parser = row, allow_hyphen_values = true,
        conflicts_with_all = ["pits", "seeds"])]
    position: Option<Row<BigUint>>,
    /// Number of moves [default: until the first position that recurs has returned]
    #[arg(long, value_name = "N", value_parser = moves, allow_hyphen_values = true)]
    moves: Option<u64>,
}

impl Trace {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let start = match (self.position, self.pits, self.seeds) {
            (Some(row), _, _) => row,
            (None, pits, seeds) => uniform(&pits.unwrap_or_default(), seeds.unwrap_or_default())?,
        };
        let format = global.format()?;
        let draws = global.draws()?;
        let mut data = global.sink()?;
        let moves = match self.moves {
            Some(moves) => moves,
            None => match classify_row(&start, u64::MAX, &Progress::new(global))? {
                Orbit::Periodic { preperiod, period } => preperiod.saturating_add(period),
                Orbit::Ends { steps } | Orbit::Undecided { steps } => steps,
            },
        };
        global.note(|| format!("playing {moves} moves from {start}"));
        // A table is drawn when all moves are made, so the moves themselves must stop as well.
        let rows = play(start.clone(), moves).take_while(|_| !signal::received());
        data.write(|out| {
            if draws {
                draw_trace(&start.to_string(), rows, out)
            } else {
                write_rows(format, rows, out)
            }
        })?;
        data.finish()
    }
}

/// The starting position of the game.
fn uniform(pits: &BigUint, seeds: BigUint) -> anyhow::Result<Row<BigUint>> {
    memory::require(&format!("a row of {} pits", show_natural(pits)), pits, memory::available())?;
    let length = pits.to_usize().context("a row in memory has an index")?;
    Ok(Row::uniform(length, seeds)?)
}

/// The moves from a row on.
fn play(mut row: Row<BigUint>, moves: u64) -> impl Iterator<Item = TraceRow> {
    (1..=moves).map(move |number| {
        let played = row.play();
        TraceRow { number, pit: played.pit as u64, hand: played.hand, position: row.to_string() }
    })
}
