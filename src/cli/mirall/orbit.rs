//! `sowlab mirall orbit`.

use anyhow::Context;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use sowlab::analysis::mirall::{self, MirallOrbit};
use sowlab::games::mirall::Row;
use sowlab::notation::bytes;
use sowlab::orbit;
use sowlab::output::{OrbitRow, write_rows};

use super::{moves, row};
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::outcome::Undecided;
use crate::cli::progress::Progress;

/// Find when a position of El Mirall recurs
///
/// Columns: `position,preperiod,period`: the position as `a b c`, the moves before the first
/// position that recurs, the moves until it does. If a limit comes first both numbers are missing
/// and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall orbit --position 0,0,10
  sowlab mirall orbit --position 10^30,0,2^80,7 --format json
  sowlab mirall orbit --position '3 1 4 1 5' --method direct --limit 10^4")]
pub struct Orbit {
    /// Seeds in each pit from the left, separated by commas or spaces, of any size
    #[arg(long, value_name = "LIST", value_parser = row, allow_hyphen_values = true)]
    position: Row<BigUint>,
    /// How to find it; both methods give the same numbers
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: Method,
    /// Give up after this many moves [default: never]; only with --method direct
    #[arg(long, value_name = "N", value_parser = moves, allow_hyphen_values = true)]
    limit: Option<u64>,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// How the orbit is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Jump whole clearings; with more than 4096 pits, play every move
    Auto,
    /// Play every move by the rules, about three times
    Direct,
}

impl Orbit {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.limit.is_none() || self.method == Method::Direct,
            "--limit counts moves that are played; it goes with --method direct"
        );
        let format = global.format()?;
        let mut data = global.sink()?;
        let allowed = self.memory.unwrap_or_else(memory::available);
        let progress = Progress::new(global);
        let limit = self.limit.unwrap_or(u64::MAX);
        let found = match self.method {
            Method::Auto => Some(mirall::orbit(&self.position, allowed, &progress)?),
            Method::Direct => match mirall::orbit_by_playing(&self.position, limit, &progress)? {
                orbit::Orbit::Periodic { preperiod, period } => {
                    Some(MirallOrbit { preperiod: preperiod.into(), period: period.into() })
                }
                orbit::Orbit::Ends { .. } | orbit::Orbit::Undecided { .. } => None,
            },
        };
        drop(progress);
        let row = OrbitRow {
            position: self.position.to_string(),
            preperiod: found.map(|found| found.preperiod),
            period: found.map(|found| found.period),
        };
        data.write(|out| write_rows(format, [row], out))?;
        data.finish()?;
        found.map(drop).context(Undecided { limit })
    }
}
