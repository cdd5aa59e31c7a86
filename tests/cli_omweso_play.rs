//! `sowlab omweso play` and `omweso move --trace`, the real binary: rows, drawn boards, bad input.

mod common;

use common::Sandbox;

/// The example turn of the description of the game.
const EXAMPLE: &str = "5 . . . 1 1 1 1/. 3 . 5 5 5 . 5/10 4 1 4 4 . . 4/1 . . . 4 . . .";

fn out(arguments: &[&str]) -> String {
    let assert = Sandbox::new().sowlab_with(arguments).success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// What is printed to a terminal.
#[cfg(unix)]
fn on_a_terminal(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    use nix::pty::{Winsize, openpty};
    use std::io::Read;
    use std::process::{Command, Stdio};

    let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(Some(&size), None).unwrap();
    let mut command = Command::new(common::SOWLAB);
    for name in ["NO_COLOR", "CLICOLOR", "TERM"] {
        command.env_remove(name);
    }
    command.args(arguments).envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(terminal.slave);
    let mut child = command.spawn().unwrap();
    // It holds the terminal open.
    drop(command);
    let mut out = Vec::new();
    // A terminal whose last writer has gone reports an error, not an end.
    let _ = std::fs::File::from(terminal.master).read_to_end(&mut out);
    assert!(child.wait().unwrap().success());
    String::from_utf8(out).unwrap().replace("\r\n", "\n")
}

#[test]
fn the_legs_of_the_worked_example() {
    let move_4 = ["omweso", "move", "--position", EXAMPLE, "--pit", "4", "--trace"];
    assert_eq!(
        out(&move_4),
        "path,leg,origin,hand,direction,landing,event,column,captured,position\n\
         ,1,4,4,ccw,8,capture,7,6,\
         5 0 0 0 1 1 1 0/0 3 0 5 5 5 0 0/10 4 1 4 4 0 0 5/1 0 0 0 0 1 1 1\n\
         ,2,4,6,ccw,10,ends,,,\
         5 0 0 0 1 1 1 0/0 3 0 5 5 5 0 0/10 4 1 4 4 1 1 6/1 0 0 0 0 2 2 2\n"
    );
}

/// The three diagrams of the description, pit for pit: before, with the seeds captured still in their
/// place, and at the end.
#[test]
#[cfg(unix)]
fn the_worked_example_drawn() {
    let move_4 = ["omweso", "move", "--position", EXAMPLE, "--pit", "4", "--trace"];
    let drawn = "\
ends after leg 2

before
   5   .   .   .   1   1   1   1
   .   3   .   5   5   5   .   5
 ────────────────────────────────
  10   4   1   4   4   .   .   4
   1   .   .   .  [4]  .   .   .

leg 1: 4 seeds from pit 4, ccw, to pit 8: captures 6 in column 7
   5   .   .   .   1   1   1  {1}
   .   3   .   5   5   5   .  {5}
 ────────────────────────────────
  10   4   1   4   4   .   .  (5)
   1   .   .   .  [.]  1   1   1

leg 2: 6 seeds from pit 4, ccw, to pit 10: ends
   5   .   .   .   1   1   1   .
   .   3   .   5   5   5   .   .
 ────────────────────────────────
  10   4   1   4   4  (1)  1   6
   1   .   .   .  [.]  2   2   2
";
    for variables in [
        &[][..],
        &[("TERM", "dumb")],
        &[("TERM", "xterm"), ("NO_COLOR", "1")],
        &[("TERM", "xterm"), ("CLICOLOR", "0")],
    ] {
        assert_eq!(on_a_terminal(&move_4, variables), drawn, "{variables:?}");
    }
    let coloured = on_a_terminal(&move_4, &[("TERM", "xterm")]);
    assert!(coloured.contains("\u{1b}[31m") && coloured.contains("{1}"));
    // Never on a pipe, whatever the terminal.
    let sandbox = Sandbox::new();
    let words = format!(
        "TERM=xterm CLICOLOR_FORCE=1 $SOWLAB omweso move --position '{EXAMPLE}' --pit 4 --trace"
    );
    let piped = sandbox.shell(&words).success().get_output().stdout.clone();
    assert!(!piped.contains(&0x1b));
}

#[test]
fn every_path_is_traced_and_long_ones_are_cut() {
    let board = "0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0";
    let rows = out(&["omweso", "move", "--position", board, "--pit", "1", "--trace"]);
    let of = |path: &str| rows.lines().filter(|row| row.starts_with(path)).count();
    let moves = out(&["omweso", "move", "--position", board, "--pit", "1", "--format", "jsonl"]);
    for path in ["ccw", "cw"] {
        let legs = format!("\"legs\":{},", of(&format!("{path},")));
        let line =
            moves.lines().find(|line| line.contains(&format!("\"path\":\"{path}\""))).unwrap();
        assert!(line.contains(&legs), "{line} {legs}");
    }
    assert!(
        rows.contains("\ncw,1,1,3,cw,6,capture,1,5,0 0 0 0/0 0 0 0/1 2 0 0/1 0 0 0\n"),
        "{rows}"
    );

    // Never ends: the prefix, here none, and one period.
    let endless = ["omweso", "move", "--position", "0 0 0/0 0 0/1 2 0/2 0 1", "--pit", "0"];
    let moves = out(&endless);
    let fields: Vec<&str> = moves.lines().nth(1).unwrap().split(',').collect();
    let legs: usize = fields[7].parse::<usize>().unwrap() + fields[8].parse::<usize>().unwrap();
    let trace = [&endless[..], &["--trace"]].concat();
    assert_eq!(out(&trace).lines().count(), 1 + legs);
    let cut = [&trace[..], &["--legs", "2"]].concat();
    let sandbox = Sandbox::new();
    let assert = sandbox.sowlab_with(&cut).success();
    let output = assert.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let note = String::from_utf8_lossy(&output.stderr);
    assert!(note.contains(&format!("the first 2 of {legs} legs are shown")), "{note}");
    sandbox.sowlab_with(&[&cut[..], &["--quiet"]].concat()).success().stderr("");
    sandbox.refused(&[&endless[..], &["--legs", "2"]].concat(), "--trace");
    sandbox.refused(&[&trace[..], &["--legs", "0"]].concat(), "at least 1 leg");
}

const BEGINNING: &str = "2 2 2/2 0 1/0 0 1/0 2 0";

#[test]
fn a_game() {
    let play = ["omweso", "play", "--position", BEGINNING, "--akakyala", "--moves"];
    let rows = out(&[&play[..], &["1 2,2"]].concat());
    assert_eq!(rows, GAME);
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("moves.txt"), "1\n2\n2\n").unwrap();
    let arguments = [&play[..], &["moves.txt"]].concat();
    sandbox.sowlab_with(&arguments).success().stdout(rows.clone());
    let words =
        format!("echo 1 2 2 | $SOWLAB omweso play --akakyala --position '{BEGINNING}' --moves -");
    sandbox.shell(&words).success().stdout(rows);
    // Without akakyala it goes on.
    let rows = out(&["omweso", "play", "--position", BEGINNING, "--moves", "1 2 2"]);
    assert!(rows.lines().all(|row| row.ends_with(",,") || row.ends_with(",reason")), "{rows}");
    assert_eq!(out(&["omweso", "play", "--moves", ""]).lines().count(), 1);
}

