//! The boards of the published puzzle, as `sowlab pas-de-deux puzzle` finds them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Rows;
use crate::analysis::puzzle::{candidates, survey};
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;
use crate::observer::{Observer, Unreported};
use crate::output::{CandidateRow, PuzzleRow, Row};

/// Finds all boards that the printed lines can be played on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Puzzle {
    /// Whether the boards are listed, and what can be forced from each.
    #[serde(default)]
    pub positions: bool,
    /// Boards that may be looked into for each turn of a board that is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Number>,
}

/// The limit where none is given.
const LIMIT: u64 = 50_000;

impl Puzzle {
    /// The name of the job.
    pub const NAME: &'static str = "pas-de-deux puzzle";
}

impl Job for Puzzle {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        let limit = self.limit.or(self.positions.then_some(Number(LIMIT)));
        serde_json::to_value(Self { limit, ..self.clone() }).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        if self.positions { CandidateRow::COLUMNS } else { PuzzleRow::COLUMNS }
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        if !self.positions {
            if self.limit.is_some() {
                return Err(JobError::refused(
                    "limit",
                    "nothing is searched without `positions = true`; accepted with it are numbers of boards",
                ));
            }
            return Ok(Box::new(Rows(|observer: &dyn Observer| {
                Ok(survey(observer)?.iter().map(PuzzleRow::from).collect::<Vec<_>>())
            })));
        }
        let limit = self.limit.map_or(LIMIT, |limit| limit.0);
        if limit == 0 {
            return Err(JobError::refused("limit", "0 is not accepted; accepted are 1 and more"));
        }
        Ok(Box::new(Rows(move |observer: &dyn Observer| {
            let survey = survey(&Unreported(observer))?;
            let candidates = candidates(&survey, limit, observer)?;
            Ok(candidates.iter().map(CandidateRow::from).collect::<Vec<_>>())
        })))
    }
}
