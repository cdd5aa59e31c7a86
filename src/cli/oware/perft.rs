//! `sowlab oware perft`.

use clap::Args;
use sowlab::analysis::two_row::{Oware, Packed};

use super::GrandSlam;
use crate::cli::global::Global;
use crate::cli::perft::Question;
use crate::cli::two_rows::{OWARE, Start};

/// Count the sequences of moves from a position of Oware
///
/// Columns: `depth,sequences`, for each number of moves up to --depth: how many sequences of exactly so
/// many moves there are. A game that has ended is not gone on with; a position that comes back does not
/// end it here, since that depends on the moves before. With --distinct also `positions`: the different
/// positions that the sequences lead to, stores and the player to move included. With --divide:
/// `move,sequences` for each first move, at that depth.
///
/// Each different position is played on from once, and the last moves are counted from those before.
/// A position takes about 80 bytes. --distinct keeps the positions of all levels. If they do not fit, the
/// levels before are printed, and the exit code is 3. --one-by-one counts every sequence on its own and
/// remembers nothing: the same numbers by a second route.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware perft --depth 10
  sowlab oware perft --depth 6 --distinct --chart growth.svg
  sowlab oware perft --depth 7 --divide --one-by-one
  sowlab oware perft --pits 3 --seeds 3 --depth 40 --grand-slam forbidden")]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    question: Question,
    /// Count every sequence on its own
    #[arg(long, conflicts_with = "distinct")]
    one_by_one: bool,
    /// What becomes of a sowing that would capture all of the opponent's seeds
    #[arg(long, value_name = "READING", default_value = "captures-nothing")]
    grand_slam: GrandSlam,
}

impl Perft {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read(OWARE)?;
        let game = Oware::new(position.width(), position.total() as u8, self.grand_slam.into());
        let (start, what) = (Packed::from(&position), format!("Oware from {position}"));
        self.question.answer_fast(&game, &start, self.one_by_one, &what, global)
    }
}
