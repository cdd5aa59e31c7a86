//! Laps on 16 pits, a side of an Omweso board, with at most 255 seeds: one vector of 16 bytes, turned
//! so that the pivot comes first.
//!
//! Everything a lap does, it computes from the first byte inside the vector unit: about five
//! instructions wait for each other. Its portable twin is [`super::word`].

use std::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cvtsi128_si32,
    _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8, _mm_setr_epi8, _mm_setzero_si128,
    _mm_shuffle_epi8, _mm_srli_epi16, _mm_storeu_si128, _mm_sub_epi8,
};

use num_bigint::BigUint;

use super::{Engine, Event};

/// The number of pits.
pub(super) const PITS: usize = 16;

/// A circuit in play.
pub(super) struct Sixteen {
    /// Seeds in each pit in the direction of sowing from the pivot.
    pits: [u8; PITS],
    start: [u8; PITS],
    /// Index of the first pivot.
    pivot: usize,
    sown: u128,
}

#[target_feature(enable = "ssse3")]
fn load(bytes: &[u8; PITS]) -> __m128i {
    // SAFETY: 16 bytes are read from 16 bytes, at any alignment.
    unsafe { _mm_loadu_si128((&raw const *bytes).cast()) }
}

impl Sixteen {
    /// A circuit with these seeds, from pit 0, at most 255 in all; `None` where the processor cannot
    /// play it.
    pub fn new(seeds: impl Iterator<Item = u64>, pivot: usize) -> Option<Self> {
        if !is_x86_feature_detected!("ssse3") {
            return None;
        }
        let mut pits = [0; PITS];
        for (pit, seeds) in pits.iter_mut().zip(seeds) {
            *pit = seeds as u8;
        }
        pits.rotate_left(pivot);
        Some(Self { pits, start: pits, pivot, sown: 0 })
    }

    /// See [`Engine::laps`].
    #[target_feature(enable = "ssse3")]
    fn play<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        let but_first =
            _mm_setr_epi8(0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        let places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        // The landing pit gets a seed of any rest but 0, the pit k places behind it of a rest above k.
        let behind = _mm_setr_epi8(0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
        let low = _mm_set1_epi8(15);
        let start = load(&self.start);
        let mut pits = load(&self.pits);
        let mut hand = self.pits[0];
        let mut sown = 0u64;
        let mut event = None;
        let mut laps = 0;
        while laps < most {
            let hands = _mm_shuffle_epi8(pits, _mm_setzero_si128());
            let rests = _mm_and_si128(hands, low);
            let rounds = _mm_and_si128(_mm_srli_epi16::<4>(hands), low);
            let turn = _mm_and_si128(_mm_add_epi8(places, hands), low);
            let turned = _mm_shuffle_epi8(_mm_and_si128(pits, but_first), turn);
            // A comparison that holds is -1.
            let seeds = _mm_sub_epi8(rounds, _mm_cmpgt_epi8(rests, behind));
            pits = _mm_add_epi8(turned, seeds);
            laps += 1;
            // At most `most` hands of at most 255 seeds, far below 2^64.
            sown += u64::from(hand);
            hand = _mm_cvtsi128_si32(pits) as u8;
            if _mm_movemask_epi8(_mm_cmpeq_epi8(pits, start)) == 0xffff {
                event = Some(Event::Recurs);
                break;
            }
            if STOP && hand == 1 {
                event = Some(Event::Single);
                break;
            }
        }
        // SAFETY: 16 bytes are written to 16 bytes, at any alignment.
        unsafe { _mm_storeu_si128((&raw mut self.pits).cast(), pits) };
        self.sown += u128::from(sown);
        (laps, event)
    }
}

impl Engine for Sixteen {
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>) {
        // SAFETY: there is none of these where the processor has not what it needs.
        unsafe { self.play::<STOP>(most) }
    }

    fn sown(&self) -> BigUint {
        self.sown.into()
    }

    fn pits(&self) -> Vec<BigUint> {
        let mut pits = self.pits.map(BigUint::from).to_vec();
        // Every seed takes the hand one pit on.
        let pivot = (self.pivot as u128 + self.sown) % PITS as u128;
        pits.rotate_right(pivot as usize);
        pits
    }
}
