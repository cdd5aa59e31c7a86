//! `sowlab oware moves`, `play` and `perft`, the real binary: worked examples, forms, bad input.

mod common;

use common::Sandbox;

/// Runs and returns what is printed.
fn out(words: &str) -> String {
    Sandbox::new().stdout(words)
}

/// The last field but so many of the last line.
fn last(rows: &str, from_the_end: usize) -> &str {
    rows.lines().last().unwrap().rsplit(',').nth(from_the_end).unwrap()
}

#[test]
fn moves_of_the_beginning_and_of_a_capture() {
    let rows = out("oware moves");
    assert!(rows.starts_with(
        "move,captured,grand_slam,position\nA,0,false,0-5-5-5-5-4-4-4-4-4-4-4-0-0-N\n"
    ));
    assert_eq!(rows.lines().count(), 7);
    // Three seeds from E make b 3 and a 3.
    let rows = out("oware moves --position 0-0-0-0-3-0-2-2-5-0-0-0-17-19-S");
    assert_eq!(rows.lines().nth(1), Some("E,6,false,0-0-0-0-0-1-0-0-5-0-0-0-23-19-N"));
    // North's moves have small letters.
    let rows = out("oware moves --position 0-0-0-0-0-5-0-0-0-0-0-2-19-22-N");
    assert_eq!(
        rows,
        "move,captured,grand_slam,position\nf,0,false,1-1-0-0-0-5-0-0-0-0-0-0-19-22-S\n"
    );
}

