//! What the parts of the search share: the moves of a board in a good order, and what is known of it.

use super::effort::Budget;
use super::game::{Known, Solvable};
use super::table::{Rule, Table};
use crate::analysis::two_row::{Board, seeds_on};

/// A search from one board.
pub(super) struct Search<'a, G: Solvable> {
    pub game: &'a G,
    pub known: &'a dyn Known,
    pub budget: Budget<'a>,
    pub table: Table,
    /// Bytes that the graph of a claim may take.
    pub graph_memory: u64,
    /// Moves of the boards that are being searched.
    pub moves: Vec<Successor<G::Play>>,
    /// Boards that are being searched since the last capture, where repetition matters.
    pub path: Vec<Board>,
}

/// A move and the board after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor<P> {
    pub play: P,
    /// Its number among the moves of the board.
    pub number: u8,
    /// As the next mover sees it.
    pub board: Board,
    pub captured: u8,
}

/// A value is one of these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub low: i16,
    pub high: i16,
}

impl Interval {
    /// What the number of seeds alone tells.
    pub fn of(board: Board) -> Self {
        let seeds = i16::from(seeds_on(board));
        Self { low: -seeds, high: seeds }
    }

    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Values that are in both.
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether the value is at least so much, if that is certain.
    pub fn at_least(self, need: i16) -> Option<bool> {
        if self.low >= need {
            Some(true)
        } else if self.high < need {
            Some(false)
        } else {
            None
        }
    }
}

impl<G: Solvable> Search<'_, G> {
    /// The seeds on the mover's side less those on the other one: the value of a board without moves.
    pub fn own_sides(&self, board: Board) -> i16 {
        let engine = self.game.engine();
        let seeds = |pits| i16::from(seeds_on(board & pits));
        seeds(engine.own()) - seeds(engine.theirs())
    }

    /// Lays the moves of a board on top of those that are there, those that capture most first, and
    /// `best` before all.
    pub fn lay_moves(&mut self, board: Board, best: u8) {
        let first = self.moves.len();
        let mut number = 0;
        self.game.each(board, |play, board, captured| {
            self.moves.push(Successor { play, number, board, captured });
            // There are at most 72 turns of 8 pits.
            number += 1;
        });
        self.moves[first..]
            .sort_by_key(|child| (child.number != best, u8::MAX - child.captured, child.number));
    }

    /// The moves of a board, those that capture most first.
    pub fn moves_of(&mut self, board: Board) -> Vec<Successor<G::Play>> {
        let first = self.moves.len();
        self.lay_moves(board, u8::MAX);
        self.moves.split_off(first)
    }

    /// Between which values the one of a board is, without searching.
    pub fn facts(&self, board: Board, rule: Rule) -> Interval {
        let seeds = i16::from(seeds_on(board));
        let looked_up = |rule| {
            let entry = self.table.get(board, rule, seeds);
            Interval { low: entry.low, high: entry.high }
        };
        let mut found = looked_up(Rule::Any);
        if rule != Rule::Any {
            found = found.and(looked_up(rule));
        }
        if let Some([low, high]) = self.known.bounds(board) {
            found = found.and(match rule {
                Rule::Loses => Interval { low, high: low },
                Rule::Wins => Interval { low: high, high },
                Rule::Any | Rule::Even | Rule::OwnSide => Interval { low, high },
            });
        }
        match (rule, self.known.even_split(board)) {
            (Rule::Even, Some(value)) => found.and(Interval { low: value, high: value }),
            _ => found,
        }
    }

    /// Keeps that the value of a board is in the interval.
    pub fn note(&mut self, board: Board, rule: Rule, interval: Interval) {
        let mut entry = self.table.get(board, rule, i16::from(seeds_on(board)));
        let found = interval.and(Interval { low: entry.low, high: entry.high });
        (entry.low, entry.high) = (found.low, found.high);
        self.table.put(entry);
    }
}
