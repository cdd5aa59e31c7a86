//! `sowlab merge`: shards in any number and order make what one run makes; whatever is missing,
//! doubled, unfinished or foreign is refused by its name.

mod common;

use std::fs;

use common::Sandbox;
use predicates::str::contains;

/// A step of every job that is cut into several units.
const MANIFEST: &str = r#"
schema = 1
title = "Shards"

[[step]]
name = "table"
job = "mirall table"
pits = "1..12"
seeds = "1..9,10^12"
output = [{ file = "table.csv" }, { file = "grid.md", as = "grid" }]
chart = [{ file = "table.svg" }]
expect = [{ output = "table.csv", rows = 120 }]

[[step]]
name = "stairs"
job = "mirall staircase"
pits = "2..6"
up-to = 300
output = [{ file = "stairs.json" }]

[[step]]
name = "census"
job = "relay census"
pits = "9,16,3"
seeds = "2..16,20"
output = [
    { file = "census.csv" },
    { file = "cycles.parquet", as = "catalogue" },
    { file = "recurrence.jsonl", as = "recurrence-certificates" },
]
chart = [{ file = "periods.svg", kind = "periods" }, { file = "share.png", kind = "share" }]

[[step]]
name = "longest"
job = "relay longest"
pits = "6,16"
seeds = "2..14"
output = [{ file = "longest.csv" }]

[[step]]
name = "digits"
job = "relay digits"
numbers = "1..3000"
output = [{ file = "digits.csv" }]

[[step]]
name = "sample"
job = "relay sample"
pits = "4,16"
seeds = "9,40"
samples = 5000
output = [{ file = "sample.csv" }]

[[step]]
name = "random"
job = "omweso hunt random"
random = 9000
seed = 1
output = [{ file = "random.csv" }, { file = "random.jsonl", as = "certificates" }]

[[step]]
name = "counts"
job = "omweso hunt exhaustive"
columns = 4
own-seeds = "2..9"
opponent-seeds = "0..4"
counts = true
output = [{ file = "counts.csv" }]
chart = [{ file = "counts.svg" }]

[[step]]
name = "perft"
job = "omweso perft"
depth = 5
output = [{ file = "perft.csv" }]
"#;

/// Every output of the experiment with its bytes, but not where it comes from.
fn outputs(sandbox: &Sandbox, root: &str) -> Vec<(String, Vec<u8>)> {
    let mut outputs = Vec::new();
    for folder in ["data/e", "notebooks-out/e"] {
        for entry in fs::read_dir(sandbox.path(root).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name != "provenance.json" {
                outputs.push((format!("{folder}/{name}"), fs::read(path).unwrap()));
            }
        }
    }
    outputs.sort();
    outputs
}

fn new() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("e.toml"), MANIFEST).unwrap();
    sandbox
}

#[test]
fn one_two_and_seven_shards_in_any_order() {
    let sandbox = new();
    sandbox.shell("$SOWLAB run e.toml --root plain --threads 2").success();
    let expected = outputs(&sandbox, "plain");
    assert_eq!(expected.len(), 17);
    // Counted from 1, in the order in which they are named.
    let orders: [&[u64]; 3] = [&[1], &[2, 1], &[4, 7, 1, 6, 2, 5, 3]];
    for order in orders {
        let count = order.len();
        let names: Vec<String> =
            order.iter().map(|index| format!("work/e/shard-{index}-of-{count}.sqlite")).collect();
        for index in 1..=count {
            // Their threads differ, as those of machines do.
            let threads = 1 + index % 3;
            sandbox
                .shell(&format!("$SOWLAB run e.toml --shard {index}/{count} --threads {threads}"))
                .success();
        }
        let report = sandbox.stdout(&format!("merge {} --output {count}", names.join(" ")));
        assert_eq!(report.matches(",made,").count(), 9, "{report}");
        assert_eq!(outputs(&sandbox, &count.to_string()), expected, "{count} shards");
        sandbox.shell(&format!("$SOWLAB run e.toml --check --root {count}")).success();
        // The whole has been computed, as far as the folder of the ledgers goes.
        let report = sandbox.stdout(&format!("run e.toml --root {count}"));
        assert_eq!(report.matches(",unchanged,").count(), 9, "{report}");
        let provenance =
            fs::read_to_string(sandbox.path(&format!("{count}/data/e/provenance.json"))).unwrap();
        assert_eq!(provenance.matches("\"shard\":").count(), 9 * count);
    }
}

