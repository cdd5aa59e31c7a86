//! Where results come from: `provenance.json` beside the outputs of an experiment, and the check that
//! these still are what it says.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::job::JobError;
use super::manifest::{Manifest, Output, Step};
use super::place::{self, Content};

/// The name of the file.
pub const FILE: &str = "provenance.json";
/// The version of its keys.
pub const SCHEMA: u32 = 1;

/// Where the results of an experiment come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of these keys.
    pub schema: u32,
    /// The name of the experiment.
    pub experiment: String,
    /// What it is about.
    pub title: String,
    /// The manifest.
    pub manifest: Source,
    /// Its steps, those of which the outputs are in place.
    pub steps: Vec<Record>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its name.
    pub file: String,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// Where the outputs of a step come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The step.
    pub step: String,
    /// Its job.
    pub job: String,
    /// The parameters, those that were left out of the manifest too.
    pub parameters: Value,
    /// The files that were read.
    pub inputs: Vec<Source>,
    /// A digest of all that the outputs depend on beside the program.
    pub identity: String,
    /// How many units the work was cut into.
    pub units: u64,
    /// The computations that it took: one, or one for each shard.
    pub runs: Vec<Run>,
    /// What was made.
    pub outputs: Vec<Made>,
}

/// A computation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Which of several, as in `2/7`; missing if it was the only one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// The version of the program.
    pub sowlab: String,
    /// The commit that it was built from.
    pub commit: String,
    /// When it began, in UTC.
    pub started: String,
    /// When its last unit was computed, in UTC.
    pub ended: String,
    /// The threads that it had.
    pub threads: u64,
}

/// An output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Its place below the root, with `/` between the folders.
    pub file: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Provenance {
    /// The place of the file of an experiment.
    #[must_use]
    pub fn path(root: &Path, experiment: &str) -> PathBuf {
        root.join("data").join(experiment).join(FILE)
    }

    /// Reads the provenance of an experiment; `None` if there is none.
    ///
    /// # Errors
    /// If there is a file and it cannot be read or is something else.
    pub fn load(root: &Path, experiment: &str) -> io::Result<Option<Self>> {
        let Some(mut file) = place::open(&Self::path(root, experiment))? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let provenance: Self = serde_json::from_slice(&bytes)?;
        if provenance.schema != SCHEMA {
            let schema = provenance.schema;
            return Err(io::Error::other(format!(
                "schema {schema} is not known; accepted is {SCHEMA}"
            )));
        }
        Ok(Some(provenance))
    }

    /// The provenance of a manifest, with the records of its steps that are known.
    #[must_use]
    pub fn of(manifest: &Manifest, root: &Path, known: Option<Self>) -> Self {
        let mut known: BTreeMap<String, Record> = known
            .into_iter()
            .flat_map(|known| known.steps)
            .map(|record| (record.step.clone(), record))
            .collect();
        Self {
            schema: SCHEMA,
            experiment: manifest.name.clone(),
            title: manifest.title.clone(),
            manifest: Source { file: name(&manifest.path, root), sha256: manifest.digest() },
            steps: manifest.steps.iter().filter_map(|step| known.remove(&step.name)).collect(),
        }
    }

    /// The record of a step.
    #[must_use]
    pub fn record(&self, step: &str) -> Option<&Record> {
        self.steps.iter().find(|record| record.step == step)
    }

    /// Puts the record of a step in its place, in the order of the manifest.
    pub fn set(&mut self, manifest: &Manifest, record: Record) {
        let mut records: BTreeMap<String, Record> =
            self.steps.drain(..).map(|record| (record.step.clone(), record)).collect();
        records.insert(record.step.clone(), record);
        self.steps = manifest.steps.iter().filter_map(|step| records.remove(&step.name)).collect();
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// Those of the files.
    pub fn save(&self, root: &Path) -> io::Result<()> {
        let path = Self::path(root, &self.experiment);
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let written = place::write(&path, &(), |out| Ok(out.write_all(text.as_bytes())?));
        let written = written.map_err(|error| match error {
            JobError::Io(error) => error,
            error => io::Error::other(error.to_string()),
        })?;
        written.put().map(|_| ())
    }
}

/// The record of a step that has been computed.
#[must_use]
pub fn record(
    manifest: &Manifest,
    step: &Step,
    units: u64,
    runs: Vec<Run>,
    made: Vec<Made>,
) -> Record {
    let identity = step.identity(&manifest.files);
    Record {
        step: step.name.clone(),
        job: identity.job.clone(),
        parameters: identity.parameters.clone(),
        inputs: identity
            .inputs
            .iter()
            .map(|(file, sha256)| Source { file: file.clone(), sha256: sha256.clone() })
            .collect(),
        identity: identity.digest(),
        units,
        runs,
        outputs: made,
    }
}

/// A path below a root, with `/` between the folders; of another path, its last part.
fn name(path: &Path, root: &Path) -> String {
    let whole = path.canonicalize().ok().zip(root.canonicalize().ok());
    let below = whole.as_ref().and_then(|(path, root)| path.strip_prefix(root).ok());
    slashes(below.or_else(|| path.file_name().map(Path::new)).unwrap_or(path))
}

/// A path with `/` between the folders.
#[must_use]
pub fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// What was found of an output, or, without one, of a step or an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The experiment.
    pub experiment: String,
    /// The step; missing where it is about the whole.
    pub step: Option<String>,
    /// The output; missing where it is about the step.
    pub output: Option<String>,
    /// What is wrong; missing if nothing is.
    pub fault: Option<String>,
}

