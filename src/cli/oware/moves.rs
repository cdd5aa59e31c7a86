//! `sowlab oware moves`.

use clap::Args;
use sowlab::output::{OwareMoveRow, write_rows};

use super::GrandSlam;
use crate::cli::global::Global;
use crate::cli::two_rows::{OWARE, Start};

/// List the legal moves of a position of Oware
///
/// Columns: `move,captured,grand_slam,position`: the letter of the pit, A to F for South and a to f for
/// North, the seeds captured, whether the move is a grand slam, and the position after it. A game that
/// has ended has no moves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware moves
  sowlab oware moves --position 0-0-0-0-3-0-2-1-5-0-0-0-18-19-S")]
pub struct Moves {
    #[command(flatten)]
    start: Start,
    /// What becomes of a sowing that would capture all of the opponent's seeds
    #[arg(long, value_name = "READING", default_value = "captures-nothing")]
    grand_slam: GrandSlam,
}

impl Moves {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read(OWARE)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let moves = position.moves(self.grand_slam.into());
        data.write(|out| write_rows(format, moves.iter().map(OwareMoveRow::from), out))?;
        data.finish()
    }
}
