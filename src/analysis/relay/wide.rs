//! Laps on a circuit with more seeds than a machine integer counts.
//!
//! A pit holds the whole rounds since it was last emptied, a difference of two large numbers, and
//! the loose seeds of the rests, at most one a lap, in a machine integer. So a lap costs a few
//! operations on large numbers and `hand mod n` on small ones.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::key::Keys;
use super::{Engine, Event, TOUCHED};

/// A circuit in play.
pub(super) struct Wide {
    /// Rounds sown so far, and some before the start.
    rounds: BigUint,
    /// For each pit from 0 what `rounds` was when it was last emptied.
    emptied: Vec<BigUint>,
    /// Seeds that each pit got since then beside whole rounds.
    loose: Vec<u64>,
    pivot: usize,
    sown: BigUint,
    /// The start in the direction of sowing from its pivot.
    start: Vec<BigUint>,
    start_key: u64,
    key: u64,
    keys: Keys,
}

/// A number mod 2^64.
fn low(number: &BigUint) -> u64 {
    number.iter_u64_digits().next().unwrap_or(0)
}

impl Wide {
    /// A circuit with these seeds, from pit 0.
    pub fn new(pits: Vec<BigUint>, pivot: usize) -> Self {
        // A pit of x seeds is one that was last emptied x rounds ago.
        let rounds = pits.iter().max().cloned().unwrap_or_default();
        let emptied = pits.iter().map(|pit| &rounds - pit).collect();
        let loose = vec![0; pits.len()];
        let mut start = pits;
        start.rotate_left(pivot);
        let keys = Keys::new(start.len(), 8);
        let key = keys.of(start.iter().map(low));
        let sown = BigUint::ZERO;
        Self { rounds, emptied, loose, pivot, sown, start, start_key: key, key, keys }
    }

    fn content(&self, pit: usize) -> BigUint {
        &self.rounds - &self.emptied[pit] + self.loose[pit]
    }

    /// Whether the state is a rotation of the start.
    fn recurs(&self) -> bool {
        let n = self.start.len();
        let from_pivot = (self.pivot..n).chain(0..self.pivot);
        from_pivot.zip(&self.start).all(|(pit, then)| self.content(pit) == *then)
    }
}

impl Engine for Wide {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let n = self.start.len();
        let (mut laps, mut touched) = (0, 0);
        while laps < most && touched < TOUCHED {
            let hand = self.content(self.pivot);
            self.loose[self.pivot] = 0;
            let (rounds, rest) = hand.div_rem(&n.into());
            self.emptied[self.pivot].clone_from(&self.rounds);
            if !rounds.is_zero() {
                self.rounds += rounds;
            }
            let rest = rest.to_usize().expect("a remainder mod n is below n");
            let landing = self.pivot + rest;
            if landing < n {
                self.loose[self.pivot + 1..=landing].iter_mut().for_each(|pit| *pit += 1);
                self.pivot = landing;
            } else {
                self.loose[self.pivot + 1..].iter_mut().for_each(|pit| *pit += 1);
                self.pivot = landing - n;
                self.loose[..=self.pivot].iter_mut().for_each(|pit| *pit += 1);
            }
            self.key = self.keys.after(self.key, low(&hand));
            // The large numbers take their time too.
            touched += rest as u64 + self.rounds.bits() / 8 + 64;
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
