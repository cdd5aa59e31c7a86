//! `sowlab mirall table`.

use std::path::PathBuf;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use sowlab::analysis::mirall;
use sowlab::experiment::job::{self, Job};
use sowlab::experiment::manifest::values::Numbers;
use sowlab::notation::{List, bytes, show_bytes, show_natural};
use sowlab::output::chart::{list_title, mirall_chart};
use sowlab::output::{BFile, Format, write_grid, write_rows};

use super::{chart, numbers_of_pits};
use crate::cli::chart::Place;
use crate::cli::global::Global;
use crate::cli::memory;
use crate::cli::progress::Progress;
use crate::cli::shard::Sharing;

/// Count the moves of El Mirall, exactly, for any pits and seeds
///
/// M(n,s) is the number of moves until s seeds in each of n pits return. Columns:
/// `pits,seeds,moves`, where seeds is the number in each pit.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab mirall table --pits 1..4 --seeds 1..5 --grid
  sowlab mirall table --pits 2,4,8 --seeds 10^30,2^80+1 --format json
  sowlab mirall table --pits 1..100 --seeds 1..100 --output mirall.csv --chart mirall.svg
  sowlab mirall table --pits 1..50 --seeds 1..50 --bfile --output b000000.txt")]
pub struct Table {
    /// Numbers of pits, each at least 1: a list such as 1..4 or 2,4,8
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pits: List,
    /// Numbers of seeds in each pit, each at least 1, of any size: a list such as 1..5,10^30
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    seeds: List,
    /// The published layout, pits down and seeds across, instead of a row for each cell; for
    /// table, csv and markdown
    #[arg(long)]
    grid: bool,
    /// An OEIS b-file, lines `n a(n)`, instead of rows. One number of pits, or of seeds: n is the
    /// number that varies. Pits 1..P and seeds 1..S: antidiagonals downwards from offset 1, M(1,1);
    /// M(1,2), M(2,1); M(1,3), M(2,2), M(3,1); ... as far as they are complete
    #[arg(long, conflicts_with_all = ["grid", "format"])]
    bfile: bool,
    /// Draw a chart as well, into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// What the chart shows: all cells by colour, or curves of the moves
    #[arg(long, value_name = "KIND", default_value = "heat-map", requires = "chart")]
    chart_kind: chart::Kind,
    /// How to count; every method gives the same numbers
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: Method,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
    #[command(flatten)]
    sharing: Sharing,
}

/// A [`mirall::Method`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// The cheapest for the size of the question
    Auto,
    /// Play every move by the rules
    Direct,
    /// A whole line of the table at once; fewer than 2^32 seeds in all
    Sieve,
    /// Cell by cell, whole laps at a time: many pits; at most 2^62 seeds in all
    Lap,
    /// Cell by cell, by recursion: any number of seeds; at most 4096 pits
    Flush,
}

impl From<Method> for mirall::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Auto => Self::Auto,
            Method::Direct => Self::Direct,
            Method::Sieve => Self::Sieve,
            Method::Lap => Self::Lap,
            Method::Flush => Self::Flush,
        }
    }
}

impl Table {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        if self.sharing.run(|| self.job(), self.memory, global)? {
            return Ok(());
        }
        let allowed = self.memory.unwrap_or_else(memory::available);
        // A b-file is no format of rows, so its file may have any ending.
        let format = if self.bfile { Format::Csv } else { global.format()? };
        let (down, across) = (self.pits.count(), self.seeds.count());
        let what = format!("a table of {} by {} cells", show_natural(&down), show_natural(&across));
        let cells = &down * &across;
        let drawn = if format == Format::Table { 3 * memory::DRAWN_CELL_BYTES } else { 0 };
        let needed = &cells * (memory::INTEGER_BYTES + drawn)
            + &across * (memory::INTEGER_BYTES + self.seeds.largest().bits() / 8);
        memory::require_bytes(&what, &needed, allowed)?;
        let pits = numbers_of_pits(&self.pits)?;
        let seeds: Vec<BigUint> = self.seeds.iter().collect();
        let bfile = self.bfile.then(|| BFile::new(&pits, &seeds)).transpose()?;
        ensure!(
            !self.grid || matches!(format, Format::Table | Format::Csv | Format::Markdown),
            "--grid has no {} form; accepted are table, csv, markdown",
            format.name()
        );
        let mut data = global.sink()?;
        let chart = self.chart.map(|path| Place::open(&path, &[&data])).transpose()?;

        global.note(|| format!("counting {what}, with {} of memory", show_bytes(&allowed.into())));
        let progress = Progress::new(global);
        let table = mirall::table(&pits, &seeds, self.method.into(), allowed, &progress)?;
        drop(progress);

        data.write(|out| match &bfile {
            Some(bfile) => bfile.write(&table, out),
            None if self.grid => write_grid(format, &table, out),
            None => write_rows(format, table.rows(), out),
        })?;
        // The numbers may have taken hours: they are safe before the chart is drawn.
        data.finish()?;
        match chart {
            Some(place) => place.put(|format| {
                let (pits, seeds) = (list_title(&self.pits), list_title(&self.seeds));
                mirall_chart(self.chart_kind.into(), &table, &pits, &seeds, format)
            }),
            None => Ok(()),
        }
    }

    /// What is asked, as a job whose results become rows.
    fn job(&self) -> anyhow::Result<Box<dyn Job>> {
        ensure!(
            !(self.grid || self.bfile || self.chart.is_some()),
            "--shard makes rows alone; a manifest can ask for a grid, a b-file and charts too (sowlab run --help)"
        );
        let (pits, seeds) = (Numbers(self.pits.clone()), Numbers(self.seeds.clone()));
        Ok(Box::new(job::mirall::Table { pits, seeds, method: self.method.into() }))
    }
}
