//! Joins shards into what one run would have made. Every unit must be there exactly once.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::job::{JobError, Parts, Product, Work};
use super::ledger::{Ledger, LedgerError, Owner, StepRecord};
use super::manifest::{Manifest, ManifestError, Step};
use super::provenance::{self, Made, Run};
use super::run::{RunError, StepReport, outcome, prepare, renew_provenance, tidy, write_outputs};
use super::shard::Shard;
use crate::observer::{Cancelled, Observer};

/// Why shards cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// There are no shards.
    #[error("no shard is named; all of an experiment are needed")]
    Nothing,
    /// A ledger is of something else than the first one.
    #[error("{}: {reason}, and {} is not", path.display(), first.display())]
    Foreign {
        /// The ledger.
        path: PathBuf,
        /// What it is.
        reason: String,
        /// The first one.
        first: PathBuf,
    },
    /// A ledger was made from another manifest than the first one.
    #[error(
        "{}: it was made from another manifest, or other files beside it, than {}; with one manifest the shards can be run again, and what is the same is not computed again",
        path.display(), first.display()
    )]
    OtherManifest {
        /// The ledger.
        path: PathBuf,
        /// The first one.
        first: PathBuf,
    },
    /// The ledgers are those of another program.
    #[error("{}: it was written by sowlab {version}, and this is {own}; shards are joined by the version that made them", path.display())]
    Version {
        /// The ledger.
        path: PathBuf,
        /// Its version.
        version: String,
        /// That of this program.
        own: String,
    },
    /// A shard was given twice.
    #[error("{} and {} are both the shard {shard}; each is needed once", one.display(), other.display())]
    Doubled {
        /// One.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// What they are.
        shard: Shard,
    },
    /// Shards were not given.
    #[error("of `{experiment}` {} missing; all {count} shards are needed", names(missing))]
    Missing {
        /// The experiment.
        experiment: String,
        /// Those that are missing.
        missing: Vec<Shard>,
        /// How many there are to be.
        count: u64,
    },
    /// A shard has not been computed to its end.
    #[error("{}: the shard {shard} has {done} of {units} units of the step `{step}`; run it again, and it goes on", path.display())]
    Unfinished {
        /// The ledger.
        path: PathBuf,
        /// What it is.
        shard: Shard,
        /// The step.
        step: String,
        /// Units that are there.
        done: u64,
        /// Units that belong there.
        units: u64,
    },
    /// What the ledgers hold is no manifest, or not one of this program.
    #[error("{}: the manifest in it cannot be read: {error}", path.display())]
    Manifest {
        /// The ledger.
        path: PathBuf,
        /// Why not.
        error: ManifestError,
    },
    /// What was to be made cannot be made.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<Cancelled> for MergeError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Run(cancelled.into())
    }
}

/// The names of shards, a few of them.
fn names(shards: &[Shard]) -> String {
    const SHOWN: usize = 10;
    let mut names: Vec<String> = shards.iter().take(SHOWN).map(ToString::to_string).collect();
    if shards.len() > SHOWN {
        names.push(format!("{} others", shards.len() - SHOWN));
    }
    let (shards, are) = if shards.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    format!("the {shards} {} {are}", names.join(", "))
}

/// All shards of an experiment, looked at.
pub struct Merged {
    /// What they were made from.
    pub manifest: Manifest,
    /// In the order of their indices.
    ledgers: Vec<Ledger>,
    /// Of each step, its work and what the ledgers know of it, in their order.
    steps: Vec<(Box<dyn Work>, Vec<StepRecord>)>,
}

