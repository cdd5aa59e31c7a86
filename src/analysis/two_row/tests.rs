//! Boards in a register, in small. Random boards against the rules are in
//! `tests/agreement_two_rows.rs`.

use super::board::{seeds_in, seeds_on};
use super::{Engine, Oware, Packed, PasDeDeux};
use crate::analysis::perft::{Extent, OneByOne, one_by_one, perft, perft_ahead};
use crate::games::oware::{GrandSlam, Position, Side};
use crate::games::pas_de_deux::FirstMove;
use crate::observer::{Cancelled, Observer};

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

/// The levels by each route.
fn by_every_route<G: OneByOne>(game: &G, start: &G::Position, depth: u64) {
    let extent = Extent { depth, distinct: false, memory: 1 << 30 };
    let (mut levels, mut ahead) = (Vec::new(), Vec::new());
    perft(game, start, extent, &(), |level| levels.push(level)).unwrap();
    perft_ahead(game, start, extent, &(), |level| ahead.push(level)).unwrap();
    assert_eq!(levels, ahead);
    for level in levels {
        assert_eq!(one_by_one(game, start, level.depth, &()).as_ref(), Ok(&level));
    }
}

#[test]
fn counting_one_by_one_is_counting_by_levels() {
    for (width, seeds) in [(2, 2), (3, 3), (6, 4), (8, 2)] {
        let start = Position::start(width, seeds).unwrap();
        let total = start.total() as u8;
        for reading in [GrandSlam::CapturesNothing, GrandSlam::Forbidden] {
            by_every_route(&Oware::new(width, total, reading), &Packed::from(&start), 8);
        }
        for reading in [FirstMove::Captures, FirstMove::CapturesNothing] {
            let depth = if width < 6 { 5 } else { 3 };
            by_every_route(&PasDeDeux::new(width, total, reading), &Packed::from(&start), depth);
        }
    }
}

/// Three seeds go round for ever in more ways than 128 bits can count.
#[test]
fn numbers_of_any_size() {
    let pits = vec![1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    let start = Packed::from(&Position::new(pits, [23, 22], Side::South).unwrap());
    let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
    let extent = Extent { depth: 400, distinct: false, memory: 1 << 30 };
    let (mut levels, mut ahead) = (Vec::new(), Vec::new());
    perft(&game, &start, extent, &(), |level| levels.push(level)).unwrap();
    perft_ahead(&game, &start, extent, &(), |level| ahead.push(level)).unwrap();
    assert!(levels == ahead && levels[399].sequences.bits() > 128, "{:?}", levels[399]);
}

/// Who stops the work is obeyed by each route.
#[test]
fn stopped() {
    struct Stop;
    impl Observer for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let start = Packed::from(&Position::start(6, 4).unwrap());
    let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
    let extent = Extent { depth: 3, distinct: false, memory: 1 << 30 };
    assert_eq!(one_by_one(&game, &start, 1000, &Stop), Err(Cancelled));
    assert_eq!(perft_ahead(&game, &start, extent, &Stop, |_| ()), Err(Cancelled.into()));
}
