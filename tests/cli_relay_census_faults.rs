//! `sowlab relay census` and `relay longest`, the real binary: bad input, bad places, readers that
//! go away, signals.

mod common;

use std::fs;
use std::io::Read;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Sandbox;
use predicates::str::contains;

#[test]
fn wrong_input_gets_one_sentence() {
    let sandbox = Sandbox::new();
    for (pits, seeds, says) in [
        ("0", "2", "--pits 0 is out of range; numbers from 1 to 64 are accepted"),
        ("65", "2", "--pits 65 is out of range; numbers from 1 to 64 are accepted"),
        ("10^30", "2", "--pits 1000000000000000000000000000000 is out of range"),
        ("1..10^30", "2", "--pits 1000000000000000000000000000000 is out of range"),
        ("10^1000", "2", "--pits about 10^1000 is out of range"),
        // Refused before the circuits that come before it are searched for years.
        ("16,64,65", "120", "--pits 65 is out of range"),
        ("16,0", "120", "--pits 0 is out of range"),
        ("16", "0", "--seeds 0 is out of range; numbers from 2 to 120 are accepted"),
        ("16", "1..120", "--seeds 1 is out of range; numbers from 2 to 120 are accepted"),
        ("16", "120,121", "--seeds 121 is out of range; numbers from 2 to 120 are accepted"),
        ("16", "2^64", "--seeds 18446744073709551616 is out of range"),
        ("1..64", "2..10^30", "--seeds 1000000000000000000000000000000 is out of range"),
        ("a..b", "2", "--pits <LIST>: `a` at column 1 is not a natural number"),
        ("5..1", "2", "--pits <LIST>: `5..1` at column 1 runs backwards"),
        ("", "2", "--pits <LIST>: nothing stands at column 1"),
        ("16,", "2", "--pits <LIST>: nothing stands at column 4"),
        ("-3", "2", "--pits <LIST>: `-3` at column 1 is negative"),
        ("16", "-3..4", "--seeds <LIST>: `-3` at column 1 is negative"),
        ("16", "", "--seeds <LIST>: nothing stands at column 1"),
        ("16", "1e1", "write 10^1"),
        ("16", "2.5", "`2.5` at column 1"),
        ("16,16", "2", "--pits <LIST>: `16` at column 4 repeats a number"),
        ("16", "2..5,4", "--seeds <LIST>: `4` at column 6 repeats a number"),
    ] {
        for command in ["census", "longest"] {
            sandbox.refused(&["relay", command, "--pits", pits, "--seeds", seeds], says);
        }
    }
    for (words, says) in [
        ("census", "--pits <LIST> --seeds <LIST>"),
        ("census --pits 16", "--seeds <LIST>"),
        ("longest --seeds 4", "--pits <LIST>"),
        ("census --pits 4 --seeds 4 --seeds 5", "cannot be used multiple times"),
        ("census --pits 4 --seeds 4 --chart-kind share", "--chart <FILE>"),
        ("census --pits 4 --seeds 4 --chart a.svg --chart-kind pie", "accepted are states, share,"),
        (
            "census --pits 4 --seeds 4 --instructions sse",
            "accepted are auto, avx512, avx2, portable",
        ),
        (
            "census --pits 4 --seeds 4 --catalog a.csv",
            "found; a similar argument exists: '--catalogue'",
        ),
        ("longest --pits 4 --seeds 4 --catalogue a.csv", "unexpected argument '--catalogue'"),
        ("census --pits 4 --seeds 4 --format parquet", "accepted are table, csv, json"),
        ("census --pits 4 --seeds 4 --quiet --verbose", "cannot be used with"),
        ("census --pits 4 --seeds 4 --threads 0", "accepted are 1 to 1024"),
        ("digits -5", "<LIST>: `-5` at column 1 is negative"),
    ] {
        let words: Vec<&str> = ["relay"].into_iter().chain(words.split(' ')).collect();
        sandbox.refused(&words, says);
    }
}

