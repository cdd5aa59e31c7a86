//! Runs the real binary in a folder of its own.

#![allow(dead_code)] // Each test file uses its own part of this.

pub mod changes;
pub mod grid;
pub mod oracle;

use std::fs;
use std::path::PathBuf;
use std::process;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// The binary under test.
pub const SOWLAB: &str = env!("CARGO_BIN_EXE_sowlab");

/// An empty folder, removed at the end.
pub struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// A new empty folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The text of a file in the folder.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names in the folder, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs `sowlab` with words separated by spaces.
    pub fn sowlab(&self, words: &str) -> Assert {
        self.sowlab_with(&words.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs `sowlab` with arguments that may hold spaces.
    pub fn sowlab_with(&self, arguments: &[&str]) -> Assert {
        Command::new(SOWLAB).current_dir(self.folder.path()).args(arguments).assert()
    }

    /// What `sowlab` prints when it succeeds.
    pub fn stdout(&self, words: &str) -> String {
        let output = self.sowlab(words).success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Asserts that a run is refused in one plain sentence that holds the given words, and leaves
    /// nothing behind.
    pub fn refused(&self, arguments: &[&str], says: &str) {
        let before = self.names();
        let assert = self.sowlab_with(arguments).code(2).stdout("");
        let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains(says), "{arguments:?} says {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?} says {stderr}");
        assert_eq!(self.names(), before);
    }

    /// A shell in the folder, with the binary as `$SOWLAB`.
    pub fn shell(&self, script: &str) -> Assert {
        Command::new("sh")
            .current_dir(self.folder.path())
            .env("SOWLAB", SOWLAB)
            .args(["-c", script])
            .assert()
    }

    /// The binary as a process to be watched.
    /// Starts the command. Signals do what they do by default, whatever the tests were started
    /// with: a job in the background of a script ignores Ctrl-C.
    pub fn spawn(&self, words: &str) -> process::Child {
        let mut command = process::Command::new(SOWLAB);
        command
            .current_dir(self.folder.path())
            .args(words.split_whitespace())
            .stdout(process::Stdio::piped())
            .stderr(process::Stdio::piped());
        #[cfg(unix)]
        {
            use nix::sys::signal::{SigHandler, Signal, signal};
            use std::os::unix::process::CommandExt;
            // SAFETY: setting the disposition of a signal is allowed between fork and exec.
            unsafe {
                command.pre_exec(|| {
                    for kind in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
                        signal(kind, SigHandler::SigDfl)?;
                    }
                    Ok(())
                });
            }
        }
        command.spawn().unwrap()
    }
}

/// Every command with the words that lead to it, found by reading `--help`.
pub fn commands(sandbox: &Sandbox) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() {
        let path = found[next].clone();
        let help = sandbox.stdout(&format!("{path} --help"));
        let listed = help.split("\nCommands:\n").nth(1).unwrap_or("");
        for line in listed.lines().take_while(|line| !line.is_empty()) {
            // Continued descriptions are indented further.
            if let Some(name) = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) {
                let name = name.split_whitespace().next().unwrap();
                found.push(format!("{path} {name}").trim().to_owned());
            }
        }
        next += 1;
    }
    found
}
