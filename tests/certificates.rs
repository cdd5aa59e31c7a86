//! Certificates against an oracle of their own: reading and playing from the text alone, seed by
//! seed, with nothing of the library. Every small change of a true line must be refused, or be
//! another true statement by that oracle.

mod common;

use common::changes::{join, one_byte_changes, values_near};
use common::oracle;
use num_bigint::BigUint;
use proptest::prelude::*;
use sowlab::certificate::{
    Bounds, Certificate, Cycle, Fault, MakeError, Proof, StreamError, verify_line, verify_stream,
};
use sowlab::games::relay::State;

fn state(pits: &[u64], pit: usize) -> State<BigUint> {
    State::start(pits.iter().map(|&seeds| seeds.into()).collect(), pit).unwrap()
}

fn played(pits: &[u64], pit: usize) -> Certificate {
    Certificate::by_playing(&state(pits, pit), u64::MAX, &()).unwrap()
}

/// True certificates of every kind, on circuits of several sizes.
fn true_lines() -> Vec<String> {
    let mut lines: Vec<String> = [
        played(&[2], 0),
        played(&[2, 0, 1], 0),
        played(&[3, 0, 0, 1, 0, 0], 0),
        played(&[0, 12, 1, 3], 1),
        played(&[4, 4, 5, 4, 3, 4], 2),
        played(&[3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0),
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    lines.extend([
        Certificate::by_mayer(&state(&[2, 0, 1], 0)).unwrap().to_string(),
        Certificate::by_mayer(&state(&[5, 2, 5, 2, 0, 1], 3)).unwrap().to_string(),
    ]);
    assert!(lines.iter().any(|line| line.contains("\"ends\"")));
    assert!(lines.iter().filter(|line| line.contains("recurrence")).count() >= 3);
    lines
}

/// True rows of catalogues.
const TRUE_ROWS: [&str; 3] =
    ["3,3,2 0 1,2,1,3,6", "16,11,3 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1,3,8,128,272", "1,7,7,7,1,1,7"];

/// A row of a catalogue in JSON, where that says the same.
fn json_row(row: &str) -> Option<String> {
    let values: Vec<&str> = row.split(',').collect();
    let [pits, seeds, position, hand, reduced_period, period, sown] = values[..] else {
        return None;
    };
    // Space around numbers is free in JSON.
    let numbers = [pits, seeds, hand, reduced_period, period, sown];
    if numbers.iter().any(|number| number.contains([' ', '\t', '\n', '\r'])) {
        return None;
    }
    Some(format!(
        "{{\"pits\":{pits},\"seeds\":{seeds},\"position\":\"{position}\",\"hand\":{hand},\
         \"reduced_period\":{reduced_period},\"period\":{period},\"sown\":{sown}}}"
    ))
}

/// Whether the library finds a line true; panics if it finds it undecided.
fn accepts(line: &str) -> bool {
    match verify_line(line) {
        Ok(()) => true,
        Err(Fault::Malformed(_) | Fault::False(_)) => false,
        Err(fault) => panic!("{line}: {fault}"),
    }
}

#[test]
fn true_lines_are_true() {
    for line in true_lines() {
        assert_eq!(verify_line(&line), Ok(()), "{line}");
        assert!(oracle::certificate(&line), "{line}");
        let certificate: Certificate = line.parse().unwrap();
        assert_eq!(certificate.to_string(), line);
    }
    for row in TRUE_ROWS {
        let cycle = Cycle::from_csv(row).unwrap();
        assert_eq!(cycle.verify(u64::MAX, &()), Ok(()), "{row}");
        assert!(oracle::cycle(row), "{row}");
        assert_eq!(verify_line(&cycle.certificate().to_string()), Ok(()));
    }
}

#[test]
fn every_change_of_one_byte_is_caught() {
    let every_ascii: Vec<u8> = (0..128).collect();
    for line in true_lines() {
        let mut others = 0;
        for changed in one_byte_changes(&line, &every_ascii) {
            let changed = String::from_utf8(changed).unwrap();
            let found = accepts(&changed);
            assert_eq!(found, oracle::certificate(&changed), "{changed}");
            if !found {
                continue;
            }
            others += 1;
            // What may differ and still be true: the space between the tokens, the version of the
            // program, and the position together with nothing else, where it is as true of that.
            let (now, then) = (oracle::fields(&changed).unwrap(), oracle::fields(&line).unwrap());
            for ((name, value), (_, before)) in now.iter().zip(&then) {
                let free = ["made_by", "position"].contains(&name.as_str());
                assert!(free || value == before, "{changed}");
            }
        }
        assert!(others > 20, "spaces and versions are free: {others}");
    }
}

#[test]
fn every_change_of_one_byte_of_a_row_is_caught() {
    let every_ascii: Vec<u8> = (0..128).collect();
    for row in TRUE_ROWS {
        for changed in one_byte_changes(row, &every_ascii) {
            let changed = String::from_utf8(changed).unwrap();
            let found = Cycle::from_csv(&changed).and_then(|cycle| cycle.verify(u64::MAX, &()));
            assert_eq!(found.is_ok(), oracle::cycle(&changed), "{changed}: {found:?}");
            let Some(json) = json_row(&changed) else { continue };
            let same = Cycle::from_json(&json).and_then(|cycle| cycle.verify(u64::MAX, &()));
            assert_eq!(same.is_ok(), found.is_ok(), "{json}: {same:?}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_malformed() {
    let bounds = Bounds { laps: u64::MAX, line_bytes: 1 << 20 };
    for line in true_lines().iter().take(3) {
        for changed in one_byte_changes(line, &[0x80, 0xBF, 0xC3, 0xFF]) {
            let Err(StreamError::Line { line: 1, fault: Fault::Malformed(_) }) =
                verify_stream(&changed[..], bounds, &())
            else {
                // Nothing but the leaving out of a byte makes no bytes above 127.
                assert!(changed.is_ascii());
                continue;
            };
        }
    }
}

#[test]
fn every_altered_field_is_caught() {
    let agree = |line: &str| {
        let found = accepts(line);
        assert_eq!(found, oracle::certificate(line), "{line}");
        found
    };
    for line in true_lines() {
        let fields = oracle::fields(&line).unwrap();
        assert_eq!(join(&fields), line);
        for place in 0..fields.len() {
            let (name, value) = &fields[place];
            for other in values_near(value) {
                let mut changed = fields.clone();
                changed[place].1.clone_from(&other);
                let found = agree(&join(&changed));
                assert!(!found || name == "position", "{name} may not be {other} in {line}");
            }
            for other in ["", "x", &name.to_uppercase(), &format!("{name} "), "labels", "claim"] {
                if other != name {
                    let mut changed = fields.clone();
                    other.clone_into(&mut changed[place].0);
                    assert!(!agree(&join(&changed)), "{name} as {other}");
                }
            }
            let mut dropped = fields.clone();
            dropped.remove(place);
            assert!(!agree(&join(&dropped)), "without {name}");
            let mut doubled = fields.clone();
            doubled.push(fields[place].clone());
            assert!(!agree(&join(&doubled)), "{name} twice");
            // The order of the fields says nothing.
            let mut turned = fields.clone();
            turned.rotate_left(place);
            assert!(agree(&join(&turned)));
        }
        let mut more = fields.clone();
        more.push(("comment".into(), "\"\"".into()));
        assert!(!agree(&join(&more)));
    }
}

#[test]
fn every_small_move_is_certified_truly() {
    let (mut ends, mut endless, mut by_labels) = (0, 0, 0);
    for n in 1..=4u32 {
        for code in 0..6u64.pow(n) {
            let pits: Vec<u64> = (0..n).map(|pit| code / 6u64.pow(pit) % 6).collect();
            for pit in (0..n as usize).filter(|&pit| pits[pit] >= 2) {
                let certificate = played(&pits, pit);
                if certificate.never_ends() {
                    endless += 1;
                } else {
                    ends += 1;
                }
                let line = certificate.to_string();
                assert!(oracle::certificate(&line), "{line}");
                assert_eq!(verify_line(&line), Ok(()));
                match Certificate::by_mayer(&state(&pits, pit)) {
                    Ok(proof) => {
                        by_labels += 1;
                        assert!(certificate.never_ends(), "{line}");
                        assert!(oracle::certificate(&proof.to_string()), "{proof}");
                        assert_eq!(verify_line(&proof.to_string()), Ok(()));
                    }
                    Err(MakeError::Clash { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(ends > 1000 && endless > by_labels && by_labels > 100);
}

#[test]
fn a_cycle_is_listed_by_its_largest_hand() {
    // The same cycle from another of its states.
    let start = [3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
    let mut turned = State::start(start.to_vec(), 0).unwrap();
    turned.lap();
    let row = |state: &State<u64>| {
        let pits: Vec<String> = state.from_pivot().map(ToString::to_string).collect();
        format!("16,11,{},{},8,128,272", pits.join(" "), state.hand())
    };
    let found = Cycle::from_csv(&row(&turned)).unwrap().verify(u64::MAX, &());
    let reason = found.unwrap_err().to_string();
    assert_eq!(reason, "the hand after 7 laps is 3, larger than the first");
    assert!(!oracle::cycle(&row(&turned)));
}

#[test]
fn every_small_cycle_is_played_only_until_it_turns() {
    let (mut whole, mut parts) = (0, 0);
    for n in 1..=6u32 {
        for code in 0..4u64.pow(n) {
            let mut pits: Vec<u64> = (0..n).map(|pit| code / 4u64.pow(pit) % 4).collect();
            pits[0] += 2;
            let start = State::start(pits.clone(), 0).unwrap();
            let mut state = start.clone();
            let (mut laps, mut sown, mut reduced, mut largest) = (0u64, 0u64, None, 0);
            // The whole period, as it is defined.
            while !state.has_ended() && (laps == 0 || state != start) {
                sown += state.hand();
                largest = largest.max(*state.hand());
                state.lap();
                laps += 1;
                if state.is_rotation_of(&start) {
                    reduced.get_or_insert(laps);
                }
            }
            let Some(reduced) = reduced.filter(|_| !state.has_ended()) else { continue };
            let words: Vec<String> = pits.iter().map(ToString::to_string).collect();
            let (seeds, hand) = (pits.iter().sum::<u64>(), pits[0]);
            let words = words.join(" ");
            let row = format!("{n},{seeds},{words},{hand},{reduced},{laps},{sown}");
            let found = Cycle::from_csv(&row).unwrap().verify(u64::MAX, &());
            assert_eq!(found.is_ok(), largest == hand, "{row}: {found:?}");
            if found.is_ok() {
                let turns = laps / reduced;
                if turns == u64::from(n) { whole += 1 } else { parts += 1 }
            }
        }
    }
    assert!(whole > 20 && parts > 5, "{whole}, {parts}");
}

#[test]
fn a_limit_on_the_laps_leaves_it_undecided() {
    let line = played(&[3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 0);
    assert_eq!(line.verify(127, &()), Err(Fault::Undecided { laps: 127 }));
    assert_eq!(line.verify(128, &()), Ok(()));
    let cycle = Cycle::from_csv(TRUE_ROWS[1]).unwrap();
    assert_eq!(cycle.verify(7, &()), Err(Fault::Undecided { laps: 7 }));
    assert_eq!(cycle.verify(8, &()), Ok(()));
    let ends = played(&[3, 0, 0, 1, 0, 0], 0);
    assert_eq!(ends.verify(1, &()), Err(Fault::Undecided { laps: 1 }));
    assert_eq!(ends.verify(2, &()), Ok(()));
}

/// Strips of a move that are played to the end, in the slow words of the oracle.
#[test]
fn longer_moves_with_fixed_seeds() {
    use proptest::test_runner::{Config, TestRng, TestRunner};
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 300, ..Config::default() },
        TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &[7; 32]),
    );
    let moves = prop::collection::vec(0u64..6, 6..17);
    runner
        .run(&moves, |mut pits| {
            pits[0] += 2;
            match Certificate::by_playing(&state(&pits, 0), 20_000, &()) {
                Ok(certificate) => {
                    let line = certificate.to_string();
                    prop_assert!(oracle::certificate(&line), "{}", line);
                    prop_assert_eq!(verify_line(&line), Ok(()));
                }
                Err(error) => {
                    prop_assert_eq!(error, MakeError::Undecided { laps: 20_000 });
                }
            }
            Ok(())
        })
        .unwrap();
}

proptest! {
    #[test]
    fn certificates_of_any_size_come_back(
        words in prop::collection::vec(prop_oneof![0u128..4, any::<u128>()], 1..9),
        pit in 0usize..9,
    ) {
        let pits: Vec<BigUint> = words.iter().map(|&word| BigUint::from(word)).collect();
        let Ok(start) = State::start(pits, pit) else { return Ok(()) };
        let made = Certificate::by_playing(&start, 2_000, &());
        for certificate in [made, Certificate::by_mayer(&start)].into_iter().flatten() {
            let line = certificate.to_string();
            prop_assert_eq!(line.parse::<Certificate>(), Ok(certificate.clone()));
            prop_assert_eq!(verify_line(&line), Ok(()));
            if let Proof::Recurrence { period, sown, .. } = certificate.proof() {
                let other = line.replace(&format!("\"sown\":{sown}"), &format!("\"sown\":{}", sown + 1u8));
                prop_assert!(verify_line(&other).is_err());
                let other = line.replace(&format!("\"period\":{period}"), &format!("\"period\":{}", period * 2u8));
                prop_assert!(verify_line(&other).is_err());
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = verify_line(&text);
        let _ = verify_line(&format!("{{{text}}}"));
        let _ = Cycle::from_csv(&text);
        let _ = verify_stream(&bytes[..], Bounds { laps: 10, line_bytes: 50 }, &());
    }
}
