//! The legs of a turn: rows, and boards as the mover sees them.

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;

use super::board::{Mark, draw_board};
use crate::analysis::omweso::{Fate, Turn};
use crate::games::omweso::{Landing, Position, Step};
use crate::notation::serialize_natural;
use crate::output::Row;
use crate::output::pits::Kind;
use crate::output::rows::serialize_if_known;

/// One leg of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegRow {
    /// The path of the turn.
    pub path: String,
    /// Number of the leg in it, from 1.
    pub leg: u64,
    /// The pit after which the first seed goes.
    pub origin: u64,
    /// Seeds sown.
    #[serde(serialize_with = "serialize_natural")]
    pub hand: BigUint,
    /// `ccw` or `cw`.
    pub direction: String,
    /// The pit that gets the last seed.
    pub landing: u64,
    /// `ends`, `relay` or `capture`.
    pub event: &'static str,
    /// The column captured in.
    pub column: Option<u64>,
    /// The seeds captured.
    #[serde(serialize_with = "serialize_if_known")]
    pub captured: Option<BigUint>,
    /// The board after the leg, without the next hand, as the mover sees it.
    pub position: String,
}

impl Row for LegRow {
    const COLUMNS: &'static [&'static str] = &[
        "path",
        "leg",
        "origin",
        "hand",
        "direction",
        "landing",
        "event",
        "column",
        "captured",
        "position",
    ];
}

impl LegRow {
    /// The row of a leg.
    #[must_use]
    pub fn new(path: String, leg: u64, step: &Step<BigUint>) -> Self {
        let (event, column, captured) = match &step.landing {
            Landing::Ends { .. } => ("ends", None, None),
            Landing::Relay { .. } => ("relay", None, None),
            Landing::Capture { column, seeds, .. } => {
                ("capture", Some(*column as u64), Some(seeds.clone()))
            }
        };
        Self {
            path,
            leg,
            origin: step.before.origin() as u64,
            hand: step.before.hand().clone(),
            direction: step.direction.to_string(),
            landing: step.landing_pit() as u64,
            event,
            column,
            captured,
            position: step.after.position().to_string(),
        }
    }
}

/// A turn and those of its legs that are shown, from the first.
pub struct Traced<I> {
    /// The turn.
    pub turn: Turn,
    /// Its legs.
    pub steps: I,
}

/// Draws turns from a pit of a position: the board before, and after each leg as its last seed fell,
/// what is taken up next still in its place. The origin of a leg is in `[ ]`, its landing pit in
/// `( )`, what it captures in `{ }`.
///
/// # Errors
/// Those of the writer.
pub fn draw_legs<I: IntoIterator<Item = Step<BigUint>>>(
    position: &Position<BigUint>,
    pit: usize,
    turns: impl IntoIterator<Item = Traced<I>>,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, Traced { turn, steps }) in turns.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        if !turn.path.0.is_empty() {
            write!(out, "path {}: ", turn.path)?;
        }
        match &turn.fate {
            Fate::Ends { legs, .. } => writeln!(out, "ends after leg {legs}")?,
            Fate::NeverEnds { preperiod, cycle: Some(cycle) } => {
                writeln!(
                    out,
                    "never ends; from leg {} on every {} legs",
                    preperiod + 1,
                    cycle.period
                )?;
            }
            Fate::NeverEnds { .. } => writeln!(out, "never ends")?,
            Fate::Undecided => writeln!(out, "undecided")?,
        }
        writeln!(out, "\nbefore")?;
        let origin = |pit| Mark { below: true, pit, kind: Kind::Origin };
        draw_board(position, &[origin(pit)], colour, out)?;
        for (step, leg) in steps.into_iter().zip(1u64..) {
            let landing = step.landing_pit();
            let mut marks = vec![
                origin(step.before.origin()),
                Mark { below: true, pit: landing, kind: Kind::Landing },
            ];
            write!(
                out,
                "\nleg {leg}: {} seeds from pit {}, {}, to pit {landing}",
                step.before.hand(),
                step.before.origin(),
                step.direction,
            )?;
            match &step.landing {
                Landing::Ends { .. } => writeln!(out, ": ends")?,
                Landing::Relay { .. } => writeln!(out, ": relay")?,
                Landing::Capture { column, seeds, .. } => {
                    writeln!(out, ": captures {seeds} in column {column}")?;
                    for pit in position.facing(*column) {
                        marks.push(Mark { below: false, pit, kind: Kind::Captured });
                    }
                }
            }
            draw_board(&step.board(), &marks, colour, out)?;
        }
    }
    Ok(())
}
