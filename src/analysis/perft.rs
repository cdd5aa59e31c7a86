//! Perft: how many sequences of moves a game has, by their length.
//!
//! Positions that are reached in several ways are expanded once, with the number of ways: breadth
//! first, level by level. The slow twin, in the tests, plays every sequence on its own.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use num_traits::{CheckedAdd, CheckedMul, Zero};
use rayon::prelude::*;
use thiserror::Error;

use crate::notation::show_bytes;
use crate::observer::{Cancelled, Observer};

/// The moves of a game, as far as counting them needs.
pub trait Plies: Sync {
    /// What the future depends on; equal positions have equal futures. One whose game has ended has
    /// no moves.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// A move, as it is told from the others of a position.
    type Move;

    /// Calls `found` with each move of a position, in an order of the game, and with what it leads to.
    ///
    /// # Errors
    /// If the observer asks to stop.
    fn plies(
        &self,
        position: &Self::Position,
        observer: &dyn Observer,
        found: &mut dyn FnMut(Self::Move, Ply<Self::Position>),
    ) -> Result<(), Cancelled>;

    /// Bytes that a position takes on the heap, beside its own size.
    fn heap_bytes(&self, position: &Self::Position) -> u64;
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply<P> {
    /// A position that is played on.
    GoesOn(P),
    /// A position that the game has ended with, by the way it was reached; reached in another way, the
    /// same position may be played on from.
    Ends(P),
    /// Nothing: the move never ends.
    NeverEnds,
}

/// The sequences of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Number of moves of each.
    pub depth: u64,
    /// How many sequences there are of which every move ends. A game that has ended is not gone on
    /// with.
    pub sequences: BigUint,
    /// How many there are of which the last move, and no other, never ends.
    pub never_ending: BigUint,
    /// How many different positions the first kind leads to, if they were asked for.
    pub positions: Option<u64>,
}

/// Why counting was given up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PerftError {
    /// The positions do not fit in the memory allowed.
    #[error(
        "the {positions} positions found so far at depth {depth} take more memory than the {} allowed; ask for less depth",
        show_bytes(&(*allowed).into())
    )]
    Memory {
        /// The depth at which they do not fit any more.
        depth: u64,
        /// Positions of this depth that were found until then.
        positions: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What is counted, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The largest number of moves.
    pub depth: u64,
    /// Whether the different positions are counted too, which takes the memory of one more level.
    pub distinct: bool,
    /// Bytes that the positions may take.
    pub memory: u64,
}

/// Counts the sequences of 1, 2, ... moves from a position, and gives each count as soon as it is
/// known.
///
/// The time is that of finding all moves of each different position of all levels but the last. In
/// memory are the positions of two levels, without `distinct` those before the last: for each about
/// twice its own size, 16 bytes for its number of sequences (more where that passes `2^128`), and
/// what it has on the heap. Levels and numbers do not depend on the number of threads.
///
/// # Errors
/// If a level does not fit in the memory allowed, after all levels before it have been given, or the
/// observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::omweso::{OmwesoPlies, Packed};
/// use sowlab::analysis::perft::{Extent, perft};
/// use sowlab::games::omweso::Position;
///
/// let start = Packed::from(&Position::<u8>::traditional(8)?);
/// let extent = Extent { depth: 3, distinct: false, memory: 1 << 20 };
/// let mut sequences = Vec::new();
/// perft(&OmwesoPlies::new(true), &start, extent, &(), |level| sequences.push(level.sequences))?;
/// assert_eq!(sequences, [8u32, 64, 420].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft<G: Plies>(
    game: &G,
    start: &G::Position,
    extent: Extent,
    observer: &dyn Observer,
    mut level: impl FnMut(Level),
) -> Result<(), PerftError> {
    let mut frontier = Frontier::Small(Table::single(start.clone(), 1u128));
    for depth in 1..=extent.depth {
        let stage = Stage { game, extent, depth, observer };
        let (found, next) = loop {
            match stage.advance(&frontier)? {
                Some(found) => break found,
                // A number of sequences has passed 2^128: from here on they have any size.
                None => frontier = frontier.widened(),
            }
        };
        level(found);
        frontier = next;
    }
    Ok(())
}

