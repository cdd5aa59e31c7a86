//! The census held against the rules: every state classified by playing it.

#[path = "common/forward.rs"]
mod forward;
#[path = "common/positions.rs"]
mod positions;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use sowlab::analysis::census::{CensusError, CensusRow, Cycle, Instructions, census};
use sowlab::analysis::longest::longest;
use sowlab::analysis::mayer;
use sowlab::games::relay::{Relay, State};
use sowlab::observer::Cancelled;
use sowlab::orbit::{Orbit, classify};

use positions::positions;

/// What the census counts, from the orbit of every state by the rules alone.
#[derive(Debug, Default, PartialEq)]
struct ByPlaying {
    /// States with the pivot in pit 0 that end, and that never do.
    ends: u64,
    states: u64,
    /// For each reduced period, the number of states whose cycle has it.
    reduced: BTreeMap<u64, u64>,
    longest_period: u64,
}

fn by_playing(pits: usize, seeds: u8) -> ByPlaying {
    let mut count = ByPlaying::default();
    for position in positions::<u8>(pits, seeds.into()) {
        let Ok(start) = State::start(position, 0) else {
            continue;
        };
        match classify(&Relay::default(), &start, u64::MAX, &()).unwrap() {
            Orbit::Ends { .. } => count.ends += 1,
            Orbit::Periodic { preperiod, period } => {
                assert_eq!(preperiod, 0, "an endless move starts on its cycle");
                count.states += 1;
                count.longest_period = count.longest_period.max(period);
                let mut state = start.clone();
                let mut laps = 0;
                loop {
                    state.lap();
                    laps += 1;
                    if state.is_rotation_of(&start) {
                        break;
                    }
                }
                *count.reduced.entry(laps).or_default() += 1;
            }
            Orbit::Undecided { .. } => unreachable!("there is no limit"),
        }
    }
    count
}

fn search(pits: u64, least: u64, most: u64, with: Instructions) -> (Vec<CensusRow>, Vec<Cycle>) {
    let mut cycles = Vec::new();
    let mut take = |cycle| {
        cycles.push(cycle);
        ControlFlow::Continue(())
    };
    let rows = census(pits, least, most, with, Some(&mut take), &()).unwrap();
    (rows, cycles)
}

fn agrees(pits: u64, most: u64) {
    let (rows, cycles) = search(pits, 2, most, Instructions::best());
    for row in rows {
        let seeds = row.seeds;
        let played = by_playing(pits as usize, seeds as u8);
        let place = format!("{pits} pits, {seeds} seeds");
        assert_eq!(row.states, played.states, "{place}");
        assert_eq!(row.all_states, BigUint::from(played.states + played.ends), "{place}");
        assert_eq!(row.longest_period.unwrap_or(0), played.longest_period, "{place}");

        // A cycle has as many states, up to rotation, as its reduced period says.
        let mut reduced = BTreeMap::<u64, u64>::new();
        for cycle in cycles.iter().filter(|cycle| u64::from(cycle.seeds()) == seeds) {
            *reduced.entry(cycle.reduced_period).or_default() += cycle.reduced_period;
            follows(cycle);
        }
        assert_eq!(reduced, played.reduced, "{place}");
        let count: u64 = reduced.iter().map(|(period, states)| states / period).sum();
        assert_eq!(row.cycles, count, "{place}");
        assert_eq!(row.longest_reduced_period, reduced.keys().copied().max(), "{place}");
    }
}

/// Plays a cycle of the census by the rules.
fn follows(cycle: &Cycle) {
    let start = State::start(cycle.position.clone(), 0).unwrap();
    let mut state = start.clone();
    let (mut laps, mut sown) = (0, 0);
    let mut reduced = None;
    loop {
        assert!(state.hand() <= start.hand(), "the position has the largest hand");
        sown += u64::from(*state.hand());
        state.lap();
        laps += 1;
        assert!(!state.has_ended());
        if reduced.is_none() && state.is_rotation_of(&start) {
            reduced = Some((laps, sown));
        }
        if state == start {
            break;
        }
    }
    assert_eq!(reduced, Some((cycle.reduced_period, cycle.reduced_sown)));
    assert_eq!((laps, sown), (cycle.period(), cycle.sown()));
}

#[test]
fn equals_the_orbits_of_all_states() {
    for pits in 1..=8 {
        agrees(pits, 16);
    }
}

#[test]
#[ignore = "long suite: plays millions of states"]
fn equals_the_orbits_of_all_states_of_more() {
    for (pits, most) in [(2, 90), (3, 40), (4, 28), (5, 22), (6, 20), (7, 18), (8, 17), (9, 15)] {
        agrees(pits, most);
    }
    agrees(10, 12);
    agrees(16, 9);
}

#[test]
fn no_cycle_comes_twice() {
    for (pits, most) in [(5, 18), (8, 20), (16, 20), (17, 20), (32, 22)] {
        let (_, mut cycles) = search(pits, 2, most, Instructions::best());
        let count = cycles.len();
        cycles.sort();
        cycles.dedup();
        assert_eq!(cycles.len(), count);
    }
}

#[test]
fn every_set_of_instructions_gives_the_same_in_the_same_order() {
    for (pits, most) in [(2, 30), (3, 24), (7, 22), (16, 20), (20, 20), (33, 22)] {
        let expected = search(pits, 2, most, Instructions::Portable);
        for with in Instructions::ALL.into_iter().filter(|with| with.available()) {
            assert!(search(pits, 2, most, with) == expected, "{with:?} on {pits} pits");
        }
    }
}

