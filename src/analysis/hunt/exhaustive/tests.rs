use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::arrangements::Arrangements;
use super::weights::Kind;
use super::{ExhaustiveError, ExhaustiveRow, counts, finds, starts};
use crate::analysis::omweso::{Choices, Turn, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::Position;
use crate::observer::{Cancelled, Observer};

/// Paths, paths that never end, starting pits that never end, and those the Mayer test proves.
type Counted = [BigUint; 4];

fn counted(row: &ExhaustiveRow) -> Counted {
    [&row.paths, &row.never_ending_paths, &row.never_ending_starts, &row.mayer_starts]
        .map(Clone::clone)
}

/// The turns from a pit of a position, by the slow engine.
fn look(own: &[u8], opponent: &[u8], pit: usize) -> [u64; 4] {
    let side = |pits: &[u8]| pits.iter().copied().map(BigUint::from).collect();
    let position = Position::new(side(own), side(opponent)).unwrap();
    let turns = turns(&position, pit, Choices::All, Effort::default(), &()).unwrap();
    let (mut paths, mut never, mut mayer) = (0, 0, false);
    for turn in turns.iter() {
        paths += 1;
        never += u64::from(turn.never_ends());
        mayer |= turn.mayer && turn.never_ends();
    }
    [paths, never, u64::from(never > 0), u64::from(mayer)]
}

/// The counts of a cell by classes: every arrangement of the mover against one opponent for each
/// set of columns and numbers of seeds that can be captured there.
fn by_classes(columns: usize, own: u64, opponent: u64) -> Counted {
    let mut totals = Counted::default();
    let loots = (0..(opponent + 1).pow(columns as u32)).filter_map(|code| {
        let loot: Vec<u64> = (0..columns as u32)
            .map(|column| code / (opponent + 1).pow(column) % (opponent + 1))
            .collect();
        (!loot.contains(&1) && loot.iter().sum::<u64>() <= opponent).then_some(loot)
    });
    for loot in loots {
        let armed = loot.iter().filter(|&&seeds| seeds > 0).count();
        let captured: u64 = loot.iter().sum();
        let unarmed = (columns - armed) as u32;
        let kind = Kind { captured: captured as u8, armed: 0, unarmed, unseen: 0 };
        let ways: u64 = loot.iter().map(|&seeds| seeds.max(2) - 1).product();
        let weight = kind.opponents(opponent) * ways;
        // What lies in unarmed columns does nothing, and can be left out.
        let mut pits = vec![0; 2 * columns];
        for (column, &seeds) in loot.iter().enumerate().filter(|(_, seeds)| **seeds > 0) {
            pits[columns - 1 - column] = seeds as u8 - 1;
            pits[columns + column] = 1;
        }
        for arrangement in Arrangements::new(2 * columns, own, 0) {
            for pit in starts(&arrangement) {
                let found = look(&arrangement, &pits, pit);
                for (total, found) in totals.iter_mut().zip(found) {
                    *total += &weight * found;
                }
            }
        }
    }
    totals
}

#[test]
fn columns_looked_into_when_needed_as_classes() {
    for (columns, most_own, most_opponent) in [(2, 7, 6), (3, 5, 5), (4, 4, 4), (8, 2, 4)] {
        let own: Vec<u64> = (0..=most_own).collect();
        let opponent: Vec<u64> = (0..=most_opponent).collect();
        let rows = counts(columns, &own, &opponent, &()).unwrap();
        assert_eq!(rows.len(), own.len() * opponent.len());
        for row in rows {
            let expected = by_classes(columns, row.own_seeds, row.opponent_seeds);
            assert_eq!(counted(&row), expected, "{row:?}");
        }
    }
}

/// Every position of a cell, one by one: the counts, and the finds in their order.
#[test]
fn as_one_position_after_the_other() {
    let mut with_captures = 0;
    for (columns, own, opponent) in [(2, 7, 5), (2, 9, 3), (3, 5, 4), (3, 6, 2), (4, 5, 1)] {
        let mut totals = [0; 4];
        let (mut positions, mut all_starts) = (0u64, 0u64);
        let mut expected = Vec::new();
        for mover in Arrangements::new(2 * columns, own, 0) {
            for other in Arrangements::new(2 * columns, opponent, 0) {
                positions += 1;
                for pit in starts(&mover) {
                    all_starts += 1;
                    let found = look(&mover, &other, pit);
                    totals.iter_mut().zip(found).for_each(|(total, found)| *total += found);
                    if found[1] > 0 {
                        expected.push((mover.clone(), other.clone(), pit, found[1]));
                    }
                }
            }
        }
        let row = &counts(columns, &[own], &[opponent], &()).unwrap()[0];
        assert_eq!(counted(row), totals.map(BigUint::from));
        assert_eq!((&row.positions, &row.starts), (&positions.into(), &all_starts.into()));
        let mut found: Vec<(Vec<u8>, Vec<u8>, usize, u64)> = Vec::new();
        for find in finds(columns, &[own], &[opponent], true, &()).unwrap() {
            let find = find.unwrap();
            with_captures += u64::from(find.turn.captures > 0);
            let (own, opponent) = (find.position.own(), find.position.opponent());
            match found.last_mut() {
                Some((a, b, pit, paths)) if (&a[..], &b[..], *pit) == (own, opponent, find.pit) => {
                    *paths += 1;
                }
                _ => found.push((own.to_vec(), opponent.to_vec(), find.pit, 1)),
            }
        }
        assert_eq!(found, expected);
    }
    assert!(with_captures > 10, "{with_captures}");
}

/// A turn of a find is that of its own position, also where classes share a column of the opponent.
#[test]
fn finds_are_turns_of_their_positions() {
    let mut by_position = BTreeMap::new();
    for find in finds(2, &[6, 8], &[6, 0], true, &()).unwrap() {
        let find = find.unwrap();
        let key = (find.position.own().to_vec(), find.position.opponent().to_vec(), find.pit);
        by_position.entry(key).or_insert_with(Vec::new).push(find.turn);
    }
    assert!(by_position.len() > 100);
    for ((own, opponent, pit), found) in by_position {
        let side = |pits: &[u8]| pits.iter().copied().map(BigUint::from).collect();
        let position = Position::new(side(&own), side(&opponent)).unwrap();
        let turns = turns(&position, pit, Choices::All, Effort::default(), &()).unwrap();
        assert_eq!(turns.iter().filter(Turn::never_ends).collect::<Vec<_>>(), found);
    }
}

#[test]
fn hands_that_go_round_many_times() {
    let rows = counts(2, &[3, 40], &[1, 20], &()).unwrap();
    let expected = [(3, 1), (3, 20), (40, 1)].map(|(own, opponent)| by_classes(2, own, opponent));
    assert_eq!(rows[..3].iter().map(counted).collect::<Vec<_>>(), expected);
}

#[test]
fn what_is_refused() {
    let refused =
        |columns, own, opponent| counts(columns, &[0, own], &[opponent], &()).unwrap_err();
    assert_eq!(refused(1, 2, 2), ExhaustiveError::Columns { columns: 1 });
    assert_eq!(refused(9, 2, 2), ExhaustiveError::Columns { columns: 9 });
    assert_eq!(refused(2, 200, 56), ExhaustiveError::Seeds { own: 200, opponent: 56 });
    assert_eq!(refused(2, u64::MAX, 1), ExhaustiveError::Seeds { own: u64::MAX, opponent: 1 });
    assert_eq!(refused(8, 200, 1), ExhaustiveError::Arrangements { own: 200, pits: 16 });
    assert_eq!(counts(2, &[], &[1], &()), Ok(vec![]));
    assert_eq!(counts(2, &[1], &[], &()), Ok(vec![]));
    assert_eq!(counts(2, &[1], &[1], &()).unwrap()[0].fraction, None);
}

#[test]
fn an_observer_stops_it() {
    struct Stop;
    impl Observer for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    // Enough for the first question to the observer.
    assert_eq!(counts(4, &[12], &[6], &Stop), Err(ExhaustiveError::Cancelled(Cancelled)));
    let mut found = finds(4, &[12], &[6], true, &Stop).unwrap();
    assert_eq!(found.next(), Some(Err(Cancelled)));
    assert_eq!(found.next(), None);
}