#[test]
fn bad_places_are_refused_before_the_work() {
    let sandbox = Sandbox::new();
    for folder in ["d.csv", "d.svg"] {
        fs::create_dir(sandbox.path(folder)).unwrap();
    }
    for (words, says) in [
        ("--output a.xyz", "accepted are .csv .json .jsonl .md .txt"),
        ("--output a.parquet", "accepted are .csv .json .jsonl .md .txt"),
        ("--catalogue a.json", "\"a.json\" must end in .csv, .jsonl or .parquet"),
        ("--catalogue a", "\"a\" must end in .csv, .jsonl or .parquet"),
        ("--catalogue -", "\"-\" must end in .csv, .jsonl or .parquet"),
        ("--chart a.gif", "must end in .svg or .png"),
        ("--output d.csv", "cannot write to d.csv: it is a directory"),
        ("--catalogue d.csv", "cannot write to d.csv: it is a directory"),
        ("--chart d.svg", "cannot write to d.svg: it is a directory"),
        ("--catalogue missing/a.csv", "cannot write to missing/a.csv: the directory missing"),
        ("--output a.csv --catalogue a.csv", "a.csv and a.csv are the same file"),
        ("--output a.csv --catalogue d.csv/../a.csv", "are the same file"),
        (
            "--output a.csv --catalogue a.jsonl --chart missing/a.svg",
            "cannot write to missing/a.svg",
        ),
    ] {
        // The work would last for years.
        let words = format!("relay census --pits 64 --seeds 2..120 {words}");
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), says);
    }
}

#[test]
#[cfg(unix)]
fn a_link_does_not_hide_that_two_results_share_a_file() {
    let sandbox = Sandbox::new();
    let census = "$SOWLAB relay census --pits 64 --seeds 2..120";
    sandbox.shell("ln -s a.csv a.svg; ln -s a.csv b.csv").success();
    for words in [
        "--catalogue a.csv --chart a.svg",
        "--output a.csv --chart a.svg",
        "-o a.csv --catalogue b.csv",
    ] {
        sandbox.shell(&format!("{census} {words}")).code(2).stderr(contains("are the same file"));
    }
    for words in ["--catalogue a.csv", "--chart a.svg"] {
        sandbox
            .shell(&format!("{census} {words} > a.csv"))
            .code(2)
            .stderr(contains("is where standard output goes already"));
    }
    assert_eq!(sandbox.names(), ["a.csv", "a.svg", "b.csv"]);
}

