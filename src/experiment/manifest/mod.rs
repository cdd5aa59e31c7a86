//! Manifests: what an experiment computes, as a TOML file. `docs/experiments.md` describes the keys.

pub mod values;

mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::expect::Expectation;
use super::job::{Job, JobError, Product};

/// The version of the schema of manifests.
pub const SCHEMA: i64 = 1;

/// The largest file that a manifest may name, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The files that a manifest names, by these names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// An experiment.
#[derive(Debug)]
pub struct Manifest {
    /// Its name, which is that of its folders.
    pub name: String,
    /// Where the manifest was read from.
    pub path: PathBuf,
    /// The manifest itself.
    pub text: String,
    /// What the experiment is about, for people.
    pub title: String,
    /// What is computed, in this order.
    pub steps: Vec<Step>,
    /// What the steps read.
    pub files: Files,
}

/// A part of an experiment.
#[derive(Debug)]
pub struct Step {
    /// Its name, unique in the experiment.
    pub name: String,
    /// What is computed.
    pub job: Box<dyn Job>,
    /// What becomes of it.
    pub outputs: Vec<Output>,
    /// What the outputs are expected to be.
    pub expectations: Vec<Expectation>,
    /// Where its keys stand in the text, and under the empty key the step itself.
    spans: BTreeMap<String, Range<usize>>,
}

/// A file that a step makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name, unique in the experiment.
    pub file: String,
    /// What is in it.
    pub product: Product,
}

impl Output {
    /// Its place below the root.
    #[must_use]
    pub fn path(&self, experiment: &str) -> PathBuf {
        let folder = match self.product {
            Product::Chart(..) => "notebooks-out",
            _ => "data",
        };
        Path::new(folder).join(experiment).join(&self.file)
    }
}

/// What is wrong with a manifest, and where.
#[derive(Debug, Error)]
#[error("{}{message}", place(.file, *.line, *.column))]
pub struct ManifestError {
    /// The file; empty for the manifest of a command, which nobody has written.
    pub file: String,
    /// The line, from 1; 0 if the fault is that of the whole file.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong, and what is accepted.
    pub message: String,
}

fn place(file: &str, line: usize, column: usize) -> String {
    match (file, line) {
        ("", _) => String::new(),
        (file, 0) => format!("{file}: "),
        (file, line) => format!("{file}, line {line}, column {column}: "),
    }
}

impl Manifest {
    /// Reads a manifest and the files that it names, which lie beside it.
    ///
    /// # Errors
    /// If the file cannot be read or is no manifest.
    pub fn load(path: &Path) -> Result<Self, ManifestError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = read_file(path).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
        });
        let text = text.map_err(|error| ManifestError {
            file: path.display().to_string(),
            line: 0,
            column: 0,
            message: format!("cannot read the manifest: {error}"),
        })?;
        Self::parse(path, &text, &|name| read_file(&folder.join(name)))
    }

    /// Reads a manifest from its text; `load` gives the files that it names.
    ///
    /// # Errors
    /// If it is no manifest.
    pub fn parse(
        path: &Path,
        text: &str,
        load: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, ManifestError> {
        read::read(path, text, load)
    }

    /// The manifest of a single job whose results become rows, as a command asks for it; `load` gives
    /// the files that it reads.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn of_job(
        job: &dyn Job,
        load: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, ManifestError> {
        let name = job.name().replace(' ', "-");
        let mut text = format!(
            "schema = {SCHEMA}\nname = \"{name}\"\n\n[[step]]\nname = \"rows\"\njob = \"{}\"\noutput = [{{ file = \"rows.csv\" }}]\n",
            job.name()
        );
        if let Value::Object(parameters) = job.parameters() {
            for (key, value) in parameters.iter().filter(|(_, value)| !value.is_null()) {
                // A text of JSON is one of TOML, and so are numbers and truth values.
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        Self::parse(Path::new(""), &text, load)
    }

    /// Whether nobody has written it, but a command made it.
    #[must_use]
    pub fn is_of_command(&self) -> bool {
        self.path.as_os_str().is_empty()
    }

    /// The SHA-256 of its text.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(self.text.as_bytes())
    }

    /// The fault of a step, at the place of the key that it is about.
    #[must_use]
    pub fn fault(&self, step: &Step, error: &JobError) -> ManifestError {
        let key = if let JobError::Refused { key, .. } = error { key } else { "" };
        let span = step.spans.get(key).or_else(|| step.spans.get(""));
        let start = span.map_or(0, |span| span.start);
        read::error(&self.path, &self.text, start, error.to_string())
    }
}

impl Step {
    /// All that its results depend on beside the program.
    #[must_use]
    pub fn identity(&self, files: &Files) -> Identity {
        let inputs = self.job.inputs().into_iter().map(|(_, name)| {
            let digest = files.get(&name).map_or_else(String::new, |bytes| digest(bytes));
            (name, digest)
        });
        Identity {
            job: self.job.name().to_owned(),
            parameters: self.job.parameters(),
            inputs: inputs.collect(),
            outputs: self
                .outputs
                .iter()
                .map(|output| (output.file.clone(), format!("{:?}", output.product)))
                .collect(),
        }
    }
}

/// All that the results of a step depend on beside the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identity {
    /// The job.
    pub job: String,
    /// Its parameters.
    pub parameters: Value,
    /// The SHA-256 of each file that it reads.
    pub inputs: BTreeMap<String, String>,
    /// What is made of it.
    pub outputs: Vec<(String, String)>,
}

impl Identity {
    /// A digest of it, which another program of this version computes too.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(&serde_json::to_vec(self).unwrap_or_default())
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal digits.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads a file of a size that a manifest may name.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let place = fs::metadata(path)?;
    if place.is_dir() {
        return Err(io::Error::other("it is a directory; the name of a file is needed"));
    }
    if !place.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if place.len() > MOST_BYTES {
        return Err(io::Error::other("it is larger than 64 MiB"));
    }
    fs::read(path)
}
