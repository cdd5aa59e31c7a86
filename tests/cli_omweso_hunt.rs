//! `sowlab omweso hunt` over openings, the real binary: rows, counts, files, threads, bad input.

mod common;

use common::Sandbox;

const COUNTS: &str = "positions,starts,paths,never_ending_starts,never_ending_paths,mayer_starts,\
                      undecided_starts,fraction,low,high\n";

/// A file with two openings of two columns.
fn small(sandbox: &Sandbox) -> String {
    let name = "openings.txt";
    let lines = "# two columns\n\n4 4/. ./. ./4 4\n2 2/2,2/2 2/2 2\n";
    std::fs::write(sandbox.path(name), lines).unwrap();
    name.to_owned()
}

fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

/// The rows of a hunt are those rows of `omweso test` that never end.
#[test]
fn finds_are_those_of_the_test_of_each_position() {
    let sandbox = Sandbox::new();
    let found = sandbox.stdout("omweso hunt --random 200 --columns 3 --seed 2");
    assert!(found.starts_with("position,pit,path,outcome,mayer,legs,sown,captures,"));
    let found: Vec<&str> = found.lines().skip(1).collect();
    assert!(found.len() > 3, "{found:?}");
    let mut positions: Vec<&str> = found.iter().map(|row| row.split_once(',').unwrap().0).collect();
    positions.dedup();
    let mut again = Vec::new();
    for position in positions {
        let words = ["omweso", "test", "--position", position];
        let output = sandbox.sowlab_with(&words).success().get_output().stdout.clone();
        for row in String::from_utf8(output).unwrap().lines() {
            if row.contains(",never-ends,") {
                again.push(format!("{position},{row}"));
            }
        }
    }
    assert_eq!(found, again);
}

#[test]
fn counts_are_those_of_the_finds() {
    let sandbox = Sandbox::new();
    let words = "omweso hunt --random 300 --columns 4 --seed 5";
    let found = rows(&sandbox.stdout(words));
    let mut starts: Vec<_> = found.iter().map(|row| (&row[0], &row[1])).collect();
    starts.dedup();
    let counts = sandbox.stdout(&format!("{words} --counts"));
    assert!(counts.starts_with(COUNTS));
    let row = rows(&counts).remove(0);
    let count = |column: usize| row[column].parse::<usize>().unwrap();
    assert_eq!((count(0), count(3), count(4), count(6)), (300, starts.len(), found.len(), 0));
    assert!(count(2) > count(1) && count(5) <= count(3));
    let real = |column: usize| row[column].parse::<f64>().unwrap();
    assert_eq!(real(7).to_bits(), (count(3) as f64 / count(1) as f64).to_bits());
    assert!(0.0 < real(8) && real(8) < real(7) && real(7) < real(9) && real(9) < 1.0);
    // Periods or not, the counts are the same; counter-clockwise there is one path from each pit.
    assert_eq!(sandbox.stdout(&format!("{words} --counts --no-period")), counts);
    let ccw = rows(&sandbox.stdout(&format!("{words} --counts --choices ccw"))).remove(0);
    assert_eq!((&ccw[1], &ccw[2]), (&row[1], &row[1]));
}

#[test]
fn openings_by_name_and_from_a_file() {
    let sandbox = Sandbox::new();
    // Nobody plays on for ever from the usual openings, wherever they begin.
    assert_eq!(
        sandbox.stdout("omweso hunt --opening traditional --counts"),
        format!("{COUNTS}1,8,8,0,0,0,0,0.0,,\n")
    );
    let named = |columns| {
        let words = format!("omweso hunt --opening even --columns {columns} --counts");
        rows(&sandbox.stdout(&words)).remove(0)
    };
    // Boards of every width, fast and slow.
    for columns in [2, 8, 9, 32] {
        let row = named(columns);
        assert_eq!((&row[0][..], row[1].parse()), ("1", Ok(2 * columns)));
    }
    let name = small(&sandbox);
    let counts = rows(&sandbox.stdout(&format!("omweso hunt --opening {name} --counts")));
    assert_eq!((&counts[0][0][..], &counts[0][1][..], &counts[0][9][..]), ("2", "6", ""));
    let found = sandbox.stdout(&format!("omweso hunt --opening {name}"));
    let piped = sandbox.shell(&format!("$SOWLAB omweso hunt --opening - < {name}")).success();
    assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), found);
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let sandbox = Sandbox::new();
    for words in [
        "omweso hunt --random 2500 --seed 1 --no-period",
        "omweso hunt --random 2500 --seed 1 --counts",
        "omweso hunt --random 1500 --seed 9 --columns 3 --format jsonl",
        "omweso hunt --random 20 --columns 9 --leg-limit 10^4 --counts",
    ] {
        let one = sandbox.stdout(&format!("{words} --threads 1"));
        assert!(one.len() > 100);
        for threads in [2, 7] {
            let more = sandbox.stdout(&format!("{words} --threads {threads}"));
            assert_eq!(more, one, "{words}, {threads} threads");
        }
    }
}

