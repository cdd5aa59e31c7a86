//! The best moves of a board whose value is known, and a line of best play.

use std::collections::HashSet;

use super::effort::Stop;
use super::game::Solvable;
use super::search::{Search, Successor};
use super::table::Rule;
use crate::analysis::endgame::LineEnd;
use crate::analysis::two_row::Board;
use crate::observer::Cancelled;

/// The best moves of a board, and a line from it.
pub(super) struct BestPlay<P> {
    pub best: Vec<P>,
    pub line: Vec<P>,
    pub line_end: LineEnd,
}

/// The most moves of a line.
const MOST_LINE: usize = 100;

/// A board in a line, and what has led to it since the last capture.
struct Moment {
    board: Board,
    rule: Rule,
    value: i16,
    history: Vec<Board>,
}

impl Moment {
    /// The moment after a best move.
    fn after<P>(mut self, child: &Successor<P>) -> Self {
        if child.captured > 0 {
            self.history.clear();
        } else {
            self.history.push(self.board);
        }
        let value = i16::from(child.captured) - self.value;
        Self { board: child.board, rule: self.rule.turned(), value, history: self.history }
    }
}

impl<G: Solvable> Search<'_, G> {
    /// All best moves of a board with a value, and a line; both end where the budget does.
    pub fn best_play(
        &mut self,
        board: Board,
        rule: Rule,
        value: i16,
    ) -> Result<BestPlay<G::Play>, Cancelled> {
        let mut now = Moment { board, rule, value, history: Vec::new() };
        let mut children = Vec::new();
        for child in self.moves_of(board) {
            match self.is_best(&now, &child) {
                Ok(true) => children.push(child),
                Ok(false) => {}
                Err(Stop::Cancelled(cancelled)) => return Err(cancelled),
                Err(Stop::Limit | Stop::Memory) => break,
            }
        }
        let mut next = children.first().copied();
        children.sort_by_key(|child| child.number);
        let best = children.iter().map(|child| child.play).collect();
        let mut line = Vec::new();
        let mut met = HashSet::from([(board, false)]);
        let line_end = loop {
            let Some(child) = next.filter(|_| line.len() < MOST_LINE) else {
                let ends = self.moves_of(now.board).is_empty();
                break if ends { LineEnd::Ends } else { LineEnd::Cut };
            };
            line.push(child.play);
            now = now.after(&child);
            let opponent = line.len() % 2 == 1;
            if !met.insert((now.board, opponent)) {
                break LineEnd::Recurs;
            }
            next = self.one_best(&now, |board| !met.contains(&(board, !opponent)))?;
        };
        Ok(BestPlay { best, line, line_end })
    }

    /// A best move, to a board that is new if there is one.
    fn one_best(
        &mut self,
        now: &Moment,
        new: impl Fn(Board) -> bool,
    ) -> Result<Option<Successor<G::Play>>, Cancelled> {
        let mut moves = self.moves_of(now.board);
        moves.sort_by_key(|child| child.captured == 0 && !new(child.board));
        for child in moves {
            match self.is_best(now, &child) {
                Ok(true) => return Ok(Some(child)),
                Ok(false) => {}
                Err(Stop::Cancelled(cancelled)) => return Err(cancelled),
                Err(Stop::Limit | Stop::Memory) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Whether a move keeps the value.
    fn is_best(&mut self, now: &Moment, child: &Successor<G::Play>) -> Result<bool, Stop> {
        let next = Moment {
            board: now.board,
            rule: now.rule,
            value: now.value,
            history: now.history.clone(),
        };
        let next = next.after(child);
        let more = next.value + 1;
        Ok(!match next.rule {
            Rule::OwnSide => self.own_side_at_least(&next.history, next.board, more)?,
            rule => self.at_least(next.board, rule, more)?,
        })
    }
}
