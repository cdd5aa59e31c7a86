//! The boards of an endgame table counted by their values, as `sowlab oware endgame stats` counts them.
//!
//! Each level rests on those below it, so a table is one unit. The table itself is not kept.

use std::io::Write;

use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::endgame::{
    EndgameError, Endless, LevelStats, Rules, Table, build, memory, stats,
};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, decode, encode, not_made,
};
use crate::experiment::manifest::values::Number;
use crate::games::oware::GrandSlam;
use crate::observer::Unreported;
use crate::output::chart::{EndgameChart, endgame_chart};
use crate::output::{LevelRow, Row, ValueRow, write_rows};

/// Builds a table of boards and counts them by their values.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Endgame {
    /// The most seeds on a board.
    pub seeds: Number,
    /// What endless play is worth.
    pub repetition: Endless,
    /// Pits of a row.
    #[serde(default = "usual_pits")]
    pub pits: Number,
    /// How a grand slam is read.
    #[serde(default)]
    pub grand_slam: GrandSlam,
    /// Whether the rows count the boards of each value, instead of those won, drawn and lost.
    #[serde(default)]
    pub values: bool,
}

/// Pits of a row of the usual board.
fn usual_pits() -> Number {
    Number(6)
}

impl Endgame {
    /// The name of the job.
    pub const NAME: &'static str = "oware endgame";

    fn rules(&self) -> Rules {
        // What is no machine integer is no width either.
        let width = self.pits.0.to_usize().unwrap_or(usize::MAX);
        Rules { width, grand_slam: self.grand_slam, repetition: self.repetition }
    }

    fn most(&self) -> usize {
        self.seeds.0.to_usize().unwrap_or(usize::MAX)
    }
}

impl Job for Endgame {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        if self.values { ValueRow::COLUMNS } else { LevelRow::COLUMNS }
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn charts(&self) -> &'static [&'static str] {
        &["shares", "values"]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let refused = |error: EndgameError| {
            let key = if matches!(error, EndgameError::Width { .. }) { "pits" } else { "seeds" };
            JobError::refused(key, error)
        };
        // About ten nanoseconds for each byte.
        let weight = memory(self.rules(), self.most()).map_err(refused)?.max(1);
        Ok(Box::new(Counted { job: self.clone(), weights: [weight] }))
    }
}

/// One table.
struct Counted {
    job: Endgame,
    weights: [u64; 1],
}

impl Work for Counted {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, _: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let failed = |error: EndgameError| match error {
            EndgameError::Cancelled(cancelled) => cancelled.into(),
            error => JobError::Failed(error.to_string()),
        };
        let mut table = Table::new(self.job.rules(), self.job.most()).map_err(failed)?;
        build(&mut table, context.memory, &Unreported(context.observer), |_, _| {
            Ok::<(), EndgameError>(())
        })
        .map_err(failed)?;
        encode(&stats(&table))
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let levels: Vec<LevelStats> = decode(&parts.get(0)?)?;
        match *product {
            Product::Rows(format) if self.job.values => {
                write_rows(format, levels.iter().flat_map(ValueRow::of), out)?;
            }
            Product::Rows(format) => write_rows(format, levels.iter().map(LevelRow::from), out)?,
            Product::Chart(kind, format) => {
                let kind = match kind {
                    "values" => EndgameChart::Values,
                    _ => EndgameChart::Shares,
                };
                out.write_all(&endgame_chart(kind, self.job.rules(), &levels, format)?)?;
            }
            _ => return Err(not_made(product)),
        }
        Ok(())
    }
}
