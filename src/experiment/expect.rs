//! Expectations: what the outputs of a step are expected to be.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::manifest::{Files, Output};

/// Something that an output is expected to be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expectation {
    /// The output that it is about.
    pub output: String,
    /// The file beside the manifest that it equals, byte for byte.
    pub equals: String,
}

impl Expectation {
    /// Checks that it is about one of the outputs of its step, and makes sense for it.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, outputs: &[Output]) -> Result<(), String> {
        let names: Vec<&str> = outputs.iter().map(|output| output.file.as_str()).collect();
        if names.contains(&self.output.as_str()) {
            return Ok(());
        }
        Err(format!(
            "`{}` is no output of this step; accepted are {}",
            self.output,
            names.join(", ")
        ))
    }

    /// The file beside the manifest that it compares with.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        Some(&self.equals)
    }

    /// Whether the output, which is at this place, is what is expected; if not, what it is instead.
    ///
    /// # Errors
    /// If it is not, in a sentence that names the first difference.
    pub fn met(&self, path: &Path, files: &Files) -> Result<(), String> {
        let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        if files.get(&self.equals).is_some_and(|expected| *expected == bytes) {
            return Ok(());
        }
        Err(format!("is not equal to {}", self.equals))
    }
}
