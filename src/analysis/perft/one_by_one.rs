//! Perft by counting every sequence on its own, with nothing remembered: the second route to the numbers
//! of [`super::perft`], with which it shares only the moves.

use num_bigint::BigUint;
use rayon::prelude::*;

use super::{Level, Plies, Ply};
use crate::observer::{Cancelled, Observer};

/// A game that counts short sequences fast, and all of whose moves lead to [`Ply::GoesOn`].
pub trait OneByOne: Plies<Move: Send + Sync> {
    /// The most moves of sequences that are counted in one go: so few that their number fits in 64 bits
    /// many times over, and that they take milliseconds.
    const AT_ONCE: u64;
    /// The last moves of which counting again costs less than keeping their positions.
    const AHEAD: u64;

    /// How many sequences of exactly `depth` moves there are, at most [`Self::AT_ONCE`].
    fn at_once(&self, position: &Self::Position, depth: u64) -> u64;
}

/// Counts the sequences of exactly `depth` moves one by one.
///
/// The time is that of finding the moves of every sequence but the last of each; memory does not
/// matter. The number does not depend on the number of threads.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::perft::one_by_one;
/// use sowlab::analysis::two_row::{Oware, Packed};
/// use sowlab::games::oware::{GrandSlam, Position};
///
/// let start = Packed::from(&Position::start(6, 4)?);
/// let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
/// assert_eq!(one_by_one(&game, &start, 4, &())?.sequences, 1014u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_by_one<G: OneByOne>(
    game: &G,
    start: &G::Position,
    depth: u64,
    observer: &dyn Observer,
) -> Result<Level, Cancelled> {
    // How many pieces there will be is not known.
    observer.begin(None);
    let sequences = count(game, start, depth, SHARED, observer)?;
    Ok(Level { depth, sequences, never_ending: BigUint::ZERO, positions: None })
}

/// The moves of so many levels are shared among the threads: enough pieces for all of them, and no
/// thread goes deep while it waits for another.
const SHARED: u32 = 4;

fn count<G: OneByOne>(
    game: &G,
    position: &G::Position,
    depth: u64,
    shared: u32,
    observer: &dyn Observer,
) -> Result<BigUint, Cancelled> {
    if observer.cancelled() {
        return Err(Cancelled);
    }
    if depth <= G::AT_ONCE {
        observer.advance(1);
        return Ok(game.at_once(position, depth).into());
    }
    let next = moves(game, position, observer)?;
    let after = |(_, position): &(_, _)| {
        count(game, position, depth - 1, shared.saturating_sub(1), observer)
    };
    if shared == 0 {
        next.iter().map(after).sum()
    } else {
        next.par_iter().map(after).try_reduce(|| BigUint::ZERO, |a, b| Ok(a + b))
    }
}

/// Moves, and what they lead to.
pub(super) type Moves<G> = Vec<(<G as Plies>::Move, <G as Plies>::Position)>;

/// The moves of a position.
pub(super) fn moves<G: OneByOne>(
    game: &G,
    position: &G::Position,
    observer: &dyn Observer,
) -> Result<Moves<G>, Cancelled> {
    let mut moves = Vec::new();
    game.plies(position, observer, &mut |name, ply| {
        if let Ply::GoesOn(position) = ply {
            moves.push((name, position));
        }
    })?;
    Ok(moves)
}
