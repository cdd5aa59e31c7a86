//! Exact natural numbers of any size.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use serde::{Serialize, Serializer};

use super::piece::Piece;
use super::{NotationError, Problem};

/// Bits of the largest number that is read, `10^1000000`. Anything larger is refused before it is
/// computed.
pub const MAX_BITS: u64 = 3_321_929;

/// Reads a natural number.
///
/// ```text
/// number = term  { ("+" | "-") term }      from the left, never below zero
/// term   = power { "*" power }
/// power  = digits [ "^" digits ]
/// ```
///
/// There are no brackets, signs, or spaces inside.
///
/// # Errors
/// If the text is no such number, or a number of more than [`MAX_BITS`] bits.
///
/// # Examples
/// ```
/// use sowlab::notation::natural;
/// assert_eq!(natural("2^64-1").unwrap(), u64::MAX.into());
/// assert_eq!(
///     natural("1e30").unwrap_err().to_string(),
///     "`1e30` at column 1 is floating-point notation; write 10^30"
/// );
/// ```
pub fn natural(text: &str) -> Result<BigUint, NotationError> {
    number(Piece::whole(text))
}

pub(super) fn number(piece: Piece) -> Result<BigUint, NotationError> {
    let piece = piece.trim();
    if piece.text.starts_with('-') {
        return Err(piece.error(Problem::Negative));
    }
    let mut operators = piece.text.chars().filter(|c| matches!(c, '+' | '-'));
    let mut total = BigUint::zero();
    for (index, part) in piece.split(|c| matches!(c, '+' | '-')).enumerate() {
        let value = term(part)?;
        let minus = index > 0 && operators.next() == Some('-');
        total = match (minus, value <= total) {
            (false, _) => total + value,
            (true, true) => total - value,
            (true, false) => return Err(part.error(Problem::BelowZero)),
        };
    }
    if total.bits() > MAX_BITS {
        return Err(piece.error(Problem::TooLarge));
    }
    Ok(total)
}

fn term(piece: Piece) -> Result<BigUint, NotationError> {
    let mut product = BigUint::one();
    for factor in piece.split(|c| c == '*') {
        product *= power(factor)?;
        if product.bits() > MAX_BITS {
            return Err(piece.error(Problem::TooLarge));
        }
    }
    Ok(product)
}

fn power(piece: Piece) -> Result<BigUint, NotationError> {
    let Some((base, exponent)) = piece.split_once("^") else {
        return digits(piece);
    };
    let base = digits(base)?;
    let exponent = digits(exponent)?;
    if base.is_one() || exponent.is_zero() {
        return Ok(BigUint::one());
    }
    if base.is_zero() {
        return Ok(base);
    }
    // base >= 2^(bits - 1), so this never refuses a number that is small enough.
    match exponent.to_u32() {
        Some(exponent) if (base.bits() - 1).saturating_mul(exponent.into()) < MAX_BITS => {
            Ok(base.pow(exponent))
        }
        _ => Err(piece.error(Problem::TooLarge)),
    }
}

fn digits(piece: Piece) -> Result<BigUint, NotationError> {
    if piece.text.is_empty() {
        return Err(piece.error(Problem::Missing));
    }
    if !piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(piece.error(match exact(piece.text) {
            Some(exact) => Problem::FloatingPoint { exact },
            None => Problem::NotANumber,
        }));
    }
    // Every number that is small enough has at most this many digits.
    if piece.text.trim_start_matches('0').len() > 1_000_001 {
        return Err(piece.error(Problem::TooLarge));
    }
    piece.text.parse().map_err(|_| piece.error(Problem::NotANumber))
}

