//! Relay sowing, the rules: one circuit, no captures, a lap goes on from where the last one ended.
//!
//! What a player of a four-row game (Omweso, Bao, Hus) does on their own side while nothing is
//! captured: sow a pit, and if the last seed falls into an occupied pit, sow that pit, all its
//! seeds included, and so on. Omweso's side is a circuit of 16 pits. Pits are indexed from 0 in
//! the direction of sowing; the origin is not skipped when a hand goes round. See `docs/rules.md`.

use num_traits::CheckedAdd;
use thiserror::Error;

use crate::orbit::Dynamics;
use crate::sowing::{Seeds, sow};

/// A circuit and its *pivot*, the pit whose turn it is to be sown: at least one pit, at least one
/// seed in the pivot, and a total that fits in `S`.
///
/// Two states are equal when the same pits hold the same seeds and the pivot is the same pit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State<S> {
    pits: Vec<S>,
    pivot: usize,
}

/// Why a list of numbers and a pit are not a state.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum StateError {
    /// There are no pits.
    #[error("a circuit needs at least 1 pit")]
    NoPits,
    /// The pivot is no pit of the circuit.
    #[error("pit {pit} is not on the circuit; its {pits} pits are numbered 0 to {}", pits - 1)]
    NoSuchPit {
        /// The pivot asked for.
        pit: usize,
        /// Number of pits.
        pits: usize,
    },
    /// There is nothing to sow in the pivot.
    #[error("pit {pit} is empty; a pit that is sown needs a seed")]
    EmptyPivot {
        /// The pivot asked for.
        pit: usize,
    },
    /// A move cannot start from a single seed.
    #[error("pit {pit} holds 1 seed; a move starts from a pit with at least 2")]
    SingleSeed {
        /// The pivot asked for.
        pit: usize,
    },
    /// The total of the seeds does not fit in the integer type.
    #[error("the total of the seeds does not fit in the integer type of the circuit")]
    TotalTooLarge,
}

impl<S: Seeds + CheckedAdd> State<S> {
    /// A state with the given seeds in the pits.
    ///
    /// # Errors
    /// If there is no pit, the pivot is no pit or empty, or the total does not fit in `S`.
    pub fn new(pits: Vec<S>, pivot: usize) -> Result<Self, StateError> {
        if pits.is_empty() {
            return Err(StateError::NoPits);
        }
        if pivot >= pits.len() {
            return Err(StateError::NoSuchPit { pit: pivot, pits: pits.len() });
        }
        if pits[pivot].is_zero() {
            return Err(StateError::EmptyPivot { pit: pivot });
        }
        pits.iter()
            .try_fold(S::zero(), |sum, pit| sum.checked_add(pit))
            .ok_or(StateError::TotalTooLarge)?;
        Ok(Self { pits, pivot })
    }

    /// A state from which a move may start: as [`State::new`], with at least 2 seeds in the pivot.
    ///
    /// # Errors
    /// As [`State::new`], and if the pivot holds a single seed.
    pub fn start(pits: Vec<S>, pivot: usize) -> Result<Self, StateError> {
        let state = Self::new(pits, pivot)?;
        if state.has_ended() {
            return Err(StateError::SingleSeed { pit: pivot });
        }
        Ok(state)
    }
}

impl<S: Seeds> State<S> {
    /// The seeds in each pit, from pit 0.
    #[must_use]
    pub fn pits(&self) -> &[S] {
        &self.pits
    }

    /// Index of the pit that is sown next.
    #[must_use]
    pub fn pivot(&self) -> usize {
        self.pivot
    }

    /// The seeds that are sown next, at least 1.
    #[must_use]
    pub fn hand(&self) -> &S {
        &self.pits[self.pivot]
    }

    /// Whether a move that comes to this state ends in it: the last seed fell into an empty pit,
    /// so that it lies alone.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.hand().is_one()
    }

    /// The *extended map* `F`: sows the pivot, whatever it holds, and makes the landing pit the
    /// pivot. A lap of a move where [`State::has_ended`] is false; where it is true no move goes
    /// on, but `F` does.
    ///
    /// `F` is a bijection on the states of a circuit with a given total; [`State::back`] undoes it.
    pub fn lap(&mut self) {
        self.pivot = sow(&mut self.pits, self.pivot);
    }

    /// The inverse of [`State::lap`]: takes one seed out of each pit, backwards from the pivot;
    /// the first pit found empty is the one that was sown, and gets them all.
    ///
    /// Whole rounds are taken at once, so the cost is `O(n)` whatever the size of the hand.
    ///
    /// # Panics
    /// Never: the total of a circuit is at least its number of rounds times its number of pits.
    pub fn back(&mut self) {
        let n = self.pits.len();
        // Every round takes a seed from each pit, so the pit found empty first is one of those
        // that hold least, the first of them on the way.
        let least = self.pits.iter().min().expect("a circuit has a pit").clone();
        let behind = |distance: usize| (self.pivot + n - distance) % n;
        let distance = (0..n)
            .find(|&distance| self.pits[behind(distance)] == least)
            .expect("some pit holds the least");
        let origin = behind(distance);
        let taken: Vec<usize> = (0..distance).map(behind).collect();
        let mut hand = S::zero();
        if !least.is_zero() {
            for pit in &mut self.pits {
                *pit = pit.clone() - least.clone();
                hand += least.clone();
            }
        }
        for pit in taken {
            self.pits[pit] = self.pits[pit].clone() - S::one();
            hand += S::one();
        }
        self.pits[origin] = hand;
        self.pivot = origin;
    }

    /// The seeds in each pit in the direction of sowing from the pivot: states with the same list
    /// are the same up to a rotation of the circuit.
    pub fn from_pivot(&self) -> impl Iterator<Item = &S> {
        let (before, from) = self.pits.split_at(self.pivot);
        from.iter().chain(before)
    }

    /// Whether the two states are the same up to a rotation of the circuit.
    #[must_use]
    pub fn is_rotation_of(&self, other: &Self) -> bool {
        self.pits.len() == other.pits.len() && self.from_pivot().eq(other.from_pivot())
    }
}

