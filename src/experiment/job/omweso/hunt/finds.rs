//! Turns that never end as they are kept in the parts of units, and what is written of them.

use std::io::Write;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::Selection;
use crate::analysis::omweso::{Fate, Turn};
use crate::analysis::relay::Cycle;
use crate::certificate::MakeTurnError;
use crate::experiment::job::{
    Context, JobError, Parts, Product, all, encode, not_made, write_each,
};
use crate::games::omweso::{Path, Position};
use crate::output::{TurnRow, turn_certificate};

/// A turn that never ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Find {
    /// The position at its beginning.
    position: String,
    /// The pit that is sown first.
    pit: u64,
    path: Path,
    columns: usize,
    captures: u32,
    captured: BigUint,
    mayer: bool,
    /// Legs before the cycle.
    pub(super) preperiod: u64,
    cycle: Option<Cycle>,
    /// A line, if it was asked for.
    certificate: Option<String>,
}

impl Find {
    /// The row, and the certificate.
    fn row(self) -> TurnRow<2> {
        let Self {
            position, pit, path, columns, captures, captured, mayer, preperiod, cycle, ..
        } = self;
        let fate = Fate::NeverEnds { preperiod, cycle };
        TurnRow { position, pit, turn: Turn { path, columns, captures, captured, mayer, fate } }
    }
}

/// Bytes that a part may have, however much memory there is: what a ledger holds in one piece.
const MOST_BYTES: u64 = 1 << 29;

/// Takes the turns of a unit as they are found.
pub(super) struct Collector<'a> {
    selection: Selection,
    context: &'a Context<'a>,
    finds: Vec<Find>,
    /// About how much memory they take.
    bytes: u64,
}

impl<'a> Collector<'a> {
    pub(super) fn new(selection: Selection, context: &'a Context<'a>) -> Self {
        Self { selection, context, finds: Vec::new(), bytes: 0 }
    }

    /// Takes a turn that never ends; there is a break when no more are wanted.
    pub(super) fn push(
        &mut self,
        position: &Position<BigUint>,
        pit: usize,
        turn: Turn,
    ) -> Result<ControlFlow<()>, JobError> {
        let Selection { limit, least_captures, certificates } = self.selection;
        let Fate::NeverEnds { preperiod, .. } = turn.fate else {
            return Ok(ControlFlow::Continue(()));
        };
        if turn.captures.count_ones() < least_captures {
            return Ok(ControlFlow::Continue(()));
        }
        let certificate = if certificates {
            let made = turn_certificate(position, pit, &turn, self.context.observer);
            let made = made.map_err(|error| match error {
                MakeTurnError::Cancelled(cancelled) => cancelled.into(),
                error => JobError::Failed(format!("{position}, pit {pit}: {error}")),
            })?;
            made.map(|certificate| certificate.to_string())
        } else {
            None
        };
        let Turn { path, columns, captures, captured, mayer, fate } = turn;
        let cycle = if let Fate::NeverEnds { cycle, .. } = fate { cycle } else { None };
        let position = position.to_string();
        let text = position.len() + certificate.as_ref().map_or(0, String::len);
        self.bytes += (size_of::<Find>() + text + path.0.len()) as u64 + 64;
        let pit = pit as u64;
        self.finds.push(Find {
            position,
            pit,
            path,
            columns,
            captures,
            captured,
            mayer,
            preperiod,
            cycle,
            certificate,
        });
        let most = MOST_BYTES.min(self.context.memory / 2);
        if self.bytes > most {
            return Err(JobError::Failed(format!(
                "the turns that one unit finds need more than {most} bytes; a limit, least-captures, or counts = true needs less"
            )));
        }
        Ok(if self.finds.len() as u64 >= limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    /// The part.
    pub(super) fn part(self) -> Result<Vec<u8>, JobError> {
        encode(&self.finds)
    }
}

/// The finds of all units in their order.
pub(super) fn of_all(parts: &dyn Parts) -> impl Iterator<Item = Result<Find, JobError>> + '_ {
    all::<Vec<Find>>(parts).flat_map(|finds| match finds {
        Ok(finds) => finds.into_iter().map(Ok).collect::<Vec<_>>(),
        Err(error) => vec![Err(error)],
    })
}

/// Writes the first finds.
pub(super) fn write(
    product: &Product,
    selection: Selection,
    finds: impl Iterator<Item = Result<Find, JobError>>,
    out: &mut dyn Write,
) -> Result<(), JobError> {
    let finds = finds.take(usize::try_from(selection.limit).unwrap_or(usize::MAX));
    match product {
        Product::Rows(format) => write_each(*format, finds.map(|find| find.map(Find::row)), out),
        Product::Certificates(_) => {
            for find in finds {
                let line = find?.certificate;
                let missing = || JobError::Damaged("a turn has no certificate".to_owned());
                writeln!(out, "{}", line.ok_or_else(missing)?)?;
            }
            Ok(())
        }
        other => Err(not_made(other)),
    }
}
