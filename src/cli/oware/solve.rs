//! `sowlab oware solve`.

use clap::Args;
use sowlab::analysis::solve::solve;
use sowlab::analysis::two_row::{Oware, Packed};
use sowlab::output::SolveRow;

use super::GrandSlam;
use crate::cli::global::Global;
use crate::cli::solving::Solving;

/// Find the exact value of a position of Oware by search
///
/// Columns: `position,repetition,value,low,high,decided,best,line,line_end,result,depth,nodes`. value is
/// what the mover gets of the seeds on the board minus what the opponent gets, if both play for that;
/// stores do not count. low and high are what has been proved: the value is between them. With bounds as
/// the rule of repetition, low is what the mover can force if endless play loses everything left, high is
/// the same if it wins everything, and value is there where they meet. decided says whether all that was
/// asked for is known; where it is not, the exit code is 3.
///
/// best are the moves that are worth the value (or low), and line is a line of best play of at most 100
/// moves; the column after it is `ends` where the game is over then, `recurs` where the last position has
/// been there before, else `cut`. Both stop where the limit does. result is `win`, `draw` or `loss` for the
/// mover, stores included, if that is settled: a majority may end the game earlier, with the same result.
/// depth is the last one that was searched without looking at repetitions, and nodes are the boards looked
/// into.
///
/// Nearly all positions of up to 12 seeds are decided within the default limit, except under own-side,
/// which is much harder. For many positions of few seeds, build a table (`sowlab oware endgame`). The
/// limit and the memory are part of the question: with the same ones the answer is the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware solve --position 0-0-0-0-0-1-1-0-1-0-0-1-20-24-S
  sowlab oware solve --position '1 0 0 2 0 1' --repetition even-split --format json
  sowlab oware solve --position '1 0 0 1' --repetition own-side --grand-slam forbidden")]
pub struct Solve {
    #[command(flatten)]
    solving: Solving,
    /// What becomes of a sowing that would capture all of the opponent's seeds
    #[arg(long, value_name = "READING", default_value = "captures-nothing")]
    grand_slam: GrandSlam,
}

impl Solve {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let reading = self.grand_slam.into();
        self.solving.run(global, |position, repetition, effort, observer| {
            let game = Oware::new(position.width(), position.on_board() as u8, reading);
            let board = Packed::from(position).board();
            let found = solve(&game, board, repetition, effort, &(), observer)?;
            Ok(SolveRow::oware(position, repetition, &found))
        })
    }
}
