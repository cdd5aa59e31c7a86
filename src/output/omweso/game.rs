//! The moves of a whole game: rows, and boards as the first player sees them.

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;

use super::board::{Kind, Mark, draw_board};
use crate::analysis::omweso::{Fate, Turn};
use crate::games::omweso::{Ending, Player, Position};
use crate::notation::serialize_natural;
use crate::output::Row;

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayRow {
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    pub number: u64,
    /// `first` or `second`.
    pub player: &'static str,
    /// The pit it starts from, in the mover's numbering.
    pub pit: u64,
    /// The directions taken where there was a choice.
    pub path: String,
    /// Its legs; missing where it never ends.
    pub legs: Option<u64>,
    /// Seeds captured in it.
    #[serde(serialize_with = "serialize_natural")]
    pub captured: BigUint,
    /// The board after it, as the next player sees it; missing where it never ends.
    pub position: Option<String>,
    /// `first-wins`, `second-wins` or `annulled`; missing while the game goes on.
    pub result: Option<&'static str>,
    /// Why the game has ended; missing while it goes on.
    pub reason: Option<&'static str>,
    /// The mover.
    #[serde(skip)]
    mover: Player,
    /// The turn, to be drawn.
    #[serde(skip)]
    turn: Turn,
}

impl Row for PlayRow {
    const COLUMNS: &'static [&'static str] =
        &["move", "player", "pit", "path", "legs", "captured", "position", "result", "reason"];
}

impl PlayRow {
    /// The row of a move.
    #[must_use]
    pub fn new(number: u64, mover: Player, pit: usize, turn: Turn, ending: Option<Ending>) -> Self {
        let (legs, position) = match &turn.fate {
            Fate::Ends { legs, position, .. } => {
                (Some(*legs), Some(position.clone().turned().to_string()))
            }
            Fate::NeverEnds { .. } | Fate::Undecided => (None, None),
        };
        Self {
            number,
            player: mover.name(),
            pit: pit as u64,
            path: turn.path.to_string(),
            legs,
            captured: turn.captured.clone(),
            position,
            result: ending.map(Ending::name),
            reason: ending.map(|ending| ending.reason.name()),
            mover,
            turn,
        }
    }
}

/// Draws the board at the beginning and after each move, always as the first player sees it. The pit
/// a move started from is in `[ ]`, pits that were captured are in `{ }`.
///
/// # Errors
/// Those of the writer.
pub fn draw_game<'a>(
    start: &Position<BigUint>,
    rows: impl IntoIterator<Item = &'a PlayRow>,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "start; the first player sits below")?;
    draw_board(start, &[], colour, out)?;
    for row in rows {
        write!(out, "\nmove {}: {} player, pit {}", row.number, row.player, row.pit)?;
        if !row.path.is_empty() {
            write!(out, ", {}", row.path)?;
        }
        if row.captured != BigUint::ZERO {
            write!(out, ", captures {}", row.captured)?;
        }
        let Fate::Ends { position, .. } = &row.turn.fate else {
            writeln!(out, "\nit never ends; the game is annulled")?;
            continue;
        };
        writeln!(out)?;
        let below = row.mover == Player::First;
        let mut marks = vec![Mark { below, pit: row.pit as usize, kind: Kind::Origin }];
        let captured =
            (0..position.columns()).filter(|column| row.turn.captures >> column & 1 == 1);
        for pit in captured.flat_map(|column| position.facing(column)) {
            marks.push(Mark { below: !below, pit, kind: Kind::Captured });
        }
        if below {
            draw_board(position, &marks, colour, out)?;
        } else {
            draw_board(&position.clone().turned(), &marks, colour, out)?;
        }
        if let (Some(result), Some(reason)) = (row.result, row.reason) {
            writeln!(out, "{result}: {reason}")?;
        }
    }
    Ok(())
}
