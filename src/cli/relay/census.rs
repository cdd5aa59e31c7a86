//! `sowlab relay census`.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use sowlab::analysis::census::{CensusRow, Cycle, Instructions, census, work};
use sowlab::experiment::job::{self, Job};
use sowlab::experiment::manifest::values::Numbers;
use sowlab::notation::List;
use sowlab::observer::{Observer, OneOfMany};
use sowlab::output::chart::{
    CensusChart, CensusPoint, PeriodCount, census_chart, list_title, period_chart,
};
use sowlab::output::{CatalogueFormat, CatalogueWriter, CycleRow, write_rows};

use super::searches::searchable;
use crate::cli::chart::Place;
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::shard::Sharing;
use crate::cli::sink::Sink;

/// Count every never-ending cycle of a circuit, up to a budget of seeds
///
/// Columns: `pits,seeds,cycles,states,mayer_states,longest_reduced_period,longest_period,all_states,
/// fraction`. Cycles and states are counted up to rotation of the circuit, with the pivot in a fixed
/// pit; `mayer_states` are those that the Mayer test explains; periods are in laps, the reduced period
/// until a state recurs up to rotation; `all_states` have at least 2 seeds in the pivot, and fraction
/// is the share of states among them. Where nothing goes on for ever the periods are missing.
///
/// The search is exhaustive. One search covers all totals of seeds up to the largest, so a range
/// takes no longer than its end; on 16 pits every 4 seeds more take about six times as long.
///
/// A catalogue lists every cycle. Columns: `pits,seeds,position,hand,reduced_period,period,sown`:
/// the position of a state of the cycle with its largest hand still to sow, from that pit on; the
/// hand; the laps until it recurs up to rotation, and in place; the seeds sown until then.
/// The order of the cycles depends on what is asked alone. `sowlab verify` checks a catalogue by the
/// rules.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown)] // The help shows what is written here.
#[command(after_help = "\
Examples:
  sowlab relay census --pits 16 --seeds 2..20
  sowlab relay census --pits 4..12 --seeds 2..12 --chart states.svg
  sowlab relay census --pits 16 --seeds 2..16 --catalogue cycles.parquet
  sowlab relay census --pits 16 --seeds 2..20 --chart periods.png --chart-kind periods")]
pub struct Census {
    /// Numbers of pits, each 1 to 64: a list such as 16 or 4..12
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pits: List,
    /// Totals of seeds, each 2 to 120: a list such as 2..28 or 20,24
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    seeds: List,
    /// List the cycles in a file that ends in .csv, .jsonl or .parquet
    #[arg(long, value_name = "FILE")]
    catalogue: Option<PathBuf>,
    /// Draw a chart as well, into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// What the chart shows
    #[arg(long, value_name = "KIND", default_value = "states", requires = "chart")]
    chart_kind: Kind,
    /// Instructions of the processor that are used; the results are the same
    #[arg(long, value_name = "SET", default_value = "auto")]
    instructions: Set,
    #[command(flatten)]
    sharing: Sharing,
}

/// What a chart of the census shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Never-ending states against seeds, and, for up to 8 numbers of pits, those that the Mayer
    /// test explains
    States,
    /// The share of all states that never end, against seeds
    Share,
    /// The share of the never-ending states that the Mayer test explains, against seeds
    MayerShare,
    /// The longest period against seeds
    LongestPeriod,
    /// How many cycles have a reduced period of at least so many laps
    Periods,
}

/// A set of instructions on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Set {
    /// The fastest that the processor has
    Auto,
    /// AVX-512 with its parts BW, VBMI and VBMI2
    Avx512,
    /// AVX2
    Avx2,
    /// Those of every processor
    Portable,
}

impl Set {
    fn instructions(self) -> Instructions {
        match self {
            Self::Auto => Instructions::best(),
            Self::Avx512 => Instructions::Avx512,
            Self::Avx2 => Instructions::Avx2,
            Self::Portable => Instructions::Portable,
        }
    }
}

impl Census {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        if self.sharing.run(|| self.job(), None, global)? {
            return Ok(());
        }
        let question = Question::new(&self)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let catalogue =
            self.catalogue.as_deref().map(|path| Catalogue::open(path, &data)).transpose()?;
        let others = [Some(&data), catalogue.as_ref().map(|catalogue| &catalogue.sink)];
        let others: Vec<&Sink> = others.into_iter().flatten().collect();
        let chart = self.chart.as_deref().map(|path| Place::open(path, &others)).transpose()?;
        global.note(|| {
            let set = format!("{:?}", question.instructions).to_lowercase();
            format!("searching with --instructions {set}")
        });

        let progress = Progress::new(global);
        let mut periods = BTreeMap::<(u64, u64), u64>::new();
        let mut count = |row: &CycleRow| {
            *periods.entry((row.pits, row.reduced_period)).or_default() += 1;
            Ok(())
        };
        let counts = chart.is_some() && self.chart_kind == Kind::Periods;
        let rows = match catalogue {
            Some(catalogue) => catalogue.write(&question, &mut count, &progress)?,
            None if counts => question.search(Some(&mut count), &progress)?,
            None => question.search(None, &progress)?,
        };
        drop(progress);

