//! What lies on the board and in the stores, and who is to move: as it is written, and judged.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use thiserror::Error;

/// The most pits of a row.
pub const MOST_WIDTH: usize = 8;
/// The most seeds of a game.
pub const MOST_SEEDS: u64 = 255;

/// The board that a game is usually played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual {
    /// Pits of a row.
    pub width: usize,
    /// Seeds that each pit begins with.
    pub seeds: u64,
}

/// Oware: 2 rows of 6 pits, 4 seeds each.
pub const USUAL: Usual = Usual { width: 6, seeds: 4 };

/// One of the two players, by where they sit. South begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player below the board.
    South,
    /// The player above it.
    North,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// `south` or `north`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
        }
    }

    /// `S` or `N`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }
}

/// Seeds that the players have captured: South's, then North's.
pub type Stores = [u8; 2];

/// Numbers as they are written, not yet judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Seeds in each pit, South's pits first.
    pub pits: Vec<BigUint>,
    /// Seeds in South's store, then in North's.
    pub stores: [BigUint; 2],
    /// Who is to move.
    pub mover: Side,
}

/// A validated position: two rows of 1 to 8 pits each, two stores, at most 255 seeds in all, and a
/// player to move.
///
/// Positions are equal when pits, stores and the player to move are; the moves that led to one are no
/// part of it. Whether a game has ended with it is another question
/// ([`Position::ending`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pits: Vec<u8>,
    stores: Stores,
    mover: Side,
}

/// Why numbers are no position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// Not the same number of pits for both players, or too few or too many.
    #[error(
        "{pits} pit{}; accepted are 2 rows of 1 to {MOST_WIDTH} pits each, South's first",
        if *pits == 1 { " is no board" } else { "s are no board" }
    )]
    Pits {
        /// Number of pits.
        pits: usize,
    },
    /// Too many seeds.
    #[error("{seeds} seeds in pits and stores are too many; at most {MOST_SEEDS} are accepted")]
    Seeds {
        /// Number of seeds, stores included.
        seeds: BigUint,
    },
}

/// Why a position is none of a game that begins with so many seeds.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "pits and stores hold {total} seeds; a game that begins with {seeds} in each of {pits} pits has {} in all",
    seeds * pits
)]
pub struct TotalError {
    /// Seeds of the position, stores included.
    pub total: u64,
    /// Seeds that each pit begins with.
    pub seeds: u64,
    /// Number of pits, both rows.
    pub pits: u64,
}

impl Setup {
    /// The position that the numbers are.
    ///
    /// # Errors
    /// If the pits are not two rows of 1 to 8, or there are more than 255 seeds.
    pub fn position(&self) -> Result<Position, PositionError> {
        let pits = self.pits.len();
        if !pits.is_multiple_of(2) || !(1..=MOST_WIDTH).contains(&(pits / 2)) {
            return Err(PositionError::Pits { pits });
        }
        let seeds: BigUint = self.pits.iter().chain(&self.stores).sum();
        if seeds > BigUint::from(MOST_SEEDS) {
            return Err(PositionError::Seeds { seeds });
        }
        // None is larger than their sum.
        let byte = |number: &BigUint| number.to_u8().unwrap_or(u8::MAX);
        Ok(Position {
            pits: self.pits.iter().map(byte).collect(),
            stores: [byte(&self.stores[0]), byte(&self.stores[1])],
            mover: self.mover,
        })
    }
}

impl Position {
    /// A position from the seeds in all pits, South's first, both stores and the player to move.
    ///
    /// # Errors
    /// As [`Setup::position`].
    pub fn new(pits: Vec<u8>, stores: Stores, mover: Side) -> Result<Self, PositionError> {
        let setup = Setup {
            pits: pits.into_iter().map(BigUint::from).collect(),
            stores: stores.map(BigUint::from),
            mover,
        };
        setup.position()
    }

    /// The beginning of a game: so many seeds in each of `2 width` pits, nothing in the stores, South
    /// to move.
    ///
    /// # Errors
    /// As [`Setup::position`].
    pub fn start(width: usize, seeds: u64) -> Result<Self, PositionError> {
        let pits = vec![BigUint::from(seeds); width.saturating_mul(2).min(2 * MOST_WIDTH + 1)];
        Setup { pits, stores: [BigUint::ZERO, BigUint::ZERO], mover: Side::South }.position()
    }

