//! `sowlab omweso`: the commands about Omweso.

mod board;
mod certificates;
mod hunt;
mod motion;
mod perft;
mod play;
mod start;
mod trace;

use anyhow::ensure;
use clap::Subcommand;
use num_traits::{ToPrimitive, Zero};
use sowlab::notation::natural;

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Move(motion::Move),
    Test(motion::Test),
    Hunt(hunt::Hunt),
    Play(play::Play),
    Perft(perft::Perft),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Move(command) => command.run(global),
            Self::Test(command) => command.run(global),
            Self::Hunt(command) => command.run(global),
            Self::Play(command) => command.run(global),
            Self::Perft(command) => command.run(global),
        }
    }
}

/// Reads a limit of legs. Nobody waits for 2^64 of them, so more are as many as that.
fn legs(text: &str) -> anyhow::Result<u64> {
    let legs = natural(text)?;
    ensure!(!legs.is_zero(), "`{text}` decides nothing; at least 1 leg is accepted");
    Ok(legs.to_u64().unwrap_or(u64::MAX))
}
