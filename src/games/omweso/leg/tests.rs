use super::{Following, Landing, Leg, StartError};
use crate::games::omweso::{Direction, Position, Setup};
use crate::orbit::{Dynamics, Orbit, classify};
use Direction::{Clockwise, CounterClockwise};

/// A board as it is drawn: a line for each row, `.` for an empty pit.
fn board(text: &str) -> Position<u64> {
    let seeds = |pit: &str| if pit == "." { 0 } else { pit.parse().unwrap() };
    let rows = text.trim().lines().map(|line| line.split_whitespace().map(seeds).collect());
    Setup { rows: rows.collect() }.position().unwrap()
}

/// What is on the board and in the hand.
fn total(leg: &Leg<u64>) -> u64 {
    let position = leg.position();
    position.own().iter().chain(position.opponent()).sum::<u64>() + leg.hand()
}

/// The example turn of the description of the game, pit for pit. In the second and third diagrams
/// the seeds captured are still, or no longer, on the board.
#[test]
fn the_worked_example() {
    let first = board(
        "5 . . . 1 1 1 1
         . 3 . 5 5 5 . 5
         10 4 1 4 4 . . 4
         1 . . . 4 . . .",
    );
    let mut leg = Leg::start(first, 4).unwrap();
    assert_eq!((leg.origin(), *leg.hand()), (4, 4));
    assert!(!leg.is_choice());
    assert_eq!(
        leg.sow(CounterClockwise),
        Some(Landing::Capture { pit: 8, column: 7, seeds: 6 }),
        "sowing captures 6 seeds"
    );
    // The second diagram shows the 6 seeds where they were captured.
    let second = board(
        "5 . . . 1 1 1 1
         . 3 . 5 5 5 . 5
         10 4 1 4 4 . . 5
         1 . . . . 1 1 1",
    );
    assert_eq!(leg.position().own(), second.own());
    assert_eq!(second.armed(7), Some(6));
    // They are resown from the starting hole.
    assert_eq!((leg.origin(), *leg.hand()), (4, 6));
    let resown = leg.sow(CounterClockwise);
    let third = board(
        "5 . . . 1 1 1 .
         . 3 . 5 5 5 . .
         10 4 1 4 4 1 1 6
         1 . . . . 2 2 2",
    );
    assert_eq!(leg.position(), &third);
    assert_eq!(resown, Some(Landing::Ends { pit: 10 }));
    assert!(leg.has_ended() && leg.sow(CounterClockwise).is_none());
}

#[test]
fn where_a_turn_starts() {
    let position = board("1 1\n1 1\n0 2\n1 3");
    assert_eq!(Leg::start(position.clone(), 1).map(|leg| *leg.hand()), Ok(3));
    let refused = |pit| Leg::start(position.clone(), pit).unwrap_err();
    assert_eq!(refused(0), StartError::FewSeeds { pit: 0, seeds: 1 });
    assert_eq!(refused(3), StartError::FewSeeds { pit: 3, seeds: 0 });
    assert_eq!(refused(4), StartError::NoSuchPit { pit: 4, pits: 4 });
    assert_eq!(position.starts().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn relays_and_captures_are_compulsory() {
    // From pit 2, the last seed falls onto pit 4, an inner pit: column 1 is armed, so it captures;
    // pit 4 keeps its two seeds, and the three captured go on from pit 2.
    let mut leg = Leg::start(board("0 2 0\n0 1 0\n0 1 0\n0 0 2"), 2).unwrap();
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Capture { pit: 4, column: 1, seeds: 3 }));
    assert_eq!(leg.position().to_string(), "0 0 0/0 0 0/0 2 1/0 0 0");
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Ends { pit: 5 }));
    assert_eq!(leg.position().to_string(), "0 0 0/0 0 0/1 3 2/0 0 0");
    // With one of the two pits empty the column is not armed: a relay.
    let mut leg = Leg::start(board("0 2 0\n0 0 0\n0 1 0\n0 0 2"), 2).unwrap();
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Relay { pit: 4 }));
    assert_eq!((leg.origin(), *leg.hand()), (4, 2));
    // An outer pit never captures.
    let mut leg = Leg::start(board("0 2 0\n0 1 0\n0 0 0\n2 0 1"), 0).unwrap();
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Relay { pit: 2 }));
}

#[test]
fn clockwise_only_for_a_direct_capture() {
    // Pit 1 is leftmost; clockwise its 3 seeds go to 0, 7 and 6, and pit 6 is inner and occupied.
    let armed = board("0 1 0 0\n0 4 0 0\n0 1 0 0\n0 3 0 0");
    let leg = Leg::start(armed.clone(), 1).unwrap();
    assert!(leg.is_choice());
    let mut reverse = leg.clone();
    assert_eq!(reverse.sow(Clockwise), Some(Landing::Capture { pit: 6, column: 1, seeds: 5 }));
    assert_eq!((reverse.origin(), *reverse.hand()), (1, 5));
    assert_eq!(reverse.position().to_string(), "0 0 0 0/0 0 0 0/1 2 0 0/1 0 0 0");
    // No further capture is possible: the five go counter-clockwise from pit 1.
    assert!(!reverse.is_choice() && reverse.sow(Clockwise).is_none());
    assert_eq!(reverse.sow(CounterClockwise), Some(Landing::Relay { pit: 6 }));
    // A relay clockwise is not allowed, nor is a start further right.
    let unarmed = board("0 1 0 0\n0 0 0 0\n0 1 0 0\n0 3 0 0");
    assert!(!Leg::start(unarmed, 1).unwrap().is_choice());
    let further = board("0 1 0 0\n0 4 0 0\n0 1 0 0\n0 0 4 0");
    assert!(!Leg::start(further, 2).unwrap().is_choice());
}

