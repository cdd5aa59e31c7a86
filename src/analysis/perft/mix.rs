//! A fast hash for positions: they come from no enemy, and their words need mixing, no secrecy. The same
//! on every machine and in every run.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes [`Mix`].
pub(super) type Build = BuildHasherDefault<Mix>;

/// An odd number without a pattern: the fraction of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Each word is multiplied into the state, and both halves of the product are kept: so every bit of it
/// depends on all words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mix(u64);

impl Mix {
    fn add(&mut self, word: u64) {
        // No word that is likely makes a zero of this, which would forget what was before.
        let product = u128::from(self.0 ^ word ^ !FACTOR) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Build;
    use crate::analysis::two_row::Packed;
    use crate::games::oware::{GrandSlam, Position};
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    /// Positions a few moves from each other differ in few bits; where a table looks first, they must
    /// not.
    #[test]
    fn the_bits_that_tables_look_at_are_spread() {
        let mut positions = HashSet::from([Position::start(6, 4).unwrap()]);
        for _ in 0..6 {
            let next = positions.iter().flat_map(|position| {
                position.moves(GrandSlam::CapturesNothing).into_iter().map(|(_, to)| to.position)
            });
            positions = next.collect();
        }
        assert!(positions.len() > 10_000);
        let build = Build::default();
        let hashes: Vec<u64> =
            positions.iter().map(|position| build.hash_one(Packed::from(position))).collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
        let expected = hashes.len() / 256;
        for shift in [0, 8, 16, 32, 56] {
            let mut counts = [0usize; 256];
            for hash in &hashes {
                counts[(hash >> shift) as usize % 256] += 1;
            }
            let fair = counts.iter().all(|&count| count > expected / 2 && count < 2 * expected);
            assert!(fair, "{shift}: {counts:?}");
        }
    }
}
