//! The sequences of moves from a position, as `sowlab omweso perft` counts them.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Opening, beginning, or_default};
use crate::analysis::omweso::{FastPlies, OmwesoPlies, Packed};
use crate::experiment::job::perft::Question;
use crate::experiment::job::{Asked, Form, Job, JobError, Work};
use crate::experiment::manifest::values::Number;

/// Counts the sequences of moves from a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Perft {
    /// The board from the view of the first player: four rows from the top with `/` between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// An opening instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// The largest number of moves.
    pub depth: Number,
    /// Whether the different positions are counted too.
    #[serde(default)]
    pub distinct: bool,
    /// Whether each first move is counted on its own.
    #[serde(default)]
    pub divide: bool,
    /// Whether captures at both ends of the board do not win.
    #[serde(default)]
    pub no_emitwe_ebiri: bool,
}

impl Perft {
    /// The name of the job.
    pub const NAME: &'static str = "omweso perft";

    fn question(&self) -> Question {
        Question { depth: self.depth.0, distinct: self.distinct, divide: self.divide }
    }
}

impl Job for Perft {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        let opening = or_default(self.position.as_deref(), self.opening);
        serde_json::to_value(Self { opening, ..self.clone() }).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        self.question().columns::<FastPlies>()
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
        let position = beginning(self.position.as_deref(), self.opening)?;
        let what = format!("Omweso from {position}");
        let emitwe_ebiri = !self.no_emitwe_ebiri;
        if let Some((game, start)) = FastPlies::new(&position, emitwe_ebiri) {
            return question.work(game, &start, what, asked);
        }
        let game = OmwesoPlies::<BigUint>::new(emitwe_ebiri);
        question.work(game, &Packed::from(&position), what, asked)
    }
}