#[test]
#[cfg(target_os = "linux")]
fn places_that_the_system_refuses() {
    let sandbox = Sandbox::new();
    // Not even the superuser makes files there.
    for place in ["--output /sys/a.csv", "--catalogue /sys/a.csv", "--chart /sys/a.svg"] {
        let words = format!("relay census --pits 64 --seeds 2..120 {place}");
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), "cannot write to /sys/a.");
    }
    sandbox.shell("for e in csv jsonl parquet svg png; do ln -s /dev/full f.$e; done").success();
    let census = "relay census --pits 16 --seeds 2..16";
    let links = sandbox.names();
    for place in [
        "--output f.csv",
        "--catalogue f.csv",
        "--catalogue f.jsonl",
        "--catalogue f.parquet",
        "--chart f.svg",
        "--chart f.png",
    ] {
        let name = place.split(' ').nth(1).unwrap();
        let full =
            format!("sowlab: cannot write to {name}: No space left on device (os error 28)\n");
        sandbox.sowlab(&format!("{census} {place}")).code(2).stderr(full);
    }
    sandbox
        .shell(&format!("$SOWLAB {census} > /dev/full"))
        .code(2)
        .stderr(contains("cannot write to standard output: No space left"));
    assert_eq!(sandbox.names(), links);
    // A file system that is full in the middle of the work; the temporary name is not told.
    fs::write(sandbox.path("a.csv"), "old\n").unwrap();
    for name in ["a.csv", "a.jsonl", "a.parquet"] {
        let full = format!("sowlab: cannot write to {name}: File too large (os error 27)\n");
        sandbox
            .shell(&format!(
                "ulimit -f 8; $SOWLAB relay census --pits 16 --seeds 2..22 -o r.csv --catalogue {name}"
            ))
            .code(2)
            .stderr(full);
    }
    assert_eq!(sandbox.read("a.csv"), "old\n");
    assert_eq!(sandbox.names(), [&["a.csv".to_owned()], &links[..]].concat());
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_is_no_error() {
    let sandbox = Sandbox::new();
    let census = "$SOWLAB relay census --pits 16 --seeds 2..22";
    sandbox
        .shell(&format!("{{ {census}; echo $? > code; }} | head -n 1"))
        .success()
        .stderr("")
        .stdout(contains("pits,seeds,cycles,").count(1));
    assert_eq!(sandbox.read("code"), "0\n");
    // The cycles are read no further, the rows are counted to the end.
    let rows = sandbox.stdout("relay census --pits 16 --seeds 2..22");
    for name in ["p.csv", "p.jsonl", "p.parquet"] {
        sandbox
            .shell(&format!(
                "mkfifo {name}; head -c 4 {name} > start & {census} --catalogue {name}"
            ))
            .success()
            .stderr("")
            .stdout(rows.clone());
    }
    // A Parquet file begins at its end.
    sandbox.stdout("relay census --pits 16 --seeds 11 -o r.csv --catalogue c.parquet");
    let says = contains("a Parquet catalogue is read from a file, not from a pipe");
    sandbox.shell("cat c.parquet | $SOWLAB verify -").code(2).stdout("").stderr(says.clone());
    sandbox.shell("mkfifo q; cat c.parquet > q & $SOWLAB verify q").code(2).stdout("").stderr(says);
    sandbox.shell("$SOWLAB verify /dev/stdin < c.parquet").success().stdout("ok 1\n");
}

#[test]
#[cfg(unix)]
fn signals_stop_the_work_and_leave_nothing() {
    let census = "relay census --pits 16 --seeds 2..60 --output r.csv --chart a.svg";
    let endless = [
        format!("{census} --catalogue c.csv --progress always"),
        format!("{census} --catalogue c.jsonl --chart-kind periods"),
        format!("{census} --catalogue c.parquet --threads 1"),
        format!("{census} --instructions portable"),
        "relay longest --pits 64 --seeds 2..120 --output r.csv".to_owned(),
    ];
    for (words, signal) in endless.iter().zip(["INT", "TERM", "HUP"].iter().cycle()) {
        let sandbox = Sandbox::new();
        let mut child = sandbox.spawn(words);
        while sandbox.names().is_empty() {
            assert_eq!(child.try_wait().unwrap(), None, "{words}");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(800));
        assert_eq!(child.try_wait().unwrap(), None, "{words}");
        let sent = Instant::now();
        let kill =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(4), "{words}: {:?}", sent.elapsed());
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(3), "{words}: {said}");
        let lines: Vec<&str> = said.lines().collect();
        let (last, before) = lines.split_last().unwrap();
        assert!(last.contains("stopped by a signal"), "{said}");
        assert_eq!(before.is_empty(), !words.contains("always"), "{said}");
        assert!(before.iter().all(|line| line.contains("% done, ")), "{said}");
        assert_eq!(sandbox.names(), Vec::<String>::new(), "{words}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_end_of_the_processor_time_leaves_nothing_either() {
    let sandbox = Sandbox::new();
    let census = "$SOWLAB relay census --pits 16 --seeds 2..60 --output r.csv --catalogue c.csv";
    sandbox
        .shell(&format!("ulimit -S -t 1; {census}"))
        .code(3)
        .stderr(contains("stopped by a signal before the work was done"));
    assert_eq!(sandbox.names(), Vec::<String>::new());
}
