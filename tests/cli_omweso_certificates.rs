//! `--certificates` of the commands about Omweso, and `sowlab verify` of what they write, the real
//! binary: the order of the rows, other files, limits, signals.

mod common;

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Sandbox, oracle};

/// Two columns, turns of every kind.
const SMALL: &str = "2 2/1 1/. 1/2 3";

/// Nothing to capture, and a turn whose period is more than anyone plays.
const ENDLESS: &str = ". . . . . . . ./. . . . . . . ./5 12 0 6 5 3 15 14/6 2 3 0 7 8 7 15";

impl Sandbox {
    /// Runs `sowlab omweso` on a position.
    fn omweso(&self, command: &str, position: &str, words: &str) -> assert_cmd::assert::Assert {
        let mut arguments = vec!["omweso", command, "--position", position];
        arguments.extend(words.split_whitespace());
        self.sowlab_with(&arguments)
    }
}

/// A file that lacks what the reader of the rows did not wait for would look whole.
#[test]
#[cfg(unix)]
fn no_certificates_where_the_reader_of_the_rows_goes_away() {
    let sandbox = Sandbox::new();
    for command in [
        "omweso hunt --exhaustive --columns 4 --own-seeds 9 --opponent-seeds 3",
        "omweso hunt --random 20000 --columns 2",
    ] {
        let script = format!(
            "{{ $SOWLAB {command} --no-period --certificates c.jsonl; echo $? > code; }} | head -1"
        );
        let printed = sandbox.shell(&script).success();
        let said = String::from_utf8(printed.get_output().stderr.clone()).unwrap();
        assert!(said.contains("standard output was closed before all rows were written"), "{said}");
        assert_eq!(sandbox.read("code"), "2\n");
        assert_eq!(sandbox.names(), ["code"]);
    }
}

#[test]
fn a_line_for_each_row_in_their_order() {
    let sandbox = Sandbox::new();
    let (mut kinds, mut all) = ([0, 0], 0);
    for position in [
        SMALL,
        "1 1/1 1/. 1/. 3",
        "1 . 2/2 . 1/1 2 1/3 . 2",
        ". ./. ./1 ./2 3",
        "1 1/2 2/1 3/3 3",
        "2 2/3 1/2 3/2 .",
    ] {
        sandbox
            .omweso("test", position, "--format csv --output rows.csv --certificates lines.jsonl")
            .success()
            .stdout("")
            .stderr("");
        let (rows, lines) = (sandbox.read("rows.csv"), sandbox.read("lines.jsonl"));
        assert_eq!(rows.lines().count() - 1, lines.lines().count(), "{position}");
        for (row, line) in rows.lines().skip(1).zip(lines.lines()) {
            let values: Vec<&str> = row.split(',').collect();
            let fields = oracle::fields(line).unwrap();
            let get = |name: &str| {
                let (_, value) = fields.iter().find(|(field, _)| field == name).unwrap();
                value.trim_matches('"').replace("null", "")
            };
            let [pit, path, outcome, _, legs, sown, _, _, preperiod, period, ..] = values[..]
            else {
                panic!("{row}");
            };
            assert_eq!([pit, path, outcome, period], ["pit", "path", "claim", "period"].map(get));
            assert_eq!(get("sown"), sown);
            assert_eq!(get("preperiod"), if outcome == "ends" { legs } else { preperiod });
            kinds[usize::from(outcome == "ends")] += 1;
            assert!(oracle::certificate(line), "{line}");
        }
        all += lines.lines().count();
        sandbox
            .sowlab("verify lines.jsonl")
            .success()
            .stdout(format!("ok {}\n", lines.lines().count()));
    }
    assert!(kinds.iter().all(|&count| count > 2) && all > 10, "{kinds:?}");
}

