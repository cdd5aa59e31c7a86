//! The moves of a whole game: rows, and boards as South sees them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize, Serializer};

use crate::analysis::two_row::{Replayed, Rules};
use crate::games::oware::{Ending, GrandSlam, Move, Position, Side};
use crate::games::pas_de_deux::FirstMove;
use crate::output::Row;
use crate::output::pits::{Cell, Kind, draw_rows, seeds};

/// What a player has, in half seeds: shown in seeds, as in 24 or 24.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Score(pub u16);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0.is_multiple_of(2) { "" } else { ".5" })
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            self.0.serialize(serializer)
        } else if self.0.is_multiple_of(2) {
            serializer.serialize_u16(self.0 / 2)
        } else {
            // A half has no rounding.
            serializer.serialize_f64(f64::from(self.0) / 2.0)
        }
    }
}

/// What South and North have in the end, or so far.
fn scores(position: &Position, ending: Option<Ending>) -> [Score; 2] {
    let so_far = || position.stores().map(|seeds| 2 * u16::from(seeds));
    ending.map_or_else(so_far, |ending| ending.halves).map(Score)
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    pub number: u64,
    /// `south` or `north`.
    pub player: Cow<'static, str>,
    /// The move as it is written.
    pub played: String,
    /// Seeds captured.
    pub captured: u8,
    /// Whether the last sowing is a grand slam, so that it captures nothing.
    pub grand_slam: bool,
    /// The position after it.
    pub position: String,
    /// What South has: in the store while the game goes on, in all when it has ended.
    pub south: Score,
    /// What North has.
    pub north: Score,
    /// `south-wins`, `north-wins` or `draw`; missing while the game goes on.
    pub result: Option<Cow<'static, str>>,
    /// Why the game has ended; missing while it goes on.
    pub reason: Option<Cow<'static, str>>,
}

impl Row for GameRow {
    const COLUMNS: &'static [&'static str] = &[
        "move",
        "player",
        "played",
        "captured",
        "grand_slam",
        "position",
        "south",
        "north",
        "result",
        "reason",
    ];
}

impl<M: fmt::Display> From<&Replayed<M>> for GameRow {
    fn from(replayed: &Replayed<M>) -> Self {
        let Replayed { number, mover, played, ending } = replayed;
        let [south, north] = scores(&played.position, *ending);
        Self {
            number: *number,
            player: mover.name().into(),
            played: played.name.to_string(),
            captured: played.captured,
            grand_slam: played.grand_slam,
            position: played.position.to_string(),
            south,
            north,
            result: ending.map(|ending| ending.name().into()),
            reason: ending.map(|ending| ending.reason.name().into()),
        }
    }
}

/// What the pits of a game are called beside a drawn board.
pub trait PitNames: Rules {
    /// The name of a player's pit, counted from that player's left from 0.
    fn pit_name(side: Side, pit: usize) -> String;
}

impl PitNames for GrandSlam {
    fn pit_name(side: Side, pit: usize) -> String {
        Move { side, pit }.to_string()
    }
}

impl PitNames for FirstMove {
    fn pit_name(side: Side, pit: usize) -> String {
        format!("{}{}", side.letter(), pit + 1)
    }
}

/// Draws the board at the beginning and after each move, always as South sees it, North's row above. The
/// pits that a move sows are in `[ ]`, pits that were captured are in `{ }`.
///
/// # Errors
/// Those of the writer.
pub fn draw_two_row_game<R: PitNames>(
    rules: &R,
    start: &Position,
    moves: &[Replayed<R::Move>],
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "start, {} to move; South sits below", capital(start.mover()))?;
    let draw =
        |position: &Position, ending: Option<Ending>, marks: &[Mark], out: &mut dyn Write| {
            draw_board::<R>(position, marks, colour, out)?;
            let [south, north] = scores(position, ending);
            writeln!(out, "South {south}, North {north}")?;
            if let Some(ending) = ending {
                writeln!(out, "{}: {}", ending.name(), ending.reason.name())?;
            }
            Ok::<(), io::Error>(())
        };
    draw(start, rules.ending(start), &[], out)?;
    for Replayed { number, mover, played, ending } in moves {
        write!(out, "\nmove {number}: {}, {}", capital(*mover), played.name)?;
        if played.captured > 0 {
            write!(out, ", captures {}", played.captured)?;
        }
        if played.grand_slam {
            write!(out, ", a grand slam captures nothing")?;
        }
        writeln!(out)?;
        let row = |side| if side == Side::South { 0 } else { played.position.width() };
        let sown = R::sown(played.name).map(|pit| (row(*mover) + pit, Kind::Origin));
        let captured = played.captured_pits.iter().map(|&pit| (pit, Kind::Captured));
        let marks: Vec<Mark> = sown.chain(captured).collect();
        draw(&played.position, *ending, &marks, out)?;
    }
    Ok(())
}

/// The index of a pit, and why it is marked.
type Mark = (usize, Kind);

fn capital(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}

/// Draws a board: the names of North's pits, two rows, the names of South's.
fn draw_board<R: PitNames>(
    position: &Position,
    marks: &[Mark],
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = position.width();
    let name = |side, pit| Cell { text: R::pit_name(side, pit), mark: None };
    let pit = |index: usize| {
        let mark = marks.iter().find(|(marked, _)| *marked == index);
        Cell { text: seeds(&position.pits()[index]), mark: mark.map(|&(_, kind)| kind) }
    };
    let rows = [
        (0..width).rev().map(|pit| name(Side::North, pit)).collect(),
        (width..2 * width).rev().map(pit).collect(),
        (0..width).map(pit).collect(),
        (0..width).map(|pit| name(Side::South, pit)).collect(),
    ];
    draw_rows(&rows, 2, colour, out)
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn half_seeds() {
        assert_eq!(
            [48, 49, 0, 1].map(|halves| Score(halves).to_string()),
            ["24", "24.5", "0", "0.5"]
        );
        assert_eq!(serde_json::to_string(&[Score(48), Score(49)]).unwrap(), "[24,24.5]");
        let bytes = postcard::to_stdvec(&Score(49)).unwrap();
        assert_eq!(postcard::from_bytes::<Score>(&bytes), Ok(Score(49)));
    }
}
