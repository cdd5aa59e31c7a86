//! What lies on the board: four rows as they are written, and the position they are.

use std::fmt;

use num_bigint::BigUint;
use num_traits::CheckedAdd;
use thiserror::Error;

use crate::sowing::Seeds;

/// The fewest columns of a board.
pub const LEAST_COLUMNS: usize = 2;
/// The most columns of a board.
pub const MOST_COLUMNS: usize = 32;

/// Seeds in rows of pits, not yet judged: from the top and from the left, as the mover sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<S> {
    /// The opponent's outer row, the opponent's inner row, the mover's inner row, the mover's outer
    /// row.
    pub rows: Vec<Vec<S>>,
}

/// A validated board at the beginning of a turn: four rows of 2 to 32 pits each, with any number of
/// seeds, none included, whose total fits in `S`.
///
/// Positions are equal when the same pits hold the same seeds. See the [head](super) of this module
/// for how the pits are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position<S> {
    own: Vec<S>,
    opponent: Vec<S>,
}

/// Why rows are no position.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// Too few or too many rows.
    #[error(
        "the position has {rows} row{}; 4 are accepted, from the top: opponent's outer, opponent's inner, own inner, own outer",
        if *rows == 1 { "" } else { "s" }
    )]
    Rows {
        /// Number of rows.
        rows: usize,
    },
    /// Rows of different lengths.
    #[error(
        "row {row} of the position has {pits} pit{} and row 1 has {first}; all four rows have the same number",
        if *pits == 1 { "" } else { "s" }
    )]
    RowLength {
        /// The row, from 1 at the top.
        row: usize,
        /// Its pits.
        pits: usize,
        /// Pits of the first row.
        first: usize,
    },
    /// Too few or too many columns.
    #[error(
        "the rows of the position have {columns} pit{}; {LEAST_COLUMNS} to {MOST_COLUMNS} are accepted",
        if *columns == 1 { "" } else { "s" }
    )]
    Columns {
        /// Number of columns.
        columns: usize,
    },
    /// The total of the seeds does not fit in the integer type.
    #[error("the total of the seeds does not fit in the integer type of the board")]
    TotalTooLarge,
}

/// Why a position is no opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "the opponent has {opponent} seeds and the mover {own}; in an opening on {columns} columns each has {}",
    4 * columns
)]
pub struct OpeningError {
    /// The mover's seeds.
    pub own: BigUint,
    /// The opponent's seeds.
    pub opponent: BigUint,
    /// Number of columns.
    pub columns: usize,
}

impl<S: Seeds + CheckedAdd> Setup<S> {
    /// The position that the rows are.
    ///
    /// # Errors
    /// If there are not four rows of one length from 2 to 32, or the total does not fit in `S`.
    pub fn position(self) -> Result<Position<S>, PositionError> {
        let count = self.rows.len();
        let [opponent_outer, opponent_inner, own_inner, own_outer]: [Vec<S>; 4] =
            self.rows.try_into().map_err(|_| PositionError::Rows { rows: count })?;
        let first = opponent_outer.len();
        for (row, pits) in [(2, opponent_inner.len()), (3, own_inner.len()), (4, own_outer.len())] {
            if pits != first {
                return Err(PositionError::RowLength { row, pits, first });
            }
        }
        let own = own_outer.into_iter().chain(own_inner.into_iter().rev()).collect();
        let opponent = opponent_outer.into_iter().rev().chain(opponent_inner).collect();
        Position::new(own, opponent)
    }
}

impl<S: Seeds + CheckedAdd> Position<S> {
    /// A position from the seeds in the pits of both players, each in the owner's own numbering.
    ///
    /// # Errors
    /// If the sides are not of the same even length from 4 to 64, or the total does not fit in `S`.
    pub fn new(own: Vec<S>, opponent: Vec<S>) -> Result<Self, PositionError> {
        let columns = own.len() / 2;
        if own.len() != opponent.len() || own.len() % 2 == 1 {
            let (pits, first) = (own.len() - columns, opponent.len() / 2);
            return Err(PositionError::RowLength { row: 4, pits, first });
        }
        if !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns) {
            return Err(PositionError::Columns { columns });
        }
        let mut pits = own.iter().chain(&opponent);
        let total = pits.try_fold(S::zero(), |sum, pit| sum.checked_add(pit));
        if total.is_none() {
            return Err(PositionError::TotalTooLarge);
        }
        Ok(Self { own, opponent })
    }

    /// The traditional opening: 4 seeds in each pit of the outer rows.
    ///
    /// # Errors
    /// As [`Position::new`].
    pub fn traditional(columns: usize) -> Result<Self, PositionError> {
        let four = S::one() + S::one() + S::one() + S::one();
        let side: Vec<S> = [vec![four; columns], vec![S::zero(); columns]].concat();
        Self::new(side.clone(), side)
    }

    /// The even opening: 2 seeds in each pit.
    ///
    /// # Errors
    /// As [`Position::new`].
    pub fn even(columns: usize) -> Result<Self, PositionError> {
        let side = vec![S::one() + S::one(); 2 * columns];
        Self::new(side.clone(), side)
    }
}