const GAME: &str = "\
move,player,pit,path,legs,captured,position,result,reason
1,first,1,,2,3,2 0 0/3 1 0/0 0 2/0 2 2,,
2,second,2,,1,0,0 2 0/3 1 0/0 1 3/0 0 2,,
3,first,2,,2,3,0 0 0/5 3 1/0 0 3/0 0 0,first-wins,akakyala
";

const DRAWN: &str = "\
start; the first player sits below
  2   2   2
  2   .   1
 ───────────
  .   .   1
  .   2   .

move 1: first player, pit 1, captures 3
  2   2  {.}
  2   .  {.}
 ───────────
  .   1   3
  .  [.]  2

move 2: second player, pit 2
 [.]  2   .
  3   1   .
 ───────────
  .   1   3
  .   .   2

move 3: first player, pit 2, captures 3
  .  {.}  .
  3  {.}  .
 ───────────
  1   3   5
  .   .  [.]
first-wins: akakyala
";

/// What each ending is called.
#[test]
fn endings() {
    for (position, moves, result) in [
        ("1 0/0 0/0 0/2 0", "0", "first-wins,no-move"),
        ("2 0/0 0/0 0/2 0", "0 1", "second-wins,no-move"),
        ("1 2 1/1 0 2/1 0 2/0 0 1", "3", "first-wins,emitwe-ebiri"),
        ("1 1 1/1 1 2/1 0 0/0 1 3", "2", "first-wins,akawumbi"),
        ("1 0 1/1 1 1/0 3 0/0 3 1", "4", "annulled,never-ends"),
    ] {
        let rows = out(&["omweso", "play", "--position", position, "--moves", moves]);
        let last = rows.lines().last().unwrap();
        assert!(last.ends_with(&format!(",{result}")), "{last}");
    }
    let arguments = ["omweso", "play", "--position", "1 2 1/1 0 2/1 0 2/0 0 1", "--moves", "3"];
    assert!(out(&[&arguments[..], &["--no-emitwe-ebiri"]].concat()).ends_with(",,\n"));
}

