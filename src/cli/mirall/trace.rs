//! `sowlab mirall trace`.

use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::mirall;
use sowlab::games::mirall::Row;
use sowlab::notation::{natural, show_natural};
use sowlab::output::{Format, TraceRow, draw_trace, write_rows};

use super::{memory, moves, row};
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::signal;

/// Play El Mirall move by move
///
/// Columns: `move,pit,hand,position`: the number of the move from 1, the pit sown from 0 at the left,
/// the seeds it held, the position after the move as `a b c`. On a terminal, without --format, the
/// rows of both players are drawn, with the pit just sown in brackets.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall trace --pits 6 --seeds 4
  sowlab mirall trace --position 0,0,10 --moves 5 --format jsonl
  sowlab mirall trace --pits 8 --seeds 2^80 --skip 10^7 --moves 20")]
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
    /// Leave out this many moves before the first one shown; they are jumped, not played
    #[arg(long, value_name = "N", value_parser = skipped, allow_hyphen_values = true,
        default_value_t = 0, hide_default_value = true)]
    skip: u128,
}

/// Reads a number of moves to leave out, so that the moves after them can be numbered too.
fn skipped(text: &str) -> anyhow::Result<u128> {
    let moves = natural(text)?;
    moves.to_u128().filter(|moves| moves >> 127 == 0).with_context(|| {
        format!("`{}` is too large; fewer than 2^127 moves can be left out", show_natural(&moves))
    })
}

impl Trace {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let start = match (self.position, self.pits, self.seeds) {
            (Some(row), _, _) => row,
            (None, pits, seeds) => uniform(&pits.unwrap_or_default(), seeds.unwrap_or_default())?,
        };
        let format = global.format()?;
        let draws = global.draws();
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let allowed = memory::available();
        let whole = || -> anyhow::Result<u64> {
            let orbit = mirall::orbit(&start, allowed, &progress)?;
            let moves = (orbit.preperiod + orbit.period).saturating_sub(self.skip);
            Ok(moves.to_u64().unwrap_or(u64::MAX))
        };
        let moves = self.moves.map_or_else(whole, Ok)?;
        if format == Format::Table && !draws {
            let digits: u64 = start.pits().iter().map(|seeds| seeds.bits() / 3 + 2).sum();
            let needed = BigUint::from(moves) * (3 * digits + 4 * memory::DRAWN_CELL_BYTES);
            memory::require_bytes(&format!("a table of {moves} moves"), &needed, allowed)?;
        }
        let first = match self.skip {
            0 => start,
            skip => mirall::advance(&start, skip, allowed, &progress)?,
        };
        drop(progress);
        global.note(|| format!("playing {moves} moves from {first}"));
        // A table is drawn when all moves are made, so the moves themselves must stop as well.
        let rows = play(first.clone(), self.skip, moves).take_while(|_| !signal::received());
        data.write(|out| {
            if draws {
                draw_trace(&first.to_string(), self.skip, rows, out)
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

/// The moves from a row on, numbered after those left out.
fn play(mut row: Row<BigUint>, skipped: u128, moves: u64) -> impl Iterator<Item = TraceRow> {
    (1..=moves).map(move |number| {
        let played = row.play();
        TraceRow {
            number: skipped + u128::from(number),
            pit: played.pit as u64,
            hand: played.hand,
            position: row.to_string(),
        }
    })
}
