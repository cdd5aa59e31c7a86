//! Tables that are false in one value or in many. That tables are true is shown in
//! `tests/agreement_endgame.rs`.

use super::{
    EndgameError, Endless, Fault, Level, LineEnd, Rules, Table, Value, VerifyError, build, memory,
    stats, verify,
};
use crate::games::oware::{GrandSlam, Position, Side};

const SEEDS: usize = 6;

fn rules(repetition: Endless) -> Rules {
    Rules { width: 3, grand_slam: GrandSlam::CapturesNothing, repetition }
}

fn table(rules: Rules, seeds: usize) -> Table {
    let mut table = Table::new(rules, seeds).unwrap();
    build(&mut table, 1 << 24, &(), |_, _| Ok::<(), EndgameError>(())).unwrap();
    table
}

/// The same table with other levels.
fn with_levels(table: &Table, change: impl Fn(usize, &mut Level)) -> Table {
    let mut changed = Table::new(table.rules(), table.seeds()).unwrap();
    for (seeds, level) in table.levels().iter().enumerate() {
        let mut level = level.clone();
        change(seeds, &mut level);
        changed.push(level);
    }
    changed
}

#[test]
fn every_single_false_value_is_found() {
    for repetition in [Endless::EvenSplit, Endless::Bounds] {
        let table = table(rules(repetition), 4);
        for (seeds, level) in table.levels().iter().enumerate() {
            for rank in 0..level.boards() {
                for wrong in [-1, 1] {
                    let altered = with_levels(&table, |index, level| {
                        if index == seeds {
                            level.low[rank] += wrong;
                        }
                    });
                    let verdict = verify(&altered, &());
                    assert!(matches!(verdict, Err(VerifyError::False { .. })), "{seeds} {rank}");
                }
            }
        }
    }
}

#[test]
fn values_that_only_hold_each_other_up_are_found() {
    // What endless play is worth if it divides evenly is, with bounds, a solution of what moves make of
    // values, but nothing forces it.
    let bounds = table(rules(Endless::Bounds), SEEDS);
    let first = stats(&bounds).iter().position(|level| level.exact < level.boards).unwrap();
    let even = with_levels(&bounds, |seeds, level| {
        if seeds >= first {
            let split = |(low, high): (&i8, &i8)| (*low).max((*high).min(0));
            let values: Vec<i8> = level.low.iter().zip(&level.high).map(split).collect();
            (level.low, level.high) = (values.clone(), values);
        }
    });
    let only = with_levels(&even, |seeds, level| {
        if seeds > first {
            *level = bounds.levels()[seeds].clone();
        }
    });
    let Err(VerifyError::False { fault, board, .. }) = verify(&only, &()) else {
        panic!("the level of {first} seeds is false")
    };
    let seeds: usize = board.split(' ').map(|pit| pit.parse::<usize>().unwrap()).sum();
    assert_eq!((fault, seeds), (Fault::NotForced, first));
}

#[test]
fn a_line_of_best_play_is_worth_what_is_said() {
    for repetition in [Endless::EvenSplit, Endless::Bounds] {
        let table = table(rules(repetition), SEEDS);
        let mut ended = 0;
        for seeds in 0..=SEEDS {
            for rank in 0..table.ranks.count(seeds) {
                let pits = table.ranks.board(rank, seeds).to_le_bytes()[..6].to_vec();
                let start = Position::new(pits, [100, 100], Side::South).unwrap();
                let Value { low, .. } = table.query(&start).unwrap().value;
                let line = table.line(&start, 1000, &()).unwrap();
                let mut position = start.clone();
                for name in &line.moves {
                    assert_eq!(name.side, position.mover());
                    position =
                        position.play(name.pit, GrandSlam::CapturesNothing).unwrap().position;
                }
                let gained = |stores: [u8; 2]| i16::from(stores[0]) - i16::from(stores[1]);
                match line.end {
                    LineEnd::Ends => {
                        ended += 1;
                        assert_eq!(gained(position.own_sides()), i16::from(low), "{start}");
                    }
                    LineEnd::Recurs => {
                        let left = match repetition {
                            Endless::EvenSplit => 0,
                            Endless::Bounds => -(position.on_board() as i16),
                        };
                        assert_eq!(gained(position.stores()) + left, i16::from(low), "{start}");
                    }
                    LineEnd::Cut => panic!("{start} needs a longer line"),
                }
            }
        }
        assert!(ended > 100);
    }
}

#[test]
fn what_is_refused() {
    let rules = rules(Endless::EvenSplit);
    let refused = |rules: Rules, seeds| Table::new(rules, seeds).map(|_| ()).unwrap_err();
    assert_eq!(refused(Rules { width: 0, ..rules }, 4), EndgameError::Width { width: 0 });
    assert_eq!(refused(Rules { width: 9, ..rules }, 4), EndgameError::Width { width: 9 });
    let error = EndgameError::Seeds { seeds: 128, width: 3 };
    assert_eq!(refused(rules, 128), error);
    assert!(memory(Rules { width: 6, ..rules }, 40).is_err());
    let needed = memory(rules, 5).unwrap();
    let mut table = Table::new(rules, 5).unwrap();
    let built = build(&mut table, needed - 1, &(), |_, _| Ok::<(), EndgameError>(()));
    assert_eq!(built, Err(EndgameError::Memory { seeds: 5, needed, allowed: needed - 1 }));
    let long = Position::start(2, 1).unwrap();
    assert!(table.query(&long).is_err());
}
