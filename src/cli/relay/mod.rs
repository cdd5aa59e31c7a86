//! `sowlab relay`: the commands about relay sowing.

mod certify;

use clap::Subcommand;
use num_traits::ToPrimitive;
use sowlab::notation::{NotationError, natural};

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Certify(certify::Certify),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Certify(certify) => certify.run(global),
        }
    }
}

/// Reads a number of laps. Nobody waits for 2^64 of them, so more are as many as that.
pub(super) fn laps(text: &str) -> Result<u64, NotationError> {
    Ok(natural(text)?.to_u64().unwrap_or(u64::MAX))
}
