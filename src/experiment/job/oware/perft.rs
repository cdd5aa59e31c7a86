//! The sequences of moves from a position, as `sowlab oware perft` counts them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::two_row::{Oware, Packed};
use crate::experiment::job::perft::Question;
use crate::experiment::job::two_rows::{beginning, or_usual};
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;
use crate::games::oware::{GrandSlam, USUAL};

/// Counts the sequences of moves from a position.
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
    /// The largest number of moves.
    pub depth: Number,
    /// Whether the different positions are counted too.
    #[serde(default)]
    pub distinct: bool,
    /// Whether each first move is counted on its own.
    #[serde(default)]
    pub divide: bool,
    /// How a grand slam is read.
    #[serde(default)]
    pub grand_slam: GrandSlam,
}

impl Perft {
    /// The name of the job.
    pub const NAME: &'static str = "oware perft";

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
        self.question().columns::<Oware>()
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
        let game = Oware::new(position.width(), position.total() as u8, self.grand_slam);
        let what = format!("Oware from {position}");
        question.work(game, &Packed::from(&position), what, asked)
    }
}
