//! `sowlab omweso hunt --random`.

use clap::Args;
use sowlab::analysis::hunt::Openings;

use super::Common;
use super::show::{columns, show};
use crate::cli::global::Global;
use crate::cli::random::{number, seed};

/// Openings drawn at random.
#[derive(Debug, Args)]
pub struct Random {
    /// Look at this many random openings: each player's seeds in any arrangement, all equally likely
    #[arg(long, value_name = "K", group = "where", value_parser = openings,
        allow_hyphen_values = true)]
    random: Option<u64>,
    /// The number that the random openings are derived from, from 0 to 2^64-1 [default: 0]
    #[arg(long, value_name = "N", conflicts_with_all = ["opening", "exhaustive", "backward"],
        value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,
}

/// Reads a number of openings.
fn openings(text: &str) -> anyhow::Result<u64> {
    number(text, "opening")
}

impl Random {
    pub fn asked(&self) -> bool {
        self.random.is_some()
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let columns = columns(common)?;
        let seeds = 4 * columns as u64;
        let openings = Openings::new(columns, seeds, seeds, self.seed.unwrap_or(0))?;
        show(common, global, self.random.unwrap_or(0), |index| openings.get(index), true)
    }
}