#[test]
fn shards_of_commands() {
    let sandbox = Sandbox::new();
    for command in [
        "mirall table --pits 1..5 --seeds 1..20,10^20",
        "relay census --pits 16,5 --seeds 2..20",
        "omweso hunt --random 9000 --seed 1",
        "omweso hunt --random 9000 --seed 1 --counts --against even",
        "omweso hunt --exhaustive --columns 3 --own-seeds 2..7 --opponent-seeds 0..3 --counts",
        "omweso hunt --exhaustive --columns 3 --own-seeds 5 --opponent-seeds 3 --limit 7",
    ] {
        let expected = sandbox.stdout(&format!("{command} --format jsonl"));
        for index in [3, 1, 2] {
            sandbox
                .shell(&format!("$SOWLAB {command} --shard {index}/3 --output {index}.sqlite"))
                .success()
                .stdout("");
        }
        assert_eq!(sandbox.stdout("merge 2.sqlite 3.sqlite 1.sqlite --format jsonl"), expected);
        sandbox.shell("$SOWLAB merge [123].sqlite --output rows.jsonl").success().stdout("");
        assert_eq!(fs::read_to_string(sandbox.path("rows.jsonl")).unwrap(), expected);
        sandbox.shell("rm *.sqlite").success();
    }
}

#[test]
fn what_a_command_cannot_share() {
    let sandbox = Sandbox::new();
    let table = "mirall table --pits 1..9 --seeds 1..9 --shard 1/2";
    let census = "relay census --pits 5 --seeds 2..9 --shard 1/2";
    let hunt = "omweso hunt --random 10 --shard 1/2";
    for (command, says) in [
        (table.to_owned(), "required arguments were not provided: --output"),
        (format!("{table} --output ."), "the name of a file is needed"),
        (format!("{table} --output a --grid"), "--shard makes rows alone"),
        (format!("{table} --output a --chart a.svg"), "--shard makes rows alone"),
        (format!("{census} --output a --catalogue a.csv"), "--shard makes rows alone"),
        (format!("{hunt} --output a --certificates a.jsonl"), "--shard makes rows alone"),
        (
            format!("{hunt} --output a --leg-limit 9"),
            "cannot say what --leg-limit leaves undecided",
        ),
        ("omweso hunt --backward - --shard 1/2 --output a".to_owned(), "one piece of work"),
        (
            "mirall table --pits 0 --seeds 1 --shard 1/2 --output a".to_owned(),
            "pits 0 is out of range",
        ),
        (
            "mirall table --pits 1 --seeds 1 --shard 0/2 --output a".to_owned(),
            "`0/2` names no shard",
        ),
        (
            "mirall table --pits 1 --seeds 1 --shard 3/2 --output a".to_owned(),
            "`3/2` names no shard",
        ),
    ] {
        sandbox.shell(&format!("$SOWLAB {command}")).code(2).stdout("").stderr(contains(says));
    }
    assert!(fs::read_dir(sandbox.path(".")).unwrap().next().is_none(), "nothing is made");
    // A ledger of another question is not overwritten.
    sandbox.shell("$SOWLAB mirall table --pits 1..9 --seeds 1 --shard 1/2 --output a").success();
    sandbox
        .shell("$SOWLAB mirall table --pits 1..8 --seeds 1 --shard 1/2 --output a")
        .code(2)
        .stderr(contains("ask for those again to go on with them, or name another file"));
    sandbox
        .shell("$SOWLAB mirall table --pits 1..9 --seeds 1 --shard 2/2 --output a")
        .code(2)
        .stderr(contains("it is the ledger of the shard 1/2, not 2/2; name another file"));
    sandbox.shell("$SOWLAB mirall table --pits 1..9 --seeds 1 --shard 1/2 --output a").success();
}

