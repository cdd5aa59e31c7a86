//! `sowlab run` with the jobs `relay sample`, `omweso perft` and `omweso play`: what they make is what
//! the commands print, with any number of threads, and what they refuse has its place.

mod common;

use common::Sandbox;

/// Runs a manifest of the steps, once for each number of threads, in folders of their own, and returns
/// the report of the last.
fn run(sandbox: &Sandbox, steps: &str) -> String {
    std::fs::write(sandbox.path("games.toml"), format!("schema = 1\n{steps}")).unwrap();
    for threads in ["1", "3"] {
        let words = format!("run games.toml --root root-{threads} --threads {threads} --quiet");
        sandbox.stdout(&format!("{words} --output report.csv"));
    }
    sandbox.read("report.csv")
}

/// Whether an output is what a command prints, whatever the threads.
fn is_printed(sandbox: &Sandbox, file: &str, arguments: &[&str]) {
    let output = sandbox.sowlab_with(arguments).success().get_output().clone();
    let printed = String::from_utf8(output.stdout).unwrap();
    for threads in ["1", "3"] {
        let place = format!("root-{threads}/data/games/{file}");
        assert_eq!(sandbox.read(&place), printed, "{place} {arguments:?}");
    }
}

/// How many units a step was cut into.
fn units(report: &str, step: &str) -> u64 {
    let row = report.lines().find(|row| row.split(',').nth(1) == Some(step)).unwrap();
    row.split(',').nth(3).unwrap().parse().unwrap()
}

#[test]
fn samples() {
    let sandbox = Sandbox::new();
    let report = run(
        &sandbox,
        r#"
[[step]]
name = "pairs"
job = "relay sample"
pits = "2,16,3"
seeds = "20,300"
samples = "10^5"
seed = "2^64-1"
lap-limit = 50
output = [{ file = "pairs.csv" }]

[[step]]
name = "defaults"
job = "relay sample"
pits = 6
seeds = 12
output = [{ file = "defaults.jsonl" }]
"#,
    );
    let pairs = "relay sample --pits 2,16,3 --seeds 20,300 --samples 10^5 --seed 2^64-1";
    let pairs: Vec<&str> = pairs.split(' ').chain(["--lap-limit", "50"]).collect();
    is_printed(&sandbox, "pairs.csv", &pairs);
    let defaults = ["relay", "sample", "--pits", "6", "--seeds", "12", "--format", "jsonl"];
    is_printed(&sandbox, "defaults.jsonl", &defaults);
    // Large samples are cut, small ones are not.
    assert!(units(&report, "pairs") > 6, "{report}");
    assert_eq!(units(&report, "defaults"), 1);
}

#[test]
fn sequences_of_moves() {
    let sandbox = Sandbox::new();
    let report = run(
        &sandbox,
        r#"
[[step]]
name = "levels"
job = "omweso perft"
depth = 5
output = [{ file = "levels.csv" }]

[[step]]
name = "even"
job = "omweso perft"
opening = "even"
depth = 3
no-emitwe-ebiri = true
output = [{ file = "even.csv" }]

[[step]]
name = "distinct"
job = "omweso perft"
position = "2 2/2 2/2 2/2 2"
depth = 4
distinct = true
output = [{ file = "distinct.json" }]

[[step]]
name = "divide"
job = "omweso perft"
depth = 3
divide = true
output = [{ file = "divide.csv" }]

[[step]]
name = "large"
job = "omweso perft"
position = "0 0 0/300 0 1/1 2 0/2 0 1"
depth = 4
output = [{ file = "large.csv" }]

[[step]]
name = "ended"
job = "omweso perft"
position = "2 0/0 0/1 1/1 1"
depth = 3
output = [{ file = "ended.csv" }]

[[step]]
name = "ended-divided"
job = "omweso perft"
position = "2 0/0 0/1 1/1 1"
depth = 3
divide = true
output = [{ file = "ended-divided.csv" }]
"#,
    );
    let printed = |file, arguments: &[&str]| {
        is_printed(&sandbox, file, &[&["omweso", "perft"], arguments].concat());
    };
    printed("levels.csv", &["--depth", "5"]);
    printed("even.csv", &["--opening", "even", "--depth", "3", "--no-emitwe-ebiri"]);
    let small = "2 2/2 2/2 2/2 2";
    printed(
        "distinct.json",
        &["--position", small, "--depth", "4", "--distinct", "--format", "json"],
    );
    printed("divide.csv", &["--depth", "3", "--divide"]);
    printed("large.csv", &["--position", "0 0 0/300 0 1/1 2 0/2 0 1", "--depth", "4"]);
    let ended = ["--position", "2 0/0 0/1 1/1 1", "--depth", "3"];
    printed("ended.csv", &ended);
    printed("ended-divided.csv", &[&ended[..], &["--divide"]].concat());
    // The tree is cut where there are enough positions, a move before the end at the latest.
    assert!((200..=1000).contains(&units(&report, "levels")), "{report}");
    assert_eq!((units(&report, "distinct"), units(&report, "divide")), (1, 8));
}

