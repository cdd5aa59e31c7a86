//! `sowlab pas-de-deux turns`, `play` and `perft`, the real binary: worked examples, forms, bad input.

mod common;

use common::Sandbox;

fn out(words: &str) -> String {
    Sandbox::new().stdout(words)
}

#[test]
fn turns_of_the_beginning_and_of_a_grand_slam() {
    let rows = out("pas-de-deux turns");
    assert_eq!(rows.lines().count(), 65);
    assert!(rows.starts_with(
        "turn,captured,position\n1,0,0-7-7-7-7-7-7-6-6-6-6-6-6-6-6-6-0-0-N\n1-2,0,0-0-8-8-"
    ));
    // Pit 8 takes both of North's seeds as the first of two moves, and alone takes nothing.
    let slam = "--position 1-0-0-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-S";
    assert_eq!(
        out(&format!("pas-de-deux turns {slam}")),
        "turn,captured,position\n\
         1,0,0-1-0-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-N\n\
         1-2,0,0-0-1-0-0-0-0-1-1-0-0-0-0-0-0-0-46-47-N\n\
         1-8,0,0-1-0-0-0-0-0-0-2-0-0-0-0-0-0-0-46-47-N\n\
         8,0,1-0-0-0-0-0-0-0-2-0-0-0-0-0-0-0-46-47-N\n\
         8-1,2,0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-48-47-N\n"
    );
    let rows = out(&format!("pas-de-deux turns {slam} --first-move-captures no"));
    assert_eq!(rows.lines().last(), Some("8-1,0,0-1-0-0-0-0-0-0-2-0-0-0-0-0-0-0-46-47-N"));
}

#[test]
fn a_game() {
    let sandbox = Sandbox::new();
    let rows = sandbox.sowlab_with(&["pas-de-deux", "play", "--moves", "3 4-7 1-2"]).success();
    let rows = String::from_utf8(rows.get_output().stdout.clone()).unwrap();
    assert!(rows.starts_with(
        "move,player,played,captured,grand_slam,position,south,north,result,reason\n\
         1,south,3,0,false,6-6-0-7-7-7-7-7-7-6-6-6-6-6-6-6-0-0-N,0,0,,\n2,north,4-7,0,false,"
    ));
    std::fs::write(sandbox.path("game.txt"), "3\n4-7\n1-2\n").unwrap();
    sandbox.sowlab("pas-de-deux play --moves game.txt").success().stdout(rows.clone());
    sandbox.sowlab("pas-de-deux play --moves 3,4-7,1-2").success().stdout(rows.clone());
    sandbox.shell("echo 3 4-7,1-2 | $SOWLAB pas-de-deux play --moves -").success().stdout(rows);
    // Majority is asked after the whole turn, and a turn that ends the game ends it.
    let won = "--position 1-0-0-0-0-0-0-1-1-0-0-0-0-0-0-1-47-45-S";
    let rows = out(&format!("pas-de-deux play {won} --moves 8"));
    assert!(rows.ends_with(",49,45,south-wins,majority\n"), "{rows}");
    let bare = "--position 1-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-47-47-S";
    let rows = out(&format!("pas-de-deux play {bare} --moves 1"));
    assert!(rows.ends_with(",49,47,south-wins,no-seeds\n"), "{rows}");
}

#[test]
fn bad_turns() {
    let sandbox = Sandbox::new();
    let obliges = "1-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-47-47-S";
    for (arguments, says) in [
        (
            &["--moves", "1-1"][..],
            "move 1: `1-1` is not legal: pit 1 is empty when it is to be sown; accepted: 1 1-2",
        ),
        (&["--moves", "9"], "`9` is not legal: there is no pit 9 among the 8 pits of the mover"),
        (&["--moves", "3 4-"], "move 2: `4-` is no turn; accepted are the number of a pit from 1"),
        (&["--moves", "0"], "move 1: `0` is no turn"),
        (&["--moves", "99999999999999999999999"], "is no turn"),
        (&["--moves", "game"], "there is no file `game`, and it is no list of moves"),
        (
            &["--moves", "7", "--position", obliges],
            "after the first move the opponent can be fed, and a second move must do it; accepted: 1 1-2 1-7 7-8",
        ),
        (
            &["--moves", "1 1", "--position", obliges],
            "move 2: the game has ended before it (south-wins, no-seeds)",
        ),
        (&["--moves", "1", "--first-move-captures", "maybe"], "accepted are yes, no"),
    ] {
        sandbox.refused(&[&["pas-de-deux", "play"], arguments].concat(), says);
    }
}

#[test]
fn bad_positions() {
    let sandbox = Sandbox::new();
    for (position, says) in [
        ("6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-0-0-S", "15 pits are no board"),
        ("6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-1-0-S", "pits and stores hold 97 seeds"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "pits and stores hold 48 seeds"),
        ("6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-0-0-X", "`X` at column 37"),
        ("6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-six-0-0-S", "`six` at column 31"),
    ] {
        sandbox.refused(&["pas-de-deux", "turns", "--position", position], says);
    }
}

#[test]
fn perft_by_every_route() {
    let levels = out("pas-de-deux perft --depth 3");
    assert_eq!(levels, "depth,sequences\n1,64\n2,4096\n3,233286\n");
    assert_eq!(levels, out("pas-de-deux perft --depth 3 --one-by-one"));
    let distinct = out("pas-de-deux perft --depth 3 --distinct");
    assert_eq!(distinct, "depth,sequences,positions\n1,64,63\n2,4096,4029\n3,233286,207600\n");
    let divided = out("pas-de-deux perft --depth 2 --divide");
    assert_eq!(divided, out("pas-de-deux perft --depth 2 --divide --one-by-one"));
    assert!(divided.starts_with("turn,sequences\n1,64\n1-2,64\n"), "{divided}");
    let small = "pas-de-deux perft --pits 2 --seeds 2 --depth 6";
    assert_eq!(out(small), out(&format!("{small} --one-by-one --threads 1")));
    assert_ne!(out(small), out(&format!("{small} --first-move-captures no")));
    let sandbox = Sandbox::new();
    sandbox.refused(&["pas-de-deux", "perft", "--depth", "0"], "accepted are 1 to 1000");
}
