//! What the description states, held against counts, as `sowlab pas-de-deux claims` does it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Rows;
use crate::analysis::claims::claims;
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::observer::Observer;
use crate::output::{ClaimRow, Row};

/// Counts first turns and what they lead to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {}

impl Claims {
    /// The name of the job.
    pub const NAME: &'static str = "pas-de-deux claims";
}

impl Job for Claims {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        ClaimRow::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let rows = |observer: &dyn Observer| {
            Ok(claims(observer)?.iter().map(ClaimRow::from).collect::<Vec<_>>())
        };
        Ok(Box::new(Rows(rows)))
    }
}
