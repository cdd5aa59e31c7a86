//! The best moves of a board whose value is known, and a line of best play.

use super::effort::Stop;
use super::game::Solvable;
use super::search::{Search, Successor};
use super::table::Rule;
use crate::analysis::endgame::Endless;
use crate::analysis::line::{BestMove, BestPlay, Line, Node, line};
use crate::analysis::two_row::Board;
use crate::observer::Cancelled;

/// The most moves of a line.
const MOST_LINE: usize = 100;

/// Best play by search, where the value of a board under a rule is known.
struct Play<'a, 'b, G: Solvable> {
    search: &'a mut Search<'b, G>,
    /// The rule as the player who began sees it.
    rule: Rule,
}

impl<G: Solvable> Search<'_, G> {
    /// The best moves of a board with a value, as far as the budget goes.
    pub fn best_moves(
        &mut self,
        board: Board,
        rule: Rule,
        value: i16,
    ) -> Result<Vec<G::Play>, Cancelled> {
        let mut play = Play { search: self, rule };
        let mut best = Vec::new();
        for child in play.search.moves_of(board) {
            match play.keeps(&[(board, true)], value, &child) {
                Ok(true) => best.push((child.number, child.play)),
                Ok(false) => {}
                Err(Stop::Cancelled(cancelled)) => return Err(cancelled),
                Err(Stop::Limit | Stop::Memory) => break,
            }
        }
        best.sort_by_key(|&(number, _)| number);
        Ok(best.into_iter().map(|(_, play)| play).collect())
    }

    /// A line of best play, as far as the budget goes.
    pub fn best_line(
        &mut self,
        board: Board,
        rule: Rule,
        value: i16,
    ) -> Result<Line<G::Play>, Cancelled> {
        line(&mut Play { search: self, rule }, board, value, MOST_LINE)
    }
}

impl<G: Solvable> Play<'_, '_, G> {
    /// Whether a move keeps the value of the last board of a path.
    fn keeps(
        &mut self,
        path: &[Node],
        value: i16,
        child: &Successor<G::Play>,
    ) -> Result<bool, Stop> {
        let more = i16::from(child.captured) - value + 1;
        let began = path.last().is_none_or(|&(_, began)| began);
        Ok(!match self.rule {
            Rule::OwnSide if child.captured > 0 => {
                self.search.own_side_at_least(&[], child.board, more)?
            }
            Rule::OwnSide => {
                let history: Vec<Board> = path.iter().map(|&(board, _)| board).collect();
                self.search.own_side_at_least(&history, child.board, more)?
            }
            rule if began => self.search.at_least(child.board, rule.turned(), more)?,
            rule => self.search.at_least(child.board, rule, more)?,
        })
    }

    fn kept(&mut self, path: &[Node], value: i16) -> Result<Vec<BestMove<G::Play>>, Stop> {
        let mut best = Vec::new();
        let Some(&(board, _)) = path.last() else { return Ok(best) };
        self.search.budget.spend()?;
        for child in self.search.moves_of(board) {
            if self.keeps(path, value, &child)? {
                let Successor { play, board, captured, .. } = child;
                best.push(BestMove { play, board, captured });
            }
        }
        Ok(best)
    }
}

impl<G: Solvable> BestPlay for Play<'_, '_, G> {
    type Play = G::Play;

    fn best(
        &mut self,
        path: &[Node],
        value: i16,
    ) -> Result<Option<Vec<BestMove<G::Play>>>, Cancelled> {
        match self.kept(path, value) {
            Ok(best) => Ok(Some(best)),
            Err(Stop::Cancelled(cancelled)) => Err(cancelled),
            Err(Stop::Limit | Stop::Memory) => Ok(None),
        }
    }

    fn endless(&self) -> Option<Endless> {
        match self.rule {
            Rule::Even => Some(Endless::EvenSplit),
            Rule::OwnSide => None,
            Rule::Any | Rule::Loses | Rule::Wins => Some(Endless::Bounds),
        }
    }
}
