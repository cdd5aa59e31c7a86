//! What endgame tables answer.

use serde::{Deserialize, Serialize};

use crate::analysis::endgame::{Answer, Endless, LevelStats, Line, MoveValue, Value};
use crate::analysis::share;
use crate::games::oware::{Move, Position};
use crate::output::Row;

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryRow {
    /// The position.
    pub position: String,
    /// What endless play is worth.
    pub repetition: &'static str,
    /// The value; missing where it depends on endless play.
    pub value: Option<i8>,
    /// The value if endless play loses everything left; missing where its worth is settled.
    pub low: Option<i8>,
    /// The value if endless play wins everything left; missing where its worth is settled.
    pub high: Option<i8>,
    /// The best moves, separated by spaces.
    pub best: String,
    /// A line of best play, its moves separated by spaces.
    pub line: String,
    /// `ends`, `recurs` or `cut`.
    pub line_end: &'static str,
}

impl Row for QueryRow {
    const COLUMNS: &'static [&'static str] =
        &["position", "repetition", "value", "low", "high", "best", "line", "line_end"];
}

/// Moves separated by spaces.
fn words(moves: impl IntoIterator<Item = Move>) -> String {
    let words: Vec<String> = moves.into_iter().map(|name| name.to_string()).collect();
    words.join(" ")
}

/// The lower and the upper value, where they are two.
fn bounds(value: Value, repetition: Endless) -> (Option<i8>, Option<i8>) {
    match repetition {
        Endless::EvenSplit => (None, None),
        Endless::Bounds => (Some(value.low), Some(value.high)),
    }
}

impl QueryRow {
    /// What a table that counts endless play in this way says of a position.
    #[must_use]
    pub fn new(position: &Position, repetition: Endless, answer: &Answer, line: &Line) -> Self {
        let (low, high) = bounds(answer.value, repetition);
        Self {
            position: position.to_string(),
            repetition: repetition.name(),
            value: answer.value.exact(),
            low,
            high,
            best: words(answer.best()),
            line: words(line.moves.iter().copied()),
            line_end: line.end.name(),
        }
    }
}

/// The value of a move, to the mover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValueRow {
    /// The letter of the pit.
    #[serde(rename = "move")]
    pub name: String,
    /// Seeds captured.
    pub captured: u8,
    /// The value; missing where it depends on endless play.
    pub value: Option<i8>,
    /// The value if endless play loses everything left; missing where its worth is settled.
    pub low: Option<i8>,
    /// The value if endless play wins everything left; missing where its worth is settled.
    pub high: Option<i8>,
    /// The position after the move.
    pub position: String,
}

impl Row for MoveValueRow {
    const COLUMNS: &'static [&'static str] =
        &["move", "captured", "value", "low", "high", "position"];
}

impl MoveValueRow {
    /// What a table that counts endless play in this way says of a move.
    #[must_use]
    pub fn new(repetition: Endless, after: &MoveValue) -> Self {
        let MoveValue { name, captured, value, position } = after;
        let (low, high) = bounds(*value, repetition);
        Self {
            name: name.to_string(),
            captured: *captured,
            value: value.exact(),
            low,
            high,
            position: position.to_string(),
        }
    }
}

/// The boards with so many seeds, counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelRow {
    /// Seeds on the board.
    pub seeds: u64,
    /// Number of boards.
    pub boards: u64,
    /// The smallest value.
    pub lowest: i64,
    /// The largest value.
    pub highest: i64,
    /// Boards whose value does not depend on endless play.
    pub exact: u64,
    /// Boards on which the mover gets more.
    pub won: u64,
    /// Boards on which both get the same.
    pub drawn: u64,
    /// Boards on which the mover gets less.
    pub lost: u64,
    /// Boards for which that depends on endless play.
    pub open: u64,
    /// `won` over `boards`.
    pub won_fraction: f64,
    /// `drawn` over `boards`.
    pub drawn_fraction: f64,
    /// `lost` over `boards`.
    pub lost_fraction: f64,
}

impl Row for LevelRow {
    const COLUMNS: &'static [&'static str] = &[
        "seeds",
        "boards",
        "lowest",
        "highest",
        "exact",
        "won",
        "drawn",
        "lost",
        "open",
        "won_fraction",
        "drawn_fraction",
        "lost_fraction",
    ];
}

impl From<&LevelStats> for LevelRow {
    fn from(level: &LevelStats) -> Self {
        let fraction = |part: u64| share(&part.into(), &level.boards.into());
        Self {
            seeds: level.seeds,
            boards: level.boards,
            lowest: level.lowest,
            highest: level.highest,
            exact: level.exact,
            won: level.won,
            drawn: level.drawn,
            lost: level.lost,
            open: level.open,
            won_fraction: fraction(level.won),
            drawn_fraction: fraction(level.drawn),
            lost_fraction: fraction(level.lost),
        }
    }
}

/// How many boards with so many seeds have a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRow {
    /// Seeds on the board.
    pub seeds: u64,
    /// The value.
    pub value: i64,
    /// Number of boards.
    pub boards: u64,
}

impl Row for ValueRow {
    const COLUMNS: &'static [&'static str] = &["seeds", "value", "boards"];
}

impl ValueRow {
    /// A row for each value of a level.
    pub fn of(level: &LevelStats) -> impl Iterator<Item = Self> + '_ {
        let seeds = level.seeds;
        level.values.iter().map(move |share| Self {
            seeds,
            value: share.value,
            boards: share.boards,
        })
    }
}
