//! Random states, exactly uniform, each from a stream of random bits of its own.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

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
    pits: usize,
    stream: ChaCha8Rng,
    places: Places,
    /// How many places are drawn.
    fewer: usize,
    /// Whether they are those of the bars, not of the seeds.
    bars: bool,
    drawn: Vec<u64>,
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
        // Neither number is above 2^62, so the sum is far from the end of its type.
        let (bars, free) = (pits - 1, seeds - 2);
        Ok(Self {
            pits: n,
            stream: ChaCha8Rng::from_seed(key),
            places: Places::new(bars + free),
            // No more than the bars, of which there are as many as an index counts.
            fewer: bars.min(free) as usize,
            bars: bars <= free,
            drawn: Vec::new(),
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
        self.draw();
        let mut pits = if self.bars {
            between_bars(&self.drawn, self.places.count)
        } else {
            between_seeds(&self.drawn, self.pits)
        };
        pits[0] += 2;
        State::start(pits, 0).expect("a pivot of at least 2 seeds and a total below 2^63")
    }

    /// Draws as many different places as there are to be, in increasing order.
    ///
    /// Each round draws as many as are missing, so that not one is drawn too many, and the set is
    /// that of places drawn one by one.
    #[expect(clippy::stable_sort_primitive, reason = "this one is quick where most is in order")]
    fn draw(&mut self) {
        self.drawn.clear();
        while self.drawn.len() < self.fewer {
            for _ in self.drawn.len()..self.fewer {
                self.drawn.push(self.places.draw(&mut self.stream));
            }
            self.drawn.sort();
            self.drawn.dedup();
        }
    }
}

/// A row of places of which each is drawn with the same probability.
#[derive(Debug)]
struct Places {
    count: u64,
    /// `2^64` modulo the number of places.
    barred: u64,
}

impl Places {
    fn new(count: u64) -> Self {
        // Where there are none, none is drawn.
        Self { count, barred: count.wrapping_neg().checked_rem(count).unwrap_or(0) }
    }

    /// A place, from 0.
    fn draw(&self, bits: &mut impl Rng) -> u64 {
        loop {
            let product = u128::from(bits.next_u64()) * u128::from(self.count);
            if product as u64 >= self.barred {
                return (product >> 64) as u64;
            }
        }
    }
}

/// Seeds in each pit, by the places of the bars between the pits in increasing order; seeds stand
/// on the others of the row.
fn between_bars(bars: &[u64], places: u64) -> Vec<u64> {
    let mut pits = Vec::with_capacity(bars.len() + 1);
    let mut start = 0;
    for &end in bars.iter().chain([&places]) {
        pits.push(end - start);
        start = end + 1;
    }
    pits
}

/// Seeds in each pit, by the places of the seeds in increasing order; bars stand on the others of
/// the row.
fn between_seeds(seeds: &[u64], pits: usize) -> Vec<u64> {
    let mut pits = vec![0; pits];
    for (before, &place) in seeds.iter().enumerate() {
        // Beside the seeds before it there are only bars, and as many as pits were left behind.
        pits[place as usize - before] += 1;
    }
    pits
}

#[cfg(test)]
mod tests {
    use super::{Places, States, between_bars, between_seeds};
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};
    use std::collections::HashSet;

    /// Every set of `k` of the places `0..places`, in increasing order.
    fn sets(places: u64, k: usize) -> Vec<Vec<u64>> {
        (0u64..1 << places)
            .filter(|set| set.count_ones() as usize == k)
            .map(|set| (0..places).filter(|place| set >> place & 1 == 1).collect())
            .collect()
    }

    /// Every way to lay `seeds` seeds into `pits` pits.
    fn positions(pits: usize, seeds: u64) -> HashSet<Vec<u64>> {
        if pits == 1 {
            return [vec![seeds]].into();
        }
        let rest = |first| positions(pits - 1, seeds - first).into_iter();
        (0..=seeds).flat_map(|first| rest(first).map(move |r| [vec![first], r].concat())).collect()
    }

    #[test]
    fn every_set_of_places_is_a_position_of_its_own() {
        for pits in 1..=6usize {
            for seeds in 0..=7u64 {
                let places = seeds + pits as u64 - 1;
                let all = positions(pits, seeds);
                let bars = sets(places, pits - 1);
                let seeds = sets(places, seeds as usize);
                assert_eq!((bars.len(), seeds.len()), (all.len(), all.len()));
                let by_bars = bars.iter().map(|bars| between_bars(bars, places));
                assert_eq!(by_bars.collect::<HashSet<_>>(), all);
                let by_seeds = seeds.iter().map(|seeds| between_seeds(seeds, pits));
                assert_eq!(by_seeds.collect::<HashSet<_>>(), all);
                // The two say the same: the bars stand where the seeds do not.
                for bars in bars {
                    let others: Vec<u64> =
                        (0..places).filter(|place| !bars.contains(place)).collect();
                    assert_eq!(between_bars(&bars, places), between_seeds(&others, pits));
                }
            }
        }
    }

    /// A generator of only one word.
    struct Word(u64, u32);

    impl rand::TryRng for Word {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            unreachable!("whole words are drawn")
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            self.1 += 1;
            // The largest word is accepted whatever the number of places.
            Ok(if self.1 == 1 { self.0 } else { u64::MAX })
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("whole words are drawn")
        }
    }

    /// The words that give place `place`, accepted ones, must be the same number for each. Their
    /// first and last are where the product crosses a multiple of `2^64`.
    #[test]
    fn every_place_has_equally_many_words() {
        for count in [1, 2, 3, 5, 6, 7, 1000, (1 << 32) + 1, 3 << 61, (1 << 62) + 12_345] {
            let places = Places::new(count);
            assert_eq!(u128::from(places.barred), (1 << 64) % u128::from(count));
            let accepted = |word: u64| {
                let mut bits = Word(word, 0);
                let place = places.draw(&mut bits);
                (bits.1 == 1).then_some(place)
            };
            let some = [0..count.min(3), count / 3..count / 3 + 1, count.saturating_sub(2)..count];
            for place in some.into_iter().flatten() {
                let edge = |place: u64| (u128::from(place) << 64).div_ceil(u128::from(count));
                let (first, end) = (edge(place), edge(place + 1));
                let first_accepted = [first, first + 1]
                    .into_iter()
                    .find(|&word| word < end && accepted(word as u64) == Some(place));
                let words = first_accepted.map_or(0, |first| end - first);
                assert_eq!(words, (1 << 64) / u128::from(count), "place {place} of {count}");
                assert_eq!(accepted((end - 1) as u64), Some(place));
            }
        }
    }

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
