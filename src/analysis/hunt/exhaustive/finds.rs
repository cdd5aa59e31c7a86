//! The positions with turns that never end, one by one.

use std::ops::Range;

use num_bigint::BigUint;
use rayon::prelude::*;

use super::arrangements::Arrangements;
use super::unseen::{Board, Search};
use super::weights::classes;
use super::{Exhaustive, ExhaustiveError, starts};
use crate::analysis::omweso::{Choices, Turn, TurnsError, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::Position;
use crate::observer::{Cancelled, Observer};

/// A turn that never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The position at its beginning.
    pub position: Position<u8>,
    /// The pit that is sown first.
    pub pit: usize,
    /// The turn.
    pub turn: Turn,
}

/// Arrangements of the mover that are looked at before their finds are given out.
const BATCH: u64 = 256;

/// Finds every turn that never ends among all positions of so many columns with the given numbers of
/// seeds. They come by the mover's seeds and then by the opponent's, in the order of the two lists;
/// within these by the mover's arrangement, then by the opponent's, both lexicographic with pit 0
/// first; then by the pit, and by the path with counter-clockwise first. Without `period`, a turn that
/// the Mayer test proves endless is not played until it recurs. The observer's units are the mover's
/// arrangements.
///
/// An arrangement of the mover is searched as in [`super::counts`], once for each number of the
/// opponent's seeds; beside that the time is that of the finds. Memory is that of the finds of 256
/// arrangements of the mover against different classes of opponents, those from whom the same is
/// captured.
///
/// # Errors
/// If a number is out of range; then, in place of a find, when the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::exhaustive::finds;
///
/// let found: Result<Vec<_>, _> = finds(2, &[4], &[0], true, &())?.collect();
/// for find in found? {
///     assert!(find.turn.never_ends());
/// }
/// # Ok::<(), sowlab::analysis::hunt::exhaustive::ExhaustiveError>(())
/// ```
pub fn finds<'a>(
    columns: usize,
    own: &[u64],
    opponent: &[u64],
    period: bool,
    observer: &'a dyn Observer,
) -> Result<impl Iterator<Item = Result<Find, Cancelled>> + use<'a>, ExhaustiveError> {
    let all = Exhaustive::new(columns, own, opponent)?;
    let arrangements = all.ways.iter().map(|&ways| u128::from(ways)).sum::<u128>();
    observer.begin(u64::try_from(arrangements * opponent.len() as u128).ok());
    let (owns, opponents) = (own.len(), opponent.len());
    let cells = (0..owns).flat_map(move |own| (0..opponents).map(move |opponent| (own, opponent)));
    let batches = cells.flat_map(move |(own, opponent)| {
        all.cell(own, opponent, period).batches(0..all.ways[own], observer)
    });
    Ok(one_by_one(batches))
}

impl Exhaustive {
    /// Finds the turns of [`finds`] that the arrangements in a range have, of the mover's and the
    /// opponent's numbers of seeds with these indices, in its order. The observer is told the
    /// arrangements, but not how many there are.
    ///
    /// # Errors
    /// An item is [`Cancelled`] if the observer asked to stop; there are no others after it.
    ///
    /// # Panics
    /// If there are no such numbers of seeds.
    pub fn finds<'a>(
        &self,
        own: usize,
        opponent: usize,
        range: Range<u64>,
        period: bool,
        observer: &'a dyn Observer,
    ) -> impl Iterator<Item = Result<Find, Cancelled>> + use<'a> {
        let range = range.start..range.end.min(self.ways[own]);
        one_by_one(self.cell(own, opponent, period).batches(range, observer))
    }

    /// What is asked of a pair of numbers of seeds.
    fn cell(&self, own: usize, opponent: usize, period: bool) -> Cell {
        let (own, opponent) = (self.own[own], self.opponent[opponent]);
        Cell { columns: self.columns, own, opponent, period }
    }
}

/// The finds of batches; nothing comes after a stop.
fn one_by_one(
    batches: impl Iterator<Item = Result<Vec<Found>, Cancelled>>,
) -> impl Iterator<Item = Result<Find, Cancelled>> {
    let mut stopped = false;
    let batches = batches.take_while(move |batch| !std::mem::replace(&mut stopped, batch.is_err()));
    batches.flat_map(|batch| {
        let (stop, found) = match batch {
            Ok(found) => (None, found),
            Err(stop) => (Some(Err(stop)), Vec::new()),
        };
        stop.into_iter().chain(found.into_iter().flat_map(|found| found.all().map(Ok)))
    })
}

/// What is asked of one pair of numbers of seeds.
#[derive(Clone, Copy)]
struct Cell {
    columns: usize,
    own: u64,
    opponent: u64,
    period: bool,
}

/// Opponents from whom the same is captured, and the turns that never end against them.
#[derive(Clone)]
struct Class {
    /// Seeds of each armed column, 0 where it is not armed.
    loot: Vec<u8>,
    turns: Vec<(usize, Turn)>,
}

/// What one arrangement of the mover has.
struct Found {
    own: Vec<u8>,
    opponent: u8,
    classes: Vec<Class>,
}

impl Cell {
    /// What the arrangements of the mover in a range have, one batch after the other.
    fn batches(
        self,
        range: Range<u64>,
        observer: &dyn Observer,
    ) -> impl Iterator<Item = Result<Vec<Found>, Cancelled>> {
        let Range { start, end } = range;
        let starts = (start..end).step_by(BATCH as usize);
        starts.map(move |from| self.batch(from..end.min(from + BATCH), observer))
    }

