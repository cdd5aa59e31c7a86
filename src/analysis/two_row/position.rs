//! Positions in few bytes, to be kept in great numbers.

use super::Board;
use super::board::seeds_on;
use crate::games::oware::{Position, Side};

/// A position in 24 bytes: the board as the mover sees it, both stores, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed {
    low: u64,
    high: u64,
    /// The mover's store, then the opponent's.
    stores: [u8; 2],
    mover: Side,
}

impl From<&Position> for Packed {
    fn from(position: &Position) -> Self {
        let mover = position.mover();
        let rows = [position.row(mover), position.row(mover.other())].concat();
        let board = rows.iter().rev().fold(0, |board, &seeds| board << 8 | Board::from(seeds));
        let stores = [mover, mover.other()].map(|side| position.stores()[side as usize]);
        Self::new(board, stores, mover)
    }
}

impl Packed {
    /// A position of a board as the mover sees it, the mover's store and the opponent's.
    pub(crate) fn new(board: Board, stores: [u8; 2], mover: Side) -> Self {
        Self { low: board as u64, high: (board >> 64) as u64, stores, mover }
    }

    /// The board as the mover sees it.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::from(self.high) << 64 | Board::from(self.low)
    }

    /// Who is to move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Seeds in the mover's store, then in the opponent's.
    #[must_use]
    pub fn stores(&self) -> [u8; 2] {
        self.stores
    }

    /// Whether a player has more than half of all seeds.
    #[must_use]
    pub fn majority_reached(&self) -> bool {
        let [own, theirs] = self.stores.map(u16::from);
        let left = u16::from(seeds_on(self.board()));
        own > theirs + left || theirs > own + left
    }

    /// The position after a turn that leaves a board, which the next mover sees, and captures so many
    /// seeds.
    pub(crate) fn after(&self, board: Board, captured: u8) -> Self {
        let [own, theirs] = self.stores;
        Self::new(board, [theirs, own + captured], self.mover.other())
    }

    /// The position on a board of rows of `width` pits.
    ///
    /// # Panics
    /// If there are seeds in other pits.
    #[must_use]
    pub fn unpacked(&self, width: usize) -> Position {
        let bytes = self.board().to_le_bytes();
        let (own, theirs) = bytes[..2 * width].split_at(width);
        let [own_store, their_store] = self.stores;
        let (pits, stores) = match self.mover {
            Side::South => ([own, theirs].concat(), [own_store, their_store]),
            Side::North => ([theirs, own].concat(), [their_store, own_store]),
        };
        let position = Position::new(pits, stores, self.mover);
        let position = position.unwrap_or_else(|error| panic!("it was a position: {error}"));
        assert_eq!(position.on_board(), u64::from(seeds_on(self.board())), "seeds in these pits");
        position
    }
}