#[test]
fn what_was_captured_clockwise_may_go_on_clockwise() {
    // From pit 1 clockwise: 3 seeds capture 4 in column 1; those 4, again from pit 1, capture in
    // column 2.
    let position = board("0 1 2 0\n0 3 2 0\n0 1 1 0\n0 3 0 0");
    let mut leg = Leg::start(position, 1).unwrap();
    assert_eq!(leg.sow(Clockwise), Some(Landing::Capture { pit: 6, column: 1, seeds: 4 }));
    assert!(leg.is_choice());
    let mut other = leg.clone();
    assert_eq!(leg.sow(Clockwise), Some(Landing::Capture { pit: 5, column: 2, seeds: 4 }));
    assert!(!leg.is_choice());
    assert_eq!(other.sow(CounterClockwise), Some(Landing::Capture { pit: 5, column: 2, seeds: 4 }));
}

#[test]
fn what_was_captured_counter_clockwise_never_goes_clockwise() {
    // Pit 0 is leftmost. Counter-clockwise its 5 seeds capture in column 2 of 4 columns (pit 5).
    // Clockwise the captured 2 would end in pit 6, inner, occupied, column 1 armed; it is no choice.
    let position = board("0 1 1 0\n0 1 1 0\n0 1 1 0\n5 0 0 0");
    let mut leg = Leg::start(position, 0).unwrap();
    assert!(!leg.is_choice(), "clockwise, 5 seeds end in pit 3, an outer one");
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Capture { pit: 5, column: 2, seeds: 2 }));
    assert_eq!(leg.origin(), 0);
    assert!(leg.captures(Clockwise) && !leg.is_choice());
}

#[test]
fn a_full_round_ends_in_the_emptied_origin() {
    let mut leg = Leg::start(board("1 1\n1 1\n1 1\n4 1"), 0).unwrap();
    assert!(!leg.is_choice(), "clockwise too the origin was empty");
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Ends { pit: 0 }));
    assert_eq!(leg.position().to_string(), "1 1/1 1/2 2/1 2");
    // An origin that was gone round is occupied, and takes part like any other pit.
    let mut leg = Leg::start(board("1 1\n1 1\n8 1\n1 1"), 3).unwrap();
    assert_eq!(leg.sow(CounterClockwise), Some(Landing::Capture { pit: 3, column: 0, seeds: 2 }));
    assert_eq!(leg.position().own(), [3, 3, 3, 2]);
    assert_eq!(leg.origin(), 3);
}

#[test]
fn seeds_are_conserved_and_the_opponent_only_loses() {
    let mut choices = 0;
    for code in 0..3u64.pow(8) {
        let pit = |index: u32| code / 3u64.pow(index) % 3;
        let own: Vec<u64> = (0..4).map(pit).collect();
        let opponent: Vec<u64> = (4..8).map(pit).collect();
        let position = Position::new(own, opponent).unwrap();
        for start in position.starts() {
            let mut legs = vec![Leg::start(position.clone(), start).unwrap()];
            let seeds = total(&legs[0]);
            while let Some(leg) = legs.pop() {
                for direction in [CounterClockwise, Clockwise] {
                    let mut after = leg.clone();
                    let Some(landing) = after.sow(direction) else { continue };
                    assert_eq!(total(&after), seeds);
                    let (before, now) = (leg.position().opponent(), after.position().opponent());
                    assert!(before.iter().zip(now).all(|(before, now)| now <= before));
                    let fewer = leg.position().armed_columns() - after.position().armed_columns();
                    assert_eq!(fewer == 1, matches!(landing, Landing::Capture { .. }));
                    choices += usize::from(direction == Clockwise);
                    // Once no column is armed, nothing but relays is left.
                    if after.position().armed_columns() > 0 && !after.has_ended() {
                        legs.push(after);
                    }
                }
            }
        }
    }
    assert!(choices > 100, "{choices}");
}

#[test]
fn a_turn_is_a_dynamics() {
    let start = Leg::start(board("0 1 0 0\n0 4 0 0\n0 1 0 0\n0 3 0 0"), 1).unwrap();
    for choices in [&[][..], &[CounterClockwise], &[Clockwise]] {
        let mut state = (start.clone(), 0);
        let dynamics = Following::new(choices);
        let mut legs = 0;
        while dynamics.step(&mut state) {
            legs += 1;
        }
        assert!(state.0.has_ended() && state.1 == choices.len());
        let orbit = classify(&dynamics, &(start.clone(), 0), u64::MAX, &());
        assert_eq!(orbit, Ok(Orbit::Ends { steps: legs }));
    }
}
