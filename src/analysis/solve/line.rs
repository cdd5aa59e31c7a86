//! The best moves of a board whose value is known, and a line of best play.

use std::collections::HashSet;

use super::effort::Stop;
use super::game::Solvable;
use super::search::{Search, Successor};
use super::table::Rule;
use crate::analysis::two_row::Board;
use crate::observer::Cancelled;

/// The best moves, and a line.
pub(super) type BestPlay<P> = (Vec<P>, Vec<P>);

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
        let (mut best, mut line) = (Vec::new(), Vec::new());
        let mut children = Vec::new();
        for child in self.moves_of(board) {
            match self.is_best(&now, &child) {
                Ok(true) => children.push(child),
                Ok(false) => {}
                Err(Stop::Cancelled(cancelled)) => return Err(cancelled),
                Err(Stop::Limit | Stop::Memory) => break,
            }
        }
        best.extend(children.iter().map(|child| (child.number, child.play)));
        best.sort_by_key(|&(number, _)| number);
        let mut met = HashSet::from([(board, false)]);
        let mut next = children.first().copied();
        while let Some(child) = next {
            line.push(child.play);
            now = now.after(&child);
            let opponent = line.len() % 2 == 1;
            if !met.insert((now.board, opponent)) {
                break;
            }
            next = self.one_best(&now, |board| !met.contains(&(board, !opponent)))?;
        }
        Ok((best.into_iter().map(|(_, play)| play).collect(), line))
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
