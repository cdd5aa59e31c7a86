//! `sowlab pas-de-deux turns`.

use clap::Args;
use sowlab::output::{TurnStepRow, write_rows};

use super::FirstMoveCaptures;
use crate::cli::global::Global;
use crate::cli::two_rows::{PAS_DE_DEUX, Start};

/// List the legal turns of a position of Pas de Deux
///
/// Columns: `turn,captured,position`: the pits of its moves, counted from 1 from the mover's left, as in
/// 3 or 3-7, the seeds captured in all, and the position after it. A game that has ended has no turns.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux turns
  sowlab pas-de-deux turns --position 1-0-0-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-S
  sowlab pas-de-deux turns --first-move-captures no")]
pub struct Turns {
    #[command(flatten)]
    start: Start,
    /// Whether the first move of a turn of two captures
    #[arg(long, value_name = "WHETHER", default_value = "yes")]
    first_move_captures: FirstMoveCaptures,
}

impl Turns {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read(PAS_DE_DEUX)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let turns = position.turns(self.first_move_captures.into());
        data.write(|out| write_rows(format, turns.iter().map(TurnStepRow::from), out))?;
        data.finish()
    }
}
