//! Certificates of turns of Omweso against an oracle of their own: rules on a grid, from the text
//! alone, every moment remembered. Every small change of a true line must be refused, or be another
//! true statement by that oracle.

mod common;
#[path = "common/numbers.rs"]
mod numbers;

use common::changes::{join, one_byte_changes, values_near};
use common::oracle;
use num_bigint::BigUint;
use numbers::Numbers;
use sowlab::analysis::omweso::{Choices, Fate, turns};
use sowlab::analysis::relay::Effort;
use sowlab::certificate::{
    Bounds, Certificate, Checked, Fault, MakeTurnError, PathFault, Proof, System, UntrueTurn,
    verify_line, verify_stream,
};
use sowlab::games::omweso::{Direction, Path, Position};

/// The mover's pits, then the opponent's.
fn board(pits: &[u64]) -> Position<BigUint> {
    let side = |pits: &[u64]| pits.iter().copied().map(BigUint::from).collect();
    let (own, opponent) = pits.split_at(pits.len() / 2);
    Position::new(side(own), side(opponent)).unwrap()
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

fn played(pits: &[u64], pit: usize, choices: &str) -> Certificate {
    Certificate::turn_by_playing(&board(pits), pit, &path(choices), u64::MAX, &()).unwrap()
}

fn labelled(pits: &[u64], pit: usize, choices: &str) -> Certificate {
    Certificate::turn_by_mayer(&board(pits), pit, &path(choices), u64::MAX, &()).unwrap()
}

/// True certificates of every kind, with and without captures and choices.
fn true_lines() -> Vec<String> {
    let lines: Vec<String> = [
        played(&[0, 3, 1, 0, 1, 1, 1, 1], 1, "cw-ccw"),
        played(&[2, 3, 0, 1, 0, 0, 0, 0], 1, ""),
        played(&[3, 3, 3, 1, 1, 1, 2, 2], 2, "cw"),
        played(&[0, 1, 2, 3, 0, 2, 1, 1, 3, 2, 0, 1], 5, "ccw-cw"),
        played(&[2, 0, 1, 0, 2, 3, 1, 1], 0, "cw"),
        played(&[1, 3, 1, 0, 2, 0, 0, 2], 1, "ccw-ccw"),
        labelled(&[0, 2, 3, 1, 1, 1, 4, 0], 1, "cw"),
        labelled(&[0, 4, 1, 1, 0, 2, 1, 0, 2, 0, 3, 1], 5, "ccw-cw"),
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    for (kind, count) in [("recurrence", 4), ("play", 2), ("mayer", 2)] {
        assert_eq!(lines.iter().filter(|line| line.contains(kind)).count(), count);
    }
    lines
}

/// Whether the library finds a line true; panics if it finds it undecided.
fn accepts(line: &str) -> bool {
    match verify_line(line) {
        Ok(()) => true,
        Err(Fault::Malformed(_) | Fault::False(_)) => false,
        Err(fault) => panic!("{line}: {fault}"),
    }
}

fn agree(line: &str) -> bool {
    let found = accepts(line);
    assert_eq!(found, oracle::certificate(line), "{line}");
    found
}

#[test]
fn true_lines_are_true() {
    for line in true_lines() {
        assert_eq!(verify_line(&line), Ok(()), "{line}");
        assert!(oracle::certificate(&line), "{line}");
        let certificate: Certificate = line.parse().unwrap();
        assert_eq!(certificate.to_string(), line);
        assert_eq!(certificate.system(), System::Omweso);
    }
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        true_lines()[0],
        format!(
            "{{\"claim\":\"never-ends\",\"proof\":\"recurrence\",\"system\":\"omweso\",\"pits\":8,\
             \"position\":[0,3,1,0,1,1,1,1],\"pit\":1,\"path\":\"cw-ccw\",\"preperiod\":2,\"period\":6,\
             \"sown\":20,\"made_by\":\"sowlab {version}\"}}"
        )
    );
    assert_eq!(
        true_lines()[7],
        format!(
            "{{\"claim\":\"never-ends\",\"proof\":\"mayer\",\"system\":\"omweso\",\"pits\":12,\
             \"position\":[0,4,1,1,0,2,1,0,2,0,3,1],\"pit\":5,\"path\":\"ccw-cw\",\"preperiod\":5,\
             \"period\":null,\"sown\":null,\"labels\":[0,2,2,2,4,4,2],\"made_by\":\"sowlab {version}\"}}"
        )
    );
}

#[test]
fn every_change_of_one_byte_is_caught() {
    for line in true_lines() {
        let mut others = 0;
        for changed in one_byte_changes(&line, b"0123456789,-.cwep[]{}\":\\ \tz\0") {
            others += u32::from(agree(&String::from_utf8(changed).unwrap()));
        }
        assert!(others > 20, "spaces and versions are free: {others}");
    }
}

#[test]
fn every_altered_field_is_caught() {
    let mut other_statements = 0;
    for line in true_lines() {
        let fields = oracle::fields(&line).unwrap();
        for place in 0..fields.len() {
            let (name, value) = &fields[place];
            for other in values_near(value) {
                let mut changed = fields.clone();
                changed[place].1.clone_from(&other);
                let found = agree(&join(&changed));
                let free = ["position", "pit", "path"].contains(&name.as_str());
                assert!(!found || free, "{name} may not be {other} in {line}");
                other_statements += u32::from(found);
            }
            for other in ["", "x", &name.to_uppercase(), "labels", "claim"] {
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
        }
    }
    assert!(other_statements > 10, "{other_statements}");
}

/// The legs and the period are changed together, so that no check alone is leant on.
#[test]
fn every_small_preperiod_and_period_is_judged() {
    for line in true_lines().into_iter().filter(|line| line.contains("recurrence")) {
        let fields = oracle::fields(&line).unwrap();
        let mut found = 0;
        for (preperiod, period) in (0..30).flat_map(|legs| (0..50).map(move |more| (legs, more))) {
            let mut changed = fields.clone();
            for (name, value) in &mut changed {
                match name.as_str() {
                    "preperiod" => *value = preperiod.to_string(),
                    "period" => *value = period.to_string(),
                    _ => {}
                }
            }
            found += u32::from(agree(&join(&changed)));
        }
        assert_eq!(found, 1, "{line}");
    }
}

/// Every position of two columns with few seeds, and some of three and four.
fn positions() -> impl Iterator<Item = Vec<u64>> {
    let two = (0..3u64.pow(8)).map(|code| (8, 3u64, code));
    let three = (0..4u64.pow(12)).step_by(16_411).map(|code| (12, 4, code));
    let four = (0..3u64.pow(16)).step_by(80_021).map(|code| (16, 3, code));
    two.chain(three)
        .chain(four)
        .map(|(pits, base, code)| (0..pits).map(|pit| code / base.pow(pit) % base).collect())
}

#[test]
fn every_small_turn_is_certified_truly() {
    let (mut ends, mut endless, mut captures, mut choices, mut by_labels) = (0, 0, 0, 0, 0);
    for pits in positions() {
        let position = board(&pits);
        for pit in position.starts() {
            let found = turns(&position, pit, Choices::All, Effort::default(), &()).unwrap();
            for turn in found.iter() {
                let certificate =
                    Certificate::turn_by_playing(&position, pit, &turn.path, u64::MAX, &())
                        .unwrap();
                let proof = match turn.fate {
                    Fate::Ends { legs, sown, .. } => {
                        ends += 1;
                        Proof::Play { laps: legs.into(), sown }
                    }
                    Fate::NeverEnds { preperiod, cycle } => {
                        let cycle = cycle.unwrap();
                        endless += 1;
                        captures += u32::from(turn.captures > 0);
                        choices += u32::from(!turn.path.0.is_empty());
                        let (preperiod, period) = (preperiod.into(), cycle.period.into());
                        Proof::Recurrence { preperiod, period, sown: cycle.sown }
                    }
                    Fate::Undecided => panic!("there is no limit"),
                };
                // What a search finds is what the rules show.
                let claimed = Certificate::turn_as_claimed(&position, pit, &turn.path, proof);
                assert_eq!(claimed, Ok(certificate.clone()));
                let line = certificate.to_string();
                assert!(oracle::certificate(&line), "{line}");
                assert_eq!(verify_line(&line), Ok(()), "{line}");
                match Certificate::turn_by_mayer(&position, pit, &turn.path, u64::MAX, &()) {
                    Ok(proof) => {
                        by_labels += u32::from(turn.captures > 0);
                        assert!(turn.mayer && certificate.never_ends(), "{line}");
                        assert!(oracle::certificate(&proof.to_string()), "{proof}");
                        assert_eq!(verify_line(&proof.to_string()), Ok(()), "{proof}");
                    }
                    Err(MakeTurnError::Clash { .. } | MakeTurnError::Ends { .. }) => {
                        assert!(!turn.mayer, "{line}");
                    }
                    Err(error) => panic!("{line}: {error}"),
                }
            }
        }
    }
    let counts = [ends, endless, captures, choices, by_labels];
    assert!(ends > 10_000 && counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// A path is made longer, shorter or turned about, at the start and at the end.
#[test]
fn other_paths_are_other_turns() {
    let (mut same, mut other) = (0, 0);
    for pits in positions().step_by(7) {
        let position = board(&pits);
        for pit in position.starts() {
            for turn in turns(&position, pit, Choices::All, Effort::default(), &()).unwrap().iter()
            {
                let certificate = played(&pits, pit, &turn.path.to_string());
                let text = turn.path.to_string();
                let join = |a: &str, b: &str| [a, b].join("-").trim_matches('-').to_owned();
                let swapped: Vec<_> =
                    text.split('-').map(|word| if word == "cw" { "ccw" } else { "cw" }).collect();
                for changed in [
                    join(&text, "ccw"),
                    join("cw", &text),
                    text.rsplit_once('-').map_or("", |(first, _)| first).to_owned(),
                    swapped.join("-"),
                ] {
                    if changed == text {
                        continue;
                    }
                    let line = certificate.to_string().replace(
                        &format!("\"path\":\"{text}\""),
                        &format!("\"path\":\"{changed}\""),
                    );
                    if agree(&line) { same += 1 } else { other += 1 }
                }
            }
        }
    }
    assert!(same > 0 && other > 1000, "{same}, {other}");
}

#[test]
fn boards_of_any_width_and_numbers_of_any_size() {
    let mut numbers = Numbers(4);
    let (mut decided, mut limited, mut by_labels, mut big) = (0, 0, 0, 0);
    for case in 0..1200 {
        let columns = [2, 3, 8, 31, 32][case % 5];
        let huge = BigUint::from(10u8).pow(if case % 3 == 0 { 40 } else { 0 });
        let mut side = || -> Vec<BigUint> {
            (0..2 * columns).map(|_| &huge * numbers.below(4) + numbers.below(2)).collect()
        };
        let position = Position::new(side(), side()).unwrap();
        let Some(pit) = position.starts().next() else { continue };
        // Where the choices are not known they are found one by one.
        let mut path = Path::default();
        let made = loop {
            match Certificate::turn_by_playing(&position, pit, &path, 2000, &()) {
                Err(MakeTurnError::Path(PathFault::Missing { choices, .. })) => {
                    assert_eq!(choices, path.0.len());
                    path.0.push(
                        [Direction::CounterClockwise, Direction::Clockwise][numbers.index(2)],
                    );
                }
                made => break made,
            }
        };
        let by_mayer = Certificate::turn_by_mayer(&position, pit, &path, 2000, &());
        by_labels += u32::from(by_mayer.is_ok());
        match &made {
            Ok(_) => decided += 1,
            Err(error) => {
                assert_eq!(*error, MakeTurnError::Undecided { legs: 2000 });
                limited += 1;
            }
        }
        for certificate in [made.ok(), by_mayer.ok()].into_iter().flatten() {
            let line = certificate.to_string();
            big += u32::from(case % 3 == 0);
            assert_eq!(line.parse::<Certificate>(), Ok(certificate));
            assert_eq!(verify_line(&line), Ok(()));
            // The oracle holds numbers below 2^128 only.
            assert_eq!(
                oracle::certificate(&line),
                case % 3 != 0 || !line.contains(&"0".repeat(39))
            );
        }
    }
    assert!(
        decided > 300 && limited > 60 && by_labels > 5 && big > 3,
        "{decided} {limited} {by_labels} {big}"
    );
}

#[test]
fn numbers_beyond_a_machine_integer_are_sown_exactly() {
    let huge = BigUint::from(2u8).pow(64);
    let pits = |numbers: &[u64]| numbers.iter().copied().map(BigUint::from).collect::<Vec<_>>();
    let mut own = pits(&[0, 0, 1, 1]);
    own[0] = &huge + 3u8;
    let position = Position::new(own, pits(&[0, 0, 0, 0])).unwrap();
    let certificate = Certificate::turn_by_playing(&position, 0, &Path::default(), 1 << 16, &());
    match certificate {
        Ok(certificate) => assert_eq!(verify_line(&certificate.to_string()), Ok(())),
        Err(error) => assert_eq!(error, MakeTurnError::Undecided { legs: 1 << 16 }),
    }
    let line = format!(
        "{{\"claim\":\"ends\",\"proof\":\"play\",\"system\":\"omweso\",\"pits\":8,\
         \"position\":[{},0,0,0,0,0,0,0],\"pit\":0,\"path\":\"\",\"preperiod\":2,\"period\":null,\
         \"sown\":1,\"made_by\":\"sowlab x.y.z\"}}",
        &huge + 1u8
    );
    let reason = verify_line(&line).unwrap_err().to_string();
    assert_eq!(reason, "the turn has not ended after 2 legs");
}

#[test]
fn a_limit_on_the_legs_leaves_it_undecided() {
    let turn = played(&[0, 3, 1, 0, 1, 1, 1, 1], 1, "cw-ccw");
    for limit in 0..8 {
        assert_eq!(turn.verify(limit, &()), Err(Fault::UndecidedTurn { legs: limit }));
    }
    assert_eq!(turn.verify(8, &()), Ok(()));
    let ends = played(&[2, 0, 1, 0, 2, 3, 1, 1], 0, "cw");
    assert_eq!(ends.verify(2, &()), Err(Fault::UndecidedTurn { legs: 2 }));
    assert_eq!(ends.verify(3, &()), Ok(()));
    let labels = labelled(&[0, 4, 1, 1, 0, 2, 1, 0, 2, 0, 3, 1], 5, "ccw-cw");
    assert_eq!(labels.verify(4, &()), Err(Fault::UndecidedTurn { legs: 4 }));
    assert_eq!(labels.verify(5, &()), Ok(()));
    // Relay sowing and Omweso in one input, one of them undecided.
    let text = format!("{turn}\n{ends}\n{labels}\n");
    let checked =
        verify_stream(text.as_bytes(), Bounds { laps: 5, line_bytes: 1 << 20 }, &()).unwrap();
    assert_eq!(checked, Checked { lines: 2, undecided: 1, first_undecided: Some(1) });
}

#[test]
fn no_certificate_is_made_of_what_is_not_so() {
    let position = board(&[0, 3, 1, 0, 1, 1, 1, 1]);
    let by_playing = |pit, choices: &str| {
        let made = Certificate::turn_by_playing(&position, pit, &path(choices), u64::MAX, &());
        made.unwrap_err().to_string()
    };
    assert_eq!(
        by_playing(4, ""),
        "pit 4 is not on the mover's side; its 4 pits are numbered 0 to 3"
    );
    assert_eq!(by_playing(2, ""), "pit 2 holds 1 seed; a turn starts from a pit with at least 2");
    assert_eq!(
        by_playing(1, "cw"),
        "after 1 leg the hand may be sown in both directions, and the path has 1 choice only"
    );
    assert_eq!(by_playing(1, "cw-ccw-cw"), "the path has 3 choices, and the turn has 2");
    let by_mayer = |pits: &[u64], pit, choices: &str| {
        let made = Certificate::turn_by_mayer(&board(pits), pit, &path(choices), u64::MAX, &());
        made.unwrap_err().to_string()
    };
    assert_eq!(
        by_mayer(&[2, 0, 4, 2, 1, 0, 1, 4], 0, "ccw"),
        "the Mayer test proves nothing here: labels 0 and 1 differ by 1 mod 5"
    );
    assert_eq!(
        by_mayer(&[0, 0, 3, 1, 0, 1, 1, 0], 2, "ccw"),
        "the Mayer test proves nothing here: the turn ends after 1 leg"
    );
    let stopped = Certificate::turn_by_playing(&position, 1, &path("cw-ccw"), 7, &());
    assert_eq!(stopped, Err(MakeTurnError::Undecided { legs: 7 }));
    let claimed = Certificate::turn_as_claimed(
        &position,
        1,
        &path("cw-ccw"),
        Proof::Play { laps: 2u8.into(), sown: 6u8.into() },
    );
    let found = claimed.unwrap().verify(u64::MAX, &());
    assert_eq!(found, Err(UntrueTurn::HasNotEnded { legs: 2 }.into()));
}
