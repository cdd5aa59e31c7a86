//! `sowlab mirall staircase`.

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;
use sowlab::analysis::mirall;
use sowlab::notation::{List, bytes, natural, show_natural};
use sowlab::output::chart::{list_title, mirall_staircase_chart};
use sowlab::output::write_rows;

use super::numbers_of_pits;
use crate::cli::chart::Place;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::progress::Progress;

/// List the totals of seeds at which the period grows
///
/// L(n,N) is the period that every position of N seeds in n pits comes to; it never falls as N
/// grows. Columns: `pits,total_seeds,period`, where the total is the first N with this period; one
/// row for each jump, from N = 1 on.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall staircase --pits 3 --up-to 1000
  sowlab mirall staircase --pits 2..5 --up-to 10^4 --output jumps.csv --chart jumps.svg")]
pub struct Staircase {
    /// Numbers of pits, each at least 1: a list such as 3 or 2..5
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pits: List,
    /// The largest total of seeds, at least 1
    #[arg(long, value_name = "N", value_parser = total, allow_hyphen_values = true)]
    up_to: BigUint,
    /// Draw a chart as well, into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// Reads a total of seeds, at least 1.
fn total(text: &str) -> anyhow::Result<BigUint> {
    let total = natural(text)?;
    anyhow::ensure!(total.bits() > 0, "`{text}` leaves nothing to sow; at least 1 is accepted");
    Ok(total)
}

impl Staircase {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let allowed = self.memory.unwrap_or_else(memory::available);
        let count = self.pits.count();
        let what = format!("a list of {} numbers of pits", show_natural(&count));
        memory::require(&what, &count, allowed)?;
        let numbers = numbers_of_pits(&self.pits)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let chart = self.chart.map(|path| Place::open(&path, &[&data])).transpose()?;

        let progress = Progress::new(global);
        let mut steps = Vec::new();
        for pits in numbers {
            steps.extend(mirall::staircase(pits, &self.up_to, allowed, &progress)?);
        }
        drop(progress);

        data.write(|out| write_rows(format, steps.iter(), out))?;
        // The numbers may have taken hours: they are safe before the chart is drawn.
        data.finish()?;
        match chart {
            Some(place) => place.put(|format| {
                let totals = format!("1..{}", show_natural(&self.up_to));
                let pits = list_title(&self.pits);
                mirall_staircase_chart(&steps, &self.up_to, &pits, &totals, format)
            }),
            None => Ok(()),
        }
    }
}
