//! An experiment as jobs of Slurm: the scripts that compute its shards, and join them.
//!
//! Text alone is made here. What the scripts do is in `array.bash`, `merge.bash` and `submit.bash`;
//! before it stand the options for Slurm and the variables that say what is computed, and where.

mod time;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

pub use time::TimeLimit;

use crate::notation::show_bytes;

/// The most shards: their ledgers are named in one command.
pub const MOST_SHARDS: u64 = 10_000;

/// How often a task that computes nothing before it is stopped may have been restarted.
pub const FRUITLESS: u64 = 10;

/// Seconds before the time limit at which a task is told to stop.
const WARNING: u64 = 120;

/// The least memory of a task, in bytes: less is not enough for the program itself.
const LEAST_MEMORY: u64 = 64 << 20;

/// The beginning of the second line of each script.
const MARK: &str = "# Made by `sowlab slurm`";

/// How an experiment is given to Slurm. All paths are absolute.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The name of the experiment.
    pub experiment: String,
    /// The name of the jobs, and the beginning of the names of the scripts.
    pub name: Word,
    /// How many shards there are, each a task of its own, up to [`MOST_SHARDS`].
    pub shards: u64,
    /// The program; one without a folder is searched for where the jobs run.
    pub program: PathBuf,
    /// The manifest.
    pub manifest: PathBuf,
    /// The folder that holds `data` and `notebooks-out`.
    pub root: PathBuf,
    /// The folder of the ledgers.
    pub work: PathBuf,
    /// The folder of the scripts and of what the jobs print.
    pub folder: PathBuf,
    /// The cores of a task.
    pub cores: u64,
    /// The memory of a task in bytes, of which the results get three quarters.
    pub memory: Option<u64>,
    /// The time of a task.
    pub time: Option<TimeLimit>,
    /// How many tasks run at once.
    pub array_limit: Option<u64>,
    /// Where they run.
    pub partition: Option<Word>,
    /// Who pays.
    pub account: Option<Word>,
    /// The quality of service.
    pub qos: Option<Word>,
}

/// A name that Slurm takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(String);

/// Why there are no scripts.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SlurmError {
    /// A name that cannot be given to Slurm.
    #[error(
        "`{0}` is no name for Slurm; accepted are letters, digits and _ - . , of ASCII, with none of - . , at the beginning"
    )]
    Word(String),
    /// A time that cannot be given to Slurm.
    #[error(
        "`{0}` is no time limit for Slurm; accepted are MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS, DAYS-HOURS, DAYS-HOURS:MINUTES and DAYS-HOURS:MINUTES:SECONDS"
    )]
    Time(String),
    /// A time in which next to nothing can be computed.
    #[error(
        "a time limit of {0} is too short: a task is told to stop up to three minutes before it; accepted are five minutes and more"
    )]
    Short(TimeLimit),
    /// A number of shards that there cannot be.
    #[error("{0} is no number of shards; accepted are 1 to {MOST_SHARDS}")]
    Shards(u64),
    /// Memory that is too little.
    #[error("{} of memory are too little; accepted are {} and more", show_bytes(&BigUint::from(*.0)), show_bytes(&LEAST_MEMORY.into()))]
    Memory(u64),
    /// A path that cannot be written into a script.
    #[error(
        "the path {path:?} cannot stand in a script: {reason}", path = path.display().to_string()
    )]
    Path {
        /// The path.
        path: PathBuf,
        /// Why not.
        reason: &'static str,
    },
}

/// A script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The name of its file.
    pub file: String,
    /// What is in it.
    pub text: String,
}

impl Word {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Word {
    type Err = SlurmError;

    /// Reads a name.
    ///
    /// # Errors
    /// If it has characters that Slurm, or a shell, may take for something else.
    fn from_str(text: &str) -> Result<Self, SlurmError> {
        let good = !text.is_empty()
            && !text.starts_with(['-', '.', ','])
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,".contains(c));
        if good { Ok(Self(text.to_owned())) } else { Err(SlurmError::Word(text.to_owned())) }
    }
}

impl Batch {
    /// The scripts: the array that computes the shards, the job that joins them, and the one that
    /// submits both.
    ///
    /// # Errors
    /// If a number is out of range, or a path cannot be written into a script.
    pub fn scripts(&self) -> Result<[Script; 3], SlurmError> {
        if !(1..=MOST_SHARDS).contains(&self.shards) {
            return Err(SlurmError::Shards(self.shards));
        }
        Ok([self.array()?, self.merge()?, self.submit()?])
    }

    /// The command that submits the jobs.
    #[must_use]
    pub fn command(&self) -> String {
        let script = self.folder.join(self.file("submit.sh"));
        format!("bash {}", quoted(&script.to_string_lossy()))
    }

