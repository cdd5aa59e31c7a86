//! The jumps of `L(n, .)`: from the sieve where the total fits in it, else by bisection.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rayon::prelude::*;

use super::flush::Flush;
use super::{MirallError, StaircaseStep, sieve};
use crate::observer::{Observer, Unreported};

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
    if pits == 1 {
        // The one seed, or the many, never leave the pit.
        let (total_seeds, period) = (BigUint::one(), BigUint::one());
        return Ok(vec![StaircaseStep { pits, total_seeds, period }]);
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

/// A total of seeds and its period.
type Point = (BigUint, u128);

/// The range `(from, to]` of totals.
struct Range {
    from: Point,
    to: Point,
}

impl Range {
    /// How far the period grows.
    fn growth(&self) -> u128 {
        self.to.1 - self.from.1
    }

    /// Both halves, unless there is only one total.
    fn halves(self, period: &mut Period) -> Result<Result<(Self, Self), Self>, MirallError> {
        if &self.from.0 + 1u8 == self.to.0 {
            return Ok(Err(self));
        }
        let middle: BigUint = (&self.from.0 + &self.to.0) >> 1u8;
        let middle = (middle.clone(), period(&middle)?);
        Ok(Ok((Self { from: self.from, to: middle.clone() }, Self { from: middle, to: self.to })))
    }
}

/// Finds the period of a total.
type Period<'a> = dyn FnMut(&BigUint) -> Result<u128, MirallError> + 'a;

/// Ranges that are searched side by side.
const PARTS: usize = 256;

fn by_bisection(
    pits: u64,
    up_to: &BigUint,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<StaircaseStep>, MirallError> {
    let silent = Unreported(observer);
    let tables = memory / rayon::current_num_threads() as u64;
    let mut flush = Flush::new(pits, tables);
    let mut period = |total: &BigUint| flush.period(total, &silent);
    let whole = Range { from: (BigUint::zero(), 0), to: (up_to.clone(), period(up_to)?) };
    observer.begin(Some(whole.to.1.to_u64().unwrap_or(u64::MAX)));
    let parts = split(whole, &mut period)?;
    let steps: Result<Vec<_>, _> = parts
        .into_par_iter()
        .with_max_len(1)
        .map(|part| {
            let mut flush = Flush::new(pits, tables);
            let mut period = |total: &BigUint| flush.period(total, &silent);
            let growth = part.growth().to_u64().unwrap_or(u64::MAX);
            let steps = jumps(part, &mut period)?;
            observer.advance(growth);
            Ok::<_, MirallError>(steps)
        })
        .collect();
    let steps = steps?.into_iter().flatten();
    Ok(steps
        .map(|(total_seeds, period)| StaircaseStep { pits, total_seeds, period: period.into() })
        .collect())
}

/// Consecutive ranges that make up the whole, those halved in which the period grows most.
fn split(whole: Range, period: &mut Period) -> Result<Vec<Range>, MirallError> {
    let mut parts = vec![whole];
    while parts.len() < PARTS {
        let Some(most) = (0..parts.len()).max_by_key(|&part| parts[part].growth()) else {
            break;
        };
        match parts.remove(most).halves(period)? {
            Ok((left, right)) => parts.splice(most..most, [left, right]),
            Err(single) => {
                // The largest jump of all is at a single total: halve no further.
                parts.insert(most, single);
                break;
            }
        };
    }
    Ok(parts)
}

/// The totals in a range at which the period grows, in increasing order.
fn jumps(whole: Range, period: &mut Period) -> Result<Vec<Point>, MirallError> {
    let mut jumps = Vec::new();
    // What is still to be searched, the leftmost last.
    let mut ranges: Vec<Range> = Some(whole).into_iter().filter(|all| all.growth() > 0).collect();
    while let Some(range) = ranges.pop() {
        match range.halves(period)? {
            Ok((left, right)) => {
                ranges.extend([right, left].into_iter().filter(|half| half.growth() > 0));
            }
            Err(single) => jumps.push(single.to),
        }
    }
    Ok(jumps)
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
