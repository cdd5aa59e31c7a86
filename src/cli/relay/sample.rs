//! `sowlab relay sample`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::sample::{MOST, Sampling, sample};
use sowlab::notation::{List, bytes, show_bytes, show_natural};
use sowlab::output::chart::{list_title, sample_chart};
use sowlab::output::{Format, write_rows};

use super::laps;
use crate::cli::chart::Place;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::progress::Progress;
use crate::cli::random::{number, seed};

/// Sample random states and decide how many of their moves never end
///
/// Each sample is a state with the pivot at pit 0 holding at least 2 seeds; all such states are
/// equally likely. Its move is decided exactly, as by `relay move --no-period`; what --lap-limit
/// leaves undecided is counted apart and never guessed. One row for each pair. Columns:
/// `pits,seeds,samples,ended,never_ended,undecided,fraction,low,high,mean_laps`.
///
/// The fraction is the share of the samples that never end. From low to high is the Wilson score
/// interval at 95 % for that share among all states: low counts the undecided as ended, high as
/// never-ending. The mean is over the laps of the moves that ended, and missing if none did.
///
/// The samples of a pair depend on its pits, its seeds and --seed alone, and more --samples are the
/// same ones and others. Without --seed they are those of the number 0, never of the clock.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay sample --pits 16 --seeds 20,40,80 --samples 1000
  sowlab relay sample --pits 4..8 --seeds 2..60 --samples 1000 --chart share.svg
  sowlab relay sample --pits 4..6 --seeds 10^12 --samples 100 --seed 7 --format json
  sowlab relay sample --pits 1000 --seeds 2000 --samples 20 --lap-limit 10^4")]
pub struct Sample {
    /// Numbers of pits, each at least 1: a list such as 16 or 4..8
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pits: List,
    /// Numbers of seeds in all, from 2 to 2^62: a list such as 20..80,10^12
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    seeds: List,
    /// Number of samples for each pair, at least 1
    #[arg(long, value_name = "N", value_parser = samples, default_value = "10000",
        allow_hyphen_values = true)]
    samples: u64,
    /// The number that the random states are derived from, from 0 to 2^64-1
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0",
        allow_hyphen_values = true)]
    seed: u64,
    /// Leave a move undecided after this many laps, at least 1
    #[arg(long, value_name = "N", value_parser = laps, default_value = "10^6",
        allow_hyphen_values = true)]
    lap_limit: u64,
    /// Draw the share that never ends against the seeds as well, a curve for each number of pits, into
    /// a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// Reads a number of samples.
fn samples(text: &str) -> anyhow::Result<u64> {
    number(text, "sample")
}

impl Sample {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let allowed = self.memory.unwrap_or_else(memory::available);
        let format = global.format()?;
        let (down, across) = (self.pits.count(), self.seeds.count());
        let what =
            format!("a sample for {} by {} pairs", show_natural(&down), show_natural(&across));
        let drawn = if format == Format::Table { 10 * memory::DRAWN_CELL_BYTES } else { 0 };
        // A tally and a row for each pair, and the two lists.
        let needed = &down * &across * (256 + drawn) + (&down + &across) * memory::INTEGER_BYTES;
        memory::require_bytes(&what, &needed, allowed)?;
        let pits = numbers("--pits", &self.pits)?;
        let seeds = numbers("--seeds", &self.seeds)?;
        let mut data = global.sink()?;
        let chart = self.chart.as_deref().map(|path| Place::open(path, &[&data])).transpose()?;

        let Self { samples, seed, lap_limit, .. } = self;
        global.note(|| {
            let memory = show_bytes(&allowed.into());
            format!("drawing {what}, {samples} states each, with {memory} of memory")
        });
        let progress = Progress::new(global);
        let sampling = Sampling { samples, seed, lap_limit };
        let rows = sample(&pits, &seeds, &sampling, allowed, &progress)?;
        drop(progress);
        data.write(|out| write_rows(format, rows.iter(), out))?;
        // The sample may have taken hours: it is safe before the chart is drawn.
        data.finish()?;
        let Some(place) = chart else {
            return Ok(());
        };
        let (pits, seeds) = (list_title(&self.pits), list_title(&self.seeds));
        place.put(|format| sample_chart(&rows, &pits, &seeds, format))
    }
}

/// The numbers in a list that is known to fit in memory.
fn numbers(option: &str, list: &List) -> anyhow::Result<Vec<u64>> {
    let number = |number: BigUint| {
        number.to_u64().filter(|&number| number <= MOST).with_context(|| {
            let shown = show_natural(&number);
            format!("{option} {shown} is too large; numbers up to 2^62 are accepted")
        })
    };
    list.iter().map(number).collect()
}
