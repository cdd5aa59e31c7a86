//! Rows about what the description of Pas de Deux states.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::analysis::claims::Claim;
use crate::games::pas_de_deux::FirstMove;
use crate::notation::serialize_natural;
use crate::output::Row;

/// A statement under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The statement: `first-turn` or `each-once`.
    pub statement: String,
    /// Whether the first move of two captures.
    pub first_move_captures: bool,
    /// Which turns are counted: `all`, `one-move`, `two-moves` or `unordered`.
    pub turns: String,
    /// What is counted of them: `ways`, `positions` or `boards`.
    pub what: String,
    /// The number that is stated.
    pub claimed: u64,
    /// The number that is found.
    #[serde(serialize_with = "serialize_natural")]
    pub counted: BigUint,
    /// Whether they are equal.
    pub holds: bool,
}

impl Row for ClaimRow {
    const COLUMNS: &'static [&'static str] =
        &["statement", "first_move_captures", "turns", "what", "claimed", "counted", "holds"];
}

impl From<&Claim> for ClaimRow {
    fn from(claim: &Claim) -> Self {
        Self {
            statement: claim.statement.name.into(),
            first_move_captures: claim.first_move == FirstMove::Captures,
            turns: claim.kind.name().into(),
            what: claim.what.name().into(),
            claimed: claim.statement.claimed,
            counted: claim.counted.clone(),
            holds: claim.holds(),
        }
    }
}
