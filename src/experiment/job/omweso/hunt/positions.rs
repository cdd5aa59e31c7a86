//! Hunts through given positions: what openings of a file and random ones share.

use std::io::Write;
use std::ops::ControlFlow;

use super::finds::{self, Collector};
use super::{Wanted, limit};
use crate::analysis::hunt::{HuntTotals, Hunting, hunt};
use crate::analysis::omweso::Choices;
use crate::analysis::relay::Effort;
use crate::experiment::job::{
    Context, JobError, Parts, Product, Work, all, encode, not_made, write_each,
};
use crate::experiment::manifest::values::Number;
use crate::games::omweso::Position;

/// A position by its index.
pub(super) type ByIndex = Box<dyn Fn(u64) -> Position<u64> + Send + Sync>;

/// Positions that are looked at, some of them in each unit.
pub(super) struct Positions {
    pub(super) count: u64,
    /// Positions of a unit, at least 1.
    pub(super) together: u64,
    pub(super) position: ByIndex,
    /// Whether they are a random sample.
    pub(super) random: bool,
    pub(super) hunting: Hunting,
    pub(super) wanted: Wanted,
}

/// What is asked of each position, in the words of a manifest.
pub(super) fn hunting(
    wanted: Wanted,
    choices: Choices,
    leg_limit: Option<Number>,
    no_period: bool,
) -> Result<Hunting, JobError> {
    let counts = wanted == Wanted::Counts;
    // Who only counts has no need for periods.
    let effort =
        Effort { lap_limit: limit("leg-limit", leg_limit)?, period: !(no_period || counts) };
    Ok(Hunting { choices, effort, finds: !counts })
}

impl Positions {
    /// Cuts them into units.
    pub(super) fn cut(self) -> Box<dyn Work> {
        let units = self.count.div_ceil(self.together);
        let weight = |unit: u64| self.together.min(self.count - unit * self.together);
        let weights = (0..units).map(weight).collect();
        Box::new(Cut { positions: self, weights })
    }
}

/// Positions cut into units.
struct Cut {
    positions: Positions,
    weights: Vec<u64>,
}

impl Work for Cut {
    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError> {
        let Positions { together, position, hunting, wanted, .. } = &self.positions;
        let first = unit * together;
        let position = |index| position(first + index);
        let found = hunt(self.weights[unit as usize], position, *hunting, context.observer);
        match wanted {
            Wanted::Counts => {
                let mut totals = HuntTotals::default();
                for found in found {
                    totals.add(&found?.count);
                }
                encode(&totals)
            }
            Wanted::Finds(selection) => {
                let mut collector = Collector::new(*selection, context);
                'all: for found in found {
                    let found = found?;
                    let position = found.position.wide();
                    for (pit, turn) in found.finds {
                        if let ControlFlow::Break(()) = collector.push(&position, pit, turn)? {
                            break 'all;
                        }
                    }
                }
                collector.part()
            }
        }
    }

    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError> {
        match (self.positions.wanted, product) {
            (Wanted::Finds(selection), _) => {
                finds::write(product, selection, finds::of_all(parts), out)
            }
            (Wanted::Counts, Product::Rows(format)) => {
                let mut totals = HuntTotals::default();
                for part in all::<HuntTotals>(parts) {
                    totals.join(&part?);
                }
                write_each(*format, [Ok(totals.row(self.positions.random))].into_iter(), out)
            }
            (Wanted::Counts, other) => Err(not_made(other)),
        }
    }
}
