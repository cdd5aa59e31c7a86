//! `sowlab omweso move` and `test`, the real binary: rows, boards from text and files, limits, bad
//! input.

mod common;

use std::fs;

use common::Sandbox;

const HEADER: &str = "path,outcome,mayer,legs,sown,captures,captured,preperiod,period,emitwe_ebiri,akawumbi,final_position\n";

/// The example of the description of the game.
const EXAMPLE: &str = "5 . . . 1 1 1 1/. 3 . 5 5 5 . 5/10 4 1 4 4 . . 4/1 . . . 4 . . .";
/// What comes of sowing its pit 4.
const PLAYED: &str = ",ends,false,2,10,1,6,,,false,false,5 0 0 0 1 1 1 0/0 3 0 5 5 5 0 0/10 4 1 4 4 1 1 6/1 0 0 0 0 2 2 2\n";

fn moved(position: &str, pit: &str, more: &[&str]) -> (String, Sandbox) {
    let sandbox = Sandbox::new();
    let words = ["omweso", "move", "--position", position, "--pit", pit];
    let assert = sandbox.sowlab_with(&[&words[..], more].concat()).success().stderr("");
    (String::from_utf8(assert.get_output().stdout.clone()).unwrap(), sandbox)
}

#[test]
fn the_worked_example() {
    assert_eq!(moved(EXAMPLE, "4", &[]).0, format!("{HEADER}{PLAYED}"));
    let (json, _) = moved(EXAMPLE, "4", &["--format", "json"]);
    assert_eq!(
        json,
        "[\n{\"path\":\"\",\"outcome\":\"ends\",\"mayer\":false,\"legs\":2,\"sown\":10,\"captures\":1,\
         \"captured\":6,\"preperiod\":null,\"period\":null,\"emitwe_ebiri\":false,\"akawumbi\":false,\
         \"final_position\":\"5 0 0 0 1 1 1 0/0 3 0 5 5 5 0 0/10 4 1 4 4 1 1 6/1 0 0 0 0 2 2 2\"}\n]\n"
    );
}

#[test]
fn a_board_from_anywhere() {
    let sandbox = Sandbox::new();
    let expected = format!("{HEADER}{PLAYED}");
    let lines = EXAMPLE.replace('/', "\n");
    fs::write(sandbox.path("four lines.txt"), format!("\u{FEFF}{lines}\r\n\n")).unwrap();
    fs::write(sandbox.path("one"), format!("{EXAMPLE}\n")).unwrap();
    for position in ["four lines.txt", "one", "./one", &EXAMPLE.replace(' ', ",")] {
        sandbox
            .sowlab_with(&["omweso", "move", "--position", position, "--pit", "4"])
            .success()
            .stdout(expected.clone());
    }
    sandbox
        .shell("cat 'four lines.txt' | $SOWLAB omweso move --position - --pit 4")
        .success()
        .stdout(expected);
}

