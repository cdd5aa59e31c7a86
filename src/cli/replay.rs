//! Replaying a whole game on two rows, whichever it is.

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use sowlab::analysis::two_row::replay;
use sowlab::games::oware::{self, Position};
use sowlab::output::{GameRow, PitNames, draw_two_row_game, write_rows};

use super::global::Global;
use super::moves_text::Look;

/// A game that is replayed, beside where it begins and how its moves are read.
#[derive(Debug, Args)]
pub struct Replay {
    /// What is done when a position comes back, with the same player to move
    #[arg(long, value_name = "READING", default_value = "own-side")]
    repetition: Repetition,
}

/// What is done when a position comes back, on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Repetition {
    /// The game ends, and each player takes the seeds on their own side
    #[default]
    OwnSide,
    /// The game ends, and the seeds on the board are split evenly
    EvenSplit,
    /// Nothing, the game goes on
    Ignored,
}

impl From<Repetition> for oware::Repetition {
    fn from(reading: Repetition) -> Self {
        match reading {
            Repetition::OwnSide => Self::OwnSide,
            Repetition::EvenSplit => Self::EvenSplit,
            Repetition::Ignored => Self::Ignored,
        }
    }
}

impl Replay {
    /// Plays the moves of a text, and writes rows or draws boards.
    pub fn write<R: PitNames>(
        &self,
        rules: &R,
        start: &Position,
        moves: &str,
        look: &Look,
        global: &Global,
    ) -> anyhow::Result<()> {
        let moves = look.read(moves)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let replayed = replay(rules, start, self.repetition.into(), &moves)
            .map_err(|error| anyhow!("--moves, {error}"))?;
        let colour = global.colours();
        data.write(|out| {
            if global.draws() {
                draw_two_row_game(rules, start, &replayed, colour, out)
            } else {
                write_rows(format, replayed.iter().map(GameRow::from), out)
            }
        })?;
        data.finish()
    }
}
