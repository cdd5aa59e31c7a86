//! Perft by levels whose last moves are counted in one go: what is remembered is worth more than the
//! memory of the levels that are not.

use num_bigint::BigUint;

use super::level::{Frontier, Stage};
use super::one_by_one::moves;
use super::{Beginnings, Extent, Level, OneByOne, PerftError};
use crate::observer::{Cancelled, Observer};

/// Counts as [`super::perft`] does, but keeps no positions of the last [`OneByOne::AHEAD`] levels: from
/// each position before them the sequences are counted one by one. Different positions are not counted.
///
/// # Errors
/// As [`super::perft`].
pub fn perft_ahead<G: OneByOne>(
    game: &G,
    start: &G::Position,
    extent: Extent,
    observer: &dyn Observer,
    mut level: impl FnMut(Level),
) -> Result<(), PerftError> {
    let extent = Extent { distinct: false, ..extent };
    let ahead = extent.depth.min(G::AHEAD);
    let mut frontier = Frontier::new(&Beginnings::new(start.clone()).positions);
    for depth in 1..=extent.depth - ahead {
        let (found, next) = Stage { game, extent, depth, observer }.count(frontier)?;
        level(found);
        frontier = next;
    }
    observer.begin(None);
    let sums = frontier.sums(ahead as usize, &|position| {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        observer.advance(1);
        Ok((1..=ahead).map(|depth| game.at_once(position, depth)).collect())
    })?;
    for (depth, sequences) in (extent.depth - ahead + 1..).zip(sums) {
        level(Level { depth, sequences, never_ending: BigUint::ZERO, positions: None });
    }
    Ok(())
}

/// Counts, for each first move, the sequences of `depth` moves that begin with it: `count` is given
/// what the move leads to, and a move less.
///
/// # Errors
/// Those of counting; or if the observer asks to stop.
pub fn divide_by<G: OneByOne>(
    game: &G,
    start: &G::Position,
    depth: u64,
    observer: &dyn Observer,
    count: impl Fn(&G::Position, u64) -> Result<Level, PerftError>,
    mut each: impl FnMut(G::Move, Level),
) -> Result<(), PerftError> {
    for (name, position) in moves(game, start, observer)? {
        let level = count(&position, depth.saturating_sub(1))?;
        each(name, Level { depth, ..level });
    }
    Ok(())
}