#[test]
#[cfg(unix)]
fn a_game_drawn_as_the_first_player_sees_it() {
    let play = ["omweso", "play", "--position", BEGINNING, "--akakyala", "--moves", "1 2 2"];
    assert_eq!(on_a_terminal(&play, &[("TERM", "dumb")]), DRAWN);
    let play = ["omweso", "play", "--position", "1 0 1/1 1 1/0 3 0/0 3 1", "--moves", "4"];
    let drawn = on_a_terminal(&play, &[("TERM", "dumb")]);
    assert!(drawn.ends_with("\nit never ends; the game is annulled\n"), "{drawn}");
}

#[test]
fn bad_moves() {
    let sandbox = Sandbox::new();
    let choice = "0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0";
    for (position, moves, says) in [
        (BEGINNING, "1 2 x", "--moves, move 3: `x` is no pit"),
        (BEGINNING, "game.txt", "--moves: there is no file `game.txt`"),
        (BEGINNING, "1 2:", "--moves, move 2: choice 1 of the path is ``"),
        (BEGINNING, "1:CW", "choice 1 of the path is `CW`"),
        (BEGINNING, "99999999999999999999999", "`99999999999999999999...` is no pit"),
        (BEGINNING, "1 0", "--moves, move 2: the mover may start from "),
        (BEGINNING, "1:cw", "`1:cw` is not one of the ways to play pit 1; accepted: 1"),
        (choice, "1", "`1` is not one of the ways to play pit 1; accepted: 1:ccw 1:cw"),
        (choice, "1:cw-cw", "accepted: 1:ccw 1:cw"),
        ("1 0/0 0/0 0/2 0", "0 0", "move 2: the game has ended before it (first-wins, no-move)"),
        ("2 0/0 0/1 1/1 1", "0", "move 1: the game has ended before it (second-wins, no-move)"),
    ] {
        sandbox.refused(&["omweso", "play", "--position", position, "--moves", moves], says);
    }
    sandbox
        .refused(&["omweso", "play", "--position", "-", "--moves", "-"], "one of them can have it");
    let both = ["omweso", "play", "--position", choice, "--opening", "even", "--moves", "1"];
    sandbox.refused(&both, "cannot be used with");
    sandbox.refused(&["omweso", "play", "--opening", "odd", "--moves", "1"], "traditional, even");
}
