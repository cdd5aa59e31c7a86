use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{BackwardRow, CycleError, Cycles, Find, Finds, Question, count};
use crate::analysis::census::{Instructions, census};
use crate::analysis::omweso::Fate;
use crate::games::omweso::{Direction, Following, Leg, Path, Position};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};
use crate::orbit::{Orbit, classify};

/// A turn that never ends: the mover's pits, the pit sown first, the path, what is captured in each
/// column, and the legs before the cycle.
type Key = (Vec<u64>, usize, Path, Vec<u64>, u64);

/// Every way to lay seeds into pits.
fn sides(pits: usize, seeds: u64) -> Vec<Vec<u64>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with = |first| {
        sides(pits - 1, seeds - first).into_iter().map(move |mut rest| {
            rest.push(first);
            rest
        })
    };
    (0..=seeds).flat_map(with).collect()
}

/// The slow twin: every position with so many seeds on each side, every pit, every path, by the rules
/// and by cycle finding. To each turn that never ends, the number of positions that have it.
fn forward(columns: usize, seeds: u64, most_legs: u64) -> BTreeMap<Key, u64> {
    let sides = sides(2 * columns, seeds);
    let mut found = BTreeMap::new();
    for (own, opponent) in sides.iter().flat_map(|own| sides.iter().map(move |other| (own, other)))
    {
        let position = Position::new(own.clone(), opponent.clone()).unwrap();
        let loot: Vec<u64> =
            (0..columns).map(|column| position.armed(column).unwrap_or(0)).collect();
        for pit in position.starts() {
            let start = Leg::start(position.clone(), pit).unwrap();
            let mut paths = Vec::new();
            all_paths(&start, &mut Vec::new(), &mut paths);
            for path in paths {
                let orbit = classify(&Following::new(&path), &(start.clone(), 0), u64::MAX, &());
                if let Ok(Orbit::Periodic { preperiod, .. }) = orbit
                    && preperiod <= most_legs
                {
                    // A turn that never ends captures whatever there is to capture.
                    let key = (own.clone(), pit, Path(path), loot.clone(), preperiod);
                    *found.entry(key).or_default() += 1;
                }
            }
        }
    }
    found
}

/// The paths of all turns that go on after a moment.
fn all_paths(leg: &Leg<u64>, path: &mut Vec<Direction>, paths: &mut Vec<Vec<Direction>>) {
    if leg.has_ended() || leg.position().armed_columns() == 0 {
        paths.push(path.clone());
        return;
    }
    for direction in [Direction::CounterClockwise, Direction::Clockwise] {
        let mut next = leg.clone();
        if next.sow(direction).is_some() {
            let choice = leg.is_choice();
            path.extend(choice.then_some(direction));
            all_paths(&next, path, paths);
            path.truncate(path.len() - usize::from(choice));
        }
    }
}

/// All cycles of the mover's circuit with at most twice so many seeds.
fn all_cycles(columns: usize, seeds: u8) -> Cycles {
    let mut cycles = Cycles::for_seeds(columns, seeds).unwrap();
    let most = 2 * u64::from(seeds).max(1);
    census(
        2 * columns as u64,
        2,
        most,
        Instructions::Portable,
        Some(&mut |cycle| {
            let pits = cycle.position.iter().copied().map(BigUint::from).collect();
            let state = State::start(pits, 0).unwrap();
            let reached = cycles.add(&state, u64::MAX, &()).unwrap();
            let seeds = u32::from(seeds);
            let total = cycle.seeds();
            assert_eq!(reached, total >= seeds && total != seeds + 1);
            ControlFlow::Continue(())
        }),
        &(),
    )
    .unwrap();
    cycles
}

fn small(side: &[BigUint]) -> Vec<u64> {
    side.iter().map(|seeds| seeds.try_into().unwrap()).collect()
}

fn key(find: &Find) -> Key {
    let Fate::NeverEnds { preperiod, .. } = find.turn.fate else { panic!("{find:?}") };
    let position = &find.position;
    let loot = (0..position.columns())
        .map(|column| position.armed(column).map_or(0, |seeds| seeds.try_into().unwrap()))
        .collect();
    (small(position.own()), find.pit, find.turn.path.clone(), loot, preperiod)
}

fn finds(cycles: &Cycles, question: Question, limit: u64) -> Vec<Find> {
    Finds::new(cycles, question, limit, true, &()).collect::<Result<_, _>>().unwrap()
}

/// The hunt backwards finds what the rules find, no more, no less, nothing twice.
fn compare(columns: usize, seeds: u8, most_legs: u32) -> BTreeMap<Key, u64> {
    let expected = forward(columns, seeds.into(), most_legs.into());
    let cycles = all_cycles(columns, seeds);
    let question = Question { most_legs, least_captures: 0 };
    let found = finds(&cycles, question, u64::MAX);
    assert!(found.iter().map(key).map(|key| key.4).is_sorted());
    let count_of: BTreeMap<Key, BigUint> =
        found.iter().map(|find| (key(find), find.openings.clone())).collect();
    assert_eq!(count_of.len(), found.len(), "nothing twice");
    let wide: BTreeMap<Key, BigUint> =
        expected.iter().map(|(key, &positions)| (key.clone(), positions.into())).collect();
    assert_eq!(count_of, wide, "{columns} columns, {seeds} seeds");

    // The counts are those of the finds.
    let mut rows = BTreeMap::<(u64, u64), (u128, BigUint)>::new();
    for ((.., loot, preperiod), openings) in &count_of {
        let captures = loot.iter().filter(|&&seeds| seeds > 0).count() as u64;
        let row = rows.entry((*preperiod, captures)).or_default();
        (row.0, row.1) = (row.0 + 1, &row.1 + openings);
    }
    let rows: Vec<BackwardRow> = rows
        .into_iter()
        .map(|((preperiod, captures), (turns, openings))| BackwardRow {
            preperiod,
            captures,
            turns,
            openings,
        })
        .collect();
    assert_eq!(count(&cycles, question, &()).unwrap(), rows);
    expected
}

