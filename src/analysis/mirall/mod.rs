//! The exact number of moves of El Mirall for any number of pits and seeds.

mod flush;
mod lap;
mod scan;
mod sieve;
mod small;

use crate::observer::Observer;
use num_bigint::BigUint;
use serde::Serialize;
use thiserror::Error;

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
    /// Numbers of pits, one per line of the table, in the order asked for.
    pub pits: Vec<u64>,
    /// Numbers of seeds per pit, one per column, in the order asked for.
    pub seeds: Vec<BigUint>,
    /// `M(pits[i], seeds[j])` at index `i * seeds.len() + j`.
    pub moves: Vec<BigUint>,
}

impl MoveTable {
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

/// Which algorithm computes a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The cheapest for the size of the question.
    #[default]
    Auto,
    /// Play every move by the rules (the slow twin of the others).
    Direct,
    /// Ghost sieve: a whole line of the table at once, near-linear in the number of seeds.
    Sieve,
    /// Lap simulation with wave skipping: one cell with many pits.
    Lap,
    /// Flush recursion: few pits, any number of seeds.
    Flush,
}

/// Why a question about El Mirall has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MirallError {
    /// A row of no pits has no moves.
    #[error("pits 0 is not a row; El Mirall needs at least 1 pit")]
    ZeroPits,
    /// Empty pits have no moves.
    #[error("seeds 0 leaves nothing to sow; El Mirall needs at least 1 seed in a pit")]
    ZeroSeeds,
    /// The method cannot hold the question in the memory there is.
    #[error(
        "the {method} method needs {needed} bytes of memory for pits {pits}, seeds {seeds}, and {allowed} are allowed"
    )]
    Memory {
        /// Name of the method.
        method: &'static str,
        /// Number of pits.
        pits: u64,
        /// Number of seeds per pit, or total seeds where `seeds` is a total.
        seeds: BigUint,
        /// Estimated bytes.
        needed: u128,
        /// Bytes allowed by the caller.
        allowed: u64,
    },
    /// A count does not fit in the 128 bits it is kept in.
    #[error("a row of {pits} pits makes more than 2^127 moves, and counts are kept in 128 bits")]
    TooManyMoves {
        /// Number of pits.
        pits: u64,
    },
    /// Stopped by the observer.
    #[error(transparent)]
    Cancelled(#[from] crate::observer::Cancelled),
}

/// Computes `M(n,s)` for every pair of the given pits and seeds, in parallel.
///
/// # Errors
/// See [`MirallError`].
pub fn table(
    pits: &[u64],
    seeds: &[BigUint],
    method: Method,
    memory: u64,
    observer: &dyn Observer,
) -> Result<MoveTable, MirallError> {
    let _ = (pits, seeds, method, memory, observer);
    todo!()
}

/// The jumps of `L(n, .)` for totals `1..=up_to`, in increasing order.
///
/// # Errors
/// See [`MirallError`].
pub fn staircase(
    pits: u64,
    up_to: &BigUint,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Vec<StaircaseStep>, MirallError> {
    let _ = (pits, up_to, memory, observer);
    todo!()
}

#[cfg(test)]
mod proto {
    use num_bigint::BigUint;
    #[test]
    #[ignore]
    fn speed() {
        for n in 2..=30 {
            let mut out = vec![];
            let mut sum = 0;
            super::sieve::growths(n, 30, &(), &mut |t, g| {
                sum += g;
                if t % n as u64 == 0 {
                    out.push(sum)
                }
            })
            .unwrap();
            for s in 1..=30 {
                assert_eq!(
                    out[s - 1] as u64,
                    crate::games::mirall::moves_by_playing(n, s as u64).unwrap()
                );
            }
        }
        for (n, s) in [
            (100, 100),
            (300, 300),
            (1000, 1000),
            (3000, 1000),
            (100, 10000),
            (20, 100000),
            (10000, 100),
        ] {
            let t = std::time::Instant::now();
            let mut sum = 0;
            super::sieve::growths(n, s, &(), &mut |_, g| sum += g).unwrap();
            println!("{n} {s} {sum} {:?}", t.elapsed());
        }
        let two = BigUint::from(2u8);
        let ten = BigUint::from(10u8);
        for (n, s) in [
            (2, ten.pow(1000)),
            (8, two.pow(40)),
            (8, two.pow(60)),
            (8, two.pow(80) + 1u8),
            (4, ten.pow(100)),
            (12, two.pow(32)),
            (20, two.pow(20)),
            (50, two.pow(20)),
            (100, BigUint::from(1000u32)),
            (100, two.pow(20)),
            (200, two.pow(20)),
            (300, BigUint::from(300u32)),
            (1000, BigUint::from(1000u32)),
            (3, ten.pow(1000)),
            (4, ten.pow(300)),
            (4, ten.pow(1000)),
        ] {
            let t = std::time::Instant::now();
            let mut f = super::flush::Flush::new(n, 1 << 29);
            println!("flush {n} {} bits {:?} {:?}", s.bits(), f.period(&(s * n), &()), t.elapsed());
        }
        for (n, s) in [
            (1000, 1),
            (10000, 1),
            (100000, 1),
            (1000000, 1),
            (10000000, 1),
            (100000000, 1),
            (1000, 10),
            (1000, 100),
            (1000, 1000),
            (10000, 100),
            (100000, 10),
            (1000000, 10),
        ] {
            let t = std::time::Instant::now();
            println!("lap {n} {s} {:?} {:?}", super::lap::moves(n, s, &()), t.elapsed());
        }
    }
}
