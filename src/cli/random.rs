//! What the commands that draw at random share: how many, and from which seed.

use anyhow::{Context, ensure};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sowlab::notation::natural;

/// Reads how many are drawn, at least 1; `what` names one.
pub fn number(text: &str, what: &str) -> anyhow::Result<u64> {
    let number = natural(text)?;
    ensure!(!number.is_zero(), "`{text}` shows nothing; at least 1 {what} is accepted");
    below_two_to_64(text, &number)
}

/// Reads a seed of random numbers.
pub fn seed(text: &str) -> anyhow::Result<u64> {
    below_two_to_64(text, &natural(text)?)
}

fn below_two_to_64(text: &str, number: &BigUint) -> anyhow::Result<u64> {
    number
        .to_u64()
        .with_context(|| format!("`{text}` is too large; numbers below 2^64 are accepted"))
}
