//! `sowlab oware endgame`: tables through the real binary.

mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{SOWLAB, Sandbox};

fn built(arguments: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .sowlab(&format!("oware endgame build {arguments} --output t.oware"))
        .success()
        .stdout("");
    assert_eq!(sandbox.names(), ["t.oware"]);
    sandbox
}

#[test]
fn a_table_is_built_verified_and_asked() {
    let sandbox = built("--seeds 6 --repetition even-split");
    assert_eq!(sandbox.stdout("oware endgame verify --table t.oware"), "ok 18564\n");
    let row = sandbox.stdout(
        "oware endgame query --table t.oware --position 0-0-1-0-0-1-1-0-0-0-0-0-20-25-S --format csv",
    );
    let header = "position,repetition,value,low,high,best,line,line_end";
    assert_eq!(row.lines().next(), Some(header));
    // The same board without stores, and as North has it.
    for position in ["0,0,1,0,0,1,1,0,0,0,0,0", "1-0-0-0-0-0-0-0-1-0-0-1-20-25-N"] {
        let again = sandbox.sowlab_with(&[
            "oware",
            "endgame",
            "query",
            "--table",
            "t.oware",
            "--position",
            position,
            "--format",
            "csv",
        ]);
        let again = String::from_utf8(again.success().get_output().stdout.clone()).unwrap();
        let value = |text: &str| text.lines().nth(1).unwrap().split(',').nth(2).unwrap().to_owned();
        assert_eq!(value(&again), value(&row));
    }
    let counted = sandbox.stdout("oware endgame stats --table t.oware --format csv");
    assert_eq!(counted.lines().count(), 8);
    assert!(counted.lines().nth(7).unwrap().starts_with("6,12376,-6,6,12376,"));
    let values = sandbox.stdout("oware endgame stats --table t.oware --values --format csv");
    let sum = |seeds: &str| -> u64 {
        let rows = values.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
        rows.filter(|row| row[0] == seeds).map(|row| row[2].parse::<u64>().unwrap()).sum()
    };
    assert_eq!((sum("0"), sum("6")), (1, 12_376));
}

#[test]
fn moves_and_bounds() {
    let sandbox = built("--seeds 5 --repetition bounds --pits 3 --grand-slam forbidden");
    assert_eq!(sandbox.stdout("oware endgame verify --table t.oware"), "ok 462\n");
    let moves = sandbox.stdout(
        "oware endgame query --table t.oware --position 1-0-1-0-2-0-0-0-S --moves --format csv",
    );
    let mut lines = moves.lines();
    assert_eq!(lines.next(), Some("move,captured,value,low,high,position"));
    let moves: Vec<_> = lines.map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(moves, ["A", "C"]);
    fs::write(sandbox.path("p.txt"), "# two\n1 0 1 0 2 0\n\n0-0-1-1-1-0-9-9-N\n").unwrap();
    let rows =
        sandbox.stdout("oware endgame query --table t.oware --positions p.txt --format jsonl");
    assert_eq!(rows.lines().count(), 2);
    assert!(
        rows.lines()
            .all(|row| row.contains("\"repetition\":\"bounds\"") && row.contains("\"low\":"))
    );
}

#[test]
fn threads_do_not_matter() {
    let one = built("--seeds 9 --repetition bounds --threads 1");
    let many = built("--seeds 9 --repetition bounds --threads 5");
    assert!(fs::read(one.path("t.oware")).unwrap() == fs::read(many.path("t.oware")).unwrap());
}

#[test]
fn wrong_positions_and_tables_are_refused() {
    let sandbox = built("--seeds 4 --repetition even-split");
    let query = |position: &str, says: &str| {
        let arguments = ["oware", "endgame", "query", "--table", "t.oware", "--position", position];
        sandbox.refused(&arguments, says);
    };
    query("1 1 1", "3 pits are no board");
    query("1 0 0 0", "2 pits in a row, and the boards of the table have 6");
    query("1 1 1 1 1 0 0 0 0 0 0 0", "5 seeds on the board, and the table goes up to 4");
    query("1-0-0-0-0-0-0-0-0-0-0-0-0-0-X", "`X` at column 29 is no player to move");
    query("1 0 0 0 0 0 0 0 0 0 0 x", "column 1");
    query("300 0 0 0 0 0 0 0 0 0 0 0", "300 seeds in pits and stores are too many");
    let bytes = fs::read(sandbox.path("t.oware")).unwrap();
    let with = |name: &str, bytes: &[u8], says: &str| {
        fs::write(sandbox.path(name), bytes).unwrap();
        for command in ["verify", "stats", "query --position 1,1,1,1,0,0,0,0,0,0,0,0"] {
            let line = format!("oware endgame {command} --table {name}");
            sandbox.refused(&line.split(' ').collect::<Vec<_>>(), says);
        }
    };
    with("cut.oware", &bytes[..bytes.len() - 40], "cut short: the level of 4 seeds is not whole");
    let mut altered = bytes.clone();
    let place = altered.len() - 100;
    altered[place] ^= 2;
    with("altered.oware", &altered, "the level of 4 seeds does not match its digest");
    let text = String::from_utf8_lossy(&bytes[..200]).into_owned();
    assert!(text.contains("\"captures-nothing\""), "{text}");
    let header = text.find("captures-nothing").unwrap();
    let mut altered = bytes.clone();
    altered[header] = b'k';
    with("header.oware", &altered, "the header of the endgame table is damaged");
    with("other.oware", b"pits,seeds,moves\n", "is no endgame table");
    let mut version = bytes;
    version[15] = 9;
    with("version.oware", &version, "version 9");
    sandbox.refused(&["oware", "endgame", "verify", "--table", "none.oware"], "none.oware");
    sandbox.refused(&["oware", "endgame", "verify", "--table", "."], "folder");
}