#[test]
fn every_form_of_the_rows() {
    let position = "--position 0-0-0-0-3-0-2-2-5-0-0-0-17-19-S";
    let json = out(&format!("oware moves {position} --format json"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["move"], "E");
    assert_eq!((&json[0]["captured"], &json[0]["grand_slam"]), (&6.into(), &false.into()));
    let table = out(&format!("oware moves {position} --format table"));
    assert!(
        table.contains("│ move ┆ captured ┆ grand_slam ┆") && table.contains("│    E ┆        6 ┆"),
        "{table}"
    );
    let play = out(&format!("oware play {position} --moves E --format json"));
    let play: serde_json::Value = serde_json::from_str(&play).unwrap();
    assert_eq!((&play[0]["south"], &play[0]["result"]), (&23.into(), &serde_json::Value::Null));
    let perft = out("oware perft --depth 2 --format jsonl");
    assert_eq!(perft, "{\"depth\":1,\"sequences\":6}\n{\"depth\":2,\"sequences\":36}\n");
}

#[test]
fn a_grand_slam_by_either_reading() {
    let slam = "--position 4-0-0-0-0-2-1-1-0-0-0-0-20-20-S";
    let rows = out(&format!("oware moves {slam}"));
    assert_eq!(rows.lines().last(), Some("F,0,true,4-0-0-0-0-0-2-2-0-0-0-0-20-20-N"));
    assert_eq!(out(&format!("oware moves {slam} --grand-slam forbidden")).lines().count(), 2);
    assert_eq!(last(&out(&format!("oware perft {slam} --depth 1")), 0), "2");
    assert_eq!(last(&out(&format!("oware perft {slam} --depth 1 --grand-slam forbidden")), 0), "1");
    let played = out(&format!("oware play {slam} --moves F"));
    assert_eq!(last(&played, 5), "true");
    let slam: Vec<&str> = slam.split(' ').collect();
    let play =
        [&["oware", "play", "--moves", "F", "--grand-slam", "forbidden"][..], &slam].concat();
    Sandbox::new().refused(
        &play,
        "--moves, move 1: `F` is not legal: the move is a grand slam, which is forbidden; accepted: A",
    );
}

#[test]
fn how_games_end() {
    for (position, moves, south, north, result) in [
        ("0-0-0-0-0-2-1-2-0-0-1-0-22-20-S", "F", "27", "20", "south-wins,majority"),
        ("0-0-0-0-0-1-0-0-0-0-0-0-23-24-S", "F", "23", "25", "north-wins,cannot-feed"),
        ("0-0-0-0-0-1-3-2-0-0-0-0-18-24-S", "F", "18", "30", "north-wins,cannot-feed"),
        ("0-0-0-0-0-1-0-0-0-0-0-1-23-23-S", "F", "23", "23", ","),
        // A capture, and the game goes on.
        ("0-0-0-0-0-1-1-0-0-0-0-1-22-23-S", "F", "24", "23", ","),
    ] {
        let rows = out(&format!("oware play --position {position} --moves {moves}"));
        let end = format!(",{south},{north},{result}");
        assert!(rows.trim_end().ends_with(&end), "{rows} {end}");
    }
    // Whoever has no seed when it is their turn takes nothing more.
    let rows = out("oware moves --position 0-0-0-0-0-0-3-0-1-0-0-0-22-22-S");
    assert_eq!(rows.lines().count(), 1);
}

/// Each of three seeds goes to where the next one was.
const ROUND: &str = "oware play --position 1-0-0-0-1-0-0-0-1-0-0-0-23-22-S --moves EcFdAeBfCaDb";

#[test]
fn a_position_that_comes_back() {
    for (reading, end) in [
        ("", ",25,23,south-wins,repetition\n"),
        (" --repetition own-side", ",25,23,south-wins,repetition\n"),
        (" --repetition even-split", ",24.5,23.5,south-wins,repetition\n"),
        (" --repetition ignored", ",23,22,,\n"),
    ] {
        let rows = out(&format!("{ROUND}{reading}"));
        assert!(rows.ends_with(end) && rows.lines().count() == 13, "{rows}");
    }
    let json = out(&format!("{ROUND} --repetition even-split --format jsonl"));
    assert!(json.contains("\"south\":24.5,\"north\":23.5"), "{json}");
    // Perft does not ask what was before: the game goes on.
    let rows = out("oware perft --position 1-0-0-0-1-0-0-0-1-0-0-0-23-22-S --depth 20 --distinct");
    assert_eq!(rows.lines().count(), 21);
}

#[test]
fn moves_from_everywhere() {
    let sandbox = Sandbox::new();
    let rows = sandbox.stdout("oware play --moves CdEf");
    assert_eq!(rows.lines().count(), 5);
    assert!(rows.starts_with("move,player,played,captured,grand_slam,position,south,north,result,reason\n1,south,C,0,false,4-4-0-5-5-5-5-4-4-4-4-4-0-0-N,0,0,,\n2,north,d,"));
    for moves in ["C d E f", "C,d,E,f", "Cd Ef"] {
        sandbox.sowlab_with(&["oware", "play", "--moves", moves]).success().stdout(rows.clone());
    }
    std::fs::write(sandbox.path("game.txt"), "C d\nE f\n").unwrap();
    sandbox.sowlab("oware play --moves game.txt").success().stdout(rows.clone());
    sandbox.shell("echo C d E f | $SOWLAB oware play --moves -").success().stdout(rows);
    sandbox.sowlab_with(&["oware", "play", "--moves", ""]).success();
}

#[test]
fn bad_moves() {
    let sandbox = Sandbox::new();
    let ended = "0-0-0-0-0-2-1-2-0-0-1-0-22-20-S";
    for (arguments, says) in [
        (
            &["--moves", "C C"][..],
            "move 2: `C` is not legal: the pit is south's, and north is to move; accepted: a b c d e f",
        ),
        (&["--moves", "CaC"], "move 3: `C` is not legal: the pit is empty; accepted: A B D E F"),
        (&["--moves", "G"], "move 1: `G` is not legal: a row has 6 pits; accepted: A B C D E F"),
        (&["--moves", "C x"], "move 2: `x` is no move; accepted is the letter of a pit"),
        (&["--moves", "C,3"], "move 2: `3` is no move"),
        (&["--moves", "Cé"], "there is no file `Cé`, and it is no list of moves"),
        (&["--moves", "game.txt"], "there is no file `game.txt`, and it is no list of moves"),
        (
            &["--moves", "Fe", "--position", ended],
            "move 2: the game has ended before it (south-wins, majority); no move is accepted",
        ),
        (
            &["--moves", "A", "--position", "3-0-4-0-1-2-0-0-0-0-0-0-19-19-S"],
            "`A` is not legal: the opponent has no seed, and the move gives none; accepted: C F",
        ),
        (&["--moves", "C", "--repetition", "x"], "accepted are own-side, even-split, ignored"),
        (&["--moves", "C", "--grand-slam", "x"], "accepted are captures-nothing, forbidden"),
    ] {
        sandbox.refused(&[&["oware", "play"], arguments].concat(), says);
    }
    sandbox.refused(&["oware", "play"], "--moves");
}

#[test]
fn bad_positions() {
    let sandbox = Sandbox::new();
    for (position, says) in [
        ("4-4-4-4-4-4-4-4-4-4-4-0-0-S", "11 pits are no board; accepted are 2 rows of 1 to 8 pits"),
        (
            "4-4-4-4-4-4-4-4-4-4-4-4-1-0-S",
            "pits and stores hold 49 seeds; a game that begins with 4",
        ),
        ("4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "pits and stores hold 47 seeds"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "`X` at column 29"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0", "`0` at column 27"),
        ("a-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "`a` at column 1 is not a natural number"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-10^30-S", "are too many; at most 255 are accepted"),
        ("", "column 1"),
    ] {
        for command in ["moves", "perft", "play"] {
            let mut arguments = vec!["oware", command, "--position", position];
            match command {
                "perft" => arguments.extend(["--depth", "1"]),
                "play" => arguments.extend(["--moves", "A"]),
                _ => {}
            }
            sandbox.refused(&arguments, says);
        }
    }
    sandbox.refused(&["oware", "moves", "--pits", "9"], "accepted are 1 to 8 pits in a row");
    sandbox.refused(&["oware", "moves", "--pits", "8", "--seeds", "16"], "256 seeds");
}

#[test]
fn perft_by_every_route() {
    let levels = out("oware perft --depth 8");
    assert!(levels.starts_with("depth,sequences\n1,6\n2,36\n3,190\n"), "{levels}");
    assert_eq!(levels, out("oware perft --depth 8 --one-by-one"));
    assert_eq!(levels, out("oware perft --depth 8 --threads 1"));
    assert!(levels.starts_with(&out("oware perft --depth 5")));
    let distinct = out("oware perft --depth 8 --distinct");
    assert!(distinct.starts_with("depth,sequences,positions\n1,6,6\n"));
    for (with, without) in distinct.lines().zip(levels.lines()) {
        assert_eq!(with.rsplit_once(',').unwrap().0, without);
    }
    let divided = out("oware perft --depth 8 --divide");
    assert_eq!(divided, out("oware perft --depth 8 --divide --one-by-one"));
    assert!(divided.starts_with("move,sequences\nA,"));
    let sum: u64 = divided.lines().skip(1).map(|line| line[2..].parse::<u64>().unwrap()).sum();
    assert_eq!(sum.to_string(), last(&levels, 0));
    assert_eq!(
        out("oware perft --depth 1 --divide"),
        "move,sequences\nA,1\nB,1\nC,1\nD,1\nE,1\nF,1\n"
    );
    // A game that has ended has no sequences.
    let ended = "oware perft --position 0-0-0-0-0-0-3-0-1-0-0-0-22-22-S --depth 3";
    assert_eq!(out(ended), "depth,sequences\n1,0\n2,0\n3,0\n");
    assert_eq!(out(&format!("{ended} --one-by-one")), out(ended));
}

#[test]
fn a_chart_of_the_growth() {
    let sandbox = Sandbox::new();
    sandbox.sowlab("oware perft --depth 6 --distinct --chart growth.svg").success();
    let svg = sandbox.read("growth.svg");
    assert!(
        svg.starts_with("<svg ") && svg.contains("Perft: sequences of moves, Oware from 4-4-4")
    );
    let perft = |more: &[&'static str]| [&["oware", "perft", "--depth", "3"], more].concat();
    sandbox.refused(&perft(&["--chart", "growth.pdf"]), "must end in .svg or .png");
    sandbox.refused(&perft(&["--chart", "a.svg", "--divide"]), "cannot be used with");
}

#[test]
fn bad_depths() {
    let sandbox = Sandbox::new();
    let perft = |more: &[&'static str]| [&["oware", "perft"], more].concat();
    sandbox.refused(&perft(&["--depth", "0"]), "accepted are 1 to 1000 moves");
    sandbox.refused(&perft(&["--depth", "10^30"]), "accepted are 1 to 1000 moves");
    sandbox.refused(&perft(&["--depth", "x"]), "not a natural number");
    sandbox.refused(&perft(&[]), "--depth");
    sandbox.refused(&perft(&["--depth", "2", "--distinct", "--divide"]), "cannot be used with");
    sandbox.refused(&perft(&["--depth", "2", "--distinct", "--one-by-one"]), "cannot be used with");
}

/// The levels before are printed.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_the_address_space_stops_it_in_time() {
    let sandbox = Sandbox::new();
    let printed = sandbox
        .shell("ulimit -v 200000; $SOWLAB oware perft --depth 20 --threads 1 --output p.csv --chart p.svg")
        .code(3);
    let said = String::from_utf8(printed.get_output().stderr.clone()).unwrap();
    assert!(said.contains("take more memory than the"), "{said}");
    assert!(sandbox.read("p.csv").lines().count() > 5);
    assert_eq!(sandbox.names(), ["p.csv"]);
}

/// A signal ends what would take years.
#[test]
#[cfg(unix)]
fn it_stops_when_it_is_told_to() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let sandbox = Sandbox::new();
    let child = sandbox.spawn("oware perft --depth 1000 --one-by-one");
    std::thread::sleep(std::time::Duration::from_millis(500));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
}
