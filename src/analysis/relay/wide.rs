//! Laps on a circuit with more seeds than a machine integer counts, as in [`super::word`], with
//! numbers of rounds of any size.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::key::Keys;
use super::{Engine, Event};

/// A circuit in play.
pub(super) struct Wide {
    /// The round in which each pit was last emptied, from pit 0.
    emptied: Vec<BigUint>,
    /// The round in which the pivot was landed on.
    round: BigUint,
    pivot: usize,
    sown: BigUint,
    /// The start in the direction of sowing from its pivot.
    start: Vec<BigUint>,
    start_key: u64,
    key: u64,
    keys: Keys,
}

/// Machine words of large numbers that are gone through between two questions to the observer:
/// about a millisecond.
const WORDS: u64 = 1 << 20;

/// A number mod 2^64.
fn low(number: &BigUint) -> u64 {
    number.iter_u64_digits().next().unwrap_or(0)
}

impl Wide {
    /// A circuit with these seeds, from pit 0.
    pub fn new(pits: Vec<BigUint>, pivot: usize) -> Self {
        // So many rounds that every pit was emptied after the first.
        let round = pits.iter().max().cloned().unwrap_or_default() + 1u8;
        let emptied = pits
            .iter()
            .enumerate()
            .map(|(pit, content)| &round - content - u8::from(pit > pivot))
            .collect();
        let mut start = pits;
        start.rotate_left(pivot);
        let keys = Keys::new(start.len(), 8);
        let key = keys.of(start.iter().map(low));
        Self { emptied, round, pivot, sown: BigUint::ZERO, start, start_key: key, key, keys }
    }

    fn content(&self, pit: usize) -> BigUint {
        &self.round - &self.emptied[pit] - u8::from(pit > self.pivot)
    }

    /// Whether the state is a rotation of the start.
    fn recurs(&self) -> bool {
        let from_pivot = (self.pivot..self.start.len()).chain(0..self.pivot);
        from_pivot.zip(&self.start).all(|(pit, then)| self.content(pit) == *then)
    }
}

impl Engine for Wide {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let n = self.start.len();
        let circuit = BigUint::from(n);
        let most = most.min(1 + WORDS / (8 + self.round.bits() / 64));
        let mut laps = 0;
        while laps < most {
            let hand = self.content(self.pivot);
            self.emptied[self.pivot].clone_from(&self.round);
            let (rounds, rest) = hand.div_rem(&circuit);
            self.round += rounds;
            self.pivot += rest.to_usize().expect("a remainder mod n is below n");
            if self.pivot >= n {
                self.pivot -= n;
                self.round += 1u8;
            }
            self.key = self.keys.after(self.key, low(&hand));
            self.sown += hand;
            laps += 1;
            if self.key == self.start_key && self.recurs() {
                return (laps, Some(Event::Recurs));
            }
            if STOP && self.content(self.pivot) == 1u8.into() {
                return (laps, Some(Event::Single));
            }
        }
        (laps, None)
    }

    fn sown(&self) -> BigUint {
        self.sown.clone()
    }

    fn pits(&self) -> Vec<BigUint> {
        (0..self.start.len()).map(|pit| self.content(pit)).collect()
    }
}
