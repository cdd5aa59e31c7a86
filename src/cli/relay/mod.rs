//! `sowlab relay`: the commands about relay sowing.

mod mayer;

use clap::Subcommand;
use num_bigint::BigUint;
use sowlab::notation::{NotationError, position};

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Mayer(mayer::Mayer),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Mayer(command) => command.run(global),
        }
    }
}

/// Seeds in each pit, not yet judged.
#[derive(Clone, Debug)]
struct Pits(Vec<BigUint>);

/// Reads the seeds in each pit.
fn pits(text: &str) -> Result<Pits, NotationError> {
    Ok(Pits(position(text)?))
}
