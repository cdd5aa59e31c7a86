//! `sowlab oware endgame stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sowlab::analysis::endgame::stats;
use sowlab::output::chart::{EndgameChart, endgame_chart};
use sowlab::output::{LevelRow, ValueRow, write_rows};

use super::file::TableFile;
use crate::cli::chart::Place;
use crate::cli::global::Global;
use crate::cli::progress::Progress;

/// Count the boards of an endgame table by their values
///
/// Columns: `seeds,boards,lowest,highest,exact,won,drawn,lost,open,won_fraction,drawn_fraction,lost_fraction`,
/// a row for each number of seeds. exact are the boards whose value does not depend on what endless play
/// is worth (all of them with even-split, which settles that); won, drawn and lost are those on which the
/// mover gets more, as much or less than the opponent whatever it is worth, and open are the others.
///
/// With --values: `seeds,value,boards`, how many of the boards counted in exact have each value.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware endgame build --seeds 6 --repetition bounds --output six.oware --quiet
  sowlab oware endgame stats --table six.oware --chart shares.svg
  sowlab oware endgame stats --table six.oware --values")]
pub struct Stats {
    #[command(flatten)]
    table: TableFile,
    /// Count the boards of each value
    #[arg(long)]
    values: bool,
    /// Draw a chart as well, into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// What the chart shows
    #[arg(long, value_name = "KIND", default_value = "shares", requires = "chart")]
    chart_kind: Kind,
}

/// What a chart of a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The shares of the boards that are won, drawn and lost, against the number of seeds
    Shares,
    /// How many boards have which value, for each number of seeds
    Values,
}

impl Stats {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        global.spare(self.table.path())?;
        let mut data = global.sink()?;
        let others = [&data];
        let chart = self.chart.as_deref().map(|path| Place::open(path, &others)).transpose()?;
        let progress = Progress::new(global);
        let table = self.table.read(None, &progress)?;
        let counted = stats(&table);
        drop(progress);
        data.write(|out| {
            if self.values {
                write_rows(format, counted.iter().flat_map(ValueRow::of), out)
            } else {
                write_rows(format, counted.iter().map(LevelRow::from), out)
            }
        })?;
        data.finish()?;
        let Some(place) = chart else { return Ok(()) };
        let kind = match self.chart_kind {
            Kind::Shares => EndgameChart::Shares,
            Kind::Values => EndgameChart::Values,
        };
        place.put(|format| endgame_chart(kind, table.rules(), &counted, format))
    }
}
