//! Lines as they are printed: turns, what is noted beside some of them, and what the last one wins.

use thiserror::Error;

use crate::games::pas_de_deux::Turn;

/// What is noted beside a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// That it captures so many seeds.
    Captures(u8),
    /// That it captures; how many does not count.
    CapturesSome,
}

/// A turn and what is noted beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The turn, in the numbers that are printed.
    pub turn: Turn,
    /// What is noted beside it.
    pub mark: Mark,
}

/// A line: turns of the player who begins and of the opponent, one after the other, and a last turn of
/// the player who begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The turns before the last one; an even number.
    pub plies: Vec<Ply>,
    /// The last turn, or several, each of which wins everything.
    pub last: Vec<Turn>,
    /// Seeds on the board before the last turn, if that is known.
    pub left: Option<u8>,
}

/// Why a text is no line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// A word is neither a turn nor a turn with the seeds that it captures.
    #[error("`{word}` is no turn of a line; accepted are turns as in 3, 3-7 or 7-8x14")]
    Word {
        /// The word.
        word: String,
    },
    /// The last turn would be the opponent's.
    #[error("{plies} turns stand before the last one; accepted are even numbers")]
    Odd {
        /// Turns before the last one.
        plies: usize,
    },
}

impl Line {
    /// Reads a line: turns, some with `x` and the seeds that they capture, and the last turns.
    ///
    /// # Errors
    /// If a word is no turn, or the last turn would be the opponent's.
    ///
    /// # Examples
    /// ```
    /// use sowlab::analysis::puzzle::{Line, Mark};
    ///
    /// let line = Line::parse("1 2 7-8x14 8", "1 6", Some(2))?;
    /// assert_eq!((line.plies.len(), line.last.len()), (4, 2));
    /// assert_eq!(line.plies[2].mark, Mark::Captures(14));
    /// # Ok::<(), sowlab::analysis::puzzle::LineError>(())
    /// ```
    pub fn parse(turns: &str, last: &str, left: Option<u8>) -> Result<Self, LineError> {
        let refused = |word: &str| LineError::Word { word: word.into() };
        let turn = |word: &str| word.parse::<Turn>().map_err(|_| refused(word));
        let ply = |word: &str| {
            let Some((pits, seeds)) = word.split_once('x') else {
                return Ok(Ply { turn: turn(word)?, mark: Mark::None });
            };
            let seeds = seeds.parse().map_err(|_| refused(word))?;
            Ok(Ply { turn: turn(pits)?, mark: Mark::Captures(seeds) })
        };
        let plies: Vec<Ply> = turns.split_whitespace().map(ply).collect::<Result<_, _>>()?;
        if !plies.len().is_multiple_of(2) {
            return Err(LineError::Odd { plies: plies.len() });
        }
        let last = last.split_whitespace().map(turn).collect::<Result<_, _>>()?;
        Ok(Self { plies, last, left })
    }

    /// The same line, whatever is left before the last turn.
    #[must_use]
    pub fn without_left(&self) -> Self {
        Self { left: None, ..self.clone() }
    }

    /// The same line, whatever is captured where captures are noted.
    #[must_use]
    pub fn without_captured(&self) -> Self {
        let mut line = self.clone();
        for ply in &mut line.plies {
            if let Mark::Captures(_) = ply.mark {
                ply.mark = Mark::CapturesSome;
            }
        }
        line
    }
}
