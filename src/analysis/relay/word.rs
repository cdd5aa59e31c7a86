//! Laps on a circuit whose total fits in a machine integer, at the speed of memory.
//!
//! Whole rounds are kept in one number for all pits, so a lap touches `hand mod n` pits, one after
//! the other, in chunks of fixed length that the compiler makes vector instructions of.

use num_bigint::BigUint;

use super::key::Keys;
use super::{Engine, Event, TOUCHED};

/// Pits in a chunk.
const LANES: usize = 16;

/// A machine integer. Sums are taken mod `2^bits`; a content is below that, so it is exact.
pub(super) trait Word: Copy + Eq {
    /// Bytes of the integer.
    const BYTES: u32;
    /// As many ones as a chunk has pits, then as many zeros.
    const ONES: [Self; 2 * LANES];
    fn of(value: u64) -> Self;
    fn get(self) -> u64;
    fn plus(self, other: Self) -> Self;
    fn negative(self) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            const BYTES: u32 = <$type>::BITS / 8;
            const ONES: [Self; 2 * LANES] = {
                let mut ones = [0; 2 * LANES];
                let mut lane = 0;
                while lane < LANES {
                    ones[lane] = 1;
                    lane += 1;
                }
                ones
            };
            #[inline(always)]
            fn of(value: u64) -> Self {
                value as $type
            }
            #[inline(always)]
            fn get(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn negative(self) -> Self {
                self.wrapping_neg()
            }
        }
    )*};
}

word!(u8, u16, u32, u64);

/// A circuit in play.
pub(super) struct Circuit<T> {
    /// Number of pits.
    n: usize,
    /// Seeds in each pit but for `rounds`, from pit 0, and room for a chunk behind the last one.
    pits: Vec<T>,
    /// What every pit holds beside.
    rounds: T,
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
        let mut pits: Vec<T> = pits.map(T::of).collect();
        let n = pits.len();
        let start: Vec<T> = pits[pivot..].iter().chain(&pits[..pivot]).copied().collect();
        pits.resize(n + LANES, T::of(0));
        let keys = Keys::new(n, T::BYTES);
        let key = keys.of(start.iter().map(|pit| pit.get()));
        Self { n, pits, rounds: T::of(0), pivot, sown: 0, start, start_key: key, key, keys }
    }

    /// Whether the state is a rotation of the start.
    fn recurs(&self) -> bool {
        let (before, from) = self.pits[..self.n].split_at(self.pivot);
        let (first, last) = self.start.split_at(from.len());
        let same = |now: &[T], then: &[T]| {
            now.iter().zip(then).all(|(now, &then)| now.plus(self.rounds) == then)
        };
        same(from, first) && same(before, last)
    }

    /// See [`Engine::laps`].
    #[inline(always)]
    fn play<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let n = self.n as u64;
        let (mut laps, mut touched) = (0, 0);
        while laps < most && touched < TOUCHED {
            let pivot = self.pivot;
            let hand = self.pits[pivot].plus(self.rounds).get();
            self.pits[pivot] = self.rounds.negative();
            let mut rest = hand;
            if hand >= n {
                self.rounds = self.rounds.plus(T::of(hand / n));
                rest = hand % n;
            }
            // Below n, so an index.
            let landing = pivot + rest as usize;
            if landing < self.n {
                sow_one_each(&mut self.pits, pivot + 1, landing + 1);
                self.pivot = landing;
            } else {
                sow_one_each(&mut self.pits, pivot + 1, self.n);
                self.pivot = landing - self.n;
                sow_one_each(&mut self.pits, 0, self.pivot + 1);
            }
            self.sown += u128::from(hand);
            self.key = self.keys.after(self.key, hand);
            laps += 1;
            touched += rest;
            if self.key == self.start_key && self.recurs() {
                return (laps, Some(Event::Recurs));
            }
            if STOP && self.pits[self.pivot].plus(self.rounds) == T::of(1) {
                return (laps, Some(Event::Single));
            }
        }
        (laps, None)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn play_avx2<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        self.play::<STOP>(most)
    }
}

/// Drops a seed into each pit from `from` up to, but without, `to`.
#[inline(always)]
fn sow_one_each<T: Word>(pits: &mut [T], mut from: usize, to: usize) {
    while to - from > LANES {
        for pit in &mut pits[from..from + LANES] {
            *pit = pit.plus(T::of(1));
        }
        from += LANES;
    }
    // The rest of the chunk gets nothing, which is quicker than leaving it out.
    let ones = &T::ONES[LANES - (to - from)..][..LANES];
    for (pit, &one) in pits[from..from + LANES].iter_mut().zip(ones) {
        *pit = pit.plus(one);
    }
}

impl<T: Word> Engine for Circuit<T> {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs.
            return unsafe { self.play_avx2::<STOP>(most) };
        }
        self.play::<STOP>(most)
    }

    fn sown(&self) -> BigUint {
        self.sown.into()
    }

    fn pits(&self) -> Vec<BigUint> {
        self.pits[..self.n].iter().map(|pit| pit.plus(self.rounds).get().into()).collect()
    }
}
