//! `sowlab pas-de-deux solve`.

use clap::Args;
use sowlab::analysis::solve::solve;
use sowlab::analysis::two_row::{Packed, PasDeDeux};
use sowlab::output::SolveRow;

use super::FirstMoveCaptures;
use crate::cli::global::Global;
use crate::cli::solving::Solving;

/// Find the exact value of a position of Pas de Deux by search
///
/// Columns are those of `sowlab oware solve`, with turns for moves:
/// `position,repetition,value,low,high,decided,best,line,line_end,result,depth,nodes`. Since there may be 64
/// turns, fewer seeds are decided within the same limit.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux solve --position 1-0-0-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-S
  sowlab pas-de-deux solve --position '1 0 1 0 0 2' --first-move-captures no")]
pub struct Solve {
    #[command(flatten)]
    solving: Solving,
    /// Whether the first move of a turn of two captures
    #[arg(long, value_name = "WHETHER", default_value = "yes")]
    first_move_captures: FirstMoveCaptures,
}

impl Solve {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let reading = self.first_move_captures.into();
        self.solving.run(global, None, |position, repetition, effort, observer| {
            let game = PasDeDeux::new(position.width(), position.on_board() as u8, reading);
            let board = Packed::from(position).board();
            let found = solve(&game, board, repetition, effort, &(), observer)?;
            Ok(SolveRow::pas_de_deux(position, repetition, &found))
        })
    }
}
