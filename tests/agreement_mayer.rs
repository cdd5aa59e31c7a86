//! The Mayer test against the rules: what passes never ends, labels are handed on, the count is the
//! number of states; and the facts about places that the test rests on (`docs/theory.md`).

#[path = "common/numbers.rs"]
mod numbers;

use num_bigint::BigUint;
use num_integer::Integer;
use sowlab::analysis::mayer::{clash, count, labels, passes};
use sowlab::games::relay::{Extended, Relay, State};
use sowlab::orbit::{Dynamics, Orbit, classify};

use numbers::Numbers;

/// Every way to lay `seeds` seeds into `pits` pits.
fn every_circuit(pits: usize, seeds: u32) -> Vec<Vec<u32>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    (0..=seeds)
        .flat_map(|first| {
            every_circuit(pits - 1, seeds - first).into_iter().map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })
        .collect()
}

/// Every state with the pivot at pit 0 and at least 2 seeds in it.
fn every_start(pits: usize, seeds: u32) -> impl Iterator<Item = State<u32>> {
    every_circuit(pits, seeds).into_iter().filter_map(|pits| State::start(pits, 0).ok())
}

/// Whether all places where something was last emptied are congruent modulo some number from 2 on
/// that has no factor in common with the number of pits (R10).
fn has_a_common_modulus(state: &State<u32>) -> bool {
    let n = state.pits().len();
    // The pit behind by j was emptied j + n x places ago; the numbers are small enough to try all.
    let ago: Vec<usize> =
        (0..n).map(|j| j + n * state.pits()[(state.pivot() + n - j) % n] as usize).collect();
    (2..=ago[0]).any(|m| m.gcd(&n) == 1 && ago.iter().all(|ago| ago % m == 0))
}

/// No state that passes ends, and neither does one with a common modulus. Returns how many passed,
/// how many have a common modulus only, and how many never end for neither reason.
fn no_state_that_passes_ends(pits: usize, seeds: u32) -> [u32; 3] {
    let mut found = [0; 3];
    for start in every_start(pits, seeds) {
        let never_ends = match classify(&Relay::default(), &start, u64::MAX, &()).unwrap() {
            Orbit::Periodic { preperiod, .. } => {
                assert_eq!(preperiod, 0, "{start:?}");
                true
            }
            Orbit::Ends { .. } => false,
            Orbit::Undecided { .. } => unreachable!("no limit"),
        };
        let passes = passes(start.pits(), 0);
        assert_eq!(passes, clash(&start).is_none());
        let common = has_a_common_modulus(&start);
        assert!(never_ends || !(passes || common), "{start:?}");
        found[0] += u32::from(passes);
        found[1] += u32::from(common && !passes);
        found[2] += u32::from(never_ends && !common && !passes);
    }
    found
}

#[test]
fn what_passes_never_ends_exhaustively() {
    for (pits, seeds) in [(1, 30), (2, 26), (3, 20), (4, 15), (5, 12), (6, 11), (7, 10), (8, 9)] {
        for seeds in 2..=seeds {
            no_state_that_passes_ends(pits, seeds);
        }
    }
    // Sporadic states of both kinds, and of none of them.
    assert_eq!(no_state_that_passes_ends(4, 9), [4, 4, 10]);
    // The fewest seeds of one, for 2 to 8 pits, are the 6 of this.
    let state = State::start(vec![3u32, 0, 1, 2], 0).unwrap();
    assert!(!passes(state.pits(), 0) && has_a_common_modulus(&state));
    for pits in 2..=8 {
        for seeds in 2..=6 {
            let [_, common, neither] = no_state_that_passes_ends(pits, seeds);
            assert_eq!((common, neither), (u32::from((pits, seeds) == (4, 6)), 0));
        }
    }
}

#[test]
#[ignore = "long suite: a minute in release"]
fn what_passes_never_ends_exhaustively_further() {
    for (pits, seeds) in [(2, 60), (3, 40), (4, 24), (5, 19), (6, 16), (7, 14), (8, 13), (9, 12)] {
        for seeds in 2..=seeds {
            no_state_that_passes_ends(pits, seeds);
        }
    }
}

