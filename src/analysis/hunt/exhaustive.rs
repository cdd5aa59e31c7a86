//! Every position of a small board with given numbers of seeds on the two sides: how many turns there
//! are, how many never end, and which.
//!
//! A turn sees little of the opponent. So the mover's arrangements are laid down one by one, and what
//! the opponent has in a column is looked into only when it matters (`unseen`); all that is not
//! looked into is counted by formula (`weights`). One search answers for every number of the
//! opponent's seeds up to the largest. The slow twins, in the tests, look at every position.

mod arrangements;
mod finds;
mod unseen;
mod weights;

use std::ops::Range;

use num_bigint::BigUint;
use num_integer::binomial;
use num_traits::{ToPrimitive, Zero};
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use crate::analysis::mayer::all_states;
use crate::analysis::share;
use crate::games::omweso::LEAST_COLUMNS;
use crate::notation::serialize_natural;
use crate::observer::{Cancelled, Observer};

use arrangements::Arrangements;
use unseen::{Board, Search};

pub use finds::{Find, finds};
pub use weights::Tally;

/// The most columns of a board that is searched exhaustively.
pub const MOST_COLUMNS: usize = 8;
/// The most seeds on it, of both players together.
pub const MOST_SEEDS: u64 = 255;
/// The most ways to lay the mover's seeds that are gone through: `2^48`.
const MOST_ARRANGEMENTS: u64 = 1 << 48;

/// What all positions with so many columns and seeds hold, counted exactly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExhaustiveRow {
    /// Columns of the board.
    pub columns: u64,
    /// Seeds of the player to move.
    pub own_seeds: u64,
    /// Seeds of the opponent.
    pub opponent_seeds: u64,
    /// Positions.
    #[serde(serialize_with = "serialize_natural")]
    pub positions: BigUint,
    /// Pits that a turn can start from, in all of them: the mover's with at least 2 seeds.
    #[serde(serialize_with = "serialize_natural")]
    pub starts: BigUint,
    /// Turns: paths of choices from these pits.
    #[serde(serialize_with = "serialize_natural")]
    pub paths: BigUint,
    /// Starting pits with at least one path that never ends.
    #[serde(serialize_with = "serialize_natural")]
    pub never_ending_starts: BigUint,
    /// Paths that never end.
    #[serde(serialize_with = "serialize_natural")]
    pub never_ending_paths: BigUint,
    /// Starting pits with at least one path of which the Mayer test alone proves that it never ends,
    /// once no column is armed.
    #[serde(serialize_with = "serialize_natural")]
    pub mayer_starts: BigUint,
    /// `never_ending_starts / starts`, correctly rounded; missing where no turn starts.
    pub fraction: Option<f64>,
}

/// Why not all positions are looked at.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ExhaustiveError {
    /// The board is too small or too large.
    #[error("columns {columns} is out of range; {LEAST_COLUMNS} to {MOST_COLUMNS} are accepted")]
    Columns {
        /// The number asked for.
        columns: usize,
    },
    /// There are too many seeds on the board.
    #[error(
        "own seeds {own} and opponent seeds {opponent} are too many; up to {MOST_SEEDS} in all are accepted"
    )]
    Seeds {
        /// The mover's seeds.
        own: u64,
        /// The opponent's.
        opponent: u64,
    },
    /// Nobody could wait for the end.
    #[error(
        "own seeds {own} are too many; up to 2^48 ways to lay them are accepted, and in {pits} pits there are more"
    )]
    Arrangements {
        /// The mover's seeds.
        own: u64,
        /// The mover's pits.
        pits: usize,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// All positions of so many columns with given numbers of seeds, which can be looked at in pieces: a
/// piece is a range of the arrangements of one of the mover's numbers of seeds, which are in
/// lexicographic order, pit 0 first and fewer seeds before more.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::exhaustive::{Exhaustive, counts};
///
/// let all = Exhaustive::new(2, &[5], &[2, 3])?;
/// let cut = all.arrangements()[0] / 3;
/// let tally = all.tally(0, 0..cut, &())?.plus(all.tally(0, cut..56, &())?);
/// assert_eq!(all.rows(&[tally]), counts(2, &[5], &[2, 3], &())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exhaustive {
    columns: usize,
    own: Vec<u64>,
    opponent: Vec<u64>,
    /// The largest number of the opponent's seeds.
    most: u8,
    ways: Vec<u64>,
}

/// Arrangements of the mover that are looked at in one go.
const BLOCK: u64 = 64;

