//! Laps on a circuit whose total fits in a machine integer: a few instructions each, whatever the
//! hand.
//!
//! Sowing is only counted where it is read. Number the rounds in which the hand goes round the
//! circuit. What a pit holds when it is landed on is the number of times it was passed since it was
//! last emptied, and it is passed once a round: the difference of two numbers of rounds. So a lap
//! reads and writes one number, and the pits that it passes are not touched.

use std::hint::select_unpredictable;

use num_bigint::BigUint;

use super::key::Keys;
use super::{Engine, Event};

/// A machine integer. Numbers of rounds are taken mod `2^bits`; a content is below that, so it is
/// exact.
pub(super) trait Word: Copy + Eq + Into<u64> {
    /// Bytes of the integer.
    const BYTES: usize;
    /// The value mod `2^bits`.
    fn of(value: u64) -> Self;
    /// The sum mod `2^bits`.
    fn plus(self, other: Self) -> Self;
    /// The difference mod `2^bits`.
    fn minus(self, other: Self) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            const BYTES: usize = size_of::<$type>();
            fn of(value: u64) -> Self {
                value as $type
            }
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}

word!(u8, u16, u32, u64);

/// A circuit in play.
pub(super) struct Circuit<T> {
    /// The round in which each pit was last emptied, from pit 0.
    emptied: Vec<T>,
    /// The round in which the pivot was landed on.
    round: T,
    pivot: usize,
    sown: u128,
    /// The start in the direction of sowing from its pivot.
    start: Vec<T>,
    start_key: u64,
    key: u64,
    keys: Keys,
}

impl<T: Word> Circuit<T> {
    /// A circuit with these seeds, from pit 0; their total fits in `T`.
    pub fn new(pits: impl Iterator<Item = u64>, pivot: usize) -> Self {
        let mut start: Vec<T> = pits.map(T::of).collect();
        let round = T::of(0);
        let emptied = start
            .iter()
            .enumerate()
            .map(|(pit, &content)| last_passed(round, pit, pivot).minus(content))
            .collect();
        start.rotate_left(pivot);
        let keys = Keys::new(start.len(), T::BYTES);
        let key = keys.of(start.iter().map(|&pit| pit.into()));
        Self { emptied, round, pivot, sown: 0, start, start_key: key, key, keys }
    }

    fn content(&self, pit: usize) -> T {
        last_passed(self.round, pit, self.pivot).minus(self.emptied[pit])
    }

    /// Whether the state is a rotation of the start.
    fn recurs(&self) -> bool {
        let from_pivot = (self.pivot..self.start.len()).chain(0..self.pivot);
        from_pivot.zip(&self.start).all(|(pit, &then)| self.content(pit) == then)
    }
}

/// The round in which a pit was last passed, when the pivot was landed on in this one: the pits
/// after the pivot have not had their turn yet.
fn last_passed<T: Word>(round: T, pit: usize, pivot: usize) -> T {
    round.minus(T::of((pit > pivot).into()))
}

impl<T: Word> Engine for Circuit<T> {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let n = self.emptied.len();
        let (mut pivot, mut round, mut key) = (self.pivot, self.round, self.key);
        let mut sown = 0u128;
        let mut laps = 0;
        let mut event = None;
        while laps < most {
            let hand: u64 = round.minus(self.emptied[pivot]).into();
            self.emptied[pivot] = round;
            let mut rest = hand;
            if hand >= n as u64 {
                round = round.plus(T::of(hand / n as u64));
                rest = hand % n as u64;
            }
            // The rest is below n, so an index.
            let landing = pivot + rest as usize;
            let goes_round = landing >= n;
            pivot = select_unpredictable(goes_round, landing.wrapping_sub(n), landing);
            round = round.plus(T::of(goes_round.into()));
            key = self.keys.after(key, hand);
            sown += u128::from(hand);
            laps += 1;
            if key == self.start_key {
                (self.pivot, self.round) = (pivot, round);
                if self.recurs() {
                    event = Some(Event::Recurs);
                    break;
                }
            }
            if STOP && round.minus(self.emptied[pivot]) == T::of(1) {
                event = Some(Event::Single);
                break;
            }
        }
        (self.pivot, self.round, self.key) = (pivot, round, key);
        self.sown += sown;
        (laps, event)
    }

    fn sown(&self) -> BigUint {
        self.sown.into()
    }

    fn pits(&self) -> Vec<BigUint> {
        (0..self.start.len()).map(|pit| BigUint::from(self.content(pit).into())).collect()
    }
}