/// Relay sowing as a [`Dynamics`]: a step is a lap, and a move ends where
/// [`State::has_ended`] says so.
#[derive(Clone, Copy, Debug)]
pub struct Relay<S>(std::marker::PhantomData<S>);

/// The extended map `F` as a [`Dynamics`]: relay sowing with the stopping rule off. It never ends.
#[derive(Clone, Copy, Debug)]
pub struct Extended<S>(std::marker::PhantomData<S>);

impl<S> Default for Relay<S> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<S> Default for Extended<S> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<S: Seeds> Dynamics for Relay<S> {
    type State = State<S>;

    fn step(&self, state: &mut State<S>) -> bool {
        let goes_on = !state.has_ended();
        if goes_on {
            state.lap();
        }
        goes_on
    }
}

impl<S: Seeds> Dynamics for Extended<S> {
    type State = State<S>;

    fn step(&self, state: &mut State<S>) -> bool {
        state.lap();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Extended, Relay, State, StateError};
    use crate::orbit::{Dynamics, Orbit, classify};
    use num_bigint::BigUint;

    /// Every way to lay `seeds` seeds into `pits` pits.
    fn positions(pits: usize, seeds: u32) -> Vec<Vec<u32>> {
        if pits == 1 {
            return vec![vec![seeds]];
        }
        (0..=seeds)
            .flat_map(|first| {
                positions(pits - 1, seeds - first).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect()
    }

    /// The rule text of the inverse: one seed after the other.
    fn back_seed_by_seed(pits: &mut [u32], pivot: usize) -> usize {
        let mut place = pivot;
        let mut hand = 0;
        while pits[place] > 0 {
            pits[place] -= 1;
            hand += 1;
            place = (place + pits.len() - 1) % pits.len();
        }
        pits[place] = hand;
        place
    }

    #[test]
    fn a_move_by_the_rule_text() {
        // 3 seeds from pit 0: the last falls on the seed in pit 3, so 2 are sown on, and so on.
        let mut state = State::start(vec![3u8, 0, 0, 1, 0, 0], 0).unwrap();
        let mut seen = Vec::new();
        while Relay::default().step(&mut state) {
            seen.push((state.pits().to_vec(), state.pivot()));
        }
        assert_eq!(
            seen,
            [(vec![0, 1, 1, 2, 0, 0], 3), (vec![0, 1, 1, 0, 1, 1], 5)],
            "the second lap ends in an empty pit"
        );
        assert!(state.has_ended());
    }

    #[test]
    fn the_extended_map_is_undone_by_going_back() {
        for pits in 1..=5usize {
            for seeds in 1..=9 {
                for position in positions(pits, seeds) {
                    for pivot in (0..pits).filter(|&pivot| position[pivot] > 0) {
                        let start = State::new(position.clone(), pivot).unwrap();
                        let mut state = start.clone();
                        state.lap();
                        let mut slowly = state.pits().to_vec();
                        let origin = back_seed_by_seed(&mut slowly, state.pivot());
                        state.back();
                        assert_eq!(state, start);
                        assert_eq!((slowly.as_slice(), origin), (start.pits(), start.pivot()));
                        state.back();
                        state.lap();
                        assert_eq!(state, start);
                    }
                }
            }
        }
    }

    #[test]
    fn huge_hands_go_forth_and_back() {
        let huge = BigUint::from(10u8).pow(40);
        let start = State::new(vec![BigUint::from(7u8), huge, BigUint::ZERO], 1).unwrap();
        let mut state = start.clone();
        for _ in 0..50 {
            state.lap();
        }
        for _ in 0..50 {
            state.back();
        }
        assert_eq!(state, start);
    }

    #[test]
    fn the_smallest_endless_move_on_omwesos_side() {
        let mut pits = [[1u8, 0]; 8].concat();
        pits.rotate_left(1);
        pits[0] = 3;
        let start = State::start(pits, 0).unwrap();
        let relay = classify(&Relay::default(), &start, u64::MAX, &()).unwrap();
        assert!(matches!(relay, Orbit::Periodic { preperiod: 0, .. }));
        assert_eq!(classify(&Extended::default(), &start, u64::MAX, &()), Ok(relay));
    }

    #[test]
    fn states_that_are_no_states() {
        let new = |pits: &[u8], pivot| State::start(pits.to_vec(), pivot).map(|_| ());
        assert_eq!(new(&[], 0), Err(StateError::NoPits));
        assert_eq!(new(&[2, 2], 2), Err(StateError::NoSuchPit { pit: 2, pits: 2 }));
        assert_eq!(new(&[2, 0], 1), Err(StateError::EmptyPivot { pit: 1 }));
        assert_eq!(new(&[2, 1], 1), Err(StateError::SingleSeed { pit: 1 }));
        assert_eq!(new(&[200, 56], 0), Err(StateError::TotalTooLarge));
        assert!(State::new(vec![2u8, 1], 1).is_ok());
    }

    #[test]
    fn rotations() {
        let state = State::new(vec![3u8, 1, 0, 2], 3).unwrap();
        assert_eq!(state.from_pivot().copied().collect::<Vec<_>>(), [2, 3, 1, 0]);
        assert!(state.is_rotation_of(&State::new(vec![2, 3, 1, 0], 0).unwrap()));
        assert!(!state.is_rotation_of(&State::new(vec![3, 1, 0, 2], 0).unwrap()));
    }
}
