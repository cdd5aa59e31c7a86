//! Worked examples, one for each rule.

use super::{GrandSlam, Move, MoveError, Reason};
use crate::games::oware::{Position, Side};

const CAPTURES_NOTHING: GrandSlam = GrandSlam::CapturesNothing;

/// South to move, with what is missing to 48 split between the stores.
fn south(pits: [u8; 12]) -> Position {
    let missing = 48 - pits.iter().sum::<u8>();
    Position::new(pits.to_vec(), [missing / 2, missing - missing / 2], Side::South).unwrap()
}

/// The letters of the legal moves.
fn legal(position: &Position, grand_slam: GrandSlam) -> String {
    position.moves(grand_slam).iter().map(|(name, _)| name.to_string()).collect()
}

/// The pits after a move that is legal, and what it captures.
fn after(position: &Position, pit: usize) -> (Vec<u8>, u8) {
    let played = position.play(pit, CAPTURES_NOTHING).unwrap();
    (played.position.pits().to_vec(), played.captured)
}

#[test]
fn a_first_move() {
    let start = Position::start(6, 4).unwrap();
    assert_eq!(legal(&start, CAPTURES_NOTHING), "ABCDEF");
    let (pits, captured) = after(&start, 2);
    assert_eq!((pits, captured), (vec![4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4], 0));
    let played = start.play(2, CAPTURES_NOTHING).unwrap().position;
    assert_eq!(legal(&played, CAPTURES_NOTHING), "abcdef");
}

#[test]
fn twelve_seeds_and_more_skip_the_origin() {
    let (pits, captured) = after(&south([0, 0, 12, 0, 0, 0, 3, 3, 3, 3, 3, 3]), 2);
    assert_eq!((pits, captured), (vec![1, 1, 0, 2, 1, 1, 4, 4, 4, 4, 4, 4], 0));
    // 23 seeds are two rounds and one more.
    let (pits, captured) = after(&south([0, 0, 23, 0, 0, 0, 3, 3, 3, 3, 3, 3]), 2);
    assert_eq!((pits, captured), (vec![2, 2, 0, 3, 2, 2, 5, 5, 5, 5, 5, 5], 0));
    // 17 from F: a round of 11, and six more into the pits of North, of which f, with 2, is taken.
    let (pits, captured) = after(&south([0, 0, 0, 0, 0, 17, 3, 0, 0, 0, 3, 0]), 5);
    assert_eq!((pits, captured), (vec![1, 1, 1, 1, 1, 0, 5, 2, 2, 2, 5, 0], 2));
}

#[test]
fn captures_go_backwards_through_twos_and_threes() {
    // The last seed makes c 3; b then holds 2 and a 3; F is South's own and stays.
    let (pits, captured) = after(&south([0, 0, 0, 0, 4, 1, 2, 1, 2, 2, 2, 2]), 4);
    assert_eq!((pits, captured), (vec![0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 2, 2], 8));
    // b holds 4, which ends the capture after c.
    let (pits, captured) = after(&south([0, 0, 0, 0, 4, 1, 2, 3, 2, 2, 2, 2]), 4);
    assert_eq!((pits, captured), (vec![0, 0, 0, 0, 0, 2, 3, 4, 0, 2, 2, 2], 3));
    // Neither 1 nor 4 in the landing pit captures, whatever lies before it.
    assert_eq!(after(&south([0, 0, 0, 0, 0, 2, 1, 0, 5, 0, 0, 0]), 5).1, 0);
    assert_eq!(after(&south([0, 0, 0, 0, 0, 2, 1, 3, 5, 0, 0, 0]), 5).1, 0);
    // A landing pit on the mover's own side captures nothing.
    assert_eq!(after(&south([1, 1, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0]), 0).1, 0);
}

#[test]
fn north_captures_from_south() {
    let position =
        Position::new(vec![1, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 2], [19, 19], Side::North).unwrap();
    let played = position.play(5, CAPTURES_NOTHING).unwrap();
    assert_eq!(played.captured, 5);
    assert_eq!(played.position.to_string(), "0-0-0-0-0-5-0-0-0-0-0-0-19-24-S");
}

