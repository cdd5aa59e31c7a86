//! `sowlab relay digits`.

use anyhow::{Context, ensure};
use clap::Args;
use num_bigint::BigUint;
use num_traits::Zero;
use sowlab::analysis::relay::digits_periods;
use sowlab::notation::{List, show_natural};
use sowlab::output::{DigitsRow, write_rows};

use super::laps;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Sow the digits of numbers until they recur (OEIS A216476)
///
/// The digits of n are the pits of a circuit, and the first one is sown; the extended map goes on
/// until the same digits recur with the first one to be sown. Columns: `n,period`, where the period
/// counts laps.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay digits 1..90
  sowlab relay digits 541,2^30 --format json")]
pub struct Digits {
    /// Natural numbers, each at least 1, of any size: a list such as 1..90 or 541,2^50
    #[arg(value_name = "LIST", allow_negative_numbers = true)]
    numbers: List,
    /// Give up a number after this many laps, at least 1 [default: never]; its period is missing then,
    /// and the exit code is 3
    #[arg(long, value_name = "N", value_parser = laps, allow_hyphen_values = true)]
    lap_limit: Option<u64>,
}

impl Digits {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let count = self.numbers.count();
        let what = format!("a list of {} numbers", show_natural(&count));
        memory::require(&what, &(count * 2u8), memory::available())?;
        let numbers: Vec<BigUint> = self.numbers.iter().collect();
        ensure!(
            !numbers.iter().any(Zero::is_zero),
            "<LIST>: `0` has no digit to sow; numbers from 1 on are accepted"
        );
        let format = global.format()?;
        let mut data = global.sink()?;
        let limit = self.lap_limit.unwrap_or(u64::MAX);
        let progress = Progress::new(global);
        let periods = digits_periods(&numbers, limit, &progress)?;
        drop(progress);

        let undecided = periods.iter().filter(|period| period.is_none()).count();
        let all = numbers.len();
        let rows = numbers.into_iter().zip(periods).map(|(n, period)| DigitsRow { n, period });
        data.write(|out| write_rows(format, rows, out))?;
        data.finish()?;
        (undecided == 0)
            .then_some(())
            .with_context(|| Stopped::undecided(&format!("{undecided} of {all} numbers"), limit))
    }
}
