//! Hunts through openings by name, or through those of a file.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines::lines;
use super::positions::{Positions, hunting};
use super::{FORMS, Wanted, columns, usual_columns};
use crate::analysis::omweso::Choices;
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::Files;
use crate::experiment::manifest::values::Number;
use crate::games::omweso::{
    LEAST_COLUMNS, MOST_COLUMNS, OpeningError, Position, PositionError, Setup,
};
use crate::notation::{rows, show_natural};

/// Decides every turn of some openings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningsHunt {
    /// `traditional`, `even`, or a file beside the manifest: a position a line, four rows with `/`
    /// between them.
    pub opening: String,
    /// Columns of the board; those of the file, or 8.
    pub columns: Option<Number>,
    /// Whether turns are counted, and not listed.
    #[serde(default)]
    pub counts: bool,
    /// The most turns that are listed.
    pub limit: Option<Number>,
    /// The least captures of a turn that is listed.
    pub least_captures: Option<Number>,
    /// Which choices of direction are followed.
    #[serde(default)]
    pub choices: Choices,
    /// The most legs of a path without a capture or a choice.
    pub leg_limit: Option<Number>,
    /// Whether periods are left out where the Mayer test decides.
    #[serde(default)]
    pub no_period: bool,
}

/// Units of many openings, at most.
const UNITS: u64 = 1 << 12;

impl OpeningsHunt {
    /// The name of the job.
    pub const NAME: &'static str = "omweso hunt openings";

    /// The openings.
    fn openings(&self, files: &Files) -> Result<Vec<Position<u64>>, JobError> {
        let wide = self.columns.map(|asked| columns(asked, LEAST_COLUMNS..=MOST_COLUMNS));
        let wide = wide.transpose()?;
        let usual = |make: fn(usize) -> Result<Position<u64>, PositionError>| {
            let columns = wide.unwrap_or(usual_columns().0 as usize);
            let position = make(columns).map_err(|error| JobError::refused("columns", error))?;
            Ok(vec![position])
        };
        match self.opening.as_str() {
            "traditional" => usual(Position::traditional),
            "even" => usual(Position::even),
            file => lines("opening", file, files, |line| opening(line, wide)),
        }
    }
}

/// The opening that a line holds.
fn opening(line: &str, columns: Option<usize>) -> Result<Position<u64>, JobError> {
    let refused = |message: String| JobError::refused("opening", message);
    let setup = Setup { rows: rows(line).map_err(|error| refused(error.to_string()))? };
    let position = setup.position().map_err(|error| refused(error.to_string()))?;
    if let Err(OpeningError { own, opponent, columns }) = position.check_opening() {
        // In few digits, however many seeds there are.
        return Err(refused(format!(
            "the opponent has {} seeds and the mover {}; in an opening on {columns} columns each has {}",
            show_natural(&opponent),
            show_natural(&own),
            4 * columns
        )));
    }
    let wide = position.columns();
    if columns.is_some_and(|columns| columns != wide) {
        return Err(refused(format!(
            "the board has {wide} columns, and the key columns is another number"
        )));
    }
    let side = |pits: &[BigUint]| pits.iter().filter_map(BigUint::to_u64).collect();
    // No pit of an opening holds more than 128 seeds.
    Position::new(side(position.own()), side(position.opponent()))
        .map_err(|error| refused(error.to_string()))
}

impl Job for OpeningsHunt {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        super::columns_of::<crate::analysis::hunt::HuntCount>(self.counts)
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn inputs(&self) -> Vec<(&'static str, String)> {
        match self.opening.as_str() {
            "traditional" | "even" => Vec::new(),
            file => vec![("opening", file.to_owned())],
        }
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let wanted = Wanted::new(self.counts, self.limit, self.least_captures, asked.products)?;
        let hunting = hunting(wanted, self.choices, self.leg_limit, self.no_period)?;
        let openings = self.openings(asked.files)?;
        let count = openings.len() as u64;
        let positions = Positions {
            count,
            together: count.div_ceil(UNITS).max(1),
            position: Box::new(move |index| openings[index as usize].clone()),
            random: false,
            hunting,
            wanted,
        };
        Ok(positions.cut())
    }
}
