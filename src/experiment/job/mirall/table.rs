//! The table of moves, as `sowlab mirall table` makes it.

use std::io::Write;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{check_length, numbers_of_pits};
use crate::analysis::mirall::{Method, MirallError, MoveTable, check_table, table};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made,
};
use crate::experiment::manifest::values::Numbers;
use crate::output::chart::{MirallChart, list_title, mirall_chart};
use crate::output::{BFile, write_grid, write_rows};

/// Counts the moves for every pair of numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Table {
    /// Numbers of pits.
    pub pits: Numbers,
    /// Numbers of seeds in each pit.
    pub seeds: Numbers,
    /// How the moves are counted.
    #[serde(default)]
    pub method: Method,
}

/// The kinds of charts by their names.
const CHARTS: [(&str, MirallChart); 3] = [
    ("heat-map", MirallChart::HeatMap),
    ("against-seeds", MirallChart::AgainstSeeds),
    ("against-pits", MirallChart::AgainstPits),
];

/// Lines that are cut into units one by one; of more, some make a unit together.
const LINES: usize = 1 << 12;
/// Cells of a line that make a unit, where each is counted by itself.
const CELLS: usize = 16;
/// Seeds in all from which each cell is counted by itself.
const MANY_SEEDS: u64 = 1 << 32;

impl Table {
    /// The name of the job.
    pub const NAME: &'static str = "mirall table";
}

impl Job for Table {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <crate::analysis::mirall::MoveCount as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows, Form::Grid, Form::BFile]
    }

    fn charts(&self) -> &'static [&'static str] {
        &[CHARTS[0].0, CHARTS[1].0, CHARTS[2].0]
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let pits = numbers_of_pits(&self.pits)?;
        check_length("seeds", &self.seeds)?;
        let seeds: Vec<BigUint> = self.seeds.0.iter().collect();
        check_table(&pits, &seeds, self.method).map_err(|error| {
            let key = match error {
                MirallError::ZeroPits => "pits",
                MirallError::ZeroSeeds => "seeds",
                _ if self.method != Method::Auto => "method",
                _ => "seeds",
            };
            JobError::refused(key, error)
        })?;
        if asked.products.contains(&Product::BFile) {
            BFile::new(&pits, &seeds).map_err(|error| JobError::refused("", error))?;
        }
        Ok(Box::new(Cells::new(self.clone(), pits, seeds)))
    }
}

/// A rectangle of cells: lines, and the columns in the order of their seeds.
#[derive(Clone, Debug)]
struct Rectangle {
    lines: Range<usize>,
    columns: Vec<usize>,
}

/// The cells of a table, rectangle by rectangle.
struct Cells {
    job: Table,
    pits: Vec<u64>,
    seeds: Vec<BigUint>,
    rectangles: Vec<Rectangle>,
    weights: Vec<u64>,
}

impl Cells {
    fn new(job: Table, pits: Vec<u64>, seeds: Vec<BigUint>) -> Self {
        let mut rectangles = Vec::new();
        let mut weights = Vec::new();
        let together = pits.len().div_ceil(LINES).max(1);
        for first in (0..pits.len()).step_by(together) {
            let lines = first..pits.len().min(first + together);
            let most_pits = pits[lines.clone()].iter().copied().max().unwrap_or(1);
            let few = |column: &usize| &seeds[*column] * most_pits < MANY_SEEDS.into();
            // Cells with few seeds are best counted by one sieve, all of a line.
            let (few, many): (Vec<usize>, Vec<usize>) = (0..seeds.len()).partition(few);
            let chunks = many.chunks(CELLS).map(<[usize]>::to_vec);
            for columns in std::iter::once(few).filter(|few| !few.is_empty()).chain(chunks) {
                weights.push(weight(most_pits, columns.iter().map(|&column| &seeds[column])));
                rectangles.push(Rectangle { lines: lines.clone(), columns });
            }
        }
        Self { job, pits, seeds, rectangles, weights }
    }

    /// The whole table.
    fn table(&self, parts: &dyn Parts) -> Result<MoveTable, JobError> {
        let width = self.seeds.len();
        let mut moves = vec![BigUint::ZERO; self.pits.len() * width];
        for (rectangle, part) in self.rectangles.iter().zip(all::<Vec<BigUint>>(parts)) {
            let places = rectangle
                .lines
                .clone()
                .flat_map(|line| rectangle.columns.iter().map(move |column| line * width + column));
            for (place, number) in places.zip(part?) {
                moves[place] = number;
            }
        }
        Ok(MoveTable { pits: self.pits.clone(), seeds: self.seeds.clone(), moves })
    }
}

/// Roughly what some cells of a line take, in parts of a millisecond.
fn weight<'a>(pits: u64, seeds: impl Iterator<Item = &'a BigUint>) -> u64 {
    let pits = pits as f64;
    let most = seeds.map(|seeds| seeds.to_f64().unwrap_or(f64::MAX)).fold(1.0, f64::max);
    // Of many seeds, all but the first few cost about their logarithm.
    let cost = pits * pits.sqrt() * most.min(8.0 * pits + 1000.0 * most.ln());
    1 + (cost / 250.0) as u64
}

impl Work for Cells {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let Rectangle { lines, columns } = &self.rectangles[unit as usize];
        let pits = &self.pits[lines.clone()];
        let seeds: Vec<BigUint> =
            columns.iter().map(|&column| self.seeds[column].clone()).collect();
        let table = table(pits, &seeds, self.job.method, context.memory, context.observer);
        let table = table.map_err(|error| match error {
            MirallError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
        })?;
        encode(&table.moves)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let table = self.table(parts)?;
        match product {
            Product::Rows(format) => write_rows(*format, table.rows(), out)?,
            Product::Grid(format) => write_grid(*format, &table, out)?,
            Product::BFile => {
                let bfile = BFile::new(&self.pits, &self.seeds);
                bfile.map_err(|error| JobError::refused("", error))?.write(&table, out)?;
            }
            Product::Chart(kind, format) => {
                let (_, kind) = CHARTS.iter().find(|(name, _)| name == kind).unwrap_or(&CHARTS[0]);
                let (pits, seeds) = (list_title(&self.job.pits.0), list_title(&self.job.seeds.0));
                out.write_all(&mirall_chart(*kind, &table, &pits, &seeds, *format)?)?;
            }
            other => return Err(not_made(other)),
        }
        Ok(())
    }
}
