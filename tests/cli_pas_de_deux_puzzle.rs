//! `sowlab pas-de-deux claims` and `puzzle`, the real binary, and the jobs of the same names: rows and bad
//! input.

mod common;

use common::Sandbox;

#[test]
fn claims() {
    let sandbox = Sandbox::new();
    let rows = sandbox.stdout("pas-de-deux claims");
    let header = "statement,first_move_captures,turns,what,claimed,counted,holds";
    assert_eq!(rows.lines().next(), Some(header));
    assert_eq!(rows.lines().count(), 1 + 48);
    assert!(rows.contains("\nfirst-turn,true,all,ways,64,64,true\n"), "{rows}");
    assert!(rows.contains("\neach-once,false,all,ways,4096,4096,true\n"), "{rows}");
    assert_eq!(rows, sandbox.stdout("pas-de-deux claims --threads 1"));
}

#[test]
fn puzzle() {
    let sandbox = Sandbox::new();
    let rows = sandbox.stdout("pas-de-deux puzzle");
    assert_eq!(rows.lines().count(), 1 + 60);
    let found = "false,turn,nothing,from-her-left,main-left,,16,7,15,";
    assert!(rows.lines().any(|row| row == found), "{rows}");
    // Nothing fits both lines as they are printed.
    let printed = rows.lines().skip(1).filter(|row| row.split(',').nth(4) == Some(""));
    for row in printed {
        assert_eq!(row.split(',').nth(7), Some("0"), "{row}");
    }
}

#[test]
fn positions_within_a_limit() {
    let sandbox = Sandbox::new();
    let words = ["pas-de-deux", "puzzle", "--positions", "--limit", "3000", "--format", "csv"];
    let output = sandbox.sowlab_with(&words).code(3).get_output().clone();
    let rows = String::from_utf8(output.stdout).unwrap();
    let found = "1-0-0-0-0-0-8-6-0-1-0-0-0-0-0-0-33-47-S,16,false,nothing,main-left,won,5,1 1-2,";
    assert!(rows.lines().any(|row| row.starts_with(found)), "{rows}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("within the limit of 3000 boards"), "{said}");
}

#[test]
fn jobs_make_what_commands_print() {
    let sandbox = Sandbox::new();
    let steps = r#"schema = 1
[[step]]
name = "claims"
job = "pas-de-deux claims"
output = [{ file = "claims.csv" }]
[[step]]
name = "puzzle"
job = "pas-de-deux puzzle"
output = [{ file = "puzzle.jsonl" }]
"#;
    std::fs::write(sandbox.path("dance.toml"), steps).unwrap();
    sandbox.stdout("run dance.toml --root root --quiet");
    let made = sandbox.read("root/data/dance/claims.csv");
    assert_eq!(made, sandbox.stdout("pas-de-deux claims --format csv"));
    let made = sandbox.read("root/data/dance/puzzle.jsonl");
    assert_eq!(made, sandbox.stdout("pas-de-deux puzzle --format jsonl"));
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    for limit in ["0", "10^13", "many"] {
        let words = ["pas-de-deux", "puzzle", "--positions", "--limit", limit];
        sandbox.sowlab_with(&words).code(2);
    }
    sandbox.sowlab_with(&["pas-de-deux", "puzzle", "--limit", "5"]).code(2);
    let step = "schema = 1\n[[step]]\nname = \"p\"\njob = \"pas-de-deux puzzle\"\nlimit = 5\noutput = [{ file = \"p.csv\" }]\n";
    std::fs::write(sandbox.path("p.toml"), step).unwrap();
    let output =
        sandbox.sowlab_with(&["run", "p.toml", "--root", "r"]).code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("positions = true"), "{said}");
}
