//! The one primitive every game stands on: sow a hand along a circuit.
//!
//! A *circuit* is a cyclic list of `n >= 1` pits, indexed from 0 in the direction of sowing.
//! Sowing pit `p` empties it and drops its seeds one by one into pits `p+1, p+2, ...` (mod `n`),
//! the origin not skipped when the hand goes round. Some games also sow the other way round, and
//! hands that were captured and come from no pit ([`sow_hand`]); in others the origin is skipped on
//! every round and stays empty ([`sow_skipping`]).

use std::ops::AddAssign;

use num_integer::Integer;
use num_traits::{FromPrimitive, ToPrimitive};

/// An exact count of seeds in a pit: an unsigned integer type, or [`num_bigint::BigUint`].
///
/// Sowing conserves seeds, so arithmetic on a circuit cannot overflow as long as the *total* of
/// the circuit fits in the type; whoever makes a position checks that once.
pub trait Seeds: Clone + Integer + AddAssign + FromPrimitive + ToPrimitive {}

impl<T: Clone + Integer + AddAssign + FromPrimitive + ToPrimitive> Seeds for T {}

/// Which way round the circuit a hand is sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Into pits of rising index.
    Forward,
    /// Into pits of falling index.
    Backward,
}

/// Sows all seeds of pit `origin` and returns the index of the landing pit, the pit that got the
/// last seed. A hand of no seeds changes nothing and lands on its origin.
///
/// Whole rounds of the circuit are dropped at once, so the cost is `O(n)` additions and one
/// division, whatever the size of the hand.
///
/// # Panics
/// If `origin` is not an index of `pits`.
///
/// # Examples
/// ```
/// let mut pits = [0u64, 5, 1];
/// // From pit 1: one seed each into 2, 0, 1, 2, 0.
/// assert_eq!(sowlab::sowing::sow(&mut pits, 1), 0);
/// assert_eq!(pits, [2, 1, 3]);
/// ```
pub fn sow<S: Seeds>(pits: &mut [S], origin: usize) -> usize {
    let hand = std::mem::replace(&mut pits[origin], S::zero());
    sow_hand(pits, origin, &hand, Way::Forward)
}

/// Sows a hand that does not lie in a pit: the first seed goes into the pit next to `origin` in the
/// given direction, and so on; what lies in `origin` stays there. Returns the index of the landing
/// pit. The cost is that of [`sow`]; the total with the hand must fit in `S`.
///
/// # Panics
/// If `origin` is not an index of `pits`.
///
/// # Examples
/// ```
/// use sowlab::sowing::{Way, sow_hand};
///
/// let mut pits = [7u64, 0, 0, 0];
/// assert_eq!(sow_hand(&mut pits, 0, &2, Way::Backward), 2);
/// assert_eq!(pits, [7, 0, 1, 1]);
/// ```
pub fn sow_hand<S: Seeds>(pits: &mut [S], origin: usize, hand: &S, way: Way) -> usize {
    let n = pits.len();
    let (rounds, rest) = match (hand.to_usize(), S::from_usize(n)) {
        // A hand that is smaller than the circuit needs no division (and `n` may not fit in `S`).
        (Some(hand), _) if hand < n => (S::zero(), hand),
        (_, Some(circuit)) => {
            let (rounds, rest) = hand.div_rem(&circuit);
            (rounds, rest.to_usize().expect("a remainder mod n is below n"))
        }
        (_, None) => unreachable!("a hand of at least n seeds shows that n fits in S"),
    };
    if !rounds.is_zero() {
        for pit in pits.iter_mut() {
            *pit += rounds.clone();
        }
    }
    let place = |step: usize| match way {
        Way::Forward => (origin + step) % n,
        Way::Backward => (origin + n - step) % n,
    };
    for step in 1..=rest {
        pits[place(step)] += S::one();
    }
    place(rest)
}

