//! The complete census of never-ending relay moves: every cycle of a circuit, up to a budget of
//! seeds.
//!
//! A capture-free relay move never ends exactly if its starting state recurs, so the states from
//! which moves never end are the states on the cycles of [`crate::games::relay`] that never sow a
//! single seed. The census lists these cycles, each once, by a search that lays down the contents
//! of a pit only when the play needs them, backwards from the largest hand. What it rests on is
//! proved in `docs/theory.md`; the slow twin, in the tests, classifies every state by the rules.

mod lanes;
mod pool;
mod roots;
mod search;
mod walk;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use num_integer::Integer;
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use super::mayer::all_states;
use super::share;
use crate::notation::serialize_natural;
use crate::observer::{Cancelled, Observer};

use lanes::{Lanes, Portable};
use pool::{Layout, Pool};
use search::Search;

/// The most pits of a circuit.
pub const MOST_PITS: usize = 64;
/// The largest budget of seeds.
pub const MOST_SEEDS: u32 = 120;

/// A never-ending cycle, up to a rotation of the circuit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cycle {
    /// Seeds in each pit, in the direction of sowing from the pivot, which holds the largest hand
    /// of the cycle; of several such states, one that depends on the cycle alone.
    pub position: Vec<u8>,
    /// Laps until the state recurs up to a rotation of the circuit.
    pub reduced_period: u64,
    /// Seeds sown in these laps.
    pub reduced_sown: u64,
}

impl Cycle {
    /// Seeds on the circuit.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.position.iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// Reduced periods until the state recurs in place.
    fn turns(&self) -> u64 {
        let pits = self.position.len() as u64;
        pits / pits.gcd(&self.reduced_sown)
    }

    /// Laps until the state recurs in place.
    #[must_use]
    pub fn period(&self) -> u64 {
        self.reduced_period * self.turns()
    }

    /// Seeds sown until the state recurs in place.
    #[must_use]
    pub fn sown(&self) -> u64 {
        self.reduced_sown * self.turns()
    }

    /// Whether the Mayer test alone proves that its states never end.
    #[must_use]
    pub fn passes_mayer_test(&self) -> bool {
        let modulus = self.position.len() + 1;
        // The label of the pit `j` steps behind the pivot is what it holds less `j`; the pivot
        // comes first, and then the pit ahead of it, which is `n - 1` steps behind. The hand has 0.
        let mut seen = 1u128;
        let mut behind = 0;
        for &seeds in &self.position {
            let mut label = usize::from(seeds) + modulus - behind;
            while label >= modulus {
                label -= modulus;
            }
            seen |= 1 << label;
            behind = if behind == 0 { modulus - 2 } else { behind - 1 };
        }
        let last = seen >> (modulus - 1) & 1;
        seen & (seen << 1 | last) == 0
    }

    /// The cycle whose word begins two laps before `start`, whose pivot is pit 0.
    fn new(start: &[u8], laps: u64, places: u64) -> Self {
        let mut position = start.to_vec();
        // One lap leads to the state that has the largest hand still to sow.
        let pits = position.len();
        let hand = usize::from(std::mem::take(&mut position[0]));
        for place in 1..=hand {
            position[place % pits] += 1;
        }
        position.rotate_left(hand % pits);
        Self { position, reduced_period: laps, reduced_sown: places }
    }
}

/// One line of the census.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CensusRow {
    /// Pits on the circuit.
    pub pits: u64,
    /// Seeds on the circuit.
    pub seeds: u64,
    /// Never-ending cycles, up to rotation.
    pub cycles: u64,
    /// States on them, with the pivot in a fixed pit.
    pub states: u64,
    /// Those that the Mayer test explains.
    pub mayer_states: u64,
    /// Laps of the longest cycle until it recurs up to rotation; missing if there is none.
    pub longest_reduced_period: Option<u64>,
    /// Laps of the longest cycle until it recurs in place; missing if there is none.
    pub longest_period: Option<u64>,
    /// All states with the pivot in a fixed pit and at least 2 seeds in it.
    #[serde(serialize_with = "serialize_natural")]
    pub all_states: BigUint,
    /// `states` as a share of `all_states`.
    pub fraction: f64,
}

/// What is counted for one total of seeds.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    cycles: u64,
    states: u64,
    mayer_states: u64,
    longest_reduced_period: u64,
    longest_period: u64,
}

impl Tally {
    fn count(&mut self, cycle: &Cycle) {
        self.cycles += 1;
        self.states += cycle.reduced_period;
        if cycle.passes_mayer_test() {
            self.mayer_states += cycle.reduced_period;
        }
        self.longest_reduced_period = self.longest_reduced_period.max(cycle.reduced_period);
        self.longest_period = self.longest_period.max(cycle.period());
    }
}