#[test]
fn without_a_period_by_labels() {
    let sandbox = Sandbox::new();
    let words = "--pit 0 --no-period --certificates lines.jsonl";
    sandbox.omweso("move", ENDLESS, words).success();
    let lines = sandbox.read("lines.jsonl");
    assert!(lines.contains("\"mayer\"") && lines.contains("\"preperiod\":0"), "{lines}");
    sandbox.sowlab("verify lines.jsonl --lap-limit 0").success().stdout("ok 1\n");
    // Beside lines of relay sowing, in one file.
    sandbox
        .shell(
            "$SOWLAB relay certify --position 2,0,1 --pit 0 >> lines.jsonl; \
             $SOWLAB omweso test --position '1 1/1 1/. 1/. 3' --certificates - --output rows.csv \
             >> lines.jsonl; $SOWLAB verify lines.jsonl",
        )
        .success()
        .stdout(predicates::str::starts_with("ok "));
    assert!(sandbox.read("lines.jsonl").lines().count() > 3);
    fs::write(sandbox.path("bad"), lines.replace("\"preperiod\":0", "\"preperiod\":1")).unwrap();
    sandbox.sowlab("verify lines.jsonl bad").code(1).stdout(
        "false: bad:1: `preperiod` is 1, and after 0 legs no column is armed and the origin of the hand is empty\n",
    );
}

#[test]
fn undecided_paths_have_no_line() {
    let sandbox = Sandbox::new();
    let words = "--pit 0 --leg-limit 1 --output rows.csv --certificates lines.jsonl";
    sandbox.omweso("move", ". ./. ./. 1/2 .", words).code(3);
    assert_eq!(sandbox.read("lines.jsonl"), "");
    assert!(sandbox.read("rows.csv").contains("undecided"));
    sandbox.sowlab("verify lines.jsonl").success().stdout("ok 0\n");
}

#[test]
fn files_are_refused_before_the_work() {
    let sandbox = Sandbox::new();
    for (words, says) in [
        ("--certificates missing/lines.jsonl", "cannot write to missing/lines.jsonl"),
        ("--certificates .", "it is a directory"),
        ("--output a.csv --certificates a.csv", "are the same file; each result needs its own"),
        ("--certificates -", "standard output is where another result goes already"),
    ] {
        let mut arguments = vec!["omweso", "test", "--position", ENDLESS];
        arguments.extend(words.split_whitespace());
        sandbox.refused(&arguments, says);
    }
}

#[test]
fn a_limit_leaves_lines_undecided() {
    let sandbox = Sandbox::new();
    sandbox.omweso("move", "1 1/1 1/. 1/. 3", "--pit 1 --certificates a").success();
    let longest = sandbox.read("a").lines().count();
    sandbox.sowlab("verify a").success().stdout(format!("ok {longest}\n"));
    sandbox
        .sowlab("verify a --lap-limit 7")
        .code(3)
        .stdout("")
        .stderr(predicates::str::contains("undecided: a:"));
    sandbox.sowlab("verify a --lap-limit 8").success();
}

#[test]
#[cfg(unix)]
fn signals_stop_it() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("board"), ENDLESS.replace('/', "\n")).unwrap();
    sandbox.omweso("move", ENDLESS, "--pit 0 --no-period --certificates a").success();
    // The same turn with a period that nobody has counted.
    let line = sandbox.read("a");
    let (before, _) = line.split_once("\"preperiod\"").unwrap();
    let long = before.replace("mayer", "recurrence")
        + "\"preperiod\":0,\"period\":1000000000000000000,\"sown\":1,\"made_by\":\"sowlab x.y.z\"}";
    fs::write(sandbox.path("a"), long).unwrap();
    for words in [
        "verify a --output verdict",
        "omweso move --position board --pit 0 --output rows.csv --certificates lines.jsonl",
    ] {
        let child = sandbox.spawn(words);
        sleep(Duration::from_millis(300));
        let sent = Instant::now();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(10), "{words}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{words}: {said}");
        assert!(said.contains("stopped by a signal") && said.lines().count() == 1, "{said}");
        assert_eq!(sandbox.names(), ["a", "board"]);
    }
}