#[test]
fn a_row_for_each_path() {
    let position = ". 1 2 ./. 3 2 ./. 1 1 ./. 3 . .";
    let all = moved(position, "1", &[]).0;
    let paths: Vec<&str> = all.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(paths, ["ccw", "cw-ccw", "cw-cw"]);
    let usual = moved(position, "1", &["--choices", "ccw"]).0;
    assert_eq!(usual.lines().collect::<Vec<_>>(), all.lines().take(2).collect::<Vec<_>>());
    // The same rows with the pit before them, and those of the other pits.
    let sandbox = Sandbox::new();
    let test = |more: &[&str]| {
        let words = [&["omweso", "test", "--position", position][..], more].concat();
        let assert = sandbox.sowlab_with(&words).success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let tested = test(&[]);
    let of_pit_1 = tested.lines().filter_map(|row| row.strip_prefix("1,"));
    assert_eq!(of_pit_1.collect::<Vec<_>>(), all.lines().skip(1).collect::<Vec<_>>());
    assert!(tested.starts_with(&format!("pit,{HEADER}")));
    for threads in ["1", "2", "7"] {
        assert_eq!(test(&["--threads", threads]), tested);
    }
}

#[test]
fn many_positions() {
    let sandbox = Sandbox::new();
    let boards = [EXAMPLE, "9 9/9 9/1 1/1 0", ". 1 2 ./. 3 2 ./. 1 1 ./. 3 . ."];
    let text = format!("# three boards\n\n{}\r\n", boards.join("\n"));
    fs::write(sandbox.path("boards"), text).unwrap();
    let mut expected = format!("position,pit,{HEADER}");
    for board in boards {
        let one = sandbox.sowlab_with(&["omweso", "test", "--position", board]).success();
        let one = String::from_utf8(one.get_output().stdout.clone()).unwrap();
        let position = board.replace('.', "0");
        expected.extend(one.lines().skip(1).map(|row| format!("{position},{row}\n")));
    }
    assert!(expected.lines().count() > 8);
    for threads in ["1", "2", "7"] {
        let words = ["omweso", "test", "--positions", "boards", "--threads", threads];
        sandbox.sowlab_with(&words).success().stdout(expected.clone());
    }
    sandbox
        .shell("$SOWLAB omweso test --positions - --certificates c.jsonl < boards && $SOWLAB verify c.jsonl")
        .success()
        .stdout(format!("{expected}ok {}\n", expected.lines().count() - 1));
    fs::write(sandbox.path("wrong"), "1 1/1 1/1 1/2 1\n1 1/1 1/1 1\n").unwrap();
    fs::write(sandbox.path("none"), "# nothing\n").unwrap();
    for (file, says) in [
        ("wrong", "--positions wrong, line 2: the position has 3 rows"),
        ("none", "--positions none: no line holds a position"),
        ("missing", "--positions missing: "),
    ] {
        sandbox.refused(&["omweso", "test", "--positions", file], says);
    }
    sandbox.refused(&["omweso", "test"], "--position");
    let both = ["omweso", "test", "--positions", "boards", "--position", EXAMPLE];
    sandbox.refused(&both, "cannot be used with");
}

#[test]
fn no_pit_to_start_from() {
    let sandbox = Sandbox::new();
    sandbox
        .sowlab_with(&["omweso", "test", "--position", "9 9/9 9/1 1/1 0"])
        .success()
        .stdout(format!("pit,{HEADER}"));
}

#[test]
fn a_turn_that_never_ends() {
    // Four pits with 3 1 0 1 never end; the opponent is in nobody's way.
    let endless = "9 9/. ./1 ./3 1";
    assert_eq!(
        moved(endless, "0", &[]).0,
        format!("{HEADER},never-ends,true,,20,0,0,0,8,false,false,\n")
    );
    assert_eq!(
        moved(endless, "0", &["--no-period"]).0,
        format!("{HEADER},never-ends,true,,,0,0,0,,false,false,\n")
    );
    // Seeds of any size.
    let huge = "10^30 ./. ./1 ./10^20+3 1";
    let (text, _) = moved(huge, "0", &["--no-period"]);
    assert!(text.lines().nth(1).unwrap().starts_with(','), "{text}");
}

#[test]
fn a_limit_leaves_it_undecided() {
    let sandbox = Sandbox::new();
    sandbox
        .sowlab_with(&["omweso", "move", "--position", ". ./. ./. 1/2 .", "--pit", "0", "--leg-limit", "1"])
        .code(3)
        .stdout(format!("{HEADER},undecided,false,,,0,0,,,false,false,\n"))
        .stderr(
            "sowlab: undecided: 1 path neither ended nor recurred within the limit of 1 leg without \
             a capture or a choice; a higher --leg-limit, or none, may decide it\n",
        );
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("three"), "1 1\n1 1\n1 1\n").unwrap();
    fs::write(sandbox.path("letters"), "1 1\n\n1 b\n1 1\n1 1\n").unwrap();
    fs::write(sandbox.path("empty"), "").unwrap();
    fs::write(sandbox.path("bytes"), [b'1', 0xff, b'\n']).unwrap();
    fs::create_dir(sandbox.path("folder")).unwrap();
    let wide = vec![vec!["1"; 33].join(" "); 4].join("/");
    for (position, says) in [
        ("1 1/1 1/1 1", "--position: the position has 3 rows; 4 are accepted"),
        ("1 1/1 1/1 1/1 1/1 1", "the position has 5 rows"),
        ("1 1", "the position has 1 row; 4 are accepted"),
        ("1 1/1 1/1 1 1/1 1", "row 3 of the position has 3 pits and row 1 has 2"),
        ("1/1/1/2", "the rows of the position have 1 pit; 2 to 32 are accepted"),
        (&wide, "the rows of the position have 33 pits"),
        ("1 1/1 x/1 1/1 1", "`x` at column 7 is not a natural number"),
        ("1 1/1 -2/1 1/1 1", "`-2` at column 7 is negative"),
        ("1 1/1 1.5/1 1/1 1", "`1.5` at column 7 is not a natural number"),
        ("1 1//1 1/1 1", "nothing stands at column 5"),
        ("", "nothing stands at column 1"),
        ("three", "--position three: the position has 3 rows"),
        ("letters", "--position letters, line 3: `b` at column 3"),
        ("empty", "--position empty: the position has 0 rows"),
        ("bytes", "--position bytes: "),
        ("folder", "--position folder: "),
        ("no-such-file", "--position: there is no file `no-such-file`"),
    ] {
        sandbox.refused(&["omweso", "test", "--position", position], says);
        sandbox.refused(&["omweso", "move", "--position", position, "--pit", "0"], says);
    }
    for (pit, says) in [
        ("4", "--pit 4: pit 4 is not on the mover's side; its 4 pits are numbered 0 to 3"),
        (
            "10^30",
            "--pit 1000000000000000000000000000000: pit 1000000000000000000000000000000 is not on the mover's side",
        ),
        ("1", "--pit 1: pit 1 holds 1 seed; a turn starts from a pit with at least 2"),
        ("2", "--pit 2: pit 2 holds 0 seeds; a turn starts from a pit with at least 2"),
        ("-1", "`-1` at column 1 is negative"),
        ("a", "`a` at column 1 is not a natural number"),
    ] {
        sandbox.refused(&["omweso", "move", "--position", "1 1/1 1/1 0/2 1", "--pit", pit], says);
    }
    let words =
        ["omweso", "move", "--position", "1 1/1 1/1 0/2 1", "--pit", "0", "--leg-limit", "0"];
    sandbox.refused(&words, "`0` decides nothing; at least 1 leg is accepted");
}