#[test]
fn agrees_with_playing_every_position_of_two_columns() {
    let mut seen = BTreeSet::new();
    for seeds in 0..=8 {
        for (.., path, loot, preperiod) in compare(2, seeds, 12).into_keys() {
            seen.insert((path.0.len(), loot.iter().filter(|&&seeds| seeds > 0).count(), preperiod));
        }
    }
    let most = |of: fn(&(usize, usize, u64)) -> u64| seen.iter().map(of).max().unwrap();
    let most = (most(|kind| kind.0 as u64), most(|kind| kind.1 as u64), most(|kind| kind.2));
    // Choices, captures and legs: captures in all columns, and no turn has as many legs as 12.
    assert_eq!(most, (6, 2, 10));
}

#[test]
fn agrees_with_playing_every_position_of_three_columns() {
    let found: usize = (2..=6).map(|seeds| compare(3, seeds, 8).len()).sum();
    assert!(found > 100, "{found}");
}

#[test]
#[ignore = "long suite: 2 million positions"]
fn agrees_with_playing_more_positions_of_three_columns() {
    for seeds in 7..=8 {
        compare(3, seeds, 10);
    }
}

/// More finds than are held in memory come in the same order whatever the limit.
#[test]
fn a_limit_takes_the_first_finds() {
    let cycles = all_cycles(3, 12);
    let question = Question { most_legs: 3, least_captures: 1 };
    let all = finds(&cycles, question, u64::MAX);
    let counted: u128 = count(&cycles, question, &()).unwrap().iter().map(|row| row.turns).sum();
    assert_eq!(all.len() as u128, counted);
    assert!(all.len() > 10_000, "{}", all.len());
    let different: BTreeSet<Key> = all.iter().map(key).collect();
    assert_eq!(different.len(), all.len());
    for limit in [0, 1, 1000, 8191, 8192, 8193, 9000] {
        assert!(finds(&cycles, question, limit).iter().eq(all.iter().take(limit as usize)));
    }
    let question = Question { most_legs: 3, least_captures: 2 };
    let two: Vec<&Find> = all.iter().filter(|find| find.turn.captures.count_ones() >= 2).collect();
    assert!(finds(&cycles, question, u64::MAX).iter().eq(two));
}

#[test]
fn a_cycle_is_one_whatever_state_it_is_given_by() {
    let state = |pits: &[u32], pivot| {
        State::start(pits.iter().copied().map(BigUint::from).collect(), pivot).unwrap()
    };
    let mut cycles = Cycles::for_seeds(3, 6).unwrap();
    let mut start = state(&[3, 1, 0, 1, 0, 1], 0);
    for _ in 0..18 {
        assert_eq!(cycles.add(&start, 3, &()), Ok(true));
        assert_eq!(cycles.add(&start, 2, &()), Err(CycleError::Undecided { limit: 2 }));
        start.lap();
    }
    assert_eq!((cycles.len(), cycles.is_empty()), (1, false));
    let ends = state(&[3, 0, 0, 1, 2, 0], 0);
    assert_eq!(cycles.add(&ends, u64::MAX, &()), Err(CycleError::Ends { laps: 2 }));
    let three = state(&[3, 0, 0], 0);
    let error = CycleError::Pits { pits: 3, expected: 6 };
    assert_eq!(cycles.add(&three, u64::MAX, &()), Err(error));
    for seeds in [5, 7, 13] {
        assert_eq!(cycles.add(&state(&[seeds, 0, 0, 0, 0, 0], 0), u64::MAX, &()), Ok(false));
    }
    assert!(Cycles::for_openings(1).is_err() && Cycles::for_openings(33).is_err());
    assert!(Cycles::for_openings(usize::MAX / 2).is_err());
}

#[test]
fn an_observer_stops_it() {
    struct Stop;
    impl Observer for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let cycles = all_cycles(3, 12);
    let question = Question { most_legs: 3, least_captures: 0 };
    assert_eq!(count(&cycles, question, &Stop), Err(Cancelled));
    let mut finds = Finds::new(&cycles, question, 10, true, &Stop);
    assert_eq!(finds.next(), Some(Err(Cancelled)));
    assert_eq!(finds.next(), None);
    let state = State::start(vec![3u8.into(), 1u8.into(), 0u8.into(), 2u8.into()], 0).unwrap();
    let mut cycles = Cycles::for_seeds(2, 6).unwrap();
    assert_eq!(cycles.add(&state, u64::MAX, &Stop), Err(CycleError::Cancelled(Cancelled)));
}