#[test]
fn games_on_two_rows() {
    let sandbox = Sandbox::new();
    let report = run(
        &sandbox,
        r#"
[[step]]
name = "levels"
job = "oware perft"
depth = 6
output = [{ file = "levels.csv" }]
chart = [{ file = "growth.svg" }]

[[step]]
name = "small"
job = "oware perft"
pits = 3
seeds = 3
depth = 5
distinct = true
grand-slam = "forbidden"
output = [{ file = "small.json" }]

[[step]]
name = "turns"
job = "pas-de-deux perft"
position = "6-6-0-7-7-7-7-7-7-6-6-6-6-6-6-6-0-0-N"
depth = 2
divide = true
first-move-captures = false
output = [{ file = "turns.csv" }]

[[step]]
name = "round"
job = "oware play"
position = "1-0-0-0-1-0-0-0-1-0-0-0-23-22-S"
moves = "EcFdAeBfCaDb"
repetition = "even-split"
output = [{ file = "round.json" }]

[[step]]
name = "doubles"
job = "pas-de-deux play"
moves = "3 4-7"
output = [{ file = "doubles.csv" }]
"#,
    );
    let printed = |file, words: &str| {
        is_printed(&sandbox, file, &words.split(' ').collect::<Vec<_>>());
    };
    printed("levels.csv", "oware perft --depth 6");
    printed(
        "small.json",
        "oware perft --pits 3 --seeds 3 --depth 5 --distinct --grand-slam forbidden --format json",
    );
    printed(
        "turns.csv",
        "pas-de-deux perft --position 6-6-0-7-7-7-7-7-7-6-6-6-6-6-6-6-0-0-N --depth 2 --divide --first-move-captures no",
    );
    printed(
        "round.json",
        "oware play --position 1-0-0-0-1-0-0-0-1-0-0-0-23-22-S --moves EcFdAeBfCaDb --repetition even-split --format json",
    );
    printed("doubles.csv", "pas-de-deux play --moves 3,4-7");
    assert_eq!(units(&report, "doubles"), 1);
    // What was left out is said where the results come from.
    let provenance = sandbox.read("root-1/data/games/provenance.json");
    for said in ["\"captures-nothing\"", "\"own-side\"", "\"pits\": 6"] {
        assert!(provenance.contains(said), "{said}: {provenance}");
    }
    assert!(sandbox.read("root-1/notebooks-out/games/growth.svg").starts_with("<svg "));
}

