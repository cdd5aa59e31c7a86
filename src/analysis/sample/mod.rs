//! Monte Carlo: how many of many random relay moves never end, where there are too many states to
//! look at every one.
//!
//! The states are random, the answers are not: each move is decided exactly by
//! [`super::relay::decide`], and a move that its limit of laps leaves undecided is counted apart.
//! The results depend on the question and the seed alone. The slow twin, in the tests, plays the
//! same states by the rules.

mod arrangement;
mod draw;
mod interval;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::relay::{Effort, Fate, Rule, decide};
use super::share;
use crate::notation::show_bytes;
use crate::observer::{Cancelled, Observer};

pub use draw::States;
pub use interval::wilson;

pub(in crate::analysis) use arrangement::Arrangements;
pub(in crate::analysis) use interval::score;

/// The most seeds, and the most pits, of a random state.
pub const MOST: u64 = 1 << 62;

/// How much is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Random states for each number of pits and of seeds: the first ones of an endless sequence, so
    /// that more samples are the same ones and others.
    pub samples: u64,
    /// What the random states are derived from.
    pub seed: u64,
    /// Laps after which a move is left undecided, unless the Mayer test proves that it never ends.
    pub lap_limit: u64,
}

impl Default for Sampling {
    /// 10 000 samples of the seed 0, moves of up to `10^6` laps.
    fn default() -> Self {
        Self { samples: 10_000, seed: 0, lap_limit: 1_000_000 }
    }
}

/// What became of the random moves of so many pits and seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SampleRow {
    /// Number of pits on the circuit.
    pub pits: u64,
    /// Number of seeds in all.
    pub seeds: u64,
    /// Moves looked at; each falls under one of the next three.
    pub samples: u64,
    /// Those that end.
    pub ended: u64,
    /// Those that never end.
    pub never_ended: u64,
    /// Those that did neither within the limit of laps.
    pub undecided: u64,
    /// `never_ended / samples`, correctly rounded.
    pub fraction: f64,
    /// The lower bound of the Wilson score interval at 95 % for the share of never-ending moves
    /// among all states, as if every undecided move ended.
    pub low: f64,
    /// The upper bound of that interval, as if no undecided move ended. So whatever the undecided
    /// ones do, their interval lies between `low` and `high`.
    pub high: f64,
    /// Laps of the moves that end, on average, correctly rounded; missing if none did. Moves longer
    /// than the limit are not among them.
    pub mean_laps: Option<f64>,
}

/// Why nothing is sampled.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SampleError {
    /// A circuit of no pits has no states.
    #[error("pits 0 is not a circuit; relay sowing needs at least 1 pit")]
    ZeroPits,
    /// The number of pits is beyond what is sampled.
    #[error("pits {pits} is too large; up to 2^62 are accepted")]
    ManyPits {
        /// The number asked for.
        pits: u64,
    },
    /// No move can start.
    #[error("seeds {seeds} is too few; a move starts from a pit with at least 2 seeds")]
    FewSeeds {
        /// The number asked for.
        seeds: u64,
    },
    /// The number of seeds is beyond what is sampled.
    #[error("seeds {seeds} is too large; up to 2^62 are accepted")]
    ManySeeds {
        /// The number asked for.
        seeds: u64,
    },
    /// Nothing can be learnt from no samples.
    #[error("samples 0 show nothing; at least 1 is accepted")]
    ZeroSamples,
    /// There are too many to be counted.
    #[error(
        "samples {samples} for {cells} pairs of pits and seeds are too many; fewer than 2^64 in all are accepted"
    )]
    ManySamples {
        /// The number asked for.
        samples: u64,
        /// How often it was asked for.
        cells: u64,
    },
    /// The work does not fit in the memory it may use.
    #[error(
        "sampling states of {pits} pits needs at least {} of memory, and {} are allowed",
        show_bytes(&(*needed).into()), show_bytes(&(*allowed).into())
    )]
    Memory {
        /// The largest number of pits asked for.
        pits: u64,
        /// Estimated bytes.
        needed: u128,
        /// Bytes the caller allows.
        allowed: u64,
    },
    /// Stopped by the observer.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The number of pits as an index, if there are states of so many pits and seeds to be sampled.
