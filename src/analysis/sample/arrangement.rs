//! Ways to lay seeds into pits, exactly uniform, by random bits.

use rand::Rng;

/// Draws one of the ways to lay `seeds` seeds into `pits` pits, each with the same probability.
///
/// The seeds and the bars between the pits stand in a row of `seeds + pits - 1` places. Which places
/// those of the fewer kind have is drawn ([`super::States`] says why that is uniform).
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Arrangements {
    pits: usize,
    places: Places,
    /// How many places are drawn.
    fewer: usize,
    /// Whether they are those of the bars, not of the seeds.
    bars: bool,
    drawn: Vec<u64>,
}

impl Arrangements {
    /// All ways for so many pits, at least 1, and seeds; neither is above `2^62`.
    pub(in crate::analysis) fn new(pits: usize, seeds: u64) -> Self {
        // Neither number is above 2^62, so the sum is far from the end of its type.
        let bars = pits as u64 - 1;
        Self {
            pits,
            places: Places::new(bars + seeds),
            // No more than the bars, of which there are as many as an index counts.
            fewer: bars.min(seeds) as usize,
            bars: bars <= seeds,
            drawn: Vec::new(),
        }
    }

    /// Seeds in each pit, by the next of the bits.
    pub(in crate::analysis) fn get(&mut self, bits: &mut impl Rng) -> Vec<u64> {
        self.draw(bits);
        if self.bars {
            between_bars(&self.drawn, self.places.count)
        } else {
            between_seeds(&self.drawn, self.pits)
        }
    }

    /// Draws as many different places as there are to be, in increasing order.
    ///
    /// Each round draws as many as are missing, so that not one is drawn too many, and the set is
    /// that of places drawn one by one.
    #[expect(clippy::stable_sort_primitive, reason = "this one is quick where most is in order")]
    fn draw(&mut self, bits: &mut impl Rng) {
        self.drawn.clear();
        while self.drawn.len() < self.fewer {
            for _ in self.drawn.len()..self.fewer {
                self.drawn.push(self.places.draw(bits));
            }
            self.drawn.sort();
            self.drawn.dedup();
        }
    }
}

/// A row of places of which each is drawn with the same probability.
#[derive(Clone, Debug)]
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
    use super::{Places, between_bars, between_seeds};
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
}
