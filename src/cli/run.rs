//! `sowlab run`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use sowlab::experiment::job::JobError;
use sowlab::experiment::provenance::{self, Finding};
use sowlab::experiment::run::{Options, Plan, RunError, StepReport};
use sowlab::experiment::{Manifest, Shard};
use sowlab::notation::bytes;
use sowlab::observer::Observer;
use sowlab::output::{CheckRow, RunRow, write_rows};

use super::global::Global;
use super::outcome::{No, Stopped};
use super::progress::Progress;
use super::{memory, signal};

/// Run experiments from their manifests
///
/// A manifest is a TOML file that names the steps of an experiment: what is computed, the files that it
/// becomes, and what these are expected to be; docs/experiments.md describes it. Outputs go to
/// data/NAME/ and charts to notebooks-out/NAME/ below --root, with provenance.json beside the outputs:
/// program, parameters, times, and the SHA-256 of each output.
///
/// The work is cut into units, whose results are kept in a ledger as they come. However a run ends, the
/// same command goes on where it was. A step that was computed here, and of which parameters, inputs and
/// outputs are as they were, is not computed again.
///
/// Columns: `experiment,step,job,units,pending,state,outputs`, where pending counts the units that are
/// still to be computed and outputs the files, and the state is new or begun (--dry-run), unchanged, made, replaced (there were
/// other outputs before), reproduced (the same were there already), computed (--shard) or different
/// (--verify). With --check: `experiment,step,output,holds,fault`.
///
/// Exit codes: 0 done; 1 an output or an expectation is not as it should be; 2 a manifest, a ledger or a
/// place is wrong; 3 stopped by a signal, or by a full disk: what was computed is kept.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, clippy::struct_excessive_bools, clippy::struct_field_names)] // The help shows what is written here.
#[command(after_help = "\
Examples:
  sowlab run --all --dry-run
  sowlab run experiments/el-mirall.toml
  sowlab run experiments/el-mirall.toml --check
  sowlab run experiments/el-mirall.toml --shard 1/4")]
pub struct Run {
    /// Manifests
    #[arg(value_name = "MANIFEST", required_unless_present = "all", conflicts_with = "all")]
    manifests: Vec<PathBuf>,
    /// Every manifest in the folder experiments below --root, in the order of their names
    #[arg(long)]
    all: bool,
    /// Compute nothing: say what would be computed, and in how many units
    #[arg(long)]
    dry_run: bool,
    /// Compute nothing: check that the outputs are what the provenance says and the manifest expects
    #[arg(long, conflicts_with_all = ["dry_run", "verify", "force", "shard"])]
    check: bool,
    /// Compute everything again and change nothing: compare with the outputs that are there, byte for
    /// byte
    #[arg(long, conflicts_with = "shard")]
    verify: bool,
    /// Compute everything from the beginning, whatever is there; a ledger that cannot be used is given
    /// up
    #[arg(long)]
    force: bool,
    /// Compute the I-th of K shares of the units, into a ledger of its own; `sowlab merge` joins them
    #[arg(long, value_name = "I/K", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// The folder that holds data, notebooks-out and, for --all, experiments
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The folder of the ledgers [default: work below --root]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit that it was built from.
pub const COMMIT: &str = env!("SOWLAB_COMMIT");

/// The time in UTC, to the second.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// How experiments are run, but for where.
pub fn options(global: &Global, memory: Option<u64>) -> Options {
    Options {
        root: PathBuf::new(),
        work: PathBuf::new(),
        shard: None,
        ledger: None,
        force: false,
        verify: false,
        memory: memory.unwrap_or_else(memory::available),
        threads: global.threads(),
        version: VERSION.to_owned(),
        commit: COMMIT.to_owned(),
        now,
    }
}

impl Run {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let manifests = self.load()?;
        if self.check {
            return self.check(&manifests, global);
        }
        let options = Options {
            root: self.root.clone(),
            work: self.work.clone().unwrap_or_else(|| self.root.join("work")),
            shard: self.shard,
            force: self.force,
            verify: self.verify,
            ..options(global, self.memory)
        };
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let plans = manifests
            .iter()
            .map(|manifest| Plan::new(manifest, &options, self.dry_run, &progress).map_err(failed))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut reports = Vec::new();
        if self.dry_run {
            reports.extend(plans.iter().flat_map(Plan::reports));
        } else {
            signal::results_are_kept();
            let weights = plans.iter().map(Plan::weight);
            progress.begin(Some(weights.fold(0, u64::saturating_add)));
            for plan in plans {
                reports.extend(plan.run(&progress).map_err(failed)?);
            }
        }
        drop(progress);
        data.write(|out| write_rows(format, reports.iter().map(row), out))?;
        data.finish()?;
        no(faults(&reports))
    }

