//! What the charts of all commands share: the file a chart goes to, and how lists are named in it.

use std::path::Path;

use num_bigint::BigUint;
use sowlab::notation::{List, show_natural};
use sowlab::output::chart::{ChartError, Format, Series};

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

/// A list as it is written, or what a title has room for.
pub fn summary(list: &List) -> String {
    let (least, largest) = (list.iter().min(), list.iter().max());
    if largest.as_ref().is_none_or(|largest| largest.bits() <= 256) {
        let text = list.to_string();
        if text.len() <= 60 {
            return text;
        }
    }
    let ends = [least, largest].map(|end| end.map_or_else(String::new, |end| show_natural(&end)));
    if ends[0] == ends[1] {
        return ends[0].clone();
    }
    format!("{} numbers from {} to {}", list.count(), ends[0], ends[1])
}

/// One series for each key, the points of each from left to right.
pub fn sorted_series<'a>(
    series: impl Iterator<Item = (BigUint, Vec<(&'a BigUint, &'a BigUint)>)>,
) -> Vec<Series> {
    series
        .map(|(key, mut points)| {
            points.sort();
            let points = points.into_iter().map(|(x, y)| (x.clone(), y.clone())).collect();
            Series { key: key.into(), dashed: false, points }
        })
        .collect()
}
