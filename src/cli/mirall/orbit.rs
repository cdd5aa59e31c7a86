//! `sowlab mirall orbit`.

use clap::Args;
use num_bigint::BigUint;
use sowlab::games::mirall::Row;
use sowlab::orbit;
use sowlab::output::{OrbitRow, write_rows};

use super::{classify_row, moves, row};
use crate::cli::global::Global;
use crate::cli::outcome::Undecided;
use crate::cli::progress::Progress;

/// Find when a position of El Mirall recurs
///
/// Columns: `position,preperiod,period`: the position as `a b c`, the moves before the first position
/// that recurs, the moves until it does. Every move is played, about three times. If a limit comes
/// first both numbers are empty and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall orbit --position 0,0,10
  sowlab mirall orbit --position '3 1 4 1 5' --limit 10^4 --format json")]
pub struct Orbit {
    /// Seeds in each pit from the left, separated by commas or spaces
    #[arg(long, value_name = "LIST", value_parser = row, allow_hyphen_values = true)]
    position: Row<BigUint>,
    /// Give up after this many moves [default: never]
    #[arg(long, value_name = "N", value_parser = moves, allow_hyphen_values = true,
        default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
}

impl Orbit {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let found = match classify_row(&self.position, self.limit, &Progress::new(global))? {
            orbit::Orbit::Periodic { preperiod, period } => Some((preperiod, period)),
            orbit::Orbit::Ends { .. } | orbit::Orbit::Undecided { .. } => None,
        };
        let row = OrbitRow {
            position: self.position.to_string(),
            preperiod: found.map(|(preperiod, _)| preperiod),
            period: found.map(|(_, period)| period),
        };
        data.write(|out| write_rows(format, [row], out))?;
        data.finish()?;
        match found {
            Some(_) => Ok(()),
            None => Err(Undecided { limit: self.limit }.into()),
        }
    }
}