/// The number `1e30` or `2.5E3` in our notation, if it is a whole number in such a notation.
fn exact(text: &str) -> Option<String> {
    let (mantissa, exponent) = text.split_once(['e', 'E'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let factor = [whole, fraction].concat();
    if whole.is_empty() || !factor.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exponent = exponent.parse::<u32>().ok()?.checked_sub(fraction.len() as u32)?;
    Some(match (factor.trim_start_matches('0'), exponent) {
        ("", _) => "0".into(),
        (factor, 0) => factor.into(),
        ("1", exponent) => format!("10^{exponent}"),
        (factor, exponent) => format!("{factor}*10^{exponent}"),
    })
}

/// A number for reading: its digits, or its size if they are more than anyone reads. Unlike the
/// digits of a number of a million digits, that takes no time.
#[must_use]
pub fn show_natural(value: &BigUint) -> String {
    if value.bits() <= 128 {
        return value.to_string();
    }
    about(value)
}

/// A power of 10 near a number, by the number of its bits alone.
pub(super) fn about(value: &BigUint) -> String {
    format!("about 10^{}", value.bits() * 30_103 / 100_000)
}

/// Serialises an exact natural number of any size as an integer, with all its digits.
///
/// A format whose integers end at 128 bits must know the private number type of `serde_json`
/// (feature `arbitrary_precision`), as JSON does.
///
/// A format that is not for people to read gets the digits of [`BigUint`] itself, which it reads back.
///
/// # Errors
/// Those of the serialiser.
pub fn serialize_natural<S: Serializer>(value: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return value.serialize(serializer);
    }
    if let Some(value) = value.to_u64() {
        return serializer.serialize_u64(value);
    }
    if let Some(value) = value.to_u128() {
        return serializer.serialize_u128(value);
    }
    value
        .to_string()
        .parse::<serde_json::Number>()
        .map_err(serde::ser::Error::custom)?
        .serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::{MAX_BITS, Problem, natural, show_natural};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn fails(text: &str) -> (String, usize, Problem) {
        let error = natural(text).unwrap_err();
        (error.text, error.column, error.problem)
    }

    #[test]
    fn sums_of_products_of_powers() {
        for (text, value) in [
            ("0", 0u64),
            ("007", 7),
            (" 12 ", 12),
            ("0^0", 1),
            ("0^5", 0),
            ("1^99999999999999999999", 1),
            ("2^10", 1024),
            ("3*10^5", 300_000),
            ("2^3*3^2", 72),
            ("2^64-1", u64::MAX),
            ("10-3-2", 5),
            ("10-3+2*4", 15),
        ] {
            assert_eq!(natural(text), Ok(value.into()), "{text}");
        }
        assert_eq!(natural("10^40+1").unwrap().to_string(), format!("1{}1", "0".repeat(39)));
    }

    #[test]
    fn the_largest_number() {
        assert_eq!(natural("10^1000000").unwrap().bits(), MAX_BITS);
        for text in [
            "10^1000001",
            "10^99999999999999999999999",
            "2^4000000000",
            "3^3321929",
            "10^600000*10^600000",
        ] {
            assert_eq!(fails(text).2, Problem::TooLarge, "{text}");
        }
    }

    #[test]
    fn shown_numbers() {
        for (text, shown) in [
            ("2^10", "1024"),
            ("10^38", &format!("1{}", "0".repeat(38))),
            ("10^40", "about 10^40"),
            ("10^1000000", "about 10^1000000"),
        ] {
            assert_eq!(show_natural(&natural(text).unwrap()), shown);
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        let wrong = Problem::NotANumber;
        assert_eq!(fails(""), (String::new(), 1, Problem::Missing));
        assert_eq!(fails("2^"), (String::new(), 3, Problem::Missing));
        assert_eq!(fails("2++3"), (String::new(), 3, Problem::Missing));
        assert_eq!(fails(" -3"), ("-3".into(), 2, Problem::Negative));
        assert_eq!(fails("2+abc"), ("abc".into(), 3, wrong.clone()));
        assert_eq!(fails("é+é"), ("é".into(), 1, wrong.clone()));
        assert_eq!(fails("1+é*2"), ("é".into(), 3, wrong.clone()));
        assert_eq!(fails("2^3^4"), ("3^4".into(), 3, wrong.clone()));
        assert_eq!(fails("1.5"), ("1.5".into(), 1, wrong));
        assert_eq!(fails("1-5"), ("5".into(), 3, Problem::BelowZero));
        let instead = |exact: &str| Problem::FloatingPoint { exact: exact.into() };
        assert_eq!(fails("1e30"), ("1e30".into(), 1, instead("10^30")));
        assert_eq!(fails("3E5").2, instead("3*10^5"));
        assert_eq!(fails("2.5e3").2, instead("25*10^2"));
        assert_eq!(fails("2.55e1").2, Problem::NotANumber);
    }

    proptest! {
        #[test]
        fn digits_come_back(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let value = BigUint::from_bytes_le(&bytes);
            prop_assert_eq!(natural(&value.to_string()), Ok(value));
        }

        #[test]
        fn the_grammar_computes(a in 0u64..50, e in 0u32..20, b in 0u64..1000, c in 0u64..1000) {
            let value = BigUint::from(a).pow(e) * b + c;
            prop_assert_eq!(natural(&format!("{a}^{e}*{b}+{c}")), Ok(value));
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC*") {
            let _ = natural(&text);
        }
    }
}
