//! Perft: how many sequences of moves a game has, by their length.
//!
//! Positions that are reached in several ways are expanded once, with the number of ways: breadth
//! first, level by level. The slow twin plays every sequence on its own: [`one_by_one()`] where a game
//! can do that fast, else in the tests.

mod ahead;
mod level;
mod mix;
mod one_by_one;

use std::hash::Hash;

use num_bigint::BigUint;
use thiserror::Error;

use crate::notation::show_bytes;
use crate::observer::{Cancelled, Observer};

pub use ahead::{divide_by, perft_ahead};
use level::{Frontier, Stage};
pub use one_by_one::{OneByOne, one_by_one};

/// The moves of a game, as far as counting them needs.
pub trait Plies: Sync {
    /// What the future depends on; equal positions have equal futures. One whose game has ended has
    /// no moves.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// A move, as it is told from the others of a position.
    type Move;

    /// What a move is called: `move`, or `turn` where it is more than one.
    const MOVE: &'static str;
    /// Whether there are moves that never end.
    const NEVER_ENDING: bool;

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
    level: impl FnMut(Level),
) -> Result<(), PerftError> {
    go_on(game, &Beginnings::new(start.clone()), extent, observer, level)
}

/// Where sequences of moves have led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginnings<P> {
    /// Number of moves of each sequence.
    pub depth: u64,
    /// The different positions that are played on from, and how many sequences lead to each.
    pub positions: Vec<(P, BigUint)>,
}

impl<P: Clone> Beginnings<P> {
    /// A position that no move has led to.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { depth: 0, positions: vec![(start, 1u8.into())] }
    }

    /// The same, in at most `most` pieces that differ by no more than one position; one piece if there
    /// is none.
    #[must_use]
    pub fn pieces(&self, most: usize) -> Vec<Self> {
        let count = self.positions.len();
        let pieces = count.min(most).max(1);
        // The first ones have what is left over.
        let (each, more) = (count / pieces, count % pieces);
        let mut rest = &self.positions[..];
        let piece = |index| {
            let (piece, after) = rest.split_at(each + usize::from(index < more));
            rest = after;
            Self { depth: self.depth, positions: piece.to_vec() }
        };
        (0..pieces).map(piece).collect()
    }
}

/// Counts the sequences of 1, 2, ... moves as [`perft`] does, until they lead to at least `wanted`
/// positions that are played on from, or one move is left; returns these positions in their order, so
/// that others can go on from them, in pieces if they like ([`go_on`]).
///
/// # Errors
/// As [`perft`].
pub fn begin<G: Plies<Position: Ord>>(
    game: &G,
    start: &G::Position,
    extent: Extent,
    wanted: usize,
    observer: &dyn Observer,
    mut level: impl FnMut(Level),
) -> Result<Beginnings<G::Position>, PerftError> {
    let mut reached = Beginnings::new(start.clone());
    // Only positions that are played on from are kept.
    let extent = Extent { distinct: false, ..extent };
    while reached.positions.len() < wanted && reached.depth + 1 < extent.depth {
        let frontier = Frontier::new(&reached.positions);
        let stage = Stage { game, extent, depth: reached.depth + 1, observer };
        let (found, next) = stage.count(frontier)?;
        reached = Beginnings { depth: found.depth, positions: next.sorted() };
        level(found);
    }
    Ok(reached)
}

/// Counts the sequences that go on from where others have led to, up to `extent.depth` moves with those
/// before; a level for each number of moves that is larger. Levels from pieces of
/// [`Beginnings`] add up to those from all of them, but for the different positions.
///
/// # Errors
/// As [`perft`].
pub fn go_on<G: Plies>(
    game: &G,
    from: &Beginnings<G::Position>,
    extent: Extent,
    observer: &dyn Observer,
    mut level: impl FnMut(Level),
) -> Result<(), PerftError> {
    let mut frontier = Frontier::new(&from.positions);
    for depth in from.depth + 1..=extent.depth {
        let (found, next) = Stage { game, extent, depth, observer }.count(frontier)?;
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
    for (name, ply) in first {
        each(name, after(game, &ply, extent, observer)?);
    }
    Ok(())
}

/// Counts the sequences of `extent.depth` moves that begin with a certain one, by what it leads to.
///
/// # Errors
/// As [`perft`].
pub fn after<G: Plies>(
    game: &G,
    first: &Ply<G::Position>,
    extent: Extent,
    observer: &dyn Observer,
) -> Result<Level, PerftError> {
    let depth = extent.depth;
    let extent = Extent { depth: depth.saturating_sub(1), distinct: false, ..extent };
    let [mut sequences, mut never_ending] = [BigUint::ZERO, BigUint::ZERO];
    match (first, extent.depth) {
        (Ply::NeverEnds, 0) => never_ending = 1u8.into(),
        (_, 0) => sequences = 1u8.into(),
        (Ply::Ends(_) | Ply::NeverEnds, _) => {}
        (Ply::GoesOn(position), _) => perft(game, position, extent, observer, |level| {
            (sequences, never_ending) = (level.sequences, level.never_ending);
        })?,
    }
    Ok(Level { depth, sequences, never_ending, positions: None })
}

#[cfg(test)]
mod tests;
