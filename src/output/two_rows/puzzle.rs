//! Rows about the published puzzle of Pas de Deux.

use serde::{Deserialize, Serialize};

use crate::analysis::puzzle::{Candidate, Found, Misprint, position};
use crate::games::pas_de_deux::{FirstMove, Turn};
use crate::output::Row;

/// What fits the printed lines under a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleRow {
    /// Whether the first move of two captures.
    pub first_move_captures: bool,
    /// What the numbers beside turns count: `turn` or `last-move`.
    pub marked: String,
    /// What other turns may capture: `nothing` or `anything`.
    pub unmarked: String,
    /// How North's pits are counted: `from-her-left` or `from-her-right`.
    pub north_counts: String,
    /// The number that is taken for a misprint.
    pub misprint: Option<String>,
    /// Boards that fit the main line.
    pub main: Option<u64>,
    /// Boards that fit the variation.
    pub variation: Option<u64>,
    /// Boards that fit both.
    pub both: u64,
    /// The most plies of the main line on a board that fits the variation.
    pub main_plies: Option<u64>,
    /// The most plies of the variation on a board that fits the main line.
    pub variation_plies: Option<u64>,
}

impl Row for PuzzleRow {
    const COLUMNS: &'static [&'static str] = &[
        "first_move_captures",
        "marked",
        "unmarked",
        "north_counts",
        "misprint",
        "main",
        "variation",
        "both",
        "main_plies",
        "variation_plies",
    ];
}

impl From<&Found> for PuzzleRow {
    fn from(found: &Found) -> Self {
        let count = |count: Option<usize>| count.map(|count| count as u64);
        Self {
            first_move_captures: found.reading.first_move == FirstMove::Captures,
            marked: found.reading.marked.name().into(),
            unmarked: found.reading.unmarked.name().into(),
            north_counts: found.reading.north_counts.name().into(),
            misprint: found.misprint.map(|misprint| misprint.name().into()),
            main: count(found.main),
            variation: count(found.variation),
            both: found.both.len() as u64,
            main_plies: count(found.main_plies),
            variation_plies: count(found.variation_plies),
        }
    }
}

/// A board on which the puzzle may have been set, and what can be forced from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateRow {
    /// The position.
    pub position: String,
    /// Seeds on the board.
    pub seeds: u64,
    /// Whether the first move of two captures.
    pub first_move_captures: bool,
    /// What turns may capture beside which nothing is noted, for the lines to fit: `nothing` or
    /// `anything`.
    pub unmarked: String,
    /// The numbers one of which must be a misprint for both lines to fit.
    pub misprint: Option<String>,
    /// `won`, `not-won`, `not-won-even-split` or `undecided`.
    pub result: String,
    /// Turns of South's within which everything is forced.
    pub turns: Option<u64>,
    /// The first turns that force everything.
    pub winning: String,
    /// Where it is won: the turns of South's in the main line from the first on that keep it so.
    pub main_keeps: Option<u64>,
    /// Where it is won: the moves of the main line, counted from 1, at which no other turn than the
    /// printed one does.
    pub main_only: String,
}

impl Row for CandidateRow {
    const COLUMNS: &'static [&'static str] = &[
        "position",
        "seeds",
        "first_move_captures",
        "unmarked",
        "misprint",
        "result",
        "turns",
        "winning",
        "main_keeps",
        "main_only",
    ];
}

/// Words with spaces between them.
fn words<T>(all: impl IntoIterator<Item = T>, word: impl Fn(T) -> String) -> String {
    all.into_iter().map(word).collect::<Vec<_>>().join(" ")
}

impl From<&Candidate> for CandidateRow {
    fn from(candidate: &Candidate) -> Self {
        let position = position(candidate.board);
        let turns = candidate.won_in();
        let keeps = |(turn, winning): &(Turn, Vec<Turn>)| winning.contains(turn);
        let kept = candidate.main.iter().take_while(|ply| keeps(ply)).count() as u64;
        let only =
            candidate.main.iter().zip(1..).filter(|((turn, winning), _)| winning == &[*turn]);
        let misprint = words(&candidate.misprints, |misprint: &Misprint| misprint.name().into());
        Self {
            position: position.to_string(),
            seeds: position.on_board(),
            first_move_captures: candidate.reading.first_move == FirstMove::Captures,
            unmarked: candidate.reading.unmarked.name().into(),
            misprint: Some(misprint).filter(|misprint| !misprint.is_empty()),
            result: candidate.result().into(),
            turns: turns.map(u64::from),
            winning: words(candidate.winning(), |turn| turn.to_string()),
            main_keeps: turns.map(|_| kept),
            main_only: words(only, |(_, number): (_, u64)| number.to_string()),
        }
    }
}
