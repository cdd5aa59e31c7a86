//! Hunts for turns of Omweso that never end, in four ways, as `sowlab omweso hunt` does.
//!
//! Each has a row for each turn that never ends, and certificates of them, or counts. What a limit of
//! legs leaves undecided is not among the turns; the counts have a column for it.

mod backward;
mod exhaustive;
mod finds;
mod lines;
mod openings;
mod positions;
mod random;
#[cfg(test)]
mod tests;

pub use backward::BackwardHunt;
pub use exhaustive::ExhaustiveHunt;
pub use openings::OpeningsHunt;
pub use random::RandomHunt;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::super::{Form, JobError, Product};
use crate::experiment::manifest::values::Number;
use crate::output::{Row, TurnRow};

/// The forms of all hunts.
const FORMS: &[Form] = &[Form::Rows, Form::Certificates];

/// The columns of the usual board.
fn usual_columns() -> Number {
    Number(8)
}

/// A number of columns in the range that is accepted.
fn columns(asked: Number, accepted: RangeInclusive<usize>) -> Result<usize, JobError> {
    let columns = usize::try_from(asked.0).ok().filter(|columns| accepted.contains(columns));
    columns.ok_or_else(|| {
        let (least, most) = accepted.into_inner();
        JobError::refused(
            "columns",
            format!("columns {} is out of range; {least} to {most} are accepted", asked.0),
        )
    })
}

/// The columns of the counts, or of the turns.
fn columns_of<Counts: Row>(counts: bool) -> &'static [&'static str] {
    if counts { Counts::COLUMNS } else { TurnRow::<2>::COLUMNS }
}

/// A limit, at least 1; none is no limit.
fn limit(key: &'static str, asked: Option<Number>) -> Result<u64, JobError> {
    match asked {
        Some(Number(0)) => {
            Err(JobError::refused(key, format!("{key} 0 leaves nothing; at least 1 is accepted")))
        }
        asked => Ok(asked.map_or(u64::MAX, |limit| limit.0)),
    }
}

/// What is wanted of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// How many turns never end.
    Counts,
    /// The turns that never end.
    Finds(Selection),
}

/// Which turns are kept, and what of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Selection {
    /// The first so many of all.
    limit: u64,
    /// Only those with so many captures.
    least_captures: u32,
    /// With their certificates.
    certificates: bool,
}

impl Wanted {
    /// What is wanted, if it goes together.
    fn new(
        counts: bool,
        limited: Option<Number>,
        least_captures: Option<Number>,
        products: &[Product],
    ) -> Result<Self, JobError> {
        let certificates =
            products.iter().any(|product| matches!(product, Product::Certificates(_)));
        if !counts {
            return Ok(Self::Finds(Selection {
                limit: limit("limit", limited)?,
                least_captures: captures(least_captures),
                certificates,
            }));
        }
        let refused = [
            (limited.is_some(), "limit", "limit is of single turns"),
            (least_captures.is_some(), "least-captures", "least-captures is of single turns"),
            (certificates, "output", "certificates are of single turns"),
        ];
        match refused.into_iter().find(|(asked, ..)| *asked) {
            Some((_, key, what)) => Err(JobError::refused(
                key,
                format!("{what}, and counts = true counts all; one or the other is accepted"),
            )),
            None => Ok(Self::Counts),
        }
    }
}

/// A number of captures; no board has as many as would not fit.
fn captures(asked: Option<Number>) -> u32 {
    asked.map_or(0, |captures| u32::try_from(captures.0).unwrap_or(u32::MAX))
}

/// An opening by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Usual {
    /// 4 seeds in each outer pit.
    Traditional,
    /// 2 seeds in every pit.
    Even,
}
