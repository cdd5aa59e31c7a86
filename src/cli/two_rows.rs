//! Where a game on two rows begins: its usual board, another one, or a position.

use anyhow::{Context, anyhow, bail};
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
pub use sowlab::games::oware::USUAL as OWARE;
use sowlab::games::oware::{MOST_WIDTH, Position, Setup, Side, Usual};
pub use sowlab::games::pas_de_deux::USUAL as PAS_DE_DEUX;
use sowlab::notation::{TwoRows, natural, position, two_rows};

use super::text::read_for;

#[derive(Debug, Args)]
pub struct Start {
    /// The position: the pits, South's first, both stores and the player to move, as in
    /// 1-0-2-1-22-22-S on a board of 2 pits in a row [default: the beginning of a game]
    #[arg(long, value_name = "POSITION", value_parser = parse, allow_hyphen_values = true,
        conflicts_with = "pits")]
    position: Option<Setup>,
    /// Pits of a row, 1 to 8 [default: the usual board]
    #[arg(long, value_name = "N", value_parser = width, allow_hyphen_values = true)]
    pits: Option<usize>,
    /// Seeds that each pit begins with [default: those of the usual game]; a position has as many in
    /// pits and stores as the whole board begins with
    #[arg(long, value_name = "S", value_parser = seeds, allow_hyphen_values = true)]
    seeds: Option<u64>,
}

impl Start {
    /// The position.
    pub fn read(&self, usual: Usual) -> anyhow::Result<Position> {
        let seeds = self.seeds.unwrap_or(usual.seeds);
        match &self.position {
            Some(setup) => judged(setup, seeds).context("--position"),
            None => Position::start(self.pits.unwrap_or(usual.width), seeds).context("--seeds"),
        }
    }
}

/// The position that numbers are, of a game whose pits begin with so many seeds each.
pub fn judged(setup: &Setup, seeds: u64) -> anyhow::Result<Position> {
    let position = setup.position()?;
    position
        .check_total(seeds)
        .map_err(|error| anyhow!("{error} (--seeds says how many each pit begins with)"))?;
    Ok(position)
}

/// Reads the numbers of a position.
pub fn parse(text: &str) -> anyhow::Result<Setup> {
    let TwoRows { pits, stores, south } = two_rows(text)?;
    let mover = if south { Side::South } else { Side::North };
    Ok(Setup { pits, stores, mover })
}

/// Reads a position, with stores and the player to move or without.
pub fn with_stores_or_without(text: &str) -> anyhow::Result<Position> {
    let with_stores = text.contains('-') || text.contains(char::is_alphabetic);
    let setup = if with_stores {
        parse(text)?
    } else {
        let stores = [BigUint::ZERO, BigUint::ZERO];
        Setup { pits: position(text)?, stores, mover: Side::South }
    };
    Ok(setup.position()?)
}

/// The positions of a file, or of standard input for `-`, one a line, as [`with_stores_or_without`]
/// reads them.
pub fn lines(name: &str) -> anyhow::Result<Vec<Position>> {
    let text = read_for("--positions", name)?;
    let mut positions = Vec::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let context = || format!("--positions {name}, line {number}");
            positions.push(with_stores_or_without(line).with_context(context)?);
        }
    }
    if positions.is_empty() {
        bail!("--positions {name}: no line holds a position; one a line is accepted");
    }
    Ok(positions)
}

/// Reads a number of pits of a row.
pub fn width(text: &str) -> anyhow::Result<usize> {
    let width = natural(text)?;
    width.to_usize().filter(|width| (1..=MOST_WIDTH).contains(width)).with_context(|| {
        format!("`{text}` is not accepted; accepted are 1 to {MOST_WIDTH} pits in a row")
    })
}

/// Reads a number of seeds in a pit, whose sum is judged with the board.
fn seeds(text: &str) -> anyhow::Result<u64> {
    Ok(natural(text)?.to_u64().unwrap_or(u64::MAX))
}