#[test]
fn the_seed_is_a_number_not_the_clock() {
    let sandbox = Sandbox::new();
    let words = "omweso hunt --random 300 --columns 4";
    let plain = sandbox.stdout(words);
    assert_eq!(sandbox.stdout(&format!("{words} --seed 0")), plain);
    assert_ne!(sandbox.stdout(&format!("{words} --seed 2^64-1")), plain);
    // More openings are the same ones and others.
    let more = sandbox.stdout("omweso hunt --random 400 --columns 4");
    assert!(more.starts_with(&plain) && more.len() > plain.len());
}

#[test]
fn a_limit_is_said() {
    let sandbox = Sandbox::new();
    let words = "omweso hunt --random 100 --leg-limit 2";
    let row = rows(&sandbox.stdout(&format!("{words} --counts"))).remove(0);
    let undecided: u64 = row[6].parse().unwrap();
    assert!(undecided > 100, "{row:?}");
    let (low, high): (f64, f64) = (row[8].parse().unwrap(), row[9].parse().unwrap());
    assert!(high - low > undecided as f64 / row[1].parse::<f64>().unwrap());
    let stopped = sandbox.sowlab(words).code(3);
    let says = String::from_utf8_lossy(&stopped.get_output().stderr).into_owned();
    let paths: u64 = says.split(' ').nth(2).unwrap().parse().unwrap();
    assert!(paths >= undecided, "{says}");
    assert!(says.contains("within the limit of 2 legs without a capture or a choice"), "{says}");
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    for (name, text, says) in [
        ("rows.txt", "4 4/. ./4 4\n", "rows.txt, line 1: the position has 3 rows; 4 are accepted"),
        (
            "pits.txt",
            "# one\n4 4/. ./. ./4 4\n4 4/. ./. . ./4 4\n",
            "pits.txt, line 3: row 3 of the position has 3 pits and row 1 has 2",
        ),
        ("letters.txt", "4 4/. ./. x/4 4\n", "line 1: `x` at column 11 is not a natural number"),
        (
            "total.txt",
            "4 4 4 4 4 4 4 4/. . . . . . . ./. . . . . . . ./4 4 4 4 4 4 4 5\n",
            "line 1: the opponent has 32 seeds and the mover 33; in an opening on 8 columns each has 32",
        ),
        ("one.txt", "4/./././\n", "one.txt, line 1: "),
        ("empty.txt", "# nothing\n\n", "empty.txt: no line holds a position; one a line is"),
    ] {
        std::fs::write(sandbox.path(name), text).unwrap();
        sandbox.refused(&["omweso", "hunt", "--opening", name], says);
    }
    for (words, says) in [
        ("", "--opening <OPENING>"),
        ("--opening nosuch.txt", "there is no file `nosuch.txt`; accepted are traditional, even,"),
        ("--opening even --columns 33", "`33` is not accepted; accepted are 2 to 32 columns"),
        ("--opening even --random 3", "cannot be used with"),
        ("--opening even --seed 3", "cannot be used with"),
        ("--random 0", "`0` shows nothing; at least 1 opening is accepted"),
        ("--random 2^64", "`2^64` is too large; numbers below 2^64 are accepted"),
        ("--random x", "`x` at column 1 is not a natural number"),
        ("--random -1", "`-1` at column 1 is negative"),
        ("--random 1 --seed 2^64", "`2^64` is too large; numbers below 2^64 are accepted"),
        ("--random 1 --columns 33", "`33` is not accepted; accepted are 2 to 32 columns"),
        ("--random 1 --choices both", "`both` is not accepted; accepted are all, ccw"),
        ("--random 1 --leg-limit 0", "`0` decides nothing; at least 1 leg is accepted"),
    ] {
        let words: Vec<&str> =
            ["omweso", "hunt"].into_iter().chain(words.split_whitespace()).collect();
        sandbox.refused(&words, says);
    }
}

