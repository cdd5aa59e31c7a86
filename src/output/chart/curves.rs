//! Curves: series of exact points, joined by straight lines.

use num_bigint::BigUint;

use super::lines::{Line, Lines};
use super::paint::paint;
use super::scene::Scene;
use super::{ChartError, Format, Key, Scale};

/// One curve, or a piece of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// What tells it from the others. Series of the same key share colour, marker and legend: so a
    /// curve with gaps is given in pieces, and a curve may have a dashed companion.
    pub key: Key,
    /// Whether the line is dashed, and has no markers.
    pub dashed: bool,
    /// Its points (x, y), joined in this order.
    pub points: Vec<(BigUint, BigUint)>,
}

/// The range in which a value lies, where it is not known exactly: a thin upright bar under the curves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The series that it belongs to, whose colour it has.
    pub key: Key,
    /// Its place along x.
    pub x: BigUint,
    /// Its lower end, along y.
    pub low: BigUint,
    /// Its upper end, along y.
    pub high: BigUint,
}

/// Curves on common axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Curves {
    /// The title, with the parameters that hold for all curves.
    pub title: String,
    /// What x is, with the unit.
    pub x_label: String,
    /// What y is, with the unit.
    pub y_label: String,
    /// What the keys of the series are: `pits n`.
    pub series_label: String,
    /// How x is laid out.
    pub x_scale: Scale,
    /// How y is laid out. If [`Scale::Logarithmic`] is asked for, zeros have a line of their own
    /// below the axis, and curves break between them and other values.
    pub y_scale: Scale,
    /// How many of the last digits of each y are decimals: what is shown is y over
    /// 10^`y_decimals`. With enough of them, values between whole numbers are as exact as asked.
    pub y_decimals: u32,
    /// Values that the axis of y reaches, whatever the curves do: `[0, 100]` for percentages.
    pub y_reach: Vec<BigUint>,
    /// The curves. One key needs no legend; up to 8 have a colour and a marker each; more are
    /// coloured by their numbers, or, if any key is a name, by their places counted from 1.
    pub series: Vec<Series>,
    /// Bars at points of the curves, if values have ranges. On a logarithmic axis no end is a zero.
    pub bars: Vec<Bar>,
}

/// Draws curves on a page of about 1200 x 800 pixels.
///
/// Time is linear in the number of points; what is drawn is thinned to what the page can show.
///
/// # Errors
/// If there is no series, a series has no point, a logarithmic axis of x is forced on a 0, or a
/// text is too long.
pub fn curves(chart: &Curves, format: Format) -> Result<Vec<u8>, ChartError> {
    paint(&scene(chart)?, format)
}

/// The page of the curves.
pub(super) fn scene(chart: &Curves) -> Result<Scene, ChartError> {
    let line = |series: &Series| Line {
        key: series.key.clone(),
        dashed: series.dashed,
        points: series.points.clone(),
        marks: series.points.clone(),
    };
    let lines = Lines {
        title: &chart.title,
        x_label: &chart.x_label,
        y_label: &chart.y_label,
        series_label: &chart.series_label,
        x_scale: chart.x_scale,
        x_by_range: false,
        y_scale: chart.y_scale,
        y_decimals: chart.y_decimals,
        y_reach: &chart.y_reach,
        all: chart.series.iter().map(line).collect(),
        bars: &chart.bars,
    };
    lines.scene()
}
