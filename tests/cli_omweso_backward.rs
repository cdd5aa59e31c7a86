//! `sowlab omweso hunt --backward`, run as a user runs it.

mod common;

use std::fs;

use common::Sandbox;

/// The values of each row of CSV, without the header.
fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

/// A folder with the catalogue of all cycles that openings on three columns can lead to.
fn three_columns() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.stdout("relay census --pits 6 --seeds 12..24 --catalogue cycles.csv");
    sandbox
}

const THREE: &str = "omweso hunt --columns 3 --backward";

#[test]
fn each_row_is_what_the_rules_say() {
    let sandbox = three_columns();
    let found = sandbox.stdout(&format!("{THREE} cycles.csv --most-legs 6 --limit 2000"));
    let found = rows(&found);
    assert_eq!(found.len(), 2000);
    assert!(found.iter().map(|row| row[9].parse::<u64>().unwrap()).is_sorted());
    for row in found.iter().step_by(97) {
        let moves = sandbox
            .sowlab_with(&["omweso", "move", "--position", row[0], "--pit", row[1]])
            .success()
            .get_output()
            .clone();
        let moves = String::from_utf8(moves.stdout).unwrap();
        assert!(rows(&moves).contains(&row[2..].to_vec()), "{row:?}\n{moves}");
        let seeds = |side: &str| -> u64 {
            side.split([' ', '/']).map(|seeds| seeds.parse::<u64>().unwrap()).sum()
        };
        let (middle, _) = row[0].match_indices('/').nth(1).unwrap();
        let (opponent, own) = row[0].split_at(middle);
        assert_eq!((seeds(opponent), seeds(&own[1..])), (12, 12), "{row:?}");
    }
}

#[test]
fn counts_are_those_of_the_rows() {
    let sandbox = three_columns();
    let counts = sandbox.stdout(&format!("{THREE} cycles.csv --most-legs 2 --counts"));
    let listed = sandbox.stdout(&format!("{THREE} cycles.csv --most-legs 2 --limit 10^9"));
    let listed = rows(&listed);
    assert!(counts.starts_with("preperiod,captures,turns,openings\n"));
    let counts = rows(&counts);
    assert!(counts.len() > 2, "{counts:?}");
    for row in &counts {
        let same = listed.iter().filter(|other| other[9] == row[0] && other[7] == row[1]).count();
        assert_eq!(same.to_string(), row[2], "{row:?}");
    }
    let all: usize = counts.iter().map(|row| row[2].parse::<usize>().unwrap()).sum();
    assert_eq!(all, listed.len());
    let fewer = sandbox
        .stdout(&format!("{THREE} cycles.csv --most-legs 2 --limit 10^9 --least-captures 2"));
    let two: Vec<_> = listed.into_iter().filter(|row| row[7] == "2").collect();
    assert_eq!(rows(&fewer), two);
}

#[test]
fn formats_threads_and_order_make_no_difference() {
    let sandbox = three_columns();
    sandbox.stdout("relay census --pits 6 --seeds 12..24 --catalogue cycles.jsonl");
    sandbox.stdout("relay census --pits 6 --seeds 12..24 --catalogue cycles.parquet");
    let csv = sandbox.read("cycles.csv");
    let mut lines: Vec<&str> = csv.lines().collect();
    lines[1..].reverse();
    let first = lines[1];
    lines.push(first);
    fs::write(sandbox.path("turned"), lines.join("\n")).unwrap();
    // Other states of the same cycles, pivots elsewhere.
    let states: Vec<String> = rows(&csv)
        .iter()
        .map(|row| {
            let mut pits: Vec<&str> = row[2].split(' ').collect();
            pits.rotate_right(2);
            format!("{} @ 2\n", pits.join(" "))
        })
        .collect();
    fs::write(sandbox.path("states.txt"), format!("# states\n\n{}", states.concat())).unwrap();
    let expected = sandbox.stdout(&format!("{THREE} cycles.csv --limit 300"));
    for rest in [
        "cycles.jsonl --limit 300",
        "cycles.parquet --limit 300 --threads 1",
        "turned --limit 300",
        "states.txt --limit 300 --threads 3",
    ] {
        assert_eq!(sandbox.stdout(&format!("{THREE} {rest}")), expected, "{rest}");
    }
    let piped = sandbox.shell(&format!("cat states.txt | $SOWLAB {THREE} - --limit 300")).success();
    assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), expected);
    let few = sandbox.stdout(&format!("{THREE} cycles.csv --limit 7"));
    assert!(expected.starts_with(&few) && rows(&few).len() == 7);
}

