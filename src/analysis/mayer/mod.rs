//! The Mayer test: a proof in `O(n)`, without playing, that a move of relay sowing never ends.
//!
//! Every pit and the hand have a *label* modulo `n + 1`, and a lap only hands labels on. A move can
//! end only where two labels differ by 1; where none do it never ends. Sufficient, not necessary.
//! Proved in `docs/theory.md`, which also proves the count of the states that pass.

mod count;
mod paths;

use std::fmt;

use crate::games::relay::State;
use crate::sowing::Seeds;

pub use count::{MayerCount, MayerError, all_states, check, count};

/// The `n + 1` labels of a state, each in `0..=n`: first that of the hand, which is 0; then, for
/// `j = 0, ..., n-1`, that of the pit `j` steps behind the pivot (the pivot itself is `j = 0`),
/// which is `x - j` modulo `n + 1` if the pit holds `x` seeds.
///
/// One division by `n + 1` for each pit that holds more.
///
/// # Examples
/// ```
/// use sowlab::analysis::mayer::labels;
/// use sowlab::games::relay::State;
///
/// let state = State::start(vec![2u8, 0, 1], 0)?;
/// assert_eq!(labels(&state), [0, 2, 0, 2]);
/// # Ok::<(), sowlab::games::relay::StateError>(())
/// ```
#[must_use]
pub fn labels<S: Seeds>(state: &State<S>) -> Vec<usize> {
    let mut labels = Vec::with_capacity(state.pits().len() + 1);
    labels.push(0);
    labels.extend(pit_labels(state.pits(), state.pivot()));
    labels
}

/// Whether the move from `pivot` passes the test: it starts from at least 2 seeds and no two labels
/// differ by 1 modulo `n + 1`. If so, it never ends.
///
/// `O(n)`, and one allocation of `n + 1` bytes. The rest of the work is that of [`labels`].
///
/// # Panics
/// If `pivot` is not an index of `pits`.
///
/// # Examples
/// ```
/// use sowlab::analysis::mayer::passes;
///
/// assert!(passes(&[2u8, 0, 1], 0));
/// // Never ends, but for another reason.
/// assert!(!passes(&[3u8, 0, 1, 2], 0));
/// ```
#[must_use]
pub fn passes<S: Seeds>(pits: &[S], pivot: usize) -> bool {
    if pits[pivot].is_zero() {
        return false;
    }
    // A pivot of 1 seed has label 1, and the hand 0.
    let modulus = pits.len() + 1;
    let mut taken = vec![false; modulus];
    taken[0] = true;
    pit_labels(pits, pivot).all(|label| {
        taken[label] = true;
        let (before, after) = neighbours(label, modulus);
        !taken[before] && !taken[after]
    })
}

/// Two labels that differ by 1, so that the test proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The label that comes first in the order of [`labels`].
    pub first: Labelled,
    /// The label that comes later.
    pub second: Labelled,
}

/// A label and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// Index of the pit; `None` for the hand.
    pub pit: Option<usize>,
    /// Its label, from 0 to `n`.
    pub label: usize,
}

impl fmt::Display for Labelled {
    /// `hand=0`, or `pit3=1` for the label 1 of pit 3.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pit {
            None => write!(f, "hand={}", self.label),
            Some(pit) => write!(f, "pit{pit}={}", self.label),
        }
    }
}

impl fmt::Display for Clash {
    /// Both labels with a space between, such as `hand=0 pit3=1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.first, self.second)
    }
}

/// The first clash of a state, if it has one: in the order of [`labels`], the first label that
/// differs by 1 modulo `n + 1` from one before it, and the first one that it differs from so.
///
/// `O(n)`.
///
/// # Examples
/// ```
/// use sowlab::analysis::mayer::clash;
/// use sowlab::games::relay::State;
///
/// let state = State::start(vec![3u8, 0, 1, 2], 0)?;
/// assert_eq!(clash(&state).unwrap().to_string(), "hand=0 pit3=1");
/// # Ok::<(), sowlab::games::relay::StateError>(())
/// ```
#[must_use]
pub fn clash<S: Seeds>(state: &State<S>) -> Option<Clash> {
    let n = state.pits().len();
    let labels = labels(state);
    let labelled = |index: usize| Labelled {
        pit: index.checked_sub(1).map(|behind| (state.pivot() + n - behind) % n),
        label: labels[index],
    };
    // Where each label comes first.
    let mut first: Vec<Option<usize>> = vec![None; n + 1];
    labels.iter().enumerate().find_map(|(index, &label)| {
        let (before, after) = neighbours(label, n + 1);
        let earlier = [first[before], first[after]].into_iter().flatten().min();
        first[label].get_or_insert(index);
        earlier.map(|earlier| Clash { first: labelled(earlier), second: labelled(index) })
    })
}

