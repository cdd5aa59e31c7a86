//! Counting sequences of moves, whatever the game: what is asked, and how the answer goes out.

use std::fmt::Display;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::analysis::perft::{
    Extent, Level, OneByOne, PerftError, Plies, divide, divide_by, one_by_one, perft, perft_ahead,
};
use sowlab::notation::{natural, show_natural};
use sowlab::observer::Observer;
use sowlab::output::chart::perft_chart;
use sowlab::output::{DivideRow, PerftRow, write_rows};

use super::chart::Place;
use super::global::Global;
use super::memory;
use super::outcome::Stopped;
use super::progress::Progress;

#[derive(Debug, Args)]
pub struct Question {
    /// The largest number of moves, 1 to 1000
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    depth: u64,
    /// Count the different positions too
    #[arg(long, conflicts_with = "divide")]
    distinct: bool,
    /// Count for each first move on its own
    #[arg(long)]
    divide: bool,
    /// Draw the counts against the number of moves as well, into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE", conflicts_with = "divide")]
    chart: Option<PathBuf>,
}

/// The most moves of a sequence.
const MOST: u64 = 1000;

/// Reads a number of moves.
fn depth(text: &str) -> anyhow::Result<u64> {
    let depth = natural(text)?;
    depth.to_u64().filter(|depth| (1..=MOST).contains(depth)).with_context(|| {
        format!("`{}` is not accepted; accepted are 1 to {MOST} moves", show_natural(&depth))
    })
}

/// A way to count the sequences of all lengths.
type Levels<'a> =
    &'a dyn Fn(Extent, &dyn Observer, &mut dyn FnMut(Level)) -> Result<(), PerftError>;
/// A way to count those that begin with each move.
type Divided<'a> =
    &'a dyn Fn(Extent, &dyn Observer, &mut dyn FnMut(String, Level)) -> Result<(), PerftError>;

impl Question {
    /// Counts level by level. `what` is the game and where it begins, as a title says it.
    pub fn answer<G: Plies<Move: Display>>(
        &self,
        game: &G,
        start: &G::Position,
        what: &str,
        global: &Global,
    ) -> anyhow::Result<()> {
        self.write::<G>(
            &|extent, observer, level| perft(game, start, extent, observer, level),
            &|extent, observer, each| {
                divide(game, start, extent, observer, |name, level| each(name.to_string(), level))
            },
            what,
            global,
        )
    }

    /// Counts with what a game offers more: every sequence on its own, if asked for, or the last moves of
    /// all of them.
    pub fn answer_fast<G: OneByOne<Move: Display>>(
        &self,
        game: &G,
        start: &G::Position,
        alone: bool,
        what: &str,
        global: &Global,
    ) -> anyhow::Result<()> {
        if self.distinct {
            return self.answer(game, start, what, global);
        }
        let levels = |start: &G::Position,
                      extent: Extent,
                      observer: &dyn Observer,
                      level: &mut dyn FnMut(Level)| {
            if !alone {
                return perft_ahead(game, start, extent, observer, level);
            }
            for depth in 1..=extent.depth {
                level(one_by_one(game, start, depth, observer)?);
            }
            Ok(())
        };
        self.write::<G>(
            &|extent, observer, level| levels(start, extent, observer, level),
            &|extent, observer, each| {
                let last = |start: &G::Position, depth: u64| {
                    if alone || depth == 0 {
                        return Ok(one_by_one(game, start, depth, observer)?);
                    }
                    let mut last = None;
                    let extent = Extent { depth, ..extent };
                    perft_ahead(game, start, extent, observer, |level| last = Some(level))?;
                    Ok(last.expect("there is a level of each depth"))
                };
                let row = |name: G::Move, level| each(name.to_string(), level);
                divide_by(game, start, extent.depth, observer, last, row)
            },
            what,
            global,
        )
    }

    fn write<G: Plies>(
        &self,
        levels: Levels<'_>,
        divided: Divided<'_>,
        what: &str,
        global: &Global,
    ) -> anyhow::Result<()> {
        let format = global.format()?;
        let mut data = global.sink()?;
        let chart = self.chart.as_deref().map(|path| Place::open(path, &[&data])).transpose()?;
        let memory = memory::available();
        let extent = Extent { depth: self.depth, distinct: self.distinct, memory };
        let progress = Progress::new(global);
        if self.divide {
            let mut rows = Vec::new();
            divided(extent, &progress, &mut |first, level| {
                rows.push(DivideRow::<G>::new(first, level));
            })
            .map_err(|error| stopped(&error))?;
            drop(progress);
            data.write(|out| write_rows(format, rows, out))?;
            return data.finish();
        }
        let mut found = Vec::new();
        let counted = levels(extent, &progress, &mut |level| found.push(level));
        drop(progress);
        if let Err(PerftError::Cancelled(cancelled)) = counted {
            return Err(cancelled.into());
        }
        let rows = found.iter().cloned();
        if self.distinct {
            data.write(|out| write_rows(format, rows.map(PerftRow::<G, true>::from), out))?;
        } else {
            data.write(|out| write_rows(format, rows.map(PerftRow::<G, false>::from), out))?;
        }
        // The counts may have taken hours: they are safe before the chart is drawn.
        data.finish()?;
        counted.map_err(|error| stopped(&error))?;
        match chart {
            None => Ok(()),
            Some(place) => place.put(|format| perft_chart::<G>(&found, what, format)),
        }
    }
}

/// What the memory stops is stopped by a limit.
fn stopped(error: &PerftError) -> anyhow::Error {
    match error {
        PerftError::Memory { .. } => Stopped(error.to_string()).into(),
        PerftError::Cancelled(cancelled) => (*cancelled).into(),
    }
}
