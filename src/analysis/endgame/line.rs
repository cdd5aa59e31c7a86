//! A line of best play by a table.

use super::{Endless, Table};
use crate::analysis::line::{self, BestMove, BestPlay, Node};
use crate::analysis::two_row::Board;
use crate::games::oware::{Move, Side};
use crate::observer::{Cancelled, Observer};

/// A line of best play.
pub type Line = line::Line<Move>;

/// Best play by a table.
struct Play<'a> {
    table: &'a Table,
    observer: &'a dyn Observer,
}

impl Play<'_> {
    /// What a node is worth to its mover. With bounds it is what the player who began can force: the
    /// lower value for that player, the upper one for the opponent.
    fn value(&self, (board, began): Node) -> i16 {
        let value = self.table.known(board);
        if began { value.low.into() } else { value.high.into() }
    }
}

impl BestPlay for Play<'_> {
    type Play = usize;

    fn best(
        &mut self,
        path: &[Node],
        value: i16,
    ) -> Result<Option<Vec<BestMove<usize>>>, Cancelled> {
        if self.observer.cancelled() {
            return Err(Cancelled);
        }
        let Some(&(board, began)) = path.last() else { return Ok(None) };
        let steps = self.table.game.steps(board);
        let best = steps
            .filter(|step| i16::from(step.captured) - self.value((step.board, !began)) == value)
            .map(|step| BestMove { play: step.pit, board: step.board, captured: step.captured });
        Ok(Some(best.collect()))
    }

    fn endless(&self) -> Option<Endless> {
        Some(self.table.rules().repetition)
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
    let mut play = Play { table, observer };
    let value = play.value((board, true));
    let line::Line { moves, end } = line::line(&mut play, board, value, limit)?;
    let sides = [first, first.other()].into_iter().cycle();
    let moves = moves.into_iter().zip(sides).map(|(pit, side)| Move { side, pit }).collect();
    Ok(Line { moves, end })
}
