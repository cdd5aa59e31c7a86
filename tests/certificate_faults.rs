//! What is wrong with a line, in the words of the verifier.

use num_bigint::BigUint;
use sowlab::certificate::{Certificate, Cycle, verify_line};
use sowlab::games::omweso::Position;
use sowlab::games::relay::State;

fn state(pits: &[u64], pit: usize) -> State<BigUint> {
    State::start(pits.iter().map(|&seeds| seeds.into()).collect(), pit).unwrap()
}

fn played(pits: &[u64], pit: usize) -> Certificate {
    Certificate::by_playing(&state(pits, pit), u64::MAX, &()).unwrap()
}

/// Asserts what is wrong with a line when a part of it is replaced.
fn says(line: &str, before: &str, after: &str, reason: &str) {
    let changed = line.replacen(before, after, 1);
    assert_ne!(changed, line);
    assert_eq!(verify_line(&changed).unwrap_err().to_string(), reason, "{changed}");
}

#[test]
fn reasons_are_named() {
    // The version is as long today as ever.
    let line = played(&[2, 0, 1], 0).to_string().replace(env!("CARGO_PKG_VERSION"), "x.y.z");
    for (before, after, reason) in [
        (
            "\"pits\":3",
            "\"pits\":1000000000000000000",
            "`pits` is 1000000000000000000, and the position has 3",
        ),
        (
            "\"pit\":0",
            "\"pit\":18446744073709551616",
            "`pit` is 18446744073709551616, and the 3 pits are numbered from 0",
        ),
        ("\"pit\":0", "\"pit\":1", "pit 1 is empty; a pit that is sown needs a seed"),
        ("\"pit\":0", "\"pit\":2", "pit 2 holds 1 seed; a move starts from a pit with at least 2"),
        (
            "\"pits\":3,\"position\":[2,0,1]",
            "\"pits\":0,\"position\":[]",
            "a circuit needs at least 1 pit",
        ),
        (
            "preperiod\":0",
            "preperiod\":1",
            "`preperiod` is 1, and a move that never ends has preperiod 0",
        ),
        ("period\":3", "period\":0", "the state has not recurred after 0 laps"),
        ("period\":3", "period\":2", "the state has not recurred after 2 laps"),
        (
            "period\":3",
            "period\":18446744073709551616",
            "the state recurs after 3 laps, not 18446744073709551616",
        ),
        ("sown\":6", "sown\":7", "6 seeds are sown, not 7"),
        ("[2,0,1]", "[3,0,1]", "the move ends after 1 lap"),
        ("\"sown\":6,", "", "the field `sown` is missing"),
        (
            "\"sown\":6,",
            "\"sown\":6.0,",
            "`6.0` at column 139 is no value of `sown`; accepted is a natural number in digits, up to 10^1000000",
        ),
        ("sown", "Sown", "there is no field `Sown`"),
        ("\"made_by\"", "\"labels\":[],\"made_by\"", "a proof by recurrence has no field `labels`"),
        (
            "relay",
            "omweso",
            "the position has 3 pits; a board has 4 for each of its 2 to 32 columns",
        ),
        (
            "relay",
            "bao",
            "`\"bao\"` at column 53 is no value of `system`; accepted is relay or omweso",
        ),
        (
            "path\":\"\"",
            "path\":\"ccw\"",
            "`\"ccw\"` at column 104 is no value of `path`; accepted is \"\", for relay sowing has no choices",
        ),
        ("}", "", "no JSON object: the line breaks off at column 164"),
        ("}", "}}", "no JSON object: trailing characters at column 166"),
        (":3,", ":03,", "no JSON object: invalid number at column 69"),
    ] {
        says(&line, before, after, reason);
    }
}

#[test]
fn reasons_of_the_other_proofs() {
    let line = Certificate::by_mayer(&state(&[2, 0, 1], 0)).unwrap().to_string();
    for (before, after, reason) in [
        ("[0,2,0,2]", "[0,2,0]", "there are 3 labels; the hand and the pits have 4"),
        ("[0,2,0,2]", "[0,2,2,0]", "label 2, counted from 0, is 0, not 2"),
        ("[2,0,1],\"pit\":0,", "[3,0,1],\"pit\":0,", "label 1, counted from 0, is 3, not 2"),
        (
            "period\":null",
            "period\":3",
            "`3` at column 125 is no value of `period`; accepted is null, for this proof says nothing of it",
        ),
    ] {
        says(&line, before, after, reason);
    }
    let clash = line.replace("[2,0,1]", "[3,0,1]").replace("[0,2,0,2]", "[0,3,0,2]");
    assert_eq!(
        verify_line(&clash).unwrap_err().to_string(),
        "labels 3 and 0 differ by 1 mod 4, so they prove nothing"
    );
    let line = played(&[3, 0, 0, 1, 0, 0], 0).to_string();
    for (before, after, reason) in [
        ("preperiod\":2", "preperiod\":1", "the move has not ended after 1 lap"),
        ("preperiod\":2", "preperiod\":3", "the move ends after 2 laps, not 3"),
        (
            "\"pits\":6,\"position\":[3,0,0,1,0,0]",
            "\"pits\":3,\"position\":[2,0,1]",
            "the move has not ended after 2 laps",
        ),
        ("[3,0,0,1,0,0]", "[3,0,0,2,0,0]", "6 seeds are sown, not 5"),
    ] {
        says(&line, before, after, reason);
    }
}

