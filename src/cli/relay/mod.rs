//! `sowlab relay`: the commands about relay sowing.

mod batch;
mod census;
mod certify;
mod digits;
mod longest;
mod mayer;
mod motion;

use std::ops::RangeInclusive;

use anyhow::{Context, anyhow, ensure};
use clap::Subcommand;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sowlab::analysis::census::{MOST_PITS, MOST_SEEDS};
use sowlab::analysis::relay::Rule;
use sowlab::games::relay::State;
use sowlab::notation::{List, NotationError, natural, position, show_natural};

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

/// The numbers of pits and the totals of seeds of an exhaustive search, all in its range: of several
/// searches none begins if the last would be refused.
fn searchable(pits: &List, seeds: &List) -> anyhow::Result<(Vec<u64>, Vec<u64>)> {
    let most_pits = MOST_PITS as u64;
    let most_seeds = u64::from(MOST_SEEDS);
    Ok((within("--pits", pits, 1..=most_pits)?, within("--seeds", seeds, 2..=most_seeds)?))
}

/// The numbers of a list, each in the range.
fn within(option: &str, list: &List, range: RangeInclusive<u64>) -> anyhow::Result<Vec<u64>> {
    let (least, most) = range.into_inner();
    let refused = |number: &BigUint| {
        let number = show_natural(number);
        anyhow!("{option} {number} is out of range; numbers from {least} to {most} are accepted")
    };
    // A list that does not fit in memory has a number beyond the range.
    ensure!(*list.largest() <= most.into(), refused(list.largest()));
    list.iter()
        .map(|number| {
            number.to_u64().filter(|&small| small >= least).ok_or_else(|| refused(&number))
        })
        .collect()
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
