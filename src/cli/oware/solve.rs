//! `sowlab oware solve`.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use sowlab::analysis::endgame::{Endless, Table};
use sowlab::analysis::solve::{Known, Repetition, solve};
use sowlab::analysis::two_row::{Oware, Packed};
use sowlab::output::SolveRow;

use super::GrandSlam;
use super::endgame::read_table;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::progress::Progress;
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
/// moves, with bounds one for low, in which endless play counts as lost for the mover; the column after it is
/// `ends` where the game is over then, `recurs` where the last position has been there before, else `cut`.
/// Both stop at the limit, or after as much work as the value has taken, and are missing where a store has
/// more than half of all seeds of the position already. result is `win`, `draw` or `loss` for the mover,
/// stores included, if that is settled: a majority may end the game earlier, with the same result. depth is
/// the last one that was searched without looking at repetitions, and nodes are the boards looked into.
///
/// Nearly all positions of up to 12 seeds are decided within the default limit, except under own-side,
/// which is much harder. For many positions of few seeds, build a table (`sowlab oware endgame`). The
/// values of a --table need no search, and positions of a few seeds more come within reach. The limit, the
/// memory and the table are part of the question: with the same ones the answer is the same.
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
    /// An endgame table, whose values are taken as known: one of bounds under every rule of repetition,
    /// one of even-split under that
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl Solve {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let reading = self.grand_slam.into();
        let table = self.table(global)?;
        let known: &dyn Known = match &table {
            Some(table) => table,
            None => &(),
        };
        let width = table.as_ref().map(|table| table.rules().width);
        self.solving.run(global, width, |position, repetition, effort, observer| {
            let game = Oware::new(position.width(), position.on_board() as u8, reading);
            let board = Packed::from(position).board();
            let found = solve(&game, board, repetition, effort, known, observer)?;
            Ok(SolveRow::oware(position, repetition, &found))
        })
    }

    /// The table, if one was named, and it says something under these rules.
    fn table(&self, global: &Global) -> anyhow::Result<Option<Table>> {
        let Some(path) = &self.table else { return Ok(None) };
        global.spare(path)?;
        let progress = Progress::new(global);
        let table = read_table(path, None, memory::available(), &progress)?;
        let rules = table.rules();
        let name = || format!("--table {}", path.display());
        let asked: sowlab::games::oware::GrandSlam = self.grand_slam.into();
        let check = || {
            ensure!(
                rules.grand_slam == asked,
                "in the table a grand slam is {}, and {} is asked for",
                rules.grand_slam.name(),
                asked.name()
            );
            let repetition = self.solving.repetition();
            ensure!(
                rules.repetition == Endless::Bounds || repetition == Repetition::EvenSplit,
                "the table holds values under even-split, which say nothing under {}; a table of bounds is accepted",
                repetition.name()
            );
            Ok(())
        };
        check().with_context(name)?;
        Ok(Some(table))
    }
}
