//! `sowlab oware`: the commands about Oware.

mod endgame;
mod moves;
mod perft;
mod play;
mod solve;

use clap::{Subcommand, ValueEnum};
use sowlab::games::oware;

use super::global::Global;

#[derive(Debug, Subcommand)]
pub enum Command {
    Moves(moves::Moves),
    Perft(perft::Perft),
    Play(play::Play),
    Solve(solve::Solve),
    /// Tables of the exact values of all boards with few seeds
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab oware endgame build --seeds 6 --repetition even-split --output six.oware --quiet
  sowlab oware endgame stats --table six.oware"
    )]
    Endgame(endgame::Command),
}

impl Command {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match self {
            Self::Moves(command) => command.run(global),
            Self::Perft(command) => command.run(global),
            Self::Play(command) => command.run(global),
            Self::Solve(command) => command.run(global),
            Self::Endgame(command) => command.run(global),
        }
    }
}

/// How a grand slam is read, on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GrandSlam {
    /// Legal, and captures nothing
    #[default]
    CapturesNothing,
    /// No legal move
    Forbidden,
}

impl From<GrandSlam> for oware::GrandSlam {
    fn from(reading: GrandSlam) -> Self {
        match reading {
            GrandSlam::CapturesNothing => Self::CapturesNothing,
            GrandSlam::Forbidden => Self::Forbidden,
        }
    }
}
