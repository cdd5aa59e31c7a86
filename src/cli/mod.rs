//! The command line: one file per group of subcommands. Declares and converts, decides nothing.
//!
//! The declarations here make the parser, every `--help`, the completions and the man pages.

mod chart;
mod global;
mod memory;
mod merge;
mod mirall;
mod moves_text;
mod omweso;
mod outcome;
mod oware;
mod pages;
mod pas_de_deux;
mod perft;
mod progress;
mod random;
mod relay;
mod replay;
mod run;
mod shard;
mod signal;
mod sink;
mod slurm;
mod solving;
mod text;
mod two_rows;
mod verify;

use clap::{Parser, Subcommand};

use global::Global;
pub use outcome::{guarded, parse, report};
pub use signal::listen;

/// Exact research toolkit for sowing dynamics
///
/// What happens when seeds are sown round the pits of mancala games: exact counts, orbits and
/// tables, with numbers of any size. Numbers are written as digits, powers (10^30) or sums,
/// differences and products of these (2^100+1); a range is A..B, both ends included; a list is 1,2,5..8. Pits are
/// numbered from 0 at the left.
///
/// Results go to standard output or --output; everything else goes to standard error.
///
/// Exit codes: 0 done; 1 a check said no; 2 the command line, an input or an output is wrong;
/// 3 stopped by a limit or a signal.
#[derive(Debug, Parser)]
#[command(
    name = "sowlab",
    version = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("SOWLAB_COMMIT"), ")"),
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Examples:
  sowlab mirall table --pits 1..4 --seeds 1..5
  sowlab mirall trace --pits 6 --seeds 4"
)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// El Mirall: one row of pits, the leftmost occupied pit is sown
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab mirall table --pits 1..4 --seeds 1..5 --grid
  sowlab mirall orbit --position 0,0,10"
    )]
    Mirall(mirall::Command),
    /// Relay sowing: one side of a four-row game, no captures
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab relay move --position 3,1,0,1,0,1 --pit 0
  sowlab relay mayer --pits 16 --seeds 2..48"
    )]
    Relay(relay::Command),
    /// Omweso: two sides with captures and choices of direction
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab omweso test --position '2 2 2/2 2 2/2 2 2/2 2 2'
  sowlab omweso move --position '. 1 . ./. 4 . ./. 1 . ./. 3 . .' --pit 1"
    )]
    Omweso(omweso::Command),
    /// Oware: two rows, single laps, captures of twos and threes
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab oware moves
  sowlab oware moves --position 0-0-0-0-3-0-2-1-5-0-0-0-18-19-S"
    )]
    Oware(oware::Command),
    /// Pas de Deux: Oware on 2 rows of 8 pits, in which a turn is one move or two
    #[command(
        subcommand,
        after_help = "\
Examples:
  sowlab pas-de-deux turns
  sowlab pas-de-deux turns --first-move-captures no"
    )]
    PasDeDeux(pas_de_deux::Command),
    Run(run::Run),
    Merge(merge::Merge),
    Slurm(slurm::Slurm),
    Verify(verify::Verify),
    Completions(pages::Completions),
    Man(pages::Man),
}

impl Cli {
    /// Does what the command line asks for.
    pub fn run(self) -> anyhow::Result<()> {
        self.global.start()?;
        match self.command {
            Command::Mirall(command) => command.run(&self.global),
            Command::Relay(command) => command.run(&self.global),
            Command::Omweso(command) => command.run(&self.global),
            Command::Oware(command) => command.run(&self.global),
            Command::PasDeDeux(command) => command.run(&self.global),
            Command::Run(command) => command.run(&self.global),
            Command::Merge(command) => command.run(&self.global),
            Command::Slurm(command) => command.run(&self.global),
            Command::Verify(command) => command.run(&self.global),
            Command::Completions(command) => command.run(&self.global),
            Command::Man(command) => command.run(&self.global),
        }
    }
}
