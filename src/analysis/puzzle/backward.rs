//! Lines played backwards: all boards that a line can be played on.
//!
//! Before the last turn there are few seeds, so that all boards can be tried. To take a turn back, its
//! last captures are put back in every way, then each hand that may have been sown is gathered again;
//! what comes of it is a board before the turn if the rules lead from it to the board after. So nothing
//! is found that the rules do not allow, and nothing is missed, since every hand and every capture is
//! tried.

use std::collections::HashSet;

use super::{Line, Reader};
use crate::analysis::two_row::{Board, seeds_in, seeds_on};
use crate::games::pas_de_deux::FirstMove;
use crate::observer::{Cancelled, Observer};

/// Boards between two questions whether to go on.
const PATIENCE: usize = 1 << 10;

impl Reader {
    /// All boards that a line can be played on, with at most as many seeds as the reader is for, in
    /// their order.
    ///
    /// If what is left before the last turn is not known, every board of at most so many seeds is
    /// tried there, which only small boards allow.
    ///
    /// # Errors
    /// If the observer asks to stop.
    pub fn starts(&self, line: &Line, observer: &dyn Observer) -> Result<Vec<Board>, Cancelled> {
        let most = self.game.engine().most() as u8;
        let counts = line.left.map_or(0..=most, |left| left..=left.min(most));
        let mut boards = HashSet::new();
        for seeds in counts {
            self.each_board(0, seeds, 0, &mut |board| {
                if self.wins(line, board) {
                    boards.insert(board);
                }
            });
        }
        for (number, ply) in line.plies.iter().enumerate().rev() {
            let Some(turn) = self.turn(number, ply) else { return Ok(Vec::new()) };
            let captures = self.may_capture(number, ply);
            let first_captures = captures && self.reading.first_move == FirstMove::Captures;
            let mut earlier = HashSet::new();
            for (count, &after) in boards.iter().enumerate() {
                if count.is_multiple_of(PATIENCE) && observer.cancelled() {
                    return Err(Cancelled);
                }
                let mut candidate = |before| {
                    let step = self.game.step(before, turn).filter(|step| step.board == after);
                    if step.is_some_and(|step| self.agrees(number, ply, &step)) {
                        earlier.insert(before);
                    }
                };
                let after = self.game.engine().turned(after);
                match turn.second {
                    None => self.each_before(after, turn.first, captures, &mut candidate),
                    Some(second) => self.each_before(after, second, captures, &mut |middle| {
                        self.each_before(middle, turn.first, first_captures, &mut candidate);
                    }),
                }
            }
            boards = earlier;
        }
        let mut boards: Vec<Board> = boards.into_iter().collect();
        boards.sort_unstable();
        Ok(boards)
    }

    /// Calls `found` with `board` and so many seeds in the pits from `pit` on, in every way.
    fn each_board(&self, pit: usize, seeds: u8, board: Board, found: &mut impl FnMut(Board)) {
        let last = 2 * self.game.engine().width() - 1;
        if pit == last {
            return found(board | Board::from(seeds) << (8 * pit));
        }
        for here in 0..=seeds {
            self.each_board(pit + 1, seeds - here, board | Board::from(here) << (8 * pit), found);
        }
    }

    /// Calls `found` with each board from which sowing a pit may lead to a board, with captures if
    /// there can be some; boards are as the mover sees them.
    fn each_before(&self, after: Board, pit: usize, captures: bool, found: &mut impl FnMut(Board)) {
        let engine = self.game.engine();
        if pit >= engine.width() || seeds_in(after, pit) > 0 {
            return;
        }
        let most = engine.most() as u8;
        for hand in 1..=most {
            let only = Board::from(hand) << (8 * pit);
            let (added, landing) = engine.sown(only, pit);
            let mut gather = |sown| {
                if holds(sown, added) {
                    found((sown - added) | only);
                }
            };
            gather(after);
            if captures {
                self.each_capture(after, landing, most, &mut gather);
            }
        }
    }

    /// Calls `found` with each board that captures up to a pit may have made this one of.
    fn each_capture(&self, after: Board, pit: usize, most: u8, found: &mut impl FnMut(Board)) {
        if pit < self.game.engine().width() || seeds_in(after, pit) > 0 {
            return;
        }
        for taken in [2, 3] {
            let before = after | taken << (8 * pit);
            if seeds_on(before) <= most {
                found(before);
                self.each_capture(before, pit - 1, most, found);
            }
        }
    }
}

/// Whether each pit of a board holds at least as much as that of another.
fn holds(board: Board, other: Board) -> bool {
    board.to_le_bytes().iter().zip(other.to_le_bytes()).all(|(&here, there)| here >= there)
}
