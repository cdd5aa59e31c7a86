//! Rows of perft: sequences of moves by their length, and by their first move.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::analysis::perft::Level;
use crate::notation::serialize_natural;
use crate::output::Row;

/// The sequences of one length; with `DISTINCT`, the different positions they lead to as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow<const DISTINCT: bool>(pub Level);

const COLUMNS: [&str; 4] = ["depth", "sequences", "never_ending", "positions"];

impl<const DISTINCT: bool> Row for PerftRow<DISTINCT> {
    const COLUMNS: &'static [&'static str] = COLUMNS.split_at(3 + DISTINCT as usize).0;
}

impl<const DISTINCT: bool> Serialize for PerftRow<DISTINCT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let level = &self.0;
        let mut row = serializer.serialize_struct("PerftRow", Self::COLUMNS.len())?;
        row.serialize_field("depth", &level.depth)?;
        row.serialize_field("sequences", &Natural(&level.sequences))?;
        row.serialize_field("never_ending", &Natural(&level.never_ending))?;
        if DISTINCT {
            row.serialize_field("positions", &level.positions)?;
        }
        row.end()
    }
}

/// The sequences that begin with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DivideRow {
    /// The move, as it is written.
    #[serde(rename = "move")]
    pub first: String,
    /// Sequences of which every move ends.
    #[serde(serialize_with = "serialize_natural")]
    pub sequences: num_bigint::BigUint,
    /// Sequences of which the last move never ends.
    #[serde(serialize_with = "serialize_natural")]
    pub never_ending: num_bigint::BigUint,
}

impl Row for DivideRow {
    const COLUMNS: &'static [&'static str] = &["move", "sequences", "never_ending"];
}

/// A number in whatever form the format has for it.
struct Natural<'a>(&'a num_bigint::BigUint);

impl Serialize for Natural<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_natural(self.0, serializer)
    }
}
