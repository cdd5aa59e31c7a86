//! Runs every example that a reader can copy: the `console` blocks of the README and of `docs/`,
//! and the `Examples:` of every `--help`, each with the real binary, on a terminal.
//!
//! In a `console` block a line `$ command` is given to bash, joined with the lines after it while
//! they end in `\`, or up to `END` if it ends in `<<'END'`; the lines up to the next `$` are what it prints, where `...` stands for any
//! lines. Nothing shown means that nothing is printed. A command must succeed, and the examples of
//! one document share a folder. (`rust` blocks are doctests, see `src/lib.rs`.)
//!
//! `SOWLAB_BLESS=1 cargo test --test readme -- --include-ignored` puts into the documents what the
//! commands print.
#![cfg(unix)]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use nix::pty::{Winsize, openpty};

use common::{SOWLAB, Sandbox, commands};

/// Commands that are not run here, and why.
const NOT_RUN: [(&str, Instead); 6] = [
    ("cargo run --release -- run --all", Instead::InCi),
    ("cargo install --path . --locked", Instead::InCi),
    ("cargo test --locked", Instead::InCi),
    ("cargo test --locked -- --ignored", Instead::InCi),
    ("SOWLAB_BLESS=1 cargo test --test readme -- --include-ignored", Instead::WouldRunThis),
    (".ci/run", Instead::WouldRunThis),
];

#[derive(PartialEq)]
enum Instead {
    /// `.ci/run` runs it.
    InCi,
    /// It runs these very tests.
    WouldRunThis,
}

const CARGO_RUN: &str = "cargo run --release --";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder as a reader has it after a clone: scripts, folders for results, a home.
struct Desk {
    sandbox: Sandbox,
    path: String,
}

/// What a command printed.
struct Printed {
    /// To the terminal.
    out: String,
    /// To standard error, which is a pipe here so that no progress bar depends on the time.
    err: String,
    status: ExitStatus,
}

impl Desk {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        for folder in ["data", "notebooks-out"] {
            for entry in fs::read_dir(repository().join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                fs::create_dir_all(sandbox.path(folder).join(name)).unwrap();
            }
        }
        copy(&repository().join("experiments"), &sandbox.path("experiments"));
        // Where shells look for completions.
        for folder in ["bash-completion/completions", "../../.config/fish/completions"] {
            fs::create_dir_all(sandbox.path("home/.local/share").join(folder)).unwrap();
        }
        let programs = sandbox.path("bin");
        fs::create_dir(&programs).unwrap();
        symlink(SOWLAB, programs.join("sowlab")).unwrap();
        // Not every machine has a reader of man pages; this one knows a page when it sees one.
        let man = programs.join("man");
        fs::write(&man, "#!/bin/sh\n[ \"$*\" = '-l -' ] && grep -q '^\\.TH'\n").unwrap();
        fs::set_permissions(&man, fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        Self { sandbox, path }
    }

    fn run(&self, command: &str) -> Printed {
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let terminal = openpty(Some(&size), None).unwrap();
        let mut child = Command::new("bash")
            .args(["-o", "pipefail", "-c", &command.replace(CARGO_RUN, "sowlab")])
            .current_dir(self.sandbox.path("."))
            .env("PATH", &self.path)
            .env("HOME", self.sandbox.path("home"))
            .env("SOWLAB", SOWLAB)
            // The documents show no colours.
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(terminal.slave)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = child.stderr.take().unwrap();
        let err = thread::spawn(move || {
            let mut err = String::new();
            pipe.read_to_string(&mut err).unwrap();
            err
        });
        let mut out = Vec::new();
        // A terminal whose last writer has gone reports an error, not an end.
        let _ = fs::File::from(terminal.master).read_to_end(&mut out);
        let out = String::from_utf8(out).unwrap().replace("\r\n", "\n");
        Printed { out, err: err.join().unwrap(), status: child.wait().unwrap() }
    }
}

/// One command of a document.
struct Example {
    /// Line of the command, from 0.
    line: usize,
    command: String,
    /// Lines of the output, from 0.
    shown: std::ops::Range<usize>,
}

/// The commands of the `console` blocks, in order.
fn examples(document: &str) -> Vec<Example> {
    let lines: Vec<&str> = document.lines().collect();
    let mut found: Vec<Example> = Vec::new();
    let mut block = None;
    let mut next = 0;
    while next < lines.len() {
        let line = lines[next];
        match (block, line.strip_prefix("```")) {
            (None, Some(kind)) => {
                assert!(
                    ["console", "rust", "text"].contains(&kind),
                    "line {}: a block of {kind:?} would not be tested",
                    next + 1
                );
                block = Some(kind);
            }
            (Some(_), Some(_)) => block = None,
            (Some("console"), None) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    let start = next;
                    let mut command = command.to_owned();
                    while command.ends_with('\\') {
                        next += 1;
                        command = command + "\n" + lines[next];
                    }
                    // What a file is made of.
                    if command.ends_with("<<'END'") {
                        while lines[next] != "END" {
                            next += 1;
                            command = command + "\n" + lines[next];
                        }
                    }
                    found.push(Example { line: start, command, shown: next + 1..next + 1 });
                } else {
                    let example = found.last_mut().expect("a block begins with a command");
                    assert_eq!(example.shown.end, next, "a block begins with a command");
                    example.shown.end = next + 1;
                }
            }
            (Some("text"), None) => {
                let command = ["$ ", "sowlab ", "cargo "].iter().any(|word| line.starts_with(word));
                assert!(!command, "line {}: `{line}` would not be tested", next + 1);
            }
            (_, None) => {}
        }
        next += 1;
    }
    found
}

