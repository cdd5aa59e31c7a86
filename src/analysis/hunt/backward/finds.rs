//! The turns that fall into given cycles, one by one, each played forward before it is believed.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use rayon::prelude::*;

use super::cycles::{Cycle, Cycles};
use super::search::Wanted;
use super::{Board, MOST_LEGS, Question, opponent};
use crate::analysis::omweso::{Choices, Fate, Turn, TurnsError, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::{Direction, Leg, Path, Position};
use crate::observer::{Cancelled, Observer, Unreported};

/// A position, and a turn in it that never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// One arrangement of the opponent's seeds: what is captured in a column lies half in either pit,
    /// an odd seed in the outer one; the rest lies in the outer pits of the other columns, as evenly
    /// as it can, odd seeds at the mover's left.
    pub position: Position<BigUint>,
    /// The pit that is sown first, from 0.
    pub pit: usize,
    /// The turn, as the rules play it forward.
    pub turn: Turn,
    /// How many arrangements of the opponent's seeds give the same turn, this one included.
    pub openings: BigUint,
}

/// Finds the turns that fall into some cycles, one by one: those with the fewest legs before the
/// cycle first, in an order that depends on the cycles and the question alone.
///
/// Every find has been played forward ([`turns`]). An iterator that has failed yields nothing more.
///
/// Time: all cycles are walked for each number of legs. Memory is that of some 10,000 finds. Works on
/// several threads.
///
/// # Panics
/// Never, by the theory: if what the legs were undone to does not play forward to the same cycle.
pub struct Finds<'a> {
    board: Board,
    cycles: Vec<Cycle<'a>>,
    question: Question,
    period: bool,
    observer: &'a dyn Observer,
    /// Finds that are still to be yielded, at most.
    left: u64,
    /// Legs before the cycle of the finds that come next.
    legs: u32,
    /// The cycle they lead to.
    cycle: usize,
    /// How many of them have been found.
    found: u64,
    ready: VecDeque<Find>,
}

/// Cycles that are looked at together.
const TOGETHER: usize = 256;
/// Finds that are held in memory, at most.
const HELD: u64 = 8192;

impl<'a> Finds<'a> {
    /// At most `limit` finds; without `period`, the period is missing where the Mayer test proves
    /// that the turn never ends.
    #[must_use]
    pub fn new(
        cycles: &'a Cycles,
        question: Question,
        limit: u64,
        period: bool,
        observer: &'a dyn Observer,
    ) -> Self {
        observer.begin(None);
        Self {
            board: Board::new(cycles),
            cycles: cycles.iter().collect(),
            question,
            period,
            observer,
            left: limit,
            legs: 0,
            cycle: 0,
            found: 0,
            ready: VecDeque::new(),
        }
    }

    /// Looks at some cycles more.
    fn fill(&mut self) -> Result<(), Cancelled> {
        let (board, observer) = (&self.board, self.observer);
        let wanted = self.question.wanted(Some(self.legs));
        let end = self.cycles.len().min(self.cycle + TOGETHER);
        let together = &self.cycles[self.cycle..end];
        let most = self.left.min(HELD);
        // First each is asked how many it has, up to all that are wanted; then it gives them.
        let counts = together.par_iter().enumerate().map(|(index, cycle)| {
            let skipped = if index == 0 { self.found } else { 0 };
            let enough = skipped + most;
            let mut count = 0;
            board.beginnings(*cycle, wanted, observer, |beginning| {
                count += u64::from(beginning.rotations.count_ones());
                if count < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            Ok(count.min(enough) - skipped)
        });
        let counts: Vec<u64> = counts.collect::<Result<_, _>>()?;
        let mut room = most;
        let taken: Vec<u64> = counts
            .iter()
            .map(|&count| {
                let taken = count.min(room);
                room -= taken;
                taken
            })
            .collect();
        let seen = together.par_iter().zip(&taken).enumerate().map(|(index, (cycle, &taken))| {
            let skipped = if index == 0 { self.found } else { 0 };
            board.seen(*cycle, wanted, skipped, taken, observer)
        });
        let seen: Vec<Vec<Seen>> = seen.collect::<Result<_, _>>()?;
        let seen: Vec<Seen> = seen.into_iter().flatten().collect();
        let (legs, period) = (self.legs, self.period);
        let finds = seen.par_iter().map(|seen| board.find(seen, legs, period, observer));
        self.ready = finds.collect::<Result<Vec<_>, _>>()?.into();
        self.left -= self.ready.len() as u64;

        // Where room ran out there may be more; else these cycles are done.
        if room > 0 {
            (self.cycle, self.found) = (end, 0);
        } else {
            let last = taken.iter().rposition(|&taken| taken > 0).unwrap_or(0);
            let before = if last == 0 { self.found } else { 0 };
            (self.cycle, self.found) = (self.cycle + last, before + taken[last]);
        }
        if self.cycle == self.cycles.len() {
            (self.legs, self.cycle) = (self.legs + 1, 0);
        }
        Ok(())
    }
}

impl Iterator for Finds<'_> {
    type Item = Result<Find, Cancelled>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(find) = self.ready.pop_front() {
                return Some(Ok(find));
            }
            let done = self.legs > self.question.most_legs.min(MOST_LEGS);
            if done || self.left == 0 || self.cycles.is_empty() {
                return None;
            }
            if let Err(cancelled) = self.fill() {
                self.left = 0;
                return Some(Err(cancelled));
            }
        }
    }
}

