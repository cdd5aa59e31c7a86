//! Jobs about Pas de Deux.

mod claims;
mod perft;
mod play;
mod puzzle;

pub use claims::Claims;
pub use perft::Perft;
pub use play::Play;
pub use puzzle::Puzzle;

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Context, JobError, Parts, Product, Work, decode, encode, not_made};
use crate::games::pas_de_deux::FirstMove;
use crate::observer::{Cancelled, Observer, Unreported};
use crate::output::{Row, write_rows};

/// Work that is not cut: rows that a function finds.
struct Rows<F>(F);

impl<F, R> Work for Rows<F>
where
    F: Fn(&dyn Observer) -> Result<Vec<R>, Cancelled> + Send + Sync,
    R: Row + Serialize + DeserializeOwned,
{
    fn weights(&self) -> &[u64] {
        &[1]
    }

    fn compute(&self, _: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        encode(&self.0(&Unreported(context.observer))?)
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
        let rows: Vec<R> = decode(&parts.get(0)?)?;
        Ok(write_rows(format, &rows, out)?)
    }
}

/// Whether the first move of a turn of two captures, where it is not said.
fn yes() -> bool {
    true
}

/// The reading of the first move.
fn first_move(captures: bool) -> FirstMove {
    if captures { FirstMove::Captures } else { FirstMove::CapturesNothing }
}