/// On the usual board: a first turn that never ends and has captured in both end columns before.
#[test]
fn an_endless_emitwe_ebiri() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("state.txt"), "8 0 1 2 3 1 3 0 4 3 2 1 0 5 2 1 @ 0\n").unwrap();
    let hunt = "omweso hunt --backward state.txt --most-legs 3 --least-captures 2 --limit 1000";
    let found = sandbox.stdout(hunt);
    let position = "1 5 5 5 5 4 4 1/1 0 0 0 0 0 0 1/2 4 3 3 2 3 2 1/2 1 0 5 2 1 0 1";
    let turn = "12,cw,never-ends,false,,272,2,4,3,60,true,false,";
    assert!(found.lines().any(|line| line == format!("{position},{turn}")), "{found}");
    let moves = sandbox
        .sowlab_with(&["omweso", "move", "--position", position, "--pit", "12"])
        .success()
        .get_output()
        .clone();
    let moves = String::from_utf8(moves.stdout).unwrap();
    assert!(moves.lines().any(|line| turn.strip_prefix("12,") == Some(line)), "{moves}");
}

#[test]
fn what_is_left_out_is_said() {
    let sandbox = Sandbox::new();
    sandbox.stdout("relay census --pits 6 --seeds 2..26 --catalogue all.csv");
    let said = sandbox.sowlab(&format!("{THREE} all.csv --limit 1 --verbose")).success();
    let said = String::from_utf8(said.get_output().stderr.clone()).unwrap();
    assert!(said.contains("which have neither 12 seeds nor 14 to 24: "), "{said}");
    assert!(!said.contains("24: 0\n"), "{said}");
    let counted = |name: &str| sandbox.stdout(&format!("{THREE} {name} --counts --most-legs 2"));
    let all = counted("all.csv");
    sandbox.stdout("relay census --pits 6 --seeds 12..24 --catalogue some.csv");
    assert_eq!(all, counted("some.csv"));

    let stopped = sandbox.sowlab(&format!("{THREE} some.csv --limit 1 --leg-limit 1")).code(3);
    let stopped = String::from_utf8(stopped.get_output().stderr.clone()).unwrap();
    assert!(stopped.contains("neither ended nor recurred within the limit of 1 legs"), "{stopped}");
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    let header = "pits,seeds,position,hand,reduced_period,period,sown\n";
    for (name, text) in [
        ("header.csv", "pits,seeds\n"),
        ("pits.csv", &format!("{header}3,3,2 0 1,2,1,3,6\n")),
        ("seeds.csv", &format!("{header}6,13,3 1 2 2 2 2,3,1,1,1\n")),
        ("letters.csv", &format!("{header}6,12,3 1 x 2 2 2,3,1,1,1\n")),
        ("ends.txt", "# one\n3 1 0 4 0 4 @ 0\n"),
        ("pit.txt", "2 2 2 2 2 2 @ 6\n"),
        ("bare.txt", "2 2 2 2 2 2\n"),
        ("empty.txt", "\n"),
    ] {
        fs::write(sandbox.path(name), text).unwrap();
    }
    for (name, says) in [
        ("header.csv", "--backward header.csv: line 1 is not the header of a catalogue"),
        ("pits.csv", "--backward pits.csv: row 1: it has 3 pits; 6 are accepted"),
        ("seeds.csv", "--backward seeds.csv: row 1: pits 6 and seeds 13 are given"),
        ("letters.csv", "--backward letters.csv: row 1: `x` at column 5 is not a natural number"),
        ("ends.txt", "--backward ends.txt: line 2: its move ends after "),
        ("pit.txt", "--backward pit.txt: line 1: pit 6 is not on the circuit"),
        ("bare.txt", "--backward bare.txt: line 1: no pit is named"),
        ("empty.txt", "--backward empty.txt: it holds no state"),
        ("none.csv", "--backward none.csv: "),
        (".", "--backward .: it is a directory"),
    ] {
        let words: Vec<&str> = THREE.split(' ').chain([name]).collect();
        sandbox.refused(&words, says);
    }
    let all = ["--backward", "ends.txt"];
    for (words, says) in [
        (&["--most-legs", "1001"][..], "accepted are 0 to 1000 legs"),
        (&["--limit", "0"], "at least 1 turn is accepted"),
        (&["--columns", "1"], "`1` is not accepted; accepted are 2 to 32 columns"),
        (&["--limit", "5", "--counts"], "cannot be used with"),
    ] {
        let words: Vec<&str> =
            ["omweso", "hunt"].iter().chain(&all).chain(words).copied().collect();
        sandbox.refused(&words, says);
    }
}
