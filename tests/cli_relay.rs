//! `sowlab relay`, the real binary: rows, batches, limits, bad input.

mod common;

use std::fs;
use std::io::Read;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Sandbox;

const HEADER: &str = "outcome,mayer,laps,sown,preperiod,period,reduced_period,final_position\n";

#[test]
fn a_move_that_ends() {
    let sandbox = Sandbox::new();
    let row = "ends,false,2,5,,,,0 1 1 0 1 1\n";
    let words = "relay move --position 3,0,0,1,0,0 --pit 0";
    assert_eq!(sandbox.stdout(words), format!("{HEADER}{row}"));
    assert_eq!(
        sandbox.stdout(&format!("{words} --format json")),
        "[\n{\"outcome\":\"ends\",\"mayer\":false,\"laps\":2,\"sown\":5,\"preperiod\":null,\
         \"period\":null,\"reduced_period\":null,\"final_position\":\"0 1 1 0 1 1\"}\n]\n"
    );
    // The limit is enough for a move of as many laps.
    assert_eq!(sandbox.stdout(&format!("{words} --lap-limit 2")), format!("{HEADER}{row}"));
    // The stopping rule off.
    let orbit = sandbox.stdout("relay orbit --position 3,0,0,1,0,0 --pit 0");
    assert!(orbit.starts_with(&format!("{HEADER}never-ends,false,,")), "{orbit}");
    // A hand of as many seeds as pits ends in the emptied origin, and so in an empty pit.
    assert_eq!(
        sandbox.stdout("relay move --position 0,4,0,7 --pit 1"),
        format!("{HEADER}ends,false,1,4,,,,1 1 1 8\n")
    );
}

#[test]
fn a_move_that_never_ends() {
    let sandbox = Sandbox::new();
    let omweso = ["relay", "move", "--position", "3 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1", "--pit", "0"];
    let row = format!("{HEADER}never-ends,true,,272,0,128,8,\n");
    sandbox.sowlab_with(&omweso).success().stdout(row.clone());
    // The smallest there is on Omweso's side, without its period.
    let unplayed = format!("{HEADER}never-ends,true,,,0,,,\n");
    sandbox
        .sowlab_with(&[&omweso[..], &["--no-period"]].concat())
        .success()
        .stdout(unplayed.clone());
    // A limit that comes first leaves the proof.
    sandbox
        .sowlab_with(&[&omweso[..], &["--lap-limit", "7"]].concat())
        .success()
        .stderr("")
        .stdout(unplayed);
    sandbox.sowlab_with(&[&omweso[..], &["--lap-limit", "8"]].concat()).success().stdout(row);
    // One pit is its own landing pit; an odd number of seeds is beyond the Mayer test.
    assert_eq!(
        sandbox.stdout("relay move --position 2^70+1 --pit 0 --no-period"),
        format!("{HEADER}never-ends,false,,1180591620717411303425,0,1,1,\n")
    );
    // A proof for a period that nobody could play.
    assert_eq!(
        sandbox.stdout("relay move --position 2,1,10^20 --pit 2 --no-period"),
        format!("{HEADER}never-ends,true,,,0,,,\n")
    );
}

#[test]
fn a_limit_leaves_it_undecided() {
    let sandbox = Sandbox::new();
    sandbox
        .sowlab("relay move --position 3,0,0,1,0,0 --pit 0 --lap-limit 1")
        .code(3)
        .stdout(format!("{HEADER}undecided,false,,,,,,\n"))
        .stderr(
            "sowlab: undecided: it neither ended nor recurred within the limit of 1 laps; \
             a higher --lap-limit, or none, may decide it\n",
        );
    sandbox
        .sowlab("relay digits 10,14 --lap-limit 2")
        .code(3)
        .stdout("n,period\n10,2\n14,\n")
        .stderr(predicates::str::contains("1 of 2 numbers"));
}

#[test]
fn many_moves_at_once() {
    let sandbox = Sandbox::new();
    fs::write(
        sandbox.path("moves.txt"),
        "# two that end, one that does not\n3 0 0 1 0 0 @ 0\n\n2,0,1@0\n  0, 4, 0, 7 @ 1\n",
    )
    .unwrap();
    let rows = format!(
        "{HEADER}ends,false,2,5,,,,0 1 1 0 1 1\nnever-ends,true,,6,0,3,1,\nends,false,1,4,,,,1 1 1 8\n"
    );
    assert_eq!(sandbox.stdout("relay move --positions moves.txt"), rows);
    for threads in [1, 2, 3] {
        let words = format!("relay move --positions moves.txt --threads {threads}");
        assert_eq!(sandbox.stdout(&words), rows);
    }
    sandbox.shell("\"$SOWLAB\" relay move --positions - < moves.txt").success().stdout(rows);
    sandbox
        .sowlab("relay move --positions moves.txt --lap-limit 1")
        .code(3)
        .stderr(predicates::str::contains("1 of 3 states neither ended"));
    // The order of a thousand answers is that of the questions.
    let many: Vec<String> = (2..1002).map(|seeds| format!("{seeds} 0 @ 0")).collect();
    fs::write(sandbox.path("many.txt"), many.join("\n")).unwrap();
    let found = sandbox.stdout("relay move --positions many.txt");
    assert_eq!(found.lines().count(), 1 + 1000);
    for (seeds, row) in (2..1002).zip(found.lines().skip(1)).step_by(97) {
        let alone = sandbox.stdout(&format!("relay move --position {seeds},0 --pit 0"));
        assert_eq!(alone.lines().nth(1), Some(row), "{seeds} seeds");
    }
}

