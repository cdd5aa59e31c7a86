//! The moves of a position of at most 8 columns and 255 seeds, for counting: the fast twin of
//! [`crate::analysis::omweso::OmwesoPlies`].

use super::{Board, Engine, FAST_COLUMNS, FastFate, seeds_in};
use crate::analysis::omweso::{Choices, TurnsError};
use crate::analysis::perft::{Plies, Ply};
use crate::analysis::relay::Effort;
use crate::games::omweso::{Move, Path, Position, emitwe_ebiri};
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

/// Omweso on boards of so many columns with so many seeds that the fast engine plays it. What ends a
/// game is as for [`crate::analysis::omweso::OmwesoPlies`].
#[derive(Clone, Debug)]
pub struct FastPlies {
    engine: Engine,
    columns: usize,
    emitwe_ebiri: bool,
}

/// A position in 32 bytes, as the player to move sees it: each side with the owner's pit 0 in the
/// lowest byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FastPosition {
    own: u128,
    opponent: u128,
}

impl FastPlies {
    /// The game on boards of the size of a position, and the position to begin with; nothing if there
    /// are more than 8 columns or more than 255 seeds.
    #[must_use]
    pub fn new<S: Seeds>(
        position: &Position<S>,
        emitwe_ebiri: bool,
    ) -> Option<(Self, FastPosition)> {
        let columns = position.columns();
        let engine = Engine::new(columns)?;
        let mut seeds = 0u8;
        let mut side = |pits: &[S]| {
            pits.iter().rev().try_fold(0u128, |side, pit| {
                let pit = pit.to_u8()?;
                seeds = seeds.checked_add(pit)?;
                Some(side << 8 | u128::from(pit))
            })
        };
        let (own, opponent) = (side(position.own())?, side(position.opponent())?);
        Some((Self { engine, columns, emitwe_ebiri }, FastPosition { own, opponent }))
    }

    /// The opponent's pits in a column of the mover, outer and inner.
    fn facing(&self, column: usize) -> [u8; 2] {
        [self.columns - 1 - column, self.columns + column].map(|pit| pit as u8)
    }

    fn board(&self, position: FastPosition) -> Board {
        let mut loot = [0; FAST_COLUMNS];
        for (column, loot) in loot[..self.columns].iter_mut().enumerate() {
            let [outer, inner] = self.facing(column).map(|pit| seeds_in(position.opponent, pit));
            if outer > 0 && inner > 0 {
                *loot = outer + inner;
            }
        }
        Board { columns: self.columns as u8, own: position.own, loot }
    }
}

impl Plies for FastPlies {
    type Position = FastPosition;
    type Move = Move;

    const MOVE: &'static str = "move";
    const NEVER_ENDING: bool = true;

    fn plies(
        &self,
        position: &FastPosition,
        observer: &dyn Observer,
        found: &mut dyn FnMut(Move, Ply<FastPosition>),
    ) -> Result<(), Cancelled> {
        let board = self.board(*position);
        // Whether a move ends is asked, not how long it would take to recur.
        let effort = Effort { period: false, ..Effort::default() };
        for pit in board.starts() {
            let decided =
                self.engine.turns(&board, pit, Choices::All, effort, observer, &mut |turn| {
                    let ends_game =
                        self.emitwe_ebiri && emitwe_ebiri(turn.captures.into(), self.columns);
                    let ply = match turn.fate {
                        FastFate::Ends { own } => {
                            let mut left = position.opponent;
                            for column in
                                (0..self.columns).filter(|&column| turn.captures >> column & 1 == 1)
                            {
                                for pit in self.facing(column) {
                                    left = super::emptied(left, pit);
                                }
                            }
                            // As the opponent sees it.
                            let next = FastPosition { own: left, opponent: own };
                            if ends_game { Ply::Ends(next) } else { Ply::GoesOn(next) }
                        }
                        FastFate::NeverEnds { .. } => Ply::NeverEnds,
                        FastFate::Undecided => unreachable!("there is no limit"),
                    };
                    found(Move { pit, path: Path(turn.path.to_vec()) }, ply);
                });
            match decided {
                Ok(()) => {}
                Err(TurnsError::Cancelled(cancelled)) => return Err(cancelled),
                Err(TurnsError::Start(_)) => unreachable!("turns start from these pits"),
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, _: &FastPosition) -> u64 {
        0
    }
}
