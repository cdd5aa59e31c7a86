//! Endgame tables against values by plain iteration over all boards, with nothing but the rules.

#[path = "common/values.rs"]
mod values;

use sowlab::analysis::endgame::{EndgameError, Endless, Level, Rules, Table, Value, build, verify};
use sowlab::analysis::two_row::Packed;
use sowlab::games::oware::{GrandSlam, Position, Side};

use values::{Game, Values};

fn position(pits: &[u8]) -> Position {
    Position::new(pits.to_vec(), [0, 0], Side::South).unwrap()
}

fn table(width: usize, seeds: usize, grand_slam: GrandSlam, repetition: Endless) -> Table {
    let mut table = Table::new(Rules { width, grand_slam, repetition }, seeds).unwrap();
    build(&mut table, 1 << 30, &(), |_, _| Ok::<(), EndgameError>(())).unwrap();
    table
}

fn held(table: &Table) -> usize {
    table.levels().iter().map(Level::boards).sum()
}

const READINGS: [GrandSlam; 2] = [GrandSlam::CapturesNothing, GrandSlam::Forbidden];
const REPETITIONS: [Endless; 2] = [Endless::EvenSplit, Endless::Bounds];

/// Compares the values of all boards; returns their number.
fn agree(width: usize, seeds: u8, reading: GrandSlam) -> usize {
    let slow = values::values(Game::Oware(reading), width, seeds);
    for repetition in REPETITIONS {
        let fast = table(width, seeds.into(), reading, repetition);
        assert_eq!(held(&fast), slow.len());
        for (pits, &Values { low, even, high }) in &slow {
            let found = fast.value(Packed::from(&position(pits)).board()).unwrap();
            let found = (i16::from(found.low), i16::from(found.high));
            let expected = match repetition {
                Endless::EvenSplit => (even, even),
                Endless::Bounds => (low, high),
            };
            assert_eq!(found, expected, "{pits:?} {repetition:?} {reading:?}");
        }
    }
    slow.len()
}

#[test]
fn every_board_of_narrow_games() {
    for reading in READINGS {
        agree(1, 12, reading);
        agree(2, 10, reading);
        agree(3, 8, reading);
        agree(4, 6, reading);
    }
}

#[test]
fn every_board_of_up_to_seven_seeds() {
    assert_eq!(agree(6, 7, GrandSlam::CapturesNothing), 50_388);
    assert_eq!(agree(6, 6, GrandSlam::Forbidden), 18_564);
}

#[test]
#[ignore = "long suite"]
fn every_board_of_up_to_eight_seeds() {
    assert_eq!(agree(6, 8, GrandSlam::CapturesNothing), 125_970);
    assert_eq!(agree(6, 7, GrandSlam::Forbidden), 50_388);
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
    for (repetition, reading) in
        REPETITIONS.iter().flat_map(|&rule| READINGS.map(|reading| (rule, reading)))
    {
        assert_eq!(verify(&table(6, 8, reading, repetition), &()), Ok(125_970));
        for width in 1..=5 {
            let table = table(width, 10, reading, repetition);
            assert_eq!(verify(&table, &()), Ok(held(&table) as u64));
        }
    }
}
