//! The complete census of never-ending relay moves: every cycle of a circuit, up to a budget of
//! seeds.
//!
//! A capture-free relay move never ends exactly if its starting state recurs, so the states from
//! which moves never end are the states on the cycles of [`crate::games::relay`] that never sow a
//! single seed. The census lists these cycles, each once, by a search that lays down the contents
//! of a pit only when the play needs them, backwards from the largest hand. What it rests on is
//! proved in `docs/theory.md`; the slow twin, in the tests, classifies every state by the rules.

mod lanes;
mod lists;
mod plan;
mod pool;
mod roots;
mod search;
mod tally;
mod walk;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use num_integer::Integer;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::observer::{Cancelled, Observer};

pub use lists::{OutOfRange, numbers_of_pits, totals_of_seeds, work};
pub use plan::{Part, Plan};
pub use tally::{CensusRow, Tallies};

/// The most pits of a circuit.
pub const MOST_PITS: usize = 64;
/// The largest budget of seeds.
pub const MOST_SEEDS: u32 = 120;

/// A never-ending cycle, up to a rotation of the circuit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    let keep = catalogue.is_some();
    let mut ignore = |_| ControlFlow::Continue(());
    let catalogue = catalogue.unwrap_or(&mut ignore);
    let plan = Plan::new(pits, least, most, keep, instructions, observer)?;
    observer.begin(Some(UNITS));
    let count = plan.parts();
    let done = AtomicU64::new(0);
    let search = |number: usize| {
        let part = plan.part(number, observer)?;
        let (all, before) = (count as u64, done.fetch_add(1, Ordering::Relaxed));
        observer.advance(UNITS * (before + 1) / all - UNITS * before / all);
        Ok(part)
    };
    let mut sum = plan.nothing().tallies;
    // What a few threads find at a time is handed on in order, so that it need not be kept.
    let some = 4 * rayon::current_num_threads();
    for first in (0..count).step_by(some) {
        let numbers = (first..count.min(first + some)).into_par_iter();
        let parts: Vec<Part> = numbers.map(search).collect::<Result<_, Cancelled>>()?;
        for part in parts {
            sum.add(&part.tallies);
            if part.cycles.into_iter().try_for_each(&mut *catalogue).is_break() {
                return Err(Cancelled.into());
            }
        }
    }
    Ok(plan.rows(&sum))
}
