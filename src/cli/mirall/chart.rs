//! The one place where the charts of El Mirall are made and put where they belong.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use sowlab::analysis::mirall::{MoveTable, StaircaseStep};

use crate::cli::sink::Sink;

/// What a chart of the table shows.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Kind {
    /// The table itself, a colour for each cell
    HeatMap,
    /// Moves against seeds, a curve for each number of pits
    AgainstSeeds,
    /// Moves against pits, a curve for each number of seeds
    AgainstPits,
}

/// How a picture is stored.
#[derive(Clone, Copy, Debug)]
enum Image {
    Svg,
    Png,
}

/// An opened file for a chart.
pub struct Place {
    sink: Sink,
    image: Image,
}

impl Place {
    /// Opens a file that ends in `.svg` or `.png`, and is not the one of the data.
    pub fn open(path: &Path, data: &Sink) -> anyhow::Result<Self> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let image = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("svg") => Image::Svg,
            Some("png") => Image::Png,
            _ => bail!(
                "--chart {}: the ending must be .svg or .png",
                path.display()
            ),
        };
        let sink = Sink::open_beside(path, data)?;
        Ok(Self { sink, image })
    }

    /// Draws a table and puts the picture in its place.
    pub fn draw_table(self, table: &MoveTable, kind: Kind) -> anyhow::Result<()> {
        let _ = (table, kind);
        self.put(|image| bail!("{image:?} charts of tables cannot be drawn yet"))
    }

    /// Draws a staircase and puts the picture in its place.
    pub fn draw_staircase(self, steps: &[StaircaseStep]) -> anyhow::Result<()> {
        let _ = steps;
        self.put(|image| bail!("{image:?} charts of staircases cannot be drawn yet"))
    }

    fn put(mut self, draw: impl FnOnce(Image) -> anyhow::Result<Vec<u8>>) -> anyhow::Result<()> {
        let picture = draw(self.image)?;
        self.sink.write(|out| out.write_all(&picture))?;
        self.sink.finish()
    }
}
