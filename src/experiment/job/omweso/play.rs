//! A whole game from its moves, as `sowlab omweso play` replays it.

use std::io::Write;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Opening, beginning, or_default};
use crate::analysis::omweso::{ReplayError, replay};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, decode, encode, not_made,
};
use crate::games::omweso::{Position, Victories};
use crate::observer::{Observer, Unreported};
use crate::output::{PlayRow, write_rows};

/// Replays a whole game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Play {
    /// The board from the view of the first player: four rows from the top with `/` between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// An opening instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// The moves, separated by spaces or commas.
    pub moves: String,
    /// Whether captures in two separate moves before the opponent's first win too.
    #[serde(default)]
    pub akakyala: bool,
    /// Whether captures at both ends of the board do not win.
    #[serde(default)]
    pub no_emitwe_ebiri: bool,
}

impl Play {
    /// The name of the job.
    pub const NAME: &'static str = "omweso play";
}

impl Job for Play {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        let opening = or_default(self.position.as_deref(), self.opening);
        serde_json::to_value(Self { opening, ..self.clone() }).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        <PlayRow as crate::output::Row>::COLUMNS
    }

    fn forms(&self) -> &'static [Form] {
        &[Form::Rows]
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let start = beginning(self.position.as_deref(), self.opening)?;
        let victories = Victories { emitwe_ebiri: !self.no_emitwe_ebiri, akakyala: self.akakyala };
        let game = Replay { start, victories, moves: self.moves.clone() };
        // Whether the moves can be made is known when they are made; that takes no time worth saving.
        game.rows(&Unreported(asked.observer))?;
        Ok(Box::new(game))
    }
}

/// One game.
struct Replay {
    start: Position<BigUint>,
    victories: Victories,
    moves: String,
}

impl Replay {
    fn rows(&self, observer: &dyn Observer) -> Result<Vec<PlayRow>, JobError> {
        let replayed = replay(&self.start, self.victories, &self.moves, observer);
        let replayed = replayed.map_err(|error| match error {
            ReplayError::Cancelled(cancelled) => cancelled.into(),
            error @ ReplayError::Move { .. } => JobError::refused("moves", error),
        })?;
        Ok(replayed.iter().map(PlayRow::from).collect())
    }
}

impl Work for Replay {
    fn weights(&self) -> &[u64] {
        &[1]
    }

    fn compute(&self, _: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        encode(&self.rows(&Unreported(context.observer))?)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let Product::Rows(format) = *product else {
            return Err(not_made(product));
        };
        let rows: Vec<PlayRow> = decode(&parts.get(0)?)?;
        Ok(write_rows(format, &rows, out)?)
    }
}
