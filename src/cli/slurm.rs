//! `sowlab slurm`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use anyhow::{Context, bail, ensure};
use clap::Args;
use sowlab::experiment::slurm::{Batch, MOST_SHARDS, Script, SlurmError, TimeLimit, Word};
use sowlab::experiment::{Manifest, place, run};
use sowlab::notation::bytes;
use sowlab::observer::Observer;

use super::global::{Global, MOST_THREADS};
use super::progress::Progress;
use super::run::failed;

/// Write the scripts that run an experiment on a cluster with Slurm
///
/// The scripts are three: NAME-array.sbatch, an array of jobs of which each computes a shard;
/// NAME-merge.sbatch, which joins the shards when all are there; and NAME-submit.sh, which submits both
/// and prints their numbers. They are written into --into whole or not at all, and replace no file that
/// is not such a script; the logs of the jobs go there too. How to submit them is printed. The manifest
/// is checked before; nothing is computed or submitted.
///
/// Before its time limit, or when it is to make room, a task keeps what it has computed and requeues
/// itself; a task whose node fails is requeued by Slurm. Either goes on where it was. docs/cluster.md
/// says more.
///
/// Exit codes: 0 done; 2 the command line, the manifest or a place is wrong.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown)] // The help shows what is written here.
#[command(after_help = "\
Examples:
  sowlab slurm experiments/relay.toml --shards 40 --cores 16 --memory 32GiB --time 12:00:00
  sowlab slurm experiments/relay.toml --shards 200 --partition short --array-limit 50 --into jobs")]
pub struct Slurm {
    /// The manifest
    manifest: PathBuf,
    /// How many shards there are, each computed by a task of its own
    #[arg(long, value_name = "K", value_parser = shards, allow_hyphen_values = true)]
    shards: u64,
    /// The folder of the scripts and the logs; it is made if it is missing [default: slurm-NAME]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The name of the jobs and the scripts [default: that of the experiment]
    #[arg(long, value_name = "NAME")]
    name: Option<Word>,
    /// The program, where the jobs run; a name without a folder is searched for there [default: this
    /// one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The folder that holds data and notebooks-out
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The folder of the ledgers [default: work below --root]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Cores of a task
    #[arg(long, value_name = "N", default_value = "1", value_parser = cores, allow_hyphen_values = true)]
    cores: u64,
    /// Memory of a task, in bytes or with a unit such as 500MB or 2GiB [default: that of the
    /// partition]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
    /// Time limit of a task: MINUTES, HOURS:MINUTES:SECONDS, DAYS-HOURS or another form that Slurm
    /// has, from five minutes [default: that of the partition]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    time: Option<TimeLimit>,
    /// How many tasks run at once, at most
    #[arg(long, value_name = "N", value_parser = shards, allow_hyphen_values = true)]
    array_limit: Option<u64>,
    /// The partition, or several with commas between them
    #[arg(long, value_name = "NAME")]
    partition: Option<Word>,
    /// The account that the jobs are charged to
    #[arg(long, value_name = "NAME")]
    account: Option<Word>,
    /// The quality of service
    #[arg(long, value_name = "NAME")]
    qos: Option<Word>,
}

fn shards(text: &str) -> anyhow::Result<u64> {
    count(text, MOST_SHARDS)
}

fn cores(text: &str) -> anyhow::Result<u64> {
    count(text, MOST_THREADS as u64)
}

/// Reads a number from 1.
fn count(text: &str, most: u64) -> anyhow::Result<u64> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.with_context(|| format!("`{text}` is not accepted; accepted are 1 to {most}"))
}

impl Slurm {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let progress = Progress::new(global);
        let manifest = Manifest::load(&self.manifest)?;
        self.check(&manifest, &progress)?;
        ensure!(self.root.is_dir(), "--root: {} is no folder", self.root.display());
        let name = self.name.clone().map_or_else(|| manifest.name.parse(), Ok)?;
        let into = self.into.clone();
        let into = into.unwrap_or_else(|| format!("slurm-{}", manifest.name).into());
        let folder = full(&into)?;
        let batch = Batch {
            experiment: manifest.name,
            name,
            shards: self.shards,
            program: program(self.program)?,
            manifest: full(&self.manifest)?,
            root: full(&self.root)?,
            work: full(&self.work.unwrap_or_else(|| self.root.join("work")))?,
            folder: folder.clone(),
            cores: self.cores,
            memory: self.memory,
            time: self.time,
            array_limit: self.array_limit,
            partition: self.partition,
            account: self.account,
            qos: self.qos,
        };
        let scripts = batch.scripts().map_err(named)?;
        let mut data = global.sink()?;
        write(&folder, &scripts, &progress)?;
        data.write(|out| writeln!(out, "{}", batch.command()))?;
        data.finish()
    }

    /// Checks that every step can be computed, and that no shard has nothing to do.
    fn check(&self, manifest: &Manifest, observer: &dyn Observer) -> anyhow::Result<()> {
        let mut most = 0;
        for step in &manifest.steps {
            let work = run::prepare(manifest, step, observer).map_err(failed)?;
            most = most.max(work.weights().len() as u64);
        }
        ensure!(
            self.shards <= most,
            "--shards: of {} shards some would have nothing to do, for no step of {} has more than {most} units; accepted are 1 to {}",
            self.shards,
            manifest.path.display(),
            most.clamp(1, MOST_SHARDS)
        );
        Ok(())
    }
}

/// A fault of the scripts, with the option that it comes from where it is one.
fn named(error: SlurmError) -> anyhow::Error {
    match error {
        SlurmError::Memory(_) => anyhow::Error::new(error).context("--memory"),
        error => error.into(),
    }
}

/// A path from the root of the file system, as the jobs need it.
fn full(path: &Path) -> anyhow::Result<PathBuf> {
    absolute(path).with_context(|| format!("cannot find the folder of `{}`", path.display()))
}

/// The program that the jobs run.
fn program(asked: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    match asked {
        None => env::current_exe().context("cannot find this program; --program names it"),
        Some(path) if path.components().count() == 1 => Ok(path),
        Some(path) => full(&path),
    }
}

/// Writes the scripts, all of them before the first takes its name.
fn write(folder: &Path, scripts: &[Script], observer: &dyn Observer) -> anyhow::Result<()> {
    for script in scripts {
        let path = folder.join(&script.file);
        match fs::read(&path) {
            Ok(bytes) if Script::is_one(&String::from_utf8_lossy(&bytes)) => {}
            Ok(_) => bail!(
                "--into: {} is no script of sowlab slurm, and is not replaced; remove it, or name another folder",
                path.display()
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot write {}", path.display()));
            }
        }
    }
    let mut written = Vec::new();
    for script in scripts {
        let path = folder.join(&script.file);
        let whole = place::write(&path, observer, |out| Ok(out.write_all(script.text.as_bytes())?));
        written.push((whole.with_context(|| format!("cannot write {}", path.display()))?, path));
    }
    for (whole, path) in written {
        whole.put().with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
