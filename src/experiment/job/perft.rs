//! Counting sequences of moves in units, whatever the game.
//!
//! The first levels are counted while the work is cut; what they lead to is counted in pieces, whose
//! numbers add up. Different positions cannot be added up, so that they are one unit; and where each
//! first move is counted on its own, it is a unit.

use std::fmt::Display;
use std::io::Write;

use num_bigint::BigUint;

use super::{Asked, Context, JobError, Parts, Product, Work, all, encode, not_made};
use crate::analysis::perft::{
    Beginnings, Extent, Level, PerftError, Plies, Ply, after, begin, go_on,
};
use crate::observer::Unreported;
use crate::output::chart::perft_chart;
use crate::output::{DivideRow, PerftRow, Row, write_rows};

/// The most moves of a sequence.
pub const MOST: u64 = 1000;

/// Positions from which there are enough units.
const WANTED: usize = 200;
/// The most units.
const UNITS: usize = 1000;
/// Bytes for the positions that the work is cut at: so many that they are never too few.
const MEMORY: u64 = 1 << 30;

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The largest number of moves.
    pub depth: u64,
    /// Whether the different positions are counted too.
    pub distinct: bool,
    /// Whether each first move is counted on its own.
    pub divide: bool,
}

impl Question {
    /// Checks that it makes sense.
    ///
    /// # Errors
    /// If the depth is out of range, or both kinds of counts are asked for.
    pub fn check(self) -> Result<(), JobError> {
        let depth = self.depth;
        if !(1..=MOST).contains(&depth) {
            let message = format!("depth {depth} is not accepted; accepted are 1 to {MOST} moves");
            return Err(JobError::refused("depth", message));
        }
        if self.distinct && self.divide {
            return Err(JobError::refused(
                "distinct",
                "distinct and divide are both asked for; one of them can be had",
            ));
        }
        Ok(())
    }

    /// The columns of the answer.
    #[must_use]
    pub fn columns<G: Plies>(self) -> &'static [&'static str] {
        if self.divide {
            DivideRow::<G>::COLUMNS
        } else if self.distinct {
            PerftRow::<G, true>::COLUMNS
        } else {
            PerftRow::<G, false>::COLUMNS
        }
    }

    /// The kinds of charts of the answer.
    #[must_use]
    pub fn charts(self) -> &'static [&'static str] {
        if self.divide { &[] } else { &["growth"] }
    }

    /// The work that answers it. `what` is the game and where it begins, as the title of a chart says
    /// it.
    ///
    /// # Errors
    /// If the observer asks to stop, or the positions of the first levels take too much memory.
    pub fn work<G>(
        self,
        game: G,
        start: &G::Position,
        what: String,
        asked: &Asked<'_>,
    ) -> Result<Box<dyn Work>, JobError>
    where
        G: Plies<Position: Ord, Move: Display> + Send + 'static,
    {
        let observer = Unreported(asked.observer);
        if self.divide {
            let mut moves = Vec::new();
            game.plies(start, &observer, &mut |name, ply| moves.push((name.to_string(), ply)))?;
            let weights = vec![1; moves.len()];
            return Ok(Box::new(Divided { question: self, game, moves, weights }));
        }
        let mut levels = Vec::new();
        let wanted = if self.distinct { 1 } else { WANTED };
        let extent = self.extent(MEMORY);
        let reached = begin(&game, start, extent, wanted, &observer, |level| levels.push(level));
        let pieces = reached.map_err(failed)?.pieces(UNITS);
        let weights = pieces.iter().map(|piece| piece.positions.len().max(1) as u64).collect();
        Ok(Box::new(Tree { question: self, game, what, levels, pieces, weights }))
    }

    fn extent(self, memory: u64) -> Extent {
        Extent { depth: self.depth, distinct: self.distinct, memory }
    }
}

fn failed(error: PerftError) -> JobError {
    match error {
        PerftError::Cancelled(cancelled) => cancelled.into(),
        error @ PerftError::Memory { .. } => JobError::Failed(error.to_string()),
    }
}

/// The levels of a game, from pieces of one of them.
struct Tree<G: Plies> {
    question: Question,
    game: G,
    what: String,
    /// Those that are known already.
    levels: Vec<Level>,
    pieces: Vec<Beginnings<G::Position>>,
    weights: Vec<u64>,
}

/// Sequences, those that never end, and different positions.
type Counts = (BigUint, BigUint, Option<u64>);

impl<G: Plies> Tree<G> {
    /// All levels.
    fn levels(&self, parts: &dyn Parts) -> Result<Vec<Level>, JobError> {
        let mut levels = self.levels.clone();
        let none = |depth| Level {
            depth,
            sequences: BigUint::ZERO,
            never_ending: BigUint::ZERO,
            positions: None,
        };
        let known = levels.len();
        levels.extend((known as u64 + 1..=self.question.depth).map(none));
        for part in all::<Vec<Counts>>(parts) {
            for (level, (sequences, never_ending, positions)) in
                levels[known..].iter_mut().zip(part?)
            {
                level.sequences += sequences;
                level.never_ending += never_ending;
                // Only where there is a single part.
                level.positions = positions;
            }
        }
        Ok(levels)
    }
}

impl<G> Work for Tree<G>
where
    G: Plies + Send,
{
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let mut counts: Vec<Counts> = Vec::new();
        let extent = self.question.extent(context.memory);
        // How many positions are to come is not known.
        let observer = Unreported(context.observer);
        go_on(&self.game, &self.pieces[unit as usize], extent, &observer, |level| {
            counts.push((level.sequences, level.never_ending, level.positions));
        })
        .map_err(failed)?;
        encode(&counts)
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        let levels = self.levels(parts)?;
        match *product {
            Product::Rows(format) if self.question.distinct => {
                write_rows(format, levels.into_iter().map(PerftRow::<G, true>::from), out)?;
            }
            Product::Rows(format) => {
                write_rows(format, levels.into_iter().map(PerftRow::<G, false>::from), out)?;
            }
            Product::Chart(_, format) => {
                out.write_all(&perft_chart::<G>(&levels, &self.what, format)?)?;
            }
            _ => return Err(not_made(product)),
        }
        Ok(())
    }
}

/// The sequences that begin with each move.
struct Divided<G: Plies> {
    question: Question,
    game: G,
    /// First moves, and what they lead to.
    moves: Vec<(String, Ply<G::Position>)>,
    weights: Vec<u64>,
}

impl<G> Work for Divided<G>
where
    G: Plies + Send,
{
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let (_, ply) = &self.moves[unit as usize];
        let extent = self.question.extent(context.memory);
        let observer = Unreported(context.observer);
        let level = after(&self.game, ply, extent, &observer).map_err(failed)?;
        encode(&(level.sequences, level.never_ending))
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
        let mut rows = Vec::new();
        for ((first, _), part) in self.moves.iter().zip(all::<(BigUint, BigUint)>(parts)) {
            let (sequences, never_ending) = part?;
            let level =
                Level { depth: self.question.depth, sequences, never_ending, positions: None };
            rows.push(DivideRow::<G>::new(first.clone(), level));
        }
        Ok(write_rows(format, rows, out)?)
    }
}
