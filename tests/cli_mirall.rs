//! `sowlab mirall`, the real binary: formats, bad input, bad outputs, signals.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Sandbox;

const SMALL: &str = "mirall table --pits 2,3 --seeds 1..2";

#[test]
fn every_format() {
    let sandbox = Sandbox::new();
    let csv = "pits,seeds,moves\n2,1,2\n2,2,3\n3,1,5\n3,2,7\n";
    let json = "[\n{\"pits\":2,\"seeds\":1,\"moves\":2},\n{\"pits\":2,\"seeds\":2,\"moves\":3},\n\
                {\"pits\":3,\"seeds\":1,\"moves\":5},\n{\"pits\":3,\"seeds\":2,\"moves\":7}\n]\n";
    let jsonl = json.trim_matches(['[', ']', '\n']).replace(",\n", "\n") + "\n";
    let markdown = "| pits | seeds | moves |\n|---:|---:|---:|\n\
                    | 2 | 1 | 2 |\n| 2 | 2 | 3 |\n| 3 | 1 | 5 |\n| 3 | 2 | 7 |\n";
    let table = "┌──────┬───────┬───────┐\n│ pits ┆ seeds ┆ moves │\n╞══════╪═══════╪═══════╡\n\
                 │    2 ┆     1 ┆     2 │\n│    2 ┆     2 ┆     3 │\n│    3 ┆     1 ┆     5 │\n\
                 │    3 ┆     2 ┆     7 │\n└──────┴───────┴───────┘\n";

    assert_eq!(sandbox.stdout(SMALL), csv, "the default on a pipe");
    for (format, ending, expected) in [
        ("csv", "csv", csv),
        ("json", "json", json),
        ("jsonl", "jsonl", &jsonl),
        ("markdown", "md", markdown),
        ("table", "txt", table),
    ] {
        assert_eq!(sandbox.stdout(&format!("{SMALL} --format {format}")), expected);
        assert_eq!(sandbox.stdout(&format!("{SMALL} --output a.{ending}")), "");
        assert_eq!(sandbox.read(&format!("a.{ending}")), expected);
    }
    sandbox.stdout(&format!("{SMALL} --output a.json --format csv"));
    assert_eq!(sandbox.read("a.json"), csv, "--format is stronger than the ending");
    assert_eq!(sandbox.stdout(&format!("{SMALL} --output -")), csv);
}

#[test]
fn grid() {
    let sandbox = Sandbox::new();
    let grid = format!("{SMALL} --grid");
    assert_eq!(sandbox.stdout(&grid), "pits/seeds,1,2\n2,2,3\n3,5,7\n");
    assert_eq!(
        sandbox.stdout(&format!("{grid} --format markdown")),
        "| pits/seeds | 1 | 2 |\n|---:|---:|---:|\n| 2 | 2 | 3 |\n| 3 | 5 | 7 |\n"
    );
    assert!(sandbox.stdout(&format!("{grid} --format table")).contains("│          3 ┆ 5 ┆ 7 │"));
    for format in ["json", "jsonl"] {
        let words = format!("{grid} --format {format}");
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), "accepted are table, csv, markdown");
    }
}

#[test]
fn b_file() {
    let sandbox = Sandbox::new();
    let bfile = |lists: &str| sandbox.stdout(&format!("mirall table {lists} --bfile"));
    assert_eq!(bfile("--pits 3 --seeds 2..4"), "2 7\n3 8\n4 10\n");
    assert_eq!(bfile("--pits 1..4 --seeds 2"), "1 1\n2 3\n3 7\n4 12\n");
    assert_eq!(bfile("--pits 1..3 --seeds 1..9"), "1 1\n2 1\n3 2\n4 1\n5 3\n6 5\n");
    sandbox.stdout("mirall table --pits 1 --seeds 1..2 --bfile --output b123456.txt");
    assert_eq!(sandbox.read("b123456.txt"), "1 1\n2 1\n");
    for lists in ["--pits 2..3 --seeds 1..2", "--pits 1,3 --seeds 1..2"] {
        let words = format!("mirall table {lists} --bfile");
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), "both without gaps from 1");
    }
}

