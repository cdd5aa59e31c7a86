//! The file a chart goes to.

use std::path::Path;

use sowlab::output::chart::{ChartError, Format};

use super::sink::Sink;

/// An opened file for a chart.
pub struct Place {
    sink: Sink,
    format: Format,
}

impl Place {
    /// Opens a file that ends in `.svg` or `.png`, and is none of those of other results.
    pub fn open(path: &Path, others: &[&Sink]) -> anyhow::Result<Self> {
        let format = Format::of_path(path)?;
        let sink = Sink::open_beside(path, others)?;
        Ok(Self { sink, format })
    }

    /// Draws the picture in the format of the file and puts it in its place.
    pub fn put(
        mut self,
        draw: impl FnOnce(Format) -> Result<Vec<u8>, ChartError>,
    ) -> anyhow::Result<()> {
        let picture = draw(self.format)?;
        self.sink.write(|out| out.write_all(&picture))?;
        self.sink.finish()
    }
}
