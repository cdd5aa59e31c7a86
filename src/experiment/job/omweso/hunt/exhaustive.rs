//! Hunts through every position of small boards.
//!
//! A unit is a range of the mover's arrangements: of one of the mover's numbers of seeds for counts,
//! which are of all numbers of the opponent's seeds at once; of a pair of numbers for single turns.

use std::io::Write;
use std::ops::{ControlFlow, Range, RangeInclusive};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::finds::{self, Collector};
use super::{FORMS, Selection, Wanted, columns, usual_columns};
use crate::analysis::hunt::exhaustive::{
    Exhaustive, ExhaustiveError, ExhaustiveRow, MOST_COLUMNS, MOST_SEEDS, Tally,
};
use crate::experiment::job::{
    Asked, Context, Form, Job, JobError, Parts, Product, Work, all, encode, not_made,
};
use crate::experiment::manifest::values::{Number, Numbers};
use crate::games::omweso::LEAST_COLUMNS;
use crate::notation::show_natural;
use crate::output::chart::{exhaustive_chart, list_title};
use crate::output::write_rows;

/// Decides every turn of all positions with given numbers of seeds on each side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExhaustiveHunt {
    /// Numbers of seeds of the player to move.
    pub own_seeds: Numbers,
    /// Numbers of seeds of the opponent.
    pub opponent_seeds: Numbers,
    /// Columns of the board, 2 to 8.
    #[serde(default = "usual_columns")]
    pub columns: Number,
    /// Whether turns are counted, and not listed.
    #[serde(default)]
    pub counts: bool,
    /// The most turns that are listed.
    pub limit: Option<Number>,
    /// The least captures of a turn that is listed.
    pub least_captures: Option<Number>,
    /// Whether periods are left out where the Mayer test decides.
    #[serde(default)]
    pub no_period: bool,
}

impl ExhaustiveHunt {
    /// The name of the job.
    pub const NAME: &'static str = "omweso hunt exhaustive";
}

/// Arrangements of a unit, at least.
const TOGETHER: u64 = 1 << 12;
/// Units of many arrangements: about this number.
const UNITS: u64 = 1 << 11;

/// The numbers of a list, each in range.
fn totals(key: &'static str, list: &Numbers) -> Result<Vec<u64>, JobError> {
    let accepted: RangeInclusive<u64> = 0..=MOST_SEEDS;
    let refused = |number: &BigUint| {
        let number = show_natural(number);
        JobError::refused(
            key,
            format!("{key} {number} is too large; up to {MOST_SEEDS} are accepted"),
        )
    };
    // A list that does not fit in memory has a number beyond the range.
    let largest = list.0.largest();
    if *largest > MOST_SEEDS.into() {
        return Err(refused(largest));
    }
    let small = |number: BigUint| {
        number.to_u64().filter(|small| accepted.contains(small)).ok_or_else(|| refused(&number))
    };
    list.0.iter().map(small).collect()
}

impl Job for ExhaustiveHunt {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn columns(&self) -> &'static [&'static str] {
        super::columns_of::<ExhaustiveRow>(self.counts)
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn charts(&self) -> &'static [&'static str] {
        &["share"]
    }

    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError> {
        let wanted = Wanted::new(self.counts, self.limit, self.least_captures, asked.products)?;
        let chart = asked.products.iter().any(|product| matches!(product, Product::Chart(..)));
        if chart && !self.counts {
            return Err(JobError::refused(
                "chart",
                "the chart is of counts; it is accepted with counts = true",
            ));
        }
        let columns = columns(self.columns, LEAST_COLUMNS..=MOST_COLUMNS)?;
        let own = totals("own-seeds", &self.own_seeds)?;
        let opponent = totals("opponent-seeds", &self.opponent_seeds)?;
        let positions = Exhaustive::new(columns, &own, &opponent).map_err(|error| {
            let key = match error {
                ExhaustiveError::Columns { .. } => "columns",
                _ => "own-seeds",
            };
            JobError::refused(key, error)
        })?;
        Ok(Box::new(Cut::new(self.clone(), positions, opponent.len(), wanted)))
    }
}

