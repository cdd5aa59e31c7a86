//! The census of never-ending cycles, as `sowlab relay census` makes it.

use std::collections::BTreeMap;
use std::io::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Question, Units, fault};
use crate::analysis::census::{CensusRow, Cycle, Instructions, Plan, Tallies, work};
use crate::certificate::{Certificate, MakeError};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, decode, encode, not_made,
};
use crate::experiment::manifest::values::Numbers;
use crate::games::relay::State;
use crate::observer::{Observer, Unreported};
use crate::output::chart::{
    CensusChart, CensusPoint, PeriodCount, census_chart, list_title, period_chart,
};
use crate::output::{CatalogueFormat, CatalogueWriter, CycleRow, write_rows};

/// Counts and lists every never-ending cycle of circuits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Census {
    /// Numbers of pits.
    pub pits: Numbers,
    /// Totals of seeds.
    pub seeds: Numbers,
}

/// The chart of periods; the others are drawn from the rows.
const PERIODS: &str = "periods";
const CHARTS: [(&str, CensusChart); 4] = [
    ("states", CensusChart::States),
    ("share", CensusChart::Share),
    ("mayer-share", CensusChart::MayerShare),
    ("longest-period", CensusChart::LongestPeriod),
];

impl Census {
    /// The name of the job.
    pub const NAME: &'static str = "relay census";
}

impl Job for Census {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <CensusRow as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows, Form::Catalogue, Form::RecurrenceCertificates, Form::MayerCertificates]
    }

    fn charts(&self) -> &'static [&'static str] {
        &[CHARTS[0].0, CHARTS[1].0, CHARTS[2].0, CHARTS[3].0, PERIODS]
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let question = Question::new(&self.pits, &self.seeds)?;
        let keep = Keep::of(asked.products);
        let plan = |&pits: &u64| {
            let Question { least, most, .. } = question;
            let with = Instructions::best();
            Plan::new(pits, least, most, keep.any(), with, &Unreported(asked.observer))
        };
        let plans: Vec<Plan> =
            question.pits.iter().map(plan).collect::<Result<_, _>>().map_err(fault)?;
        let searches = question.pits.iter().zip(&plans);
        let units =
            Units::new(searches.map(|(&pits, plan)| (work(pits, question.most), plan.parts())));
        Ok(Box::new(Searches { job: self.clone(), question, keep, plans, units }))
    }
}

/// What of the cycles is kept: what some product is made of.
#[derive(Clone, Copy, Debug)]
struct Keep {
    cycles: bool,
    periods: bool,
    recurrences: bool,
}

impl Keep {
    fn of(products: &[Product]) -> Self {
        let some = |of: fn(&Product) -> bool| products.iter().any(of);
        Self {
            cycles: some(|product| {
                matches!(
                    product,
                    Product::Catalogue(_) | Product::Certificates(Form::MayerCertificates)
                )
            }),
            periods: some(|product| matches!(product, Product::Chart(PERIODS, _))),
            recurrences: some(|product| {
                matches!(product, Product::Certificates(Form::RecurrenceCertificates))
            }),
        }
    }

    fn any(self) -> bool {
        self.cycles || self.periods || self.recurrences
    }
}

/// What is kept of a unit; of the cycles, those with totals that were asked for.
#[derive(Debug, Serialize, Deserialize)]
struct Found {
    tallies: Tallies,
    /// How many cycles have each reduced period.
    periods: BTreeMap<u64, u64>,
    cycles: Vec<Cycle>,
    /// A certificate of each cycle by recurrence, as JSON.
    recurrences: Vec<String>,
}

/// A search for each number of pits.
struct Searches {
    job: Census,
    question: Question,
    keep: Keep,
    plans: Vec<Plan>,
    units: Units,
}

impl Searches {
    /// Keeps what is wanted of a cycle.
    fn take(
        &self,
        cycle: Cycle,
        found: &mut Found,
        observer: &dyn Observer,
    ) -> Result<(), JobError> {
        if !self.question.seeds.contains(&cycle.seeds().into()) {
            return Ok(());
        }
        if self.keep.periods {
            *found.periods.entry(cycle.reduced_period).or_default() += 1;
        }
        if self.keep.recurrences {
            let played = Certificate::by_playing(&start(&cycle)?, u64::MAX, &Unreported(observer));
            found.recurrences.push(played.map_err(not_certified)?.to_string());
        }
        if self.keep.cycles {
            found.cycles.push(cycle);
        }
        Ok(())
    }

