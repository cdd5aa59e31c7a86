//! Plays every state on Omweso's side, by a lap of its own, and holds the census against it.
//!
//! It shares nothing with the library but the rules (`docs/rules.md`): pits are bytes, states are
//! laid out one after the other, and a move that never ends is known by coming back to its start.

use sowlab::analysis::census::{Instructions, census};

const PITS: usize = 16;

/// What becomes of the moves from pit 0.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    all: u64,
    endless: u64,
    longest_period: u64,
}

/// The laps after which the start recurs; `None` if the move ends.
fn period(start: [u8; PITS]) -> Option<u64> {
    let mut pits = start;
    let mut pit = 0;
    for laps in 1.. {
        for _ in 0..std::mem::take(&mut pits[pit]) {
            pit = (pit + 1) % PITS;
            pits[pit] += 1;
        }
        if pits[pit] == 1 {
            return None;
        }
        if pit == 0 && pits == start {
            return Some(laps);
        }
    }
    None
}

/// Lays `left` seeds into the pits from `pit` on, in every way.
fn lay(position: &mut [u8; PITS], pit: usize, left: u8, count: &mut Count) {
    if pit < PITS - 1 {
        for seeds in 0..=left {
            position[pit] = seeds;
            lay(position, pit + 1, left - seeds, count);
        }
        return;
    }
    position[pit] = left;
    count.all += 1;
    if let Some(period) = period(*position) {
        count.endless += 1;
        count.longest_period = count.longest_period.max(period);
    }
}

fn agrees(most: u64) {
    for row in census(PITS as u64, 2, most, Instructions::best(), None, &()).unwrap() {
        let mut count = Count::default();
        for hand in 2..=row.seeds as u8 {
            let mut position = [0; PITS];
            position[0] = hand;
            lay(&mut position, 1, row.seeds as u8 - hand, &mut count);
        }
        let found = Count {
            all: u64::try_from(&row.all_states).unwrap(),
            endless: row.states,
            longest_period: row.longest_period.unwrap_or(0),
        };
        assert_eq!(found, count, "{} seeds", row.seeds);
    }
}

#[test]
fn on_omwesos_side_up_to_12_seeds() {
    agrees(12);
}

#[test]
#[ignore = "long suite: plays 300 million states"]
fn on_omwesos_side_up_to_17_seeds() {
    agrees(17);
}
