//! What the search says of a position.

use serde::Serialize;

use crate::analysis::endgame::LineEnd;
use crate::analysis::solve::{Outcome, Repetition, Solution};
use crate::analysis::two_row::Packed;
use crate::games::oware::{Move, Position, Side};
use crate::games::pas_de_deux::Turn;
use crate::output::Row;

/// The value of a position, or what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolveRow {
    /// The position.
    pub position: String,
    /// What endless play is worth.
    pub repetition: &'static str,
    /// The value; missing where it is not known, or depends on endless play.
    pub value: Option<i16>,
    /// The value is not less.
    pub low: i16,
    /// The value is not more.
    pub high: i16,
    /// Whether all that was asked for is known.
    pub decided: bool,
    /// The best moves, separated by spaces.
    pub best: String,
    /// A line of best play, its moves separated by spaces.
    pub line: String,
    /// `ends`, `recurs` or `cut`; missing where there is no line.
    pub line_end: Option<&'static str>,
    /// `win`, `draw` or `loss` for the mover, stores included; missing where that is not settled.
    pub result: Option<&'static str>,
    /// The last depth that alpha-beta has completed.
    pub depth: u16,
    /// Boards looked into.
    pub nodes: u64,
}

impl Row for SolveRow {
    const COLUMNS: &'static [&'static str] = &[
        "position",
        "repetition",
        "value",
        "low",
        "high",
        "decided",
        "best",
        "line",
        "line_end",
        "result",
        "depth",
        "nodes",
    ];
}

impl SolveRow {
    /// What has been found of a position of Oware.
    #[must_use]
    pub fn oware(position: &Position, repetition: Repetition, found: &Solution<usize>) -> Self {
        Self::new(position, repetition, found, |side, pit| Move { side, pit }.to_string())
    }

    /// What has been found of a position of Pas de Deux.
    #[must_use]
    pub fn pas_de_deux(
        position: &Position,
        repetition: Repetition,
        found: &Solution<Turn>,
    ) -> Self {
        Self::new(position, repetition, found, |_, turn| turn.to_string())
    }

    fn new<P: Copy>(
        position: &Position,
        repetition: Repetition,
        found: &Solution<P>,
        name: impl Fn(Side, P) -> String,
    ) -> Self {
        let packed = Packed::from(position);
        let [own, theirs] = packed.stores().map(i16::from);
        // Nothing is played any more after a majority, whatever is worth most.
        let over = packed.majority_reached();
        let played = |plays: &[P]| if over { Vec::new() } else { plays.to_vec() };
        let mover = position.mover();
        let best = played(&found.best).into_iter().map(|play| name(mover, play));
        let sides = [mover, mover.other()].into_iter().cycle();
        let line = played(&found.line).into_iter().zip(sides).map(|(play, side)| name(side, play));
        Self {
            position: position.to_string(),
            repetition: repetition.name(),
            value: found.value(),
            low: found.low,
            high: found.high,
            decided: found.decided,
            best: best.collect::<Vec<_>>().join(" "),
            line: line.collect::<Vec<_>>().join(" "),
            line_end: found.line_end.filter(|_| !over).map(LineEnd::name),
            result: found.outcome(own - theirs).map(Outcome::name),
            depth: found.depth,
            nodes: found.nodes,
        }
    }
}
