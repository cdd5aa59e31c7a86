//! Every turn of many positions of Omweso, decided in parallel: those that never end, and how many.
//!
//! The positions come by their index, so that they need not be held, and what is found comes in
//! their order, whatever the number of threads. The fast engine decides where it can, the slow
//! search ([`super::omweso::turns`]) elsewhere.

pub mod backward;
pub mod exhaustive;

mod count;
mod openings;

use std::sync::OnceLock;

use rayon::prelude::*;

use super::omweso::{
    Board, Choices, Engine, FAST_COLUMNS, FastFate, Fate, Turn, TurnsError, turns,
};
use super::relay::Effort;
use crate::games::omweso::Position;
use crate::observer::{Cancelled, Observer};

pub use count::{HuntCount, HuntTotals, PositionCount};
pub use openings::{Openings, OpeningsError};

/// What is asked of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunting {
    /// Which choices of direction are followed.
    pub choices: Choices,
    /// How far, as for [`super::omweso::turns`].
    pub effort: Effort,
    /// Whether the turns that never end are kept, and not only counted.
    pub finds: bool,
}

/// What was found at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The position.
    pub position: Position<u64>,
    /// How many turns there are of each kind.
    pub count: PositionCount,
    /// The turns that never end, with the pits that they start from: the pits in order, the paths
    /// counter-clockwise before clockwise at each choice.
    pub finds: Vec<(usize, Turn)>,
}

/// Positions that are decided before the first of them is handed out.
const CHUNK: u64 = 1024;

/// Decides every turn of the positions `position(0)`, `position(1)`, ..., `count` of them, in this
/// order.
///
/// Nothing is done before the next position is asked for; then it is done for a thousand at a time,
/// by all threads, and the finds of these are what memory holds. A position costs about a
/// microsecond beside its making where turns are short; periods can take seconds. Progress is
/// reported in positions.
///
/// # Errors
/// Each item is [`Cancelled`] if the observer asked to stop; there are no others after it.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::{Hunting, hunt};
/// use sowlab::analysis::omweso::Choices;
/// use sowlab::analysis::relay::Effort;
/// use sowlab::games::omweso::Position;
///
/// let hunting = Hunting { choices: Choices::All, effort: Effort::default(), finds: true };
/// let position = |two| Position::new(vec![two, 0, 1, 2], vec![0; 4]).unwrap();
/// let found: Vec<_> = hunt(3, position, hunting, &()).collect::<Result<_, _>>()?;
/// assert_eq!(found[2].count.starts, 2);
/// assert_eq!(found[2].finds.len() as u64, found[2].count.never_ending_paths);
/// # Ok::<(), sowlab::observer::Cancelled>(())
/// ```
pub fn hunt<'a>(
    count: u64,
    position: impl Fn(u64) -> Position<u64> + Sync + 'a,
    hunting: Hunting,
    observer: &'a dyn Observer,
) -> impl Iterator<Item = Result<Found, Cancelled>> + 'a {
    observer.begin(Some(count));
    let engines = Engines::default();
    let mut next = 0;
    let mut ready = Vec::new().into_iter();
    std::iter::from_fn(move || {
        loop {
            if let Some(found) = ready.next() {
                return Some(Ok(found));
            }
            if next == count {
                return None;
            }
            let first = next;
            let chunk = CHUNK.min(count - first);
            next += chunk;
            let chunk = (0..chunk as usize).into_par_iter().with_min_len(4).map(|index| {
                let position = position(first + index as u64);
                let found = engines.decide(position, hunting, observer);
                observer.advance(1);
                found
            });
            match chunk.collect::<Result<Vec<_>, _>>() {
                Ok(chunk) => ready = chunk.into_iter(),
                Err(cancelled) => {
                    next = count;
                    return Some(Err(cancelled));
                }
            }
        }
    })
}

/// The engines for each number of columns, made when they are needed.
#[derive(Default)]
struct Engines([OnceLock<Option<Engine>>; FAST_COLUMNS + 1]);

impl Engines {
    fn get(&self, columns: usize) -> Option<&Engine> {
        self.0.get(columns)?.get_or_init(|| Engine::new(columns)).as_ref()
    }

    /// Decides all turns of a position.
    fn decide(
        &self,
        position: Position<u64>,
        hunting: Hunting,
        observer: &dyn Observer,
    ) -> Result<Found, Cancelled> {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        let board = self.get(position.columns()).zip(Board::of(&position));
        let big = board.is_none().then(|| position.wide());
        let mut count = PositionCount::default();
        let mut finds = Vec::new();
        for pit in position.starts() {
            let Hunting { choices, effort, .. } = hunting;
            let mut start = Start::default();
            let decided = match (&board, &big) {
                (Some((engine, board)), _) => {
                    engine.turns(board, pit, choices, effort, observer, &mut |turn| {
                        let kind = match &turn.fate {
                            FastFate::Ends { .. } => Kind::Ends,
                            FastFate::NeverEnds { mayer, .. } => Kind::NeverEnds { mayer: *mayer },
                            FastFate::Undecided => Kind::Undecided,
                        };
                        start.note(kind);
                        if hunting.finds && matches!(kind, Kind::NeverEnds { .. }) {
                            finds.push((pit, turn.turn(&position)));
                        }
                    })
                }
                (None, Some(big)) => turns(big, pit, choices, effort, observer).map(|found| {
                    for turn in found.iter() {
                        start.note(match &turn.fate {
                            Fate::Ends { .. } => Kind::Ends,
                            Fate::NeverEnds { .. } => Kind::NeverEnds { mayer: turn.mayer },
                            Fate::Undecided => Kind::Undecided,
                        });
                        if hunting.finds && turn.never_ends() {
                            finds.push((pit, turn));
                        }
                    }
                }),
                (None, None) => unreachable!("a board or numbers of any size"),
            };
            match decided {
                Ok(()) => start.add_to(&mut count),
                Err(TurnsError::Cancelled(cancelled)) => return Err(cancelled),
                Err(TurnsError::Start(_)) => unreachable!("a turn starts from each of these pits"),
            }
        }
        Ok(Found { position, count, finds })
    }
}

/// What becomes of a turn, as far as it is counted.
#[derive(Clone, Copy)]
enum Kind {
    Ends,
    NeverEnds { mayer: bool },
    Undecided,
}

/// What is known of the turns from one pit.
#[derive(Default)]
struct Start {
    paths: u64,
    never_ending: u64,
    mayer: bool,
    undecided: u64,
}

impl Start {
    /// Takes note of a turn.
    fn note(&mut self, kind: Kind) {
        self.paths += 1;
        match kind {
            Kind::Ends => {}
            Kind::Undecided => self.undecided += 1,
            Kind::NeverEnds { mayer } => {
                self.never_ending += 1;
                self.mayer |= mayer;
            }
        }
    }

    fn add_to(&self, count: &mut PositionCount) {
        let never_ends = self.never_ending > 0;
        count.starts += 1;
        count.paths += self.paths;
        count.never_ending_starts += u64::from(never_ends);
        count.never_ending_paths += self.never_ending;
        count.mayer_starts += u64::from(self.mayer);
        count.undecided_starts += u64::from(self.undecided > 0 && !never_ends);
        count.undecided_paths += self.undecided;
    }
}

#[cfg(test)]
mod tests;