impl Exhaustive {
    /// The positions with each of the mover's and each of the opponent's numbers of seeds.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn new(columns: usize, own: &[u64], opponent: &[u64]) -> Result<Self, ExhaustiveError> {
        if !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns) {
            return Err(ExhaustiveError::Columns { columns });
        }
        let most = |seeds: &[u64]| seeds.iter().copied().max().unwrap_or(0);
        if most(own).saturating_add(most(opponent)) > MOST_SEEDS {
            return Err(ExhaustiveError::Seeds { own: most(own), opponent: most(opponent) });
        }
        let pits = 2 * columns;
        let ways = own.iter().map(|&own| {
            let ways = positions(pits, own).to_u64().filter(|&ways| ways <= MOST_ARRANGEMENTS);
            ways.ok_or(ExhaustiveError::Arrangements { own, pits })
        });
        let ways = ways.collect::<Result<_, _>>()?;
        let most = most(opponent) as u8;
        Ok(Self { columns, own: own.to_vec(), opponent: opponent.to_vec(), most, ways })
    }

    /// The number of arrangements of each of the mover's numbers of seeds.
    #[must_use]
    pub fn arrangements(&self) -> &[u64] {
        &self.ways
    }

    /// Counts what the arrangements in a range have, of the mover's number of seeds with this index,
    /// on one thread. The observer is told the arrangements, but not how many there are.
    ///
    /// # Errors
    /// If the observer asks to stop.
    ///
    /// # Panics
    /// If there is no such number of seeds.
    pub fn tally(
        &self,
        own: usize,
        range: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let board = Board::new(self.columns);
        let range = range.start..range.end.min(self.ways[own]);
        let block = |from: u64| from..range.end.min(from + BLOCK);
        let mut blocks = range.clone().step_by(BLOCK as usize).map(block);
        let fresh = Tally::new(self.columns, self.most);
        blocks.try_fold(fresh, |tally, block| self.add(tally, &board, own, block, observer))
    }

    /// Adds what the arrangements of a block have.
    fn add(
        &self,
        mut tally: Tally,
        board: &Board,
        own: usize,
        block: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let count = block.end - block.start;
        let mut search = Search::new(board, self.most, observer);
        let arrangements = Arrangements::new(2 * self.columns, self.own[own], block.start);
        for arrangement in arrangements.take(count as usize) {
            for pit in starts(&arrangement) {
                search.turns(&arrangement, pit)?;
                tally.add(&mut search);
            }
        }
        observer.advance(count);
        Ok(tally)
    }

    /// The rows of [`counts`], from what all arrangements have of each of the mover's numbers of
    /// seeds.
    #[must_use]
    pub fn rows(&self, tallies: &[Tally]) -> Vec<ExhaustiveRow> {
        let rows = self.own.iter().zip(tallies).flat_map(|(&own, tally)| {
            let opponents = self.opponent.iter();
            opponents.map(move |&opponent| row(tally, self.columns, own, opponent))
        });
        rows.collect()
    }
}

/// The number of ways to lay seeds in pits.
fn positions(pits: usize, seeds: u64) -> BigUint {
    binomial((seeds + pits as u64 - 1).into(), (pits as u64 - 1).into())
}

/// Counts the turns of all positions of so many columns with the given numbers of seeds, and those
/// that never end: a row for each number of the mover's seeds and, within it, each of the
/// opponent's. The observer's units are the mover's arrangements.
///
/// One search answers for all numbers of the opponent's seeds. It looks at each arrangement of the
/// mover, and of the opponent at as little as the turns see: its time grows with the number of
/// arrangements of the mover and, more slowly, with the largest number of the opponent's seeds.
/// Memory is `O(opponent * columns^3)` for each thread.
///
/// # Errors
/// If a number is out of range, or the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::exhaustive::counts;
///
/// // On two columns, with 5 seeds and 2: 56 positions for the mover, 10 for the opponent.
/// let row = &counts(2, &[5], &[2], &())?[0];
/// assert_eq!(row.positions, 560u32.into());
/// assert!(row.never_ending_starts <= row.starts && row.starts <= row.paths);
/// # Ok::<(), sowlab::analysis::hunt::exhaustive::ExhaustiveError>(())
/// ```
pub fn counts(
    columns: usize,
    own: &[u64],
    opponent: &[u64],
    observer: &dyn Observer,
) -> Result<Vec<ExhaustiveRow>, ExhaustiveError> {
    let all = Exhaustive::new(columns, own, opponent)?;
    observer.begin(Some(all.ways.iter().sum()));
    let board = Board::new(columns);
    let mut tallies = Vec::new();
    for (index, &ways) in all.ways.iter().enumerate() {
        let fresh = || Tally::new(columns, all.most);
        let look = |tally: Tally, block: u64| {
            let block = block * BLOCK..ways.min((block + 1) * BLOCK);
            all.add(tally, &board, index, block, observer)
        };
        let blocks = (0..ways.div_ceil(BLOCK)).into_par_iter().try_fold(fresh, look);
        tallies.push(blocks.try_reduce(fresh, |one, other| Ok(one.plus(other)))?);
    }
    Ok(all.rows(&tallies))
}

/// The pits that a turn can start from.
fn starts(arrangement: &[u8]) -> impl Iterator<Item = usize> + use<'_> {
    arrangement.iter().enumerate().filter(|(_, seeds)| **seeds > 1).map(|(pit, _)| pit)
}

/// What was counted, for one number of the opponent's seeds.
fn row(tally: &Tally, columns: usize, own: u64, opponent: u64) -> ExhaustiveRow {
    let pits = 2 * columns;
    let others = positions(pits, opponent);
    let starts = all_states(pits as u64, &own.into()) * pits * &others;
    let [paths, never_ending_paths, never_ending_starts, mayer_starts] = tally.totals(opponent);
    ExhaustiveRow {
        columns: columns as u64,
        own_seeds: own,
        opponent_seeds: opponent,
        positions: positions(pits, own) * others,
        fraction: (!starts.is_zero()).then(|| share(&never_ending_starts, &starts)),
        starts,
        paths,
        never_ending_starts,
        never_ending_paths,
        mayer_starts,
    }
}

#[cfg(test)]
mod tests;
