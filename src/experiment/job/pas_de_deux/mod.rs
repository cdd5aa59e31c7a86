//! Jobs about Pas de Deux.

mod claims;
mod puzzle;

pub use claims::Claims;
pub use puzzle::Puzzle;

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Context, JobError, Parts, Product, Work, decode, encode, not_made};
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
