//! `sowlab pas-de-deux perft`.

use clap::Args;
use sowlab::analysis::two_row::{Packed, PasDeDeux};

use super::FirstMoveCaptures;
use crate::cli::global::Global;
use crate::cli::perft::Question;
use crate::cli::two_rows::{PAS_DE_DEUX, Start};

/// Count the sequences of turns from a position of Pas de Deux
///
/// Columns: `depth,sequences`, for each number of turns up to --depth: how many sequences of exactly so
/// many turns there are. Turns of other pits are other turns, even where they lead to the same position.
/// A game that has ended is not gone on with; a position that comes back does not end it here, since
/// that depends on the turns before. With --distinct also `positions`: the different positions that the
/// sequences lead to, stores and the player to move included. With --divide: `turn,sequences` for each
/// first turn, at that depth.
///
/// Each different position is played on from once, and the last moves are counted from those before.
/// A position takes about 80 bytes. --distinct keeps the positions of all levels. If they do not fit, the
/// levels before are printed, and the exit code is 3. --one-by-one counts every sequence on its own and
/// remembers nothing: the same numbers by a second route.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux perft --depth 3 --distinct
  sowlab pas-de-deux perft --depth 2 --divide --one-by-one
  sowlab pas-de-deux perft --pits 2 --seeds 2 --depth 8 --first-move-captures no")]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    question: Question,
    /// Count every sequence on its own
    #[arg(long, conflicts_with = "distinct")]
    one_by_one: bool,
    /// Whether the first move of a turn of two captures
    #[arg(long, value_name = "WHETHER", default_value = "yes")]
    first_move_captures: FirstMoveCaptures,
}

impl Perft {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read(PAS_DE_DEUX)?;
        let reading = self.first_move_captures.into();
        let game = PasDeDeux::new(position.width(), position.total() as u8, reading);
        let (start, what) = (Packed::from(&position), format!("Pas de Deux from {position}"));
        self.question.answer_fast(&game, &start, self.one_by_one, &what, global)
    }
}
