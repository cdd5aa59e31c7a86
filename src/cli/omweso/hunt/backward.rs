//! `sowlab omweso hunt --backward`.

use clap::Args;

use super::Common;
use crate::cli::global::Global;

/// Backwards from states that never end.
#[derive(Debug, Args)]
pub struct Backward {
    /// Go back from the never-ending states of relay sowing in this catalogue to openings
    #[arg(long, value_name = "FILE", group = "where")]
    backward: Option<std::path::PathBuf>,
}

impl Backward {
    pub fn asked(&self) -> bool {
        self.backward.is_some()
    }

    pub fn run(&self, _: &Common, _: &Global) -> anyhow::Result<()> {
        anyhow::bail!("not built yet")
    }
}
