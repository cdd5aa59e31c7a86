//! Boards in a register, in small. Random boards against the rules are in
//! `tests/agreement_two_rows.rs`.

use super::board::{seeds_in, seeds_on};
use super::{Engine, Oware, Packed};
use crate::analysis::perft::{Extent, perft};
use crate::games::oware::{GrandSlam, Position, Side};

#[test]
fn bytes_and_their_sum() {
    let board = u128::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 135]);
    assert_eq!((seeds_in(board, 0), seeds_in(board, 15), seeds_on(board)), (1, 135, 255));
}

#[test]
fn a_board_is_turned_twice() {
    for width in 1..=8 {
        let engine = Engine::new(width, 48);
        let board = (0..2 * width).fold(0u128, |board, pit| board | (pit as u128 + 1) << (8 * pit));
        let turned = engine.turned(board);
        assert_eq!(usize::from(seeds_in(turned, 0)), width + 1);
        assert_eq!(engine.turned(turned), board);
    }
}

#[test]
fn positions_come_back() {
    for (side, text) in [(Side::South, "1-2-3-4-5-6-S"), (Side::North, "1-2-3-4-5-6-N")] {
        let position = Position::new(vec![1, 2, 3, 4], [5, 6], side).unwrap();
        assert_eq!(position.to_string(), text);
        assert_eq!(Packed::from(&position).unpacked(2), position);
    }
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Packed>(), 24);
}

#[test]
fn counting_one_by_one_is_counting_by_levels() {
    for (width, seeds) in [(2, 2), (3, 3), (6, 4), (8, 2)] {
        for reading in [GrandSlam::CapturesNothing, GrandSlam::Forbidden] {
            let start = Position::start(width, seeds).unwrap();
            let game = Oware::new(width, start.total() as u8, reading);
            let start = Packed::from(&start);
            let extent = Extent { depth: 7, distinct: false, memory: 1 << 30 };
            perft(&game, &start, extent, &(), |level| {
                assert_eq!(level.sequences, game.sequences(&start, level.depth).into());
            })
            .unwrap();
        }
    }
}