impl<S: Seeds> Position<S> {
    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.own.len() / 2
    }

    /// The mover's pits, from pit 0.
    #[must_use]
    pub fn own(&self) -> &[S] {
        &self.own
    }

    /// The opponent's pits, from the opponent's own pit 0.
    #[must_use]
    pub fn opponent(&self) -> &[S] {
        &self.opponent
    }

    /// The mover's pits, to be sown into.
    pub(super) fn own_mut(&mut self) -> &mut [S] {
        &mut self.own
    }

    /// The mover's side of this board against the opponent's side of another one.
    ///
    /// # Panics
    /// If the boards have different numbers of columns.
    #[must_use]
    pub fn against(self, other: &Self) -> Self {
        assert_eq!(self.columns(), other.columns(), "the columns of both boards");
        self.with_opponent(other.opponent.clone())
    }

    /// The same board with other seeds on the opponent's side.
    pub(super) fn with_opponent(self, opponent: Vec<S>) -> Self {
        Self { opponent, ..self }
    }

    /// The rows as they are drawn: four, from the top, each from the left.
    #[must_use]
    pub fn rows(&self) -> [Vec<&S>; 4] {
        let columns = self.columns();
        [
            self.opponent[..columns].iter().rev().collect(),
            self.opponent[columns..].iter().collect(),
            self.own[columns..].iter().rev().collect(),
            self.own[..columns].iter().collect(),
        ]
    }

    /// The column of one of the mover's pits, from 0 at the left.
    #[must_use]
    pub fn column(&self, pit: usize) -> usize {
        if pit < self.columns() { pit } else { self.own.len() - 1 - pit }
    }

    /// Whether one of the mover's pits is in the inner row.
    #[must_use]
    pub fn is_inner(&self, pit: usize) -> bool {
        pit >= self.columns()
    }

    /// Whether one of the mover's pits is in the two leftmost columns.
    #[must_use]
    pub fn is_leftmost(&self, pit: usize) -> bool {
        self.column(pit) < 2
    }

    /// The opponent's pits in a column of the mover, in the opponent's numbering: the outer and the
    /// inner one.
    #[must_use]
    pub fn facing(&self, column: usize) -> [usize; 2] {
        [self.columns() - 1 - column, self.columns() + column]
    }

    /// What would be captured in a column: all seeds of the opponent's two pits, if both are
    /// occupied. The column is *armed* then.
    #[must_use]
    pub fn armed(&self, column: usize) -> Option<S> {
        let [outer, inner] = self.facing(column).map(|pit| &self.opponent[pit]);
        let armed = !outer.is_zero() && !inner.is_zero();
        armed.then(|| outer.clone() + inner.clone())
    }

    /// Number of armed columns.
    #[must_use]
    pub fn armed_columns(&self) -> usize {
        (0..self.columns()).filter(|&column| self.armed(column).is_some()).count()
    }

    /// Empties the opponent's pits in a column.
    pub(super) fn disarm(&mut self, column: usize) {
        for pit in self.facing(column) {
            self.opponent[pit] = S::zero();
        }
    }

    /// The pits that a turn can start from: those of the mover with at least 2 seeds.
    pub fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        let pits = self.own.iter().enumerate();
        pits.filter(|(_, seeds)| **seeds > S::one()).map(|(pit, _)| pit)
    }

    /// The same board as the opponent sees it, who is to move.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }
}

impl<S: Seeds + Into<BigUint>> Position<S> {
    /// The same position in numbers of any size.
    #[must_use]
    pub fn wide(&self) -> Position<BigUint> {
        let side = |pits: &[S]| pits.iter().cloned().map(Into::into).collect();
        Position { own: side(&self.own), opponent: side(&self.opponent) }
    }