/// Why a census cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CensusError {
    /// A number of pits out of range.
    #[error("pits {pits} is out of range; the census takes 1 to {MOST_PITS} pits")]
    Pits {
        /// The number asked for.
        pits: u64,
    },
    /// A total of seeds out of range.
    #[error("seeds {seeds} is out of range; the census takes totals of 2 to {MOST_SEEDS} seeds")]
    Seeds {
        /// The total asked for.
        seeds: u64,
    },
    /// Instructions that the processor does not have.
    #[error("this processor does not have the instructions {instructions:?}")]
    Instructions {
        /// The instructions asked for.
        instructions: Instructions,
    },
    /// The work was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The instructions that the search uses; results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those of every processor.
    Portable,
    /// AVX2 of `x86_64` processors.
    Avx2,
    /// AVX-512 with the byte instructions of its parts BW, VBMI and VBMI2.
    Avx512,
}

impl Instructions {
    /// All of them, the fastest last.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether this processor has them.
    #[must_use]
    pub fn available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        let all = Self::ALL.into_iter().rev();
        all.into_iter().find(|set| set.available()).unwrap_or(Self::Portable)
    }
}

/// Parts of the whole in which a census reports its progress.
pub const UNITS: u64 = 1 << 20;
/// Partial states that the work is begun with before it is shared out.
const SEEDLINGS: usize = 1 << 14;
/// Partial states in a share, and the most shares.
const SHARE: usize = 1 << 6;
const SHARES: usize = 1 << 10;
/// Rounds between two questions whether to stop.
const POLL: u64 = 1 << 8;

/// The number of pits, if it and the totals of seeds are in range.
pub(super) fn check_range(pits: u64, least: u64, most: u64) -> Result<usize, CensusError> {
    for seeds in [least, most] {
        if !(2..=u64::from(MOST_SEEDS)).contains(&seeds) {
            return Err(CensusError::Seeds { seeds });
        }
    }
    let n = usize::try_from(pits).ok().filter(|n| (1..=MOST_PITS).contains(n));
    n.ok_or(CensusError::Pits { pits })
}

/// What a census does with each cycle; it stops at a [`ControlFlow::Break`].
pub type Catalogue<'a> = dyn FnMut(Cycle) -> ControlFlow<()> + 'a;

/// Counts the never-ending cycles with `least` to `most` seeds on a circuit of `pits` pits, and
/// gives each to the catalogue, if there is one.
///
/// The order of the cycles depends on the question alone. One search covers all totals; on 16 pits
/// its time grows about sixfold with every 4 seeds, its memory hardly. With a catalogue, a few
/// thousandths of the cycles are kept at a time for each thread.
///
/// # Errors
/// If a number is out of range, the processor does not have the instructions, or the observer or
/// the catalogue asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::census::{Instructions, census};
///
/// let rows = census(16, 2, 11, Instructions::best(), None, &())?;
/// // The smallest never-ending moves on a side of Omweso, 3 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1.
/// assert_eq!((rows[9].seeds, rows[9].cycles, rows[9].states), (11, 1, 8));
/// assert!(rows[..9].iter().all(|row| row.cycles == 0));
/// # Ok::<(), sowlab::analysis::census::CensusError>(())
/// ```
pub fn census(
    pits: u64,
    least: u64,
    most: u64,
    instructions: Instructions,
    catalogue: Option<&mut Catalogue>,
    observer: &dyn Observer,
) -> Result<Vec<CensusRow>, CensusError> {
    let n = check_range(pits, least, most)?;
    if !instructions.available() {
        return Err(CensusError::Instructions { instructions });
    }
    let mut tallies = vec![Tally::default(); most as usize + 1];
    let keep = catalogue.is_some();
    let mut ignore = |_| ControlFlow::Continue(());
    let catalogue = catalogue.unwrap_or(&mut ignore);
    let mut take = |part: Yield| -> Result<(), Cancelled> {
        for (sum, part) in tallies.iter_mut().zip(&part.tallies) {
            sum.add(part);
        }
        match part.cycles.into_iter().try_for_each(&mut *catalogue) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    };
    observer.begin(Some(UNITS));
    let hunt = Hunt {
        layout: Layout { pits: n },
        instructions,
        least: least as u8,
        most: most as u8,
        keep,
        observer,
    };
    if n == 1 {
        take(hunt.one_pit())?;
        observer.advance(UNITS);
    } else {
        hunt.all(&mut take)?;
    }
    Ok((least..=most).map(|seeds| row(pits, seeds, &tallies[seeds as usize])).collect())
}

fn row(pits: u64, seeds: u64, tally: &Tally) -> CensusRow {
    let all = all_states(pits, &seeds.into());
    let longest = |period: u64| (period > 0).then_some(period);
    CensusRow {
        pits,
        seeds,
        cycles: tally.cycles,
        states: tally.states,
        mayer_states: tally.mayer_states,
        longest_reduced_period: longest(tally.longest_reduced_period),
        longest_period: longest(tally.longest_period),
        fraction: share(&tally.states.into(), &all),
        all_states: all,
    }
}

