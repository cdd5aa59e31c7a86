use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{BackwardRow, CycleError, Cycles, Find, Finds, Question, count};
use crate::analysis::census::{Instructions, census};
use crate::analysis::omweso::Fate;
use crate::games::omweso::{Direction, Following, Leg, Path, Position};
use crate::games::relay::State;
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
    for (own, opponent) in sides.iter().flat_map(|own| sides.iter().map(move |other| (own, other))) {
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
        for ((.., path, loot, preperiod), _) in compare(2, seeds, 12) {
            seen.insert((path.0.len(), loot.iter().filter(|&&seeds| seeds > 0).count(), preperiod));
        }
    }
    let most = |of: fn(&(usize, usize, u64)) -> u64| seen.iter().map(of).max().unwrap();
    let most = (most(|kind| kind.0 as u64), most(|kind| kind.1 as u64), most(|kind| kind.2));
    assert_eq!(most, (0, 0, 0));
}

#[test]
fn agrees_with_playing_every_position_of_three_columns() {
    let found: usize = (2..=6).map(|seeds| compare(3, seeds, 8).len()).sum();
    assert!(found > 100, "{found}");
}
