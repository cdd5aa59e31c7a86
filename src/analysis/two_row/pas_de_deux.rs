//! The turns of Pas de Deux, fast.

use super::board::{seeds_in, seeds_on};
use super::{Board, Engine, Packed};
use crate::analysis::perft::{OneByOne, Plies, Ply};
use crate::games::pas_de_deux::{FirstMove, Turn};
use crate::observer::{Cancelled, Observer};

/// Pas de Deux on boards of one width, under one reading of the first move.
#[derive(Clone, Debug)]
pub struct PasDeDeux {
    engine: Engine,
    first_move: FirstMove,
}

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// Its pits.
    pub turn: Turn,
    /// The board after it, as the next mover sees it.
    pub board: Board,
    /// Seeds captured by the first move.
    pub first_captured: u8,
    /// Seeds captured by the second move.
    pub second_captured: u8,
    /// Whether the last move is a grand slam, so that it captures nothing.
    pub grand_slam: bool,
}

/// What the first move of a turn of two does.
struct First {
    board: Board,
    captured: u8,
    /// Whether the turn must now leave the opponent a seed.
    obliges: bool,
}

impl TurnStep {
    /// Seeds captured in all.
    #[must_use]
    pub fn captured(&self) -> u8 {
        self.first_captured + self.second_captured
    }
}

impl PasDeDeux {
    /// The game on boards of rows of `width` pits with at most `seeds` seeds.
    ///
    /// # Panics
    /// If the width is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, seeds: u8, first_move: FirstMove) -> Self {
        Self { engine: Engine::new(width, seeds), first_move }
    }

    /// What sows and captures.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The board after the last move of a turn, with what it captures and whether it is a grand slam.
    fn last(&self, board: Board, pit: usize) -> (Board, u8, bool) {
        let (sown, landing) = self.engine.sown(board, pit);
        let taken = self.engine.captured(sown, landing);
        if taken == 0 {
            return (sown, 0, false);
        }
        if sown & self.engine.theirs() & !taken == 0 {
            return (sown, 0, true);
        }
        (sown & !taken, seeds_on(sown & taken), false)
    }

    /// The first move of a turn of two.
    fn first(&self, board: Board, pit: usize) -> First {
        let engine = &self.engine;
        let (sown, landing) = engine.sown(board, pit);
        let taken = match self.first_move {
            FirstMove::Captures => engine.captured(sown, landing),
            FirstMove::CapturesNothing => 0,
        };
        let board = sown & !taken;
        // After it the opponent has no seed, and can be given one.
        let obliges = board & engine.theirs() == 0 && engine.can_feed(board);
        First { board, captured: seeds_on(sown & taken), obliges }
    }

    /// Whether the opponent has no seed, and a single move can give one.
    fn must_feed(&self, board: Board) -> bool {
        board & self.engine.theirs() == 0 && self.engine.can_feed(board)
    }

    /// The turn that sows a pit and then perhaps another, if it is legal; both pits hold a seed when
    /// they are sown.
    fn finished(
        &self,
        board: Board,
        turn: Turn,
        first: &First,
        must_feed: bool,
    ) -> Option<TurnStep> {
        let (before, last, first_captured) = match turn.second {
            None => (board, turn.first, 0),
            Some(second) => (first.board, second, first.captured),
        };
        let (after, captured, grand_slam) = self.last(before, last);
        if after & self.engine.theirs() == 0 && (must_feed || first.obliges) {
            return None;
        }
        let (first_captured, second_captured) = match turn.second {
            None => (captured, 0),
            Some(_) => (first_captured, captured),
        };
        let board = self.engine.turned(after);
        Some(TurnStep { turn, board, first_captured, second_captured, grand_slam })
    }

    /// A turn, if it is legal; stores are not looked at.
    #[must_use]
    pub fn step(&self, board: Board, turn: Turn) -> Option<TurnStep> {
        let width = self.engine.width();
        let sowable = |board, pit| pit < width && seeds_in(board, pit) > 0;
        if !sowable(board, turn.first) {
            return None;
        }
        let first = self.first(board, turn.first);
        if turn.second.is_some_and(|second| !sowable(first.board, second)) {
            return None;
        }
        self.finished(board, turn, &first, self.must_feed(board))
    }

    /// Calls `found` with each legal turn, each single move before the turns of two that begin with it;
    /// stores are not looked at.
    pub fn steps(&self, board: Board, mut found: impl FnMut(TurnStep)) {
        let pits = |board| (0..self.engine.width()).filter(move |&pit| seeds_in(board, pit) > 0);
        let must_feed = self.must_feed(board);
        for pit in pits(board) {
            let first = self.first(board, pit);
            for second in std::iter::once(None).chain(pits(first.board).map(Some)) {
                let turn = Turn { first: pit, second };
                if let Some(step) = self.finished(board, turn, &first, must_feed) {
                    found(step);
                }
            }
        }
    }

    /// How many sequences of exactly `depth` turns there are, counted one by one; a game that has ended
    /// is not gone on with. Nothing is remembered: the twin of
    /// [`crate::analysis::perft::perft`], for depths at which the number fits in 64 bits.
    #[must_use]
    pub fn sequences(&self, position: &Packed, depth: u64) -> u64 {
        let Some(deeper) = depth.checked_sub(1) else { return 1 };
        if position.majority_reached() {
            return 0;
        }
        let mut sum = 0;
        self.steps(position.board(), |step| {
            sum += if deeper == 0 {
                1
            } else {
                self.sequences(&position.after(step.board, step.captured()), deeper)
            };
        });
        sum
    }
}

impl Plies for PasDeDeux {
    type Position = Packed;
    type Move = Turn;

    const MOVE: &'static str = "turn";
    const NEVER_ENDING: bool = false;

    fn plies(
        &self,
        position: &Packed,
        _: &dyn Observer,
        found: &mut dyn FnMut(Turn, Ply<Packed>),
    ) -> Result<(), Cancelled> {
        if !position.majority_reached() {
            self.steps(position.board(), |step| {
                let next = position.after(step.board, step.captured());
                found(step.turn, Ply::GoesOn(next));
            });
        }
        Ok(())
    }

    fn heap_bytes(&self, _: &Packed) -> u64 {
        0
    }
}

impl OneByOne for PasDeDeux {
    // At most 64 turns of each position: 2^18 sequences.
    const AT_ONCE: u64 = 3;
    const AHEAD: u64 = 2;

    fn at_once(&self, position: &Packed, depth: u64) -> u64 {
        self.sequences(position, depth)
    }
}
