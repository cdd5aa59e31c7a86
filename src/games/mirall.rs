//! El Mirall ("the mirror"), the rules: one row of pits, the leftmost occupied pit is sown.
//!
//! Invented by two nine-year-olds in Argentona, Catalonia, in 2004 (S. Cases i Majoral, *Nice
//! boys, nice game*, Mancala Games mailing list, 12 November 2004). Two players mirror each
//! other's moves, so one row tells all. Pits are indexed from 0 at the left, which is the
//! direction of sowing. See `docs/rules.md`.

use std::fmt;

use num_traits::CheckedAdd;
use thiserror::Error;

use crate::orbit::Dynamics;
use crate::sowing::{Seeds, sow};

/// A validated row: at least one pit, at least one seed, and a total that fits in `S`.
///
/// Two rows are equal when they hold the same seeds in the same pits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row<S> {
    pits: Vec<S>,
}

/// Why a list of numbers is not a row.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RowError {
    /// There are no pits.
    #[error("a row needs at least 1 pit")]
    NoPits,
    /// There are pits, but nothing in them.
    #[error("a row needs at least 1 seed; all {pits} pits are empty")]
    NoSeeds {
        /// Number of pits.
        pits: usize,
    },
    /// The total of the seeds does not fit in the integer type.
    #[error("the total of the seeds does not fit in the integer type of the row")]
    TotalTooLarge,
}

/// A move: which pit was sown and how many seeds it held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<S> {
    /// Index of the pit sown, from 0 at the left.
    pub pit: usize,
    /// Seeds it held.
    pub hand: S,
}

impl<S: Seeds + CheckedAdd> Row<S> {
    /// A row with the given seeds, from the left.
    ///
    /// # Errors
    /// If there is no pit, no seed, or the total does not fit in `S`.
    pub fn new(pits: Vec<S>) -> Result<Self, RowError> {
        if pits.is_empty() {
            return Err(RowError::NoPits);
        }
        let total = pits
            .iter()
            .try_fold(S::zero(), |sum, pit| sum.checked_add(pit))
            .ok_or(RowError::TotalTooLarge)?;
        if total.is_zero() {
            return Err(RowError::NoSeeds { pits: pits.len() });
        }
        Ok(Self { pits })
    }

    /// The starting position of the game: `seeds` seeds in each of `pits` pits.
    ///
    /// # Errors
    /// As [`Row::new`].
    pub fn uniform(pits: usize, seeds: S) -> Result<Self, RowError> {
        Self::new(vec![seeds; pits])
    }
}

impl<S: Seeds> Row<S> {
    /// The seeds in each pit, from the left.
    #[must_use]
    pub fn pits(&self) -> &[S] {
        &self.pits
    }

    /// Index of the leftmost occupied pit.
    ///
    /// # Panics
    /// Never: a row holds at least one seed.
    #[must_use]
    pub fn leftmost(&self) -> usize {
        self.pits.iter().position(|pit| !pit.is_zero()).expect("a row holds at least one seed")
    }

    /// Plays the one move there is: sows the leftmost occupied pit to the right.
    pub fn play(&mut self) -> Move<S> {
        let pit = self.leftmost();
        let hand = self.pits[pit].clone();
        sow(&mut self.pits, pit);
        Move { pit, hand }
    }
}

impl<S: fmt::Display> fmt::Display for Row<S> {
    /// The seeds from the left, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, pit) in self.pits.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            pit.fmt(f)?;
        }
        Ok(())
    }
}

/// El Mirall as a [`Dynamics`]: a step is a move. It never ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirall<S>(std::marker::PhantomData<S>);

impl<S> Mirall<S> {
    /// The dynamics of El Mirall on rows of `S`.
    #[must_use]
    pub fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<S: Seeds> Dynamics for Mirall<S> {
    type State = Row<S>;

    fn step(&self, row: &mut Row<S>) -> bool {
        row.play();
        true
    }
}

/// `M(n,s)` by playing: the number of moves until `s` seeds in each of `n` pits return.
///
/// The definition, and the slow twin of everything in [`crate::analysis::mirall`]. Cost: `O(n)`
/// a move.
///
/// # Errors
/// As [`Row::uniform`].
///
/// # Examples
/// ```
/// // The game as the children played it.
/// assert_eq!(sowlab::games::mirall::moves_by_playing(6, 4u64), Ok(54));
/// ```
pub fn moves_by_playing<S: Seeds + CheckedAdd>(pits: usize, seeds: S) -> Result<u64, RowError> {
    let start = Row::uniform(pits, seeds)?;
    let mut row = start.clone();
    let mut moves = 0;
    loop {
        row.play();
        moves += 1;
        if row == start {
            return Ok(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mirall, Row, RowError, moves_by_playing};
    use crate::orbit::{Orbit, classify};

    #[test]
    fn the_first_moves_of_the_game_as_the_children_played_it() {
        let mut row = Row::uniform(6, 4u8).unwrap();
        let mut seen = Vec::new();
        for _ in 0..3 {
            row.play();
            seen.push(row.to_string());
        }
        assert_eq!(seen, ["0 5 5 5 5 4", "1 0 6 6 6 5", "0 1 6 6 6 5"]);
    }

    #[test]
    fn the_origin_is_not_skipped() {
        let mut row = Row::new(vec![0u8, 0, 7]).unwrap();
        let played = row.play();
        assert_eq!((played.pit, played.hand), (2, 7));
        assert_eq!(row.pits(), [3, 2, 2]);
    }

    #[test]
    fn rows_that_are_no_rows() {
        assert_eq!(Row::<u8>::new(vec![]), Err(RowError::NoPits));
        assert_eq!(Row::new(vec![0u8, 0]), Err(RowError::NoSeeds { pits: 2 }));
        assert_eq!(Row::new(vec![200u8, 56]), Err(RowError::TotalTooLarge));
        assert!(Row::new(vec![200u8, 55]).is_ok());
    }

    #[test]
    fn the_move_count_is_the_period_of_the_orbit() {
        for pits in 1..=5 {
            for seeds in 1..=5u64 {
                let start = Row::uniform(pits, seeds).unwrap();
                let period = moves_by_playing(pits, seeds).unwrap();
                assert_eq!(
                    classify(&Mirall::new(), &start, u64::MAX, &()),
                    Ok(Orbit::Periodic { preperiod: 0, period })
                );
            }
        }
    }
}
