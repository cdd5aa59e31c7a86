//! Worked examples, one for each rule that differs from Oware.

use super::{FirstMove, Turn, TurnError};
use crate::games::oware::{Position, Reason, Side};

const CAPTURES: FirstMove = FirstMove::Captures;

/// South to move, with what is missing to 96 split between the stores.
fn south(south: [u8; 8], north: [u8; 8]) -> Position {
    let pits = [south, north].concat();
    let missing = 96 - pits.iter().sum::<u8>();
    Position::new(pits, [missing / 2, missing - missing / 2], Side::South).unwrap()
}

fn turn(text: &str) -> Turn {
    text.parse().unwrap()
}

fn legal(position: &Position) -> Vec<String> {
    position.turns(CAPTURES).iter().map(|(turn, _)| turn.to_string()).collect()
}

#[test]
fn a_turn_is_one_move_or_two() {
    let start = Position::start(8, 6).unwrap();
    let turns = legal(&start);
    assert_eq!(turns.len(), 8 + 8 * 7);
    assert_eq!(turns[..4], ["1", "1-2", "1-3", "1-4"]);
    let played = start.play_turn(turn("1-2"), CAPTURES).unwrap();
    // Pit 2 holds 7 when it is sown.
    assert_eq!(played.position.to_string(), "0-0-8-8-8-8-8-7-7-6-6-6-6-6-6-6-0-0-N");
    assert_eq!(start.play_turn(turn("1-1"), CAPTURES), Err(TurnError::Empty { pit: 0 }));
    // A second move may sow what the first has brought.
    let position = south([1, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(legal(&position), ["1", "1-2"]);
}

#[test]
fn sixteen_seeds_skip_the_origin() {
    let position = south([16, 0, 0, 0, 0, 0, 0, 0], [4; 8]);
    let played = position.play_turn(turn("1"), CAPTURES).unwrap();
    assert_eq!(played.position.pits(), [0, 2, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5]);
}

#[test]
fn fed_with_the_first_move_and_captured_with_the_second() {
    // The example of the description: two seeds are sown, and two are captured.
    let position = south([0, 0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0, 0, 3]);
    let played = position.play_turn(turn("8-7"), CAPTURES).unwrap();
    assert_eq!((played.captured(), played.position.pits()[8]), (0, 1));
    let position = south([0, 0, 0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 0, 0, 3]);
    let played = position.play_turn(turn("8-7"), CAPTURES).unwrap();
    assert_eq!((played.first_captured, played.second_captured), (0, 2));
}

#[test]
fn only_the_last_move_may_not_take_everything() {
    // Pit 8 takes both seeds that North then has.
    let position = south([1, 0, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0]);
    let alone = position.play_turn(turn("8"), CAPTURES).unwrap();
    assert!(alone.grand_slam && alone.captured() == 0);
    let first = position.play_turn(turn("8-1"), CAPTURES).unwrap();
    assert!(
        !first.grand_slam && first.first_captured == 2 && first.position.row(Side::North) == [0; 8]
    );
    let last = position.play_turn(turn("1-8"), CAPTURES).unwrap();
    assert!(last.grand_slam && last.captured() == 0);
    // Where first moves do not capture, it takes nothing in any turn.
    let first = position.play_turn(turn("8-1"), FirstMove::CapturesNothing).unwrap();
    assert_eq!((first.captured(), first.position.pits()[8]), (0, 2));
}

#[test]
fn whoever_takes_everything_first_must_feed_if_that_is_possible() {
    // After pit 8, pit 7 can feed and pit 1 cannot.
    let position = south([1, 0, 0, 0, 0, 0, 2, 1], [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(position.play_turn(turn("8-1"), CAPTURES), Err(TurnError::DoesNotFeed));
    let fed = position.play_turn(turn("8-7"), CAPTURES).unwrap();
    assert_eq!((fed.captured(), fed.position.pits()[8]), (2, 1));
}

#[test]
fn an_opponent_without_seeds_is_fed_in_one_of_the_moves() {
    // Pit 8 feeds; pit 7 does, after pit 6 has brought it a second seed.
    let position = south([1, 0, 0, 0, 0, 1, 1, 1], [0; 8]);
    assert_eq!(legal(&position), ["1-8", "6-7", "6-8", "7-8", "8", "8-1", "8-6", "8-7"]);
    assert_eq!(position.play_turn(turn("1"), CAPTURES), Err(TurnError::DoesNotFeed));
}

#[test]
fn a_first_move_that_makes_feeding_possible_obliges() {
    // No single move feeds; 7 brings a seed to 8, which then can.
    let position = south([1, 0, 0, 0, 0, 0, 1, 0], [0; 8]);
    assert_eq!(legal(&position), ["1", "1-2", "1-7", "7-8"]);
    assert_eq!(position.play_turn(turn("7"), CAPTURES), Err(TurnError::StopsShort));
    assert_eq!(position.play_turn(turn("7-1"), CAPTURES), Err(TurnError::DoesNotFeed));
    // Whoever need not feed ends the game.
    let ended = position.play_turn(turn("1"), CAPTURES).unwrap().position;
    let ending = ended.turns_ending().unwrap();
    assert_eq!((ending.reason, ending.halves), (Reason::NoSeeds, [2 * 49, 2 * 47]));
}

#[test]
fn the_majority_is_counted_after_whole_turns() {
    let pits = vec![1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1];
    let position = Position::new(pits, [47, 45], Side::South).unwrap();
    // Pit 8 alone takes two, which makes 49.
    let won = position.play_turn(turn("8"), CAPTURES).unwrap().position;
    assert_eq!(won.turns_ending().map(|ending| ending.reason), Some(Reason::Majority));
    assert!(won.turns(CAPTURES).is_empty());
    // And as the first of two moves it does not end the turn.
    let after = position.play_turn(turn("8-1"), CAPTURES).unwrap();
    assert_eq!(after.position.pits()[..2], [0, 1]);
}

#[test]
fn turns_as_they_are_written() {
    assert_eq!(turn("3"), Turn { first: 2, second: None });
    assert_eq!(turn("3-8").to_string(), "3-8");
    for text in ["", "0", "-", "1-", "-1", "1-2-3", "+1", "a", "1-0", "1 2"] {
        assert!(text.parse::<Turn>().is_err(), "{text}");
    }
}
