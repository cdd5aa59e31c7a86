//! `sowlab omweso hunt --random`.

use clap::Args;

use super::Common;
use crate::cli::global::Global;

/// Openings drawn at random.
#[derive(Debug, Args)]
pub struct Random {
    /// Look at this many random openings
    #[arg(long, value_name = "K", group = "where")]
    random: Option<u64>,
}

impl Random {
    pub fn asked(&self) -> bool {
        self.random.is_some()
    }

    pub fn run(&self, _: &Common, _: &Global) -> anyhow::Result<()> {
        anyhow::bail!("not built yet")
    }
}
