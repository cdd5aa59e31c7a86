//! Numbers whose digits are sown: OEIS A216476.
//!
//! The digits of a number are the pits of a circuit, the first digit is the pivot, and the extended
//! map is played until the same digits recur with the pivot on the first (E. Angelini and
//! M. Hasler, 2012).

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use thiserror::Error;

use super::{Cycle, Decision, Effort, Fate, POLL, Rule, decide};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer, Unreported};

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
pub fn digits_period(
    number: &BigUint,
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Option<u128>, DigitsError> {
    let start = start(number)?;
    let effort = Effort { lap_limit, period: true };
    let Decision { fate, .. } = decide(&start, Rule::Extended, effort, observer)?;
    Ok(match fate {
        Fate::NeverEnds(Some(Cycle { period, .. })) => Some(period),
        Fate::NeverEnds(None) | Fate::Ends { .. } | Fate::Undecided => None,
    })
}

/// [`digits_period`] of many numbers, in their order, in parallel.
///
/// Numbers with as many digits and the same sum of digits often lie on one cycle, up to rotation of
/// the circuit, and so have one period: whoever is met on the way of another is not asked again.
/// Progress is reported in numbers.
///
/// # Errors
/// As [`digits_period`].
///
/// # Examples
/// ```
/// use sowlab::analysis::relay::digits_periods;
/// let numbers = [10u32.into(), 541u32.into(), 14u32.into()];
/// assert_eq!(digits_periods(&numbers, u64::MAX, &()), Ok(vec![Some(2), Some(51), Some(10)]));
/// ```
pub fn digits_periods(
    numbers: &[BigUint],
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Vec<Option<u128>>, DigitsError> {
    observer.begin(Some(numbers.len() as u64));
    let mut groups: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
    for (index, number) in numbers.iter().enumerate() {
        let digits = number.to_radix_be(10);
        let sum = digits.iter().copied().map(u64::from).sum();
        groups.entry((digits.len(), sum)).or_default().push(index);
    }
    let mut periods = vec![None; numbers.len()];
    let found = groups.into_par_iter().map(|((length, _), indices)| {
        let asked: Vec<&BigUint> = indices.iter().map(|&index| &numbers[index]).collect();
        let found = if length <= SHARING {
            shared(&asked, lap_limit, observer)
        } else {
            let alone = |&number: &&BigUint| {
                let period = digits_period(number, lap_limit, &Unreported(observer))?;
                observer.advance(1);
                Ok(period)
            };
            asked.par_iter().map(alone).collect()
        };
        Ok((indices, found?))
    });
    for (indices, found) in found.collect::<Result<Vec<_>, DigitsError>>()? {
        for (index, period) in indices.into_iter().zip(found) {
            periods[index] = period;
        }
    }
    Ok(periods)
}

/// The most digits of numbers that are looked for on each other's ways: with more of them, a cycle
/// is long and meets few of the numbers asked for.
const SHARING: usize = 8;

/// The periods of numbers of at most [`SHARING`] digits, as many in each, with one sum of digits.
fn shared(
    numbers: &[&BigUint],
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Vec<Option<u128>>, DigitsError> {
    let mut known: HashMap<u64, Option<u128>> = HashMap::new();
    let mut periods = Vec::with_capacity(numbers.len());
    let small = |number: &BigUint| number.to_u64().unwrap_or(u64::MAX);
    known.extend(numbers.iter().map(|number| (small(number), None)));
    for number in numbers {
        if known[&small(number)].is_none() {
            let mut met = Vec::new();
            let start = start(number)?;
            if let Some(cycle) = walk(&start, lap_limit, observer, &mut met)? {
                for number in met {
                    known.entry(number).and_modify(|period| *period = Some(cycle.period));
                }
            }
        }
        periods.push(known[&small(number)]);
        observer.advance(1);
    }
    Ok(periods)
}

/// Plays a state by the rules until it recurs up to rotation, and notes the numbers on the way.
fn walk(
    start: &State<u64>,
    lap_limit: u64,
    observer: &dyn Observer,
    met: &mut Vec<u64>,
) -> Result<Option<Cycle>, Cancelled> {
    let mut state = start.clone();
    let mut sown = 0u128;
    for lap in 1..=lap_limit {
        if lap % POLL == 1 && observer.cancelled() {
            return Err(Cancelled);
        }
        sown += u128::from(*state.hand());
        state.lap();
        if state.pits().iter().all(|&pit| pit < 10) {
            met.push(state.from_pivot().fold(0, |number, digit| 10 * number + digit));
        }
        if state.is_rotation_of(start) {
            return Ok(Some(Cycle::new(start.pits().len(), lap, &sown.into())));
        }
    }
    Ok(None)
}

/// The digits of a number as pits, the first one the pivot.
fn start(number: &BigUint) -> Result<State<u64>, DigitsError> {
    let digits = number.to_radix_be(10).into_iter().map(u64::from).collect();
    // The first digit is 0 only in the number 0.
    State::new(digits, 0).map_err(|_| DigitsError::Zero)
}