#[test]
fn wrong_input_gets_one_sentence() {
    let sandbox = Sandbox::new();
    let refused = |words: &[&str], says: &str| {
        for command in ["move", "orbit"] {
            sandbox.refused(&[&["relay", command], words].concat(), says);
        }
    };
    refused(
        &["--position", "1,2,3", "--pit", "3"],
        "--pit 3: pit 3 is not on the circuit; its pits are numbered 0 to 2",
    );
    refused(&["--position", "1,2,3", "--pit", "10^30"], "numbered 0 to 2");
    refused(&["--position", "1,0,3", "--pit", "1"], "--pit 1: pit 1 is empty");
    refused(&["--position", "1,,3", "--pit", "0"], "nothing stands at column 3");
    refused(&["--position", "", "--pit", "0"], "nothing stands at column 1");
    refused(&["--position", "1,x,3", "--pit", "0"], "`x` at column 3 is not a natural number");
    refused(&["--position", "1,-2,3", "--pit", "0"], "`-2` at column 3 is negative");
    refused(&["--position", "1,2,3", "--pit", "-1"], "--pit <N>: `-1` at column 1 is negative");
    refused(&["--position", "1,2", "--pit", "1", "--lap-limit", "0"], "`0` decides nothing");
    refused(&["--position", "1,2"], "--pit <N>");
    refused(&["--pit", "1"], "--position <LIST>");
    refused(&[], "--position <LIST>");
    refused(&["--position", "1", "--pit", "0", "--positions", "a"], "cannot be used with");
    refused(&["--positions", "nowhere.txt"], "--positions nowhere.txt: No such file");
    // One seed starts no move, but the extended map sows it on.
    let single = ["relay", "move", "--position", "1,2", "--pit", "0"];
    sandbox
        .refused(&single, "--pit 0: pit 0 holds 1 seed; a move starts from a pit with at least 2");
    sandbox.sowlab("relay orbit --position 1,2 --pit 0").success();
    sandbox.refused(&["relay", "digits", "0..3"], "`0` has no digit to sow");
    sandbox.refused(&["relay", "digits", "1,1"], "repeats a number");
    sandbox.refused(&["relay", "digits", "1..10^30"], "ask for less");
    sandbox.refused(&["relay", "digits"], "<LIST>");
}

#[test]
fn wrong_lines_of_a_batch_are_named() {
    let sandbox = Sandbox::new();
    for (lines, says) in [
        ("2 0 1 @ 0\n\n3 1 @ 2\n", "line 3: pit 2 is not on the circuit"),
        ("2 0 1 @ 0\n3,x @ 0\n1 1 @ 0\n", "line 2: `x` at column 3 is not a natural number"),
        ("2 0 1 @ 0\n3,x @ 0\n1 1 @ 0\n", "; 1 line after it is wrong too"),
        ("2,, @ 0\n1 1 @ 0\n\n2 @ 9\n", "; 2 lines after it are wrong too"),
        ("2 0 1 @ q\n", "line 1: `q` at column 9"),
        ("2 0 1 @\n", "line 1: nothing stands at column 8"),
        ("2 0 1\n", "line 1: no pit is named"),
        (" @ 1\n", "line 1: nothing stands at column 2"),
        ("1 2 @ 0\n", "line 1: pit 0 holds 1 seed"),
        ("# nothing\n", "no line holds a position"),
        ("", "no line holds a position"),
    ] {
        fs::write(sandbox.path("moves.txt"), lines).unwrap();
        let words = ["relay", "move", "--positions", "moves.txt"];
        sandbox.refused(&words, says);
        sandbox.refused(&words, "--positions moves.txt");
    }
    // A position so long that its width is no number of two bytes.
    let long = "1 ".repeat(70_000) + "@ x\n";
    fs::write(sandbox.path("moves.txt"), long).unwrap();
    sandbox.refused(&["relay", "move", "--positions", "moves.txt"], "`x` at column 140003");
}

#[test]
fn digits() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.stdout("relay digits 10,1..3"), "n,period\n10,2\n1,1\n2,1\n3,1\n");
    assert_eq!(
        sandbox.stdout("relay digits 10^40 --format jsonl"),
        format!("{{\"n\":1{},\"period\":41}}\n", "0".repeat(40))
    );
    assert_eq!(sandbox.stdout("relay digits 1..9999").lines().count(), 1 + 9999);
}

#[test]
#[cfg(unix)]
fn a_signal_stops_it_and_leaves_nothing() {
    let many = vec!["10^9"; 20_000].join(",");
    for words in [
        "relay orbit --position 0,0,10^20 --pit 2 --output a.csv",
        "relay orbit --position 0,0,0,10^100000 --pit 3 --output a.csv",
        "relay orbit --position 5,8,1,7,3,9,2,6,5,3,5,8,9,7,9,3 --pit 0 --output a.csv",
        &format!("relay orbit --position {many} --pit 0 --output a.csv"),
        "relay digits 5817392653589793 --output a.csv",
    ] {
        let sandbox = Sandbox::new();
        let mut child = sandbox.spawn(words);
        while sandbox.names().is_empty() {
            assert_eq!(child.try_wait().unwrap(), None, "{words}");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(50));
        let sent = Instant::now();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if sent.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
            }
            sleep(Duration::from_millis(10));
        };
        // What does not listen is ended after a second and a half.
        assert!(sent.elapsed() < Duration::from_millis(1400), "{words}: {:?}", sent.elapsed());
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(3), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("stopped by a signal"), "{said}");
        assert_eq!(sandbox.names(), Vec::<String>::new(), "{words}");
    }
}