    fn array(&self) -> Result<Script, SlurmError> {
        let name = &self.name.0;
        let limit = self.array_limit.map_or_else(String::new, |limit| format!("%{limit}"));
        let memory = self.memory.map_or_else(String::new, |bytes| (bytes / 4 * 3).to_string());
        let options = [
            format!("--array=1-{}{limit}", self.shards),
            format!("--requeue --signal=B:TERM@{WARNING}"),
        ];
        let mut text = self.job(name, "array-%A_%a", self.cores, &options)?;
        assign(&mut text, "program", &self.program)?;
        assign(&mut text, "manifest", &self.manifest)?;
        assign(&mut text, "root", &self.root)?;
        assign(&mut text, "work", &self.work)?;
        let shards = self.shards;
        let _ = writeln!(text, "shards={shards}\nmemory={memory}\nfruitless={FRUITLESS}");
        text.push_str(include_str!("array.bash"));
        Ok(Script { file: self.file("array.sbatch"), text })
    }

    fn merge(&self) -> Result<Script, SlurmError> {
        let name = format!("{}-merge", self.name.0);
        let mut text = self.job(&name, "merge-%j", 1, &["--requeue".to_owned()])?;
        assign(&mut text, "program", &self.program)?;
        assign(&mut text, "root", &self.root)?;
        assign(&mut text, "ledgers", &self.work.join(&self.experiment))?;
        let _ = writeln!(text, "shards={}", self.shards);
        text.push_str(include_str!("merge.bash"));
        Ok(Script { file: self.file("merge.sbatch"), text })
    }

    fn submit(&self) -> Result<Script, SlurmError> {
        let mut text = head("it submits the jobs");
        assign(&mut text, "array", &self.folder.join(self.file("array.sbatch")))?;
        assign(&mut text, "merge", &self.folder.join(self.file("merge.sbatch")))?;
        text.push_str(include_str!("submit.bash"));
        Ok(Script { file: self.file("submit.sh"), text })
    }

    /// The name of a script.
    fn file(&self, ending: &str) -> String {
        format!("{}-{ending}", self.name.0)
    }

    /// The head of a job, of which the log has this name.
    fn job(
        &self,
        name: &str,
        log: &str,
        cores: u64,
        options: &[String],
    ) -> Result<String, SlurmError> {
        let mut text = head("the script beside it submits it");
        let mut option = |option: &str| {
            let _ = writeln!(text, "#SBATCH {option}");
        };
        option(&format!("--job-name={name}"));
        option(&format!("--nodes=1 --ntasks=1 --cpus-per-task={cores}"));
        if let Some(bytes) = self.memory {
            if bytes < LEAST_MEMORY {
                return Err(SlurmError::Memory(bytes));
            }
            option(&format!("--mem={}M", bytes.div_ceil(1 << 20)));
        }
        if let Some(time) = self.time {
            option(&format!("--time={time}"));
        }
        let words =
            [("partition", &self.partition), ("account", &self.account), ("qos", &self.qos)];
        for (key, word) in words {
            if let Some(Word(word)) = word {
                option(&format!("--{key}={word}"));
            }
        }
        for more in options {
            option(more);
        }
        let log = self.folder.join(format!("{}-{log}.log", self.name.0));
        option(&format!("--open-mode=append --output=\"{}\"", pattern(&self.folder, &log)?));
        text.push('\n');
        Ok(text)
    }
}

impl Script {
    /// Whether a text is one of these scripts, whatever its parameters.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().nth(1).is_some_and(|line| line.starts_with(MARK))
    }
}

/// The first lines of a script.
fn head(how: &str) -> String {
    format!("#!/usr/bin/env bash\n{MARK}; {how}.\n")
}

/// Sets a variable of a script.
fn assign(script: &mut String, name: &str, path: &Path) -> Result<(), SlurmError> {
    let _ = writeln!(script, "{name}={}", quoted(characters(path)?));
    Ok(())
}

/// The characters of a path that fits on a line.
fn characters(path: &Path) -> Result<&str, SlurmError> {
    let error = |reason| SlurmError::Path { path: path.to_owned(), reason };
    let text = path.to_str().ok_or_else(|| error("it is not UTF-8"))?;
    if text.chars().any(char::is_control) {
        return Err(error("it has an end of line or another control character"));
    }
    Ok(text)
}

/// The path of a log in a folder, as Slurm reads it between quotation marks.
fn pattern<'a>(folder: &Path, log: &'a Path) -> Result<&'a str, SlurmError> {
    let reason = "in the name of a log, Slurm takes % \" and \\ for something else";
    if characters(folder)?.contains(['%', '"', '\\']) {
        return Err(SlurmError::Path { path: folder.to_owned(), reason });
    }
    characters(log)
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(all(test, unix))]
mod tests;
