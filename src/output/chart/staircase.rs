//! Staircases: a value that stays the same from one jump to the next, such as the period of
//! El Mirall against the total of the seeds.

use num_bigint::BigUint;

use super::lines::{Line, Lines};
use super::paint::paint;
use super::scene::Scene;
use super::{ChartError, Format, Key, Scale};

/// One staircase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// What tells it from the others.
    pub key: Key,
    /// (x, y): from x on the value is y. The x rise strictly.
    pub jumps: Vec<(BigUint, BigUint)>,
    /// The x up to which the last value is known to hold.
    pub end: BigUint,
}

/// Staircases on common axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staircase {
    /// The title, with the parameters that hold for all staircases.
    pub title: String,
    /// What x is, with the unit: `total seeds N`.
    pub x_label: String,
    /// What y is, with the unit: `period L(n, N), moves`.
    pub y_label: String,
    /// What the keys of the series are: `pits n`.
    pub series_label: String,
    /// How x is laid out.
    pub x_scale: Scale,
    /// How y is laid out; for zeros see [`super::Curves::y_scale`].
    pub y_scale: Scale,
    /// The staircases, drawn and told apart as [`super::Curves::series`] are.
    pub series: Vec<Steps>,
}

/// Draws staircases on a page of about 1200 x 800 pixels.
///
/// Time is linear in the number of jumps; what is drawn is thinned to what the page can show.
///
/// # Errors
/// If there is no series, a series has no jump, its jumps do not rise, it ends before its last
/// jump, a logarithmic axis of x is forced on a 0, or a text is too long.
pub fn staircase(chart: &Staircase, format: Format) -> Result<Vec<u8>, ChartError> {
    paint(&scene(chart)?, format)
}

/// The page of the staircases.
pub(super) fn scene(chart: &Staircase) -> Result<Scene, ChartError> {
    let lines: Result<Vec<Line>, ChartError> = chart.series.iter().map(line).collect();
    let lines = Lines {
        title: &chart.title,
        x_label: &chart.x_label,
        y_label: &chart.y_label,
        series_label: &chart.series_label,
        x_scale: chart.x_scale,
        x_by_range: true,
        y_scale: chart.y_scale,
        y_decimals: 0,
        y_reach: &[],
        all: lines?,
        bars: &[],
    };
    lines.scene()
}

/// The corners of a staircase, and its jumps as what is marked.
fn line(steps: &Steps) -> Result<Line, ChartError> {
    let place = steps.jumps.windows(2).position(|pair| pair[1].0 <= pair[0].0);
    if let Some(place) = place {
        return Err(ChartError::NotRising { series: steps.key.to_string(), place: place + 2 });
    }
    let mut points: Vec<(BigUint, BigUint)> = Vec::with_capacity(steps.jumps.len() * 2);
    for (x, y) in &steps.jumps {
        if let Some((_, before)) = points.last() {
            let before = before.clone();
            points.push((x.clone(), before));
        }
        points.push((x.clone(), y.clone()));
    }
    if let Some((x, y)) = points.last().cloned() {
        if steps.end < x {
            return Err(ChartError::EndsTooSoon { series: steps.key.to_string() });
        }
        if steps.end > x {
            points.push((steps.end.clone(), y));
        }
    }
    Ok(Line { key: steps.key.clone(), dashed: false, points, marks: steps.jumps.clone() })
}
