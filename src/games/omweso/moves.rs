//! A move as it is written: the pit it starts from, and the path where there are choices.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Path, PathError};

/// A player's move: a starting pit and the choices of direction, written as in `4` or `12:cw-ccw`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The pit that is sown first, in the mover's own numbering, from 0.
    pub pit: usize,
    /// The directions taken where there is a choice.
    pub path: Path,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pit)?;
        if !self.path.0.is_empty() {
            write!(f, ":{}", self.path)?;
        }
        Ok(())
    }
}

/// Why a text is no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// No pit stands where one is needed.
    #[error(
        "`{found}` is no pit; a move is the number of a pit and, where there are choices, a path, as in 4 or 12:cw-ccw"
    )]
    NoPit {
        /// What stands there, or its beginning.
        found: String,
    },
    /// The path is none.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads digits and, after a colon, a path that is not empty.
    ///
    /// # Errors
    /// If there is no number that an index has room for, or no path after the colon.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (pit, path) =
            text.split_once(':').map_or((text, None), |(pit, path)| (pit, Some(path)));
        let digits = pit.bytes().all(|byte| byte.is_ascii_digit());
        let index = pit.parse().ok().filter(|_| digits);
        let Some(index) = index else {
            let long = pit.chars().nth(20).map_or("", |_| "...");
            let found = pit.chars().take(20).chain(long.chars()).collect();
            return Err(MoveError::NoPit { found });
        };
        let path = match path {
            None => Path::default(),
            Some("") => return Err(PathError { index: 1, found: String::new() }.into()),
            Some(path) => path.parse()?,
        };
        Ok(Self { pit: index, path })
    }
}

#[cfg(test)]
mod tests {
    use super::{Move, MoveError, PathError};

    #[test]
    fn moves_come_back() {
        for text in ["0", "4", "12:cw", "3:ccw-cw"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let long = "9".repeat(30);
        for (text, found) in [
            ("", ""),
            (":cw", ""),
            ("a", "a"),
            ("-1", "-1"),
            ("+1", "+1"),
            (&long, "99999999999999999999..."),
        ] {
            assert_eq!(text.parse::<Move>(), Err(MoveError::NoPit { found: found.into() }));
        }
        for (text, index, found) in [("4:", 1, ""), ("4:cw-", 2, ""), ("4:CW", 1, "CW")] {
            let error = PathError { index, found: found.into() };
            assert_eq!(text.parse::<Move>(), Err(MoveError::Path(error)));
        }
    }
}