/// A beginning on the board, not yet played.
struct Seen {
    own: Vec<u16>,
    pit: usize,
    directions: Vec<Direction>,
    /// Seeds captured in each column.
    loot: Vec<u16>,
}

impl Board {
    /// Some of the beginnings that lead to a cycle, after others that are skipped.
    fn seen(
        &self,
        cycle: Cycle,
        wanted: Wanted,
        mut skipped: u64,
        taken: u64,
        observer: &dyn Observer,
    ) -> Result<Vec<Seen>, Cancelled> {
        let mut seen = Vec::new();
        if taken == 0 {
            return Ok(seen);
        }
        self.beginnings(cycle, wanted, observer, |beginning| {
            let pits = 2 * self.columns;
            for rotation in (0..pits).filter(|turn| beginning.rotations >> turn & 1 == 1) {
                if skipped > 0 {
                    skipped -= 1;
                    continue;
                }
                let mut own = beginning.pits.to_vec();
                own[beginning.origin] = beginning.hand;
                own.rotate_right(rotation);
                seen.push(Seen {
                    own,
                    pit: (beginning.origin + rotation) % pits,
                    directions: beginning.legs.iter().rev().map(|leg| leg.direction).collect(),
                    loot: beginning.loot(rotation, self.columns),
                });
                if seen.len() as u64 == taken {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(seen)
    }

    /// The position with the opponent's seeds on it, and its turn played forward.
    fn find(
        &self,
        seen: &Seen,
        legs: u32,
        period: bool,
        observer: &dyn Observer,
    ) -> Result<Find, Cancelled> {
        let opponent = opponent::arrange(&seen.loot, self.seeds);
        let wide = |side: &[u16]| side.iter().copied().map(BigUint::from).collect();
        let position = Position::new(wide(&seen.own), wide(&opponent))
            .expect("two sides of a board whose width is in range");
        let effort = Effort { lap_limit: u64::MAX, period };
        let found = turns(&position, seen.pit, Choices::All, effort, &Unreported(observer));
        let found = match found {
            Ok(found) => found,
            Err(TurnsError::Cancelled(cancelled)) => return Err(cancelled),
            Err(error) => panic!("{error}, but a turn was undone to it: {position}"),
        };
        let path = path(&position, seen.pit, &seen.directions);
        let turn = found.iter().find(|turn| turn.path == path);
        let turn = turn.filter(|turn| {
            let captures = seen.loot.iter().zip(0..).filter(|(seeds, _)| **seeds > 0);
            matches!(turn.fate, Fate::NeverEnds { preperiod, .. } if preperiod == u64::from(legs))
                && turn.captures == captures.map(|(_, column)| 1u32 << column).sum::<u32>()
        });
        let turn = turn.unwrap_or_else(|| {
            panic!("the turn does not play forward as it was undone: {position}, {}", seen.pit)
        });
        let armed: Vec<u16> = seen.loot.iter().copied().filter(|&seeds| seeds > 0).collect();
        let splits: BigUint = armed.iter().map(|&seeds| BigUint::from(seeds - 1)).product();
        let openings = splits * self.ways(armed.len(), armed.iter().sum());
        Ok(Find { position, pit: seen.pit, turn, openings })
    }
}

/// The choices that a turn makes whose first legs go in these directions.
fn path(position: &Position<BigUint>, pit: usize, directions: &[Direction]) -> Path {
    let mut choices = Vec::new();
    let mut leg = Leg::start(position.clone(), pit).ok();
    for &direction in directions {
        if let Some(leg) = &mut leg {
            if leg.is_choice() {
                choices.push(direction);
            }
            let _ = leg.sow(direction);
        }
    }
    Path(choices)
}