#[test]
fn reasons_of_rows() {
    for (row, reason) in [
        ("3,4,2 0 1,2,1,3,6", "`seeds` is 4, and the position has 3"),
        ("4,3,2 0 1,2,1,3,6", "`pits` is 4, and the position has 3"),
        ("3,3,2 0 1,3,1,3,6", "`hand` is 3, and pit 0 has 2"),
        ("3,3,2 0 1,2,3,3,6", "the state recurs up to rotation after 1 lap, not 3"),
        ("3,3,2 0 1,2,0,3,6", "the state has not recurred up to rotation after 0 laps"),
        ("3,3,2 0 1,2,1,1,6", "the state recurs after 3 laps, not 1"),
        ("3,3,2 0 1,2,1,3,2", "6 seeds are sown, not 2"),
        ("3,3,2 0 1,2,1,3", "a row of a catalogue has 7 values, and here are 6"),
        (
            "3,3,2  0 1,2,1,3,6",
            "`` at column 7 is no value of `position`; accepted is a natural number in digits, up to 10^1000000",
        ),
        ("16,10,2 0 1 0 1 0 1 0 1 0 1 0 1 0 1 1,2,8,128,272", "the move ends after 8 laps"),
    ] {
        let found = Cycle::from_csv(row).and_then(|cycle| cycle.verify(u64::MAX, &()));
        assert_eq!(found.unwrap_err().to_string(), reason, "{row}");
    }
}

#[test]
fn rows_in_json_are_read_as_strictly() {
    let row = r#"{"pits":3,"seeds":3,"position":"2 0 1","hand":2,"reduced_period":1,"period":3,"sown":6}"#;
    let verify = |line: &str| Cycle::from_json(line)?.verify(u64::MAX, &());
    assert_eq!(verify(row), Ok(()));
    for (before, after, reason) in [
        ("}", ",\"hand\":2}", "the field `hand` stands there twice"),
        ("\"hand\":2,", "", "the field `hand` is missing"),
        ("hand", "claim", "there is no field `claim`"),
        ("2 0 1", "3 0 0", "`hand` is 2, and pit 0 has 3"),
        (
            "\"2 0 1\"",
            "[2,0,1]",
            "`[2,0,1]` at column 32 is no value of `position`; accepted is a text in quotation marks",
        ),
        (
            "2 0 1",
            "2 0  1",
            "`\"2 0  1\"` at column 32 is no value of `position`; accepted is a text of natural numbers in digits with a space between them",
        ),
        (
            "\"sown\":6",
            "\"sown\":6.0",
            "`6.0` at column 86 is no value of `sown`; accepted is a natural number in digits, up to 10^1000000",
        ),
    ] {
        let changed = row.replacen(before, after, 1);
        assert_ne!(changed, row);
        assert_eq!(verify(&changed).unwrap_err().to_string(), reason, "{changed}");
    }
}

/// A turn of Omweso: the mover's pits and the opponent's, the pit and the path.
fn turn(own: &[u64], opponent: &[u64], pit: usize, path: &str) -> String {
    let side = |pits: &[u64]| pits.iter().copied().map(BigUint::from).collect();
    let position = Position::new(side(own), side(opponent)).unwrap();
    let path = path.parse().unwrap();
    Certificate::turn_by_playing(&position, pit, &path, u64::MAX, &()).unwrap().to_string()
}

/// The same turn, said to have labels.
fn by_labels(line: &str, preperiod: u64, labels: &str) -> String {
    let (before, rest) = line.split_once("\"preperiod\"").unwrap();
    let (_, maker) = rest.split_once("\"made_by\"").unwrap();
    let before = before.replace("recurrence", "mayer");
    format!(
        "{before}\"preperiod\":{preperiod},\"period\":null,\"sown\":null,\"labels\":[{labels}],\
         \"made_by\"{maker}"
    )
}

