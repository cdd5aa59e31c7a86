//! Numbers that look random and are the same everywhere (`SplitMix64`).

#![allow(dead_code)] // Each test file uses its own part of this.

/// A stream of numbers, from its seed.
pub struct Numbers(pub u64);

impl Numbers {
    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// An index of a list of this length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}