/// A state whose labels lie in a random set without neighbours.
fn random_passing_state(numbers: &mut Numbers) -> State<u32> {
    let n = 6 + numbers.index(40);
    let mut set = vec![0];
    for label in 2..n {
        if label > set[set.len() - 1] + 1 && numbers.index(3) == 0 {
            set.push(label);
        }
    }
    let mut pits = vec![0; n];
    for behind in 0..n {
        let label = set[numbers.index(set.len())];
        let rounds = if numbers.index(8) == 0 { numbers.index(3) } else { 0 };
        pits[n - 1 - behind] = ((label + behind) % (n + 1) + rounds * (n + 1)) as u32;
    }
    if pits[n - 1] == 0 {
        pits[n - 1] = n as u32 + 1;
    }
    State::start(pits, n - 1).unwrap()
}

#[test]
fn what_passes_never_ends_sampled() {
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        let state = random_passing_state(&mut numbers);
        assert!(passes(state.pits(), state.pivot()), "{state:?}");
        let orbit = classify(&Relay::default(), &state, 20_000, &()).unwrap();
        assert!(!matches!(orbit, Orbit::Ends { .. }), "{state:?} is {orbit:?}");
    }
}

/// A lap hands the label of the pivot to the hand, and that of the hand to the pit just emptied.
#[test]
fn labels_are_handed_on() {
    for (pits, seeds) in [(1, 9), (2, 9), (3, 9), (4, 8), (5, 7), (6, 6)] {
        for circuit in (1..=seeds).flat_map(|seeds| every_circuit(pits, seeds)) {
            let Ok(mut state) = State::new(circuit, 0) else { continue };
            let modulus = pits + 1;
            let mut place = 0;
            let mut register = 0;
            // By pit, counted from absolute places.
            let by_pit = |state: &State<u32>, place: usize| -> Vec<usize> {
                let found = labels(state);
                let behind = |pit| (state.pivot() + pits - pit) % pits;
                (0..pits).map(|pit| (found[1 + behind(pit)] + place) % modulus).collect()
            };
            let mut array = by_pit(&state, place);
            for _ in 0..20 {
                let hand = *state.hand() as usize;
                // A hand of at most n + 1 seeds goes to the next place that has the label.
                let next = (place + 1..=place + modulus)
                    .find(|next| next % modulus == array[place % pits]);
                assert!(hand > modulus || next == Some(place + hand));
                std::mem::swap(&mut register, &mut array[place % pits]);
                state.lap();
                place += hand;
                assert_eq!(register, place % modulus);
                assert_eq!(state.pivot(), place % pits);
                assert_eq!(array, by_pit(&state, place));
            }
        }
    }
}

/// The places of a whole period and the states there, by the extended map.
fn places(start: &State<u32>) -> (Vec<usize>, Vec<State<u32>>, usize) {
    let (mut places, mut states) = (vec![], vec![]);
    let (mut place, mut state) = (start.pivot(), start.clone());
    loop {
        places.push(place);
        states.push(state.clone());
        place += *state.hand() as usize;
        Extended::default().step(&mut state);
        if state == *start {
            return (places, states, place - start.pivot());
        }
    }
}