/// Checks, without computing anything, that the outputs of an experiment are those that its
/// provenance names, that this is the provenance of the manifest as it is, and that all expectations
/// are met.
///
/// # Errors
/// If a file cannot be read.
pub fn check(manifest: &Manifest, root: &Path) -> io::Result<Vec<Finding>> {
    let finding = |step: Option<&Step>, output: Option<&str>, fault: Option<String>| Finding {
        experiment: manifest.name.clone(),
        step: step.map(|step| step.name.clone()),
        output: output.map(str::to_owned),
        fault,
    };
    let Some(provenance) = Provenance::load(root, &manifest.name)? else {
        let fault = "it has no provenance; `sowlab run` makes it".to_owned();
        return Ok(vec![finding(None, None, Some(fault))]);
    };
    let mut findings = Vec::new();
    if provenance.manifest.sha256 != manifest.digest() {
        let fault = "the manifest is not the one that the provenance names".to_owned();
        findings.push(finding(None, None, Some(fault)));
    }
    for step in &manifest.steps {
        let record = provenance.record(&step.name);
        let Some(record) =
            record.filter(|record| record.identity == step.identity(&manifest.files).digest())
        else {
            let fault = match record {
                None => "it has not been computed",
                Some(_) => {
                    "its parameters, inputs or outputs are not those that the provenance names"
                }
            };
            findings.push(finding(Some(step), None, Some(fault.to_owned())));
            continue;
        };
        for output in &step.outputs {
            let path = output.path(&manifest.name);
            let place = slashes(&path);
            let made = record.outputs.iter().find(|made| made.file == place);
            let fault = match (Content::of(&root.join(&path))?, made) {
                (None, _) => Some("is missing".to_owned()),
                (_, None) => Some("is not named by the provenance".to_owned()),
                (Some(content), Some(made)) if content.sha256 != made.sha256 => {
                    Some("is not what was computed: its SHA-256 is another one".to_owned())
                }
                _ => None,
            };
            let unmet = of_output(manifest, step, output, root).filter_map(Result::err);
            let unmet: Vec<String> = if fault.is_none() { unmet.collect() } else { Vec::new() };
            let faults = fault.into_iter().chain(unmet).map(Some);
            let mut faults: Vec<Option<String>> = faults.collect();
            if faults.is_empty() {
                faults.push(None);
            }
            findings
                .extend(faults.into_iter().map(|fault| finding(Some(step), Some(&place), fault)));
        }
    }
    Ok(findings)
}

/// Whether each expectation of a step is met: the output that it is about, and what it is instead.
pub fn expectations<'a>(
    manifest: &'a Manifest,
    step: &'a Step,
    root: &'a Path,
) -> impl Iterator<Item = (&'a str, Result<(), String>)> + 'a {
    step.outputs.iter().flat_map(move |output| {
        of_output(manifest, step, output, root).map(|met| (output.file.as_str(), met))
    })
}

/// Whether each expectation of an output is met.
fn of_output<'a>(
    manifest: &'a Manifest,
    step: &'a Step,
    output: &'a Output,
    root: &Path,
) -> impl Iterator<Item = Result<(), String>> + 'a {
    let path = root.join(output.path(&manifest.name));
    let about = step.expectations.iter().filter(|expectation| expectation.output == output.file);
    about.map(move |expectation| expectation.met(&path, &manifest.files))
}
