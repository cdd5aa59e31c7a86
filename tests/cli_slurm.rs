//! `sowlab slurm`: what is written where, and what is refused.

mod common;

use std::fs;
use std::path::Path;

use common::{SOWLAB, Sandbox};

const MANIFEST: &str = "\
schema = 1
title = \"A table\"

[[step]]
name = \"cells\"
job = \"mirall table\"
pits = \"1..6\"
seeds = \"1..9\"
output = [{ file = \"cells.csv\" }]
";

const SCRIPTS: [&str; 3] = ["array.sbatch", "merge.sbatch", "submit.sh"];

/// A folder with a manifest of a step with six units.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("experiments")).unwrap();
    fs::write(sandbox.path("experiments/small.toml"), MANIFEST).unwrap();
    sandbox
}

/// The names in a folder of the sandbox, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn three_scripts_with_whole_paths() {
    let sandbox = sandbox();
    let said = sandbox.stdout("slurm experiments/small.toml --shards 6");
    let folder = fs::canonicalize(sandbox.path("")).unwrap();
    let here = folder.to_str().unwrap();
    assert_eq!(said, format!("bash '{here}/slurm-small/small-submit.sh'\n"));
    assert_eq!(names(&sandbox.path("slurm-small")), SCRIPTS.map(|end| format!("small-{end}")));

    let array = sandbox.read("slurm-small/small-array.sbatch");
    for line in [
        "#SBATCH --array=1-6",
        &format!("program='{SOWLAB}'"),
        &format!("manifest='{here}/experiments/small.toml'"),
        &format!("root='{here}'"),
        &format!("work='{here}/work'"),
    ] {
        let found = array.lines().any(|other| other.starts_with(line));
        assert!(found, "{line} is not in {array}");
    }
    // Nothing is computed, and no ledger made.
    assert_eq!(sandbox.names(), ["experiments", "slurm-small"]);
}

#[test]
fn options_come_into_the_scripts() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("it's here")).unwrap();
    let arguments = "slurm experiments/small.toml --shards 3 --name other --into jobs/now \
        --program sowlab-2 --work ledgers --cores 4 --memory 1GiB --time 90 --array-limit 2 \
        --partition long --account sums --qos low";
    let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
    arguments.extend(["--root", "it's here"]);
    sandbox.sowlab_with(&arguments).success();
    assert_eq!(names(&sandbox.path("jobs/now")), SCRIPTS.map(|end| format!("other-{end}")));
    let folder = fs::canonicalize(sandbox.path("")).unwrap();
    let here = folder.to_str().unwrap();
    let array = sandbox.read("jobs/now/other-array.sbatch");
    for line in [
        "#SBATCH --job-name=other",
        "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=4",
        "#SBATCH --array=1-3%2",
        "#SBATCH --mem=1024M",
        "#SBATCH --time=01:30:00",
        "#SBATCH --partition=long",
        "#SBATCH --account=sums",
        "#SBATCH --qos=low",
        "program='sowlab-2'",
        "memory=805306368",
        &format!("root='{here}/it'\\''s here'"),
        &format!("work='{here}/ledgers'"),
    ] {
        assert!(array.lines().any(|other| other == line), "{line} is not in {array}");
    }
    let merge = sandbox.read("jobs/now/other-merge.sbatch");
    assert!(merge.contains(&format!("ledgers='{here}/ledgers/small'\n")), "{merge}");
}

#[test]
fn scripts_are_replaced_and_other_files_are_not() {
    let sandbox = sandbox();
    sandbox.sowlab("slurm experiments/small.toml --shards 6").success();
    sandbox.sowlab("slurm experiments/small.toml --shards 2").success();
    let array = sandbox.read("slurm-small/small-array.sbatch");
    assert!(array.contains("--array=1-2\n"), "{array}");

    let place = sandbox.path("slurm-small/small-submit.sh");
    fs::write(&place, "echo mine\n").unwrap();
    let arguments = ["slurm", "experiments/small.toml", "--shards", "3"];
    sandbox.refused(&arguments, "small-submit.sh is no script of sowlab slurm");
    assert_eq!(fs::read_to_string(&place).unwrap(), "echo mine\n");
    assert_eq!(sandbox.read("slurm-small/small-array.sbatch"), array);
    assert_eq!(names(&sandbox.path("slurm-small")), SCRIPTS.map(|end| format!("small-{end}")));
}

#[test]
fn what_is_refused() {
    let sandbox = sandbox();
    let refused = |more: &[&str], says: &str| {
        let arguments = [&["slurm", "experiments/small.toml"], more].concat();
        sandbox.refused(&arguments, says);
    };
    refused(&[], "--shards");
    refused(&["--shards", "7"], "has more than 6 units; accepted are 1 to 6");
    for number in ["0", "-1", "10001", "x", "1/2"] {
        let says = format!("`{number}` is not accepted; accepted are 1 to 10000");
        refused(&["--shards", number], &says);
        refused(&["--shards", "2", "--array-limit", number], &says);
    }
    refused(&["--shards", "2", "--cores", "0"], "accepted are 1 to 1024");
    refused(&["--shards", "2", "--time", "4"], "00:04:00 is too short");
    refused(&["--shards", "2", "--time", "1h"], "`1h` is no time limit for Slurm");
    refused(&["--shards", "2", "--memory", "1MB"], "--memory: ");
    refused(&["--shards", "2", "--memory", "much"], "--memory");
    for option in ["--name", "--partition", "--account", "--qos"] {
        refused(&["--shards", "2", option, "a b"], "`a b` is no name for Slurm");
    }
    refused(&["--shards", "2", "--root", "nowhere"], "--root: nowhere is no folder");
    refused(&["--shards", "2", "--into", "100%"], "in the name of a log");
    refused(&["--shards", "2", "--into", "experiments/small.toml"], "cannot write ");
    refused(&["--shards", "2", "--work", "two\nlines"], "control character");
    sandbox.refused(&["slurm", "absent.toml", "--shards", "2"], "absent.toml: cannot read");

    // A manifest is checked as for a run, with the place of the fault.
    fs::write(sandbox.path("wrong.toml"), MANIFEST.replace("1..6", "0..6")).unwrap();
    sandbox.refused(&["slurm", "wrong.toml", "--shards", "2"], "wrong.toml, line 7, column ");
}
