//! `sowlab omweso hunt --exhaustive`.

use clap::Args;

use super::Common;
use crate::cli::global::Global;

/// All positions with given totals.
#[derive(Debug, Args)]
pub struct Exhaustive {
    /// Look at all positions with given numbers of seeds on each side
    #[arg(long, group = "where")]
    exhaustive: bool,
}

impl Exhaustive {
    pub fn asked(&self) -> bool {
        self.exhaustive
    }

    pub fn run(&self, _: &Common, _: &Global) -> anyhow::Result<()> {
        anyhow::bail!("not built yet")
    }
}
