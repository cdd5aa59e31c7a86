//! Decimal numbers of any size, compared and added without rounding.

use std::cmp::Ordering;
use std::fmt;
use std::ops::AddAssign;

use num_bigint::BigInt;
use num_traits::{Pow, Signed, Zero};

use crate::notation::natural;

/// The largest power of ten in a number; more is read as a text.
const MOST_PLACES: i64 = 1 << 16;

/// A number: `digits / 10^places`.
#[derive(Clone, Debug)]
pub struct Decimal {
    digits: BigInt,
    places: u32,
}

impl Decimal {
    /// Zero.
    pub fn zero() -> Self {
        Self { digits: BigInt::zero(), places: 0 }
    }

    /// A number as outputs have it: digits, with a sign, a point and an exponent where need be. `None`
    /// if it is another text.
    pub fn of_cell(text: &str) -> Option<Self> {
        let (text, exponent) = match text.split_once(['e', 'E']) {
            Some((text, exponent)) => (text, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(part) {
            return None;
        }
        let mut digits: BigInt = format!("{whole}{part}").parse().ok()?;
        if negative {
            digits = -digits;
        }
        let places = i64::try_from(part.len()).ok()?.checked_sub(exponent)?;
        if places.abs() > MOST_PLACES {
            return None;
        }
        if places < 0 {
            digits *= ten_to(places.unsigned_abs() as u32);
        }
        Some(Self { digits, places: places.max(0) as u32 })
    }

    /// A number as manifests have it: also with the notation of the command line, as in `10^30`.
    pub fn of_manifest(text: &str) -> Option<Self> {
        let natural = || Some(Self { digits: natural(text).ok()?.into(), places: 0 });
        Self::of_cell(text).or_else(natural)
    }

    /// The digits of both, with as many places.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, u32) {
        let places = self.places.max(other.places);
        let digits = |number: &Self| &number.digits * ten_to(places - number.places);
        (digits(self), digits(other), places)
    }
}

fn ten_to(places: u32) -> BigInt {
    BigInt::from(10).pow(places)
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.places == other.places {
            return self.digits.cmp(&other.digits);
        }
        let (one, two, _) = self.aligned(other);
        one.cmp(&two)
    }
}

impl AddAssign<&Self> for Decimal {
    fn add_assign(&mut self, other: &Self) {
        if self.places == other.places {
            self.digits += &other.digits;
            return;
        }
        let (one, two, places) = self.aligned(other);
        *self = Self { digits: one + two, places };
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Self {
        Self { digits: number.into(), places: 0 }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.digits.abs().to_string(), width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        let part = part.trim_end_matches('0');
        let sign = if self.digits.is_negative() { "-" } else { "" };
        let point = if part.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{part}")
    }
}
