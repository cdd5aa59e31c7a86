//! Endgame tables against the definition of values, iterated over all boards with nothing but the rules.

#[path = "common/numbers.rs"]
mod numbers;

use std::collections::HashMap;

use sowlab::analysis::endgame::{EndgameError, Endless, Rules, Table, Value, build, verify};
use sowlab::analysis::two_row::Packed;
use sowlab::games::oware::{GrandSlam, Position, Side};

use numbers::Numbers;

type Board = Vec<u8>;

/// The value of each board, as its mover sees it: at least and at most.
type Values = HashMap<Board, (i32, i32)>;

fn position(board: &[u8]) -> Position {
    Position::new(board.to_vec(), [0, 0], Side::South).unwrap()
}

/// The moves of a board: what they capture, and the board that the opponent sees then.
///
/// A game of so few seeds would end by majority; here it goes on, since a table counts all seeds.
fn moves(board: &[u8], reading: GrandSlam) -> Vec<(i32, Board)> {
    let (start, width) = (position(board), board.len() / 2);
    let played = (0..width).filter_map(|pit| start.play(pit, reading).ok());
    let after = played.map(|played| {
        let mut pits = played.position.pits().to_vec();
        pits.rotate_left(width);
        (played.captured.into(), pits)
    });
    after.collect()
}

/// What a board without moves is worth.
fn own_sides(board: &[u8]) -> i32 {
    let sum = |row: &[u8]| row.iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
    let (own, theirs) = board.split_at(board.len() / 2);
    sum(own) - sum(theirs)
}

fn total(board: &[u8]) -> i32 {
    board.iter().map(|&seeds| i32::from(seeds)).sum()
}

/// The definition: the least and the greatest solution of what moves make of values, level by level.
fn solve(boards: &[Board], reading: GrandSlam, repetition: Endless) -> Values {
    let mut values = Values::new();
    let most = boards.iter().map(|board| total(board)).max().unwrap_or(0);
    for seeds in 0..=most {
        let level: Vec<_> = boards.iter().filter(|board| total(board) == seeds).collect();
        let moves: Vec<_> = level.iter().map(|board| moves(board, reading)).collect();
        for board in &level {
            values.insert((*board).clone(), (-seeds, seeds));
        }
        loop {
            let mut changed = false;
            for (board, moves) in level.iter().zip(&moves) {
                let after = |(captured, next): &(i32, Board)| {
                    let (low, high) = values[next];
                    (captured - high, captured - low)
                };
                let best = moves.iter().map(after).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
                let value = best.unwrap_or((own_sides(board), own_sides(board)));
                changed |= values.insert((*board).clone(), value) != Some(value);
            }
            if !changed {
                break;
            }
        }
        if repetition == Endless::EvenSplit {
            for board in level {
                let (low, high) = values[board];
                // What neither can force is endless, and worth nothing.
                let value = low.max(high.min(0));
                values.insert(board.clone(), (value, value));
            }
        }
    }
    values
}

/// All boards of so many pits with up to so many seeds.
fn all(pits: usize, seeds: u8) -> Vec<Board> {
    if pits == 0 {
        return vec![Vec::new()];
    }
    let with = |first: u8| {
        let rest = all(pits - 1, seeds - first);
        rest.into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..=seeds).flat_map(with).collect()
}

fn table(width: usize, seeds: usize, grand_slam: GrandSlam, repetition: Endless) -> Table {
    let mut table = Table::new(Rules { width, grand_slam, repetition }, seeds).unwrap();
    build(&mut table, 1 << 30, &(), |_, _| Ok::<(), EndgameError>(())).unwrap();
    table
}

const READINGS: [GrandSlam; 2] = [GrandSlam::CapturesNothing, GrandSlam::Forbidden];
const REPETITIONS: [Endless; 2] = [Endless::EvenSplit, Endless::Bounds];

fn assert_value(table: &Table, board: &[u8], expected: (i32, i32)) {
    let Value { low, high } = table.value(Packed::from(&position(board)).board()).unwrap();
    assert_eq!((i32::from(low), i32::from(high)), expected, "{board:?} {:?}", table.rules());
}

fn agree(width: usize, seeds: u8) {
    let boards = all(2 * width, seeds);
    for reading in READINGS {
        for repetition in REPETITIONS {
            let slow = solve(&boards, reading, repetition);
            let fast = table(width, seeds.into(), reading, repetition);
            let held: usize =
                fast.levels().iter().map(sowlab::analysis::endgame::Level::boards).sum();
            assert_eq!(held, boards.len());
            for board in &boards {
                assert_value(&fast, board, slow[board]);
            }
        }
    }
}

#[test]
fn every_board_of_narrow_games() {
    agree(1, 12);
    agree(2, 10);
    agree(3, 8);
}

#[test]
fn every_board_of_up_to_six_seeds() {
    agree(6, 6);
}

/// The boards that play can reach from one.
fn reachable(board: &[u8], reading: GrandSlam) -> Vec<Board> {
    let mut found = vec![board.to_vec()];
    let mut known: std::collections::HashSet<Board> = found.iter().cloned().collect();
    let mut index = 0;
    while let Some(board) = found.get(index).cloned() {
        for (_, next) in moves(&board, reading) {
            if known.insert(next.clone()) {
                found.push(next);
            }
        }
        index += 1;
    }
    found
}

/// Compares tables with the definition on everything that play can reach from random boards with so many
/// seeds each; returns how many boards that were.
fn sample(seeds: std::ops::RangeInclusive<usize>) -> usize {
    let most = *seeds.end();
    let fast = REPETITIONS.map(|repetition| table(6, most, GrandSlam::CapturesNothing, repetition));
    let mut looked_at = 0;
    for seeds in seeds {
        let mut numbers = Numbers(seeds as u64);
        let mut board = vec![0u8; 12];
        for _ in 0..seeds {
            board[numbers.index(12)] += 1;
        }
        let boards = reachable(&board, GrandSlam::CapturesNothing);
        for table in &fast {
            let slow = solve(&boards, GrandSlam::CapturesNothing, table.rules().repetition);
            for board in &boards {
                assert_value(table, board, slow[board]);
            }
        }
        looked_at += boards.len();
    }
    looked_at
}

#[test]
fn samples_of_boards_with_more_seeds() {
    assert!(sample(7..=7) > 10_000);
}

#[test]
#[ignore = "long suite: minutes"]
fn samples_of_boards_with_many_seeds() {
    assert!(sample(8..=9) > 200_000);
}

/// Romein and Bal's database has this board, counter-clockwise from the mover's leftmost pit, as one of
/// score 0 whose moves are worth -1, -1, -2, -2, -2 and 0.
#[test]
fn the_published_awari_value() {
    let board = [1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0];
    let table = table(6, 16, GrandSlam::CapturesNothing, Endless::EvenSplit);
    let answer = table.query(&position(&board)).unwrap();
    assert_eq!(answer.value, Value { low: 0, high: 0 });
    let values: Vec<_> = answer.moves.iter().map(|after| after.value.exact()).collect();
    assert_eq!(values, [-1, -1, -2, -2, -2, 0].map(Some));
}

#[test]
fn tables_verify() {
    for repetition in REPETITIONS {
        for reading in READINGS {
            let table = table(6, 8, reading, repetition);
            assert_eq!(verify(&table, &()), Ok(125_970));
        }
        for reading in READINGS {
            for width in 1..=5 {
                let table = table(width, 10, reading, repetition);
                let boards = table.levels().iter().map(sowlab::analysis::endgame::Level::boards);
                assert_eq!(verify(&table, &()), Ok(boards.sum::<usize>() as u64));
            }
        }
    }
}
