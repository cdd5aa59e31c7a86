//! Positions of two rows with stores and a player to move.

use num_bigint::BigUint;

use super::number::number;
use super::piece::Piece;
use super::{NotationError, Problem};

/// The numbers of a position of two rows, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoRows {
    /// Seeds in each pit, South's first.
    pub pits: Vec<BigUint>,
    /// Seeds in South's store, then in North's.
    pub stores: [BigUint; 2],
    /// Whether South is to move; else North is.
    pub south: bool,
}

/// Reads pits, South's first, two stores and `S` or `N` for the player to move, with `-` between them.
/// How many pits there are is judged elsewhere.
///
/// # Errors
/// If something is no number, no player stands at the end, or there is no pit.
///
/// # Examples
/// ```
/// let read = sowlab::notation::two_rows("4-4-4-4-0-0-S")?;
/// assert_eq!((read.pits.len(), read.south), (4, true));
/// # Ok::<(), sowlab::notation::NotationError>(())
/// ```
pub fn two_rows(text: &str) -> Result<TwoRows, NotationError> {
    let pieces: Vec<Piece> = Piece::whole(text).split(|c| c == '-').map(Piece::trim).collect();
    let Some((side, numbers)) = pieces.split_last() else {
        unreachable!("there is a piece more than separators")
    };
    if numbers.is_empty() {
        return Err(side.error(Problem::NotTwoRows));
    }
    let mut pits = numbers.iter().map(|piece| number(*piece)).collect::<Result<Vec<_>, _>>()?;
    let south = match side.text {
        "S" | "s" => true,
        "N" | "n" => false,
        _ => return Err(side.error(Problem::NotASide)),
    };
    let (Some(north_store), Some(south_store)) = (pits.pop(), pits.pop()) else {
        return Err(Piece::whole(text).trim().error(Problem::NotTwoRows));
    };
    if pits.is_empty() {
        return Err(Piece::whole(text).trim().error(Problem::NotTwoRows));
    }
    Ok(TwoRows { pits, stores: [south_store, north_store], south })
}

#[cfg(test)]
mod tests {
    use super::{Problem, two_rows};
    use proptest::prelude::*;

    #[test]
    fn pits_stores_and_side() {
        let read = two_rows(" 1-2-3-10^1-5-6-N ").unwrap();
        let numbers: Vec<String> =
            read.pits.iter().chain(&read.stores).map(ToString::to_string).collect();
        assert_eq!((numbers.join(" ").as_str(), read.south), ("1 2 3 10 5 6", false));
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, offending, column, problem) in [
            ("", "", 1, Problem::NotTwoRows),
            ("4 4 4 4", "4 4 4 4", 1, Problem::NotTwoRows),
            ("S", "S", 1, Problem::NotTwoRows),
            ("4-4-S", "4-4-S", 1, Problem::NotTwoRows),
            ("4-4-0-0", "0", 7, Problem::NotASide),
            ("4-4-0-0-X", "X", 9, Problem::NotASide),
            ("4-4-0-0-", "", 9, Problem::NotASide),
            ("4-x-0-0-S", "x", 3, Problem::NotANumber),
            ("4--0-0-S", "", 3, Problem::Missing),
        ] {
            let error = two_rows(text).unwrap_err();
            assert_eq!(
                error,
                super::NotationError { text: offending.into(), column, problem },
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "\\PC*") {
            let _ = two_rows(&text);
        }
    }
}