/// Whether the lines shown are what was printed to both places, in whatever order the two came;
/// `...` stands for any lines on the terminal.
fn agrees(shown: &[&str], out: &[&str], err: &[&str]) -> bool {
    match shown {
        [] => out.is_empty() && err.is_empty(),
        ["...", rest @ ..] => (0..=out.len()).any(|skip| agrees(rest, &out[skip..], err)),
        [line, rest @ ..] => {
            (out.first() == Some(line) && agrees(rest, &out[1..], err))
                || (err.first() == Some(line) && agrees(rest, out, &err[1..]))
        }
    }
}

/// Runs the examples of a document and compares, or corrects the document if asked to.
fn check(name: &str) {
    let bless = std::env::var_os("SOWLAB_BLESS").is_some();
    let path = repository().join(name);
    let document = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = document.lines().collect();
    let desk = Desk::new();
    let mut corrected = String::new();
    let mut copied = 0;
    let mut faults = String::new();
    for Example { line, command, shown } in examples(&document) {
        if NOT_RUN.iter().any(|(not_run, _)| *not_run == command) {
            continue;
        }
        let printed = desk.run(&command);
        let place = format!("{name}:{}: {command}", line + 1);
        if !printed.status.success() {
            write!(faults, "\n{place}\nfails:\n{}{}", printed.out, printed.err).unwrap();
            continue;
        }
        let out: Vec<&str> = printed.out.lines().collect();
        let err: Vec<&str> = printed.err.lines().collect();
        if agrees(&lines[shown.clone()], &out, &err) {
            continue;
        }
        let printed = printed.err.clone() + &printed.out;
        if bless {
            for line in &lines[copied..shown.start] {
                corrected.extend([line, "\n"]);
            }
            corrected += &printed;
            copied = shown.end;
        } else {
            write!(faults, "\n{place}\nprints:\n{printed}").unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
    if copied > 0 {
        for line in &lines[copied..] {
            corrected.extend([line, "\n"]);
        }
        fs::write(path, corrected).unwrap();
    }
}

#[test]
fn the_readme() {
    check("README.md");
}

#[test]
fn the_rules() {
    check("docs/rules.md");
}

#[test]
fn a_day_with_an_experiment() {
    check("docs/experiments.md");
}

#[test]
fn the_certificates() {
    check("docs/certificates.md");
}

#[test]
fn the_endgame_tables() {
    check("docs/endgame.md");
}

#[test]
#[ignore = "long suite: counts numbers of pits up to 10^8"]
fn the_results() {
    check("docs/results.md");
}

#[test]
fn every_document_is_checked() {
    let source = include_str!("readme.rs");
    for entry in fs::read_dir(repository().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if fs::read_to_string(&path).unwrap().contains("```console") {
            assert!(source.contains(&format!("check(\"docs/{name}\")")), "{name} is not checked");
        }
    }
}

#[test]
fn every_link_to_a_file_leads_somewhere() {
    let mut documents = vec![repository().join("README.md")];
    documents.extend(files(&repository().join("docs")));
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let targets = text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap());
        for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
            let there = document.parent().unwrap().join(target).exists();
            assert!(there, "{} links to {target}, which is not there", document.display());
        }
    }
}

#[test]
fn what_is_not_run_here_is_run_by_ci() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let ci = fs::read_to_string(repository().join(".ci/run")).unwrap();
    for (command, instead) in NOT_RUN {
        assert!(readme.contains(&format!("\n$ {command}\n")), "the README has no `{command}`");
        assert!(instead != Instead::InCi || ci.contains(command), "CI does not run `{command}`");
    }
}

#[test]
fn the_examples_of_every_help() {
    for path in commands(&Sandbox::new()) {
        let desk = Desk::new();
        let help = desk.sandbox.stdout(&format!("{path} --help"));
        let examples = help.split("\nExamples:\n").nth(1).expect("every help has examples");
        for line in examples.lines() {
            let command = line.strip_prefix("  ").expect("examples are indented");
            let printed = desk.run(command);
            assert!(
                printed.status.success() && printed.err.is_empty(),
                "{command}\nprints:\n{}{}",
                printed.out,
                printed.err
            );
        }
    }
}

#[test]
fn what_is_kept_is_what_the_experiments_made() {
    // `.ci/run` computes it all again.
    let sandbox = Sandbox::new();
    let check = sandbox
        .stdout(&format!("run --all --root {} --check --format csv", repository().display()));
    let mut known: Vec<&str> =
        check.lines().skip(1).map(|row| row.split(',').nth(2).unwrap()).collect();
    known.sort_unstable();
    let mut kept = Vec::new();
    for folder in ["data", "notebooks-out"] {
        for experiment in files(&repository().join(folder)) {
            let name = experiment.file_name().unwrap().to_str().unwrap();
            let names = files(&experiment);
            let names = names.iter().map(|file| file.file_name().unwrap().to_str().unwrap());
            let outputs = names.filter(|file| *file != "provenance.json");
            kept.extend(outputs.map(|file| format!("{folder}/{name}/{file}")));
        }
    }
    kept.sort_unstable();
    assert_eq!(known, kept, "the outputs of the manifests, and the files that are kept");
}

/// Copies a folder and what is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for path in files(from) {
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn the_citation_names_this_version() {
    let citation = fs::read_to_string(repository().join("CITATION.cff")).unwrap();
    let version = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(citation.contains(version), "CITATION.cff does not say{version}");
}
