//! The census held against the rules: every state classified by playing it.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use sowlab::analysis::census::{CensusRow, Cycle, Instructions, census};
use sowlab::games::relay::{Relay, State};
use sowlab::orbit::{Orbit, classify};

/// Every way to lay `seeds` seeds into `pits` pits.
fn positions(pits: usize, seeds: u8) -> Vec<Vec<u8>> {
    if pits == 0 {
        return if seeds == 0 { vec![vec![]] } else { vec![] };
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
    for position in positions(pits, seeds) {
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
    let mut take = |cycle| cycles.push(cycle);
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
