//! `sowlab omweso perft`, the real binary: rows, options that agree with each other, bad input.

mod common;

use common::Sandbox;

const SMALL: &str = "2 2/2 2/2 2/2 2";

#[test]
fn rows() {
    let sandbox = Sandbox::new();
    let perft = |options: &str| {
        let words = format!("omweso perft {options}");
        sandbox.stdout(&words)
    };
    let levels = perft("--depth 3");
    assert!(levels.starts_with("depth,sequences,never_ending\n1,"), "{levels}");
    assert_eq!(levels, perft("--opening traditional --depth 3 --threads 1"));
    // Less depth is the beginning of more.
    assert!(levels.starts_with(&perft("--depth 2")));
    // The different positions come in a further column.
    let distinct = perft("--depth 3 --distinct");
    for (with, without) in distinct.lines().zip(levels.lines()) {
        let (counts, positions) = with.rsplit_once(',').unwrap();
        assert_eq!(counts, without);
        if let Ok(positions) = positions.parse::<u64>() {
            let sequences: u64 = counts.split(',').nth(1).unwrap().parse().unwrap();
            assert!(positions <= sequences);
        }
    }
    // First moves add up.
    for opening in ["traditional", "even"] {
        let last = perft(&format!("--opening {opening} --depth 2"));
        let divided = perft(&format!("--opening {opening} --depth 2 --divide"));
        assert!(divided.starts_with("move,sequences,never_ending\n"));
        let mut sums = [0u64; 2];
        for line in divided.lines().skip(1) {
            let counts: Vec<u64> =
                line.split(',').skip(1).map(|count| count.parse().unwrap()).collect();
            sums = [sums[0] + counts[0], sums[1] + counts[1]];
        }
        assert_eq!(last.lines().last().unwrap(), format!("2,{},{}", sums[0], sums[1]));
    }
}

#[test]
fn first_moves_are_written_as_they_are_played() {
    let sandbox = Sandbox::new();
    let board = "0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0";
    let divide =
        ["omweso", "perft", "--position", board, "--depth", "1", "--divide", "--format", "csv"];
    sandbox
        .sowlab_with(&divide)
        .success()
        .stdout("move,sequences,never_ending\n1:ccw,1,0\n1:cw,1,0\n");
}

#[test]
fn a_victory_ends_the_sequences() {
    let sandbox = Sandbox::new();
    let run = |options: &[&str]| {
        let arguments = ["omweso", "perft", "--position", "1 2 1/1 0 2/1 0 2/0 0 1"];
        let assert = sandbox.sowlab_with(&[&arguments[..], options].concat()).success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let with = run(&["--depth", "2"]);
    let without = run(&["--depth", "2", "--no-emitwe-ebiri"]);
    assert_eq!(with.lines().nth(1), without.lines().nth(1), "the move itself is counted");
    assert_ne!(with.lines().nth(2), without.lines().nth(2));
}

/// A position that does not fit in bytes is counted with numbers of any size.
#[test]
fn large_numbers() {
    let sandbox = Sandbox::new();
    let large = "2 2/2 2/2 2/2 300";
    let arguments = ["omweso", "perft", "--position", large, "--depth", "2", "--distinct"];
    let assert = sandbox.sowlab_with(&arguments).success();
    let rows = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(rows.lines().count() == 3 && rows.contains("\n1,"), "{rows}");
}

#[test]
fn bad_input() {
    let sandbox = Sandbox::new();
    let perft = |options: &[&'static str]| [&["omweso", "perft"], options].concat();
    sandbox.refused(&perft(&["--depth", "0"]), "accepted are 1 to 1000");
    sandbox.refused(&perft(&["--depth", "1001"]), "accepted are 1 to 1000");
    sandbox.refused(&perft(&["--depth", "x"]), "not a natural number");
    sandbox.refused(&perft(&[]), "--depth");
    sandbox.refused(&perft(&["--depth", "2", "--distinct", "--divide"]), "cannot be used with");
    sandbox.refused(
        &perft(&["--depth", "2", "--position", SMALL, "--opening", "even"]),
        "cannot be used with",
    );
    sandbox.refused(&perft(&["--depth", "2", "--position", "2 2/2 2/2 2"]), "4 are accepted");
}

/// What the process may take counts, not only what the machine has.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_the_address_space_stops_it_in_time() {
    let sandbox = Sandbox::new();
    let printed = sandbox
        .shell("ulimit -v 200000; $SOWLAB omweso perft --depth 9 --threads 1 --output p.csv")
        .code(3);
    let said = String::from_utf8(printed.get_output().stderr.clone()).unwrap();
    assert!(said.contains("take more memory than the"), "{said}");
    assert!(sandbox.read("p.csv").lines().count() > 5);
    assert_eq!(sandbox.names(), ["p.csv"]);
}
