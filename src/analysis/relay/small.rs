//! Laps on at most 16 pits with at most 255 seeds: one vector of 16 bytes, turned so that the pivot
//! comes first.
//!
//! A lap is three steps, with tables by the hand for the last two: empty the first byte, turn by
//! the hand, add what each pit got. On 16 pits turn and seeds are computed from the hand inside the
//! vector unit, which is quicker than any table. Without vector instructions the bytes are those
//! of a `u128`.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::{Engine, Event};

/// The most pits.
pub(super) const PITS: usize = 16;

/// What a hand does to a circuit, as seen from the pivot.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Lap {
    /// Which byte comes to each place, `0x80` where there is no pit.
    turn: [u8; PITS],
    /// Seeds that each place of the turned circuit gets.
    seeds: [u8; PITS],
}

/// By the hand.
type Table = [Lap; 256];

/// The table for a circuit of `n` pits.
fn table(n: usize) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; PITS + 1] = [const { OnceLock::new() }; PITS + 1];
    TABLES[n].get_or_init(|| {
        let lap = |hand: usize| {
            let (rounds, rest) = (hand / n, hand % n);
            let mut lap = Lap { turn: [0x80; PITS], seeds: [0; PITS] };
            for place in 0..n {
                let before = (place + rest) % n;
                lap.turn[place] = before as u8;
                lap.seeds[place] = (rounds + usize::from((1..=rest).contains(&before))) as u8;
            }
            lap
        };
        Box::new(std::array::from_fn(lap))
    })
}

/// How laps are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Table,
    #[cfg(target_arch = "x86_64")]
    Sixteen,
}

impl Path {
    /// The paths that this machine has for `n` pits, the slowest first.
    fn all(n: usize) -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("ssse3") {
            all.push(Self::Table);
            if n == PITS {
                all.push(Self::Sixteen);
            }
        }
        let _ = n;
        all
    }
}

/// A circuit in play.
pub(super) struct Small {
    /// Number of pits.
    n: usize,
    /// Seeds in each pit in the direction of sowing from the pivot, the pivot lowest.
    state: u128,
    start: u128,
    /// Index of the first pivot.
    pivot: usize,
    sown: u128,
    table: &'static Table,
    path: Path,
}

impl Small {
    /// A circuit with these seeds, from pit 0.
    pub fn new(pits: impl Iterator<Item = u64>, pivot: usize) -> Self {
        let mut bytes = [0; PITS];
        let mut n = 0;
        for pit in pits {
            bytes[n] = pit as u8;
            n += 1;
        }
        bytes[..n].rotate_left(pivot);
        let state = u128::from_le_bytes(bytes);
        let path = *Path::all(n).last().unwrap_or(&Path::Portable);
        Self { n, state, start: state, pivot, sown: 0, table: table(n), path }
    }

