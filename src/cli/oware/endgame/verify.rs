//! `sowlab oware endgame verify`.

use clap::Args;
use sowlab::analysis::endgame::{VerifyError, verify};

use super::file::TableFile;
use crate::cli::global::Global;
use crate::cli::outcome::No;
use crate::cli::progress::Progress;

/// Check every value of an endgame table
///
/// First that the file is as it was written. Then each value is derived again from those of the moves,
/// and it is proved, in rounds, that each is forced, and not only held up by others that endless play
/// holds up. Nothing of how tables are built is used, but for the board and its number. Prints `ok N`,
/// where N is the number of boards, or `false: ` and the first value that is not true; then the exit
/// code is 1. A file that is damaged is refused with exit code 2.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware endgame build --seeds 6 --repetition bounds --output six.oware --quiet
  sowlab oware endgame verify --table six.oware")]
pub struct Verify {
    #[command(flatten)]
    table: TableFile,
}

impl Verify {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        global.spare(self.table.path())?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let table = self.table.read(None, &progress)?;
        let verdict = verify(&table, &progress);
        drop(progress);
        match verdict {
            Ok(boards) => {
                data.write(|out| writeln!(out, "ok {boards}"))?;
                data.finish()
            }
            Err(VerifyError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error @ VerifyError::False { .. }) => {
                data.write(|out| writeln!(out, "false: {error}"))?;
                data.finish()?;
                Err(No { reason: None }.into())
            }
        }
    }
}
