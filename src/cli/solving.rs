//! Values by search: the options of `sowlab oware solve` and `sowlab pas-de-deux solve`, and their rows.

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use num_traits::ToPrimitive;
use rayon::prelude::*;
use sowlab::analysis::solve::{self, Effort};
use sowlab::games::oware::Position;
use sowlab::notation::{bytes, natural};
use sowlab::observer::{Cancelled, Observer, OneOfMany};
use sowlab::output::{SolveRow, write_rows};

use super::global::Global;
use super::outcome::Stopped;
use super::progress::Progress;
use super::two_rows::{lines, with_stores_or_without};

#[derive(Debug, Args)]
pub struct Solving {
    /// The position: pits, South's first, both stores and the player to move, as in
    /// 0-0-0-0-0-1-0-0-2-0-0-1-20-24-S; or the pits alone, the mover's first, as in '1 0 0 2'
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        required_unless_present = "positions"
    )]
    position: Option<String>,
    /// A file of positions, one a line, or - for standard input; empty lines and lines that begin with
    /// # are left out
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<String>,
    /// What endless play is worth
    #[arg(long, value_name = "RULE", default_value = "bounds")]
    repetition: Repetition,
    /// Boards to look into for a position, at most; about a million take a second
    #[arg(long, value_name = "N", value_parser = limit, allow_hyphen_values = true,
        default_value = "50000000")]
    limit: u64,
    /// Memory for each position that is searched, one for each thread at a time; tables grow as they are
    /// filled
    #[arg(long, value_name = "BYTES", value_parser = memory, allow_hyphen_values = true,
        default_value = "1GiB")]
    memory: u64,
}

/// What endless play is worth, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Repetition {
    /// What is left is split evenly
    EvenSplit,
    /// Two values: everything left is lost for the mover of the position, and it is won; where they
    /// meet, the value holds under any rule
    Bounds,
    /// The first position that recurs ends the game, and each player takes the seeds on their own side;
    /// nothing has been played before
    OwnSide,
}

impl From<Repetition> for solve::Repetition {
    fn from(rule: Repetition) -> Self {
        match rule {
            Repetition::EvenSplit => Self::EvenSplit,
            Repetition::Bounds => Self::Bounds,
            Repetition::OwnSide => Self::OwnSide,
        }
    }
}

/// Reads a number of boards. Nobody waits for 2^64 of them, so more are as many as that.
fn limit(text: &str) -> anyhow::Result<u64> {
    let limit = natural(text)?.to_u64().unwrap_or(u64::MAX);
    ensure!(limit > 0, "`0` is not accepted; accepted is 1 board or more");
    Ok(limit)
}

/// The least memory that is accepted.
const LEAST_MEMORY: u64 = 1 << 20;

/// Reads a size in bytes that is no use below some size.
fn memory(text: &str) -> anyhow::Result<u64> {
    let memory = bytes(text)?;
    ensure!(memory >= LEAST_MEMORY, "`{text}` is too little; accepted is 1MiB or more");
    Ok(memory)
}

/// Parts of the progress bar that one position is.
const WEIGHT: u64 = 1000;

impl Solving {
    /// What endless play is worth.
    pub fn repetition(&self) -> solve::Repetition {
        self.repetition.into()
    }

    /// Solves each position with a game for its size, and writes the rows; all positions have so many
    /// pits in a row, if that is given.
    pub fn run(
        &self,
        global: &Global,
        width: Option<usize>,
        row: impl Fn(&Position, solve::Repetition, Effort, &dyn Observer) -> Result<SolveRow, Cancelled>
        + Sync,
    ) -> anyhow::Result<()> {
        let positions = match (&self.position, &self.positions) {
            (Some(text), _) => vec![with_stores_or_without(text).context("--position")?],
            (_, Some(name)) => lines(name)?,
            (None, None) => bail!("--position is missing; accepted is a position to solve"),
        };
        for position in &positions {
            let given = position.width();
            ensure!(
                width.is_none_or(|width| width == given),
                "the position {position} has {given} pits in a row, and the boards of the table have {}",
                width.unwrap_or(given)
            );
        }
        let format = global.format()?;
        if let Some(name) = &self.positions {
            global.spare(name.as_ref())?;
        }
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        progress.begin(Some(WEIGHT * positions.len() as u64));
        let effort = Effort { limit: self.limit, memory: self.memory };
        let solved = positions.par_iter().map(|position| {
            let observer = OneOfMany::new(&progress, WEIGHT);
            let row = row(position, self.repetition.into(), effort, &observer)?;
            observer.done();
            Ok(row)
        });
        let rows: Vec<SolveRow> = solved.collect::<Result<_, Cancelled>>()?;
        drop(progress);
        let open = rows.iter().filter(|row| !row.decided).count();
        data.write(|out| write_rows(format, &rows, out))?;
        data.finish()?;
        if open > 0 {
            let them = if open == 1 { "1 position".into() } else { format!("{open} positions") };
            return Err(Stopped(format!(
                "undecided: {them}, within the limit of {} boards; a higher --limit or more --memory may decide more",
                self.limit
            ))
            .into());
        }
        Ok(())
    }
}