/// Opens shards, in any order, and checks that they are all of one experiment, each once and whole.
///
/// # Errors
/// If they are not, by the name of the first that is wrong; or if the observer asks to stop.
pub fn merge(
    paths: &[PathBuf],
    version: &str,
    observer: &dyn Observer,
) -> Result<Merged, MergeError> {
    let mut shards: BTreeMap<Shard, Ledger> = BTreeMap::new();
    let mut first: Option<(PathBuf, Owner)> = None;
    for path in paths {
        // A ledger that is given twice cannot be opened twice.
        if let Some((shard, known)) = shards.iter().find(|(_, known)| same_file(known.path(), path))
        {
            let (one, other) = (known.path().to_owned(), path.clone());
            return Err(MergeError::Doubled { one, other, shard: *shard });
        }
        let ledger = Ledger::open_existing(path)?;
        let owner = ledger.owner()?;
        if owner.version != version {
            let (version, own) = (owner.version, version.to_owned());
            return Err(MergeError::Version { path: path.clone(), version, own });
        }
        let (first, known) = first.get_or_insert_with(|| (path.clone(), owner.clone()));
        let reason = if owner.experiment != known.experiment {
            format!("it is a shard of the experiment `{}`", owner.experiment)
        } else if owner.shard.count() != known.shard.count() {
            format!("it is one of {} shards", owner.shard.count())
        } else {
            if let Some(known) = shards.insert(owner.shard, ledger) {
                let (one, other) = (known.path().to_owned(), path.clone());
                return Err(MergeError::Doubled { one, other, shard: owner.shard });
            }
            continue;
        };
        return Err(MergeError::Foreign { path: path.clone(), reason, first: first.clone() });
    }
    let Some((_, owner)) = first else {
        return Err(MergeError::Nothing);
    };
    let count = owner.shard.count();
    let all = (1..=count).filter_map(|index| Shard::new(index, count));
    let missing: Vec<Shard> = all.filter(|shard| !shards.contains_key(shard)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { experiment: owner.experiment, missing, count });
    }
    let ledgers: Vec<Ledger> = shards.into_values().collect();
    let manifest = manifest(&ledgers[0])?;
    for other in &ledgers[1..] {
        if other.meta("manifest")? != manifest.text || other.files()? != manifest.files {
            let (path, first) = (other.path().to_owned(), ledgers[0].path().to_owned());
            return Err(MergeError::OtherManifest { path, first });
        }
    }
    let mut steps = Vec::new();
    for step in &manifest.steps {
        let work = prepare(&manifest, step, observer)?;
        let units = work.weights().len() as u64;
        let first = ledgers[0].path();
        let records = ledgers.iter().map(|ledger| record(ledger, step, units, &manifest, first));
        let records = records.collect::<Result<_, _>>()?;
        steps.push((work, records));
    }
    Ok(Merged { manifest, ledgers, steps })
}

/// Whether two names are those of one file.
fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The manifest that a ledger was made from.
fn manifest(ledger: &Ledger) -> Result<Manifest, MergeError> {
    let files = ledger.files()?;
    let load = |name: &str| {
        files.get(name).cloned().ok_or_else(|| io::Error::other("it is not in the ledger"))
    };
    let path = PathBuf::from(ledger.meta("path")?);
    Manifest::parse(&path, &ledger.meta("manifest")?, &load)
        .map_err(|error| MergeError::Manifest { path: ledger.path().to_owned(), error })
}

/// What a shard knows of a step, all of whose units it must have.
fn record(
    ledger: &Ledger,
    step: &Step,
    units: u64,
    manifest: &Manifest,
    first: &Path,
) -> Result<StepRecord, MergeError> {
    let path = || ledger.path().to_owned();
    let shard = ledger.owner()?.shard;
    let unfinished = |done, units| MergeError::Unfinished {
        path: path(),
        shard,
        step: step.name.clone(),
        done,
        units,
    };
    let Some(record) = ledger.step(&step.name)? else {
        return Err(unfinished(0, (0..units).filter(|&unit| shard.has(unit)).count() as u64));
    };
    if record.identity != step.identity(&manifest.files).digest() {
        let reason = format!(
            "its step `{}` has other parameters, inputs or outputs than the manifest",
            step.name
        );
        return Err(MergeError::Foreign { path: path(), reason, first: first.to_owned() });
    }
    if record.units != units {
        let reason =
            format!("it has {} units of the step `{}`, not {units}", record.units, step.name);
        return Err(LedgerError::Damaged { path: path(), reason }.into());
    }
    let expected = (0..units).filter(|&unit| shard.has(unit));
    let there = ledger.units(&record)?;
    if there.len() > expected.clone().count() {
        let reason = format!("it has units of the step `{}` that are not its own", step.name);
        return Err(LedgerError::Damaged { path: path(), reason }.into());
    }
    if !expected.clone().eq(there.iter().copied()) {
        return Err(unfinished(there.len() as u64, expected.count() as u64));
    }
    Ok(record)
}

