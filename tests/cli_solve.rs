//! `sowlab oware solve` and `sowlab pas-de-deux solve`, the real binary: rows, limits, bad input.

mod common;

use std::fs;

use common::Sandbox;

const HEADER: &str =
    "position,repetition,value,low,high,decided,best,line,line_end,result,depth,nodes\n";

/// The rows without the last two columns, which say how the answer was found.
fn answers(csv: &str) -> Vec<String> {
    let rows = csv.strip_prefix(HEADER).unwrap_or_else(|| panic!("{csv}")).lines();
    rows.map(|row| row.rsplitn(3, ',').last().unwrap().to_owned()).collect()
}

fn oware(arguments: &[&str]) -> Vec<String> {
    let arguments = [&["oware", "solve"], arguments].concat();
    let assert = Sandbox::new().sowlab_with(&arguments).success().stderr("");
    answers(std::str::from_utf8(&assert.get_output().stdout).unwrap())
}

#[test]
fn a_value_and_its_line() {
    // F captures two, and then South has nothing: the last seed is North's.
    assert_eq!(
        oware(&["--position", "0-0-0-0-0-1-1-0-0-1-0-0-21-24-S"]),
        ["0-0-0-0-0-1-1-0-0-1-0-0-21-24-S,bounds,1,1,1,true,F,F,ends,loss"]
    );
    // Without stores South is to move, and the value alone says who has more.
    assert_eq!(
        oware(&["--position", "0 0 0 0 0 1 1 0 0 1 0 0", "--repetition", "own-side"]),
        ["0-0-0-0-0-1-1-0-0-1-0-0-0-0-S,own-side,1,1,1,true,F,F,ends,win"]
    );
    // North's moves are small letters.
    assert_eq!(
        oware(&["--position", "1-0-0-1-0-0-0-0-0-0-0-1-20-20-N", "--repetition", "even-split"]),
        ["1-0-0-1-0-0-0-0-0-0-0-1-20-20-N,even-split,1,1,1,true,f,f,ends,win"]
    );
}

/// Two single seeds that follow one another for ever.
#[test]
fn a_value_that_depends_on_the_rule() {
    let position = "1-0-1-0-22-24-S";
    let with = |rule| oware(&["--position", position, "--repetition", rule]).remove(0);
    let bounds = with("bounds");
    let columns: Vec<&str> = bounds.split(',').collect();
    // Not known under every rule, but that is all there is to be known.
    assert_eq!(columns[2..6], ["", "-2", "2", "true"], "{bounds}");
    assert_eq!(columns[8..], ["recurs", ""], "{bounds}");
    assert!(with("even-split").contains(",0,0,0,true,"), "{}", with("even-split"));
    assert!(with("even-split").ends_with(",recurs,loss"), "{}", with("even-split"));
}

#[test]
fn games_that_are_over() {
    assert_eq!(
        oware(&["--position", "0-0-0-0-0-0-1-0-2-0-0-0-21-24-S"]),
        ["0-0-0-0-0-0-1-0-2-0-0-0-21-24-S,bounds,-3,-3,-3,true,,,ends,loss"]
    );
    // After a majority nothing is played, and what lies on the board still has a value.
    assert_eq!(
        oware(&["--position", "0-0-0-0-0-1-1-0-0-1-0-0-26-19-S"]),
        ["0-0-0-0-0-1-1-0-0-1-0-0-26-19-S,bounds,1,1,1,true,,,,win"]
    );
}

#[test]
fn a_limit_that_is_not_enough() {
    let sandbox = Sandbox::new();
    let solve = "oware solve --limit 1 --position";
    let assert = sandbox
        .sowlab(&format!("{solve} 1-1-1-1-1-1-1-1-1-1-1-1-18-18-S"))
        .code(3)
        .stderr(
            "sowlab: undecided: 1 position, within the limit of 1 boards; a higher --limit or more --memory may decide more\n",
        );
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(answers(&out), ["1-1-1-1-1-1-1-1-1-1-1-1-18-18-S,bounds,,-8,12,false,,,,"]);
    // Who wins may be settled where the value is not.
    let assert = sandbox.sowlab(&format!("{solve} 1-1-1-1-1-1-1-1-1-1-1-1-24-12-S")).code(3);
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(answers(&out)[0].ends_with(",-8,12,false,,,,win"), "{out}");
}

#[test]
fn many_positions_on_any_number_of_threads() {
    let sandbox = Sandbox::new();
    let mut text = String::from("# from the mover's left\n\n");
    for pit in 0..6 {
        for other in 6..12 {
            let mut pits = [0; 12];
            (pits[pit], pits[other], pits[5]) = (1, 2, pits[5] + 1);
            text += &pits.map(|seeds: u8| seeds.to_string()).join(" ");
            text += "\n";
        }
    }
    fs::write(sandbox.path("list"), text).unwrap();
    let solve = |options| sandbox.stdout(&format!("oware solve --positions list {options}"));
    let one = solve("--threads 1 --repetition even-split");
    assert_eq!(one.lines().count(), 37);
    assert_eq!(one, solve("--threads 3 --repetition even-split"));
    let json = solve("--format jsonl --limit 100000");
    assert!(json.lines().all(|line| line.contains("\"decided\":true")), "{json}");
}

