//! `sowlab omweso perft`.

use clap::Args;
use num_bigint::BigUint;
use sowlab::analysis::omweso::{FastPlies, OmwesoPlies, Packed};

use super::start::Start;
use crate::cli::global::Global;
use crate::cli::perft::Question;

/// Count the sequences of moves from a position of Omweso
///
/// Columns: `depth,sequences,never_ending`, for each number of moves up to --depth: how many sequences
/// there are of which every move ends, and how many of which the last one, and no other, never ends.
/// Each pit with each path of choices is a move of its own. A game that has ended is not gone on with:
/// one whose mover has no pit with 2 seeds, one with captures at both ends in one move, one with a move
/// that never ends. With --distinct also `positions`: the different boards that the sequences lead to, those of games that have ended too.
/// With --divide: `move,sequences,never_ending` for each first move, at that depth.
///
/// Each different position is played on from once. For the usual boards it takes about 115 bytes, and
/// two levels are in memory at a time: those before the last, and with --distinct the last one too. If
/// they do not fit, the levels before are printed, and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso perft --depth 3
  sowlab omweso perft --opening even --depth 2 --divide
  sowlab omweso perft --position '2 2/2 2/2 2/2 2' --depth 4 --distinct --format json")]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    question: Question,
    /// Captures at both ends of the board do not win
    #[arg(long)]
    no_emitwe_ebiri: bool,
}

impl Perft {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let position = self.start.read()?;
        let emitwe_ebiri = !self.no_emitwe_ebiri;
        let what = format!("Omweso from {position}");
        if let Some((game, start)) = FastPlies::new(&position, emitwe_ebiri) {
            return self.question.answer(&game, &start, &what, global);
        }
        let game = OmwesoPlies::<BigUint>::new(emitwe_ebiri);
        self.question.answer(&game, &Packed::from(&position), &what, global)
    }
}