/// Sows all seeds of pit `origin` into the other pits alone: the origin is skipped on every round and
/// stays empty. Returns the index of the landing pit; a hand of no seeds changes nothing and lands on
/// its origin. The cost is that of [`sow`].
///
/// # Panics
/// If `origin` is not an index of `pits`, or there is no other pit.
///
/// # Examples
/// ```
/// let mut pits = [0u64, 5, 1];
/// // From pit 1: one seed each into 2, 0, 2, 0, 2.
/// assert_eq!(sowlab::sowing::sow_skipping(&mut pits, 1), 2);
/// assert_eq!(pits, [2, 0, 4]);
/// ```
pub fn sow_skipping<S: Seeds>(pits: &mut [S], origin: usize) -> usize {
    let n = pits.len();
    assert!(n > 1, "a circuit with another pit than the origin");
    let hand = std::mem::replace(&mut pits[origin], S::zero());
    if hand.is_zero() {
        return origin;
    }
    // The pits after the origin are a circuit of their own.
    pits.rotate_left(origin);
    let landing = sow_hand(&mut pits[1..], n - 2, &hand, Way::Forward);
    pits.rotate_right(origin);
    (origin + 1 + landing) % n
}

#[cfg(test)]
mod tests {
    use super::{Way, sow, sow_hand, sow_skipping};
    use num_bigint::BigUint;

    /// The rule text itself: one seed after the other.
    fn seed_by_seed(pits: &mut [u64], origin: usize, hand: u64, way: Way) -> usize {
        let mut place = origin;
        for _ in 0..hand {
            place = match way {
                Way::Forward if place == pits.len() - 1 => 0,
                Way::Forward => place + 1,
                Way::Backward if place == 0 => pits.len() - 1,
                Way::Backward => place - 1,
            };
            pits[place] += 1;
        }
        place
    }

    #[test]
    fn rounds_at_once_equal_seed_by_seed() {
        for n in 1..=6 {
            for hand in 0..=20 {
                for origin in 0..n {
                    let mut one_by_one: Vec<u64> = (0..n as u64).map(|pit| pit % 3).collect();
                    one_by_one[origin] = hand;
                    let mut small: Vec<u8> = one_by_one.iter().map(|&c| c as u8).collect();
                    let mut big: Vec<BigUint> = one_by_one.iter().map(|&c| c.into()).collect();
                    one_by_one[origin] = 0;
                    let landing = seed_by_seed(&mut one_by_one, origin, hand, Way::Forward);
                    assert_eq!(sow(&mut small, origin), landing);
                    assert_eq!(sow(&mut big, origin), landing);
                    assert!(small.iter().map(|&c| u64::from(c)).eq(one_by_one.iter().copied()));
                    assert!(big.iter().eq(
                        one_by_one.iter().map(|&c| BigUint::from(c)).collect::<Vec<_>>().iter()
                    ));
                }
            }
        }
    }

    #[test]
    fn a_hand_from_no_pit_goes_either_way() {
        for (n, way) in (1..=6).flat_map(|n| [(n, Way::Forward), (n, Way::Backward)]) {
            for (hand, origin) in (0..=20).flat_map(|hand| (0..n).map(move |origin| (hand, origin)))
            {
                let mut one_by_one: Vec<u64> = (0..n as u64).map(|pit| pit % 3).collect();
                let mut at_once = one_by_one.clone();
                let landing = seed_by_seed(&mut one_by_one, origin, hand, way);
                assert_eq!(sow_hand(&mut at_once, origin, &hand, way), landing);
                assert_eq!(at_once, one_by_one);
            }
        }
    }

    #[test]
    fn a_skipped_origin_stays_empty() {
        for (n, hand) in (2..=6).flat_map(|n| (0..=20).map(move |hand| (n, hand))) {
            for origin in 0..n {
                let mut one_by_one: Vec<u64> = (0..n as u64).map(|pit| pit % 3).collect();
                one_by_one[origin] = hand;
                let mut at_once = one_by_one.clone();
                one_by_one[origin] = 0;
                let mut place = origin;
                for _ in 0..hand {
                    place = if place == n - 1 { 0 } else { place + 1 };
                    if place == origin {
                        place = if place == n - 1 { 0 } else { place + 1 };
                    }
                    one_by_one[place] += 1;
                }
                assert_eq!(sow_skipping(&mut at_once, origin), place);
                assert_eq!(at_once, one_by_one);
            }
        }
    }

    #[test]
    fn a_circuit_longer_than_its_type_can_count() {
        let mut pits = vec![0u8; 300];
        pits[299] = 255;
        assert_eq!(sow(&mut pits, 299), 254);
        assert_eq!(pits.iter().map(|&c| u32::from(c)).sum::<u32>(), 255);
    }
}
