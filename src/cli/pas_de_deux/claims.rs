//! `sowlab pas-de-deux claims`.

use clap::Args;
use sowlab::analysis::claims::claims;
use sowlab::output::{ClaimRow, write_rows};

use crate::cli::global::Global;
use crate::cli::progress::Progress;

/// Check what the description of Pas de Deux states about the number of first turns
///
/// It states that "the first turn can be made in 64 different ways" (first-turn), and that "after each
/// player has played once, 4,096 different board positions can exist" (each-once). Each is held against
/// what can be meant. Columns: `statement,first_move_captures,turns,what,claimed,counted,holds`: whether
/// the first move of a turn of two captures; which turns are counted, all, those of one move, those of
/// two moves, or of a-b and b-a one only (unordered); what is counted of them, the sequences of turns
/// (ways), the different positions with the stores, or the different boards whatever the stores hold;
/// the number that is stated; the number that is found; whether they are equal.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux claims
  sowlab pas-de-deux claims --format json")]
pub struct Claims {}

impl Claims {
    #[expect(clippy::unused_self, reason = "every command is run in this way")]
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let claims = claims(&progress)?;
        drop(progress);
        data.write(|out| write_rows(format, claims.iter().map(ClaimRow::from), out))?;
        data.finish()
    }
}
