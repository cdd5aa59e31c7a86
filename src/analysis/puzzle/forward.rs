//! Lines played forwards: how much of a line can be played on a board.

use super::{Line, Mark, Marked, NorthCounts, Ply, Reading, Unmarked};
use crate::analysis::two_row::{Board, PasDeDeux, TurnStep, seeds_on};
use crate::games::pas_de_deux::Turn;

/// Reads lines on boards of one size, in one way. Boards are as their mover sees them.
#[derive(Clone, Debug)]
pub struct Reader {
    pub(super) game: PasDeDeux,
    pub(super) reading: Reading,
}

/// Whether the mover of a board has no seed.
pub(super) fn is_bare(game: &PasDeDeux, board: Board) -> bool {
    board & game.engine().own() == 0
}

/// Whether a ply of this number is one of the player who begins.
fn begins(number: usize) -> bool {
    number.is_multiple_of(2)
}

impl Reader {
    /// For boards of rows of `width` pits with at most `seeds` seeds.
    ///
    /// # Panics
    /// If the width is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, seeds: u8, reading: Reading) -> Self {
        Self { game: PasDeDeux::new(width, seeds, reading.first_move), reading }
    }

    /// The game, in this reading.
    #[must_use]
    pub fn game(&self) -> &PasDeDeux {
        &self.game
    }

    /// The turn that a ply of a line is, counted from its mover's left; none if it names a pit that is
    /// not there.
    pub(super) fn turn(&self, number: usize, ply: &Ply) -> Option<Turn> {
        let last = self.game.engine().width() - 1;
        let turned = !begins(number) && self.reading.north_counts == NorthCounts::FromHerRight;
        let pit = |pit: usize| if turned { last.checked_sub(pit) } else { Some(pit) };
        let Turn { first, second } = ply.turn;
        Some(match second {
            None => Turn { first: pit(first)?, second: None },
            Some(second) => Turn { first: pit(first)?, second: Some(pit(second)?) },
        })
    }

    /// Whether a ply of this number may capture at all.
    pub(super) fn may_capture(&self, number: usize, ply: &Ply) -> bool {
        begins(number) && (ply.mark != Mark::None || self.reading.unmarked == Unmarked::Anything)
    }

    /// Whether a turn captures what is noted beside a ply.
    pub(super) fn agrees(&self, number: usize, ply: &Ply, step: &TurnStep) -> bool {
        let counted = match self.reading.marked {
            Marked::LastMove if step.turn.second.is_some() => step.second_captured,
            Marked::Turn | Marked::LastMove => step.captured(),
        };
        match ply.mark {
            _ if !self.may_capture(number, ply) => step.captured() == 0,
            Mark::None => true,
            Mark::Captures(seeds) => counted == seeds,
            Mark::CapturesSome => counted > 0,
        }
    }

    /// Whether the last turns of a line win everything, each of them: the opponent has nothing to move
    /// with after them.
    pub(super) fn wins(&self, line: &Line, board: Board) -> bool {
        let wins = |turn: &Turn| {
            let after = self.game.step(board, *turn);
            after.is_some_and(|step| is_bare(&self.game, step.board))
        };
        line.left.is_none_or(|left| left == seeds_on(board)) && line.last.iter().all(wins)
    }

    /// The boards that a line leads to from a board, as far as it can be played and agrees with what is
    /// noted: `line.plies.len() + 1` of them, if all of it can but perhaps the last turns.
    #[must_use]
    pub fn boards(&self, line: &Line, board: Board) -> Vec<Board> {
        let mut boards = vec![board];
        let mut board = board;
        for (number, ply) in line.plies.iter().enumerate() {
            let turn = self.turn(number, ply);
            let step = turn.and_then(|turn| self.game.step(board, turn));
            let Some(step) = step.filter(|step| self.agrees(number, ply, step)) else { break };
            board = step.board;
            boards.push(board);
        }
        boards
    }

    /// How many plies of a line can be played on a board, the last turns as one more.
    #[must_use]
    pub fn plies(&self, line: &Line, board: Board) -> usize {
        let boards = self.boards(line, board);
        let played = boards.len() - 1;
        let wins = played == line.plies.len() && self.wins(line, boards[played]);
        played + usize::from(wins)
    }

    /// Whether the whole line can be played on a board.
    #[must_use]
    pub fn fits(&self, line: &Line, board: Board) -> bool {
        self.plies(line, board) > line.plies.len()
    }
}