/// A range of the mover's arrangements.
struct Piece {
    /// The index of the mover's number of seeds.
    own: usize,
    /// The index of the opponent's; counts are of all of them.
    opponent: usize,
    range: Range<u64>,
}

/// All positions, piece by piece.
struct Cut {
    job: ExhaustiveHunt,
    positions: Exhaustive,
    wanted: Wanted,
    pieces: Vec<Piece>,
    weights: Vec<u64>,
}

impl Cut {
    fn new(job: ExhaustiveHunt, positions: Exhaustive, opponents: usize, wanted: Wanted) -> Self {
        let opponents = if wanted == Wanted::Counts { 1 } else { opponents };
        let ways = positions.arrangements();
        let all = ways.iter().map(|&ways| u128::from(ways)).sum::<u128>() * opponents as u128;
        // There are at most 2^48 arrangements of each of at most 2^24 pairs.
        let together = (all.div_ceil(UNITS.into()) as u64).max(TOGETHER);
        let mut pieces = Vec::new();
        for (own, &ways) in ways.iter().enumerate() {
            for opponent in 0..opponents {
                let starts = (0..ways).step_by(together as usize);
                pieces.extend(starts.map(|start| Piece {
                    own,
                    opponent,
                    range: start..ways.min(start + together),
                }));
            }
        }
        let weights = pieces.iter().map(|piece| piece.range.end - piece.range.start).collect();
        Self { job, positions, wanted, pieces, weights }
    }

    /// The turns of a piece.
    fn finds(
        &self,
        piece: &Piece,
        selection: Selection,
        context: &Context<'_>,
    ) -> Result<Vec<u8>, JobError> {
        let Piece { own, opponent, range } = piece;
        let (range, period) = (range.clone(), !self.job.no_period);
        let mut collector = Collector::new(selection, context);
        for find in self.positions.finds(*own, *opponent, range, period, context.observer) {
            let find = find?;
            let position = find.position.wide();
            if let ControlFlow::Break(()) = collector.push(&position, find.pit, find.turn)? {
                break;
            }
        }
        collector.part()
    }

    /// The rows of the counts.
    fn rows(&self, parts: &dyn Parts) -> Result<Vec<ExhaustiveRow>, JobError> {
        let mut tallies: Vec<Tally> = Vec::new();
        for (piece, part) in self.pieces.iter().zip(all::<Tally>(parts)) {
            let part = part?;
            // The pieces of a number of seeds follow each other.
            let sum = if piece.range.start == 0 {
                part
            } else {
                let before = tallies.pop();
                before.ok_or_else(|| JobError::Damaged("a unit is missing".to_owned()))?.plus(part)
            };
            tallies.push(sum);
        }
        Ok(self.positions.rows(&tallies))
    }
}

impl Work for Cut {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let piece = &self.pieces[unit as usize];
        context.observer.begin(Some(piece.range.end - piece.range.start));
        match self.wanted {
            Wanted::Counts => {
                let range = piece.range.clone();
                encode(&self.positions.tally(piece.own, range, context.observer)?)
            }
            Wanted::Finds(selection) => self.finds(piece, selection, context),
        }
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match (self.wanted, product) {
            (Wanted::Finds(selection), _) => {
                finds::write(product, selection, finds::of_all(parts), out)
            }
            (Wanted::Counts, Product::Rows(format)) => {
                Ok(write_rows(*format, self.rows(parts)?, out)?)
            }
            (Wanted::Counts, Product::Chart(_, format)) => {
                let [own, opponent] =
                    [&self.job.own_seeds, &self.job.opponent_seeds].map(|list| list_title(&list.0));
                out.write_all(&exhaustive_chart(&self.rows(parts)?, &own, &opponent, *format)?)?;
                Ok(())
            }
            (Wanted::Counts, other) => Err(not_made(other)),
        }
    }
}
