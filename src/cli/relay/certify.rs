//! `sowlab relay certify`.

use clap::{Args, ValueEnum};
use num_traits::ToPrimitive;
use sowlab::certificate::{Certificate, MakeError};
use sowlab::games::relay::{State, StateError};
use sowlab::notation::{NotationError, natural};

use super::{Pits, pits};
use crate::cli::global::Global;
use crate::cli::outcome::{No, Stopped};
use crate::cli::progress::Progress;
use crate::cli::verify;

/// Make a certificate of what becomes of a move
///
/// Prints one JSON object on one line: whether the move ends, and what is needed to check that with
/// nothing but the rules. `sowlab verify` checks it; docs/certificates.md describes the fields. The
/// line is the same for every --format.
///
/// Exit code 1: there is no such proof for this move; 3: a limit or a signal came first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay certify --position 2,0,1 --pit 0
  sowlab relay certify --position '3 0 0 1 0 0' --pit 0 --proof play
  sowlab relay certify --position 2,0,1 --pit 0 --proof recurrence | sowlab verify -")]
pub struct Certify {
    /// Seeds in each pit from pit 0, separated by commas or spaces, of any size
    #[arg(long, value_name = "LIST", value_parser = pits, allow_hyphen_values = true)]
    position: Pits,
    /// The pit that is sown first, which needs at least 2 seeds; pits are numbered from 0
    #[arg(long, value_name = "N", value_parser = pit, allow_hyphen_values = true)]
    pit: usize,
    /// How the claim is proved
    #[arg(long, value_name = "PROOF", default_value = "auto")]
    proof: Proof,
    /// Give up after this many laps [default: never]
    #[arg(long, value_name = "N", value_parser = verify::laps, allow_hyphen_values = true)]
    lap_limit: Option<u64>,
}

/// How a claim is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Proof {
    /// By the Mayer test if it says that the move never ends; else by playing the move
    Auto,
    /// The move never ends, for its first state recurs: found by playing it
    Recurrence,
    /// The move never ends, by its labels: without playing
    Mayer,
    /// The move ends: found by playing it
    Play,
}

/// Reads the index of a pit. No circuit in memory has 2^64 pits, so more are as many as that.
fn pit(text: &str) -> Result<usize, NotationError> {
    Ok(natural(text)?.to_usize().unwrap_or(usize::MAX))
}

impl Certify {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let start = State::start(self.position.0, self.pit).map_err(|error| {
            let option = match error {
                StateError::NoSuchPit { .. }
                | StateError::EmptyPivot { .. }
                | StateError::SingleSeed { .. } => "--pit <N>",
                StateError::NoPits | StateError::TotalTooLarge => "--position <LIST>",
            };
            anyhow::Error::new(error).context(option)
        })?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let limit = self.lap_limit.unwrap_or(u64::MAX);
        let played = || Certificate::by_playing(&start, limit, &progress);
        let made = match self.proof {
            Proof::Auto => Certificate::by_mayer(&start).or_else(|_| played()),
            Proof::Mayer => Certificate::by_mayer(&start),
            Proof::Recurrence | Proof::Play => played(),
        };
        drop(progress);
        let certificate = made.map_err(|error| match error {
            MakeError::Clash { .. } => {
                no(format!("{error}; --proof recurrence or play may decide"))
            }
            MakeError::Undecided { .. } => {
                Stopped(format!("{error}; a higher --lap-limit, or none, may decide it")).into()
            }
            error => error.into(),
        })?;
        match self.proof {
            Proof::Recurrence if !certificate.never_ends() => {
                return Err(no("the move ends, so its state never recurs; --proof play shows it"));
            }
            Proof::Play if certificate.never_ends() => {
                return Err(no("the move never ends; --proof recurrence shows it"));
            }
            _ => {}
        }
        data.write(|out| writeln!(out, "{certificate}"))?;
        data.finish()
    }
}

/// There is no such proof.
fn no(reason: impl Into<String>) -> anyhow::Error {
    No { reason: Some(reason.into()) }.into()
}
