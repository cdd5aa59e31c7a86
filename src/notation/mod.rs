//! Text to values and back: natural numbers of any size, lists with ranges, positions, sizes in
//! bytes.
//!
//! Every parser here fails with a [`NotationError`]: the offending text, its column, and what
//! would have been accepted. What a value *means* (a row needs a seed, a table needs memory) is
//! judged elsewhere.

mod bytes;
mod list;
mod number;
mod piece;
mod position;
mod rows;
mod two_rows;

pub use bytes::{bytes, show_bytes};
pub use list::List;
pub use number::{MAX_BITS, natural, serialize_natural, show_natural};
pub use position::position;
pub use rows::{row, rows};
pub use two_rows::{TwoRows, two_rows};

use thiserror::Error;

/// Whether a character separates the moves of a game.
#[must_use]
pub fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// Why a text is not a value: the offending part, where it stands, and what would be accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{} {problem}", subject(text, *column))]
pub struct NotationError {
    /// The offending part of the input; empty where something is missing.
    pub text: String,
    /// Column of its first character in the input, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a part of a text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// Nothing stands where a number is needed.
    #[error("where a natural number is expected, such as 12 or 10^30")]
    Missing,
    /// No number in the notation of [`natural`].
    #[error(
        "is not a natural number; accepted are digits, powers such as 10^30, and sums, differences and products of these such as 2^100+1"
    )]
    NotANumber,
    /// Floating-point notation, which is not exact.
    #[error("is floating-point notation; write {exact}")]
    FloatingPoint {
        /// The same number in our notation.
        exact: String,
    },
    /// A number with a minus sign before it.
    #[error("is negative; accepted are natural numbers, such as 0, 12 or 10^30")]
    Negative,
    /// A difference whose second part is larger than what stands before it.
    #[error("takes away more than there is; the result must be a natural number")]
    BelowZero,
    /// Larger than [`MAX_BITS`] allows.
    #[error("is too large; numbers up to 10^1000000 are read")]
    TooLarge,
    /// A range whose first number is the larger one.
    #[error("runs backwards; write the smaller number first, as in 1..5")]
    Backwards,
    /// A number that the list already has.
    #[error("repeats a number of the list; each number may stand there once")]
    Repeated,
    /// Where the player to move is named, something else than `S` or `N`.
    #[error("is no player to move; accepted at the end are S for South and N for North")]
    NotASide,
    /// No position of two rows.
    #[error(
        "is no position of two rows; accepted are pits, South's first, two stores and the player to move, as in 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
    )]
    NotTwoRows,
    /// No size in bytes.
    #[error(
        "is not a size; accepted are bytes with or without a unit: 1000000, 500MB, 2GiB (kB MB GB TB KiB MiB GiB TiB)"
    )]
    NotASize,
}

/// The longest offending text that is repeated in full.
const SHOWN: usize = 40;

fn subject(text: &str, column: usize) -> String {
    if text.is_empty() {
        return format!("nothing stands at column {column},");
    }
    let shown: String = text.chars().take(SHOWN).collect();
    let rest = if shown.len() < text.len() { "..." } else { "" };
    format!("`{shown}{rest}` at column {column}")
}
