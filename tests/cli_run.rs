//! `sowlab run`, the real binary: what is computed and what is not, checks, provenance, and places that
//! cannot be used.

mod common;

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use common::Sandbox;
use num_bigint::BigUint;
use serde_json::Value;
use sha2::{Digest, Sha256};

const MANIFEST: &str = "\
schema = 1
title = 'Two steps'

[[step]]
name = 'table'
job = 'mirall table'
pits = '1..4'
seeds = '1..5'
output = [{ file = 'table.csv' }]
chart = [{ file = 'table.svg' }]
expect = [{ output = 'table.csv', rows = 20 }]

[[step]]
name = 'stairs'
job = 'mirall staircase'
pits = 3
up-to = 30
output = [{ file = 'stairs.jsonl' }]
";
const FILES: [&str; 4] = [
    "data/e/provenance.json",
    "data/e/stairs.jsonl",
    "data/e/table.csv",
    "notebooks-out/e/table.svg",
];
const LEDGER: &str = "work/e/ledger.sqlite";

/// A folder with the manifest.
fn new() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("e.toml", MANIFEST);
    sandbox
}

/// A folder where it has been run.
fn done() -> Sandbox {
    let sandbox = new();
    sandbox.sowlab("run e.toml").success();
    sandbox
}

/// What is known of a file: its bytes, and when it was written.
type Known = Vec<(String, Vec<u8>, SystemTime)>;

impl Sandbox {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Writes the manifest with something in the place of something else.
    fn edit(&self, old: &str, new: &str) {
        let text = self.read("e.toml");
        assert!(text.contains(old), "{old}");
        self.write("e.toml", &text.replace(old, new));
    }

    /// Every file below the folder.
    fn files(&self) -> Known {
        fn collect(folder: &Path, name: &str, found: &mut Known) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{name}{}", path.file_name().unwrap().to_str().unwrap());
                if path.is_dir() {
                    collect(&path, &format!("{name}/"), found);
                } else {
                    let time = fs::metadata(&path).unwrap().modified().unwrap();
                    found.push((name, fs::read(&path).unwrap(), time));
                }
            }
        }
        let mut found = Known::new();
        collect(&self.path(""), "", &mut found);
        found.sort();
        found
    }

    /// The files that are no ledgers.
    fn made(&self) -> Known {
        self.files().into_iter().filter(|(name, ..)| !name.starts_with("work/")).collect()
    }

    /// Runs, and tells the state of each step.
    fn states(&self, options: &str) -> Vec<String> {
        let table = self.stdout(&format!("run e.toml --format csv {options}"));
        let rows = table.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
        rows.map(|row| format!("{} {} {}", row[1], row[4], row[5])).collect()
    }

    /// Asserts that a run ends with a code and one sentence that holds the words.
    #[track_caller]
    fn says(&self, words: &str, code: i32, says: &str) {
        let assert = self.sowlab(words).code(code);
        let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(text.contains(says), "`{words}` says {text}");
        assert_eq!(text.lines().count(), 1, "`{words}` says {text}");
    }

    fn provenance(&self) -> Value {
        serde_json::from_str(&self.read("data/e/provenance.json")).unwrap()
    }
}

fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes).iter().fold(BigUint::ZERO, |sum, byte| sum * 256u32 + byte);
    format!("{digest:064x}")
}

#[test]
fn a_run_and_another_one() {
    let sandbox = new();
    assert_eq!(sandbox.states("--dry-run"), ["table 4 new", "stairs 1 new"]);
    assert_eq!(sandbox.names(), ["e.toml"], "nothing is made");
    let report = sandbox.stdout("run e.toml --format csv");
    assert_eq!(
        report,
        "experiment,step,job,units,pending,state,outputs\n\
         e,table,mirall table,4,0,made,2\n\
         e,stairs,mirall staircase,1,0,made,1\n"
    );
    let made = sandbox.made();
    let names: Vec<&str> = made.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, [FILES[0], FILES[1], FILES[2], "e.toml", FILES[3]]);
    // The same bytes as the commands print.
    assert_eq!(
        sandbox.read("data/e/table.csv"),
        sandbox.stdout("mirall table --pits 1..4 --seeds 1..5 --format csv")
    );
    assert_eq!(
        sandbox.read("data/e/stairs.jsonl"),
        sandbox.stdout("mirall staircase --pits 3 --up-to 30 --format jsonl")
    );
    assert_eq!(sandbox.states("--dry-run"), ["table 0 unchanged", "stairs 0 unchanged"]);
    assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 unchanged"]);
    assert_eq!(sandbox.states("--threads 1"), ["table 0 unchanged", "stairs 0 unchanged"]);
    assert_eq!(sandbox.made(), made);
    // The same again leaves the files and the provenance as they are.
    assert_eq!(
        sandbox.states("--force --threads 1"),
        ["table 0 reproduced", "stairs 0 reproduced"]
    );
    assert_eq!(sandbox.made(), made);
    fs::remove_dir_all(sandbox.path("work")).unwrap();
    assert_eq!(sandbox.states(""), ["table 0 reproduced", "stairs 0 reproduced"]);
    assert_eq!(sandbox.made(), made);
}