#[test]
fn trace_plays_until_the_position_returns() {
    let sandbox = Sandbox::new();
    assert_eq!(
        sandbox.stdout("mirall trace --pits 3 --seeds 1"),
        "move,pit,hand,position\n1,0,1,0 2 1\n2,1,2,1 0 2\n3,0,1,0 1 2\n4,1,1,0 0 3\n5,2,3,1 1 1\n"
    );
    let game = sandbox.stdout("mirall trace --pits 6 --seeds 4");
    assert_eq!(game.lines().count(), 1 + 54);
    assert!(game.ends_with(",4 4 4 4 4 4\n"));
    // Off the cycle: one move to get onto it, and once round.
    let tail = sandbox.stdout("mirall trace --position 2,0,0");
    assert_eq!(tail.lines().count(), 1 + 1 + 5);
    assert_eq!(
        sandbox.stdout("mirall orbit --position 2,0,0"),
        "position,preperiod,period\n2 0 0,1,5\n"
    );
    assert_eq!(
        sandbox.stdout("mirall trace --position 0,2^70 --moves 1 --format jsonl"),
        "{\"move\":1,\"pit\":1,\"hand\":1180591620717411303424,\
         \"position\":\"590295810358705651712 590295810358705651712\"}\n"
    );
    assert_eq!(sandbox.stdout("mirall trace --position 1 --moves 0 --format json"), "[]\n");
    // Moves left out are those that would have been shown.
    let all = sandbox.stdout("mirall trace --pits 6 --seeds 4");
    let later = sandbox.stdout("mirall trace --pits 6 --seeds 4 --skip 40");
    let expected: Vec<&str> = all.lines().take(1).chain(all.lines().skip(41)).collect();
    assert_eq!(later.lines().collect::<Vec<_>>(), expected);
    assert_eq!(
        sandbox.stdout("mirall trace --pits 2 --seeds 1 --skip 10^38 --moves 1"),
        "move,pit,hand,position\n100000000000000000000000000000000000001,0,1,0 2\n"
    );
}

#[test]
fn orbit() {
    let sandbox = Sandbox::new();
    assert_eq!(
        sandbox.stdout("mirall orbit --position 0,0,10"),
        "position,preperiod,period\n0 0 10,0,10\n"
    );
    // Both methods give the same.
    for position in ["7", "3,1,4,1,5", "0,9,0,0,2,1", "2,2,1"] {
        let jumped = sandbox.stdout(&format!("mirall orbit --position {position}"));
        let played = sandbox.stdout(&format!("mirall orbit --position {position} --method direct"));
        assert_eq!(jumped, played);
    }
    sandbox.refused(
        &["mirall", "orbit", "--position", "1", "--limit", "3"],
        "it goes with --method direct",
    );
    // The same total in any integer type.
    let wide = "position,preperiod,period\n36893488147419103232,0,1\n";
    assert_eq!(sandbox.stdout("mirall orbit --position 2^65"), wide);
    sandbox
        .sowlab("mirall orbit --position 3,1,4,1,5 --method direct --limit 3 --output a.json")
        .code(3)
        .stderr(predicates::str::contains("limit of 3 moves"));
    assert_eq!(
        sandbox.read("a.json"),
        "[\n{\"position\":\"3 1 4 1 5\",\"preperiod\":null,\"period\":null}\n]\n"
    );
    sandbox
        .sowlab("mirall orbit --position 3,1,4,1,5 --method direct --limit 3")
        .code(3)
        .stdout("position,preperiod,period\n3 1 4 1 5,,\n");
}

