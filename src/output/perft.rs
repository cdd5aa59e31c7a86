//! Rows of perft: sequences of moves by their length, and by their first move. Sequences that never end
//! have a column where the game has such moves.

use std::marker::PhantomData;

use num_bigint::BigUint;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::analysis::perft::{Level, Plies};
use crate::notation::serialize_natural;
use crate::output::Row;

/// The sequences of one length in a game; with `DISTINCT`, the different positions they lead to as well.
#[derive(Debug)]
pub struct PerftRow<G, const DISTINCT: bool> {
    level: Level,
    game: PhantomData<fn() -> G>,
}

impl<G, const DISTINCT: bool> From<Level> for PerftRow<G, DISTINCT> {
    fn from(level: Level) -> Self {
        Self { level, game: PhantomData }
    }
}

impl<G: Plies, const DISTINCT: bool> Row for PerftRow<G, DISTINCT> {
    const COLUMNS: &'static [&'static str] = match (G::NEVER_ENDING, DISTINCT) {
        (true, true) => &["depth", "sequences", "never_ending", "positions"],
        (true, false) => &["depth", "sequences", "never_ending"],
        (false, true) => &["depth", "sequences", "positions"],
        (false, false) => &["depth", "sequences"],
    };
}

impl<G: Plies, const DISTINCT: bool> Serialize for PerftRow<G, DISTINCT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let level = &self.level;
        let mut row = serializer.serialize_struct("PerftRow", Self::COLUMNS.len())?;
        row.serialize_field("depth", &level.depth)?;
        row.serialize_field("sequences", &Natural(&level.sequences))?;
        if G::NEVER_ENDING {
            row.serialize_field("never_ending", &Natural(&level.never_ending))?;
        }
        if DISTINCT {
            row.serialize_field("positions", &level.positions)?;
        }
        row.end()
    }
}

/// The sequences that begin with a move.
#[derive(Debug)]
pub struct DivideRow<G> {
    first: String,
    level: Level,
    game: PhantomData<fn() -> G>,
}

impl<G> DivideRow<G> {
    /// A row of the move as it is written, and the sequences that begin with it.
    #[must_use]
    pub fn new(first: String, level: Level) -> Self {
        Self { first, level, game: PhantomData }
    }
}

impl<G: Plies> Row for DivideRow<G> {
    const COLUMNS: &'static [&'static str] = if G::NEVER_ENDING {
        &[G::MOVE, "sequences", "never_ending"]
    } else {
        &[G::MOVE, "sequences"]
    };
}

impl<G: Plies> Serialize for DivideRow<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("DivideRow", Self::COLUMNS.len())?;
        row.serialize_field(G::MOVE, &self.first)?;
        row.serialize_field("sequences", &Natural(&self.level.sequences))?;
        if G::NEVER_ENDING {
            row.serialize_field("never_ending", &Natural(&self.level.never_ending))?;
        }
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
