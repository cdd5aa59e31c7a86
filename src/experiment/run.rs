//! Runs a manifest: what is missing is computed, unit by unit, into the ledger; when all units of a
//! step are there, its outputs are written and take their names, and the provenance is renewed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use thiserror::Error;

use super::job::{Asked, Context, JobError, Parts, Product, Work};
use super::ledger::{Ledger, LedgerError, Owner, StepRecord};
use super::manifest::{Manifest, ManifestError, Step};
use super::place::{self, Comparison, Content, Placed};
use super::provenance::{self, Made, Provenance, Run, slashes};
use super::shard::Shard;
use crate::observer::{Cancelled, Observer, OneOfMany};

/// Where and how an experiment is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that holds `data` and `notebooks-out`.
    pub root: PathBuf,
    /// The folder of the ledgers.
    pub work: PathBuf,
    /// The share of the units that is computed, into a ledger that is kept; without one, all of them
    /// are, and the outputs are made.
    pub shard: Option<Shard>,
    /// The ledger, if it is not that of the experiment in the folder of the ledgers.
    pub ledger: Option<PathBuf>,
    /// Whether everything is computed again.
    pub force: bool,
    /// Whether what is computed is only compared with what is there.
    pub verify: bool,
    /// Bytes that may be used.
    pub memory: u64,
    /// Threads that may be used.
    pub threads: u64,
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// The time, in UTC, for the provenance.
    pub now: fn() -> String,
}

/// Why an experiment is not done.
#[derive(Debug, Error)]
pub enum RunError {
    /// A step cannot be done.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The ledger has units that were computed for other parameters.
    #[error(
        "{}: it has {done} of {units} units of the step `{step}` with other parameters, inputs or outputs than are asked for now", path.display()
    )]
    OtherParameters {
        /// The ledger.
        path: PathBuf,
        /// The step.
        step: String,
        /// Units that are there.
        done: u64,
        /// Units that there are to be.
        units: u64,
    },
    /// A step could not be computed.
    #[error("{experiment}, step `{step}`: {error}")]
    Job {
        /// The experiment.
        experiment: String,
        /// The step.
        step: String,
        /// Why not.
        error: JobError,
    },
    /// An output could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Output {
        /// The output.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file could not be read.
    #[error("cannot read {}: {error}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl RunError {
    /// Whether there is no fault but a lack of room or time: what was computed is kept, and the same
    /// run goes on with it.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        let full = |error: &io::Error| {
            use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
            matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
        };
        match self {
            Self::Ledger(error) => error.is_resumable(),
            Self::Output { error, .. } | Self::Job { error: JobError::Io(error), .. } => {
                full(error)
            }
            Self::Cancelled(_) => true,
            _ => false,
        }
    }
}

/// What becomes, or became, of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is to be computed from the beginning.
    New,
    /// Some of its units are there.
    Begun,
    /// It was computed before, and its outputs are in place.
    Unchanged,
    /// Its units were computed; the outputs are made of all shards.
    Computed,
    /// Its outputs were not there before.
    Made,
    /// Its outputs replaced others.
    Replaced,
    /// Its outputs are those that were there.
    Reproduced,
    /// What was computed differs from what is there.
    Different,
}

impl State {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Begun => "begun",
            Self::Unchanged => "unchanged",
            Self::Computed => "computed",
            Self::Made => "made",
            Self::Replaced => "replaced",
            Self::Reproduced => "reproduced",
            Self::Different => "different",
        }
    }
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReport {
    /// The experiment.
    pub experiment: String,
    /// The step.
    pub step: String,
    /// Its job.
    pub job: String,
    /// Units of the whole step.
    pub units: u64,
    /// Units that are still to be computed here.
    pub pending: u64,
    /// What becomes of it.
    pub state: State,
    /// What is made of it.
    pub outputs: Vec<String>,
    /// What is not as it should be: outputs that differ, expectations that are not met.
    pub faults: Vec<String>,
}

