//! The longest moves that end, as `sowlab relay longest` finds them.

use std::io::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Question, Units, fault};
use crate::analysis::census::work;
use crate::analysis::longest::{Best, LongestMove, Plan};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made,
};
use crate::experiment::manifest::values::Numbers;
use crate::output::write_rows;

/// Finds the longest moves that end.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Longest {
    /// Numbers of pits.
    pub pits: Numbers,
    /// Totals of seeds.
    pub seeds: Numbers,
}

impl Longest {
    /// The name of the job.
    pub const NAME: &'static str = "relay longest";
}

/// How much longer a search takes than a census of the same circuit.
const SLOWER: u64 = 16;

impl Job for Longest {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <LongestMove as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let question = Question::new(&self.pits, &self.seeds)?;
        let Question { least, most, .. } = question;
        let plan = |&pits: &u64| Plan::new(pits, least, most);
        let plans: Vec<Plan> =
            question.pits.iter().map(plan).collect::<Result<_, _>>().map_err(fault)?;
        let searches = question.pits.iter().zip(&plans);
        let units =
            Units::new(searches.map(|(&pits, plan)| (SLOWER * work(pits, most), plan.parts())));
        Ok(Box::new(Searches { question, plans, units }))
    }
}

/// A search for each number of pits.
struct Searches {
    question: Question,
    plans: Vec<Plan>,
    units: Units,
}

impl Searches {
    fn moves(&self, parts: &dyn Parts) -> Result<Vec<LongestMove>, JobError> {
        let mut units = all::<Best>(parts);
        let mut moves = Vec::new();
        for (search, plan) in self.plans.iter().enumerate() {
            let mut best = plan.nothing();
            for part in units.by_ref().take(self.units.count(search) as usize) {
                best.add(&part?);
            }
            moves.extend(self.question.asked(&plan.moves(&best)).cloned());
        }
        Ok(moves)
    }
}

impl Work for Searches {
    fn weights(&self) -> &[u64] {
        &self.units.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let (search, unit) = self.units.place(unit);
        let plan = &self.plans[search];
        let mut best = plan.nothing();
        // Neighbours are alike, and some take long: each unit has some of all.
        let every = self.units.count(search) as usize;
        for part in (unit as usize..plan.parts()).step_by(every) {
            best.add(&plan.part(part, context.observer)?);
        }
        encode(&best)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let Product::Rows(format) = product else {
            return Err(not_made(product));
        };
        Ok(write_rows(*format, &self.moves(parts)?, out)?)
    }
}