#[test]
fn games() {
    let sandbox = Sandbox::new();
    let report = run(
        &sandbox,
        r#"
[[step]]
name = "won"
job = "omweso play"
position = "2 2 2/2 0 1/0 0 1/0 2 0"
moves = "1 2,2"
akakyala = true
output = [{ file = "won.csv" }]

[[step]]
name = "annulled"
job = "omweso play"
moves = "0 2 2 4:cw-ccw 9 11"
output = [{ file = "annulled.csv" }]
"#,
    );
    let won = ["omweso", "play", "--position", "2 2 2/2 0 1/0 0 1/0 2 0", "--moves", "1 2,2"];
    is_printed(&sandbox, "won.csv", &[&won[..], &["--akakyala"]].concat());
    is_printed(&sandbox, "annulled.csv", &["omweso", "play", "--moves", "0 2 2 4:cw-ccw 9 11"]);
    assert!(sandbox.read("root-1/data/games/annulled.csv").ends_with(",annulled,never-ends\n"));
    assert_eq!(units(&report, "won"), 1);
    // What was left out is said where the results come from.
    let provenance = sandbox.read("root-1/data/games/provenance.json");
    assert!(provenance.contains("\"traditional\""), "{provenance}");
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    let sample = "relay sample\"\npits = 3\nseeds = 4";
    for (job, says) in [
        (format!("{sample}\nsamples = 0"), "line 7, column 11: samples 0 show nothing"),
        (format!("{sample}\nlap-limit = 0"), "line 7, column 13: lap-limit 0 decides nothing"),
        ("relay sample\"\npits = \"0..3\"\nseeds = 4".into(), "line 5, column 8: pits 0 is not"),
        ("relay sample\"\npits = 3\nseeds = \"1..3\"".into(), "line 6, column 9: seeds 1 is too"),
        (
            "relay sample\"\npits = 3\nseeds = \"2..10^12\"".into(),
            "pairs of pits and seeds are too many; up to 2^20 are accepted",
        ),
        ("relay sample\"\npits = \"2^63\"\nseeds = 4".into(), "numbers up to 2^62 are accepted"),
        ("omweso perft\"\ndepth = 0".into(), "line 5, column 9: depth 0 is not accepted"),
        ("omweso perft\"\ndepth = 1001".into(), "accepted are 1 to 1000 moves"),
        (
            "omweso perft\"\ndepth = 2\ndistinct = true\ndivide = true".into(),
            "line 6, column 12: distinct and divide are both asked for",
        ),
        (
            "omweso perft\"\ndepth = 2\nposition = \"2 2/2 2\"".into(),
            "line 6, column 12: the position has 2 rows; 4 are accepted",
        ),
        ("omweso perft\"\ndepth = 2\nopening = \"odd\"".into(), "`traditional` or `even`"),
        (
            "omweso play\"\nmoves = \"0\"\nopening = \"even\"\nposition = \"2 2/2 2/2 2/2 2\""
                .into(),
            "line 6, column 11: position and opening are both given",
        ),
        ("oware perft\"\ndepth = 2\npits = 9".into(), "line 6, column 8: pits 9 is not accepted"),
        (
            "oware perft\"\ndepth = 2\nposition = \"4-4-4-4-1-0-S\"".into(),
            "line 6, column 12: pits and stores hold 17 seeds",
        ),
        ("oware play\"\nmoves = \"CC\"".into(), "line 5, column 9: move 2: `C` is not legal"),
        ("pas-de-deux play\"\nmoves = \"x\"".into(), "move 1: `x` is no turn"),
        (
            "oware play\"\nmoves = \"C\"\nrepetition = \"never\"".into(),
            "accepted are `own-side`, `even-split`, `ignored`",
        ),
        (
            "oware perft\"\ndepth = 2\npits = 3\nposition = \"4-4-0-0-S\"".into(),
            "line 6, column 8: position and pits are both given",
        ),
        (
            "omweso play\"\nmoves = \"0 x\"".into(),
            "line 5, column 9: move 2: `x` is no pit; a move is the number of a pit",
        ),
    ] {
        let output = "output = [{ file = \"a.csv\" }]";
        let text = format!("schema = 1\n[[step]]\nname = \"a\"\njob = \"{job}\n{output}\n");
        std::fs::write(sandbox.path("games.toml"), text).unwrap();
        sandbox.refused(&["run", "games.toml", "--work", "work", "--dry-run"], says);
    }
}
