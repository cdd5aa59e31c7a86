//! Positions of several rows: boards as they are drawn.

use num_bigint::BigUint;

use super::number::number;
use super::piece::Piece;
use super::{NotationError, Problem};

/// Reads rows with `/` between them, each as [`row`] does.
///
/// # Errors
/// If a row has no pit, or something in it is no number.
///
/// # Examples
/// ```
/// use sowlab::notation::rows;
/// let [top, bottom] = &rows("4 4 ./0 0 2")?[..] else { panic!("two rows") };
/// assert_eq!((top[2].bits(), bottom[2].bits()), (0, 2));
/// # Ok::<(), sowlab::notation::NotationError>(())
/// ```
pub fn rows(text: &str) -> Result<Vec<Vec<BigUint>>, NotationError> {
    Piece::whole(text).split(|c| c == '/').map(pits).collect()
}

/// Reads the seeds of a row of pits: numbers (see [`super::natural`]), or `.` for an empty pit,
/// separated by commas or spaces.
///
/// # Errors
/// If there is no pit, or something is no number.
pub fn row(text: &str) -> Result<Vec<BigUint>, NotationError> {
    pits(Piece::whole(text))
}

fn pits(row: Piece) -> Result<Vec<BigUint>, NotationError> {
    let mut pits = Vec::new();
    for piece in row.split(|c| c == ',') {
        if piece.text.trim().is_empty() {
            return Err(piece.trim().error(Problem::Missing));
        }
        for pit in piece.split(char::is_whitespace) {
            match pit.text {
                "" => {}
                "." => pits.push(BigUint::ZERO),
                _ => pits.push(number(pit)?),
            }
        }
    }
    Ok(pits)
}

#[cfg(test)]
mod tests {
    use super::{Problem, row, rows};
    use num_bigint::BigUint;

    fn big(pits: &[u32]) -> Vec<BigUint> {
        pits.iter().map(|&pit| pit.into()).collect()
    }

    #[test]
    fn rows_with_dots_spaces_and_commas() {
        assert_eq!(row(". 2,3 10"), Ok(big(&[0, 2, 3, 10])));
        let read = rows("4 4/ . . /0,0/1\t2^4").unwrap();
        assert_eq!(read, [big(&[4, 4]), big(&[0, 0]), big(&[0, 0]), big(&[1, 16])]);
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, offending, column, problem) in [
            ("", "", 1, Problem::Missing),
            ("1 1//1", "", 5, Problem::Missing),
            ("1 1/2 2/", "", 9, Problem::Missing),
            ("1 1/2,,2", "", 7, Problem::Missing),
            ("1 1/2 x", "x", 7, Problem::NotANumber),
            ("1 ../2 2", "..", 3, Problem::NotANumber),
            ("1 1/2 -2", "-2", 7, Problem::Negative),
        ] {
            let error = rows(text).unwrap_err();
            assert_eq!(error, super::NotationError { text: offending.into(), column, problem });
        }
    }
}
