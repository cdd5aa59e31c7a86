//! The sequences of turns from a position, as `sowlab pas-de-deux perft` counts them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{first_move, yes};
use crate::analysis::two_row::{Packed, PasDeDeux};
use crate::experiment::job::perft::Question;
use crate::experiment::job::two_rows::{beginning, or_usual};
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;
use crate::games::pas_de_deux::USUAL;

/// Counts the sequences of turns from a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Perft {
    /// The position: pits, South's first, both stores and the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Pits of a row, without a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pits: Option<Number>,
    /// Seeds that each pit begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Number>,
    /// The largest number of turns.
    pub depth: Number,
    /// Whether the different positions are counted too.
    #[serde(default)]
    pub distinct: bool,
    /// Whether each first turn is counted on its own.
    #[serde(default)]
    pub divide: bool,
    /// Whether the first move of a turn of two captures.
    #[serde(default = "yes")]
    pub first_move_captures: bool,
}

impl Perft {
    /// The name of the job.
    pub const NAME: &'static str = "pas-de-deux perft";

    fn question(&self) -> Question {
        Question { depth: self.depth.0, distinct: self.distinct, divide: self.divide }
    }
}

impl Job for Perft {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        let [pits, seeds] = or_usual(self.position.as_deref(), self.pits, self.seeds, USUAL);
        serde_json::to_value(Self { pits, seeds, ..self.clone() }).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        self.question().columns::<PasDeDeux>()
    }

    fn charts(&self) -> &'static [&'static str] {
        self.question().charts()
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let question = self.question();
        question.check()?;
        let position = beginning(self.position.as_deref(), self.pits, self.seeds, USUAL)?;
        let reading = first_move(self.first_move_captures);
        let game = PasDeDeux::new(position.width(), position.total() as u8, reading);
        let what = format!("Pas de Deux from {position}");
        question.work(game, &Packed::from(&position), what, asked)
    }
}