#[test]
fn a_grand_slam_captures_nothing_or_is_forbidden() {
    // F would take all three seeds that North then has.
    let position = south([4, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]);
    let played = position.play(5, CAPTURES_NOTHING).unwrap();
    assert!(played.grand_slam && played.captured == 0);
    assert_eq!(played.position.pits(), [4, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0]);
    assert_eq!(position.play(5, GrandSlam::Forbidden), Err(MoveError::GrandSlam));
    assert_eq!(legal(&position, CAPTURES_NOTHING), "AF");
    assert_eq!(legal(&position, GrandSlam::Forbidden), "A");
    // One seed that is left behind, and it is none.
    let position = south([4, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 1]);
    let played = position.play(5, GrandSlam::Forbidden).unwrap();
    assert!(!played.grand_slam && played.captured == 4);
}

#[test]
fn an_opponent_without_seeds_is_fed() {
    let position = south([3, 0, 4, 0, 1, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(legal(&position, CAPTURES_NOTHING), "CF");
    assert_eq!(position.play(0, CAPTURES_NOTHING), Err(MoveError::DoesNotFeed));
    // An opponent who has a seed need not be fed.
    assert_eq!(legal(&south([3, 0, 4, 0, 1, 2, 0, 0, 0, 0, 0, 1]), CAPTURES_NOTHING), "ACEF");
}

#[test]
fn the_mover_takes_the_rest_where_nobody_can_be_fed() {
    let position = south([3, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(legal(&position, CAPTURES_NOTHING), "");
    let ending = position.ending(CAPTURES_NOTHING).unwrap();
    assert_eq!((ending.reason, ending.halves), (Reason::CannotFeed, [2 * 26, 2 * 22]));
    assert_eq!(ending.name(), "south-wins");
}

#[test]
fn a_player_to_move_without_seeds_ends_the_game() {
    let position = south([0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0]);
    let ending = position.ending(CAPTURES_NOTHING).unwrap();
    assert_eq!((ending.reason, ending.halves), (Reason::NoSeeds, [2 * 22, 2 * 26]));
}

#[test]
fn more_than_half_wins_at_once() {
    let position = |stores| {
        Position::new(vec![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], stores, Side::South).unwrap()
    };
    assert!(position([24, 12]).ending(CAPTURES_NOTHING).is_none());
    let won = position([25, 11]);
    assert_eq!(won.ending(CAPTURES_NOTHING).map(|ending| ending.reason), Some(Reason::Majority));
    assert!(won.moves(CAPTURES_NOTHING).is_empty());
    let lost = position([11, 25]).ending(CAPTURES_NOTHING).unwrap();
    assert_eq!((lost.winner(), lost.name()), (Some(Side::North), "north-wins"));
}

#[test]
fn twenty_four_each_are_a_draw() {
    let ending = south([0; 12]).ending(CAPTURES_NOTHING).unwrap();
    assert_eq!((ending.halves, ending.winner(), ending.name()), ([48, 48], None, "draw"));
}

#[test]
fn where_every_move_is_a_forbidden_grand_slam_each_keeps_their_own_side() {
    let position = south([0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]);
    assert_eq!(legal(&position, CAPTURES_NOTHING), "F");
    assert!(position.ending(CAPTURES_NOTHING).is_none());
    let ending = position.ending(GrandSlam::Forbidden).unwrap();
    assert_eq!((ending.reason, ending.halves), (Reason::OnlyGrandSlams, [2 * 24, 2 * 24]));
}

#[test]
fn moves_as_they_are_written() {
    for (text, side, pit) in [("A", Side::South, 0), ("F", Side::South, 5), ("h", Side::North, 7)] {
        assert_eq!(text.parse(), Ok(Move { side, pit }));
        assert_eq!(Move { side, pit }.to_string(), text);
    }
    for text in ["", "I", "i", "AB", "1", "é"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}