    /// What the arrangements of the mover in a small range have.
    fn batch(self, range: Range<u64>, observer: &dyn Observer) -> Result<Vec<Found>, Cancelled> {
        let count = range.end - range.start;
        let board = Board::new(self.columns);
        let owns: Vec<_> = Arrangements::new(2 * self.columns, self.own, range.start)
            .take(count as usize)
            .collect();
        let found = owns.into_par_iter().map(|own| self.against_all(&board, own, observer));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        observer.advance(count);
        Ok(found.into_iter().filter(|found| !found.classes.is_empty()).collect())
    }

    /// What one arrangement of the mover has.
    fn against_all(
        self,
        board: &Board,
        own: Vec<u8>,
        observer: &dyn Observer,
    ) -> Result<Found, Cancelled> {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        let opponent = self.opponent as u8;
        let mut search = Search::new(board, opponent, observer);
        let mut against = Vec::new();
        for pit in starts(&own) {
            search.turns(&own, pit)?;
            classes(&mut search.ends);
            against.extend(search.ends.iter().map(|end| (end.known.loot, pit)));
        }
        // By the class, each with its pits in order.
        against.sort_unstable();
        let mut classes = Vec::new();
        for pits in against.chunk_by(|(one, _), (next, _)| one == next) {
            let loot = pits[0].0.to_le_bytes()[..self.columns].to_vec();
            let Some(example) = example(&loot, opponent) else {
                continue;
            };
            let mut found = Vec::new();
            for &(_, pit) in pits {
                let side = |pits: &[u8]| pits.iter().copied().map(BigUint::from).collect();
                let position = Position::new(side(&own), side(&example)).expect("a board in range");
                let effort = Effort { period: self.period, ..Effort::default() };
                let turns = match turns(&position, pit, Choices::All, effort, observer) {
                    Ok(turns) => turns,
                    Err(TurnsError::Cancelled(stop)) => return Err(stop),
                    Err(TurnsError::Start(_)) => unreachable!("only starting pits are searched"),
                };
                found.extend(turns.iter().filter(Turn::never_ends).map(|turn| (pit, turn)));
            }
            classes.push(Class { loot, turns: found });
        }
        Ok(Found { own, opponent, classes })
    }
}

/// An arrangement of an opponent of a class, if there is one with so many seeds.
fn example(loot: &[u8], seeds: u8) -> Option<Vec<u8>> {
    let columns = loot.len();
    let mut pits = vec![0; 2 * columns];
    let mut left = seeds.checked_sub(loot.iter().sum())?;
    for (column, &armed) in loot.iter().enumerate() {
        let [outer, inner] = facing(columns, column);
        if armed > 0 {
            (pits[outer], pits[inner]) = (1, armed - 1);
        } else {
            pits[outer] = std::mem::take(&mut left);
        }
    }
    (left == 0).then_some(pits)
}

/// The opponent's outer and inner pit in a column of the mover.
fn facing(columns: usize, column: usize) -> [usize; 2] {
    [columns - 1 - column, columns + column]
}

impl Found {
    /// The turns against every opponent of the classes.
    fn all(self) -> impl Iterator<Item = Find> {
        let opponents = Opponents::new(self.opponent, &self.classes);
        opponents.flat_map(move |(pits, class)| {
            let position = Position::new(self.own.clone(), pits).expect("at most 255 seeds");
            let turns = self.classes[class].turns.clone();
            turns.into_iter().map(move |(pit, turn)| Find { position: position.clone(), pit, turn })
        })
    }
}

/// Every opponent of some classes, in lexicographic order, with the index of its class.
struct Opponents {
    loot: Vec<Vec<u8>>,
    /// Beginnings of arrangements: the seeds in the first pits, what is left for the others, and the
    /// classes that it may still come to.
    open: Vec<(Vec<u8>, u8, Vec<usize>)>,
}

impl Opponents {
    fn new(seeds: u8, classes: &[Class]) -> Self {
        let loot: Vec<_> = classes.iter().map(|class| class.loot.clone()).collect();
        let all = (0..loot.len()).collect();
        Self { loot, open: vec![(Vec::new(), seeds, all)] }
    }

    /// Whether an opponent of a class can have these seeds in its first pits, the last of which is
    /// new.
    fn agrees(loot: &[u8], pits: &[u8]) -> bool {
        let (columns, pit) = (loot.len(), pits.len() - 1);
        if pit < columns {
            // The outer pit of an armed column leaves a seed to the inner one.
            let armed = loot[columns - 1 - pit];
            return armed == 0 || (0 < pits[pit] && pits[pit] < armed);
        }
        let column = pit - columns;
        let [outer, inner] = facing(columns, column).map(|pit| pits[pit]);
        match loot[column] {
            0 => outer == 0 || inner == 0,
            armed => outer > 0 && inner > 0 && outer + inner == armed,
        }
    }
}

impl Iterator for Opponents {
    type Item = (Vec<u8>, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (pits, left, classes) = self.open.pop()?;
            let &[first, ..] = &classes[..] else { continue };
            let all = 2 * self.loot[first].len();
            if pits.len() == all {
                // What is captured from an opponent is one thing.
                debug_assert_eq!(classes.len(), 1);
                return Some((pits, first));
            }
            let least = if pits.len() + 1 == all { left } else { 0 };
            for seeds in (least..=left).rev() {
                let mut pits = pits.clone();
                pits.push(seeds);
                let agree = |&&class: &&usize| Self::agrees(&self.loot[class], &pits);
                let classes = classes.iter().filter(agree).copied().collect();
                self.open.push((pits, left - seeds, classes));
            }
        }
    }
}
