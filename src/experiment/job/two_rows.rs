//! What jobs about games on two rows have in common: where a game begins, and a game that is replayed.

use std::io::Write;

use super::{Context, JobError, Parts, Product, Work, decode, encode, not_made};
use crate::analysis::two_row::{Rules, replay};
use crate::experiment::manifest::values::Number;
use crate::games::oware::{MOST_WIDTH, Position, Repetition, Setup, Side, Usual};
use crate::notation::{TwoRows, two_rows};
use crate::output::{GameRow, write_rows};

/// Where a game begins: with a position, or on a board with the same number of seeds in each pit. What
/// is left out is as usual.
pub(super) fn beginning(
    position: Option<&str>,
    pits: Option<Number>,
    seeds: Option<Number>,
    usual: Usual,
) -> Result<Position, JobError> {
    let seeds = seeds.map_or(usual.seeds, |seeds| seeds.0);
    let Some(text) = position else {
        let width = pits.map_or(usual.width as u64, |pits| pits.0);
        if !(1..=MOST_WIDTH as u64).contains(&width) {
            let message = format!(
                "pits {width} is not accepted; accepted are 1 to {MOST_WIDTH} pits in a row"
            );
            return Err(JobError::refused("pits", message));
        }
        let start = Position::start(width as usize, seeds);
        return start.map_err(|error| JobError::refused("seeds", error));
    };
    if pits.is_some() {
        return Err(JobError::refused(
            "pits",
            "position and pits are both given; a game begins with one of them",
        ));
    }
    let TwoRows { pits, stores, south } =
        two_rows(text).map_err(|error| JobError::refused("position", error))?;
    let mover = if south { Side::South } else { Side::North };
    let position = Setup { pits, stores, mover }.position();
    let position = position.map_err(|error| JobError::refused("position", error))?;
    position.check_total(seeds).map_err(|error| JobError::refused("position", error))?;
    Ok(position)
}

/// Pits and seeds with what is usual where they were left out.
pub(super) fn or_usual(
    position: Option<&str>,
    pits: Option<Number>,
    seeds: Option<Number>,
    usual: Usual,
) -> [Option<Number>; 2] {
    let width = position.is_none().then_some(Number(usual.width as u64));
    [pits.or(width), seeds.or(Some(Number(usual.seeds)))]
}

/// One game that is replayed.
pub(super) struct Replay<R> {
    pub rules: R,
    pub start: Position,
    pub repetition: Repetition,
    pub moves: String,
}

impl<R: Rules + Send + Sync + 'static> Replay<R> {
    /// The work, if the moves can be made; to know that takes no time worth saving.
    pub fn work(self) -> Result<Box<dyn Work>, JobError> {
        self.rows()?;
        Ok(Box::new(self))
    }

    fn rows(&self) -> Result<Vec<GameRow>, JobError> {
        let replayed = replay(&self.rules, &self.start, self.repetition, &self.moves);
        let replayed = replayed.map_err(|error| JobError::refused("moves", error))?;
        Ok(replayed.iter().map(GameRow::from).collect())
    }
}

impl<R: Rules + Send + Sync + 'static> Work for Replay<R> {
    fn weights(&self) -> &[u64] {
        &[1]
    }

    fn compute(&self, _: u64, _: &Context<'_>) -> Result<Vec<u8>, JobError> {
        encode(&self.rows()?)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let Product::Rows(format) = *product else {
            return Err(not_made(product));
        };
        let rows: Vec<GameRow> = decode(&parts.get(0)?)?;
        Ok(write_rows(format, &rows, out)?)
    }
}
