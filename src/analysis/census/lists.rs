//! What is asked of the exhaustive searches, as lists: their range, and about how much work they are.

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use thiserror::Error;

use super::{MOST_PITS, MOST_SEEDS};
use crate::analysis::mayer::all_states;
use crate::notation::{List, show_natural};

/// A number of a list that no search takes.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{} is out of range; numbers from {} to {} are accepted",
    show_natural(number), accepted.start(), accepted.end()
)]
pub struct OutOfRange {
    /// The number.
    pub number: BigUint,
    /// What is accepted.
    pub accepted: RangeInclusive<u64>,
}

/// Numbers of pits, all in the range of the searches: of several none begins if the last would be
/// refused.
///
/// # Errors
/// If one is out of range.
pub fn numbers_of_pits(list: &List) -> Result<Vec<u64>, OutOfRange> {
    within(list, 1..=MOST_PITS as u64)
}

/// Totals of seeds, all in the range of the searches.
///
/// # Errors
/// If one is out of range.
pub fn totals_of_seeds(list: &List) -> Result<Vec<u64>, OutOfRange> {
    within(list, 2..=MOST_SEEDS.into())
}

/// The numbers of a list, each in the range.
fn within(list: &List, accepted: RangeInclusive<u64>) -> Result<Vec<u64>, OutOfRange> {
    let refused = |number: BigUint| OutOfRange { number, accepted: accepted.clone() };
    // A list that does not fit in memory has a number beyond the range.
    if *list.largest() > (*accepted.end()).into() {
        return Err(refused(list.largest().clone()));
    }
    let small = |number: &BigUint| number.to_u64().filter(|small| accepted.contains(small));
    list.iter().map(|number| small(&number).ok_or_else(|| refused(number))).collect()
}

/// About how many milliseconds of one processor a census takes with all totals of up to
/// `most_seeds` seeds; with the fastest instructions, about a quarter of them. At least 1, and no
/// more than `2^50`.
#[must_use]
pub fn work(pits: u64, most_seeds: u64) -> u64 {
    // It grows about as the number of states.
    let states: BigUint = all_states(pits, &most_seeds.into()) >> 24u8;
    states.to_u64().unwrap_or(u64::MAX).clamp(1, 1 << 50)
}