/// Counts, for each first move, the sequences of `extent.depth` moves that begin with it; what is
/// given has that depth, and no positions.
///
/// Each first move is counted like a whole [`perft`], so positions that several of them lead to are
/// expanded more than once.
///
/// # Errors
/// As [`perft`].
pub fn divide<G: Plies>(
    game: &G,
    start: &G::Position,
    extent: Extent,
    observer: &dyn Observer,
    mut each: impl FnMut(G::Move, Level),
) -> Result<(), PerftError> {
    let mut first = Vec::new();
    game.plies(start, observer, &mut |name, ply| first.push((name, ply)))?;
    let depth = extent.depth;
    let extent = Extent { depth: depth.saturating_sub(1), distinct: false, ..extent };
    for (name, ply) in first {
        let [mut sequences, mut never_ending] = [BigUint::ZERO, BigUint::ZERO];
        match (ply, extent.depth) {
            (Ply::NeverEnds, 0) => never_ending = 1u8.into(),
            (_, 0) => sequences = 1u8.into(),
            (Ply::Ends(_) | Ply::NeverEnds, _) => {}
            (Ply::GoesOn(position), _) => perft(game, &position, extent, observer, |level| {
                (sequences, never_ending) = (level.sequences, level.never_ending);
            })?,
        }
        each(name, Level { depth, sequences, never_ending, positions: None });
    }
    Ok(())
}

/// Parts of a table, each with a lock of its own, so that threads seldom wait for each other. A table
/// grows part by part, which keeps small what is copied at a time.
const PARTS: usize = 256;

/// Positions for one part are handed over in heaps of this size.
const HEAP: usize = 64;

/// Positions and in how many ways each is reached and played on from.
struct Table<P, C> {
    parts: Vec<HashMap<P, C>>,
}

/// A level, in numbers that are large enough for it.
enum Frontier<P> {
    Small(Table<P, u128>),
    Large(Table<P, BigUint>),
}

/// What is found of a level, and the frontier of the next one.
type Advanced<P> = (Level, Frontier<P>);

impl<P: Eq + Hash> Frontier<P> {
    /// The same in numbers of any size.
    fn widened(self) -> Self {
        match self {
            Self::Small(table) => Self::Large(table.map(BigUint::from)),
            large @ Self::Large(_) => large,
        }
    }
}

impl<P: Eq + Hash, C> Table<P, C> {
    fn single(position: P, count: C) -> Self {
        let mut parts = vec![HashMap::from([(position, count)])];
        parts.resize_with(PARTS, HashMap::new);
        Self { parts }
    }

    fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }

    fn map<D>(self, convert: impl Fn(C) -> D) -> Table<P, D> {
        let parts = self.parts.into_iter();
        let parts = parts.map(|part| {
            part.into_iter().map(|(position, count)| (position, convert(count))).collect()
        });
        Table { parts: parts.collect() }
    }
}

/// Why a level was given up.
enum Fault {
    Overflow,
    Perft(PerftError),
}

impl From<Cancelled> for Fault {
    fn from(cancelled: Cancelled) -> Self {
        Self::Perft(cancelled.into())
    }
}

/// One level that is being counted.
#[derive(Clone, Copy)]
struct Stage<'a, G> {
    game: &'a G,
    extent: Extent,
    depth: u64,
    observer: &'a dyn Observer,
}

/// Numbers of sequences.
trait Count: Clone + Zero + CheckedAdd + CheckedMul + From<u64> + Into<BigUint> + Send + Sync {}

impl<T: Clone + Zero + CheckedAdd + CheckedMul + From<u64> + Into<BigUint> + Send + Sync> Count
    for T
{
}

/// What has been found of the next level.
struct Next<P, C> {
    parts: Vec<Mutex<HashMap<P, C>>>,
    positions: AtomicU64,
}

