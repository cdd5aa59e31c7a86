//! The labels of the Mayer test, from their definition: the verifier's own arithmetic.
//!
//! The hand has label 0, and the pit `j` steps behind the pivot, with `x` seeds, has label `x - j`
//! modulo `n + 1`. A lap keeps the multiset of the labels, up to a shift of all of them, and can
//! only end where two labels differ by 1. The proof is in `docs/theory.md`.

use super::Untrue;
use crate::games::relay::State;
use crate::sowing::Seeds;

/// The `n + 1` labels of a state: the hand's, then those of the pits from the pivot backwards.
pub(super) fn of<S: Seeds>(state: &State<S>) -> Vec<u64> {
    let n = state.pits().len();
    let modulus = n as u64 + 1;
    let backwards = (0..n).map(|j| &state.pits()[(state.pivot() + n - j) % n]);
    let labels = backwards.enumerate().map(|(j, seeds)| {
        let rest = match (seeds.to_u64(), S::from_u64(modulus)) {
            (Some(seeds), _) => seeds % modulus,
            (None, Some(modulus)) => (seeds.clone() % modulus).to_u64().unwrap_or_default(),
            (None, None) => unreachable!("a type that goes beyond a word holds a word"),
        };
        // j < n < modulus, and the sum is below twice the number of pits and some.
        (rest + modulus - j as u64) % modulus
    });
    std::iter::once(0).chain(labels).collect()
}

/// A label that is there together with the one before it, modulo their number; the least one.
pub(super) fn clash(labels: &[u64]) -> Option<u64> {
    let modulus = labels.len();
    let mut there = vec![false; modulus];
    for &label in labels {
        there[label as usize] = true;
    }
    let clash = (0..modulus).find(|&label| there[label] && there[(label + modulus - 1) % modulus]);
    clash.map(|label| label as u64)
}

/// Checks that the labels claimed are those found, and that they prove the move endless.
pub(super) fn check(claimed: &[u64], found: &[u64]) -> Result<(), Untrue> {
    if claimed.len() != found.len() {
        return Err(Untrue::LabelCount { found: found.len(), claimed: claimed.len() });
    }
    if let Some(index) = (0..found.len()).find(|&index| claimed[index] != found[index]) {
        return Err(Untrue::Label { index, found: found[index], claimed: claimed[index] });
    }
    match clash(found) {
        Some(label) => Err(Untrue::Clash { label, modulus: found.len() as u64 }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{clash, of};
    use crate::games::relay::{Relay, State};
    use crate::orbit::{Orbit, classify};
    use num_bigint::BigUint;

    #[test]
    fn labels_by_hand() {
        // Behind pit 0 lie pit 2, then pit 1.
        let state = State::new(vec![2u64, 0, 1], 0).unwrap();
        assert_eq!(of(&state), [0, 2, 0, 2]);
        assert_eq!(clash(&of(&state)), None);
        let state = State::new(vec![5u64, 3, 0, 7], 1).unwrap();
        assert_eq!(of(&state), [0, 3, 4, 0, 2]);
        assert_eq!(clash(&of(&state)), Some(0), "0 comes after 4 modulo 5");
    }

    #[test]
    fn labels_of_any_size() {
        let big = BigUint::from(10u8).pow(30);
        let state = State::new(vec![big.clone(), big.clone() + 3u8], 1).unwrap();
        // 10^30 is 1 modulo 3.
        assert_eq!(of(&state), [0, 1, 0]);
    }

    #[test]
    fn no_state_that_passes_ever_ends() {
        let (mut passed, mut failed_and_endless) = (0, 0);
        for code in 0..6u64.pow(5) {
            let pits: Vec<u64> = (0..5).map(|pit| code / 6u64.pow(pit) % 6).collect();
            let Ok(state) = State::start(pits, 0) else { continue };
            let orbit = classify(&Relay::default(), &state, u64::MAX, &()).unwrap();
            let endless = matches!(orbit, Orbit::Periodic { .. });
            if clash(&of(&state)).is_none() {
                assert!(endless, "{state:?}");
                passed += 1;
            } else if endless {
                failed_and_endless += 1;
            }
        }
        assert!(passed > 0 && failed_and_endless > 0, "{passed}, {failed_and_endless}");
    }
}
