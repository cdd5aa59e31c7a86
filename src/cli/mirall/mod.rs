//! `sowlab mirall`: the commands about El Mirall.

mod chart;
mod orbit;
mod staircase;
mod table;
mod trace;

use anyhow::Context;
use clap::Subcommand;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::games::mirall::{Mirall, Row, RowError};
use sowlab::notation::{List, NotationError, natural, position, show_natural};
use sowlab::observer::{Cancelled, Observer};
use sowlab::orbit::{Orbit, classify};
use thiserror::Error;

use super::global::Global;
use super::memory;

#[derive(Debug, Subcommand)]
pub enum Command {
    Table(table::Table),
    Trace(trace::Trace),
    Orbit(orbit::Orbit),
    Staircase(staircase::Staircase),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Table(table) => table.run(global),
            Self::Trace(trace) => trace.run(global),
            Self::Orbit(orbit) => orbit.run(global),
            Self::Staircase(staircase) => staircase.run(global),
        }
    }
}

/// Why a text is no position of El Mirall.
#[derive(Debug, Error)]
enum PositionError {
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Row(#[from] RowError),
}

/// Reads a position with at least one seed.
fn row(text: &str) -> Result<Row<BigUint>, PositionError> {
    Ok(Row::new(position(text)?)?)
}

/// The numbers of pits in a list that is known to fit in memory.
fn numbers_of_pits(list: &List) -> anyhow::Result<Vec<u64>> {
    list.iter()
        .map(|pits| {
            pits.to_u64().with_context(|| {
                format!(
                    "--pits {} is too large; numbers below 2^64 are accepted",
                    show_natural(&pits)
                )
            })
        })
        .collect()
}

/// Reads a number of moves. Nobody waits for 2^64 of them, so more than that are as many as that.
fn moves(text: &str) -> Result<u64, NotationError> {
    Ok(natural(text)?.to_u64().unwrap_or(u64::MAX))
}

/// What becomes of a row; in machine words where its seeds fit in one.
fn classify_row(
    row: &Row<BigUint>,
    limit: u64,
    observer: &dyn Observer,
) -> Result<Orbit, Cancelled> {
    let words: Option<Vec<u64>> = row.pits().iter().map(ToPrimitive::to_u64).collect();
    match words.and_then(|pits| Row::new(pits).ok()) {
        Some(row) => classify(&Mirall::new(), &row, limit, observer),
        None => classify(&Mirall::new(), row, limit, observer),
    }
}