#[test]
fn reasons_of_turns() {
    let line = turn(&[0, 3, 1, 0], &[1, 1, 1, 1], 1, "cw-ccw");
    for (before, after, reason) in [
        ("\"pits\":8", "\"pits\":4", "`pits` is 4, and the position has 8"),
        (
            "\"pits\":8,\"position\":[0,",
            "\"pits\":7,\"position\":[",
            "the position has 7 pits; a board has 4 for each of its 2 to 32 columns",
        ),
        (
            "\"pits\":8,\"position\":[0,3,1,0,1,1,1,1]",
            "\"pits\":4,\"position\":[0,3,1,0]",
            "the position has 4 pits; a board has 4 for each of its 2 to 32 columns",
        ),
        ("\"pit\":1", "\"pit\":4", "`pit` is 4, and the mover's 4 pits are numbered from 0"),
        ("\"pit\":1", "\"pit\":0", "pit 0 holds 0 seeds; a turn starts from a pit with at least 2"),
        (
            "cw-ccw",
            "cw",
            "after 1 leg the hand may be sown in both directions, and the path has 1 choice only",
        ),
        (
            "cw-ccw",
            "",
            "after 0 legs the hand may be sown in both directions, and the path has 0 choices only",
        ),
        ("cw-ccw", "cw-ccw-cw", "the path has 3 choices, and the turn has 2"),
        (
            "cw-ccw",
            "cw-cww",
            "`\"cw-cww\"` at column 115 is no value of `path`; accepted is ccw and cw with - between them, as in \"ccw-cw\", or \"\"",
        ),
        (
            "preperiod\":2",
            "preperiod\":1",
            "what there is after 1 leg has not recurred after 6 legs more",
        ),
        (
            "preperiod\":2,\"period\":6",
            "preperiod\":1,\"period\":18446744073709551616",
            "`preperiod` is 1, and what there is then never recurs, while what there is after 8 legs does",
        ),
        (
            "preperiod\":2",
            "preperiod\":3",
            "`preperiod` is 3, and what there is after 2 legs recurs already",
        ),
        (
            "preperiod\":2",
            "preperiod\":18446744073709551616",
            "`preperiod` is 18446744073709551616, and what there is after 7 legs recurs already",
        ),
        (
            "period\":6",
            "period\":0",
            "what there is after 2 legs has not recurred after 0 legs more",
        ),
        (
            "period\":6",
            "period\":5",
            "what there is after 2 legs has not recurred after 5 legs more",
        ),
        (
            "period\":6",
            "period\":12",
            "what there is after 2 legs recurs after 6 legs more, not 12",
        ),
        ("sown\":20", "sown\":21", "20 seeds are sown, not 21"),
    ] {
        says(&line, before, after, reason);
    }
    let ends = line
        .replace("\"never-ends\",\"proof\":\"recurrence\"", "\"ends\",\"proof\":\"play\"")
        .replace("\"period\":6", "\"period\":null");
    assert_eq!(verify_line(&ends).unwrap_err().to_string(), "the turn has not ended after 2 legs");
    says(
        &ends,
        "preperiod\":2",
        "preperiod\":100",
        "the turn never ends: what there is after 7 legs is there again after 6 legs more",
    );

    let line = turn(&[2, 0, 1, 0], &[2, 3, 1, 1], 0, "cw");
    for (before, after, reason) in [
        ("preperiod\":3", "preperiod\":2", "the turn has not ended after 2 legs"),
        ("preperiod\":3", "preperiod\":4", "the turn ends after 3 legs, not 4"),
        ("sown\":9", "sown\":8", "9 seeds are sown, not 8"),
        ("\"cw\"", "\"cw-cw\"", "the path has 2 choices, and the turn has 1"),
    ] {
        says(&line, before, after, reason);
    }
}

#[test]
fn reasons_of_labels_of_turns() {
    let line = turn(&[0, 4, 1, 1, 0, 2], &[1, 0, 2, 0, 3, 1], 5, "ccw-cw");
    let verdict = |preperiod, labels: &str| {
        let verdict = verify_line(&by_labels(&line, preperiod, labels));
        verdict.err().map(|fault| fault.to_string())
    };
    assert_eq!(verdict(5, "0,2,2,2,4,4,2"), None);
    for (preperiod, labels, reason) in [
        (4, "0,2,2,2,4,4,2", "after 4 legs column 2 is still armed, so labels prove nothing"),
        (
            6,
            "0,2,2,2,4,4,2",
            "`preperiod` is 6, and after 5 legs no column is armed and the origin of the hand is empty",
        ),
        (5, "0,3,2,2,4,4,2", "label 1, counted from 0, is 2, not 3"),
        (5, "0,2,2,2,4,4", "there are 6 labels; the hand and the pits have 7"),
    ] {
        assert_eq!(verdict(preperiod, labels).as_deref(), Some(reason));
    }
    for (line, reason) in [
        (
            by_labels(&turn(&[3, 3, 3, 1], &[1, 1, 2, 2], 2, "cw"), 3, "0,0,0,0,0"),
            "after 3 legs the origin of the hand, pit 1, is not empty, so labels prove nothing",
        ),
        (
            by_labels(&turn(&[2, 0, 4, 2], &[1, 0, 1, 4], 0, "ccw"), 1, "0,0,1,3,3"),
            "labels 0 and 1 differ by 1 mod 5, so they prove nothing",
        ),
        (
            by_labels(&turn(&[0, 2, 3, 1], &[1, 1, 4, 0], 1, "cw"), 1, "0,0,0,0,0")
                .replace("\"cw\"", "\"cw-cw\""),
            "the path has 2 choices, and the turn has 1",
        ),
    ] {
        assert_eq!(verify_line(&line).unwrap_err().to_string(), reason, "{line}");
    }
}