#[test]
fn missing_doubled_unfinished_and_foreign_shards() {
    let sandbox = Sandbox::new();
    let manifest = "schema = 1\n[[step]]\nname = 't'\njob = 'mirall table'\npits = '1..9'\nseeds = 1\noutput = [{ file = 't.csv' }]\n";
    fs::write(sandbox.path("e.toml"), manifest).unwrap();
    for shard in ["1/3", "2/3", "3/3", "1/2"] {
        sandbox.shell(&format!("$SOWLAB run e.toml --shard {shard}")).success();
    }
    fs::write(sandbox.path("f.toml"), manifest).unwrap();
    sandbox.shell("$SOWLAB run f.toml --shard 3/3").success();
    // The same experiment with other parameters.
    fs::write(sandbox.path("e.toml"), manifest.replace("'1..9'", "'1..8'")).unwrap();
    sandbox.shell("$SOWLAB run e.toml --shard 3/3 --work other").success();
    let [one, two, three] = [1, 2, 3].map(|index| format!("work/e/shard-{index}-of-3.sqlite"));
    sandbox.shell(&format!("cp {two} copy.sqlite; cp {three} cut.sqlite; : > empty")).success();
    let cut = rusqlite::Connection::open(sandbox.path("cut.sqlite")).unwrap();
    cut.execute("DELETE FROM unit WHERE id % 1024 = 5", []).unwrap();
    drop(cut);
    fs::write(
        sandbox.path("text"),
        "no ledger, but a text that is long enough to be one\n".repeat(99),
    )
    .unwrap();
    for (shards, says) in [
        (
            format!("{one} {three}"),
            "of `e` the shard 2/3 is missing; all 3 shards are needed".to_owned(),
        ),
        (two.clone(), "of `e` the shards 1/3, 3/3 are missing".to_owned()),
        (format!("{one} {two} {three} {two}"), format!("{two} and {two} are both the shard 2/3")),
        (
            format!("{one} {two} copy.sqlite"),
            format!("{two} and copy.sqlite are both the shard 2/3"),
        ),
        (
            format!("{one} {two} cut.sqlite"),
            "cut.sqlite: the shard 3/3 has 2 of 3 units of the step `t`".to_owned(),
        ),
        (
            format!("{one} {two} work/f/shard-3-of-3.sqlite"),
            format!(
                "work/f/shard-3-of-3.sqlite: it is a shard of the experiment `f`, and {one} is not"
            ),
        ),
        (
            format!("{one} work/e/shard-1-of-2.sqlite"),
            "work/e/shard-1-of-2.sqlite: it is one of 2 shards".to_owned(),
        ),
        (
            format!("{one} {two} other/e/shard-3-of-3.sqlite"),
            format!(
                "other/e/shard-3-of-3.sqlite: it was made from another manifest, or other files beside it, than {one}"
            ),
        ),
        (format!("{one} {two} nothing"), "nothing: there is no such ledger".to_owned()),
        (format!("{one} {two} empty"), "empty: it is empty, and no ledger".to_owned()),
        (format!("{one} {two} text"), "text: the ledger is damaged".to_owned()),
    ] {
        sandbox.shell(&format!("$SOWLAB merge {shards}")).code(2).stdout("").stderr(contains(says));
    }
    for folder in ["data", "notebooks-out"] {
        assert!(!sandbox.path(folder).exists(), "nothing is made of what is refused");
    }
    sandbox.shell(&format!("$SOWLAB merge {three} {one} {two}")).success();
    let plain = sandbox.stdout("mirall table --pits 1..9 --seeds 1");
    assert_eq!(fs::read_to_string(sandbox.path("data/e/t.csv")).unwrap(), plain);
}

