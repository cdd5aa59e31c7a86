//! `sowlab pas-de-deux`: the commands about Pas de Deux.

mod claims;
mod perft;
mod play;
mod puzzle;
mod solve;
mod turns;

use clap::{Subcommand, ValueEnum};
use sowlab::games::pas_de_deux;

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Turns(turns::Turns),
    Claims(claims::Claims),
    Puzzle(puzzle::Puzzle),
    Perft(perft::Perft),
    Play(play::Play),
    Solve(solve::Solve),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Turns(command) => command.run(global),
            Self::Claims(command) => command.run(global),
            Self::Puzzle(command) => command.run(global),
            Self::Perft(command) => command.run(global),
            Self::Play(command) => command.run(global),
            Self::Solve(command) => command.run(global),
        }
    }
}

/// Whether the first move of a turn of two captures, on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FirstMoveCaptures {
    /// It captures, even everything
    #[default]
    Yes,
    /// It captures nothing
    No,
}

impl From<FirstMoveCaptures> for pas_de_deux::FirstMove {
    fn from(reading: FirstMoveCaptures) -> Self {
        match reading {
            FirstMoveCaptures::Yes => Self::Captures,
            FirstMoveCaptures::No => Self::CapturesNothing,
        }
    }
}