#[test]
fn staircase() {
    assert_eq!(
        Sandbox::new().stdout("mirall staircase --pits 2,3 --up-to 7"),
        "pits,total_seeds,period\n2,1,2\n2,3,3\n2,7,4\n3,1,3\n3,2,5\n3,5,7\n3,7,8\n"
    );
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let sandbox = Sandbox::new();
    for (pits, seeds, says) in [
        ("0", "1", "pits 0"),
        ("1", "0", "seeds 0"),
        ("5..1", "1", "--pits <LIST>: `5..1` at column 1 runs backwards"),
        ("1", "a..b", "--seeds <LIST>: `a` at column 1 is not a natural number"),
        ("-3", "1", "--pits <LIST>: `-3` at column 1 is negative"),
        ("1,-3..4", "1", "--pits <LIST>: `-3` at column 3 is negative"),
        ("1", "1e30", "write 10^30"),
        ("1", "1.5", "`1.5` at column 1"),
        ("1", "", "nothing stands at column 1"),
        ("1,2,2", "1", "`2` at column 5 repeats"),
        ("1", "10^10^10", "`10^10` at column 4"),
        ("1", "10^10000000", "too large; numbers up to 10^1000000"),
        ("1..10^30", "1", "about 10^31 bytes of memory"),
        ("1..10^1000000", "1", "about 10^1000000 by 1 cells"),
        ("1..1000000", "1..1000000", "50.93 TiB of memory"),
        ("10^30", "1", "numbers below 2^64"),
    ] {
        sandbox.refused(&["mirall", "table", "--pits", pits, "--seeds", seeds], says);
    }
    for (position, says) in [
        ("", "nothing stands at column 1"),
        ("0,0,0", "all 3 pits are empty"),
        ("1 x", "`x` at column 3"),
        ("-1,2", "`-1` at column 1 is negative"),
    ] {
        for command in ["orbit", "trace"] {
            sandbox.refused(&["mirall", command, "--position", position], says);
        }
    }
    for (words, says) in [
        ("mirall trace --pits 0 --seeds 1", "at least 1 pit"),
        ("mirall trace --pits 3 --seeds 0", "at least 1 seed"),
        ("mirall trace --pits 10^12 --seeds 1", "50.93 TiB"),
        ("mirall trace --position 1 --moves -3", "--moves <N>: `-3` at column 1 is negative"),
        ("mirall orbit --position 1 --limit 1e6", "write 10^6"),
        ("mirall staircase --pits 0 --up-to 5", "pits 0"),
        ("mirall staircase --pits 2 --up-to 0", "--up-to <N>: `0` leaves nothing to sow"),
        ("mirall table --pits 1 --seeds 1 --memory 2G", "`2G` at column 1 is not a size"),
        ("mirall table --pits 1..9 --seeds 1..9 --memory 1kB", "4.92 KiB of memory"),
        (
            "mirall table --pits 1000 --seeds 2 --memory 6kB",
            "15.65 KiB of memory by the lap method",
        ),
        ("mirall table --pits 1 --seeds 1 --format xml", "accepted are table, csv, json"),
        ("mirall table --pits 1 --seeds 1 --threads 0", "--threads <N>: `0` is not accepted"),
    ] {
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), says);
    }
    for words in ["", "mirall table --pits 1", "mirall trace --pits 1", "mirall dance"] {
        sandbox.sowlab(words).code(2);
    }
}