impl Merged {
    /// Makes the outputs of the experiment below a root, with its provenance, and notes in the ledger
    /// of the whole, if one is given, that they have been made.
    ///
    /// # Errors
    /// If something cannot be written, or the observer asks to stop.
    pub fn place(
        &self,
        root: &Path,
        mut whole: Option<&mut Ledger>,
        observer: &dyn Observer,
    ) -> Result<Vec<StepReport>, MergeError> {
        let manifest = &self.manifest;
        if let Some(whole) = &whole {
            for step in &manifest.steps {
                check_whole(whole, step, manifest)?;
            }
        }
        tidy(manifest, root);
        let mut reports = Vec::new();
        for (step, (work, records)) in manifest.steps.iter().zip(&self.steps) {
            let parts = Shards { ledgers: &self.ledgers, records };
            let (units, runs) = (parts.count(), self.runs(records)?);
            let (made, placed) = write_outputs(manifest, step, &**work, &parts, root, observer)?;
            let mut report = StepReport::of(manifest, step, units, outcome(&placed));
            report.check_expectations(manifest, step, root);
            let record = provenance::record(manifest, step, units, runs, made);
            let made = record.outputs.clone();
            let identity = record.identity.clone();
            renew_provenance(manifest, root, Some(record))?;
            if let Some(whole) = whole.as_deref_mut() {
                note(whole, &identity, &step.name, &records[0], &made)?;
            }
            reports.push(report);
        }
        Ok(reports)
    }

    /// Writes one product of the only step.
    ///
    /// # Errors
    /// If it cannot be written, or the observer asks to stop.
    pub fn write(
        &self,
        product: Product,
        out: &mut dyn Write,
        observer: &dyn Observer,
    ) -> Result<(), MergeError> {
        for (step, (work, records)) in self.manifest.steps.iter().zip(&self.steps) {
            let parts = Shards { ledgers: &self.ledgers, records };
            work.write(&product, &parts, out).map_err(|error| self.fault(step, error))?;
            if observer.cancelled() {
                return Err(Cancelled.into());
            }
        }
        Ok(())
    }

    fn fault(&self, step: &Step, error: JobError) -> MergeError {
        let error = match error {
            JobError::Cancelled(cancelled) => cancelled.into(),
            error => RunError::Job {
                experiment: self.manifest.name.clone(),
                step: step.name.clone(),
                error,
            },
        };
        error.into()
    }

    /// Where the parts of a step come from.
    fn runs(&self, records: &[StepRecord]) -> Result<Vec<Run>, MergeError> {
        let runs = self.ledgers.iter().zip(records).map(|(ledger, record)| {
            let owner = ledger.owner()?;
            Ok(Run {
                shard: Some(owner.shard.to_string()),
                sowlab: owner.version,
                commit: ledger.meta("commit")?,
                started: record.started.clone(),
                ended: record.ended.clone(),
                threads: record.threads,
            })
        });
        runs.collect()
    }
}

/// Notes in the ledger of a whole experiment that a step has been computed elsewhere.
fn note(
    whole: &mut Ledger,
    identity: &str,
    step: &str,
    shard: &StepRecord,
    made: &[Made],
) -> Result<(), MergeError> {
    let begun = whole.begin(step, identity, shard.units, shard.threads, &shard.started)?;
    whole.finish(&begun, &serde_json::to_string(made).unwrap_or_default())?;
    Ok(())
}

/// Checks that the ledger of the whole has no units of other parameters that would be lost.
fn check_whole(whole: &Ledger, step: &Step, manifest: &Manifest) -> Result<(), MergeError> {
    let Some(record) = whole.step(&step.name)? else {
        return Ok(());
    };
    if record.done.is_some() || record.identity == step.identity(&manifest.files).digest() {
        return Ok(());
    }
    let done = whole.units(&record)?.len() as u64;
    if done == 0 {
        return Ok(());
    }
    let (path, step, units) = (whole.path().to_owned(), step.name.clone(), record.units);
    Err(RunError::OtherParameters { path, step, done, units }.into())
}

/// The parts of a step that its shards have.
struct Shards<'a> {
    ledgers: &'a [Ledger],
    records: &'a [StepRecord],
}

impl Parts for Shards<'_> {
    fn count(&self) -> u64 {
        self.records.first().map_or(0, |record| record.units)
    }

    fn get(&self, unit: u64) -> Result<Vec<u8>, JobError> {
        // The ledgers are in the order of the indices of their shards.
        let index = (unit % self.ledgers.len() as u64) as usize;
        let part = self.ledgers[index].part(&self.records[index], unit);
        part.map_err(|error| JobError::Damaged(error.to_string()))
    }
}
