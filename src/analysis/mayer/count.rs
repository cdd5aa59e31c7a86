//! How many states pass the Mayer test, exactly, without looking at one of them.

use std::num::NonZeroUsize;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use super::paths::{Paths, binomial};
use crate::analysis::share;
use crate::notation::{show_bytes, show_natural};
use crate::observer::{Cancelled, Observer};

/// How many states of so many pits and seeds pass the Mayer test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MayerCount {
    /// Number of pits on the circuit, `n >= 1`.
    pub pits: u64,
    /// Number of seeds in all, at least 2.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub seeds: BigUint,
    /// States that pass, with the pivot at a fixed pit.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub mayer_states: BigUint,
    /// States with the pivot at that pit and at least 2 seeds in it.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub all_states: BigUint,
    /// `mayer_states / all_states`, correctly rounded.
    pub fraction: f64,
}

impl MayerCount {
    /// The count with all states and the share, for `pits >= 1`.
    #[must_use]
    pub fn new(pits: u64, seeds: BigUint, mayer_states: BigUint) -> Self {
        let all_states = all_states(pits, &seeds);
        let fraction = share(&mayer_states, &all_states);
        Self { pits, seeds, mayer_states, all_states, fraction }
    }
}

/// Why a question about the number of states has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MayerError {
    /// A circuit of no pits has no states.
    #[error("pits 0 is not a circuit; relay sowing needs at least 1 pit")]
    ZeroPits,
    /// No move can start.
    #[error("seeds {seeds} is too few; a move starts from a pit with at least 2 seeds")]
    FewSeeds {
        /// Number of seeds in all.
        seeds: BigUint,
    },
    /// The count does not fit in the memory it may use.
    #[error(
        "counting the states of {pits} pits with {} seeds needs at least {} of memory, and {} are allowed",
        show_natural(seeds), show_bytes(&(*needed).into()), show_bytes(&(*allowed).into())
    )]
    Memory {
        /// Number of pits.
        pits: u64,
        /// The largest number of seeds asked for.
        seeds: BigUint,
        /// Estimated bytes.
        needed: u128,
        /// Bytes the caller allows.
        allowed: u64,
    },
    /// Stopped by the observer.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The number of states of `seeds` seeds on `pits` pits with the pivot at a fixed pit and at least
/// 2 seeds in it: `binomial(seeds - 2 + pits - 1, pits - 1)`, 0 where there is no such state.
///
/// A multiplication and a division by a small number for each pit, or for each seed if there are
/// fewer.
#[must_use]
pub fn all_states(pits: u64, seeds: &BigUint) -> BigUint {
    if pits == 0 || *seeds < BigUint::from(2u8) {
        return BigUint::zero();
    }
    compositions(pits, &(seeds - 2u8))
}

/// Checks that [`count`] can answer, but for the memory.
///
/// # Errors
/// If `pits` is 0 or a number of seeds is below 2.
pub fn check(pits: u64, seeds: &[BigUint]) -> Result<(), MayerError> {
    if pits == 0 {
        return Err(MayerError::ZeroPits);
    }
    match seeds.iter().find(|&seeds| *seeds < BigUint::from(2u8)) {
        Some(few) => Err(MayerError::FewSeeds { seeds: few.clone() }),
        None => Ok(()),
    }
}

/// The number of ways to lay `seeds` seeds into `pits >= 1` pits.
fn compositions(pits: u64, seeds: &BigUint) -> BigUint {
    let others = pits - 1;
    let fewer = seeds.to_u64().map_or(others, |seeds| seeds.min(others));
    binomial(&(seeds + others), fewer)
}

