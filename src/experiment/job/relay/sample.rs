//! Random states and how many of their moves never end, as `sowlab relay sample` tells it.

use std::io::Write;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::sample::{
    MOST, SampleError, SampleRow, Sampling, Tally, check_sampling, tally,
};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made, write_each,
};
use crate::experiment::manifest::values::{Number, Numbers};
use crate::notation::show_natural;
use crate::output::chart::{list_title, sample_chart};

/// Decides the moves from random states of every pair of numbers of pits and seeds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sample {
    /// Numbers of pits.
    pub pits: Numbers,
    /// Numbers of seeds in all.
    pub seeds: Numbers,
    /// Samples for each pair.
    #[serde(default = "samples")]
    pub samples: Number,
    /// What the random states are derived from.
    #[serde(default = "seed")]
    pub seed: Number,
    /// Laps after which a move is left undecided.
    #[serde(default = "lap_limit")]
    pub lap_limit: Number,
}

fn samples() -> Number {
    Number(Sampling::default().samples)
}

fn seed() -> Number {
    Number(Sampling::default().seed)
}

fn lap_limit() -> Number {
    Number(Sampling::default().lap_limit)
}

/// The most pairs of pits and seeds.
const PAIRS: u64 = 1 << 20;
/// About what a unit is to take, in nanoseconds.
const UNIT: u64 = 100_000_000;
/// The most units of a pair, however many its samples are.
const UNITS: u64 = 1 << 12;

impl Sample {
    /// The name of the job.
    pub const NAME: &'static str = "relay sample";

    fn sampling(&self) -> Sampling {
        Sampling { samples: self.samples.0, seed: self.seed.0, lap_limit: self.lap_limit.0 }
    }
}

impl Job for Sample {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <SampleRow as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn charts(&self) -> &'static [&'static str] {
        &["share"]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let pairs = self.pits.0.count() * self.seeds.0.count();
        if pairs > PAIRS.into() {
            let pairs = show_natural(&pairs);
            return Err(JobError::refused(
                "seeds",
                format!("{pairs} pairs of pits and seeds are too many; up to 2^20 are accepted"),
            ));
        }
        if self.lap_limit.0 == 0 {
            return Err(JobError::refused(
                "lap-limit",
                "lap-limit 0 decides nothing; at least 1 lap is accepted",
            ));
        }
        let pits = numbers("pits", &self.pits)?;
        let seeds = numbers("seeds", &self.seeds)?;
        check_sampling(&pits, &seeds, self.samples.0).map_err(|error| {
            let key = match error {
                SampleError::ZeroPits | SampleError::ManyPits { .. } => "pits",
                SampleError::ZeroSamples | SampleError::ManySamples { .. } => "samples",
                _ => "seeds",
            };
            JobError::refused(key, error)
        })?;
        Ok(Box::new(Cut::new(self.clone(), &pits, &seeds)))
    }
}

/// The numbers of a list, none of them too large to be sampled.
fn numbers(key: &'static str, list: &Numbers) -> Result<Vec<u64>, JobError> {
    let number = |number: BigUint| {
        number.to_u64().filter(|&number| number <= MOST).ok_or_else(|| {
            let shown = show_natural(&number);
            let message = format!("{key} {shown} is too large; numbers up to 2^62 are accepted");
            JobError::refused(key, message)
        })
    };
    list.0.iter().map(number).collect()
}

/// Some of the samples of a pair.
struct Batch {
    pair: usize,
    indices: Range<u64>,
}

/// The samples of every pair, in batches, those of one pair after the other.
struct Cut {
    job: Sample,
    /// Pits and seeds.
    pairs: Vec<(u64, u64)>,
    batches: Vec<Batch>,
    weights: Vec<u64>,
}

impl Cut {
    fn new(job: Sample, pits: &[u64], seeds: &[u64]) -> Self {
        let pairs: Vec<(u64, u64)> =
            pits.iter().flat_map(|&pits| seeds.iter().map(move |&seeds| (pits, seeds))).collect();
        let samples = job.samples.0;
        let (mut batches, mut weights) = (Vec::new(), Vec::new());
        for (pair, &(pits, seeds)) in pairs.iter().enumerate() {
            let cost = cost(pits, seeds, job.lap_limit.0);
            let size = (UNIT / cost).max(samples.div_ceil(UNITS)).clamp(1, samples);
            for batch in 0..samples.div_ceil(size) {
                let first = batch * size;
                let end = samples.min(first.saturating_add(size));
                batches.push(Batch { pair, indices: first..end });
                weights.push((end - first).saturating_mul(cost).div_ceil(1000));
            }
        }
        Self { job, pairs, batches, weights }
    }

    /// The rows, pair by pair.
    fn rows<'a>(
        &'a self,
        parts: &'a dyn Parts,
    ) -> impl Iterator<Item = Result<SampleRow, JobError>> + 'a {
        let mut tallies = all::<Tally>(parts);
        self.batches.chunk_by(|a, b| a.pair == b.pair).map(move |batches| {
            let mut sum = Tally::default();
            for tally in tallies.by_ref().take(batches.len()) {
                sum.add(&tally?);
            }
            let (pits, seeds) = self.pairs[batches[0].pair];
            Ok(sum.row(pits, seeds))
        })
    }
}

/// Roughly what a sample takes, in nanoseconds: what is drawn, and the laps of a move that ends.
/// These are in the order of the seeds in a pit.
fn cost(pits: u64, seeds: u64, lap_limit: u64) -> u64 {
    let laps = (seeds / pits).clamp(1, lap_limit);
    1000 + pits.saturating_mul(30) + laps.min(UNIT).saturating_mul(5)
}

impl Work for Cut {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let Batch { pair, indices } = &self.batches[unit as usize];
        let (pits, seeds) = self.pairs[*pair];
        let sampling = self.job.sampling();
        let Context { memory, observer } = *context;
        let tally = tally(pits, seeds, indices.clone(), &sampling, memory, observer);
        encode(&tally.map_err(|error| match error {
            SampleError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
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
            Product::Chart(_, format) => {
                let rows: Vec<SampleRow> = self.rows(parts).collect::<Result<_, _>>()?;
                let (pits, seeds) = (list_title(&self.job.pits.0), list_title(&self.job.seeds.0));
                out.write_all(&sample_chart(&rows, &pits, &seeds, *format)?)?;
                Ok(())
            }
            other => Err(not_made(other)),
        }
    }
}
