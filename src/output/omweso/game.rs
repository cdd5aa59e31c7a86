//! The moves of a whole game: rows, and boards as the first player sees them.

use std::borrow::Cow;
use std::io::{self, Write};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::board::{Mark, draw_board};
use crate::analysis::omweso::{Fate, Replayed};
use crate::games::omweso::{Player, Position};
use crate::notation::serialize_natural;
use crate::output::Row;
use crate::output::pits::Kind;

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayRow {
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    pub number: u64,
    /// `first` or `second`.
    pub player: Cow<'static, str>,
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
    pub result: Option<Cow<'static, str>>,
    /// Why the game has ended; missing while it goes on.
    pub reason: Option<Cow<'static, str>>,
}

impl Row for PlayRow {
    const COLUMNS: &'static [&'static str] =
        &["move", "player", "pit", "path", "legs", "captured", "position", "result", "reason"];
}

impl From<&Replayed> for PlayRow {
    fn from(replayed: &Replayed) -> Self {
        let Replayed { number, mover, pit, turn, ending } = replayed;
        let (legs, position) = match &turn.fate {
            Fate::Ends { legs, position, .. } => {
                (Some(*legs), Some(position.clone().turned().to_string()))
            }
            Fate::NeverEnds { .. } | Fate::Undecided => (None, None),
        };
        Self {
            number: *number,
            player: mover.name().into(),
            pit: *pit as u64,
            path: turn.path.to_string(),
            legs,
            captured: turn.captured.clone(),
            position,
            result: ending.map(|ending| ending.name().into()),
            reason: ending.map(|ending| ending.reason.name().into()),
        }
    }
}

/// Draws the board at the beginning and after each move, always as the first player sees it. The pit
/// a move started from is in `[ ]`, pits that were captured are in `{ }`.
///
/// # Errors
/// Those of the writer.
pub fn draw_game(
    start: &Position<BigUint>,
    moves: &[Replayed],
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "start; the first player sits below")?;
    draw_board(start, &[], colour, out)?;
    for Replayed { number, mover, pit, turn, ending } in moves {
        write!(out, "\nmove {number}: {} player, pit {pit}", mover.name())?;
        if !turn.path.0.is_empty() {
            write!(out, ", {}", turn.path)?;
        }
        if turn.captured != BigUint::ZERO {
            write!(out, ", captures {}", turn.captured)?;
        }
        let Fate::Ends { position, .. } = &turn.fate else {
            writeln!(out, "\nit never ends; the game is annulled")?;
            continue;
        };
        writeln!(out)?;
        let below = *mover == Player::First;
        let mut marks = vec![Mark { below, pit: *pit, kind: Kind::Origin }];
        let captured = (0..position.columns()).filter(|column| turn.captures >> column & 1 == 1);
        for pit in captured.flat_map(|column| position.facing(column)) {
            marks.push(Mark { below: !below, pit, kind: Kind::Captured });
        }
        if below {
            draw_board(position, &marks, colour, out)?;
        } else {
            draw_board(&position.clone().turned(), &marks, colour, out)?;
        }
        if let Some(ending) = ending {
            writeln!(out, "{}: {}", ending.name(), ending.reason.name())?;
        }
    }
    Ok(())
}