impl<G: Plies> Stage<'_, G> {
    /// Counts the level and finds its positions; nothing, if the numbers are too small for it.
    fn advance(
        &self,
        frontier: &Frontier<G::Position>,
    ) -> Result<Option<Advanced<G::Position>>, PerftError> {
        let result = match frontier {
            Frontier::Small(table) => {
                self.expand(table).map(|(level, table)| (level, Frontier::Small(table)))
            }
            Frontier::Large(table) => {
                self.expand(table).map(|(level, table)| (level, Frontier::Large(table)))
            }
        };
        match result {
            Ok(found) => Ok(Some(found)),
            Err(Fault::Overflow) => Ok(None),
            Err(Fault::Perft(error)) => Err(error),
        }
    }

    /// Whether the positions of this level are needed.
    fn keeps(&self) -> bool {
        self.extent.distinct || self.depth < self.extent.depth
    }

    fn expand<C: Count>(
        &self,
        frontier: &Table<G::Position, C>,
    ) -> Result<(Level, Table<G::Position, C>), Fault> {
        let held = frontier.len();
        // What the levels to come will hold is not known.
        self.observer.begin(None);
        let mut next = Next { parts: Vec::new(), positions: AtomicU64::new(held) };
        next.parts.resize_with(PARTS, Mutex::default);
        let sums = frontier.parts.par_iter().map(|part| self.expand_part(part, &next));
        let zero = || [C::zero(), C::zero()];
        let [sequences, never_ending] = sums.try_reduce(zero, |[a, b], [c, d]| {
            Ok([
                a.checked_add(&c).ok_or(Fault::Overflow)?,
                b.checked_add(&d).ok_or(Fault::Overflow)?,
            ])
        })?;
        let parts = next.parts.into_iter();
        let parts = parts.map(|part| part.into_inner().expect("no thread panicked")).collect();
        let table = Table { parts };
        let positions = self.extent.distinct.then(|| table.len());
        let (sequences, never_ending) = (sequences.into(), never_ending.into());
        Ok((Level { depth: self.depth, sequences, never_ending, positions }, table))
    }

    /// Expands the positions of one part; returns the numbers of sequences that end and that do not.
    fn expand_part<C: Count>(
        &self,
        part: &HashMap<G::Position, C>,
        next: &Next<G::Position, C>,
    ) -> Result<[C; 2], Fault> {
        let mut sums = [C::zero(), C::zero()];
        let mut heaps: Vec<Vec<(G::Position, C)>> = Vec::new();
        heaps.resize_with(PARTS, Vec::new);
        let place = BuildHasherDefault::<DefaultHasher>::default();
        for (position, count) in part {
            if self.observer.cancelled() {
                return Err(Cancelled.into());
            }
            self.observer.advance(1);
            // A position at which every game has ended is only there to be counted.
            if count.is_zero() {
                continue;
            }
            let mut moves = [0u64; 2];
            let mut full = Ok(());
            self.game.plies(position, self.observer, &mut |_, ply| {
                let (position, count) = match ply {
                    Ply::NeverEnds => {
                        moves[1] += 1;
                        return;
                    }
                    Ply::Ends(position) => (position, C::zero()),
                    Ply::GoesOn(position) => (position, count.clone()),
                };
                moves[0] += 1;
                if !self.keeps() || (count.is_zero() && !self.extent.distinct) {
                    return;
                }
                let at = place.hash_one(&position) as usize % PARTS;
                heaps[at].push((position, count));
                if heaps[at].len() == HEAP && full.is_ok() {
                    full = self.hand_over(&mut heaps[at], at, next);
                }
            })?;
            full?;
            for (sum, moves) in sums.iter_mut().zip(moves) {
                let ways = count.checked_mul(&C::from(moves)).ok_or(Fault::Overflow)?;
                *sum = sum.checked_add(&ways).ok_or(Fault::Overflow)?;
            }
        }
        for (at, heap) in heaps.iter_mut().enumerate() {
            self.hand_over(heap, at, next)?;
        }
        Ok(sums)
    }

    /// Adds positions to their part of the next level.
    fn hand_over<C: Count>(
        &self,
        heap: &mut Vec<(G::Position, C)>,
        at: usize,
        next: &Next<G::Position, C>,
    ) -> Result<(), Fault> {
        let Some((position, _)) = heap.first() else { return Ok(()) };
        let bytes = self.bytes::<C>(position);
        let mut part = next.parts[at].lock().expect("no thread panicked");
        let before = part.len();
        for (position, count) in heap.drain(..) {
            let sum = part.entry(position).or_insert_with(C::zero);
            *sum = sum.checked_add(&count).ok_or(Fault::Overflow)?;
        }
        let new = (part.len() - before) as u64;
        drop(part);
        let held = next.positions.fetch_add(new, Ordering::Relaxed) + new;
        if held.saturating_mul(bytes) > self.extent.memory {
            let allowed = self.extent.memory;
            let error = PerftError::Memory { depth: self.depth, positions: held, allowed };
            return Err(Fault::Perft(error));
        }
        Ok(())
    }

    /// Bytes that a position takes in a table: the slots of a hash map are up to twice as many as
    /// the entries, and each has a byte beside it.
    fn bytes<C>(&self, position: &G::Position) -> u64 {
        2 * (size_of::<(G::Position, C)>() as u64 + 1) + self.game.heap_bytes(position)
    }
}

#[cfg(test)]
mod tests;
