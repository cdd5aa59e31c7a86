//! Rows about turns of Omweso.

use num_bigint::BigUint;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Row;
use crate::analysis::omweso::{Fate, Turn};
use crate::notation::serialize_natural;

/// A turn of Omweso and what becomes of it. `LEADING` says how many columns before the others tell
/// what it is a turn of: none, `pit`, or `position` and `pit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRow<const LEADING: usize> {
    /// The position at the beginning, as its mover sees it.
    pub position: String,
    /// The pit that is sown first, from 0.
    pub pit: u64,
    /// The turn.
    pub turn: Turn,
}

/// All columns.
const COLUMNS: [&str; 14] = [
    "position",
    "pit",
    "path",
    "outcome",
    "mayer",
    "legs",
    "sown",
    "captures",
    "captured",
    "preperiod",
    "period",
    "emitwe_ebiri",
    "akawumbi",
    "final_position",
];

impl<const LEADING: usize> Row for TurnRow<LEADING> {
    const COLUMNS: &'static [&'static str] = COLUMNS.split_at(2 - LEADING).1;
}

impl<const LEADING: usize> Serialize for TurnRow<LEADING> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turn = &self.turn;
        let mut row = serializer.serialize_struct("TurnRow", Self::COLUMNS.len())?;
        if LEADING == 2 {
            row.serialize_field("position", &self.position)?;
        }
        if LEADING >= 1 {
            row.serialize_field("pit", &self.pit)?;
        }
        let (mut legs, mut sown, mut left) = (None, None, None);
        let (mut before, mut period) = (None, None);
        let outcome = match &turn.fate {
            Fate::Ends { legs: played, sown: seeds, position } => {
                (legs, sown, left) =
                    (Some(played), Some(Natural(seeds)), Some(position.to_string()));
                "ends"
            }
            Fate::NeverEnds { preperiod, cycle } => {
                sown = cycle.as_ref().map(|cycle| Natural(&cycle.sown));
                (before, period) = (Some(preperiod), cycle.as_ref().map(|cycle| cycle.period));
                "never-ends"
            }
            Fate::Undecided => "undecided",
        };
        row.serialize_field("path", &turn.path.to_string())?;
        row.serialize_field("outcome", outcome)?;
        row.serialize_field("mayer", &turn.mayer)?;
        row.serialize_field("legs", &legs)?;
        row.serialize_field("sown", &sown)?;
        row.serialize_field("captures", &turn.captures.count_ones())?;
        row.serialize_field("captured", &Natural(&turn.captured))?;
        row.serialize_field("preperiod", &before)?;
        row.serialize_field("period", &period)?;
        row.serialize_field("emitwe_ebiri", &turn.emitwe_ebiri())?;
        row.serialize_field("akawumbi", &turn.akawumbi())?;
        row.serialize_field("final_position", &left)?;
        row.end()
    }
}

/// A number in whatever form the format has for it.
struct Natural<'a>(&'a BigUint);

impl Serialize for Natural<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_natural(self.0, serializer)
    }
}