/// Work that nobody would wait for ends at a signal, and leaves no file.
#[cfg(unix)]
#[test]
fn a_signal_stops_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for words in ["--counts", "--no-period"] {
        let sandbox = Sandbox::new();
        let child =
            sandbox.spawn(&format!("omweso hunt --random 10^15 {words} --output never.csv"));
        while sandbox.names().is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
        assert!(sandbox.names().is_empty());
    }
}

#[test]
fn a_limit_and_captures_for_every_hunt() {
    let sandbox = Sandbox::new();
    let rows = |words: &str| {
        let text = sandbox.stdout(words);
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let captures = |row: &str| row.split(',').nth(7).unwrap().parse::<u32>().unwrap();
    for hunt in [
        "omweso hunt --random 2000 --columns 2 --seed 1",
        "omweso hunt --exhaustive --columns 2 --own-seeds 5 --opponent-seeds 5",
    ] {
        let all = rows(hunt);
        assert_eq!(rows(&format!("{hunt} --limit 3")), all[..3]);
        let many: Vec<String> = all.iter().filter(|row| captures(row) >= 2).cloned().collect();
        assert!(!many.is_empty() && many.len() < all.len());
        assert_eq!(rows(&format!("{hunt} --least-captures 2")), many);
        assert_eq!(rows(&format!("{hunt} --least-captures 2 --limit 2")), many[..2]);
        for (more, says) in [
            ("--limit 0", "`0` finds nothing"),
            ("--limit 5 --counts", "cannot be used with"),
            ("--least-captures 2 --counts", "--least-captures goes with it only for --backward"),
            ("--most-legs 2", "cannot be used with"),
        ] {
            let words = format!("{hunt} {more}");
            sandbox.refused(&words.split_whitespace().collect::<Vec<_>>(), says);
        }
    }
}

#[test]
fn against_an_opening() {
    let sandbox = Sandbox::new();
    let hunt = "omweso hunt --random 3000 --columns 3 --seed 5";
    let even = sandbox.stdout(&format!("{hunt} --against even"));
    assert!(even.lines().count() > 3);
    for row in even.lines().skip(1) {
        let values: Vec<&str> = row.split(',').collect();
        assert!(values[0].starts_with("2 2 2/2 2 2/"), "{row}");
        // Every column is armed, so that a turn that never ends captures in all of them.
        assert_eq!((values[7], values[12]), ("3", "true"), "{row}");
    }
    let traditional = sandbox.stdout(&format!("{hunt} --against traditional"));
    assert!(traditional.lines().count() > 3);
    assert!(traditional.lines().skip(1).all(|row| row.starts_with("4 4 4/0 0 0/")));
    for threads in ["1", "7"] {
        assert_eq!(sandbox.stdout(&format!("{hunt} --against even --threads {threads}")), even);
    }
    let words = ["omweso", "hunt", "--opening", "even", "--against", "even"];
    sandbox.refused(&words, "cannot be used with");
}

#[test]
fn columns_of_every_hunt() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("two"), "4 4/. ./. ./4 4\n").unwrap();
    std::fs::write(sandbox.path("states"), "5 1 2 3 @ 0\n").unwrap();
    for hunt in [
        "--random 3",
        "--opening even",
        "--exhaustive --own-seeds 3 --opponent-seeds 3",
        "--backward states",
    ] {
        for (columns, says) in [
            ("x", "--columns <N>: `x` at column 1 is not a natural number"),
            ("-1", "`-1` at column 1 is negative"),
            ("1", "`1` is not accepted; accepted are 2 to 32 columns"),
            ("10^30", "`10^30` is not accepted; accepted are 2 to 32 columns"),
        ] {
            let words = format!("omweso hunt {hunt} --columns {columns}");
            sandbox.refused(&words.split_whitespace().collect::<Vec<_>>(), says);
        }
    }
    let counts = sandbox.stdout("omweso hunt --opening two --counts");
    assert_eq!(sandbox.stdout("omweso hunt --opening two --counts --columns 2^1"), counts);
    let other = ["omweso", "hunt", "--opening", "two", "--columns", "3"];
    sandbox.refused(&other, "line 1: the board has 2 columns, and --columns is another number");
}