#[test]
fn what_is_computed_again() {
    let sandbox = done();
    let table = sandbox.read("data/e/table.csv");
    sandbox.edit("up-to = 30", "up-to = 31");
    assert_eq!(sandbox.states("--dry-run"), ["table 0 unchanged", "stairs 1 new"]);
    assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 reproduced"], "no step at 31");
    sandbox.edit("up-to = 31", "up-to = 300");
    assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 replaced"]);
    // An output that is gone or another is made again, whoever changed it.
    fs::remove_file(sandbox.path("data/e/table.csv")).unwrap();
    assert_eq!(sandbox.states(""), ["table 0 made", "stairs 0 unchanged"]);
    sandbox.write("data/e/table.csv", "pits\n");
    assert_eq!(sandbox.states(""), ["table 0 replaced", "stairs 0 unchanged"]);
    fs::remove_dir_all(sandbox.path("notebooks-out")).unwrap();
    assert_eq!(sandbox.states(""), ["table 0 made", "stairs 0 unchanged"]);
    assert_eq!(sandbox.read("data/e/table.csv"), table);
    // What is expected or said changes the manifest that the provenance names, but no results.
    let made = sandbox.made();
    sandbox.edit("rows = 20", "rows = '2*10'");
    sandbox.edit("Two steps", "2 steps");
    assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 unchanged"]);
    let named = sandbox.provenance()["manifest"]["sha256"].clone();
    assert_eq!(named, sha256(sandbox.read("e.toml").as_bytes()));
    assert_eq!(sandbox.provenance()["title"], "2 steps");
    assert_eq!(sandbox.made()[1..3], made[1..3]);
    sandbox.sowlab("run e.toml --check").success();
}

#[test]
fn provenance_tells_where_results_come_from() {
    let sandbox = done();
    let provenance = sandbox.provenance();
    assert_eq!(provenance["schema"], 1);
    assert_eq!(provenance["experiment"], "e");
    assert_eq!(provenance["title"], "Two steps");
    assert_eq!(provenance["manifest"]["file"], "e.toml");
    assert_eq!(provenance["manifest"]["sha256"], sha256(MANIFEST.as_bytes()));
    let steps = provenance["steps"].as_array().unwrap();
    let names: Vec<&Value> = steps.iter().map(|step| &step["step"]).collect();
    assert_eq!(names, ["table", "stairs"]);
    // The parameters that were left out too.
    let parameters = &steps[0]["parameters"];
    assert_eq!(*parameters, serde_json::json!({"pits": "1..4", "seeds": "1..5", "method": "auto"}));
    assert_eq!(steps[0]["job"], "mirall table");
    assert_eq!(steps[0]["units"], 4);
    let run = &steps[0]["runs"][0];
    assert_eq!(run["sowlab"], env!("CARGO_PKG_VERSION"));
    assert!(run["started"].as_str().unwrap().ends_with('Z'));
    assert!(run["started"].as_str() <= run["ended"].as_str());
    let mut outputs = 0;
    for output in steps.iter().flat_map(|step| step["outputs"].as_array().unwrap()) {
        let bytes = fs::read(sandbox.path(output["file"].as_str().unwrap())).unwrap();
        assert_eq!(output["sha256"], sha256(&bytes));
        assert_eq!(output["bytes"], bytes.len());
        outputs += 1;
    }
    assert_eq!(outputs, 3);
}

