//! El Mirall counted exactly, for any number of pits and seeds.
//!
//! Three algorithms, each strong where the others are weak, and the playing they are held against
//! ([`Method`]); what they rest on is proved in `docs/theory.md`, what they cost is measured in
//! `docs/performance.md`. [`table`] chooses among them by the size of the question.

mod flush;
mod lap;
mod limbs;
mod orbit;
mod plan;
mod scan;
mod sieve;
mod small;
mod staircase;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notation::{show_bytes, show_natural};
use crate::observer::{Cancelled, Observer};

pub use orbit::{MirallOrbit, advance, orbit, orbit_by_playing};
pub use staircase::staircase;

/// One cell of the El Mirall table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveCount {
    /// Number of pits in the row, `n >= 1`.
    pub pits: u64,
    /// Number of seeds in each pit at the start, `s >= 1`.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub seeds: BigUint,
    /// `M(n,s)`, the number of moves until the initial position returns.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub moves: BigUint,
}

/// The El Mirall table for some numbers of pits and some numbers of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTable {
    /// Numbers of pits, one for each line of the table, in the order asked for.
    pub pits: Vec<u64>,
    /// Numbers of seeds in each pit, one for each column, in the order asked for.
    pub seeds: Vec<BigUint>,
    /// `M(pits[i], seeds[j])` at index `i * seeds.len() + j`.
    pub moves: Vec<BigUint>,
}

impl MoveTable {
    /// `M(pits[line], seeds[column])`, if there is such a cell.
    #[must_use]
    pub fn get(&self, line: usize, column: usize) -> Option<&BigUint> {
        let cell = line.checked_mul(self.seeds.len())?.checked_add(column)?;
        (column < self.seeds.len()).then(|| self.moves.get(cell)).flatten()
    }

    /// The cells, line by line.
    pub fn rows(&self) -> impl Iterator<Item = MoveCount> + '_ {
        self.pits.iter().enumerate().flat_map(move |(i, &pits)| {
            self.seeds.iter().enumerate().map(move |(j, seeds)| MoveCount {
                pits,
                seeds: seeds.clone(),
                moves: self.moves[i * self.seeds.len() + j].clone(),
            })
        })
    }
}

/// A total of seeds at which the period of the only cycle grows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StaircaseStep {
    /// Number of pits in the row.
    pub pits: u64,
    /// Total number `N` of seeds in the row, the first with this period.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub total_seeds: BigUint,
    /// `L(n,N)`, the period of the only cycle.
    #[serde(serialize_with = "crate::notation::serialize_natural")]
    pub period: BigUint,
}

/// How the moves are counted. Every method gives the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The cheapest for the size of the question.
    #[default]
    Auto,
    /// Play every move by the rules: the slow twin of the others. `O(n)` a move.
    Direct,
    /// Ghost sieve: a whole line of the table up to the largest number of seeds at once,
    /// near-linear in its number of seeds, which must be below 2^32. 7 bytes a seed (9 for more
    /// than 65,536 pits).
    Sieve,
    /// Lap simulation with wave skipping: one cell with many pits; `O(n)` steps for few seeds a
    /// pit, and at most `2^62` seeds in all. 16 bytes a pit.
    Lap,
    /// Flush recursion with tables of small totals: seeds of any number, at most 4,096 pits.
    Flush,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Auto => "automatic",
            Self::Direct => "direct",
            Self::Sieve => "sieve",
            Self::Lap => "lap",
            Self::Flush => "flush",
        }
    }
}

/// Why a question about El Mirall has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MirallError {
    /// A row of no pits has no moves.
    #[error("pits 0 is not a row; El Mirall needs at least 1 pit")]
    ZeroPits,
    /// Empty pits have no moves.
    #[error("seeds 0 leaves nothing to sow; El Mirall needs at least 1 seed")]
    ZeroSeeds,
    /// The method cannot hold the question in the memory it may use.
    #[error(
        "pits {pits} with seeds {} would take {} of memory by the {method} method, and {} are allowed",
        show_natural(seeds), show_bytes(&(*needed).into()), show_bytes(&(*allowed).into())
    )]
    Memory {
        /// Name of the method.
        method: &'static str,
        /// Number of pits.
        pits: u64,
        /// Number of seeds in each pit, or in all where the question was about a total.
        seeds: BigUint,
        /// Estimated bytes.
        needed: u128,
        /// Bytes the caller allows.
        allowed: u64,
    },
    /// The question is too large for the method.
    #[error(
        "pits {pits} with seeds {} is beyond the {method} method, which takes {accepted}",
        show_natural(seeds)
    )]
    Reach {
        /// Name of the method.
        method: &'static str,
        /// Number of pits.
        pits: u64,
        /// Number of seeds in each pit, or in all where the question was about a total.
        seeds: BigUint,
        /// What the method takes.
        accepted: &'static str,
    },
    /// Stopped by the observer.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Counts `M(n,s)` for every pair of the given pits and seeds, in parallel over lines and cells.
///
/// `memory` is the number of bytes that the work may use beside its result; fewer threads are
/// used where more would not fit. The result does not depend on the number of threads, on
/// `memory`, or on `method`.
///
/// Progress is reported in units of about a microsecond of work.
///
/// # Errors
/// If a number of pits or seeds is 0, if no method (or not the one asked for) can do it in the
/// memory given, or if the observer stops it.
///
/// # Examples
/// ```
/// use sowlab::analysis::mirall::{Method, table};
///
/// let seeds = [4u32.into(), 10u32.into()];
/// let table = table(&[6, 1000], &seeds, Method::Auto, 1 << 30, &())?;
/// assert_eq!(table.moves, [54u32, 96, 3_327_264, 8_465_139].map(Into::into));
/// # Ok::<(), sowlab::analysis::mirall::MirallError>(())
/// ```
pub fn table(
    pits: &[u64],
    seeds: &[BigUint],
    method: Method,
    memory: u64,
    observer: &dyn Observer,
) -> Result<MoveTable, MirallError> {
    let moves = plan(pits, seeds, method, memory)?.run(observer)?;
    Ok(MoveTable { pits: pits.to_vec(), seeds: seeds.to_vec(), moves })
}

/// Whether [`table`] can answer, given the memory for it.
///
/// # Errors
/// Those of [`table`] that it has before it begins.
pub fn check_table(pits: &[u64], seeds: &[BigUint], method: Method) -> Result<(), MirallError> {
    plan(pits, seeds, method, u64::MAX).map(|_| ())
}

fn plan<'a>(
    pits: &'a [u64],
    seeds: &'a [BigUint],
    method: Method,
    memory: u64,
) -> Result<plan::Plan<'a>, MirallError> {
    if pits.contains(&0) {
        return Err(MirallError::ZeroPits);
    }
    if seeds.iter().any(|seeds| seeds.bits() == 0) {
        return Err(MirallError::ZeroSeeds);
    }
    plan::Plan::new(pits, seeds, method, memory)
}