/// The landing places, all facts about them, on every small cycle.
#[test]
fn places_tell_all() {
    for (pits, seeds) in [(1, 5), (2, 8), (3, 7), (4, 6), (5, 6), (6, 5)] {
        for circuit in (1..=seeds).flat_map(|seeds| every_circuit(pits, seeds)) {
            let Ok(start) = State::new(circuit, 0) else { continue };
            let (places, states, sown) = places(&start);
            let in_set = |place: i64| {
                let place = place.rem_euclid(sown as i64) as usize;
                places.binary_search(&place).is_ok()
            };
            let ends = states.iter().any(State::has_ended);
            let adjacent = places.iter().any(|&place| in_set(place as i64 + 1));
            assert_eq!(ends, adjacent, "{start:?}");
            for (&place, state) in places.iter().zip(&states) {
                for behind in 0..pits {
                    // The last place of the same pit, however many rounds ago.
                    let x = state.pits()[(state.pivot() + pits - behind) % pits];
                    let from = place as i64 - behind as i64;
                    let first = i64::from(behind == 0);
                    let rounds = (first..=i64::from(seeds))
                        .find(|rounds| in_set(from - rounds * pits as i64));
                    assert_eq!(rounds, Some(i64::from(x)), "{state:?}");
                }
            }
            // Every pit takes its turn, and rotations tell the period.
            assert!((0..pits).all(|pit| states.iter().any(|state| state.pivot() == pit)));
            let reduced = (1..=states.len())
                .find(|&laps| states[laps % states.len()].is_rotation_of(&start))
                .unwrap();
            let shift = places.get(reduced).map_or(sown, |place| place - places[0]) % pits;
            assert_eq!(states.len(), reduced * pits / pits.gcd(&shift), "{start:?}");
        }
    }
}

/// The example of `docs/theory.md`.
#[test]
fn the_worked_example() {
    let (places, states, sown) = places(&State::start(vec![3, 1, 0, 1], 0).unwrap());
    assert_eq!((places, sown), (vec![0, 3, 5, 8, 10, 13, 15, 18], 20));
    let circuits: Vec<&[u32]> = states.iter().map(State::pits).collect();
    let expected = [
        [3, 1, 0, 1],
        [0, 2, 1, 2],
        [1, 3, 1, 0],
        [2, 0, 2, 1],
        [0, 1, 3, 1],
        [1, 2, 0, 2],
        [1, 0, 1, 3],
        [2, 1, 2, 0],
    ];
    assert_eq!(circuits, expected);
}

/// The count against looking at every state.
fn count_by_looking(pits: usize, up_to: u32) {
    let seeds: Vec<BigUint> = (2..=up_to).map(Into::into).collect();
    let counts = count(pits as u64, &seeds, 1 << 30, &()).unwrap();
    for (seeds, count) in (2..=up_to).zip(counts) {
        let (mut all, mut passing) = (0u64, 0u64);
        for state in every_start(pits, seeds) {
            all += 1;
            passing += u64::from(passes(state.pits(), 0));
        }
        let found = (count.mayer_states, count.all_states);
        assert_eq!(found, (passing.into(), all.into()), "{seeds} seeds in {pits} pits");
    }
}

#[test]
fn the_count_is_the_number_of_states() {
    for pits in 1..=7 {
        count_by_looking(pits, 14);
    }
    count_by_looking(2, 60);
    count_by_looking(3, 30);
}

/// The fewest seeds of a state that passes, and states that have so few (R14).
#[test]
fn the_fewest_seeds_that_pass() {
    for pits in 1..=60usize {
        let fewest = if pits % 2 == 1 { pits.div_ceil(2) + 1 } else { pits / 2 + 3 };
        let seeds: Vec<BigUint> = (2..=fewest).map(Into::into).collect();
        let counts = count(pits as u64, &seeds, 1 << 30, &()).unwrap();
        assert!(counts.iter().all(|count| {
            (count.mayer_states.bits() > 0) == (count.seeds == BigUint::from(fewest))
        }));
        let mut state: Vec<u8> = match pits % 2 {
            1 => (0..pits).map(|pit| u8::from(pit % 2 == 0)).collect(),
            _ => (0..pits).map(|pit| u8::from(pit % 2 == 1)).collect(),
        };
        state[0] = if pits % 2 == 1 { 2 } else { 3 };
        assert!(passes(&state, 0), "{state:?}");
        assert_eq!(state.iter().map(|&seeds| usize::from(seeds)).sum::<usize>(), fewest);
    }
}

#[test]
#[ignore = "long suite: a minute in release"]
fn the_count_is_the_number_of_states_further() {
    for (pits, seeds) in [(3, 100), (4, 50), (5, 32), (6, 24), (7, 21), (8, 20), (9, 18), (12, 13)]
    {
        count_by_looking(pits, seeds);
    }
}
