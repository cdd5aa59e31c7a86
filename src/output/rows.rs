//! What a row is, and the rows that no analysis yields by itself.

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::analysis::census::CensusRow;
use crate::analysis::hunt::HuntCount;
use crate::analysis::hunt::backward::BackwardRow;
use crate::analysis::hunt::exhaustive::ExhaustiveRow;
use crate::analysis::longest::LongestMove;
use crate::analysis::mayer::MayerCount;
use crate::analysis::mirall::{MoveCount, StaircaseStep};
use crate::analysis::relay::{Decision, Fate};
use crate::analysis::sample::SampleRow;
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

impl Row for CensusRow {
    const COLUMNS: &'static [&'static str] = &[
        "pits",
        "seeds",
        "cycles",
        "states",
        "mayer_states",
        "longest_reduced_period",
        "longest_period",
        "all_states",
        "fraction",
    ];
}

impl Row for LongestMove {
    const COLUMNS: &'static [&'static str] = &["pits", "seeds", "laps", "sown", "position"];
}

impl Row for SampleRow {
    const COLUMNS: &'static [&'static str] = &[
        "pits",
        "seeds",
        "samples",
        "ended",
        "never_ended",
        "undecided",
        "fraction",
        "low",
        "high",
        "mean_laps",
    ];
}

impl Row for ExhaustiveRow {
    const COLUMNS: &'static [&'static str] = &[
        "columns",
        "own_seeds",
        "opponent_seeds",
        "positions",
        "starts",
        "paths",
        "never_ending_starts",
        "never_ending_paths",
        "mayer_starts",
        "fraction",
    ];
}

impl Row for HuntCount {
    const COLUMNS: &'static [&'static str] = &[
        "positions",
        "starts",
        "paths",
        "never_ending_starts",
        "never_ending_paths",
        "mayer_starts",
        "undecided_starts",
        "fraction",
        "low",
        "high",
    ];
}

impl Row for BackwardRow {
    const COLUMNS: &'static [&'static str] = &["preperiod", "captures", "turns", "openings"];
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

/// What becomes of a relay move, or of a state under the extended map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MotionRow {
    /// `ends`, `never-ends` or `undecided`.
    pub outcome: &'static str,
    /// Whether the Mayer test alone proves that it never ends.
    pub mayer: bool,
    /// Laps until it ends.
    pub laps: Option<u64>,
    /// Seeds sown until it ends, or in one period.
    #[serde(serialize_with = "serialize_if_known")]
    pub sown: Option<BigUint>,
    /// Laps before the first state that recurs: 0 where it never ends.
    pub preperiod: Option<u64>,
    /// Laps until pits and pivot recur.
    pub period: Option<u128>,
    /// Laps until they recur up to rotation of the circuit.
    pub reduced_period: Option<u64>,
    /// Seeds in each pit at the end, from pit 0, separated by spaces.
    pub final_position: Option<String>,
}

impl Row for MotionRow {
    const COLUMNS: &'static [&'static str] = &[
        "outcome",
        "mayer",
        "laps",
        "sown",
        "preperiod",
        "period",
        "reduced_period",
        "final_position",
    ];
}

impl From<Decision> for MotionRow {
    fn from(Decision { mayer, fate }: Decision) -> Self {
        let row = Self {
            outcome: "undecided",
            mayer,
            laps: None,
            sown: None,
            preperiod: None,
            period: None,
            reduced_period: None,
            final_position: None,
        };
        match fate {
            Fate::Undecided => row,
            Fate::Ends { laps, sown, pits } => {
                let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
                Self {
                    outcome: "ends",
                    laps: Some(laps),
                    sown: Some(sown),
                    final_position: Some(pits.join(" ")),
                    ..row
                }
            }
            Fate::NeverEnds(cycle) => {
                let row = Self { outcome: "never-ends", preperiod: Some(0), ..row };
                match cycle {
                    None => row,
                    Some(cycle) => Self {
                        sown: Some(cycle.sown),
                        period: Some(cycle.period),
                        reduced_period: Some(cycle.reduced_period),
                        ..row
                    },
                }
            }
        }
    }
}

/// The period of a number whose digits are sown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DigitsRow {
    /// The number.
    #[serde(serialize_with = "serialize_natural")]
    pub n: BigUint,
    /// Laps until its digits recur; missing if a limit came first.
    pub period: Option<u128>,
}

impl Row for DigitsRow {
    const COLUMNS: &'static [&'static str] = &["n", "period"];
}

#[expect(clippy::ref_option, reason = "this is how serde calls it")]
pub(super) fn serialize_if_known<S: Serializer>(
    value: &Option<BigUint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serialize_natural(value, serializer),
        None => serializer.serialize_none(),
    }
}
