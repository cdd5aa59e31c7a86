//! The moves of Oware, fast.

use super::board::seeds_in;
use super::{Board, Engine, Packed};
use crate::analysis::perft::{OneByOne, Plies, Ply};
use crate::games::oware::{GrandSlam, Move};
use crate::observer::{Cancelled, Observer};

/// Oware on boards of one width, under one reading of the grand slam.
#[derive(Clone, Debug)]
pub struct Oware {
    engine: Engine,
    grand_slam: GrandSlam,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The pit that is sown, counted from the mover's left from 0.
    pub pit: usize,
    /// The board after it, as the next mover sees it.
    pub board: Board,
    /// Seeds captured.
    pub captured: u8,
    /// Whether it is a grand slam, so that nothing is captured.
    pub grand_slam: bool,
}

impl Oware {
    /// The game on boards of rows of `width` pits with at most `seeds` seeds.
    ///
    /// # Panics
    /// If the width is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, seeds: u8, grand_slam: GrandSlam) -> Self {
        Self { engine: Engine::new(width, seeds), grand_slam }
    }

    /// What sows and captures.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// How a grand slam is read.
    #[must_use]
    pub fn grand_slam(&self) -> GrandSlam {
        self.grand_slam
    }

    /// A move, if it is legal; stores are not looked at.
    #[must_use]
    pub fn step(&self, board: Board, pit: usize) -> Option<Step> {
        let engine = &self.engine;
        if seeds_in(board, pit) == 0 {
            return None;
        }
        let (sown, landing) = engine.sown(board, pit);
        if sown & engine.theirs() == 0 {
            return None;
        }
        let taken = engine.captured(sown, landing);
        if taken == 0 {
            let board = engine.turned(sown);
            return Some(Step { pit, board, captured: 0, grand_slam: false });
        }
        let grand_slam = sown & engine.theirs() & !taken == 0;
        if grand_slam {
            let step = Step { pit, board: engine.turned(sown), captured: 0, grand_slam };
            return (self.grand_slam == GrandSlam::CapturesNothing).then_some(step);
        }
        let captured = super::board::seeds_on(sown & taken);
        Some(Step { pit, board: engine.turned(sown & !taken), captured, grand_slam })
    }

    /// The legal moves, from the mover's left; stores are not looked at.
    pub fn steps(&self, board: Board) -> impl Iterator<Item = Step> + '_ {
        (0..self.engine.width()).filter_map(move |pit| self.step(board, pit))
    }

    /// How many legal moves there are; stores are not looked at.
    fn count(&self, board: Board) -> u64 {
        let fed = board & self.engine.theirs() != 0;
        if !fed || self.grand_slam == GrandSlam::Forbidden {
            return self.steps(board).count() as u64;
        }
        // Every pit that is not empty may be sown.
        let pits = 0..self.engine.width();
        pits.map(|pit| u64::from(seeds_in(board, pit) != 0)).sum()
    }

    /// How many sequences of exactly `depth` moves there are, counted one by one but for the last move;
    /// a game that has ended is not gone on with. Nothing is remembered: the twin of
    /// [`crate::analysis::perft::perft`], for depths at which the number fits in 64 bits.
    #[must_use]
    pub fn sequences(&self, position: &Packed, depth: u64) -> u64 {
        let Some(deeper) = depth.checked_sub(1) else { return 1 };
        if position.majority_reached() {
            return 0;
        }
        let board = position.board();
        if deeper == 0 {
            return self.count(board);
        }
        let after = |step: Step| position.after(step.board, step.captured);
        self.steps(board).map(|step| self.sequences(&after(step), deeper)).sum()
    }
}

impl Plies for Oware {
    type Position = Packed;
    type Move = Move;

    const MOVE: &'static str = "move";
    const NEVER_ENDING: bool = false;

    fn plies(
        &self,
        position: &Packed,
        _: &dyn Observer,
        found: &mut dyn FnMut(Move, Ply<Packed>),
    ) -> Result<(), Cancelled> {
        if !position.majority_reached() {
            for step in self.steps(position.board()) {
                let next = position.after(step.board, step.captured);
                found(Move { side: position.mover(), pit: step.pit }, Ply::GoesOn(next));
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, _: &Packed) -> u64 {
        0
    }
}

impl OneByOne for Oware {
    // At most 8 moves of each position: 2^21 sequences.
    const AT_ONCE: u64 = 7;
    const AHEAD: u64 = 4;

    fn at_once(&self, position: &Packed, depth: u64) -> u64 {
        self.sequences(position, depth)
    }
}