        data.write(|out| write_rows(format, rows.iter(), out))?;
        // The search may have taken hours: its results are safe before the chart is drawn.
        data.finish()?;
        let Some(place) = chart else {
            return Ok(());
        };
        let (pits, seeds) = (list_title(&self.pits), list_title(&self.seeds));
        place.put(|format| {
            if let Some(kind) = self.chart_kind.of_points() {
                let points: Vec<CensusPoint> = rows.iter().map(CensusPoint::from).collect();
                return census_chart(kind, &points, &pits, &seeds, format);
            }
            let counts: Vec<PeriodCount> = periods
                .iter()
                .map(|(&(pits, reduced_period), &cycles)| PeriodCount {
                    pits,
                    reduced_period,
                    cycles,
                })
                .collect();
            period_chart(&counts, &pits, &seeds, format)
        })
    }
}

impl Census {
    /// What is asked, as a job whose results become rows.
    fn job(&self) -> anyhow::Result<Box<dyn Job>> {
        ensure!(
            self.catalogue.is_none() && self.chart.is_none(),
            "--shard makes rows alone; a manifest can ask for a catalogue and charts too (sowlab run --help)"
        );
        let (pits, seeds) = (Numbers(self.pits.clone()), Numbers(self.seeds.clone()));
        Ok(Box::new(job::relay::Census { pits, seeds }))
    }
}

impl Kind {
    /// The chart of the rows, if it is one.
    fn of_points(self) -> Option<CensusChart> {
        match self {
            Self::States => Some(CensusChart::States),
            Self::Share => Some(CensusChart::Share),
            Self::MayerShare => Some(CensusChart::MayerShare),
            Self::LongestPeriod => Some(CensusChart::LongestPeriod),
            Self::Periods => None,
        }
    }
}

/// What is done with each cycle.
type Each<'a> = dyn FnMut(&CycleRow) -> io::Result<()> + 'a;

/// What is asked, in numbers.
struct Question {
    pits: Vec<u64>,
    seeds: Vec<u64>,
    instructions: Instructions,
}

impl Question {
    fn new(asked: &Census) -> anyhow::Result<Self> {
        let (pits, seeds) = searchable(&asked.pits, &asked.seeds)?;
        let instructions = asked.instructions.instructions();
        ensure!(
            instructions.available(),
            "--instructions {}: this processor does not have them; accepted are auto and portable",
            format!("{instructions:?}").to_lowercase()
        );
        Ok(Self { pits, seeds, instructions })
    }

    /// Searches one number of pits after the other.
    fn search(
        &self,
        mut each: Option<&mut Each>,
        progress: &Progress,
    ) -> anyhow::Result<Vec<CensusRow>> {
        let least = self.seeds.iter().copied().min().unwrap_or_default();
        let most = self.seeds.iter().copied().max().unwrap_or_default();
        progress.begin(Some(self.pits.iter().map(|&pits| work(pits, most)).sum()));

        let mut rows = Vec::new();
        for &pits in &self.pits {
            let observer = OneOfMany::new(progress, work(pits, most));
            let mut written = Ok(());
            let found = match &mut each {
                None => census(pits, least, most, self.instructions, None, &observer),
                Some(each) => {
                    let mut take = |cycle: Cycle| {
                        let row = CycleRow::from(&cycle);
                        if self.seeds.contains(&row.seeds) {
                            written = each(&row);
                        }
                        if written.is_ok() {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    };
                    census(pits, least, most, self.instructions, Some(&mut take), &observer)
                }
            };
            written?;
            let found = found?;
            observer.done();
            // In the order asked for.
            let asked = self.seeds.iter().map(|seeds| (seeds - least) as usize);
            rows.extend(asked.filter_map(|index| found.get(index).cloned()));
        }
        Ok(rows)
    }
}

/// An opened file for the cycles.
struct Catalogue {
    sink: Sink,
    format: CatalogueFormat,
}

impl Catalogue {
    fn open(path: &Path, data: &Sink) -> anyhow::Result<Self> {
        let format = CatalogueFormat::of_path(path)?;
        Ok(Self { sink: Sink::open_beside(path, &[data])?, format })
    }

    /// Writes the cycles as they are found; each is also given to `each`.
    fn write(
        mut self,
        question: &Question,
        each: &mut Each,
        progress: &Progress,
    ) -> anyhow::Result<Vec<CensusRow>> {
        let mut found = None;
        self.sink.write(|out| {
            let mut writer = CatalogueWriter::new(self.format, out)?;
            let mut gone = None;
            let mut push = |row: &CycleRow| {
                each(row)?;
                if gone.is_some() {
                    return Ok(());
                }
                match writer.push(row) {
                    // Whoever read the cycles has seen enough; they are still to be counted.
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => gone = Some(error),
                    result => result?,
                }
                Ok(())
            };
            let rows = question.search(Some(&mut push), progress);
            let failed = rows.is_err();
            found = Some(rows);
            match gone {
                Some(error) => Err(error),
                None if failed => Ok(()),
                None => writer.finish().map(|_| ()),
            }
        })?;
        let rows = found.context("the catalogue was not begun")??;
        self.sink.finish()?;
        Ok(rows)
    }
}