    /// Whether the position is an opening: each player has 4 seeds for each column, 32 on the usual
    /// board, in whatever arrangement.
    ///
    /// # Errors
    /// The totals, if they are others.
    pub fn check_opening(&self) -> Result<(), OpeningError> {
        let total = |side: &[S]| side.iter().map(|pit| pit.clone().into()).sum::<BigUint>();
        let (own, opponent) = (total(&self.own), total(&self.opponent));
        let columns = self.columns();
        if [&own, &opponent].into_iter().all(|total| *total == BigUint::from(4 * columns)) {
            return Ok(());
        }
        Err(OpeningError { own, opponent, columns })
    }
}

impl<S: Seeds + fmt::Display> fmt::Display for Position<S> {
    /// The four rows from the top with `/` between them, the seeds of a row with spaces, as in
    /// `4 4 4/0 0 0/0 0 0/4 4 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.rows().into_iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            for (column, seeds) in row.into_iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                seeds.fmt(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, PositionError, Setup};

    /// Each pit holds 100 for the mover or 200 for the opponent, and the number it has.
    fn numbered(columns: u64) -> Position<u64> {
        let side = |first| (0..2 * columns).map(move |pit| first + pit).collect();
        Position::new(side(100), side(200)).unwrap()
    }

    #[test]
    fn the_board_is_drawn_from_the_movers_view() {
        let position = numbered(3);
        assert_eq!(position.to_string(), "202 201 200/203 204 205/105 104 103/100 101 102");
        let rows = position.rows().map(|row| row.into_iter().copied().collect()).to_vec();
        assert_eq!(Setup { rows }.position(), Ok(position.clone()));
        assert_eq!(
            position.clone().turned().to_string(),
            "102 101 100/103 104 105/205 204 203/200 201 202"
        );
        assert_eq!((0..6).map(|pit| position.column(pit)).collect::<Vec<_>>(), [0, 1, 2, 2, 1, 0]);
        assert_eq!((0..6).filter(|&pit| position.is_inner(pit)).collect::<Vec<_>>(), [3, 4, 5]);
        let leftmost: Vec<_> = (0..6).filter(|&pit| position.is_leftmost(pit)).collect();
        assert_eq!(leftmost, [0, 1, 4, 5]);
        assert_eq!(position.armed(0), Some(202 + 203));
        assert_eq!(position.armed(2), Some(200 + 205));
    }

    #[test]
    fn openings() {
        let traditional = Position::<u8>::traditional(8).unwrap();
        assert!(traditional.to_string().starts_with("4 4 4 4 4 4 4 4/0 0"));
        assert_eq!(traditional.check_opening(), Ok(()));
        assert_eq!(Position::<u8>::even(8).unwrap().check_opening(), Ok(()));
        assert_eq!(traditional.starts().collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        let other = Position::new(vec![32u8, 0, 0, 0], vec![1, 2, 3, 26]).unwrap();
        assert_eq!(
            other.check_opening().unwrap_err().to_string(),
            "the opponent has 32 seeds and the mover 32; in an opening on 2 columns each has 8"
        );
    }

    #[test]
    fn what_is_refused() {
        let rows = |lengths: &[usize]| {
            let rows = lengths.iter().map(|&length| vec![1u8; length]).collect();
            Setup { rows }.position().map(|_| ())
        };
        assert_eq!(rows(&[4; 4]), Ok(()));
        assert_eq!(rows(&[4; 3]), Err(PositionError::Rows { rows: 3 }));
        assert_eq!(
            rows(&[4, 4, 3, 4]),
            Err(PositionError::RowLength { row: 3, pits: 3, first: 4 })
        );
        assert_eq!(rows(&[1; 4]), Err(PositionError::Columns { columns: 1 }));
        assert_eq!(rows(&[33; 4]), Err(PositionError::Columns { columns: 33 }));
        let full = Setup { rows: vec![vec![64u8, 0], vec![64, 0], vec![64, 0], vec![64, 0]] };
        assert_eq!(full.position(), Err(PositionError::TotalTooLarge));
        assert!(Position::new(vec![1u8; 4], vec![1; 6]).is_err());
        assert!(Position::new(vec![1u8; 5], vec![1; 5]).is_err());
    }
}