#[test]
fn a_check_finds_what_is_not_as_it_should_be() {
    let sandbox = new();
    sandbox.says("run e.toml --check", 1, "e: it has no provenance; `sowlab run` makes it");
    assert_eq!(sandbox.names(), ["e.toml"]);
    sandbox.sowlab("run e.toml").success();
    let rows = sandbox.stdout("run e.toml --check --format csv");
    assert_eq!(
        rows,
        "experiment,step,output,holds,fault\n\
         e,table,data/e/table.csv,true,\n\
         e,table,notebooks-out/e/table.svg,true,\n\
         e,stairs,data/e/stairs.jsonl,true,\n"
    );
    let check = |says: &str| {
        let before = sandbox.files();
        sandbox.says("run e.toml --check", 1, says);
        assert_eq!(sandbox.files(), before, "nothing is computed or written");
    };
    let table = sandbox.read("data/e/table.csv");
    sandbox.write("data/e/table.csv", &table.replace("4,5,20", "4,5,21"));
    check("e, step `table`: data/e/table.csv is not what was computed: its SHA-256 is another one");
    fs::remove_file(sandbox.path("data/e/table.csv")).unwrap();
    check("e, step `table`: data/e/table.csv is missing");
    sandbox.write("data/e/table.csv", &table);
    sandbox.sowlab("run e.toml --check").success();

    sandbox.edit("Two steps", "2 steps");
    check("e: the manifest is not the one that the provenance names");
    sandbox.edit("2 steps", "Two steps");
    sandbox.edit("up-to = 30", "up-to = 31");
    check("and 1 other");
    let rows = sandbox.sowlab("run e.toml --check --format csv").code(1).get_output().clone();
    let rows = String::from_utf8(rows.stdout).unwrap();
    let fault = "e,stairs,,false,\"its parameters, inputs or outputs are not those that the provenance names\"";
    assert!(rows.contains(fault), "{rows}");
    sandbox.edit("up-to = 31", "up-to = 30");
    sandbox.edit("rows = 20", "rows = 21");
    let unmet = "e, step `table`: data/e/table.csv has 20 rows, where 21 are expected";
    let rows = sandbox.sowlab("run e.toml --check --format csv").code(1).get_output().clone();
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert!(rows.contains("has 20 rows, where 21 are expected"), "{rows}");
    // A run says the same of what it has made, which stays.
    sandbox.says("run e.toml", 1, "e, step `table`: table.csv has 20 rows, where 21 are expected");
    check(unmet);
    sandbox.write("data/e/provenance.json", "{}");
    sandbox.says("run e.toml --check", 2, "cannot check e");
}

#[test]
fn a_verification_computes_again_and_changes_nothing() {
    let sandbox = done();
    let before = sandbox.files();
    assert_eq!(sandbox.states("--verify"), ["table 0 reproduced", "stairs 0 reproduced"]);
    assert_eq!(sandbox.files(), before);
    let table = sandbox.read("data/e/table.csv");
    sandbox.write("data/e/table.csv", &table.replace("2,3,3", "2,3,4"));
    fs::remove_file(sandbox.path("data/e/stairs.jsonl")).unwrap();
    let before = sandbox.files();
    let differs = "e, step `table`: data/e/table.csv is not what was computed: byte 64, in line 9, differs; and 1 other";
    sandbox.says("run e.toml --verify", 1, differs);
    assert_eq!(sandbox.files(), before, "nothing is changed or left behind");
    sandbox.write("data/e/table.csv", &(table + "\n"));
    sandbox.says("run e.toml --verify", 1, "in line 22, differs");
}

#[test]
fn a_ledger_with_units_of_other_parameters() {
    let sandbox = done();
    // As if the last run had been killed with one unit of the first step left.
    let ledger = rusqlite::Connection::open(sandbox.path(LEDGER)).unwrap();
    ledger
        .execute_batch("UPDATE step SET done = NULL; INSERT INTO unit VALUES (1 << 40, x'', x'')")
        .unwrap();
    drop(ledger);
    assert_eq!(sandbox.states("--dry-run"), ["table 3 begun", "stairs 1 new"]);
    sandbox.edit("'1..5'", "'1..6'");
    let before = sandbox.made();
    let says = "it has 1 of 4 units of the step `table` with other parameters, inputs or outputs than are asked for now; change the manifest back to go on with them, or give them up with --force";
    sandbox.says("run e.toml", 2, says);
    sandbox.says("run e.toml --dry-run", 2, says);
    assert_eq!(sandbox.made(), before);
    let ledger = rusqlite::Connection::open(sandbox.path(LEDGER)).unwrap();
    let sql = "SELECT value FROM meta WHERE key = 'manifest'";
    let kept: String = ledger.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(ledger);
    assert_eq!(kept, MANIFEST, "a manifest that was refused is not kept");
    sandbox.edit("'1..6'", "'1..5'");
    // The unit is not what was written.
    sandbox.says("run e.toml", 2, "unit 0 is not what was written; --force gives it up");
    sandbox.edit("rows = 20", "rows = 24");
    sandbox.edit("'1..5'", "'1..6'");
    assert_eq!(sandbox.states("--force"), ["table 0 replaced", "stairs 0 reproduced"]);
}

