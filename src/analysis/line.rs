//! A line of best play on two rows, whoever knows the values.
//!
//! Moves that keep the value are not enough: whoever has something to win could keep it for ever. So the
//! boards that best play reaches without a capture are explored, and of each it is found in how many
//! moves the next capture, or the end, can be forced.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::analysis::endgame::Endless;
use crate::analysis::two_row::{Board, seeds_on};
use crate::observer::Cancelled;

/// Boards that are explored for one capture at most.
const MOST_EXPLORED: usize = 4_000_000;

/// A line of best play, its moves with names of type `P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P> {
    /// Its moves.
    pub moves: Vec<P>,
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
pub(crate) type Node = (Board, bool);

/// A move that keeps the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestMove<P> {
    pub play: P,
    /// The board after it, as the next mover sees it.
    pub board: Board,
    pub captured: u8,
}

/// Who knows the best moves.
pub(crate) trait BestPlay {
    /// What tells a move from others of a board.
    type Play: Copy;

    /// The moves that keep the value of the last of some boards, between which nothing was captured; none
    /// where the game is over. If they cannot be found, there is nothing.
    fn best(
        &mut self,
        path: &[Node],
        value: i16,
    ) -> Result<Option<Vec<BestMove<Self::Play>>>, Cancelled>;

    /// What endless play is worth, if play can be endless.
    fn endless(&self) -> Option<Endless>;
}

/// Whether the mover of a node is the one who must make progress; nothing if nobody must. With bounds the
/// value is what the player who began can force.
fn hero(endless: Option<Endless>, node: Node, value: i16) -> Option<bool> {
    match endless? {
        Endless::EvenSplit if value == 0 => None,
        Endless::EvenSplit => Some(value > 0),
        Endless::Bounds => {
            let forced = if node.1 { value } else { -value };
            (forced > -i16::from(seeds_on(node.0))).then_some(node.1)
        }
    }
}

/// For each board that is reached from a node without a capture, the number of moves in which the hero can
/// make its stretch end; nothing if that cannot be found.
fn distances<B: BestPlay>(
    play: &mut B,
    root: Node,
    value: i16,
    hero: bool,
) -> Result<Option<HashMap<Node, u32>>, Cancelled> {
    let mut nodes = vec![root];
    let mut places = HashMap::from([(root, 0usize)]);
    // Who leads to each node, and moves of each that do not end the stretch.
    let (mut parents, mut open) = (vec![Vec::new()], Vec::new());
    let mut ready = Vec::new();
    let mut place = 0;
    while let Some(&node) = nodes.get(place) {
        let value = if node.1 == root.1 { value } else { -value };
        let Some(best) = play.best(&[node], value)? else { return Ok(None) };
        let (mut quiet, mut ends) = (0u32, 0u32);
        for step in best {
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
                if distances[parent].is_none() && (nodes[parent].1 == hero || open[parent] == 0) {
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

/// The line of at most so many moves from a board with a value: whoever must make progress makes most of
/// it, the other one least.
pub(crate) fn line<B: BestPlay>(
    play: &mut B,
    board: Board,
    value: i16,
    limit: usize,
) -> Result<Line<B::Play>, Cancelled> {
    let (mut path, mut value) = (vec![(board, true)], value);
    let mut moves = Vec::new();
    // Of the boards since the last capture, if somebody must make progress.
    let mut known: Option<HashMap<Node, u32>> = None;
    loop {
        let node = path[path.len() - 1];
        let cut = |moves| Ok(Line { moves, end: LineEnd::Cut });
        let Some(best) = play.best(&path, value)? else { return cut(moves) };
        if best.is_empty() {
            return Ok(Line { moves, end: LineEnd::Ends });
        }
        if moves.len() >= limit {
            return cut(moves);
        }
        let hero = hero(play.endless(), node, value);
        if let (Some(mover), 1) = (hero, path.len()) {
            known = distances(play, node, value, mover == node.1)?;
            if known.is_none() {
                return cut(moves);
            }
        }
        let distance = |step: &BestMove<B::Play>| {
            if step.captured > 0 {
                return Some(0);
            }
            known.as_ref()?.get(&(step.board, !node.1)).map(|distance| distance + 1)
        };
        let chosen = match hero {
            None => best.first(),
            Some(true) => best.iter().min_by_key(|step| distance(step).unwrap_or(u32::MAX)),
            // Of equal ones the first.
            Some(false) => best.iter().min_by_key(|step| Reverse(distance(step))),
        };
        let Some(step) = chosen.copied() else { return cut(moves) };
        moves.push(step.play);
        value = i16::from(step.captured) - value;
        let next = (step.board, !node.1);
        if step.captured > 0 {
            path.clear();
        } else if path.contains(&next) {
            return Ok(Line { moves, end: LineEnd::Recurs });
        }
        path.push(next);
    }
}
