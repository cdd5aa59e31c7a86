//! The choices of a turn: in which direction to sow, where there are two.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sowing::Way;

/// A direction of sowing, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// The usual direction, in which pits are numbered; written `ccw`.
    CounterClockwise,
    /// The direction of reverse captures; written `cw`.
    Clockwise,
}

impl Direction {
    /// Counter-clockwise pits have rising indices.
    pub(super) fn way(self) -> Way {
        match self {
            Self::CounterClockwise => Way::Forward,
            Self::Clockwise => Way::Backward,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::CounterClockwise => "ccw",
            Self::Clockwise => "cw",
        })
    }
}

/// The directions taken at each leg that could be sown in both, in the order of these legs; written
/// with `-` between them, as in `ccw-cw`. A turn without a choice has the empty path.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Path(pub Vec<Direction>);

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, direction) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("-")?;
            }
            direction.fmt(f)?;
        }
        Ok(())
    }
}

/// A part of a text that is no direction.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "choice {index} of the path is `{found}`; ccw and cw are accepted, with - between them, as in ccw-cw"
)]
pub struct PathError {
    /// Its place, from 1.
    pub index: usize,
    /// The part, or its beginning.
    pub found: String,
}

impl FromStr for Path {
    type Err = PathError;

    /// Reads `ccw` and `cw` with `-` between them; the empty text is the empty path.
    ///
    /// # Errors
    /// The first part that is neither.
    fn from_str(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let directions = text.split('-').zip(1..).map(|(part, index)| match part {
            "ccw" => Ok(Direction::CounterClockwise),
            "cw" => Ok(Direction::Clockwise),
            _ => Err(PathError { index, found: part.chars().take(20).collect() }),
        });
        Ok(Self(directions.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, PathError};

    #[test]
    fn paths_come_back() {
        for text in ["", "ccw", "cw", "ccw-cw-cw-ccw"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        for (text, index, found) in
            [("cw-", 2, ""), ("-", 1, ""), ("ccw-CW", 2, "CW"), ("ccw cw", 1, "ccw cw")]
        {
            assert_eq!(text.parse::<Path>(), Err(PathError { index, found: found.into() }));
        }
    }
}