#[test]
fn bad_places_are_refused_before_the_work() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder.csv")).unwrap();
    // The work would last for hours.
    let many = vec!["10^9"; 1000].join(",");
    let endless = ["mirall", "orbit", "--position", &many, "--output"];
    for (place, says) in [
        ("missing/a.csv", "cannot write to missing/a.csv: the directory"),
        ("folder.csv", "it is a directory"),
        ("new.csv/", "it is a directory"),
        ("a.xyz", "accepted are .csv .json .jsonl .md .txt"),
        ("a", "or give --format"),
    ] {
        sandbox.refused(&[&endless[..], &[place]].concat(), says);
    }
    let table = ["mirall", "table", "--pits", "1", "--seeds", "1", "--output", "a.svg", "--format"];
    for (chart, says) in [
        ("a.svg", "are the same file"),
        ("./folder.csv/../a.svg", "are the same file"),
        ("a.gif", "must end in .svg or .png"),
        ("missing/a.png", "cannot write to missing/a.png"),
    ] {
        sandbox.refused(&[&table[..], &["csv", "--chart", chart]].concat(), says);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn places_that_the_system_refuses() {
    let sandbox = Sandbox::new();
    // Not even the superuser makes files there.
    sandbox.refused(
        &["mirall", "orbit", "--position", "1", "--output", "/sys/a.csv"],
        "cannot write to /sys/a.csv",
    );
    sandbox.refused(
        &["mirall", "orbit", "--position", "1", "--output", "/dev/full"],
        "cannot write to /dev/full: No space left",
    );
    sandbox
        .shell("$SOWLAB mirall table --pits 1 --seeds 1..5 > /dev/full")
        .code(2)
        .stderr(predicates::str::contains("cannot write to standard output"));
    // A file system that is full in the middle of the work.
    fs::write(sandbox.path("a.csv"), "old\n").unwrap();
    sandbox
        .shell(
            "trap '' XFSZ; ulimit -f 8; $SOWLAB mirall table --pits 1 --seeds 1..100000 -o a.csv",
        )
        .code(2)
        .stderr(predicates::str::contains("cannot write to a.csv"));
    assert_eq!(sandbox.read("a.csv"), "old\n");
    assert_eq!(sandbox.names(), ["a.csv"]);
}

#[test]
#[cfg(unix)]
fn files_are_replaced_as_a_shell_would_write_them() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    let mode = |name| fs::metadata(sandbox.path(name)).unwrap().permissions().mode() & 0o777;
    let expected = "position,preperiod,period\n1,0,1\n";
    sandbox.shell("umask 027; $SOWLAB mirall orbit --position 1 -o new.csv").success();
    assert_eq!(mode("new.csv"), 0o640);
    sandbox
        .shell("touch old.csv; chmod 604 old.csv; $SOWLAB mirall orbit --position 1 -o old.csv")
        .success();
    assert_eq!((mode("old.csv"), sandbox.read("old.csv").as_str()), (0o604, expected));

    sandbox
        .shell("mkdir far; ln -s far/a.csv link.csv; $SOWLAB mirall orbit --position 1 -o link.csv")
        .success();
    assert!(sandbox.path("link.csv").is_symlink());
    assert!(!sandbox.path("far/a.csv").is_symlink());
    assert_eq!(sandbox.read("far/a.csv"), expected);
    sandbox.shell("ln -s loop.csv loop.csv; $SOWLAB mirall orbit --position 1 -o loop.csv").code(2);

    for place in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        let script = format!("echo first; $SOWLAB mirall orbit --position 1 -o {place}");
        sandbox.shell(&script).success().stdout(format!("first\n{expected}"));
        sandbox.shell(&format!("({script}) > kept.csv")).success();
        assert_eq!(sandbox.read("kept.csv"), format!("first\n{expected}"), "{place}");
    }
    sandbox.shell("$SOWLAB mirall orbit --position 1 -o /dev/null").success().stdout("");
    sandbox
        .shell("mkfifo pipe; cat pipe & $SOWLAB mirall orbit --position 1 -o pipe; wait")
        .success()
        .stdout(expected);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let sandbox = Sandbox::new();
    for format in ["csv", "jsonl", "json", "markdown"] {
        let mut child = sandbox
            .spawn(&format!("mirall trace --pits 9 --seeds 9 --moves 100000000 --format {format}"));
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{format}");
    }
}

