//! The periods of the digits of numbers, as `sowlab relay digits` finds them.

use std::io::Write;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::relay::{DigitsError, digits_periods};
use crate::experiment::job::mirall::check_length;
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made, write_each,
};
use crate::experiment::manifest::values::{Number, Numbers};
use crate::output::DigitsRow;

/// Sows the digits of numbers until they recur.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Digits {
    /// Numbers, each at least 1.
    pub numbers: Numbers,
    /// The laps after which a number is given up; its period is missing then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lap_limit: Option<Number>,
}

impl Digits {
    /// The name of the job.
    pub const NAME: &'static str = "relay digits";
}

/// The most a unit weighs, but for one of a single number.
const WEIGHT: u64 = 1000;

/// About how much a number takes: periods grow with it, about as fast from eight digits on.
fn weight(number: &BigUint) -> u64 {
    1 << (number.bits() / 2).saturating_sub(13).min(20)
}

impl Job for Digits {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <DigitsRow as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        check_length("numbers", &self.numbers)?;
        if self.lap_limit == Some(Number(0)) {
            return Err(JobError::refused(
                "lap-limit",
                "lap-limit 0 decides nothing; at least 1 is accepted",
            ));
        }
        let numbers: Vec<BigUint> = self.numbers.0.iter().collect();
        if numbers.iter().any(Zero::is_zero) {
            let message = "the number 0 has no digit to sow; numbers from 1 on are accepted";
            return Err(JobError::refused("numbers", message));
        }
        Ok(Box::new(Periods::new(numbers, self.lap_limit.map_or(u64::MAX, |limit| limit.0))))
    }
}

/// The periods of numbers, some at a time.
struct Periods {
    numbers: Vec<BigUint>,
    limit: u64,
    units: Vec<Range<usize>>,
    weights: Vec<u64>,
}

impl Periods {
    fn new(numbers: Vec<BigUint>, limit: u64) -> Self {
        let mut units: Vec<Range<usize>> = Vec::new();
        let mut weights: Vec<u64> = Vec::new();
        for (index, number) in numbers.iter().enumerate() {
            let weight = weight(number);
            match (units.last_mut(), weights.last_mut()) {
                (Some(unit), Some(sum)) if *sum + weight <= WEIGHT => {
                    unit.end = index + 1;
                    *sum += weight;
                }
                _ => {
                    units.push(index..index + 1);
                    weights.push(weight);
                }
            }
        }
        Self { numbers, limit, units, weights }
    }

    fn rows<'a>(
        &'a self,
        parts: &'a dyn Parts,
    ) -> impl Iterator<Item = Result<DigitsRow, JobError>> + 'a {
        self.units.iter().zip(all::<Vec<Option<u128>>>(parts)).flat_map(|(unit, periods)| {
            let (periods, fault) = match periods {
                Ok(periods) => (periods, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            let row = |(n, period): (&BigUint, _)| Ok(DigitsRow { n: n.clone(), period });
            fault.into_iter().chain(self.numbers[unit.clone()].iter().zip(periods).map(row))
        })
    }
}

impl Work for Periods {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let numbers = &self.numbers[self.units[unit as usize].clone()];
        let periods = digits_periods(numbers, self.limit, context.observer);
        encode(&periods.map_err(|error| match error {
            DigitsError::Cancelled(cancelled) => cancelled.into(),
            error @ DigitsError::Zero => JobError::Failed(error.to_string()),
        })?)
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