impl StepReport {
    /// The line of a step of which nothing is left to do.
    #[must_use]
    pub fn of(manifest: &Manifest, step: &Step, units: u64, state: State) -> Self {
        let outputs = step.outputs.iter();
        Self {
            experiment: manifest.name.clone(),
            step: step.name.clone(),
            job: step.job.name().to_owned(),
            units,
            pending: 0,
            state,
            outputs: outputs.map(|output| slashes(&output.path(&manifest.name))).collect(),
            faults: Vec::new(),
        }
    }

    /// Adds what is not as expected of outputs that are in their places.
    pub fn check_expectations(&mut self, manifest: &Manifest, step: &Step, root: &Path) {
        for (output, met) in provenance::expectations(manifest, step, root) {
            self.faults.extend(met.err().map(|fault| format!("{output} {fault}")));
        }
    }
}

/// A step that has been looked at.
struct Planned<'a> {
    step: &'a Step,
    identity: String,
    /// Missing where nothing is left to do.
    work: Option<Box<dyn Work>>,
    units: u64,
    pending: Vec<u64>,
    state: State,
}

/// A manifest that is ready to be run.
pub struct Plan<'a> {
    manifest: &'a Manifest,
    options: &'a Options,
    /// Missing if there is none and none is to be made.
    ledger: Option<Ledger>,
    steps: Vec<Planned<'a>>,
}