/// Counts the states of `pits` pits and each of the numbers of `seeds` that pass the Mayer test
/// ([`super::passes`]), with the pivot at a fixed pit.
///
/// The numbers of states of all totals up to some `T` come together, from closed paths of area up
/// to `T` (Theorem R12 of `docs/theory.md`): about `pits * T^2.5` additions of numbers as large as
/// the result, and less than `100 * T^1.5` bytes for each 64 bits of it and each thread. There is
/// no need for a `T` above `pits^2 + 1`: larger totals follow from the smaller ones by a formula of
/// `pits` terms (Theorem R13), so any number of seeds will do.
///
/// At most `memory` bytes are used; with little, by fewer threads. Neither makes a difference to
/// the result. Progress is reported in starting heights, about the square root of `2 T` of them.
///
/// # Errors
/// If `pits` is 0, a number of seeds is below 2, the memory is too little, or the observer stops
/// it.
///
/// # Examples
/// ```
/// use sowlab::analysis::mayer::count;
///
/// let counts = count(16, &[11u8.into(), 40u8.into()], 1 << 30, &())?;
/// assert_eq!(counts[0].mayer_states, 8u8.into());
/// # Ok::<(), sowlab::analysis::mayer::MayerError>(())
/// ```
pub fn count(
    pits: u64,
    seeds: &[BigUint],
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<MayerCount>, MayerError> {
    check(pits, seeds)?;
    let Some(largest) = seeds.iter().max() else {
        return Ok(Vec::new());
    };
    let refused =
        |needed| MayerError::Memory { pits, seeds: largest.clone(), needed, allowed: memory };

    // No state that has only what its labels demand holds more seeds than this.
    let bound = u128::from(pits).saturating_mul(pits.into()).saturating_add(1);
    let up_to = largest.to_u128().map_or(bound, |largest| largest.min(bound));
    // The result has less than this many bits for each number of seeds.
    let most_bits = u128::from(pits.min(largest.to_u64().unwrap_or(u64::MAX)))
        .saturating_mul((largest.bits() + u64::from(pits.ilog2()) + 2).into());
    let results = most_bits.saturating_mul(seeds.len() as u128 + 16) / 4;
    let at_least = Paths::bytes(up_to.min(1 << 64), 1).saturating_add(results);
    let (Ok(up_to), Ok(n)) = (usize::try_from(up_to), usize::try_from(pits)) else {
        return Err(refused(at_least));
    };
    if at_least > memory.into() {
        return Err(refused(at_least));
    }

    // The states with up to so many seeds in all: no sum of weights is larger.
    let most = binomial(&(BigUint::from(up_to) + pits), pits.min(up_to as u64));
    let words = (most.bits() / 64 + 1) as usize;
    let paths = Paths { n, up_to, words };
    let each = Paths::bytes(up_to as u128, words as u128);
    let spare = u128::from(memory).saturating_sub(results);
    let Some(workers) = NonZeroUsize::new((spare / each).min(1 << 16) as usize) else {
        return Err(refused(each.saturating_add(results)));
    };
    let closed = closed_paths(&paths, workers, observer)?;
    let counts = Counts::new(n, closed);
    seeds
        .par_iter()
        .map(|seeds| {
            let mayer_states = counts.of(seeds, observer)?;
            Ok(MayerCount::new(pits, seeds.clone(), mayer_states))
        })
        .collect()
}

/// The weight of all closed paths of each area, by no more workers than given.
fn closed_paths(
    paths: &Paths,
    workers: NonZeroUsize,
    observer: &dyn Observer,
) -> Result<Vec<BigUint>, Cancelled> {
    let starts = paths.starts();
    observer.begin(Some(starts as u64));
    let workers = workers.get().min(rayon::current_num_threads());
    let nothing = || vec![BigUint::zero(); paths.up_to + 1];
    // Every worker takes each so many-th start: the low ones cost most.
    (0..workers)
        .into_par_iter()
        .with_max_len(1)
        .map(|worker| {
            let mut found = nothing();
            for start in (1 + worker..=starts).step_by(workers) {
                paths.from(start, &mut found, observer)?;
                observer.advance(1);
            }
            Ok(found)
        })
        .try_reduce(nothing, |mut sum, found| {
            sum.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            Ok(sum)
        })
}

/// The numbers of states that pass, for one number of pits.
struct Counts {
    modulus: usize,
    /// For totals up to the largest that was asked for, or up to the bound.
    small: Vec<BigUint>,
    /// If the bound was reached, the states in which no pit could give up `n + 1` seeds.
    lean: Vec<BigUint>,
}

impl Counts {
    /// `closed[area]` is the weight of all closed paths of that area.
    fn new(n: usize, mut closed: Vec<BigUint>) -> Self {
        let modulus = n.saturating_add(1);
        take_differences(&mut closed, modulus);
        let small = closed.clone();
        let complete = n.checked_mul(n).is_some_and(|square| closed.len() > square + 1);
        if complete {
            for _ in 0..n {
                take_differences(&mut closed, modulus);
            }
        } else {
            closed.clear();
        }
        Self { modulus, small, lean: closed }
    }

    /// The states of one total.
    fn of(&self, seeds: &BigUint, observer: &dyn Observer) -> Result<BigUint, Cancelled> {
        if let Some(known) = seeds.to_usize().and_then(|seeds| self.small.get(seeds)) {
            return Ok(known.clone());
        }
        // A state is a lean one and n + 1 further seeds so many times, in any pits.
        let residue = (seeds % self.modulus).to_usize().expect("a remainder mod n + 1");
        let mut sum = BigUint::zero();
        for lean in (residue..self.lean.len()).step_by(self.modulus) {
            if observer.cancelled() {
                return Err(Cancelled);
            }
            if !self.lean[lean].is_zero() {
                let times = (seeds - lean) / self.modulus;
                sum += &self.lean[lean] * compositions(self.modulus as u64 - 1, &times);
            }
        }
        Ok(sum)
    }
}

/// From each entry takes away the one `modulus` before it; none comes below 0.
fn take_differences(values: &mut [BigUint], modulus: usize) {
    for index in (modulus..values.len()).rev() {
        let (before, from) = values.split_at_mut(index);
        from[0] -= &before[index - modulus];
    }
}

#[cfg(test)]
mod tests {
    use super::{MayerError, all_states, count};
    use crate::analysis::mayer::passes;
    use num_bigint::BigUint;
    use num_traits::ToPrimitive;

    const MEMORY: u64 = 1 << 30;

    /// Numbers of states that pass for `2..=up_to` seeds.
    fn counted(pits: u64, up_to: u64) -> Vec<BigUint> {
        let seeds: Vec<BigUint> = (2..=up_to).map(Into::into).collect();
        let counts = count(pits, &seeds, MEMORY, &()).unwrap();
        counts.into_iter().map(|count| count.mayer_states).collect()
    }

    /// The generating function, set of labels by set of labels: for each set without neighbours
    /// that has the label 0, the states whose labels are in it, less those that miss some of it.
    fn by_label_sets(n: usize, up_to: usize) -> Vec<BigUint> {
        let modulus = n + 1;
        let in_set = |set: u32, label: usize| set >> (label % modulus) & 1 == 1;
        let mut within = vec![vec![]; 1 << modulus];
        let mut total = vec![BigUint::ZERO; up_to + 1];
        for set in (1u32..1 << modulus).step_by(2) {
            if (0..modulus).any(|label| in_set(set, label) && in_set(set, label + 1)) {
                continue;
            }
            let mut ways = vec![BigUint::ZERO; up_to + 1];
            ways[0] = 1u8.into();
            for behind in 0..n {
                let mut next = vec![BigUint::ZERO; up_to + 1];
                for held in 0..=up_to {
                    let label = held + modulus - behind;
                    if in_set(set, label) && (behind > 0 || held > 0) {
                        for seeds in held..=up_to {
                            next[seeds] += &ways[seeds - held];
                        }
                    }
                }
                ways = next;
            }
            // Those that use the whole set, by the sets within it that came before.
            let mut part = (set - 1) & set;
            while part > 0 {
                if part & 1 == 1 {
                    for (ways, less) in ways.iter_mut().zip(&within[part as usize]) {
                        *ways -= less;
                    }
                }
                part = (part - 1) & set;
            }
            for (total, ways) in total.iter_mut().zip(&ways) {
                *total += ways;
            }
            within[set as usize] = ways;
        }
        total
    }

    #[test]
    fn label_set_by_label_set() {
        for n in 1..=9 {
            // Past n * n + 1, where the numbers come from another formula.
            let up_to = (n * n + 3 * n).max(12);
            let expected = by_label_sets(n, up_to);
            assert_eq!(counted(n as u64, up_to as u64), expected[2..], "{n} pits");
            let one = BigUint::from(up_to as u64);
            assert_eq!(
                count(n as u64, &[one], MEMORY, &()).unwrap()[0].mayer_states,
                expected[up_to]
            );
        }
        assert_eq!(counted(12, 60), by_label_sets(12, 60)[2..]);
    }

    #[test]
    fn all_states_are_counted() {
        for pits in 1..=4usize {
            for seeds in 0..=8u32 {
                let mut states = 0u32;
                let mut passing = 0u32;
                for code in 0..9usize.pow(pits as u32) {
                    let row: Vec<u32> =
                        (0..pits as u32).map(|pit| (code / 9usize.pow(pit) % 9) as u32).collect();
                    if row.iter().sum::<u32>() == seeds && row[0] >= 2 {
                        states += 1;
                        passing += u32::from(passes(&row, 0));
                    }
                }
                assert_eq!(all_states(pits as u64, &seeds.into()), states.into());
                if seeds >= 2 {
                    let found = &count(pits as u64, &[seeds.into()], MEMORY, &()).unwrap()[0];
                    assert_eq!(found.mayer_states, passing.into());
                    let fraction = f64::from(passing) / f64::from(states);
                    assert_eq!(found.fraction.to_bits(), fraction.to_bits());
                }
            }
        }
        assert_eq!(all_states(0, &9u8.into()), BigUint::ZERO);
    }

    #[test]
    fn what_cannot_be_counted() {
        assert_eq!(count(0, &[2u8.into()], MEMORY, &()), Err(MayerError::ZeroPits));
        let few = count(3, &[5u8.into(), 1u8.into()], MEMORY, &());
        assert_eq!(few, Err(MayerError::FewSeeds { seeds: 1u8.into() }));
        assert_eq!(count(3, &[], MEMORY, &()), Ok(vec![]));
        // Fewer seeds than any state that passes has, however many pits.
        let none = &count(u64::MAX, &[3u8.into()], MEMORY, &()).unwrap()[0];
        assert_eq!((none.mayer_states.bits(), none.all_states.to_u64()), (0, Some(u64::MAX)));
        for (pits, seeds, memory) in [
            (64, BigUint::from(1000u32), 1 << 16),
            (u64::MAX, BigUint::from(10u8).pow(30), u64::MAX),
            (1 << 40, BigUint::from(10u8).pow(30), MEMORY),
            (16, BigUint::from(1u8) << 3_000_000u32, 1 << 20),
        ] {
            let refused = count(pits, &[seeds], memory, &());
            assert!(matches!(refused, Err(MayerError::Memory { .. })), "{refused:?}");
        }
    }

    #[test]
    fn threads_and_memory_make_no_difference() {
        let seeds: Vec<BigUint> = [2u64, 40, 90, 1000].map(Into::into).to_vec();
        let expected = count(9, &seeds, MEMORY, &()).unwrap();
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for memory in [60_000, 1 << 20] {
                let found = pool.install(|| count(9, &seeds, memory, &()));
                assert_eq!(found.as_ref(), Ok(&expected), "{threads} threads, {memory} bytes");
            }
        }
    }
}
