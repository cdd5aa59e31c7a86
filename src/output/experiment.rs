//! The rows of experiments: what becomes of steps, and what was found of outputs.

use serde::Serialize;

use super::Row;

/// What becomes, or became, of a step of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunRow {
    /// The experiment.
    pub experiment: String,
    /// The step.
    pub step: String,
    /// Its job.
    pub job: String,
    /// Units that its work is cut into.
    pub units: u64,
    /// Units that are still to be computed here.
    pub pending: u64,
    /// What becomes of it.
    pub state: &'static str,
    /// How many outputs it has.
    pub outputs: u64,
}

impl Row for RunRow {
    const COLUMNS: &'static [&'static str] =
        &["experiment", "step", "job", "units", "pending", "state", "outputs"];
}

/// What was found of an output of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckRow {
    /// The experiment.
    pub experiment: String,
    /// The step; missing where it is about the experiment.
    pub step: Option<String>,
    /// The output; missing where it is about the step.
    pub output: Option<String>,
    /// Whether it is as it should be.
    pub holds: bool,
    /// What is wrong; missing if nothing is.
    pub fault: Option<String>,
}

impl Row for CheckRow {
    const COLUMNS: &'static [&'static str] = &["experiment", "step", "output", "holds", "fault"];
}
