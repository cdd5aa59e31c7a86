//! `sowlab relay`: the commands about relay sowing.

mod certify;

use clap::Subcommand;

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
