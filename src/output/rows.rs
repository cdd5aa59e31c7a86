//! What a row is, and the rows that no analysis yields by itself.

use num_bigint::BigUint;
use serde::Serialize;

use crate::analysis::mayer::MayerCount;
use crate::analysis::mirall::{MoveCount, StaircaseStep};
use crate::notation::serialize_natural;

/// One line of a result: a flat record of numbers, texts and missing values.
pub trait Row: Serialize {
    /// The names of the columns, in order: the CSV header and the JSON keys.
    const COLUMNS: &'static [&'static str];
}

impl<R: Row> Row for &R {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;
}

impl Row for MoveCount {
    const COLUMNS: &'static [&'static str] = &["pits", "seeds", "moves"];
}

impl Row for StaircaseStep {
    const COLUMNS: &'static [&'static str] = &["pits", "total_seeds", "period"];
}

impl Row for MayerCount {
    const COLUMNS: &'static [&'static str] =
        &["pits", "seeds", "mayer_states", "all_states", "fraction"];
}

/// The Mayer test of one state, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MayerRow {
    /// Index of the pivot, from 0.
    pub pit: u64,
    /// Whether the state passes, so that its move never ends.
    pub passes: bool,
    /// The labels of the hand, of the pivot and of the pits behind it, separated by spaces.
    pub labels: String,
    /// Two labels that differ by 1, such as `hand=0 pit3=1`; missing if the state passes.
    pub clash: Option<String>,
}

impl Row for MayerRow {
    const COLUMNS: &'static [&'static str] = &["pit", "passes", "labels", "clash"];
}

/// One move of a game as it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceRow {
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    pub number: u128,
    /// Index of the pit sown, from 0 at the left.
    pub pit: u64,
    /// Seeds it held.
    #[serde(serialize_with = "serialize_natural")]
    pub hand: BigUint,
    /// Seeds in each pit after the move, from the left, separated by spaces.
    pub position: String,
}

impl Row for TraceRow {
    const COLUMNS: &'static [&'static str] = &["move", "pit", "hand", "position"];
}

/// What becomes of a position that is played on for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrbitRow {
    /// Seeds in each pit at the start, from the left, separated by spaces.
    pub position: String,
    /// Moves before the first position that recurs; missing if a limit came first.
    pub preperiod: Option<u128>,
    /// Moves until it recurs; missing if a limit came first.
    pub period: Option<u128>,
}

impl Row for OrbitRow {
    const COLUMNS: &'static [&'static str] = &["position", "preperiod", "period"];
}
