//! Hunts through openings that are drawn at random.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::positions::{ByIndex, Positions, hunting};
use super::{FORMS, Usual, Wanted, columns, usual_columns};
use crate::analysis::hunt::Openings;
use crate::analysis::omweso::Choices;
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;
use crate::games::omweso::{LEAST_COLUMNS, MOST_COLUMNS, Position};

/// Decides every turn of random openings: each player's seeds in any arrangement, all equally likely.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RandomHunt {
    /// How many openings.
    pub random: Number,
    /// The number that they are derived from.
    #[serde(default = "zero")]
    pub seed: Number,
    /// The opening that the opponent's seeds lie as in, if they are not random.
    pub against: Option<Usual>,
    /// Columns of the board.
    #[serde(default = "usual_columns")]
    pub columns: Number,
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

fn zero() -> Number {
    Number(0)
}

/// Openings of a unit, at least: each takes some microseconds.
const TOGETHER: u64 = 1 << 12;
/// Units of many openings, at most.
const UNITS: u64 = 1 << 14;

impl RandomHunt {
    /// The name of the job.
    pub const NAME: &'static str = "omweso hunt random";
}

impl Job for RandomHunt {
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

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let wanted = Wanted::new(self.counts, self.limit, self.least_captures, asked.products)?;
        let hunting = hunting(wanted, self.choices, self.leg_limit, self.no_period)?;
        let columns = columns(self.columns, LEAST_COLUMNS..=MOST_COLUMNS)?;
        let Number(count) = self.random;
        if count == 0 {
            return Err(JobError::refused(
                "random",
                "random 0 shows nothing; at least 1 opening is accepted",
            ));
        }
        let refused = |error: String| JobError::refused("columns", error);
        let seeds = 4 * columns as u64;
        let openings = Openings::new(columns, seeds, seeds, self.seed.0)
            .map_err(|error| refused(error.to_string()))?;
        let opponent = self.against.map(|against| match against {
            Usual::Traditional => Position::traditional(columns),
            Usual::Even => Position::even(columns),
        });
        let opponent = opponent.transpose().map_err(|error| refused(error.to_string()))?;
        let position: ByIndex = match opponent {
            None => Box::new(move |index| openings.get(index)),
            Some(opponent) => Box::new(move |index| openings.get(index).against(&opponent)),
        };
        let together = count.div_ceil(UNITS).max(TOGETHER);
        Ok(Positions { count, together, position, random: true, hunting, wanted }.cut())
    }
}
