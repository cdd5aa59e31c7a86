//! A whole game from its turns, as `sowlab pas-de-deux play` replays it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{first_move, yes};
use crate::experiment::job::two_rows::{Replay, beginning, or_usual};
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;
use crate::games::oware::Repetition;
use crate::games::pas_de_deux::USUAL;
use crate::output::{GameRow, Row};

/// Replays a whole game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Play {
    /// The position: pits, South's first, both stores and the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Pits of a row, without a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pits: Option<Number>,
    /// Seeds that each pit begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Number>,
    /// The turns as they are written.
    pub moves: String,
    /// Whether the first move of a turn of two captures.
    #[serde(default = "yes")]
    pub first_move_captures: bool,
    /// What is done when a position comes back.
    #[serde(default)]
    pub repetition: Repetition,
}

impl Play {
    /// The name of the job.
    pub const NAME: &'static str = "pas-de-deux play";
}

impl Job for Play {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        let [pits, seeds] = or_usual(self.position.as_deref(), self.pits, self.seeds, USUAL);
        serde_json::to_value(Self { pits, seeds, ..self.clone() }).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        GameRow::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, _: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let start = beginning(self.position.as_deref(), self.pits, self.seeds, USUAL)?;
        let Self { repetition, .. } = *self;
        let rules = first_move(self.first_move_captures);
        Replay { rules, start, repetition, moves: self.moves.clone() }.work()
    }
}