#[test]
fn ledgers_that_cannot_be_used() {
    let way_out = "; --force gives it up and computes from the beginning";
    let sandbox = done();
    let whole = fs::read(sandbox.path(LEDGER)).unwrap();
    let sql = |sql: &str| {
        fs::write(sandbox.path(LEDGER), &whole).unwrap();
        let ledger = rusqlite::Connection::open(sandbox.path(LEDGER)).unwrap();
        ledger.execute_batch(sql).unwrap();
        drop(ledger);
        fs::read(sandbox.path(LEDGER)).unwrap()
    };
    let other = sql("DROP TABLE unit; DROP TABLE step; DROP TABLE meta; DROP TABLE file;
        PRAGMA application_id = 7; CREATE TABLE a (b)");
    let half = whole[..whole.len() / 2].to_vec();
    let mut flipped = whole.clone();
    for byte in &mut flipped[whole.len() / 2..whole.len() / 2 + 600] {
        *byte ^= 0x5a;
    }
    let cases = [
        ("truncated", half, "the ledger is damaged"),
        (
            "garbage",
            b"no ledger at all, but long enough for one".repeat(99),
            "it is not an SQLite file",
        ),
        ("flipped", flipped, "the ledger is damaged"),
        ("another", other, "it is an SQLite file, but no ledger of sowlab"),
        ("format", sql("PRAGMA user_version = 9"), "it is a ledger of the format 9; accepted is 1"),
        (
            "version",
            sql("UPDATE meta SET value = '0.0.1' WHERE key = 'version'"),
            "it was written by sowlab 0.0.1, and this is ",
        ),
        (
            "experiment",
            sql("UPDATE meta SET value = 'f' WHERE key = 'experiment'"),
            "it is the ledger of the experiment `f`",
        ),
        (
            "shard",
            sql("UPDATE meta SET value = '1/2' WHERE key = 'shard'"),
            "it is the ledger of the shard 1/2",
        ),
        ("no shard", sql("DELETE FROM meta WHERE key = 'shard'"), "it has no `shard`"),
        (
            "no table",
            sql("DROP TABLE unit; UPDATE step SET done = NULL"),
            "the ledger is damaged: ",
        ),
        ("no number", sql("UPDATE step SET units = -1"), "the ledger is damaged: "),
        (
            "units",
            sql(
                "UPDATE step SET done = NULL, units = 9; INSERT INTO unit VALUES (1 << 40, x'', x'')",
            ),
            "it has 9 units of the step `table`, not 4",
        ),
    ];
    let made = sandbox.made();
    for (name, bytes, says) in cases {
        fs::write(sandbox.path(LEDGER), &bytes).unwrap();
        let assert = sandbox.sowlab("run e.toml").code(2).stdout("");
        let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(text.contains(says) && text.contains(way_out), "{name}: {text}");
        assert_eq!(sandbox.made(), made, "{name}");
        sandbox.sowlab("run e.toml --force").success();
        assert_eq!(sandbox.made(), made, "{name}");
        assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 unchanged"], "{name}");
    }
    // An empty file is what a process leaves that is killed as it begins.
    sandbox.write(LEDGER, "");
    sandbox.says("run e.toml --dry-run", 2, "it is empty, and no ledger");
    assert_eq!(sandbox.states(""), ["table 0 reproduced", "stairs 0 reproduced"]);
    fs::remove_file(sandbox.path(LEDGER)).unwrap();
    fs::create_dir(sandbox.path(LEDGER)).unwrap();
    sandbox.says("run e.toml", 2, "it is a directory, and no ledger");
    sandbox.says("run e.toml --force", 2, LEDGER);
}

#[test]
fn flipped_bytes_are_found_or_do_no_harm() {
    let sandbox = done();
    let ledger = rusqlite::Connection::open(sandbox.path(LEDGER)).unwrap();
    ledger.execute_batch("UPDATE step SET done = NULL").unwrap();
    drop(ledger);
    let whole = fs::read(sandbox.path(LEDGER)).unwrap();
    let made = sandbox.made();
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x41;
        fs::write(sandbox.path(LEDGER), &bytes).unwrap();
        let assert = sandbox.sowlab("run e.toml --quiet");
        let code = assert.get_output().status.code();
        assert!(matches!(code, Some(0 | 2)), "byte {place}: {:?}", assert.get_output());
        assert_eq!(sandbox.made()[1..], made[1..], "byte {place}");
    }
}

