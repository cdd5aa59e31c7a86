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
use sowlab::games::mirall::{Row, RowError};
use sowlab::notation::{List, NotationError, natural, position, show_natural};
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
pub(in crate::cli) fn numbers_of_pits(list: &List) -> anyhow::Result<Vec<u64>> {
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

/// Reads a number of moves to play. Nobody waits for 2^64 of them, so more are as many as that.
fn moves(text: &str) -> Result<u64, NotationError> {
    Ok(natural(text)?.to_u64().unwrap_or(u64::MAX))
}
