//! A line of best play.
//!
//! Moves that keep the value are not enough: whoever has something to win could keep it for ever. So the
//! boards that best play reaches without a capture are explored, and of each it is found in how many
//! moves the next capture, or the end, can be forced.

use std::collections::HashMap;

use super::{Endless, Table};
use crate::analysis::two_row::{Board, Step, seeds_on};
use crate::games::oware::{Move, Side};
use crate::observer::{Cancelled, Observer};

/// Boards that are explored for one capture at most.
const MOST_EXPLORED: usize = 4_000_000;

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Where it stops.
    pub end: LineEnd,
}

/// Where a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Ends,
    /// The last position was there before: play is endless.
    Recurs,
    /// The line has as many moves as were asked for, or too many boards would have to be explored.
    Cut,
}

impl LineEnd {
    /// `ends`, `recurs` or `cut`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Recurs => "recurs",
            Self::Cut => "cut",
        }
    }
}

/// A board, and whether the player who began the line is to move.
type Node = (Board, bool);

/// Best play from a board.
struct Play<'a> {
    table: &'a Table,
    observer: &'a dyn Observer,
}

impl Play<'_> {
    /// What a node is worth to its mover. With bounds it is what the player who began can force: the
    /// lower value for that player, the upper one for the opponent.
    fn value(&self, (board, began): Node) -> i8 {
        let value = self.table.known(board);
        if began { value.low } else { value.high }
    }

    /// The moves that keep the value.
    fn best(&self, node: Node) -> impl Iterator<Item = Step> + '_ {
        let value = self.value(node);
        let steps = self.table.game.steps(node.0);
        steps.filter(move |step| step.captured as i8 - self.value((step.board, !node.1)) == value)
    }

    /// Whether the mover is the one who must make progress; nothing if nobody must.
    fn hero(&self, node: Node) -> Option<bool> {
        let value = self.value(node);
        match self.table.rules().repetition {
            Endless::EvenSplit if value == 0 => None,
            Endless::EvenSplit => Some(value > 0),
            Endless::Bounds => {
                let forced = if node.1 { value } else { -value };
                (forced > -(seeds_on(node.0) as i8)).then_some(node.1)
            }
        }
    }

    /// For each board that is reached from a node without a capture, the number of moves in which its
    /// stretch can be made to end; nothing if there are too many.
    fn distances(&self, root: Node) -> Result<Option<HashMap<Node, u32>>, Cancelled> {
        let hero = self.hero(root).map(|mover| mover == root.1);
        let Some(hero) = hero else { return Ok(None) };
        let mut nodes = vec![root];
        let mut places = HashMap::from([(root, 0usize)]);
        // Who leads to each node, and moves of each that do not end the stretch.
        let (mut parents, mut open) = (vec![Vec::new()], Vec::new());
        let mut ready = Vec::new();
        let mut place = 0;
        while let Some(&node) = nodes.get(place) {
            if place % 4096 == 0 && self.observer.cancelled() {
                return Err(Cancelled);
            }
            let (mut quiet, mut ends) = (0u32, 0u32);
            for step in self.best(node) {
                if step.captured > 0 {
                    ends += 1;
                    continue;
                }
                quiet += 1;
                let next = (step.board, !node.1);
                let child = *places.entry(next).or_insert_with(|| {
                    nodes.push(next);
                    parents.push(Vec::new());
                    nodes.len() - 1
                });
                parents[child].push(place);
            }
            if nodes.len() > MOST_EXPLORED {
                return Ok(None);
            }
            if quiet == 0 || (ends > 0 && node.1 == hero) {
                ready.push(place);
            }
            open.push(quiet);
            place += 1;
        }
        let mut distances: Vec<Option<u32>> = vec![None; nodes.len()];
        let mut distance = 0;
        while !ready.is_empty() {
            ready.retain(|&place| distances[place].is_none());
            for &place in &ready {
                distances[place] = Some(distance);
            }
            let mut next = Vec::new();
            for place in ready {
                for &parent in &parents[place] {
                    open[parent] -= 1;
                    if distances[parent].is_none() && (nodes[parent].1 == hero || open[parent] == 0)
                    {
                        next.push(parent);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            ready = next;
            distance += 1;
        }
        let known = nodes.into_iter().zip(distances);
        Ok(Some(known.filter_map(|(node, distance)| Some((node, distance?))).collect()))
    }

    /// The best move to play: whoever must make progress makes most of it, the other one least.
    fn choice(&self, node: Node, distances: Option<&HashMap<Node, u32>>) -> Option<Step> {
        let progress = self.hero(node);
        let distance = |step: &Step| {
            if step.captured > 0 {
                return Some(0);
            }
            distances?.get(&(step.board, !node.1)).map(|distance| distance + 1)
        };
        let steps = self.best(node);
        match progress {
            None => self.best(node).next(),
            Some(true) => steps.min_by_key(|step| distance(step).unwrap_or(u32::MAX)),
            // Of equal ones the first.
            Some(false) => steps.min_by_key(|step| std::cmp::Reverse(distance(step))),
        }
    }
}

/// The line of [`Table::line`].
pub(super) fn line(
    table: &Table,
    board: Board,
    first: Side,
    limit: usize,
    observer: &dyn Observer,
) -> Result<Line, Cancelled> {
    let play = Play { table, observer };
    let (mut node, mut side) = ((board, true), first);
    let mut moves = Vec::new();
    let mut distances = play.distances(node)?;
    let mut seen = vec![node];
    loop {
        if table.game.steps(node.0).next().is_none() {
            return Ok(Line { moves, end: LineEnd::Ends });
        }
        let stuck = play.hero(node).is_some() && distances.is_none();
        let step = play.choice(node, distances.as_ref()).filter(|_| moves.len() < limit && !stuck);
        let Some(step) = step else {
            return Ok(Line { moves, end: LineEnd::Cut });
        };
        moves.push(Move { side, pit: step.pit });
        side = side.other();
        node = (step.board, !node.1);
        if step.captured > 0 {
            distances = play.distances(node)?;
            seen.clear();
        } else if seen.contains(&node) {
            return Ok(Line { moves, end: LineEnd::Recurs });
        }
        seen.push(node);
    }
}