#[cfg(unix)]
#[test]
fn one_process_at_a_time() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let sandbox = new();
    sandbox.edit("'1..4'", "'2000..3000'");
    sandbox.edit("rows = 20", "rows = 5005");
    let mut first = sandbox.spawn("run e.toml --quiet");
    while !sandbox.path(LEDGER).exists() {
        std::thread::yield_now();
    }
    // The second one may come before the first has locked the file that it has just made.
    std::thread::sleep(std::time::Duration::from_millis(50));
    // However fast the machine is, the first is at work until the others have been refused.
    let pid = Pid::from_raw(first.id() as i32);
    kill(pid, Signal::SIGSTOP).unwrap();
    assert!(first.try_wait().unwrap().is_none(), "the first has ended too soon");
    let busy = "another process is at work on this ledger; wait until it has ended";
    sandbox.says("run e.toml", 2, busy);
    sandbox.says("run e.toml --force", 2, busy);
    sandbox.says("run e.toml --dry-run", 2, busy);
    kill(pid, Signal::SIGCONT).unwrap();
    let end = first.wait_with_output().unwrap();
    assert!(end.status.success(), "{end:?}");
    assert_eq!(sandbox.states(""), ["table 0 unchanged", "stairs 0 unchanged"]);
}

#[test]
fn places_that_cannot_be_used() {
    let sandbox = new();
    sandbox.write("file", "");
    sandbox.says("run e.toml --work file", 2, "file/e/ledger.sqlite: ");
    sandbox.says("run e.toml --root file", 2, "file/work/e/ledger.sqlite: ");
    sandbox.says("run e.toml --work /proc", 2, "/proc/e/ledger.sqlite: ");
    sandbox.says("run e.toml --root /proc --work work", 2, "cannot write /proc/data/e/table.csv: ");
    fs::create_dir_all(sandbox.path("data/e/table.csv")).unwrap();
    sandbox.says("run e.toml", 2, "cannot ");
    // What was computed is kept.
    fs::remove_dir_all(sandbox.path("data")).unwrap();
    assert_eq!(sandbox.states("--dry-run --work work"), ["table 0 begun", "stairs 1 new"]);
    sandbox.sowlab("run e.toml --root other/root").success();
    assert_eq!(sandbox.read("other/root/data/e/table.csv").lines().count(), 21);
}

#[test]
fn which_manifests() {
    let sandbox = new();
    sandbox.refused(&["run"], "<MANIFEST>");
    sandbox.refused(&["run", "--all"], "--all: cannot read the folder ./experiments");
    sandbox.refused(&["run", "f.toml"], "f.toml: cannot read the manifest: ");
    sandbox.refused(&["run", "e.toml", "e.toml"], "e.toml and e.toml are both the experiment `e`");
    sandbox.write("f.toml", &format!("name = 'e'\n{MANIFEST}"));
    sandbox.refused(&["run", "e.toml", "f.toml"], "each needs a name of its own");
    sandbox.write("f.toml", "schema = 1\nsteps = 1");
    sandbox.refused(&["run", "e.toml", "f.toml"], "f.toml, line 2, column 1: unknown key `steps`");
    sandbox.refused(&["run", "e.toml", "--check", "--force"], "--check");
    fs::create_dir(sandbox.path("experiments")).unwrap();
    sandbox.refused(&["run", "--all"], "--all: there is no file *.toml in ./experiments");
    sandbox.write("experiments/b.toml", MANIFEST);
    sandbox.write("experiments/a.toml", MANIFEST);
    let report = sandbox.stdout("run --all --format jsonl --output report.jsonl");
    assert_eq!(report, "");
    let names: Vec<String> = sandbox
        .read("report.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["experiment"].to_string())
        .collect();
    assert_eq!(names, ["\"a\"", "\"a\"", "\"b\"", "\"b\""]);
    let markdown = sandbox.stdout("run --all --check --format markdown");
    assert!(markdown.starts_with("| experiment | step "), "{markdown}");
}
