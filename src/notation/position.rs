//! Positions of one circuit.

use num_bigint::BigUint;

use super::number::number;
use super::piece::Piece;
use super::{NotationError, Problem};

/// Reads the seeds of each pit: numbers (see [`super::natural`]) separated by commas or spaces.
///
/// # Errors
/// If there is no number, or something else than a number.
///
/// # Examples
/// ```
/// use sowlab::notation::position;
/// assert_eq!(position("4, 0 10").unwrap(), [4u8.into(), 0u8.into(), 10u8.into()]);
/// ```
pub fn position(text: &str) -> Result<Vec<BigUint>, NotationError> {
    let mut pits = Vec::new();
    for piece in Piece::whole(text).split(|c| c == ',') {
        if piece.text.trim().is_empty() {
            return Err(piece.trim().error(Problem::Missing));
        }
        for pit in piece.split(char::is_whitespace) {
            if !pit.text.is_empty() {
                pits.push(number(pit)?);
            }
        }
    }
    Ok(pits)
}

#[cfg(test)]
mod tests {
    use super::{Problem, position};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    #[test]
    fn commas_and_spaces() {
        for text in ["1,2,3", "1 2 3", " 1, 2  3 ", "1 ,2\t3"] {
            assert_eq!(position(text).unwrap(), [1u8.into(), 2u8.into(), 3u8.into()], "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, offending, column, problem) in [
            ("", "", 1, Problem::Missing),
            ("1,,2", "", 3, Problem::Missing),
            ("1,2,", "", 5, Problem::Missing),
            ("1 x 3", "x", 3, Problem::NotANumber),
            ("1,-2", "-2", 3, Problem::Negative),
            ("1..3", "1..3", 1, Problem::NotANumber),
        ] {
            let error = position(text).unwrap_err();
            assert_eq!(error, super::NotationError { text: offending.into(), column, problem });
        }
    }

    proptest! {
        #[test]
        fn positions_come_back(pits in prop::collection::vec(any::<u128>(), 1..20)) {
            let pits: Vec<BigUint> = pits.into_iter().map(BigUint::from).collect();
            let words: Vec<String> = pits.iter().map(ToString::to_string).collect();
            prop_assert_eq!(position(&words.join(" ")).unwrap(), pits.clone());
            prop_assert_eq!(position(&words.join(",")), Ok(pits));
        }
    }
}