/// Plans and runs a manifest.
///
/// # Errors
/// Those of [`Plan::new`] and [`Plan::run`].
pub fn run(
    manifest: &Manifest,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Vec<StepReport>, RunError> {
    let plan = Plan::new(manifest, options, false, observer)?;
    observer.begin(Some(plan.weight()));
    plan.run(observer)
}

/// Checks a step and cuts its work into units.
///
/// # Errors
/// If it cannot be computed, at the place in the manifest that says so; or if the observer asks to
/// stop.
pub fn prepare(
    manifest: &Manifest,
    step: &Step,
    observer: &dyn Observer,
) -> Result<Box<dyn Work>, RunError> {
    let products: Vec<Product> = step.outputs.iter().map(|output| output.product).collect();
    let asked = Asked { files: &manifest.files, products: &products, observer };
    step.job.prepare(&asked).map_err(|error| match error {
        JobError::Cancelled(cancelled) => cancelled.into(),
        error => manifest.fault(step, &error).into(),
    })
}

/// The ledger of an experiment, or of a shard of it.
#[must_use]
pub fn ledger_path(work: &Path, experiment: &str, shard: Option<Shard>) -> PathBuf {
    let name = match shard {
        None => "ledger.sqlite".to_owned(),
        Some(shard) => format!("shard-{}-of-{}.sqlite", shard.index(), shard.count()),
    };
    work.join(experiment).join(name)
}

impl Options {
    /// The ledger of an experiment.
    #[must_use]
    pub fn ledger(&self, experiment: &str) -> PathBuf {
        if let Some(path) = &self.ledger {
            return path.clone();
        }
        if self.verify {
            return self.work.join(experiment).join("verify.sqlite");
        }
        ledger_path(&self.work, experiment, self.shard)
    }

    /// Whether the outputs take their places.
    fn places(&self) -> bool {
        self.shard.is_none() && !self.verify
    }
}

impl<'a> Plan<'a> {
    /// Looks at what there is and what is to be done: every step is checked, and the ledger is locked.
    /// A dry plan makes no file and is not to be run.
    ///
    /// # Errors
    /// If a step cannot be computed, or the ledger cannot be used.
    pub fn new(
        manifest: &'a Manifest,
        options: &'a Options,
        dry: bool,
        observer: &dyn Observer,
    ) -> Result<Self, RunError> {
        let path = options.ledger(&manifest.name);
        let owner = Owner {
            experiment: manifest.name.clone(),
            shard: options.shard.unwrap_or(Shard::WHOLE),
            version: options.version.clone(),
        };
        // What is refused leaves no ledger behind, and none that there is is given up for it.
        let there = path.exists() && !options.force;
        let open = || Ledger::open(&path, &owner, manifest, &options.commit);
        let ledger = match (there, dry) {
            (true, true) => Some(Ledger::open_existing(&path)?),
            (true, false) => Some(open()?),
            (false, _) => None,
        };
        let mut plan = Self { manifest, options, ledger, steps: Vec::new() };
        for step in &manifest.steps {
            let planned = plan.look(step, observer)?;
            plan.steps.push(planned);
        }
        if plan.ledger.is_none() && !dry {
            if options.force {
                Ledger::remove(&path)?;
            }
            plan.ledger = Some(open()?);
        }
        // A manifest that was refused is not kept.
        if let Some(ledger) = plan.ledger.as_mut().filter(|_| !dry) {
            ledger.renew(manifest, &options.commit)?;
        }
        if !dry && options.places() {
            tidy(manifest, &options.root);
        }
        Ok(plan)
    }

    /// Looks at a step.
    fn look(&self, step: &'a Step, observer: &dyn Observer) -> Result<Planned<'a>, RunError> {
        let identity = step.identity(&self.manifest.files).digest();
        let record = match &self.ledger {
            Some(ledger) => ledger.step(&step.name)?,
            None => None,
        };
        let mut done = BTreeSet::new();
        let mut state = State::New;
        if let (Some(record), Some(ledger)) = (&record, &self.ledger) {
            let same = record.identity == identity;
            if let Some(outputs) = &record.done {
                if same && self.in_place(step, outputs)? {
                    let units = record.units;
                    let state = State::Unchanged;
                    let pending = Vec::new();
                    return Ok(Planned { step, identity, work: None, units, pending, state });
                }
            } else {
                done = ledger.units(record)?.into_iter().collect();
                if !same && !done.is_empty() {
                    return Err(RunError::OtherParameters {
                        path: ledger.path().to_owned(),
                        step: step.name.clone(),
                        done: done.len() as u64,
                        units: record.units,
                    });
                }
                if !done.is_empty() {
                    state = State::Begun;
                }
            }
        }
        let work = prepare(self.manifest, step, observer)?;
        let units = work.weights().len() as u64;
        if let (State::Begun, Some(record), Some(ledger)) = (state, &record, &self.ledger)
            && record.units != units
        {
            let reason =
                format!("it has {} units of the step `{}`, not {units}", record.units, step.name);
            return Err(LedgerError::Damaged { path: ledger.path().to_owned(), reason }.into());
        }
        let shard = self.options.shard.unwrap_or(Shard::WHOLE);
        let here = (0..units).filter(|&unit| shard.has(unit));
        let pending = here.filter(|unit| !done.contains(unit)).collect();
        Ok(Planned { step, identity, work: Some(work), units, pending, state })
    }

    /// Whether the outputs of a step are in their places, as they were made.
    fn in_place(&self, step: &Step, outputs: &str) -> Result<bool, RunError> {
        let made: Vec<Made> = serde_json::from_str(outputs).unwrap_or_default();
        // Where the outputs come from must be told as well.
        let known = Provenance::load(&self.options.root, &self.manifest.name).ok().flatten();
        let told = known.as_ref().and_then(|known| known.record(&step.name));
        let identity = step.identity(&self.manifest.files).digest();
        if told.is_none_or(|told| told.identity != identity || told.outputs != made) {
            return Ok(false);
        }
        for output in &step.outputs {
            let path = output.path(&self.manifest.name);
            let place = slashes(&path);
            let path = self.options.root.join(path);
            let content = Content::of(&path).map_err(|error| RunError::Input { path, error })?;
            let same = made.iter().any(|made| {
                made.file == place
                    && content.as_ref().is_some_and(|there| there.sha256 == made.sha256)
            });
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How much is to be done, in the units of the observer.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.steps.iter().map(Planned::weight).fold(0, u64::saturating_add)
    }

    /// What is to be done.
    #[must_use]
    pub fn reports(&self) -> Vec<StepReport> {
        self.steps.iter().map(|planned| self.report(planned, planned.state)).collect()
    }

    fn report(&self, planned: &Planned<'_>, state: State) -> StepReport {
        let pending = planned.pending.len() as u64;
        StepReport { pending, ..StepReport::of(self.manifest, planned.step, planned.units, state) }
    }

    /// Does it. The observer has been told the weight.
    ///
    /// # Errors
    /// If something cannot be computed or written. Units that were computed before stay in the
    /// ledger.
    pub fn run(mut self, observer: &dyn Observer) -> Result<Vec<StepReport>, RunError> {
        let Some(mut ledger) = self.ledger.take() else {
            return Ok(self.reports());
        };
        let mut reports = Vec::new();
        for planned in &self.steps {
            let mut report = self.step(planned, &mut ledger, observer)?;
            report.pending = 0;
            if self.options.shard.is_none() {
                report.check_expectations(self.manifest, planned.step, &self.options.root);
            }
            reports.push(report);
        }
        if self.options.verify {
            let path = ledger.path().to_owned();
            drop(ledger);
            Ledger::remove(&path)?;
        } else if self.options.places() {
            self.renew_provenance(None)?;
        }
        Ok(reports)
    }

    fn step(
        &self,
        planned: &Planned<'_>,
        ledger: &mut Ledger,
        observer: &dyn Observer,
    ) -> Result<StepReport, RunError> {
        let Some(work) = planned.work.as_deref() else {
            return Ok(self.report(planned, State::Unchanged));
        };
        let options = self.options;
        let record = match ledger.step(&planned.step.name)? {
            Some(record) if planned.state == State::Begun => record,
            _ => ledger.begin(
                &planned.step.name,
                &planned.identity,
                planned.units,
                options.threads,
                &(options.now)(),
            )?,
        };
        let job = |error| match error {
            JobError::Cancelled(cancelled) => cancelled.into(),
            error => RunError::Job {
                experiment: self.manifest.name.clone(),
                step: planned.step.name.clone(),
                error,
            },
        };
        compute(work, &planned.pending, ledger, &record, options, observer).map_err(|error| {
            match error {
                Fault::Job(error) => job(error),
                Fault::Ledger(error) => error.into(),
            }
        })?;
        if options.shard.is_some() {
            return Ok(self.report(planned, State::Computed));
        }
        let parts = OneLedger { ledger, record: &record };
        if options.verify {
            return self.compare(planned, work, &parts).map_err(|error| match error {
                RunError::Job { error, .. } => job(error),
                error => error,
            });
        }
        let (made, placed) =
            write_outputs(self.manifest, planned.step, work, &parts, &options.root, observer)?;
        // What was ended a while ago and what has just been added to it are one computation.
        let record = ledger.step(&planned.step.name)?.unwrap_or(record);
        let run = Run {
            shard: None,
            sowlab: options.version.clone(),
            commit: options.commit.clone(),
            started: record.started.clone(),
            ended: record.ended.clone(),
            threads: options.threads,
        };
        let state = outcome(&placed);
        let record_of_step =
            provenance::record(self.manifest, planned.step, planned.units, vec![run], made);
        let outputs = serde_json::to_string(&record_of_step.outputs).unwrap_or_default();
        self.renew_provenance(Some(record_of_step))?;
        ledger.finish(&record, &outputs)?;
        Ok(self.report(planned, state))
    }

    /// Compares what was computed with what is there.
    fn compare(
        &self,
        planned: &Planned<'_>,
        work: &dyn Work,
        parts: &dyn Parts,
    ) -> Result<StepReport, RunError> {
        let mut report = self.report(planned, State::Reproduced);
        for output in &planned.step.outputs {
            let place = output.path(&self.manifest.name);
            let path = self.options.root.join(&place);
            let input = |error| RunError::Input { path: path.clone(), error };
            let mut comparison = Comparison::with(&path).map_err(input)?;
            work.write(&output.product, parts, &mut comparison).map_err(|error| RunError::Job {
                experiment: String::new(),
                step: String::new(),
                error,
            })?;
            if let Some(difference) = comparison.end().map_err(input)? {
                report.state = State::Different;
                let fault = difference.than("what was computed");
                report.faults.push(format!("{} {fault}", slashes(&place)));
            }
        }
        Ok(report)
    }

    /// Writes the provenance anew, with the record of a step.
    fn renew_provenance(&self, record: Option<provenance::Record>) -> Result<(), RunError> {
        renew_provenance(self.manifest, &self.options.root, record)
    }
}

/// Writes the provenance of a manifest anew, with the record of a step. Where that has the same
/// outputs, of the same parameters, as the record that there was, the old one stays: the outputs are
/// those that it tells of.
///
/// # Errors
/// If it cannot be read or written.
pub fn renew_provenance(
    manifest: &Manifest,
    root: &Path,
    record: Option<provenance::Record>,
) -> Result<(), RunError> {
    let path = Provenance::path(root, &manifest.name);
    // A file that is no provenance is replaced, as an output is.
    let known = Provenance::load(root, &manifest.name).ok().flatten();
    let mut renewed = Provenance::of(manifest, root, known.clone());
    if let Some(record) = record {
        let old = renewed.record(&record.step);
        let same =
            old.is_some_and(|old| old.identity == record.identity && old.outputs == record.outputs);
        if !same {
            renewed.set(manifest, record);
        }
    }
    if known.as_ref() == Some(&renewed) {
        return Ok(());
    }
    renewed.save(root).map_err(|error| RunError::Output { path, error })
}

/// Removes what runs that were killed left beside the outputs of a manifest.
pub fn tidy(manifest: &Manifest, root: &Path) {
    for folder in ["data", "notebooks-out"] {
        place::tidy(&root.join(folder).join(&manifest.name));
    }
}

/// Writes the outputs of a step, all of them before the first takes its name.
///
/// # Errors
/// If one cannot be written.
pub fn write_outputs(
    manifest: &Manifest,
    step: &Step,
    work: &dyn Work,
    parts: &dyn Parts,
    root: &Path,
    observer: &dyn Observer,
) -> Result<(Vec<Made>, Vec<Placed>), RunError> {
    let mut written = Vec::new();
    for output in &step.outputs {
        let place = output.path(&manifest.name);
        let path = root.join(&place);
        let whole = place::write(&path, observer, |out| work.write(&output.product, parts, out));
        let whole = whole.map_err(|error| match error {
            JobError::Cancelled(cancelled) => cancelled.into(),
            JobError::Io(error) => RunError::Output { path: path.clone(), error },
            error => {
                RunError::Job { experiment: manifest.name.clone(), step: step.name.clone(), error }
            }
        })?;
        written.push((place, path, whole));
    }
    let mut made = Vec::new();
    let mut placed = Vec::new();
    for (place, path, whole) in written {
        let Content { bytes, sha256 } = whole.content.clone();
        made.push(Made { file: slashes(&place), bytes, sha256 });
        placed.push(whole.put().map_err(|error| RunError::Output { path, error })?);
    }
    Ok((made, placed))
}

/// What became of a step whose outputs were placed so.
#[must_use]
pub fn outcome(placed: &[Placed]) -> State {
    if placed.contains(&Placed::Replaced) {
        State::Replaced
    } else if placed.contains(&Placed::New) {
        State::Made
    } else {
        State::Reproduced
    }
}

impl Planned<'_> {
    fn weight(&self) -> u64 {
        let weights = self.work.as_ref().map_or(&[][..], |work| work.weights());
        let weights = self.pending.iter().map(|&unit| weights[unit as usize]);
        weights.fold(0, u64::saturating_add)
    }
}

/// The parts of a step that one ledger has.
struct OneLedger<'a> {
    ledger: &'a Ledger,
    record: &'a StepRecord,
}

impl Parts for OneLedger<'_> {
    fn count(&self) -> u64 {
        self.record.units
    }

    fn get(&self, unit: u64) -> Result<Vec<u8>, JobError> {
        self.ledger.part(self.record, unit).map_err(|error| JobError::Damaged(error.to_string()))
    }
}