fn check(pits: u64, seeds: u64) -> Result<usize, SampleError> {
    match (pits, seeds) {
        (0, _) => Err(SampleError::ZeroPits),
        (_, 0 | 1) => Err(SampleError::FewSeeds { seeds }),
        (_, seeds) if seeds > MOST => Err(SampleError::ManySeeds { seeds }),
        (pits, _) if pits > MOST => Err(SampleError::ManyPits { pits }),
        (pits, _) => usize::try_from(pits).map_err(|_| SampleError::ManyPits { pits }),
    }
}

/// How many samples there are in all, if every pair of pits and seeds can be sampled so.
///
/// # Errors
/// If a number of pits is 0, a number of seeds is below 2, one of them is above [`MOST`], or there
/// are no samples or `2^64` in all.
pub fn check_sampling(pits: &[u64], seeds: &[u64], samples: u64) -> Result<u64, SampleError> {
    for (&pits, &seeds) in pits.iter().flat_map(|pits| seeds.iter().map(move |seeds| (pits, seeds)))
    {
        check(pits, seeds)?;
    }
    if samples == 0 {
        return Err(SampleError::ZeroSamples);
    }
    let cells = (pits.len() as u64).saturating_mul(seeds.len() as u64);
    samples.checked_mul(cells).ok_or(SampleError::ManySamples { samples, cells })
}

/// Samples that a thread takes at a time.
const BLOCK: u64 = 64;

/// Decides the moves from random states ([`States`]) of every number of `pits` with every number
/// of `seeds`; one row for each pair, the first number of pits first.
///
/// A sample costs its drawing ([`States::get`]), the Mayer test, and for moves that do not pass it
/// a few nanoseconds a lap ([`decide`]); about `130 n` bytes for each thread. At most `memory`
/// bytes are used; with little, by fewer threads. Neither makes a difference to the result.
/// Progress is reported in samples.
///
/// # Errors
/// If a number of pits is 0, a number of seeds is below 2, one of them is above [`MOST`], there are
/// no samples or `2^64` in all, the memory is too little, or the observer stops it.
///
/// # Examples
/// ```
/// use sowlab::analysis::sample::{Sampling, sample};
///
/// let sampling = Sampling { samples: 1000, ..Sampling::default() };
/// let rows = sample(&[4], &[5, 200], &sampling, 1 << 30, &())?;
/// // From 2 of the 20 states of 5 seeds a move never ends.
/// assert!(rows[0].low < 0.1 && 0.1 < rows[0].high);
/// assert_eq!(rows[1].samples, rows[1].ended + rows[1].never_ended + rows[1].undecided);
/// # Ok::<(), sowlab::analysis::sample::SampleError>(())
/// ```
pub fn sample(
    pits: &[u64],
    seeds: &[u64],
    sampling: &Sampling,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<SampleRow>, SampleError> {
    let &Sampling { samples, .. } = sampling;
    let all = check_sampling(pits, seeds, samples)?;
    let cells = pits.len() as u64 * seeds.len() as u64;
    let workers = workers(pits, cells, memory)?;

    // A block belongs to one cell.
    let blocks = samples.div_ceil(BLOCK);
    let cell = |index: u64| {
        let (row, column) = (index / seeds.len() as u64, index % seeds.len() as u64);
        (pits[row as usize], seeds[column as usize])
    };
    let tallies: Vec<Mutex<Tally>> = (0..cells).map(|_| Mutex::default()).collect();
    let next = AtomicU64::new(0);
    observer.begin(Some(all));
    (0..workers).into_par_iter().with_max_len(1).try_for_each(|_| {
        loop {
            // No more blocks than samples, so this does not come to its end.
            let block = next.fetch_add(1, Ordering::Relaxed);
            let (index, first) = (block / blocks, block % blocks * BLOCK);
            if index >= cells {
                return Ok::<_, SampleError>(());
            }
            let (pits, seeds) = cell(index);
            let end = samples.min(first.saturating_add(BLOCK));
            let tally = play(pits, seeds, first..end, sampling, observer)?;
            // Sums of integers: whoever comes first, they are the same.
            tallies[index as usize].lock().unwrap_or_else(PoisonError::into_inner).add(&tally);
            observer.advance(end - first);
        }
    })?;
    let rows = (0..cells).zip(tallies).map(|(index, tally)| {
        let (pits, seeds) = cell(index);
        tally.into_inner().unwrap_or_else(PoisonError::into_inner).row(pits, seeds)
    });
    Ok(rows.collect())
}

/// How many threads fit in the memory, and have work.
fn workers(pits: &[u64], cells: u64, memory: u64) -> Result<usize, SampleError> {
    let largest = pits.iter().max().copied().unwrap_or(0);
    // For each pit: what is drawn (12), the state (8), the labels (1), the engine (16), and the
    // final position in numbers of any size (72).
    let each = 128 * u128::from(largest) + (1 << 16);
    let rows = 256 * u128::from(cells);
    let spare = u128::from(memory).saturating_sub(rows);
    match spare / each {
        0 => Err(SampleError::Memory { pits: largest, needed: rows + each, allowed: memory }),
        workers => Ok(workers.min(rayon::current_num_threads() as u128) as usize),
    }
}

/// What became of some of the moves of a pair of pits and seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    ended: u64,
    never_ended: u64,
    undecided: u64,
    /// Laps of those that ended: fewer than 2^64 moves of fewer than 2^64 laps.
    laps: u128,
}