    /// Number of pits of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.pits.len() / 2
    }

    /// Seeds in all pits, South's first.
    #[must_use]
    pub fn pits(&self) -> &[u8] {
        &self.pits
    }

    /// Seeds in the pits of a player, from that player's left.
    #[must_use]
    pub fn row(&self, side: Side) -> &[u8] {
        let (south, north) = self.pits.split_at(self.width());
        match side {
            Side::South => south,
            Side::North => north,
        }
    }

    /// Seeds in the stores.
    #[must_use]
    pub fn stores(&self) -> Stores {
        self.stores
    }

    /// Who is to move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Seeds in all pits, without the stores.
    #[must_use]
    pub fn on_board(&self) -> u64 {
        self.pits.iter().map(|&seeds| u64::from(seeds)).sum()
    }

    /// Seeds of the game: in all pits and both stores.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.on_board() + self.stores.iter().map(|&seeds| u64::from(seeds)).sum::<u64>()
    }

    /// Checks that all seeds are there of a game that begins with so many in each pit.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub fn check_total(&self, seeds: u64) -> Result<(), TotalError> {
        let (total, pits) = (self.total(), self.pits.len() as u64);
        if pits.checked_mul(seeds) == Some(total) {
            return Ok(());
        }
        Err(TotalError { total, seeds, pits })
    }

    /// The index of a player's pit, counted from that player's left from 0.
    pub(in crate::games) fn index(&self, side: Side, pit: usize) -> usize {
        match side {
            Side::South => pit,
            Side::North => self.width() + pit,
        }
    }

    /// The same stores and player to move, with other seeds in the pits.
    pub(in crate::games) fn with_pits(&self, pits: Vec<u8>) -> Self {
        Self { pits, ..self.clone() }
    }

    /// The mover stores what is missing in `pits`, and the opponent is to move.
    pub(in crate::games) fn passed_on(&self, pits: Vec<u8>) -> Self {
        let mut stores = self.stores;
        let left: u8 = pits.iter().sum();
        stores[self.mover as usize] += self.on_board() as u8 - left;
        Self { pits, stores, mover: self.mover.other() }
    }

    /// The stores when each player has taken the seeds on their own side as well.
    #[must_use]
    pub fn own_sides(&self) -> Stores {
        let row = |side| self.row(side).iter().sum::<u8>();
        [self.stores[0] + row(Side::South), self.stores[1] + row(Side::North)]
    }

    /// The smallest number of seeds that is more than half of all.
    pub(in crate::games) fn majority(&self) -> u64 {
        self.total() / 2 + 1
    }
}

impl fmt::Display for Position {
    /// Pits, stores and the player to move with `-` between them, as in
    /// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seeds in self.pits.iter().chain(&self.stores) {
            write!(f, "{seeds}-")?;
        }
        write!(f, "{}", self.mover.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, PositionError, Setup, Side};
    use num_bigint::BigUint;

    #[test]
    fn the_beginning() {
        let start = Position::start(6, 4).unwrap();
        assert_eq!(start.to_string(), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
        assert_eq!((start.total(), start.width(), start.majority()), (48, 6, 25));
        assert_eq!(start.check_total(4), Ok(()));
        assert_eq!(
            start.check_total(5).unwrap_err().to_string(),
            "pits and stores hold 48 seeds; a game that begins with 5 in each of 12 pits has 60 in all"
        );
        assert_eq!(Position::start(8, 6).unwrap().total(), 96);
    }

    #[test]
    fn rows_are_seen_by_their_owners() {
        let position = Position::new(vec![1, 2, 3, 4], [5, 6], Side::North).unwrap();
        assert_eq!(position.row(Side::South), [1, 2]);
        assert_eq!(position.row(Side::North), [3, 4]);
        assert_eq!(position.index(Side::North, 1), 3);
        assert_eq!(position.own_sides(), [8, 13]);
        let after = position.passed_on(vec![1, 2, 0, 4]);
        assert_eq!(after.to_string(), "1-2-0-4-5-9-S");
    }

    #[test]
    fn what_is_refused() {
        let setup = |pits: Vec<u64>, store: u64| Setup {
            pits: pits.into_iter().map(BigUint::from).collect(),
            stores: [store.into(), 0u8.into()],
            mover: Side::South,
        };
        let fails = |pits, store| setup(pits, store).position().unwrap_err();
        assert_eq!(fails(vec![], 0), PositionError::Pits { pits: 0 });
        assert_eq!(fails(vec![1; 11], 0), PositionError::Pits { pits: 11 });
        assert_eq!(fails(vec![1; 18], 0), PositionError::Pits { pits: 18 });
        assert_eq!(fails(vec![15; 16], 16), PositionError::Seeds { seeds: 256u32.into() });
        assert!(setup(vec![15; 16], 15).position().is_ok());
        assert_eq!(Position::start(9, 1).unwrap_err(), PositionError::Pits { pits: 17 });
        assert!(Position::start(usize::MAX, 1).is_err());
        assert!(Position::start(6, u64::MAX).is_err());
    }
}