/// Why the units of a step were not computed.
enum Fault {
    Job(JobError),
    Ledger(LedgerError),
}

/// An observer that also stops what others have given up.
struct Watch<'a> {
    observer: &'a dyn Observer,
    given_up: &'a AtomicBool,
}

impl Observer for Watch<'_> {
    fn advance(&self, units: u64) {
        self.observer.advance(units);
    }

    fn cancelled(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) || self.observer.cancelled()
    }
}

/// Computes units on all threads, and adds them to the ledger as they come, those of a tenth of a second
/// in one transaction.
fn compute(
    work: &dyn Work,
    pending: &[u64],
    ledger: &mut Ledger,
    record: &StepRecord,
    options: &Options,
    observer: &dyn Observer,
) -> Result<(), Fault> {
    let threads = rayon::current_num_threads().min(pending.len()).max(1);
    let memory = options.memory / threads as u64;
    let next = AtomicUsize::new(0);
    let given_up = AtomicBool::new(false);
    let watch = Watch { observer, given_up: &given_up };
    let fault = Mutex::new(None);
    let fail = |error: JobError| {
        given_up.store(true, Ordering::Relaxed);
        if let Ok(mut fault) = fault.lock() {
            // The first one is the reason for the others.
            fault.get_or_insert(error);
        }
    };
    let (send, receive) = sync_channel::<(u64, Vec<u8>)>(4 * threads);
    let added = thread::scope(|scope| {
        let writer = thread::Builder::new().spawn_scoped(scope, || {
            let added = add(ledger, record, &receive, options.now);
            if added.is_err() {
                given_up.store(true, Ordering::Relaxed);
            }
            drop(receive);
            added
        });
        let writer = match writer {
            Ok(writer) => writer,
            Err(error) => {
                let error = JobError::Failed(format!("cannot start a thread: {error}"));
                return Err(Fault::Job(error));
            }
        };
        (0..threads).into_par_iter().with_max_len(1).for_each_with(send, |send, _| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&unit) = pending.get(index) else {
                    return;
                };
                if watch.cancelled() {
                    return fail(Cancelled.into());
                }
                let observer = OneOfMany::new(&watch, work.weights()[unit as usize]);
                let context = Context { memory, observer: &observer };
                match work.compute(unit, &context) {
                    Ok(bytes) => match send.send((unit, bytes)) {
                        Ok(()) => observer.done(),
                        // Nobody takes it; the writer says why.
                        Err(_) => return,
                    },
                    Err(error) => return fail(error),
                }
            }
        });
        match writer.join() {
            Ok(added) => added.map_err(Fault::Ledger),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    added?;
    match fault.into_inner() {
        Ok(Some(error)) => Err(Fault::Job(error)),
        _ => Ok(()),
    }
}

/// From one transaction to the next: many units are done in less, and a transaction costs more than they
/// do.
const REST: Duration = Duration::from_millis(100);
/// Bytes that do not wait for the next transaction.
const MANY_BYTES: usize = 1 << 22;

/// Adds units to the ledger as they come, until no more do.
fn add(
    ledger: &mut Ledger,
    record: &StepRecord,
    receive: &Receiver<(u64, Vec<u8>)>,
    now: fn() -> String,
) -> Result<(), LedgerError> {
    let mut due = Instant::now();
    while let Ok(first) = receive.recv() {
        let mut bytes = first.1.len();
        let mut parts = vec![first];
        while bytes < MANY_BYTES
            && let Ok(part) = receive.recv_timeout(due.saturating_duration_since(Instant::now()))
        {
            bytes += part.1.len();
            parts.push(part);
        }
        ledger.add(record, &parts, &now())?;
        due = Instant::now() + REST;
    }
    Ok(())
}
