//! What the search asks of a game on two rows, and what may be known before it begins.

use crate::analysis::two_row::{Board, Engine, Oware, PasDeDeux};
use crate::games::pas_de_deux::Turn;

/// A game whose values depend on the board as the mover sees it.
pub trait Solvable: Sync {
    /// A move or turn, as it is told from the others of a board.
    type Play: Copy + PartialEq;

    /// What sows, of boards of one width.
    fn engine(&self) -> &Engine;

    /// Calls `found` with each legal move: its name, the board that the next mover sees, and the seeds
    /// captured. A board without moves has ended, and each player takes the seeds on their own side.
    fn each(&self, board: Board, found: impl FnMut(Self::Play, Board, u8));
}

impl Solvable for Oware {
    /// The pit that is sown, counted from the mover's left from 0.
    type Play = usize;

    fn engine(&self) -> &Engine {
        Self::engine(self)
    }

    fn each(&self, board: Board, mut found: impl FnMut(usize, Board, u8)) {
        for step in self.steps(board) {
            found(step.pit, step.board, step.captured);
        }
    }
}

impl Solvable for PasDeDeux {
    type Play = Turn;

    fn engine(&self) -> &Engine {
        Self::engine(self)
    }

    fn each(&self, board: Board, mut found: impl FnMut(Turn, Board, u8)) {
        self.steps(board, |step| found(step.turn, step.board, step.captured()));
    }
}

/// Values that are known before the search, from a table of endings say; `()` knows none. A value is
/// what [`super::Solution`] says, as the mover of the board sees it.
pub trait Known: Sync {
    /// The exact value if endless play loses everything left for the mover, and if it wins everything.
    /// Whatever the rule of repetition is, the value lies between them.
    fn bounds(&self, board: Board) -> Option<[i16; 2]> {
        let _ = board;
        None
    }

    /// The exact value if endless play splits what is left evenly.
    fn even_split(&self, board: Board) -> Option<i16> {
        let _ = board;
        None
    }
}

impl Known for () {}