#[test]
fn wrong_builds_are_refused() {
    let sandbox = Sandbox::new();
    let build = |more: &str, says: &str| {
        let line = format!("oware endgame build {more}");
        sandbox.refused(&line.split(' ').collect::<Vec<_>>(), says);
    };
    build("--seeds 4 --repetition even-split", "--output is missing");
    build("--seeds 4 --output t.oware", "--repetition");
    build("--seeds 128 --repetition bounds -o t.oware", "accepted are 0 to 127 seeds");
    build("--seeds 48 --repetition bounds -o t.oware", "too large");
    build("--seeds 12 --repetition bounds -o t.oware --memory 1MB", "are allowed");
    build("--seeds 4 --repetition own-side -o t.oware", "even-split, bounds");
    build("--seeds 4 --repetition bounds -o t.oware --pits 9", "1 to 8 pits");
    build("--seeds 4 --repetition bounds -o .", "needs the name of a file");
    build("--seeds 4 --repetition bounds -o -", "needs the name of a file");
    build("--seeds 4 --repetition bounds -o none/t.oware", "none/t.oware.part");
    build("--seeds 4 --repetition bounds -o t.oware --format csv", "--format");
    fs::write(sandbox.path("t.oware.part"), "something else").unwrap();
    build("--seeds 4 --repetition bounds -o t.oware", "remove it to begin anew");
}

#[cfg(unix)]
#[test]
fn neither_links_nor_what_is_read_are_written_over() {
    let sandbox = built("--seeds 3 --repetition even-split");
    let build = "oware endgame build --seeds 3 --repetition even-split -o";
    let words = |line: String| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let refused = |line: String, says: &str| {
        let words = words(line);
        sandbox.refused(&words.iter().map(String::as_str).collect::<Vec<_>>(), says);
    };
    std::os::unix::fs::symlink("t.oware", sandbox.path("link")).unwrap();
    refused(format!("{build} link"), "no ordinary file");
    std::os::unix::fs::symlink("t.oware", sandbox.path("u.part")).unwrap();
    refused(format!("{build} u"), "u.part is no ordinary file");
    for command in ["verify", "stats", "query --position 1,0,0,0,0,0,0,0,0,0,0,1"] {
        let says = "is the file that is read";
        refused(format!("oware endgame {command} --table t.oware -o t.oware --format csv"), says);
    }
    fs::write(sandbox.path("list.csv"), "1 0 0 1\n").unwrap();
    refused("oware solve --positions list.csv -o list.csv".into(), "is the file that is read");
    assert_eq!(sandbox.stdout("oware endgame verify --table t.oware"), "ok 455\n");
}

#[test]
fn a_part_of_another_table_is_not_gone_on_with() {
    let sandbox = built("--seeds 4 --repetition even-split");
    fs::rename(sandbox.path("t.oware"), sandbox.path("u.oware.part")).unwrap();
    let line = "oware endgame build --seeds 4 --repetition bounds -o u.oware";
    sandbox.refused(&line.split(' ').collect::<Vec<_>>(), "the beginning of another table");
}

/// Kills a build again and again, at moments that move on, until it is done.
#[test]
fn a_build_that_is_killed_goes_on() {
    let whole = built("--seeds 11 --repetition bounds");
    let sandbox = Sandbox::new();
    let (place, mut kills) = (sandbox.path("t.oware"), 0);
    while !place.exists() {
        let mut child = Command::new(SOWLAB)
            .args(
                "oware endgame build --seeds 11 --repetition bounds --quiet --output t.oware"
                    .split(' '),
            )
            .current_dir(sandbox.path("."))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let end = Instant::now() + Duration::from_millis(20 + 40 * kills);
        while Instant::now() < end && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
        assert!(kills < 200);
    }
    assert!(kills > 0, "it was done before it was killed");
    assert_eq!(sandbox.names(), ["t.oware"]);
    assert!(fs::read(place).unwrap() == fs::read(whole.path("t.oware")).unwrap());
}

#[cfg(unix)]
#[test]
fn a_signal_keeps_the_levels() {
    let sandbox = Sandbox::new();
    // So large that it is not done before the signal.
    sandbox
        .shell(
            "$SOWLAB oware endgame build --seeds 20 --repetition bounds --memory 4GB --output t.oware & \
             sleep 1; kill -TERM $!; wait $!",
        )
        .code(3)
        .stderr(predicates::str::contains("what was computed is kept"));
    assert_eq!(sandbox.names(), ["t.oware.part"]);
}
