//! The mover's side in one machine word, a byte for each pit, and what a hand adds to it.
//!
//! Sowing is one addition of a word from a table: the bytes do not carry, for no pit can ever hold
//! more than the 255 seeds that there are.

/// Pits of the largest circuit, a byte of the word each.
pub(super) const PITS: usize = 16;

/// What each hand from each origin adds in one direction, and where its last seed falls.
#[derive(Clone, Debug)]
pub(super) struct Sowings {
    seeds: Box<[[u128; 256]; PITS]>,
    landing: Box<[[u8; 256]; PITS]>,
}

impl Sowings {
    /// Every hand on a circuit of `pits` pits, sown into pits of rising or of falling index.
    pub(super) fn new(pits: usize, rising: bool) -> Self {
        let mut seeds = boxed([0; 256]);
        let mut landing = boxed([0; 256]);
        for origin in 0..pits {
            let (mut added, mut place) = (0, origin);
            for hand in 0..256 {
                seeds[origin][hand] = added;
                landing[origin][hand] = place as u8;
                place = (place + if rising { 1 } else { pits - 1 }) % pits;
                added += 1 << (8 * place);
            }
        }
        Self { seeds, landing }
    }

    /// The side after a hand has been sown from an origin below 16, and the landing pit.
    #[inline]
    pub(super) fn sow(&self, own: u128, origin: u8, hand: u8) -> (u128, u8) {
        // The remainder is the origin itself, and needs no check.
        let (origin, hand) = (usize::from(origin) % PITS, usize::from(hand));
        (own + self.seeds[origin][hand], self.landing[origin][hand])
    }
}

fn boxed<T: Clone>(row: [T; 256]) -> Box<[[T; 256]; PITS]> {
    let rows = vec![row; PITS].into_boxed_slice();
    rows.try_into().unwrap_or_else(|_| unreachable!("as many rows as asked for"))
}

/// Seeds in a pit below 16.
#[inline]
pub(super) fn seeds_in(own: u128, pit: u8) -> u8 {
    // Half of the word first: a shift of the whole takes longer.
    let half = if pit < 8 { own as u64 } else { (own >> 64) as u64 };
    (half >> (8 * (pit % 8))) as u8
}

/// The side with a pit below 16 emptied.
#[inline]
pub(super) fn emptied(own: u128, pit: u8) -> u128 {
    const OTHERS: [u128; PITS] = {
        let mut others = [0; PITS];
        let mut pit = 0;
        while pit < PITS {
            others[pit] = !(0xff << (8 * pit));
            pit += 1;
        }
        others
    };
    own & OTHERS[usize::from(pit) % PITS]
}

#[cfg(test)]
mod tests {
    use super::{PITS, Sowings, emptied, seeds_in};
    use crate::sowing::{Way, sow_hand};

    #[test]
    fn every_hand_as_by_the_primitive() {
        for pits in [4, 6, 8, 10, 12, 14, 16] {
            for (rising, way) in [(true, Way::Forward), (false, Way::Backward)] {
                let sowings = Sowings::new(pits, rising);
                for (origin, hand) in
                    (0..pits).flat_map(|origin| (0..=250).map(move |hand| (origin, hand)))
                {
                    let mut slow = vec![0u8; PITS];
                    (slow[0], slow[pits - 1]) = (2, 3);
                    let own = u128::from_le_bytes(slow[..].try_into().unwrap());
                    let landing = sow_hand(&mut slow[..pits], origin, &hand, way);
                    let (after, place) = sowings.sow(own, origin as u8, hand);
                    assert_eq!((after.to_le_bytes().to_vec(), place as usize), (slow, landing));
                }
            }
        }
    }

    #[test]
    fn pits_of_a_word() {
        let own = u128::from_le_bytes(std::array::from_fn(|pit| 200 + pit as u8));
        for pit in 0..16 {
            assert_eq!(seeds_in(own, pit), 200 + pit);
            for other in 0..16 {
                let left = if pit == other { 0 } else { 200 + other };
                assert_eq!(seeds_in(emptied(own, pit), other), left);
            }
        }
    }
}