#[test]
#[cfg(unix)]
fn signals_stop_the_work_and_leave_nothing() {
    let many = vec!["10^9"; 1000].join(",");
    let endless = [
        &format!("mirall orbit --position {many} --output a.csv"),
        "mirall trace --pits 1000 --seeds 10^9 --output a.csv",
        "mirall trace --pits 9 --seeds 9 --moves 10000000000 --output a.csv",
        "mirall trace --pits 9 --seeds 9 --moves 10000000000 --output a.jsonl",
        "mirall table --pits 500 --seeds 5000 --method direct --output a.csv",
        // Many short questions, and work outside of the algorithms.
        "mirall staircase --pits 4 --up-to 2^300 --output a.csv",
        "mirall table --pits 1 --seeds 1..20000000 --memory 30GB --output a.csv",
        "mirall table --pits 10 --seeds 10^100000 --output a.csv",
    ];
    for (words, signal) in endless.iter().zip(["INT", "TERM", "HUP"].iter().cycle()) {
        let sandbox = Sandbox::new();
        let mut child = sandbox.spawn(words);
        while sandbox.names().is_empty() {
            assert_eq!(child.try_wait().unwrap(), None, "{words}");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(50));
        let sent = Instant::now();
        let kill =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
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
        assert!(sent.elapsed() < Duration::from_secs(4), "{words}: {:?}", sent.elapsed());
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(3), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("stopped by a signal"), "{said}");
        assert_eq!(sandbox.names(), Vec::<String>::new(), "{words}");
    }
}

#[test]
#[cfg(unix)]
fn an_ignored_hangup_stays_ignored() {
    let sandbox = Sandbox::new();
    let words = "mirall table --pits 1..250 --seeds 4 --method direct --output a.csv";
    sandbox
        .shell(&format!("trap '' HUP; $SOWLAB {words} & sleep 0.1; kill -HUP $!; wait $!"))
        .success();
    assert!(sandbox.read("a.csv").starts_with("pits,seeds,moves\n1,4,1\n2,4,4\n"));
}

#[test]
fn numbers_at_the_edges_of_their_types_are_refused_not_wrapped() {
    let sandbox = Sandbox::new();
    for pits in ["2^32", "2^63", "2^64-1"] {
        for up_to in ["2^64", "2^70", "10^1000"] {
            let words = ["mirall", "staircase", "--pits", pits, "--up-to", up_to];
            sandbox.refused(&words, "of memory by the sieve method");
        }
        let words = ["mirall", "table", "--pits", pits, "--seeds", "10^40"];
        sandbox.refused(&words, "is beyond the");
    }
}

#[test]
fn usage_is_refused_in_one_sentence_too() {
    let sandbox = Sandbox::new();
    for (words, says) in [
        ("mirall", "a subcommand is missing"),
        ("mirall table --pits 1", "--seeds"),
        ("mirall table --pits 1 --seeds 1 --grid --bfile", "cannot be used with"),
        ("mirall table --pits 1 --seeds 1 --unknown", "--unknown"),
        ("mirall table --pits 1 --seeds 1 --threads 0", "accepted are 1 to 1024"),
        ("mirall table --pits 1 --seeds 1 --threads -1", "accepted are 1 to 1024"),
        ("mirall table --pits 1 --seeds 1 --memory -1", "is not a size"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        sandbox.refused(&words, says);
    }
    sandbox.refused(&["mirall", "table", "--seeds", "1", "--pits", "1\n2"], "1\\n2");
}

#[test]
fn progress_is_drawn_only_when_asked_for_or_on_a_terminal() {
    let sandbox = Sandbox::new();
    let long = "mirall table --pits 200 --seeds 1..30 --method direct --output a.csv";
    for quiet in ["", " --progress never", " --progress always --quiet"] {
        sandbox.sowlab(&format!("{long}{quiet}")).success().stderr("");
    }
    sandbox
        .sowlab(&format!("{SMALL} --verbose"))
        .success()
        .stderr(predicates::str::contains("2 by 2 cells"));
}
