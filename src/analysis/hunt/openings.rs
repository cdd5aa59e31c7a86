//! Random openings, exactly uniform, each from a stream of random bits of its own.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use thiserror::Error;

use super::super::sample::{Arrangements, MOST};
use crate::games::omweso::{LEAST_COLUMNS, MOST_COLUMNS, Position};

/// What tells the streams of these openings from those of any other random thing with the same seed.
const PURPOSE: [u8; 7] = *b"opening";

/// An endless sequence of random positions of so many columns, in which each player has so many
/// seeds. All arrangements of a side are equally likely, and the two sides are independent.
///
/// Position `index` depends on nothing but the numbers given here and its index. It is drawn as
/// [`crate::analysis::sample::States`] says, the mover's side first, the opponent's by the bits that
/// follow. The key is the seed, the mover's seeds and the opponent's seeds, 8 bytes each with the low
/// byte first, the word `opening`, and the number of columns as a byte; the stream number is the index.
///
/// # Examples
/// ```
/// use sowlab::analysis::hunt::Openings;
///
/// let position = Openings::new(8, 32, 32, 1)?.get(7);
/// assert_eq!(position.check_opening(), Ok(()));
/// # Ok::<(), sowlab::analysis::hunt::OpeningsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings {
    key: [u8; 32],
    own: Arrangements,
    opponent: Arrangements,
}

/// Why there are no such positions.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum OpeningsError {
    /// Too few or too many columns.
    #[error("a board of {columns} column{} is not accepted; {LEAST_COLUMNS} to {MOST_COLUMNS} are", if *columns == 1 { "" } else { "s" })]
    Columns {
        /// The number asked for.
        columns: usize,
    },
    /// More seeds than are laid out at random.
    #[error("{seeds} seeds on a side are too many; up to 2^62 are accepted")]
    Seeds {
        /// The number asked for.
        seeds: u64,
    },
}

impl Openings {
    /// The sequence for a seed of random numbers.
    ///
    /// # Errors
    /// If there are not 2 to 32 columns, or more than `2^62` seeds on a side.
    pub fn new(
        columns: usize,
        own_seeds: u64,
        opponent_seeds: u64,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        if !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns) {
            return Err(OpeningsError::Columns { columns });
        }
        if let Some(seeds) = [own_seeds, opponent_seeds].into_iter().find(|&seeds| seeds > MOST) {
            return Err(OpeningsError::Seeds { seeds });
        }
        let mut key = [0; 32];
        for (part, number) in key.chunks_exact_mut(8).zip([seed, own_seeds, opponent_seeds]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        key[24..31].copy_from_slice(&PURPOSE);
        key[31] = columns as u8;
        Ok(Self {
            key,
            own: Arrangements::new(2 * columns, own_seeds),
            opponent: Arrangements::new(2 * columns, opponent_seeds),
        })
    }

    /// A position of the sequence, from index 0, in about a microsecond on the usual board.
    ///
    /// # Panics
    /// Never: what is drawn is a position.
    #[must_use]
    pub fn get(&self, index: u64) -> Position<u64> {
        let Self { key, mut own, mut opponent } = self.clone();
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(index);
        let own = own.get(&mut stream);
        let opponent = opponent.get(&mut stream);
        Position::new(own, opponent).expect("sides of one length and at most 2^63 seeds")
    }
}

#[cfg(test)]
mod tests {
    use super::{Openings, OpeningsError};
    use std::collections::HashMap;

    /// Two columns, 3 seeds against 2: 20 arrangements against 10. Chi-square with 199 degrees of
    /// freedom exceeds 277 with probability 0.0002.
    #[test]
    fn every_pair_of_arrangements_is_as_likely() {
        let openings = Openings::new(2, 3, 2, 5).unwrap();
        let samples = 40_000;
        let mut counts: HashMap<_, u64> = HashMap::new();
        for index in 0..samples {
            let position = openings.get(index);
            assert_eq!(position.own().iter().sum::<u64>(), 3);
            assert_eq!(position.opponent().iter().sum::<u64>(), 2);
            *counts.entry(position).or_default() += 1;
        }
        assert_eq!(counts.len(), 200);
        let expected = samples as f64 / 200.0;
        let square = |&count: &u64| (count as f64 - expected).powi(2) / expected;
        let chi_square: f64 = counts.values().map(square).sum();
        assert!((130.0..277.0).contains(&chi_square), "{chi_square}");
    }

    #[test]
    fn an_index_says_all() {
        let openings = Openings::new(8, 32, 32, 1).unwrap();
        let forwards: Vec<_> = (0..20).map(|index| openings.get(index)).collect();
        let mut backwards: Vec<_> = (0..20).rev().map(|index| openings.get(index)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert!(forwards.iter().all(|position| position.check_opening() == Ok(())));
        for (columns, own, opponent, seed) in [(8, 32, 32, 2), (8, 32, 31, 1), (8, 31, 32, 1)] {
            let others = Openings::new(columns, own, opponent, seed).unwrap();
            assert!((0..20).all(|index| others.get(index) != forwards[index as usize]));
        }
        let far = openings.get(u64::MAX);
        assert!(far.check_opening().is_ok() && far != forwards[0]);
    }

    #[test]
    fn what_is_refused() {
        let refused = |columns, own, opponent| Openings::new(columns, own, opponent, 0).err();
        assert_eq!(refused(1, 4, 4), Some(OpeningsError::Columns { columns: 1 }));
        assert_eq!(refused(33, 4, 4), Some(OpeningsError::Columns { columns: 33 }));
        let seeds = (1 << 62) + 1;
        assert_eq!(refused(2, 4, seeds), Some(OpeningsError::Seeds { seeds }));
        assert_eq!(refused(2, 0, 1 << 62), None);
    }
}
