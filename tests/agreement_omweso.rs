//! Turns of Omweso, slow against fast: what the fast engine says of every pit and every choice of
//! random positions, against the rules played leg by leg and the generic cycle finder.

#[path = "common/numbers.rs"]
mod numbers;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use num_bigint::BigUint;
use rayon::prelude::*;
use sowlab::analysis::omweso::{Board, Choices, Engine, Fate, Turn, turns};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::{Direction, Following, Landing, Leg, Position};
use sowlab::orbit::{Dynamics, Orbit, classify};

use numbers::Numbers;

/// Legs of a cycle that is still played by the rules; there are some with billions.
const PLAYED: u64 = 10_000;

/// Legs after which the fast engine gives up too.
const EFFORT: Effort = Effort { lap_limit: 1 << 17, period: true };

/// How often what was seen, so that no test passes for want of cases.
#[derive(Default)]
struct Seen {
    ended: AtomicU64,
    endless: AtomicU64,
    with_captures: AtomicU64,
    mayer: AtomicU64,
    sporadic: AtomicU64,
    clockwise: AtomicU64,
    cut_short: AtomicU64,
    undecided: AtomicU64,
}

/// A random position of 2 to 8 columns: few seeds or many, but at most 255, in all pits or in some.
fn random(index: u64) -> Position<u64> {
    let mut numbers = Numbers(index);
    let columns = 2 + numbers.below(7) as usize;
    let pits = 2 * columns as u64;
    let mut side = |most: u64| {
        let mut side = vec![0; pits as usize];
        let places = 1 + numbers.below(pits);
        for _ in 0..numbers.below(most) {
            side[(numbers.below(places) * 5 % pits) as usize] += 1;
        }
        side
    };
    let most = if index.is_multiple_of(16) { 128 } else { 4 * pits.min(31) };
    let (own, opponent) = (side(most), side(most));
    Position::new(own, opponent).unwrap()
}

/// What the fast engine says of a pit, everything about it.
fn fast(position: &Position<u64>, pit: usize, choices: Choices, effort: Effort) -> Vec<Turn> {
    let board = Board::of(position).unwrap();
    let engine = Engine::new(position.columns()).unwrap();
    let mut found = Vec::new();
    engine
        .turns(&board, pit, choices, effort, &(), &mut |turn| {
            found.push(turn.turn(position));
        })
        .unwrap();
    found
}

/// All paths of choices, by playing each.
fn paths(leg: &Leg<u64>, path: &mut Vec<Direction>, found: &mut Vec<Vec<Direction>>) {
    let mut leg = leg.clone();
    loop {
        if leg.is_choice() {
            for direction in [Direction::CounterClockwise, Direction::Clockwise] {
                let mut next = leg.clone();
                next.sow(direction).unwrap();
                path.push(direction);
                paths(&next, path, found);
                path.pop();
            }
            return;
        }
        // Without an armed column there is no further choice.
        if leg.position().armed_columns() == 0 || leg.sow(Direction::CounterClockwise).is_none() {
            found.push(path.clone());
            return;
        }
    }
}

fn wide(pits: &[u64]) -> Vec<BigUint> {
    pits.iter().copied().map(BigUint::from).collect()
}

