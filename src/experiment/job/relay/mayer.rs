//! The states that pass the Mayer test, counted by formula as `sowlab relay mayer` counts them.

use std::io::Write;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::mayer::{MayerCount, MayerError, check, count};
use crate::experiment::job::mirall::{check_length, numbers_of_pits};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made, write_each,
};
use crate::experiment::manifest::values::Numbers;

/// Counts the states that pass the Mayer test.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mayer {
    /// Numbers of pits.
    pub pits: Numbers,
    /// Totals of seeds.
    pub seeds: Numbers,
}

impl Mayer {
    /// The name of the job.
    pub const NAME: &'static str = "relay mayer";
}

impl Job for Mayer {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <MayerCount as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let pits = numbers_of_pits(&self.pits)?;
        check_length("seeds", &self.seeds)?;
        let seeds: Vec<BigUint> = self.seeds.0.iter().collect();
        for &pits in &pits {
            check(pits, &seeds).map_err(|error| JobError::refused("seeds", error))?;
        }
        let weights = pits.iter().map(|&pits| pits.min(1 << 20)).collect();
        Ok(Box::new(Counts { pits, seeds, weights }))
    }
}

/// The counts for each number of pits.
struct Counts {
    pits: Vec<u64>,
    seeds: Vec<BigUint>,
    weights: Vec<u64>,
}

impl Counts {
    fn rows<'a>(
        &'a self,
        parts: &'a dyn Parts,
    ) -> impl Iterator<Item = Result<MayerCount, JobError>> + 'a {
        self.pits.iter().zip(all::<Vec<BigUint>>(parts)).flat_map(|(&pits, counts)| {
            let (counts, fault) = match counts {
                Ok(counts) => (counts, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            let row = move |(seeds, mayer_states): (&BigUint, BigUint)| {
                Ok(MayerCount::new(pits, seeds.clone(), mayer_states))
            };
            fault.into_iter().chain(self.seeds.iter().zip(counts).map(row))
        })
    }
}

impl Work for Counts {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let pits = self.pits[unit as usize];
        let counts = count(pits, &self.seeds, context.memory, context.observer);
        let counts = counts.map_err(|error| match error {
            MayerError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
        })?;
        let states: Vec<BigUint> = counts.into_iter().map(|count| count.mayer_states).collect();
        encode(&states)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match product {
            Product::Rows(format) => write_each(*format, self.rows(parts), out),
            other => Err(not_made(other)),
        }
    }
}
