//! One level of perft: from positions with their numbers of sequences to those of the next level.

use std::collections::HashMap as Map;
use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive, Zero};
use rayon::prelude::*;

use super::mix::Build;
use super::{Extent, Level, PerftError, Plies, Ply};
use crate::observer::{Cancelled, Observer};

/// Parts of a table, each with a lock of its own, so that threads seldom wait for each other. A table
/// grows part by part, which keeps small what is copied at a time.
const PARTS: usize = 256;

/// Positions for one part are handed over in heaps of this size.
const HEAP: usize = 64;

/// Positions of a part with their numbers.
type HashMap<P, C> = Map<P, C, Build>;

/// Positions and in how many ways each is reached and played on from.
pub(super) struct Table<P, C> {
    parts: Vec<HashMap<P, C>>,
}

/// The part of a hash. Within a part a map goes by its lowest and highest bits, so that these must not
/// be what all of the part have in common.
fn part_of(hash: u64) -> usize {
    (hash >> 32) as usize % PARTS
}

/// A level, in numbers that are large enough for it.
pub(super) enum Frontier<P> {
    Small(Table<P, u128>),
    Large(Table<P, BigUint>),
}

/// What is found of a level, and the frontier of the next one.
pub(super) type Advanced<P> = (Level, Frontier<P>);

impl<P: Clone + Eq + Hash> Frontier<P> {
    /// Different positions with their numbers of sequences.
    pub(super) fn new(positions: &[(P, BigUint)]) -> Self {
        let small = |(position, count): &(P, BigUint)| Some((position.clone(), count.to_u128()?));
        match positions.iter().map(small).collect::<Option<Vec<_>>>() {
            Some(positions) => Self::Small(Table::new(positions)),
            None => Self::Large(Table::new(positions.to_vec())),
        }
    }

    /// The positions that are played on from, in their order.
    pub(super) fn sorted(self) -> Vec<(P, BigUint)>
    where
        P: Ord,
    {
        let Table { parts } = match self {
            Self::Small(table) => table.map(BigUint::from),
            Self::Large(table) => table,
        };
        let mut positions: Vec<_> = parts.into_iter().flatten().collect();
        positions.sort_unstable();
        positions
    }

    /// What is counted of each position, `count` numbers, times the sequences that lead to it, and summed
    /// up.
    pub(super) fn sums(
        &self,
        count: usize,
        of: &(dyn Fn(&P) -> Result<Vec<u64>, Cancelled> + Sync),
    ) -> Result<Vec<BigUint>, Cancelled>
    where
        P: Sync,
    {
        match self {
            Self::Small(table) => table.sums(count, of),
            Self::Large(table) => table.sums(count, of),
        }
    }

    /// The same in numbers of any size.
    fn widened(self) -> Self {
        match self {
            Self::Small(table) => Self::Large(table.map(BigUint::from)),
            large @ Self::Large(_) => large,
        }
    }
}

impl<P: Eq + Hash, C> Table<P, C> {
    fn new(positions: Vec<(P, C)>) -> Self {
        let mut parts = Vec::new();
        parts.resize_with(PARTS, HashMap::default);
        for (index, (position, count)) in positions.into_iter().enumerate() {
            parts[index % PARTS].insert(position, count);
        }
        Self { parts }
    }

    fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }

    fn sums(
        &self,
        count: usize,
        of: &(dyn Fn(&P) -> Result<Vec<u64>, Cancelled> + Sync),
    ) -> Result<Vec<BigUint>, Cancelled>
    where
        P: Sync,
        C: Clone + Into<BigUint> + Sync,
    {
        let zero = || vec![BigUint::ZERO; count];
        let part = |part: &HashMap<P, C>| {
            let mut sums = zero();
            for (position, ways) in part {
                let ways: BigUint = ways.clone().into();
                for (sum, number) in sums.iter_mut().zip(of(position)?) {
                    *sum += &ways * number;
                }
            }
            Ok(sums)
        };
        let add = |mut sums: Vec<BigUint>, more: Vec<BigUint>| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            Ok(sums)
        };
        self.parts.par_iter().map(part).try_reduce(zero, add)
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
pub(super) struct Stage<'a, G> {
    pub(super) game: &'a G,
    pub(super) extent: Extent,
    pub(super) depth: u64,
    pub(super) observer: &'a dyn Observer,
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
    /// Counts the level and finds its positions.
    pub(super) fn count(
        &self,
        mut frontier: Frontier<G::Position>,
    ) -> Result<Advanced<G::Position>, PerftError> {
        loop {
            match self.advance(&frontier)? {
                Some(found) => return Ok(found),
                // A number of sequences has passed 2^128: from here on they have any size.
                None => frontier = frontier.widened(),
            }
        }
    }

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
        let build = Build::default();
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
                let at = part_of(build.hash_one(&position));
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
