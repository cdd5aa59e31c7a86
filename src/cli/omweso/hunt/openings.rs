//! `sowlab omweso hunt --opening`.

use std::path::Path;

use anyhow::{bail, ensure};
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::experiment::job::Job;
use sowlab::experiment::job::omweso::hunt::OpeningsHunt;
use sowlab::experiment::manifest::values::Number;
use sowlab::games::omweso::{OpeningError, Position};
use sowlab::notation::show_natural;

use super::Common;
use super::show::show;
use crate::cli::global::Global;
use crate::cli::omweso::board::list;

/// Openings by name or from a file.
#[derive(Debug, Args)]
pub struct Openings {
    /// Look at an opening: traditional (4 seeds in each outer pit), even (2 in every pit), or each one
    /// of a file (- for standard input), a position a line, four rows with / between them; empty lines
    /// and lines that begin with # are left out
    #[arg(long, value_name = "OPENING", group = "where")]
    opening: Option<String>,
}

impl Openings {
    pub fn asked(&self) -> bool {
        self.opening.is_some()
    }

    /// What is asked, as a job.
    pub fn job(&self, common: &Common) -> anyhow::Result<Box<dyn Job>> {
        let opening = self.opening.clone().unwrap_or_default();
        ensure!(opening != "-", "--opening -: --shard reads openings from a file, not from a pipe");
        Ok(Box::new(OpeningsHunt {
            opening,
            columns: common.columns.map(|columns| Number(columns as u64)),
            counts: common.counts,
            limit: common.limit.map(Number),
            least_captures: common.least_captures(),
            choices: common.choices.into(),
            leg_limit: common.leg_limit.map(Number),
            no_period: common.no_period,
        }))
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let openings = match self.opening.as_deref().unwrap_or_default() {
            "traditional" => vec![Position::traditional(common.columns())?],
            "even" => vec![Position::even(common.columns())?],
            file => read(file, common.columns)?,
        };
        let count = openings.len() as u64;
        show(common, global, count, |index| openings[index as usize].clone(), false)
    }
}

/// Reads every opening of a file.
fn read(name: &str, columns: Option<usize>) -> anyhow::Result<Vec<Position<u64>>> {
    if name != "-" && !Path::new(name).exists() {
        bail!(
            "--opening: there is no file `{name}`; accepted are traditional, even, or the name of a file with a position a line"
        );
    }
    list("--opening", name, |position| {
        if let Err(OpeningError { own, opponent, columns }) = position.check_opening() {
            // In few digits, however many seeds there are.
            bail!(
                "the opponent has {} seeds and the mover {}; in an opening on {columns} columns each has {}",
                show_natural(&opponent),
                show_natural(&own),
                4 * columns
            );
        }
        let wide = position.columns();
        ensure!(
            columns.is_none_or(|columns| columns == wide),
            "the board has {wide} columns, and --columns is another number"
        );
        let side = |pits: &[BigUint]| pits.iter().filter_map(BigUint::to_u64).collect();
        // No pit of an opening holds more than 128 seeds.
        Ok(Position::new(side(position.own()), side(position.opponent()))?)
    })
}
