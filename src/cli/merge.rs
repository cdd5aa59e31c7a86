//! `sowlab merge`.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;
use sowlab::experiment::Shard;
use sowlab::experiment::job::{JobError, Product};
use sowlab::experiment::ledger::{Ledger, Owner};
use sowlab::experiment::merge::{MergeError, Merged, merge};
use sowlab::experiment::run::{RunError, ledger_path};
use sowlab::output::{Format, write_rows};

use super::global::Global;
use super::outcome::Stopped;
use super::progress::Progress;
use super::run::{self, VERSION};
use super::sink::Sink;

/// Join shards into what one run would have made
///
/// A shard is a ledger that `--shard` has made: of an experiment, by `sowlab run`, in its work folder; or
/// of a command, in the file that its --output names. All shards are needed, each once and computed to
/// its end, in any order; one that is missing, doubled, unfinished or of something else is refused by
/// name. What is made is the same, byte for byte, as without shards.
///
/// Shards of an experiment become its outputs in data/NAME/ and notebooks-out/NAME/ below the folder
/// that --output names [default: the current one], and the rows are those of `sowlab run`. Shards of a
/// command become its rows.
///
/// Exit codes: 0 done; 1 an expectation is not met; 2 a shard is refused; 3 stopped by a signal or a full
/// disk.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay census --pits 8 --seeds 2..12 --shard 1/2 --output 1.sqlite
  sowlab relay census --pits 8 --seeds 2..12 --shard 2/2 --output 2.sqlite
  sowlab merge 1.sqlite 2.sqlite --output census.csv")]
pub struct Merge {
    /// The ledgers of all shards
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// The folder of the ledger that keeps what has been made of an experiment [default: work in the
    /// folder that --output names]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

impl Merge {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let progress = Progress::new(global);
        let merged = merge(&self.shards, VERSION, &progress).map_err(failed)?;
        if let Some(path) = global.output().filter(|path| path.is_file()) {
            let same = |shard: &&PathBuf| shard.canonicalize().ok() == path.canonicalize().ok();
            ensure!(
                self.shards.iter().find(same).is_none(),
                "--output {}: that is one of the shards; the rows need a file of their own",
                path.display()
            );
        }
        if merged.manifest.is_of_command() {
            return rows(&merged, global);
        }
        let root = global.output().unwrap_or(Path::new("."));
        ensure!(
            root.is_dir() || Format::of_file(root).is_err(),
            "--output {}: shards of an experiment become its outputs below a folder; accepted is the name of a folder",
            root.display()
        );
        let work = self.work.clone().unwrap_or_else(|| root.join("work"));
        let manifest = &merged.manifest;
        let path = ledger_path(&work, &manifest.name, None);
        let (experiment, version) = (manifest.name.clone(), VERSION.to_owned());
        let owner = Owner { experiment, shard: Shard::WHOLE, version };
        let mut whole = Ledger::open(&path, &owner, manifest, run::COMMIT)
            .map_err(|error| failed(RunError::from(error).into()))?;
        let reports = merged.place(root, Some(&mut whole), &progress).map_err(failed)?;
        drop(progress);
        let mut data = Sink::open(Path::new("-"))?;
        data.write(|out| write_rows(global.format_of_stdout(), reports.iter().map(run::row), out))?;
        run::no(run::faults(&reports))
    }
}

/// The rows of a command.
fn rows(merged: &Merged, global: &Global) -> anyhow::Result<()> {
    let format = global.format()?;
    let mut data = global.sink()?;
    let progress = Progress::new(global);
    let mut fault = None;
    data.write(|out| match merged.write(Product::Rows(format), out, &progress) {
        Ok(()) => Ok(()),
        // The place of the rows says what it means, a reader that has gone away for one.
        Err(MergeError::Run(RunError::Job { error: JobError::Io(error), .. })) => Err(error),
        Err(error) => {
            fault = Some(error);
            Ok(())
        }
    })?;
    fault.map_or(Ok(()), |error| Err(failed(error)))?;
    drop(progress);
    data.finish()
}

/// Shards that cannot be joined, in the words of the command.
fn failed(error: MergeError) -> anyhow::Error {
    match error {
        MergeError::Run(RunError::Cancelled(cancelled)) => cancelled.into(),
        MergeError::Run(error @ RunError::OtherParameters { .. }) => anyhow::anyhow!(
            "{error}; `sowlab run` goes on with them where the manifest is changed back, or remove that ledger"
        ),
        MergeError::Run(error @ RunError::Ledger(_)) if !error.is_resumable() => {
            anyhow::anyhow!("{error}; remove that ledger, or name another folder with --work")
        }
        MergeError::Run(error) if error.is_resumable() => {
            Stopped(format!("{error}; the shards are as they were")).into()
        }
        error => error.into(),
    }
}