/// The labels of the pits, backwards from the pivot.
fn pit_labels<S: Seeds>(pits: &[S], pivot: usize) -> impl Iterator<Item = usize> {
    let n = pits.len();
    let modulus = S::from_usize(n + 1);
    let (from, after) = (pits[..=pivot].iter().rev(), pits[pivot + 1..].iter().rev());
    from.chain(after).enumerate().map(move |(behind, seeds)| {
        let residue = match (seeds.to_usize(), &modulus) {
            (Some(seeds), _) if seeds <= n => seeds,
            (_, Some(modulus)) => {
                (seeds.clone() % modulus.clone()).to_usize().expect("a remainder is at most n")
            }
            (_, None) => unreachable!("more than n seeds show that n + 1 fits in S"),
        };
        if residue >= behind { residue - behind } else { residue + n + 1 - behind }
    })
}

/// The labels that differ by 1 from a label.
fn neighbours(label: usize, modulus: usize) -> (usize, usize) {
    let before = if label == 0 { modulus - 1 } else { label - 1 };
    let after = if label + 1 == modulus { 0 } else { label + 1 };
    (before, after)
}

#[cfg(test)]
mod tests {
    use super::{clash, labels, passes};
    use crate::games::relay::State;
    use num_bigint::BigUint;

    /// All pairs, by the definition.
    fn first_clash_slowly(labels: &[usize]) -> Option<(usize, usize)> {
        let modulus = labels.len();
        (0..modulus).flat_map(|second| (0..second).map(move |first| (first, second))).find(
            |&(first, second)| {
                let difference = (labels[first] + modulus - labels[second]) % modulus;
                difference == 1 || difference == modulus - 1
            },
        )
    }

    #[test]
    fn every_small_state_by_the_definition() {
        for n in 1..=5usize {
            let modulus = n as i64 + 1;
            for code in 0..9usize.pow(n as u32) {
                let pits: Vec<u8> =
                    (0..n as u32).map(|p| (code / 9usize.pow(p) % 9) as u8).collect();
                for pivot in (0..n).filter(|&pivot| pits[pivot] > 0) {
                    let state = State::new(pits.clone(), pivot).unwrap();
                    let found = labels(&state);
                    assert_eq!(found[0], 0);
                    for behind in 0..n {
                        let x = i64::from(pits[(pivot + n - behind) % n]);
                        let label = (x - behind as i64).rem_euclid(modulus);
                        assert_eq!(found[behind + 1] as i64, label);
                    }
                    let slowly = first_clash_slowly(&found);
                    let clash = clash(&state).map(|clash| {
                        let index =
                            |pit: Option<usize>| pit.map_or(0, |pit| (pivot + n - pit) % n + 1);
                        assert_eq!(found[index(clash.first.pit)], clash.first.label);
                        assert_eq!(found[index(clash.second.pit)], clash.second.label);
                        (index(clash.first.pit), index(clash.second.pit))
                    });
                    assert_eq!(clash, slowly, "{pits:?} from {pivot}");
                    assert_eq!(passes(&pits, pivot), slowly.is_none());
                    let big: Vec<BigUint> = pits.iter().map(|&seeds| seeds.into()).collect();
                    assert_eq!(passes(&big, pivot), slowly.is_none());
                }
            }
        }
    }

    #[test]
    fn labels_beyond_the_integer_type() {
        // The modulus 301 does not fit in a byte.
        let mut bytes = vec![0u8; 300];
        bytes[7] = 200;
        let words: Vec<u32> = bytes.iter().map(|&seeds| seeds.into()).collect();
        assert_eq!(
            labels(&State::start(bytes, 7).unwrap()),
            labels(&State::start(words, 7).unwrap())
        );
        let huge = BigUint::from(17u8) * BigUint::from(10u8).pow(40);
        let mut pits = vec![BigUint::ZERO; 16];
        pits[3] = &huge + 5u8;
        assert_eq!(labels(&State::start(pits, 3).unwrap())[..3], [0, 5, 16]);
        assert!(!passes(&[0u8, 3], 0), "nothing to sow");
    }
}
