//! `sowlab relay`: the commands about relay sowing.

pub mod batch;
mod census;
mod certify;
mod digits;
mod longest;
mod mayer;
mod motion;
mod sample;
mod searches;

use anyhow::{Context, ensure};
use clap::Subcommand;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sowlab::analysis::relay::Rule;
use sowlab::games::relay::State;
use sowlab::notation::{NotationError, natural, position, show_natural};

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Move(motion::Move),
    Orbit(motion::Orbit),
    Digits(digits::Digits),
    Mayer(mayer::Mayer),
    Census(census::Census),
    Longest(longest::Longest),
    Certify(certify::Certify),
    Sample(sample::Sample),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Move(command) => command.run(global),
            Self::Orbit(command) => command.run(global),
            Self::Digits(command) => command.run(global),
            Self::Mayer(command) => command.run(global),
            Self::Census(command) => command.run(global),
            Self::Longest(command) => command.run(global),
            Self::Certify(command) => command.run(global),
            Self::Sample(command) => command.run(global),
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

/// Reads a limit of laps. Nobody waits for 2^64 of them, so more are as many as that.
fn laps(text: &str) -> anyhow::Result<u64> {
    let laps = natural(text)?;
    ensure!(!laps.is_zero(), "`{text}` decides nothing; at least 1 lap is accepted");
    Ok(laps.to_u64().unwrap_or(u64::MAX))
}

/// The state that the rule may start from.
fn state(Pits(pits): Pits, pit: &BigUint, rule: Rule) -> anyhow::Result<State<BigUint>> {
    let index = pit.to_usize().filter(|&index| index < pits.len()).with_context(|| {
        format!(
            "pit {} is not on the circuit; its pits are numbered 0 to {}",
            show_natural(pit),
            pits.len().saturating_sub(1)
        )
    })?;
    Ok(match rule {
        Rule::Move => State::start(pits, index)?,
        Rule::Extended => State::new(pits, index)?,
    })
}
