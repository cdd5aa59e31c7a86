//! Random states, exactly uniform, each from a stream of random bits of its own.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::arrangement::Arrangements;
use super::{SampleError, check};
use crate::games::relay::State;

/// What tells the streams of this sampling from those of any other with the same seed.
const PURPOSE: [u8; 8] = *b"sampling";

/// An endless sequence of random states of so many pits and seeds, with the pivot at pit 0 holding
/// at least 2 seeds. All such states are equally likely, as far as the bits of `ChaCha8` are.
///
/// # What makes them uniform
/// The pivot gets 2 seeds, and the other `N - 2` are laid into the `n` pits at random: they and the
/// `n - 1` bars between the pits stand in a row of `n - 1 + N - 2` places, and the states are the
/// ways to choose the places of the bars, or, which is the same, of the seeds. Whichever are fewer
/// get theirs drawn, again and again from all places, until there are enough different ones. No
/// place is preferred to another, so that every set of places is as likely as any other.
/// As they are at most half of the places, a draw is new with probability 1/2 or more.
///
/// A place is drawn as the upper half of the product of the number of places and 64 random bits,
/// and drawn again if the lower half is below `2^64` modulo the number of places; so each place
/// belongs to equally many of the accepted `2^64` numbers (D. Lemire, ACM Trans. Model. Comput.
/// Simul. 29 (2019), article 3). There is no floating-point number in it.
///
/// # What makes them repeatable
/// State `index` depends on nothing but the seed, the two numbers and its index, on every machine.
/// Its bits are the key stream of `ChaCha8`, as 64-bit words with the low byte first. The key is the
/// seed, the number of pits and the number of seeds, 8 bytes each with the low byte first, and the
/// word `sampling`; the stream number (nonce) is the index.
///
/// # Examples
/// ```
/// use sowlab::analysis::sample::States;
///
/// let mut states = States::new(4, 9, 0)?;
/// let state = states.get(5);
/// assert_eq!(state.pits().iter().sum::<u64>(), 9);
/// assert!(state.pivot() == 0 && *state.hand() >= 2);
/// # Ok::<(), sowlab::analysis::sample::SampleError>(())
/// ```
#[derive(Debug)]
pub struct States {
    stream: ChaCha8Rng,
    arrangements: Arrangements,
}

impl States {
    /// The sequence of states for a seed.
    ///
    /// # Errors
    /// If there is no such state, or a number is too large.
    pub fn new(pits: u64, seeds: u64, seed: u64) -> Result<Self, SampleError> {
        let n = check(pits, seeds)?;
        let mut key = [0; 32];
        for (part, bytes) in key.chunks_exact_mut(8).zip([
            seed.to_le_bytes(),
            pits.to_le_bytes(),
            seeds.to_le_bytes(),
            PURPOSE,
        ]) {
            part.copy_from_slice(&bytes);
        }
        Ok(Self {
            stream: ChaCha8Rng::from_seed(key),
            arrangements: Arrangements::new(n, seeds - 2),
        })
    }

    /// A state of the sequence, from index 0.
    ///
    /// Time `O(n + k log k)` and about `12 k` bytes beside the state itself, for `k` the smaller of
    /// `n - 1` and `N - 2`, the number of seeds without the two.
    ///
    /// # Panics
    /// Never: what is drawn is a state.
    pub fn get(&mut self, index: u64) -> State<u64> {
        self.stream.set_stream(index);
        let mut pits = self.arrangements.get(&mut self.stream);
        pits[0] += 2;
        State::start(pits, 0).expect("a pivot of at least 2 seeds and a total below 2^63")
    }
}

#[cfg(test)]
mod tests {
    use super::States;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};
    use std::collections::HashSet;

    #[test]
    fn sizes_at_the_ends_of_the_range() {
        for (pits, seeds) in [
            (1, 2),
            (1, 10u64.pow(12)),
            (2, 1 << 62),
            (100_000, 2),
            (100_000, 3),
            (100_000, 50_000),
            (100_000, 100_001),
            (100_000, 10u64.pow(12)),
        ] {
            let mut states = States::new(pits, seeds, 7).unwrap();
            let state = states.get(3);
            assert_eq!(state.pits().len() as u64, pits);
            assert_eq!(state.pits().iter().sum::<u64>(), seeds);
            assert!(*state.hand() >= 2);
            assert_eq!(states.get(3), state, "what was drawn before leaves no trace");
            if pits > 1 && seeds > 2 {
                assert_ne!(states.get(4), state);
            }
        }
    }

    /// The streams of one index in different cells, and of different indices, are different.
    #[test]
    fn streams_are_different() {
        let mut seen = HashSet::new();
        let cells = [(16, 40, 0), (16, 40, 1), (16, 41, 0), (40, 16, 0), (17, 40, 0)];
        for (pits, seeds, seed) in cells {
            let mut states = States::new(pits, seeds, seed).unwrap();
            for index in [0, 1, 2, 1 << 33, u64::MAX] {
                states.stream.set_stream(index);
                assert!(seen.insert(states.stream.next_u64()));
            }
        }
        assert!(seen.insert(ChaCha8Rng::from_seed([0; 32]).next_u64()));
    }
}
