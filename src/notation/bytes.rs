//! Sizes in bytes.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::number::{about, number};
use super::piece::Piece;
use super::{NotationError, Problem};

/// Unit names and the bytes in each.
const UNITS: [(&str, u64); 9] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("B", 1),
];

/// Reads a size in bytes: a number and a unit (kB MB GB TB KiB MiB GiB TiB, bytes if none).
///
/// # Errors
/// If the text is no such size, or one of 2^64 bytes or more.
///
/// # Examples
/// ```
/// assert_eq!(sowlab::notation::bytes("2GiB"), Ok(2 << 30));
/// ```
pub fn bytes(text: &str) -> Result<u64, NotationError> {
    let piece = Piece::whole(text).trim();
    let (amount, unit) = UNITS
        .iter()
        .find(|(name, _)| piece.text.ends_with(name))
        .map_or((piece, 1), |(name, unit)| (piece.part(0, piece.text.len() - name.len()), *unit));
    number(amount)
        .ok()
        .and_then(|amount| (amount * unit).to_u64())
        .ok_or_else(|| piece.error(Problem::NotASize))
}

/// A size for reading, with three significant digits at least: `1.50 GiB`.
#[must_use]
pub fn show_bytes(bytes: &BigUint) -> String {
    let (unit, size) = UNITS[..4]
        .iter()
        .rev()
        .find(|(_, size)| *bytes >= BigUint::from(*size))
        .unwrap_or(&UNITS[8]);
    let hundredths = bytes * 100u8 / *size;
    match hundredths.to_u64() {
        _ if *size == 1 => format!("{bytes} B"),
        Some(hundredths) if hundredths < 100_000_000 => {
            format!("{}.{:02} {unit}", hundredths / 100, hundredths % 100)
        }
        _ => format!("{} bytes", about(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, show_bytes};
    use num_bigint::BigUint;

    #[test]
    fn sizes() {
        assert_eq!(bytes("1000"), Ok(1000));
        assert_eq!(bytes("3kB"), Ok(3000));
        assert_eq!(bytes("3 MiB"), Ok(3 << 20));
        assert_eq!(bytes("2^20"), Ok(1 << 20));
        for text in ["", "GiB", "2G", "1.5GiB", "-1", "10^30"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shown_sizes() {
        for (size, shown) in [
            (900u64, "900 B"),
            (1536, "1.50 KiB"),
            (3 << 30, "3.00 GiB"),
            (u64::MAX, "about 10^19 bytes"),
        ] {
            assert_eq!(show_bytes(&BigUint::from(size)), shown);
        }
    }
}
