//! Charts: exact values in, the bytes of an SVG or a PNG out.
//!
//! Nothing here touches a file, a clock, a screen or the fonts of the machine, so a chart is the
//! same byte for byte on every run. A chart is first laid out as a scene in natural pixels
//! (`scene`), then painted in either format (`paint`); axes, colours, legends and numbers are
//! shared by all kinds of charts.
//!
//! ```
//! use sowlab::output::chart::{Curves, Format, Scale, Series, curves};
//!
//! let chart = Curves {
//!     title: "El Mirall: length of the game".into(),
//!     x_label: "seeds in each pit, s".into(),
//!     y_label: "moves M(n, s)".into(),
//!     series_label: "pits n".into(),
//!     series: vec![Series {
//!         key: 2u32.into(),
//!         dashed: false,
//!         points: [(1u32, 2u32), (2, 3), (3, 3), (4, 4)]
//!             .map(|(seeds, moves)| (seeds.into(), moves.into()))
//!             .to_vec(),
//!     }],
//!     ..Curves::default()
//! };
//! let svg = curves(&chart, Format::Svg)?;
//! assert!(svg.starts_with(b"<svg "));
//! # Ok::<(), sowlab::output::chart::ChartError>(())
//! ```

// Floats here are lengths, places and logarithms of at least 1: never below 0, and a cast
// saturates where one is.
#![allow(clippy::cast_sign_loss)]

mod axis;
mod census;
mod colour;
mod curves;
mod dash;
mod endgame;
mod font;
mod heat_map;
mod hunt;
mod legend;
mod lines;
mod mirall;
mod number;
mod page;
mod paint;
mod perft;
mod sample;
mod scene;
mod staircase;
#[cfg(test)]
mod tests;
mod thin;
mod title;

use std::fmt;
use std::path::Path;

use num_bigint::BigUint;
use thiserror::Error;

pub use census::{CensusChart, CensusPoint, PeriodCount, census_chart, period_chart};
pub use curves::{Bar, Curves, Series, curves};
pub use endgame::{EndgameChart, endgame_chart};
pub use heat_map::{HeatMap, Labels, heat_map};
pub use hunt::exhaustive_chart;
pub use mirall::{MirallChart, mirall_chart, mirall_staircase_chart};
pub use perft::perft_chart;
pub use sample::sample_chart;
pub use staircase::{Staircase, Steps, staircase};
pub use title::list_title;

/// The longest title, in characters.
pub const TITLE_LIMIT: usize = 1000;
/// The longest label of an axis or a legend and the longest name of a series, in characters.
pub const LABEL_LIMIT: usize = 200;

/// What a chart's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A drawing in lines and text, UTF-8, with its font inside: sharp at any size.
    Svg,
    /// Pixels, 8-bit RGB, at the natural size (about 1200 x 800).
    Png,
}

impl Format {
    /// The format that the ending of a file name asks for; capitals do not matter.
    ///
    /// # Errors
    /// If the name ends in neither `.svg` nor `.png`.
    pub fn of_path(path: &Path) -> Result<Self, ChartError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(ChartError::UnknownEnding { path: path.display().to_string() }),
        }
    }
}

/// How values are spread along an axis or a range of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Logarithmic where the values span more than a factor of 100, with no zero among them on
    /// an axis; else linear. The x axis of curves and the numbers of many series are logarithmic
    /// only if, besides, most of the values crowd in the lowest tenth of their range.
    #[default]
    Auto,
    /// Equal differences take equal room.
    Linear,
    /// Equal ratios take equal room.
    Logarithmic,
}

/// What tells a series from the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A number, such as the number of pits: colours of many series follow it.
    Number(BigUint),
    /// A name.
    Name(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => f.write_str(&number::short(number)),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl From<u32> for Key {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Key {
    fn from(number: u64) -> Self {
        Self::Number(number.into())
    }
}

impl From<BigUint> for Key {
    fn from(number: BigUint) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ChartError {
    /// A file name whose ending is no format.
    #[error("the name of the chart file `{path}` must end in .svg or .png")]
    UnknownEnding {
        /// The name as given.
        path: String,
    },
    /// A heat map without a line or without a column.
    #[error("a heat map needs at least 1 line and 1 column, and was given {lines} and {columns}")]
    NoCells {
        /// Lines given.
        lines: usize,
        /// Columns given.
        columns: usize,
    },
    /// A heat map whose cells do not fill its lines and columns.
    #[error(
        "a heat map of {lines} lines and {columns} columns needs lines x columns cells, \
         and was given {cells}"
    )]
    CellCount {
        /// Lines given.
        lines: usize,
        /// Columns given.
        columns: usize,
        /// Cells given.
        cells: usize,
    },
    /// A heat map in which every value is missing.
    #[error("a heat map needs at least 1 value, and all {cells} cells are blank")]
    AllBlank {
        /// Cells given.
        cells: usize,
    },
    /// No series at all.
    #[error("a chart needs at least 1 series, and was given none")]
    NoSeries,
    /// A series without a point.
    #[error("a series needs at least 1 point, and `{series}` has none")]
    NoPoints {
        /// Which series.
        series: String,
    },
    /// A logarithmic axis of x was asked for, and a value on it is zero.
    #[error("a logarithmic axis takes values of at least 1, and `{series}` has a 0 along `{axis}`")]
    ZeroOnLogAxis {
        /// Which series.
        series: String,
        /// The label of the axis.
        axis: String,
    },
    /// A chart of never-ending moves, and there is none.
    #[error("a chart of {what} needs at least 1 never-ending move, and was given none")]
    NothingEndless {
        /// What it would show.
        what: &'static str,
    },
    /// The totals of a staircase do not rise.
    #[error(
        "the totals of a staircase must rise, and jump {place} of `{series}` is not above \
         the one before"
    )]
    NotRising {
        /// Which series.
        series: String,
        /// Which jump, counted from 1.
        place: usize,
    },
    /// A staircase that ends before its last jump.
    #[error("a staircase must end at its last jump or later, and `{series}` ends before it")]
    EndsTooSoon {
        /// Which series.
        series: String,
    },
    /// A text that would fill the page.
    #[error("the {what} of a chart may have {limit} characters, and was given {length}")]
    TextTooLong {
        /// Which text.
        what: &'static str,
        /// Its characters.
        length: usize,
        /// The most that are accepted.
        limit: usize,
    },
    /// The drawing library failed; no input is known to cause it.
    #[error("the chart could not be painted: {0}")]
    Painter(String),
}

/// Refuses a text of more than `limit` characters.
fn check_text(what: &'static str, text: &str, limit: usize) -> Result<(), ChartError> {
    let length = text.chars().count();
    if length > limit {
        return Err(ChartError::TextTooLong { what, length, limit });
    }
    Ok(())
}
