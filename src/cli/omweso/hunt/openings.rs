//! `sowlab omweso hunt --opening`.

use clap::Args;

use super::Common;
use crate::cli::global::Global;

/// Openings by name or from a file.
#[derive(Debug, Args)]
pub struct Openings {
    /// Look at an opening: traditional (4 seeds in each outer pit), even (2 in every pit), or each one of a file
    #[arg(long, value_name = "OPENING", group = "where")]
    opening: Option<String>,
}

impl Openings {
    pub fn asked(&self) -> bool {
        self.opening.is_some()
    }

    pub fn run(&self, _: &Common, _: &Global) -> anyhow::Result<()> {
        anyhow::bail!("not built yet")
    }
}
