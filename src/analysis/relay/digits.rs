//! Numbers whose digits are sown: OEIS A216476.
//!
//! The digits of a number are the pits of a circuit, the first digit is the pivot, and the extended
//! map is played until the same digits recur with the pivot on the first (E. Angelini and
//! M. Hasler, 2012).

use num_bigint::BigUint;
use num_traits::Zero;
use thiserror::Error;

use super::{Cycle, Decision, Effort, Fate, Rule, decide};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};

/// Why a number has no period.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DigitsError {
    /// Zero has no digit to sow.
    #[error("0 has no digit to sow; numbers from 1 on are accepted")]
    Zero,
    /// Stopped by the observer.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Laps of the extended map until the digits of a number recur, with the pivot on the first; `None`
/// where `lap_limit` laps come first. Cost: as [`decide`].
///
/// # Errors
/// If the number is 0, or the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::relay::digits_period;
/// assert_eq!(digits_period(&541u32.into(), u64::MAX, &()), Ok(Some(51)));
/// ```
///
/// # Panics
/// Never: a number above 0 has a first digit above 0.
pub fn digits_period(
    number: &BigUint,
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Option<u128>, DigitsError> {
    if number.is_zero() {
        return Err(DigitsError::Zero);
    }
    let digits = number.to_radix_be(10).into_iter().map(u64::from).collect();
    let start = State::new(digits, 0).expect("a number above 0 has a first digit above 0");
    let effort = Effort { lap_limit, period: true };
    let Decision { fate, .. } = decide(&start, Rule::Extended, effort, observer)?;
    Ok(match fate {
        Fate::NeverEnds(Some(Cycle { period, .. })) => Some(period),
        Fate::NeverEnds(None) | Fate::Ends { .. } | Fate::Undecided => None,
    })
}