/// A table and the search say the same.
#[test]
fn as_a_table_has_it() {
    let sandbox = Sandbox::new();
    sandbox
        .sowlab("oware endgame build --seeds 5 --repetition bounds --output five.oware")
        .success();
    let positions =
        ["1 0 0 0 0 1 0 2 0 0 1 0", "0 0 0 0 0 1 0 0 2 0 0 1", "0 1 1 0 0 0 1 0 0 1 0 1"];
    fs::write(sandbox.path("list"), positions.join("\n")).unwrap();
    let looked_up = sandbox.stdout("oware endgame query --table five.oware --positions list");
    let solved = sandbox.stdout("oware solve --positions list");
    for (row, solved) in looked_up.lines().skip(1).zip(answers(&solved)) {
        let looked_up: Vec<&str> = row.split(',').collect();
        let solved: Vec<&str> = solved.split(',').collect();
        assert_eq!(looked_up[..5], solved[..5]);
        assert_eq!(looked_up[5], solved[6], "{row}");
    }
}

#[test]
fn turns_of_pas_de_deux() {
    let sandbox = Sandbox::new();
    let position = "1-0-0-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-S";
    let out = sandbox.stdout(&format!("pas-de-deux solve --position {position}"));
    let row = &answers(&out)[0];
    let columns: Vec<&str> = row.split(',').collect();
    // The best turns are among those that are legal, and the line begins with one of them.
    let turns = sandbox.stdout(&format!("pas-de-deux turns --position {position}"));
    let legal: Vec<&str> = turns.lines().map(|line| line.split(',').next().unwrap()).collect();
    let mut best = columns[6].split(' ');
    assert!(best.all(|turn| legal.contains(&turn)), "{row}");
    let first = columns[7].split(' ').next().unwrap();
    assert!(columns[6].split(' ').any(|turn| turn == first), "{row}");
    assert_eq!(columns[5], "true");
}

#[test]
fn a_table_of_fewer_seeds_shortens_the_search() {
    let sandbox = Sandbox::new();
    for (seeds, rule) in [(7, "bounds"), (10, "bounds"), (7, "even-split"), (10, "even-split")] {
        let build = "oware endgame build --quiet";
        sandbox.stdout(&format!(
            "{build} --seeds {seeds} --repetition {rule} --output {rule}-{seeds}"
        ));
    }
    let list = "1 0 2 0 1 1 0 1 0 2 1 1\n2 1 0 1 1 0 0 0 1 3 0 1\n0 0 1 1 1 1 1 1 1 1 1 0\n";
    fs::write(sandbox.path("list"), list).unwrap();
    for (rule, table) in
        [("bounds", "bounds"), ("even-split", "even-split"), ("even-split", "bounds")]
    {
        let solve = format!("oware solve --positions list --repetition {rule} --format csv");
        let with = sandbox.stdout(&format!("{solve} --table {table}-7"));
        let without = sandbox.stdout(&solve);
        let known = sandbox.stdout(&format!(
            "oware endgame query --table {rule}-10 --positions list --format csv"
        ));
        let mut nodes = [0u64; 2];
        for ((with, without), known) in with.lines().zip(without.lines()).zip(known.lines()).skip(1)
        {
            let [with, without, known] =
                [with, without, known].map(|row| row.split(',').collect::<Vec<_>>());
            assert_eq!(with[..7], without[..7]);
            assert_eq!((with[2], with[6]), (known[2], known[5]));
            nodes[0] += with[11].parse::<u64>().unwrap();
            nodes[1] += without[11].parse::<u64>().unwrap();
        }
        assert!(nodes[0] < nodes[1], "{rule} with {table}: {nodes:?}");
    }
    let refused = |more: &str, says| {
        let line = format!("oware solve {more}");
        sandbox.refused(&line.split(' ').collect::<Vec<_>>(), says);
    };
    refused("--position 1,1 --table bounds-7", "has 1 pits in a row");
    refused("--position 1,1 --table list", "--table list: the file is no endgame table");
    let position = "--position 1,0,2,0,1,1,0,1,0,2,1,1";
    refused(&format!("{position} --table bounds-7 --grand-slam forbidden"), "captures-nothing");
    refused(&format!("{position} --table even-split-7"), "say nothing under bounds");
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    let refused = |words: &[&str], says| {
        sandbox.refused(&[&["oware", "solve"], words].concat(), says);
        sandbox.refused(&[&["pas-de-deux", "solve"], words].concat(), says);
    };
    refused(&[], "--position");
    refused(&["--position", "1-0-0-0-0-S"], "3 pits are no board");
    refused(&["--position", "1-x-0-0-0-0-S"], "x");
    refused(&["--position", "200 200"], "400 seeds in pits and stores are too many");
    refused(&["--position", "1 1", "--limit", "0"], "accepted is 1 board or more");
    refused(&["--position", "1 1", "--memory", "10kB"], "accepted is 1MiB or more");
    refused(&["--position", "1 1", "--repetition", "ignored"], "own-side");
    refused(&["--positions", "nothing"], "--positions nothing");
    fs::write(sandbox.path("list"), "1 1\n1 2 3\n").unwrap();
    refused(&["--positions", "list"], "--positions list, line 2");
    refused(&["--positions", "list", "--position", "1 1"], "cannot be used with");
}

#[test]
#[cfg(unix)]
fn a_signal_stops_the_search() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let sandbox = Sandbox::new();
    let solve = "oware solve --position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S --limit 10^15 --memory 64MiB";
    let child = sandbox.spawn(solve);
    std::thread::sleep(std::time::Duration::from_millis(500));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped by a signal"));
}
