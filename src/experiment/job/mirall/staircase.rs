//! The totals at which the period grows, as `sowlab mirall staircase` lists them.

use std::io::Write;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::numbers_of_pits;
use crate::analysis::mirall::{MirallError, StaircaseStep, staircase};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made, write_each,
};
use crate::experiment::manifest::values::{Natural, Numbers};
use crate::notation::show_natural;
use crate::output::chart::{list_title, mirall_staircase_chart};

/// Lists the totals of seeds at which the period grows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Staircase {
    /// Numbers of pits.
    pub pits: Numbers,
    /// The largest total of seeds.
    pub up_to: Natural,
}

impl Staircase {
    /// The name of the job.
    pub const NAME: &'static str = "mirall staircase";
}

impl Job for Staircase {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <StaircaseStep as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn charts(&self) -> &'static [&'static str] {
        &["staircase"]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let pits = numbers_of_pits(&self.pits)?;
        if self.up_to.0.bits() == 0 {
            return Err(JobError::refused(
                "up-to",
                "up-to 0 leaves nothing to sow; at least 1 is accepted",
            ));
        }
        let weights = pits.clone();
        Ok(Box::new(Stairs { job: self.clone(), pits, weights }))
    }
}

/// A staircase for each number of pits.
struct Stairs {
    job: Staircase,
    pits: Vec<u64>,
    weights: Vec<u64>,
}

/// The jumps of one staircase: totals and periods.
type Jumps = Vec<(BigUint, BigUint)>;

impl Stairs {
    fn steps<'a>(
        &'a self,
        parts: &'a dyn Parts,
    ) -> impl Iterator<Item = Result<StaircaseStep, JobError>> + 'a {
        self.pits.iter().zip(all::<Jumps>(parts)).flat_map(|(&pits, jumps)| {
            let (jumps, fault) = match jumps {
                Ok(jumps) => (jumps, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            let step = move |(total_seeds, period)| Ok(StaircaseStep { pits, total_seeds, period });
            fault.into_iter().chain(jumps.into_iter().map(step))
        })
    }
}

impl Work for Stairs {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let pits = self.pits[unit as usize];
        let steps = staircase(pits, &self.job.up_to.0, context.memory, context.observer);
        let steps = steps.map_err(|error| match error {
            MirallError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
        })?;
        let jumps: Jumps = steps.into_iter().map(|step| (step.total_seeds, step.period)).collect();
        encode(&jumps)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match product {
            Product::Rows(format) => write_each(*format, self.steps(parts), out),
            Product::Chart(_, format) => {
                let steps: Vec<StaircaseStep> = self.steps(parts).collect::<Result<_, _>>()?;
                let up_to = &self.job.up_to.0;
                let (pits, totals) =
                    (list_title(&self.job.pits.0), format!("1..{}", show_natural(up_to)));
                out.write_all(&mirall_staircase_chart(&steps, up_to, &pits, &totals, *format)?)?;
                Ok(())
            }
            other => Err(not_made(other)),
        }
    }
}