/// Plays a turn by the rules and compares all that is said of it.
fn check(position: &Position<u64>, pit: usize, turn: &Turn, seen: &Seen) {
    let total = |position: &Position<u64>| -> u64 {
        position.own().iter().sum::<u64>() + position.opponent().iter().sum::<u64>()
    };
    let dynamics = Following::new(&turn.path.0);
    let start = (Leg::start(position.clone(), pit).unwrap(), 0);
    let (mut leg, mut made) = start.clone();
    let (mut captures, mut loot, mut legs, mut sown) = (0u32, 0, 0u64, 0u64);
    let until = match &turn.fate {
        Fate::Ends { legs, .. } => *legs,
        Fate::NeverEnds { preperiod, .. } => *preperiod,
        Fate::Undecided => {
            let orbit = classify(&dynamics, &start, PLAYED, &());
            assert_eq!(orbit, Ok(Orbit::Undecided { steps: PLAYED }));
            seen.undecided.fetch_add(1, Relaxed);
            return;
        }
    };
    while legs < until {
        let before = leg.position().clone();
        let mut direction = Direction::CounterClockwise;
        if leg.is_choice() {
            direction = turn.path.0[made];
            made += 1;
        }
        sown += leg.hand();
        legs += 1;
        match leg.sow(direction).expect("no turn is longer than it is") {
            Landing::Capture { column, seeds, .. } => {
                captures |= 1 << column;
                loot += seeds;
            }
            _ => assert_eq!(leg.position().opponent(), before.opponent()),
        }
        assert!(leg.position().opponent().iter().zip(before.opponent()).all(|(is, was)| is <= was));
        assert_eq!(total(leg.position()) + leg.hand(), total(position), "seeds are conserved");
    }
    assert_eq!(made, turn.path.0.len(), "every choice is made");
    assert_eq!((turn.captures, &turn.captured), (captures, &loot.into()), "{position} {pit}");
    if turn.path.0.contains(&Direction::Clockwise) {
        seen.clockwise.fetch_add(1, Relaxed);
    }
    match &turn.fate {
        Fate::Ends { sown: said, position: left, .. } => {
            assert!(leg.has_ended() && !turn.mayer);
            assert_eq!(*said, sown.into());
            assert_eq!(left.own(), wide(leg.position().own()));
            assert_eq!(left.opponent(), wide(leg.position().opponent()));
            let orbit = classify(&dynamics, &start, u64::MAX, &());
            assert_eq!(orbit, Ok(Orbit::Ends { steps: legs }));
            seen.ended.fetch_add(1, Relaxed);
        }
        Fate::NeverEnds { preperiod, cycle } => {
            let armed = (0..position.columns()).filter(|&column| position.armed(column).is_some());
            assert_eq!(captures, armed.map(|column| 1 << column).sum::<u32>(), "every armed one");
            seen.endless.fetch_add(1, Relaxed);
            seen.with_captures.fetch_add(u64::from(captures > 0), Relaxed);
            seen.mayer.fetch_add(u64::from(turn.mayer), Relaxed);
            seen.sporadic.fetch_add(u64::from(!turn.mayer), Relaxed);
            let Some(cycle) = cycle.as_ref().filter(|cycle| cycle.period <= PLAYED.into()) else {
                // Its beginning at least does not end.
                let orbit = classify(&dynamics, &start, PLAYED, &());
                assert_eq!(orbit, Ok(Orbit::Undecided { steps: PLAYED }));
                seen.cut_short.fetch_add(1, Relaxed);
                return;
            };
            let period = cycle.period as u64;
            let orbit = classify(&dynamics, &start, u64::MAX, &());
            assert_eq!(orbit, Ok(Orbit::Periodic { preperiod: *preperiod, period }));
            let mut state = (leg, made);
            let mut sown = 0u64;
            for _ in 0..period {
                sown += state.0.hand();
                assert!(dynamics.step(&mut state));
            }
            assert_eq!(cycle.sown, sown.into());
        }
        Fate::Undecided => unreachable!("seen above"),
    }
}

/// Everything about the random positions of some indices.
fn agrees(indices: std::ops::Range<u64>) -> Seen {
    let seen = Seen::default();
    indices.into_par_iter().for_each(|index| {
        let position = random(index);
        for pit in position.starts() {
            let found = fast(&position, pit, Choices::All, EFFORT);
            let mut expected = Vec::new();
            let start = Leg::start(position.clone(), pit).unwrap();
            paths(&start, &mut Vec::new(), &mut expected);
            let chosen: Vec<_> = found.iter().map(|turn| turn.path.0.clone()).collect();
            assert_eq!(chosen, expected, "{position} from {pit}");
            for turn in &found {
                check(&position, pit, turn, &seen);
            }
        }
    });
    seen
}

