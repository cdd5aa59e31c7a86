//! The jumps of `L(n, .)`: from the sieve where the total fits in it, else by bisection.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::flush::Flush;
use super::{MirallError, StaircaseStep, sieve};
use crate::observer::Observer;

/// The totals of seeds up to `up_to` at which `L(n,N)`, the period of the only cycle of `N` seeds
/// in `pits` pits, grows, in increasing order; the first is `N = 1`.
///
/// Small totals come from one ghost sieve. For larger ones, since `L(n, .)` never falls, a range
/// with the same value at both ends is passed over and any other is halved: each jump costs about
/// `log2` of the range in flush recursions.
///
/// `memory` is the number of bytes that the work may use beside its result.
///
/// # Errors
/// If `pits` or `up_to` is 0, if neither way can do it in the memory given, or if the observer
/// stops it.
///
/// # Examples
/// ```
/// use sowlab::analysis::mirall::staircase;
///
/// // For two pits the period grows just below the powers of 2.
/// let steps = staircase(2, &20u32.into(), 1 << 20, &())?;
/// let totals: Vec<_> = steps.iter().map(|step| step.total_seeds.to_string()).collect();
/// assert_eq!(totals, ["1", "3", "7", "15"]);
/// # Ok::<(), sowlab::analysis::mirall::MirallError>(())
/// ```
pub fn staircase(
    pits: u64,
    up_to: &BigUint,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<StaircaseStep>, MirallError> {
    if pits == 0 {
        return Err(MirallError::ZeroPits);
    }
    if up_to.is_zero() {
        return Err(MirallError::ZeroSeeds);
    }
    // Few pits have few jumps, so that even a sieve that fits would be the slower way.
    let worth_a_sieve = if pits <= 8 { 1 << 22 } else { sieve::MAX_SEEDS };
    let sieved = up_to.to_u64().filter(|&up_to| up_to <= worth_a_sieve).and_then(|up_to| {
        let seeds = up_to.div_ceil(pits);
        let total = pits.checked_mul(seeds)?;
        let fits = total <= sieve::MAX_SEEDS && sieve::memory(pits, seeds) <= memory.into();
        fits.then_some((seeds, up_to))
    });
    if let Some((seeds, up_to)) = sieved {
        return by_sieve(pits, seeds, up_to, observer);
    }
    if pits > Flush::MAX_PITS || Flush::least_memory(pits, up_to) > memory {
        let seeds = up_to.to_u64().map_or(u64::MAX, |up_to| up_to.div_ceil(pits));
        return Err(MirallError::Memory {
            method: "sieve",
            pits,
            seeds: up_to.clone(),
            needed: sieve::memory(pits, seeds),
            allowed: memory,
        });
    }
    by_bisection(pits, up_to, memory, observer)
}

fn by_sieve(
    pits: u64,
    seeds: u64,
    up_to: u64,
    observer: &dyn Observer,
) -> Result<Vec<StaircaseStep>, MirallError> {
    observer.begin(Some(pits * seeds));
    let mut steps = Vec::new();
    let mut period = 0u128;
    sieve::growths(pits as usize, seeds as usize, observer, &mut |total, growth| {
        period += u128::from(growth);
        if growth > 0 && total <= up_to {
            steps.push(StaircaseStep { pits, total_seeds: total.into(), period: period.into() });
        }
    })?;
    Ok(steps)
}

fn by_bisection(
    pits: u64,
    up_to: &BigUint,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<StaircaseStep>, MirallError> {
    observer.begin(None);
    let mut flush = Flush::new(pits, memory);
    let mut period = |total: &BigUint| flush.period(total, observer);
    let mut steps = Vec::new();
    // Ranges `(from, to]` that still hold jumps, the leftmost last; L(n,0) counts as 0.
    let mut ranges = vec![((BigUint::zero(), 0), (up_to.clone(), period(up_to)?))];
    while let Some((from, to)) = ranges.pop() {
        if from.1 == to.1 {
            continue;
        }
        if &from.0 + 1u8 == to.0 {
            steps.push(StaircaseStep { pits, total_seeds: to.0, period: to.1.into() });
            continue;
        }
        let middle: BigUint = (&from.0 + &to.0) >> 1u8;
        let middle = (middle.clone(), period(&middle)?);
        ranges.push((middle.clone(), to));
        ranges.push((from, middle));
    }
    debug_assert!(steps.first().is_some_and(|step| step.total_seeds.is_one()));
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::{by_bisection, by_sieve};

    #[test]
    fn bisection_agrees_with_the_sieve() {
        for pits in 1..=12u64 {
            for up_to in [1u64, 2, 3, 50, 1000] {
                assert_eq!(
                    by_bisection(pits, &up_to.into(), 1 << 20, &()).unwrap(),
                    by_sieve(pits, up_to.div_ceil(pits), up_to, &()).unwrap(),
                    "pits {pits} up to {up_to}"
                );
            }
        }
    }
}
