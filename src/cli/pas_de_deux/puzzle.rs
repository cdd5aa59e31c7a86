//! `sowlab pas-de-deux puzzle`.

use anyhow::Context;
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::analysis::puzzle::{candidates, survey};
use sowlab::notation::natural;
use sowlab::output::{CandidateRow, PuzzleRow, write_rows};

use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Find all boards of the published puzzle of Pas de Deux, whose diagram is lost
///
/// "South to play and win! Note that North only needs one seed to draw." Its solution is printed, a main
/// line and a variation. All boards of 1 to 49 seeds are searched that the lines can be played on.
/// Columns: `first_move_captures,marked,unmarked,north_counts,misprint,main,variation,both,main_plies,variation_plies`.
/// The reading: whether the first move of a turn of two captures; whether a number beside a turn (x14)
/// counts the captures of the whole turn or of its last move; whether other turns of South's capture
/// nothing or anything; whether North's pits are counted from her left or from her right; the number
/// that is taken for a misprint, if one is: the seeds that the last turn wins, or those that 7-8
/// captures, in one of the lines. What is found: the boards that fit the main line, the variation, and
/// both; the most plies of the main line that can be played on a board that fits the variation, and the
/// other way round, the last turn included.
///
/// With --positions come the boards that fit both lines with one misprint, and what can be forced from each.
/// Columns:
/// `position,seeds,first_move_captures,unmarked,misprint,result,turns,winning,main_keeps,main_only`: the
/// misprints, each of which lets both lines fit; `won` if South can force to get every seed, else `not-won`, `not-won-even-split` if that is certain only
/// where endless play splits the rest evenly, or `undecided`; turns of South's that are needed at most,
/// and the first turns that force it; where it is won, the turns of the main line up to the first that
/// gives the win away, and the moves at which no other turn wins. It takes a minute or
/// two. If a board is undecided, the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux puzzle
  sowlab pas-de-deux puzzle --format json")]
pub struct Puzzle {
    /// List the boards, and what can be forced from each
    #[arg(long)]
    positions: bool,
    /// Boards that may be looked into for each turn of a board, 1 to 10^12
    #[arg(long, value_name = "N", value_parser = limit, default_value = "50000",
        requires = "positions", allow_hyphen_values = true)]
    limit: u64,
}

/// The largest limit.
const MOST: u64 = 1_000_000_000_000;

/// Reads a number of boards.
fn limit(text: &str) -> anyhow::Result<u64> {
    let limit = natural(text)?.to_u64().filter(|limit| (1..=MOST).contains(limit));
    limit.with_context(|| format!("`{text}` is not accepted; accepted are 1 to 10^12 boards"))
}

impl Puzzle {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let survey = survey(&progress)?;
        drop(progress);
        if !self.positions {
            data.write(|out| write_rows(format, survey.iter().map(PuzzleRow::from), out))?;
            return data.finish();
        }
        let progress = Progress::new(global);
        let candidates = candidates(&survey, self.limit, &progress)?;
        drop(progress);
        let rows: Vec<CandidateRow> = candidates.iter().map(CandidateRow::from).collect();
        data.write(|out| write_rows(format, &rows, out))?;
        data.finish()?;
        let undecided = candidates.iter().filter(|candidate| candidate.result() == "undecided");
        match undecided.count() {
            0 => Ok(()),
            boards => Err(Stopped(format!(
                "undecided: whether everything can be forced from {boards} of the boards is not known within the limit of {} boards; a higher --limit may decide it",
                self.limit
            ))
            .into()),
        }
    }
}
