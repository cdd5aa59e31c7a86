//! `--shard` of the commands that can share their work.

use std::{fs, io};

use anyhow::ensure;
use clap::Args;
use sowlab::experiment::job::Job;
use sowlab::experiment::run::{Options, Plan};
use sowlab::experiment::{Manifest, Shard};
use sowlab::observer::Observer;

use super::global::Global;
use super::progress::Progress;
use super::{run, signal, sink};

#[derive(Debug, Args)]
pub struct Sharing {
    /// Compute the I-th of K shares of the work, and keep its results in a ledger, the file that
    /// --output names; after a stop the same command goes on with it. `sowlab merge` makes the rows of
    /// all shares
    #[arg(long, value_name = "I/K", requires = "output", allow_hyphen_values = true)]
    pub shard: Option<Shard>,
}

impl Sharing {
    /// Computes a share of a job, if one is asked for, and says whether it was.
    pub fn run(
        &self,
        job: impl FnOnce() -> anyhow::Result<Box<dyn Job>>,
        memory: Option<u64>,
        global: &Global,
    ) -> anyhow::Result<bool> {
        let (Some(shard), Some(path)) = (self.shard, global.output()) else {
            return Ok(false);
        };
        ensure!(
            !sink::is_stream(path) && !path.is_dir(),
            "--output {}: with --shard it is a ledger; the name of a file is needed",
            path.display()
        );
        let job = job()?;
        let load = |name: &str| -> io::Result<Vec<u8>> { fs::read(name) };
        let manifest = Manifest::of_job(&*job, &load)?;
        let options = Options {
            shard: Some(shard),
            ledger: Some(path.to_owned()),
            ..run::options(global, memory)
        };
        let failed = |error| {
            run::failed_with(
                error,
                "ask for those again to go on with them, or name another file",
                "name another file, or remove this one to begin anew",
            )
        };
        let progress = Progress::new(global);
        let plan = Plan::new(&manifest, &options, false, &progress).map_err(failed)?;
        signal::results_are_kept();
        progress.begin(Some(plan.weight()));
        plan.run(&progress).map_err(failed)?;
        Ok(true)
    }
}