/// A ledger with a change that SQLite does not see.
fn altered(sandbox: &Sandbox, from: &str, to: &str, sql: &str) {
    fs::copy(sandbox.path(from), sandbox.path(to)).unwrap();
    let ledger = rusqlite::Connection::open(sandbox.path(to)).unwrap();
    ledger.execute_batch(sql).unwrap();
}

#[test]
fn shards_that_were_altered() {
    let sandbox = Sandbox::new();
    for index in [1, 2] {
        let table = "mirall table --pits 1..30 --seeds 1,2,3";
        sandbox.shell(&format!("$SOWLAB {table} --shard {index}/2 --output {index}")).success();
    }
    let unit = 1u64 << 40;
    let swapped = format!(
        "CREATE TEMP TABLE t AS SELECT * FROM unit;
         UPDATE unit SET (bytes, digest) =
             (SELECT bytes, digest FROM t WHERE t.id = {} - unit.id)",
        2 * unit + 28
    );
    let moved = format!("UPDATE unit SET id = id + 8388606 * {unit}; UPDATE step SET id = 8388607");
    for (sql, says) in [
        (
            format!("UPDATE step SET units = 4; DELETE FROM unit WHERE id >= {}", unit + 4),
            "has 4 units",
        ),
        ("UPDATE step SET units = 1 << 60".to_owned(), "are out of range"),
        (moved, "are out of range"),
        (swapped, "is not what was written"),
        (
            format!("INSERT INTO unit SELECT {unit} + 1, bytes, digest FROM unit LIMIT 1"),
            "not its own",
        ),
        ("UPDATE unit SET bytes = x'00'".to_owned(), "is not what was written"),
        (
            "DELETE FROM meta WHERE key = 'commit'; UPDATE step SET identity = 'x'".to_owned(),
            "other parameters",
        ),
        (
            "UPDATE meta SET value = value || ' ' WHERE key = 'manifest'".to_owned(),
            "another manifest",
        ),
        (
            "UPDATE meta SET value = '0.0.0' WHERE key = 'version'".to_owned(),
            "written by sowlab 0.0.0",
        ),
    ] {
        altered(&sandbox, "1", "altered", &sql);
        let merge = sandbox.shell("$SOWLAB merge 2 altered --output rows.csv").code(2).stdout("");
        merge.stderr(contains("altered")).stderr(contains(says));
        assert!(!sandbox.path("rows.csv").exists(), "{sql}");
    }
    sandbox
        .shell("$SOWLAB merge 1 2 --output 1")
        .code(2)
        .stderr(contains("that is one of the shards"));
    sandbox.shell("$SOWLAB merge 1 2 --output rows.csv").success();
}

#[test]
fn units_of_the_whole_are_not_lost() {
    let sandbox = Sandbox::new();
    let manifest = "schema = 1\n[[step]]\nname = 't'\njob = 'mirall table'\npits = '1..9'\nseeds = 1\noutput = [{ file = 't.csv' }]\n";
    fs::write(sandbox.path("e.toml"), manifest).unwrap();
    for shard in ["1/2", "2/2", "1/1"] {
        sandbox.shell(&format!("$SOWLAB run e.toml --shard {shard}")).success();
    }
    // As a run of the whole that was stopped leaves it.
    altered(
        &sandbox,
        "work/e/shard-1-of-1.sqlite",
        "work/e/ledger.sqlite",
        "UPDATE step SET identity = 'x'; DELETE FROM unit WHERE id % 2 = 0",
    );
    let merge = "$SOWLAB merge work/e/shard-1-of-2.sqlite work/e/shard-2-of-2.sqlite";
    sandbox.shell(merge).code(2).stderr(contains("of the step `t` with other parameters"));
    assert!(!sandbox.path("data").exists());
    sandbox.shell(&format!("{merge} --output t.csv")).code(2).stderr(contains("name of a folder"));
    sandbox.shell(&format!("{merge} --work other")).success();
}
