//! `sowlab oware endgame`: tables of the exact values of all boards with few seeds.

mod build;
mod file;
mod part;
mod query;
mod stats;
mod verify;

pub use file::read as read_table;

use clap::{Subcommand, ValueEnum};
use sowlab::analysis::endgame::Endless;

use crate::cli::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Build(build::Build),
    Query(query::Query),
    Verify(verify::Verify),
    Stats(stats::Stats),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Build(command) => command.run(global),
            Self::Query(command) => command.run(global),
            Self::Verify(command) => command.run(global),
            Self::Stats(command) => command.run(global),
        }
    }
}

/// What endless play is worth, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Repetition {
    /// What is left is divided evenly: one value for each board
    EvenSplit,
    /// The value if endless play loses everything left, and if it wins it
    Bounds,
}

impl From<Repetition> for Endless {
    fn from(repetition: Repetition) -> Self {
        match repetition {
            Repetition::EvenSplit => Self::EvenSplit,
            Repetition::Bounds => Self::Bounds,
        }
    }
}