/// Decides the moves from those states of the sequence of a pair ([`States`]) that have these
/// indices, one after the other. The tallies of pieces of `0..sampling.samples` add up to the row
/// that [`sample`] has of the pair.
///
/// Costs what [`sample`] does; about `130 n` bytes.
///
/// # Errors
/// If the pair cannot be sampled, the memory is too little, or the observer stops it.
pub fn tally(
    pits: u64,
    seeds: u64,
    indices: Range<u64>,
    sampling: &Sampling,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Tally, SampleError> {
    workers(&[pits], 1, memory)?;
    play(pits, seeds, indices, sampling, observer)
}

/// Plays some of the sequence of states of a cell.
fn play(
    pits: u64,
    seeds: u64,
    indices: Range<u64>,
    sampling: &Sampling,
    observer: &dyn Observer,
) -> Result<Tally, SampleError> {
    let effort = Effort { lap_limit: sampling.lap_limit, period: false };
    let mut states = States::new(pits, seeds, sampling.seed)?;
    let mut tally = Tally::default();
    for index in indices {
        // Where the Mayer test decides, nobody else asks.
        if observer.cancelled() {
            return Err(Cancelled.into());
        }
        match decide(&states.get(index), Rule::Move, effort, observer)?.fate {
            Fate::Ends { laps, .. } => {
                tally.ended += 1;
                tally.laps += u128::from(laps);
            }
            Fate::NeverEnds(_) => tally.never_ended += 1,
            Fate::Undecided => tally.undecided += 1,
        }
    }
    Ok(tally)
}

impl Tally {
    /// Adds what became of others of the moves, fewer than `2^64` in all.
    pub fn add(&mut self, other: &Self) {
        self.ended += other.ended;
        self.never_ended += other.never_ended;
        self.undecided += other.undecided;
        self.laps += other.laps;
    }

    /// The row of the pair.
    ///
    /// # Panics
    /// If it has no moves.
    #[must_use]
    pub fn row(&self, pits: u64, seeds: u64) -> SampleRow {
        let &Self { ended, never_ended, undecided, laps } = self;
        let samples = ended + never_ended + undecided;
        SampleRow {
            pits,
            seeds,
            samples,
            ended,
            never_ended,
            undecided,
            fraction: share(&never_ended.into(), &samples.into()),
            low: wilson(never_ended, samples).0,
            high: wilson(never_ended + undecided, samples).1,
            mean_laps: (ended > 0).then(|| share(&laps.into(), &ended.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, SampleError, Sampling, Tally, sample, tally, wilson};
    use crate::observer::{Cancelled, Observer};
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn undecided_moves_widen_the_interval() {
        let tally = Tally { ended: 60, never_ended: 30, undecided: 10, laps: 90 };
        let row = tally.row(3, 4);
        assert_eq!((row.samples, row.mean_laps), (100, Some(1.5)));
        assert_eq!(row.fraction.to_bits(), 0.3f64.to_bits());
        assert_eq!(row.low.to_bits(), wilson(30, 100).0.to_bits());
        assert_eq!(row.high.to_bits(), wilson(40, 100).1.to_bits());
        let row = Tally { undecided: 5, ..Tally::default() }.row(3, 4);
        assert_eq!((row.low, row.high, row.mean_laps), (0.0, 1.0, None));
    }

    #[test]
    fn tallies_of_pieces_add_up_to_the_row() {
        let sampling = Sampling { samples: 500, seed: 3, lap_limit: 20 };
        let whole = sample(&[6], &[40], &sampling, 1 << 20, &()).unwrap();
        let mut sum = Tally::default();
        for indices in [130..500, 0..1, 1..130] {
            sum.add(&tally(6, 40, indices, &sampling, 1 << 20, &()).unwrap());
        }
        assert_eq!([sum.row(6, 40)], whole[..]);
        assert!(sum.ended > 0 && sum.never_ended > 0 && sum.undecided > 0, "{sum:?}");
        let error = tally(1 << 40, 40, 0..1, &sampling, 1 << 20, &()).unwrap_err();
        assert!(matches!(error, SampleError::Memory { .. }), "{error:?}");
    }

    #[test]
    fn what_is_refused() {
        let few = Sampling { samples: 3, ..Sampling::default() };
        let fails = |pits: &[u64], seeds: &[u64], sampling: &Sampling, memory| {
            sample(pits, seeds, sampling, memory, &()).unwrap_err()
        };
        let memory = 1 << 20;
        assert_eq!(fails(&[3, 0], &[3], &few, memory), SampleError::ZeroPits);
        let seeds = |seeds| fails(&[3], &[3, seeds], &few, memory);
        assert_eq!(seeds(1), SampleError::FewSeeds { seeds: 1 });
        assert_eq!(seeds(MOST + 1), SampleError::ManySeeds { seeds: MOST + 1 });
        let pits = |pits| fails(&[3, pits], &[3], &few, memory);
        assert_eq!(pits(u64::MAX), SampleError::ManyPits { pits: u64::MAX });
        let SampleError::Memory { pits, needed, allowed } = pits(MOST) else {
            panic!("no memory has room for so many pits");
        };
        assert!(pits == MOST && needed > 1 << 68 && allowed == 1 << 20);
        let none = Sampling { samples: 0, ..few };
        assert_eq!(fails(&[3], &[3], &none, memory), SampleError::ZeroSamples);
        let samples = u64::MAX / 2;
        let many = Sampling { samples, ..few };
        assert_eq!(
            fails(&[3], &[3, 4, 5], &many, memory),
            SampleError::ManySamples { samples, cells: 3 }
        );
        assert_eq!(sample(&[], &[3], &few, memory, &()), Ok(vec![]));
        assert_eq!(sample(&[3], &[], &few, memory, &()), Ok(vec![]));
    }

    #[test]
    fn an_observer_counts_samples_and_stops_them() {
        /// Stops after so many samples.
        struct Watch {
            known: AtomicU64,
            done: AtomicU64,
            until: u64,
        }
        impl Observer for Watch {
            fn begin(&self, units: Option<u64>) {
                self.known.fetch_add(units.unwrap(), Ordering::Relaxed);
            }
            fn advance(&self, units: u64) {
                self.done.fetch_add(units, Ordering::Relaxed);
            }
            fn cancelled(&self) -> bool {
                self.done.load(Ordering::Relaxed) >= self.until
            }
        }
        let watch = |until| Watch { known: 0.into(), done: 0.into(), until };
        let sampling = Sampling { samples: 1000, ..Sampling::default() };
        let patient = watch(u64::MAX);
        assert_eq!(sample(&[3, 5], &[4], &sampling, 1 << 20, &patient).unwrap().len(), 2);
        assert_eq!((patient.known.into_inner(), patient.done.into_inner()), (2000, 2000));
        let hasty = watch(100);
        let stopped = sample(&[3, 5], &[4], &sampling, 1 << 20, &hasty);
        assert_eq!(stopped, Err(SampleError::Cancelled(Cancelled)));
        assert!(hasty.done.into_inner() < 1000);
    }
}