/// A search for all cycles.
struct Hunt<'a> {
    layout: Layout,
    instructions: Instructions,
    least: u8,
    most: u8,
    /// Whether the cycles are wanted, not only their number.
    keep: bool,
    observer: &'a dyn Observer,
}

/// What a part of the work yields.
struct Yield {
    tallies: Vec<Tally>,
    cycles: Vec<Cycle>,
}

impl Hunt<'_> {
    fn nothing(&self) -> Yield {
        let tallies = vec![Tally::default(); usize::from(self.most) + 1];
        Yield { tallies, cycles: Vec::new() }
    }

    /// Counts a cycle and keeps it if it is wanted.
    fn found(&self, part: &mut Yield, cycle: Cycle) {
        let seeds = cycle.seeds();
        if seeds >= u32::from(self.least) {
            part.tallies[seeds as usize].count(&cycle);
            if self.keep {
                part.cycles.push(cycle);
            }
        }
    }

    /// One pit, which is sown into itself for ever.
    fn one_pit(&self) -> Yield {
        let mut part = self.nothing();
        for seeds in self.least..=self.most {
            let position = vec![seeds];
            let cycle = Cycle { position, reduced_period: 1, reduced_sown: seeds.into() };
            self.found(&mut part, cycle);
        }
        part
    }

    fn all(&self, take: &mut dyn FnMut(Yield) -> Result<(), Cancelled>) -> Result<(), Cancelled> {
        let mut pool = Pool::new(self.layout.rows());
        for root in roots::roots(self.layout, self.most) {
            pool.push(&root);
        }
        // Generation by generation, until there are enough to share out.
        while (1..SEEDLINGS).contains(&pool.len()) {
            let mut forks = Pool::new(self.layout.rows());
            take(self.run(&mut pool, Some(&mut forks))?)?;
            pool = forks;
        }
        let count = (pool.len() / SHARE).clamp(1, SHARES);
        let share = |share: usize| {
            let mut part = Pool::new(self.layout.rows());
            for index in (share..pool.len()).step_by(count) {
                part.push(&pool.column(index));
            }
            part
        };
        // What a few threads yield at a time is handed on in order, so that it need not be kept.
        let done = AtomicU64::new(0);
        let some = 4 * rayon::current_num_threads();
        for first in (0..count).step_by(some) {
            let parts: Vec<Yield> = (first..count.min(first + some))
                .into_par_iter()
                .map(|number| {
                    let part = self.run(&mut share(number), None)?;
                    let (all, before) = (count as u64, done.fetch_add(1, Ordering::Relaxed));
                    self.observer.advance(UNITS * (before + 1) / all - UNITS * before / all);
                    Ok(part)
                })
                .collect::<Result<_, Cancelled>>()?;
            parts.into_iter().try_for_each(&mut *take)?;
        }
        Ok(())
    }

    /// Works off a pool. Forks come back to it, or go to a pool of their own.
    fn run(&self, pool: &mut Pool, forks: Option<&mut Pool>) -> Result<Yield, Cancelled> {
        match self.instructions {
            Instructions::Portable => unsafe { self.run_with::<Portable>(pool, forks) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { self.run_avx2(pool, forks) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { self.run_avx512(pool, forks) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("only available instructions are used"),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_avx2(
        &self,
        pool: &mut Pool,
        forks: Option<&mut Pool>,
    ) -> Result<Yield, Cancelled> {
        unsafe { self.run_with::<lanes::Avx2>(pool, forks) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_avx512(
        &self,
        pool: &mut Pool,
        forks: Option<&mut Pool>,
    ) -> Result<Yield, Cancelled> {
        unsafe { self.run_with::<lanes::Avx512>(pool, forks) }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    unsafe fn run_with<L: Lanes>(
        &self,
        pool: &mut Pool,
        mut forks: Option<&mut Pool>,
    ) -> Result<Yield, Cancelled> {
        let mut search = Search::new(self.layout, self.most - self.least);
        let mut part = self.nothing();
        let stop = || self.observer.cancelled();
        for round in 1u64.. {
            unsafe {
                search.fill::<L>(pool);
                if pool.len() == 0 {
                    search.finish::<L>(&stop);
                }
                match &mut forks {
                    Some(forks) => search.step::<L>(forks, false),
                    None => search.step::<L>(pool, true),
                }
            }
            for cycle in search.found() {
                self.found(&mut part, cycle);
            }
            let done = search.idle() && pool.len() == 0;
            if (done || round.is_multiple_of(POLL)) && stop() {
                return Err(Cancelled);
            }
            if done {
                break;
            }
        }
        Ok(part)
    }
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.cycles += other.cycles;
        self.states += other.states;
        self.mayer_states += other.mayer_states;
        self.longest_reduced_period = self.longest_reduced_period.max(other.longest_reduced_period);
        self.longest_period = self.longest_period.max(other.longest_period);
    }
}