    /// See [`Engine::laps`].
    fn portable<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let bits = 8 * self.n as u32;
        let mask = u128::MAX >> (128 - bits);
        let mut state = self.state;
        let mut sown = 0;
        let mut event = None;
        let mut laps = 0;
        while laps < most {
            let hand = (state & 0xff) as usize;
            let lap = &self.table[hand];
            let by = 8 * u32::from(lap.turn[0]);
            state &= !0xff;
            // In two steps, since a shift by all bits is none.
            state = (state >> by | state << 8 << (bits - 8 - by)) & mask;
            state += u128::from_le_bytes(lap.seeds);
            laps += 1;
            sown += hand as u64;
            if state == self.start {
                event = Some(Event::Recurs);
                break;
            }
            if STOP && state & 0xff == 1 {
                event = Some(Event::Single);
                break;
            }
        }
        self.state = state;
        self.sown += u128::from(sown);
        (laps, event)
    }
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cvtsi128_si32,
        _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8, _mm_setr_epi8, _mm_setzero_si128,
        _mm_shuffle_epi8, _mm_srli_epi16, _mm_storeu_si128, _mm_sub_epi8,
    };

    use super::{Event, PITS, Small};

    #[target_feature(enable = "ssse3")]
    fn load(bytes: [u8; PITS]) -> __m128i {
        // SAFETY: 16 bytes are read from 16 bytes, at any alignment.
        unsafe { _mm_loadu_si128((&raw const bytes).cast()) }
    }

    impl Small {
        /// See [`super::Engine::laps`].
        #[target_feature(enable = "ssse3")]
        pub(super) fn by_vectors<const STOP: bool, const SIXTEEN: bool>(
            &mut self,
            most: u64,
        ) -> (u64, Option<Event>) {
            let all_but_first =
                _mm_setr_epi8(0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
            let places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            // The landing pit gets a seed of any rest but 0, the pit `k` places behind it of a rest
            // above `k`.
            let behind = _mm_setr_epi8(0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
            let low = _mm_set1_epi8(15);
            let start = load(self.start.to_le_bytes());
            let mut state = load(self.state.to_le_bytes());
            let mut hand = self.state as u8;
            let mut sown = 0u64;
            let mut event = None;
            let mut laps = 0;
            while laps < most {
                let rest = _mm_and_si128(state, all_but_first);
                state = if SIXTEEN {
                    let hands = _mm_shuffle_epi8(state, _mm_setzero_si128());
                    let rests = _mm_and_si128(hands, low);
                    let rounds = _mm_and_si128(_mm_srli_epi16::<4>(hands), low);
                    let turn = _mm_and_si128(_mm_add_epi8(places, hands), low);
                    // A comparison that holds is -1.
                    let seeds = _mm_sub_epi8(rounds, _mm_cmpgt_epi8(rests, behind));
                    _mm_add_epi8(_mm_shuffle_epi8(rest, turn), seeds)
                } else {
                    let lap = &self.table[usize::from(hand)];
                    _mm_add_epi8(_mm_shuffle_epi8(rest, load(lap.turn)), load(lap.seeds))
                };
                laps += 1;
                sown += u64::from(hand);
                hand = _mm_cvtsi128_si32(state) as u8;
                if _mm_movemask_epi8(_mm_cmpeq_epi8(state, start)) == 0xffff {
                    event = Some(Event::Recurs);
                    break;
                }
                if STOP && hand == 1 {
                    event = Some(Event::Single);
                    break;
                }
            }
            let mut bytes = [0u8; PITS];
            // SAFETY: 16 bytes are written to 16 bytes, at any alignment.
            unsafe { _mm_storeu_si128((&raw mut bytes).cast(), state) };
            self.state = u128::from_le_bytes(bytes);
            self.sown += u128::from(sown);
            (laps, event)
        }
    }
}

impl Engine for Small {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        match self.path {
            Path::Portable => self.portable::<STOP>(most),
            // SAFETY: the path was taken because the processor has what it needs.
            #[cfg(target_arch = "x86_64")]
            Path::Table => unsafe { self.by_vectors::<STOP, false>(most) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Path::Sixteen => unsafe { self.by_vectors::<STOP, true>(most) },
        }
    }

    fn sown(&self) -> BigUint {
        self.sown.into()
    }

    fn pits(&self) -> Vec<BigUint> {
        let n = self.n;
        let mut pits: Vec<BigUint> =
            self.state.to_le_bytes()[..n].iter().map(|&pit| pit.into()).collect();
        let pivot = (self.pivot as u128 + self.sown) % n as u128;
        pits.rotate_right(pivot as usize);
        pits
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, Path, Small};
    use crate::games::relay::State;

    #[test]
    fn every_path_plays_every_lap_by_the_rules() {
        for n in 1..=16usize {
            for path in Path::all(n) {
                for seed in 0..200u64 {
                    let mut pits: Vec<u64> =
                        (0..n as u64).map(|pit| (pit * pit + seed * (pit + 7)) % 15).collect();
                    let pivot = seed as usize % n;
                    // Hands of every size up to the largest there can be.
                    let others = pits.iter().sum::<u64>() - pits[pivot];
                    pits[pivot] = 255u64.saturating_sub(others + seed).max(1);
                    let mut fast = Small::new(pits.iter().copied(), pivot);
                    fast.path = path;
                    let mut slow = State::new(pits, pivot).unwrap();
                    for lap in 0..50 {
                        fast.laps::<false>(1);
                        slow.lap();
                        let seen: Vec<u64> =
                            fast.pits().iter().map(|pit| pit.try_into().unwrap()).collect();
                        assert_eq!(seen, slow.pits(), "{path:?}, {n} pits, lap {lap}");
                    }
                }
            }
        }
    }
}