fn enough(seen: &Seen, least: u64) {
    for (name, count) in [
        ("ended", &seen.ended),
        ("never ended", &seen.endless),
        ("never ended after captures", &seen.with_captures),
        ("passed the Mayer test", &seen.mayer),
        ("never ended without passing it", &seen.sporadic),
        ("went clockwise", &seen.clockwise),
        ("have a period that is not played", &seen.cut_short),
    ] {
        let count = count.load(Relaxed);
        println!("{count} {name}");
        assert!(count >= least, "only {count} {name}");
    }
}

#[test]
fn random_positions_by_the_rules() {
    let seen = agrees(0..100_000);
    enough(&seen, 50);
    let undecided = seen.undecided.into_inner();
    assert!(undecided < 50, "{undecided} undecided");
}

/// The slow search of the library says the same, turn for turn, with any limit and either choice.
#[test]
fn random_positions_by_the_slow_search() {
    let undecided = AtomicU64::new(0);
    (0..10_000u64).into_par_iter().for_each(|index| {
        let position = random(index);
        let big = Position::new(wide(position.own()), wide(position.opponent())).unwrap();
        let lap_limit = [1 << 17, 1, 2, 3, 7, 30, 1024, 1025][index as usize / 2 % 8];
        let effort = Effort { lap_limit, period: index % 2 == 0 };
        let choices = [Choices::All, Choices::CounterClockwise][index as usize / 16 % 2];
        for pit in position.starts() {
            let slow: Vec<Turn> = turns(&big, pit, choices, effort, &()).unwrap().iter().collect();
            let count = slow.iter().filter(|turn| turn.fate == Fate::Undecided).count();
            undecided.fetch_add(count as u64, Relaxed);
            assert_eq!(fast(&position, pit, choices, effort), slow, "{position} from {pit}");
        }
    });
    assert!(undecided.into_inner() > 1_000);
}

#[test]
fn boards_that_are_too_large() {
    let position = |columns: usize, own: u64, opponent: u64| {
        let side = |seeds| [vec![seeds], vec![0; 2 * columns - 1]].concat();
        Position::new(side(own), side(opponent)).unwrap()
    };
    assert!(Board::of(&position(8, 255, 0)).is_some());
    assert!(Board::of(&position(8, 256, 0)).is_none());
    assert!(Board::of(&position(9, 3, 0)).is_none());
    // What no turn can capture does not count.
    assert!(Board::of(&position(8, 255, 1 << 40)).is_some());
    assert!(Board::new(8, 200, [55, 0, 0, 0, 0, 0, 0, 0]).is_some());
    assert!(Board::new(8, 200, [56, 0, 0, 0, 0, 0, 0, 0]).is_none());
    assert!(Board::new(8, 200, [1, 0, 0, 0, 0, 0, 0, 0]).is_none());
    assert!(Board::new(7, 200, [0, 0, 0, 0, 0, 0, 0, 2]).is_none());
    assert!(Board::new(7, 1 << 112, [0; 8]).is_none());
    assert!(Engine::new(1).is_none() && Engine::new(9).is_none());
}

#[test]
fn where_no_turn_starts() {
    let position = Position::new(vec![0u64, 1, 2, 3], vec![0; 4]).unwrap();
    let board = Board::of(&position).unwrap();
    assert_eq!(board.starts().collect::<Vec<_>>(), [2, 3]);
    let engine = Engine::new(2).unwrap();
    for (pit, says) in [
        (0, "pit 0 holds 0 seeds; a turn starts from a pit with at least 2"),
        (1, "pit 1 holds 1 seed; a turn starts from a pit with at least 2"),
        (4, "pit 4 is not on the mover's side; its 4 pits are numbered 0 to 3"),
    ] {
        let none = engine.turns(&board, pit, Choices::All, Effort::default(), &(), &mut |_| {
            panic!("there is no turn");
        });
        assert_eq!(none.unwrap_err().to_string(), says);
    }
}