#[test]
fn totals_of_seeds_can_be_left_out() {
    let (all, cycles) = search(12, 2, 22, Instructions::best());
    for least in [2, 13, 21, 22] {
        let (rows, some) = search(12, least, 22, Instructions::best());
        assert_eq!(rows, all[least as usize - 2..]);
        let mut expected: Vec<_> =
            cycles.iter().filter(|cycle| u64::from(cycle.seeds()) >= least).collect();
        let mut some: Vec<_> = some.iter().collect();
        expected.sort();
        some.sort();
        assert_eq!(some, expected);
    }
}

#[test]
fn the_smallest_endless_moves_of_omweso() {
    let (rows, cycles) = search(16, 2, 12, Instructions::best());
    let totals: Vec<u64> = rows.iter().filter(|row| row.cycles > 0).map(|row| row.seeds).collect();
    assert_eq!(totals, [11]);
    assert_eq!(cycles[0].position, [3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    assert_eq!((rows[9].cycles, rows[9].states), (1, 8));
}

#[test]
#[ignore = "long suite: minutes without vector instructions"]
fn every_set_of_instructions_gives_the_same_on_omwesos_side() {
    let expected = search(16, 2, 30, Instructions::Portable);
    for with in Instructions::ALL.into_iter().filter(|with| with.available()) {
        assert!(search(16, 2, 30, with) == expected, "{with:?}");
    }
}

#[test]
fn the_longest_moves_that_end_are_those_of_all_states() {
    for (pits, most) in [(1, 8), (2, 14), (3, 12), (4, 11), (5, 10), (6, 9), (7, 9)] {
        for found in longest(pits, 2, most, &()).unwrap() {
            let place = format!("{pits} pits, {} seeds", found.seeds);
            let alone = longest(pits, found.seeds, found.seeds, &()).unwrap();
            assert_eq!(alone, std::slice::from_ref(&found), "{place}, asked for alone");
            let laps = |position: Vec<u8>| {
                let start = State::start(position, 0).ok()?;
                match classify(&Relay::default(), &start, u64::MAX, &()).unwrap() {
                    Orbit::Ends { steps } => Some(steps),
                    _ => None,
                }
            };
            let all = positions::<u8>(pits as usize, found.seeds as u32);
            assert_eq!(found.laps, all.into_iter().filter_map(laps).max(), "{place}");

            let Some(text) = found.position else {
                assert_eq!((pits, found.sown), (1, None));
                continue;
            };
            let position: Vec<u8> = text.split(' ').map(|word| word.parse().unwrap()).collect();
            assert_eq!(position.iter().map(|&seeds| u64::from(seeds)).sum::<u64>(), found.seeds);
            let mut state = State::start(position, 0).unwrap();
            let (mut laps, mut sown) = (0, 0);
            while !state.has_ended() {
                laps += 1;
                sown += u64::from(*state.hand());
                state.lap();
            }
            assert_eq!((found.laps, found.sown), (Some(laps), Some(sown)), "{place}");
        }
    }
}

#[test]
fn the_mayer_test_of_a_cycle_is_that_of_its_states() {
    for (pits, most) in [(1, 20), (2, 20), (5, 16), (16, 20), (33, 23), (64, 36)] {
        let (_, cycles) = search(pits, 2, most, Instructions::best());
        let passing = cycles.iter().filter(|cycle| {
            let passes = mayer::passes(&cycle.position, 0);
            assert_eq!(cycle.passes_mayer_test(), passes, "{:?}", cycle.position);
            passes
        });
        assert!(passing.count() > 0, "{pits} pits");
    }
}

#[test]
fn the_formula_counts_the_states_that_pass() {
    for (pits, most) in [(1, 40), (2, 40), (3, 36), (5, 26), (8, 22), (16, 24), (21, 22)] {
        let totals: Vec<BigUint> = (2..=most).map(BigUint::from).collect();
        let counts = mayer::count(pits, &totals, 1 << 30, &()).unwrap();
        let (rows, _) = search(pits, 2, most, Instructions::best());
        for (row, count) in rows.iter().zip(counts) {
            let place = format!("{pits} pits, {} seeds", row.seeds);
            assert_eq!(count.mayer_states, row.mayer_states.into(), "{place}");
            assert_eq!(count.all_states, row.all_states, "{place}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (pits, least, most) in [(0, 2, 9), (65, 2, 9), (8, 1, 9), (8, 2, 121), (8, 2, u64::MAX)] {
        assert!(census(pits, least, most, Instructions::Portable, None, &()).is_err());
        assert!(longest(pits, least, most, &()).is_err());
    }
}

#[test]
fn a_catalogue_can_stop_the_search() {
    let mut count = 0;
    let mut take = |_| {
        count += 1;
        if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stopped = census(16, 2, 20, Instructions::best(), Some(&mut take), &());
    assert_eq!(stopped, Err(CensusError::Cancelled(Cancelled)));
    assert_eq!(count, 3);
}

/// The census held against a search that goes the other way.
fn agrees_with_the_search_forwards(pits: u64, most: u64) {
    let (rows, _) = search(pits, 2, most, Instructions::best());
    let counts = forward::count(pits as usize, most as usize);
    for row in rows {
        let count = forward::Count {
            cycles: row.cycles,
            states: row.states,
            longest: row.longest_reduced_period.unwrap_or(0),
        };
        assert_eq!(counts[row.seeds as usize], count, "{pits} pits, {} seeds", row.seeds);
    }
}

#[test]
fn equals_a_search_forwards() {
    for (pits, most) in [(2, 40), (3, 30), (5, 22), (8, 20), (12, 20), (16, 20), (20, 20), (33, 20)]
    {
        agrees_with_the_search_forwards(pits, most);
    }
}

#[test]
#[ignore = "long suite: a minute"]
fn equals_a_search_forwards_on_omwesos_side() {
    agrees_with_the_search_forwards(16, 30);
}