    /// The numbers of pits with what was found for each, unit by unit.
    fn each(
        &self,
        parts: &dyn Parts,
        mut take: impl FnMut(usize, Found) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        for (search, units) in self.units.ranges.iter().enumerate() {
            for unit in units.clone() {
                take(search, decode(&parts.get(unit)?)?)?;
            }
        }
        Ok(())
    }

    fn rows(&self, parts: &dyn Parts) -> Result<Vec<CensusRow>, JobError> {
        let mut sums: Vec<Tallies> = self.plans.iter().map(|plan| plan.nothing().tallies).collect();
        self.each(parts, |search, found| {
            sums[search].add(&found.tallies);
            Ok(())
        })?;
        let mut rows = Vec::new();
        for (plan, sum) in self.plans.iter().zip(&sums) {
            rows.extend(self.question.asked(&plan.rows(sum)).cloned());
        }
        Ok(rows)
    }

    fn periods(&self, parts: &dyn Parts) -> Result<Vec<PeriodCount>, JobError> {
        let mut periods = BTreeMap::<(u64, u64), u64>::new();
        self.each(parts, |search, found| {
            for (reduced_period, cycles) in found.periods {
                *periods.entry((self.question.pits[search], reduced_period)).or_default() += cycles;
            }
            Ok(())
        })?;
        let count = |((pits, reduced_period), cycles)| PeriodCount { pits, reduced_period, cycles };
        Ok(periods.into_iter().map(count).collect())
    }

    /// Writes every cycle, of which only those of a unit are in memory.
    fn catalogue(
        &self,
        format: CatalogueFormat,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let mut writer = CatalogueWriter::new(format, out)?;
        self.each(parts, |_, found| {
            Ok(found.cycles.iter().try_for_each(|cycle| writer.push(&CycleRow::from(cycle)))?)
        })?;
        writer.finish()?;
        Ok(())
    }

    fn certificates(
        &self,
        form: Form,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        self.each(parts, |_, found| {
            if form == Form::RecurrenceCertificates {
                return Ok(found
                    .recurrences
                    .iter()
                    .try_for_each(|line| writeln!(out, "{line}"))?);
            }
            for cycle in found.cycles.iter().filter(|cycle| cycle.passes_mayer_test()) {
                let certificate = Certificate::by_mayer(&start(cycle)?).map_err(not_certified)?;
                writeln!(out, "{certificate}")?;
            }
            Ok(())
        })
    }
}

/// The state of a cycle with its largest hand still to sow, from pit 0.
fn start(cycle: &Cycle) -> Result<State<num_bigint::BigUint>, JobError> {
    let pits = cycle.position.iter().map(|&seeds| seeds.into()).collect();
    State::start(pits, 0).map_err(|error| JobError::Damaged(error.to_string()))
}

fn not_certified(error: MakeError) -> JobError {
    match error {
        MakeError::Cancelled(cancelled) => cancelled.into(),
        error => JobError::Failed(error.to_string()),
    }
}

impl Work for Searches {
    fn weights(&self) -> &[u64] {
        &self.units.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let (search, unit) = self.units.place(unit);
        let plan = &self.plans[search];
        let mut found = Found {
            tallies: plan.nothing().tallies,
            periods: BTreeMap::new(),
            cycles: Vec::new(),
            recurrences: Vec::new(),
        };
        for part in self.units.run(search, unit, plan.parts()) {
            let part = plan.part(part, context.observer)?;
            found.tallies.add(&part.tallies);
            for cycle in part.cycles {
                self.take(cycle, &mut found, context.observer)?;
            }
        }
        encode(&found)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match product {
            Product::Rows(format) => write_rows(*format, &self.rows(parts)?, out)?,
            Product::Catalogue(format) => self.catalogue(*format, parts, out)?,
            Product::Certificates(form) => self.certificates(*form, parts, out)?,
            Product::Chart(kind, format) => {
                let (pits, seeds) = (list_title(&self.job.pits.0), list_title(&self.job.seeds.0));
                let drawn = match CHARTS.iter().find(|(name, _)| name == kind) {
                    Some((_, kind)) => {
                        let rows = self.rows(parts)?;
                        let points: Vec<CensusPoint> = rows.iter().map(Into::into).collect();
                        census_chart(*kind, &points, &pits, &seeds, *format)
                    }
                    None => period_chart(&self.periods(parts)?, &pits, &seeds, *format),
                };
                out.write_all(&drawn?)?;
            }
            other => return Err(not_made(other)),
        }
        Ok(())
    }
}
