//! The text of the scripts.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Batch, Script, SlurmError, Word, assign, quoted};

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

/// As little as can be said.
fn plain() -> Batch {
    Batch {
        experiment: "census".to_owned(),
        name: word("census"),
        shards: 4,
        program: "/opt/sowlab".into(),
        manifest: "/lab/experiments/census.toml".into(),
        root: "/lab".into(),
        work: "/lab/work".into(),
        folder: "/lab/slurm-census".into(),
        cores: 1,
        memory: None,
        time: None,
        array_limit: None,
        partition: None,
        account: None,
        qos: None,
    }
}

/// The options for Slurm of a script.
fn options(script: &Script) -> Vec<&str> {
    script
        .text
        .lines()
        .skip(2)
        .map_while(|line| line.strip_prefix("#SBATCH "))
        .flat_map(|line| line.split(" --"))
        .map(|option| option.trim_start_matches("--"))
        .collect()
}

/// A line of a script.
fn has(script: &Script, line: &str) -> bool {
    script.text.lines().any(|other| other == line)
}

#[test]
fn plain_scripts() {
    let [array, merge, submit] = plain().scripts().unwrap();
    assert_eq!(array.file, "census-array.sbatch");
    assert_eq!(
        options(&array),
        [
            "job-name=census",
            "nodes=1",
            "ntasks=1",
            "cpus-per-task=1",
            "array=1-4",
            "requeue",
            "signal=B:TERM@120",
            "open-mode=append",
            "output=\"/lab/slurm-census/census-array-%A_%a.log\"",
        ]
    );
    for line in [
        "program='/opt/sowlab'",
        "manifest='/lab/experiments/census.toml'",
        "root='/lab'",
        "work='/lab/work'",
        "shards=4",
        "memory=",
        "fruitless=10",
    ] {
        assert!(has(&array, line), "{line} is not in {}", array.text);
    }

    assert_eq!(merge.file, "census-merge.sbatch");
    assert_eq!(
        options(&merge),
        [
            "job-name=census-merge",
            "nodes=1",
            "ntasks=1",
            "cpus-per-task=1",
            "requeue",
            "open-mode=append",
            "output=\"/lab/slurm-census/census-merge-%j.log\"",
        ]
    );
    assert!(has(&merge, "ledgers='/lab/work/census'"), "{}", merge.text);

    assert_eq!(submit.file, "census-submit.sh");
    assert!(has(&submit, "array='/lab/slurm-census/census-array.sbatch'"), "{}", submit.text);
    assert!(has(&submit, "merge='/lab/slurm-census/census-merge.sbatch'"), "{}", submit.text);
    for script in [&array, &merge, &submit] {
        assert!(script.text.starts_with("#!/usr/bin/env bash\n"));
        assert!(Script::is_one(&script.text));
    }
    assert!(!Script::is_one("#!/bin/sh\necho\n"));
}

#[test]
fn every_option() {
    let batch = Batch {
        name: word("big.run"),
        cores: 16,
        memory: Some((8 << 30) + 1),
        time: Some("1-0".parse().unwrap()),
        array_limit: Some(2),
        partition: Some(word("long,short")),
        account: Some(word("mathematics")),
        qos: Some(word("low-1")),
        ..plain()
    };
    let [array, merge, _] = batch.scripts().unwrap();
    let common = [
        "mem=8193M",
        "time=1-00:00:00",
        "partition=long,short",
        "account=mathematics",
        "qos=low-1",
    ];
    for option in common {
        assert!(options(&array).contains(&option), "{option} is not in {}", array.text);
        assert!(options(&merge).contains(&option), "{option} is not in {}", merge.text);
    }
    for option in ["job-name=big.run", "cpus-per-task=16", "array=1-4%2"] {
        assert!(options(&array).contains(&option), "{option} is not in {}", array.text);
    }
    // Three quarters of it are for the results.
    assert!(has(&array, "memory=6442450944"), "{}", array.text);
    // One process joins them.
    assert!(options(&merge).contains(&"cpus-per-task=1"), "{}", merge.text);
    // The folder of the ledgers has the name of the experiment, whatever that of the jobs.
    assert!(has(&merge, "ledgers='/lab/work/census'"), "{}", merge.text);
    assert_eq!(merge.file, "big.run-merge.sbatch");
}

#[test]
fn a_shell_reads_what_was_written() {
    for text in
        ["/plain", "/a b", "/it's", "/$HOME/`id`/\"x\"", "/#a;b&c|d*?~", "/\\", "/día", "''"]
    {
        let mut script = String::new();
        assign(&mut script, "value", Path::new(text)).unwrap();
        script.push_str("printf %s \"$value\"");
        let output = Command::new("bash").args(["-euc", &script]).output().unwrap();
        assert!(output.status.success(), "{script}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text, "{script}");
    }
    assert_eq!(quoted("it's"), r"'it'\''s'");
}

#[test]
fn bash_accepts_the_scripts() {
    let odd = PathBuf::from("/it's a/$(place)");
    let batch = Batch {
        program: odd.join("sowlab"),
        manifest: odd.join("census.toml"),
        root: odd.clone(),
        work: odd.clone(),
        folder: odd,
        ..plain()
    };
    for script in batch.scripts().unwrap() {
        let output = Command::new("bash").args(["-nc", &script.text]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{said}: {}", script.text);
    }
}

#[test]
fn paths_that_no_script_can_hold() {
    let refused = |batch: Batch, says: &str| {
        let error = batch.scripts().unwrap_err();
        assert!(matches!(error, SlurmError::Path { .. }), "{error}");
        assert!(error.to_string().contains(says), "{error}");
    };
    for text in ["/a\nb", "/a\tb", "/\u{1b}"] {
        refused(Batch { program: text.into(), ..plain() }, "control character");
        refused(Batch { manifest: text.into(), ..plain() }, "control character");
        refused(Batch { root: text.into(), ..plain() }, "control character");
        refused(Batch { work: text.into(), ..plain() }, "control character");
        refused(Batch { folder: text.into(), ..plain() }, "control character");
    }
    for text in ["/100%", "/a\"b", "/a\\b"] {
        refused(Batch { folder: text.into(), ..plain() }, "log");
        plain_with_manifest(text);
    }
    let bytes = OsStr::from_bytes(b"/\xff");
    refused(Batch { root: bytes.into(), ..plain() }, "UTF-8");
}

/// Such a path is a problem for logs alone.
fn plain_with_manifest(text: &str) {
    assert!(Batch { manifest: text.into(), ..plain() }.scripts().is_ok(), "{text}");
}

#[test]
fn numbers_and_names_out_of_range() {
    for shards in [0, 10_001] {
        assert_eq!(Batch { shards, ..plain() }.scripts(), Err(SlurmError::Shards(shards)));
    }
    assert!(Batch { shards: 10_000, ..plain() }.scripts().is_ok());
    let memory = Some((64 << 20) - 1);
    assert_eq!(Batch { memory, ..plain() }.scripts(), Err(SlurmError::Memory((64 << 20) - 1)));
    assert!(Batch { memory: Some(u64::MAX), ..plain() }.scripts().is_ok());
    for text in ["", "-p", ".", "a b", "a\nb", "a'b", "a=b", "ä", "a/b", "a%b"] {
        assert_eq!(text.parse::<Word>(), Err(SlurmError::Word(text.to_owned())));
    }
    assert_eq!(word("long-2.a_b,c").as_str(), "long-2.a_b,c");
}