    /// The manifests, each of another experiment.
    fn load(&self) -> anyhow::Result<Vec<Manifest>> {
        let paths = if self.all { all(&self.root)? } else { self.manifests.clone() };
        let mut manifests: Vec<Manifest> = Vec::new();
        for path in paths {
            let manifest = Manifest::load(&path)?;
            if let Some(other) = manifests.iter().find(|other| other.name == manifest.name) {
                bail!(
                    "{} and {} are both the experiment `{}`; each needs a name of its own",
                    other.path.display(),
                    path.display(),
                    manifest.name
                );
            }
            manifests.push(manifest);
        }
        Ok(manifests)
    }

    fn check(&self, manifests: &[Manifest], global: &Global) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let mut findings = Vec::new();
        for manifest in manifests {
            let found = provenance::check(manifest, &self.root);
            findings.extend(found.with_context(|| format!("cannot check {}", manifest.name))?);
        }
        data.write(|out| write_rows(format, findings.iter().map(check_row), out))?;
        data.finish()?;
        no(findings.iter().filter_map(|finding| {
            let fault = finding.fault.as_ref()?;
            let output =
                finding.output.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            let step =
                finding.step.as_ref().map_or_else(String::new, |step| format!(", step `{step}`"));
            Some(format!("{}{step}:{output} {fault}", finding.experiment))
        }))
    }
}

/// The manifests below a root.
fn all(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = root.join("experiments");
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("--all: cannot read the folder {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    ensure!(!paths.is_empty(), "--all: there is no file *.toml in {}", folder.display());
    paths.sort();
    Ok(paths)
}

/// A run that failed, in the words of the command.
pub fn failed(error: RunError) -> anyhow::Error {
    failed_with(
        error,
        "change the manifest back to go on with them, or give them up with --force",
        "--force gives it up and computes from the beginning",
    )
}

/// A run that failed, with the ways out where units of other parameters, or the ledger itself, are what
/// is wrong.
pub fn failed_with(error: RunError, go_on: &str, begin_anew: &str) -> anyhow::Error {
    use sowlab::experiment::ledger::LedgerError::{Damaged, Foreign};
    match error {
        RunError::Cancelled(cancelled) => cancelled.into(),
        error if error.is_resumable() => Stopped(format!(
            "{error}; what was computed before is kept, and when there is room the same command goes on with it"
        ))
        .into(),
        error @ RunError::OtherParameters { .. } => anyhow::anyhow!("{error}; {go_on}"),
        error @ (RunError::Ledger(Damaged { .. } | Foreign { .. })
        | RunError::Job { error: JobError::Damaged(_), .. }) => anyhow::anyhow!("{error}; {begin_anew}"),
        error => error.into(),
    }
}

/// What is not as it should be of some steps.
pub fn faults(reports: &[StepReport]) -> impl Iterator<Item = String> {
    reports.iter().flat_map(|report| {
        let about = format!("{}, step `{}`", report.experiment, report.step);
        report.faults.iter().map(move |fault| format!("{about}: {fault}"))
    })
}

/// What a check said no to: the first fault, and how many others there are.
pub fn no(faults: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let faults: Vec<String> = faults.collect();
    let others = match faults.len() {
        0 => return Ok(()),
        1 => String::new(),
        2 => "; and 1 other".to_owned(),
        count => format!("; and {} others", count - 1),
    };
    Err(No { reason: Some(format!("{}{others}", faults[0])) }.into())
}

/// The row of a step.
pub fn row(report: &StepReport) -> RunRow {
    RunRow {
        experiment: report.experiment.clone(),
        step: report.step.clone(),
        job: report.job.clone(),
        units: report.units,
        pending: report.pending,
        state: report.state.name(),
        outputs: report.outputs.len() as u64,
    }
}

fn check_row(finding: &Finding) -> CheckRow {
    CheckRow {
        experiment: finding.experiment.clone(),
        step: finding.step.clone(),
        output: finding.output.clone(),
        holds: finding.fault.is_none(),
        fault: finding.fault.clone(),
    }
}
