//! `sowlab oware endgame build`.

use anyhow::{Context, ensure};
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::analysis::endgame::{EndgameError, MOST_TABLE_SEEDS, Rules, build, memory};
use sowlab::notation::{bytes, natural, show_bytes, show_natural};

use super::Repetition;
use super::part::{BuildError, Part};
use crate::cli::global::Global;
use crate::cli::oware::GrandSlam;
use crate::cli::progress::Progress;
use crate::cli::two_rows::{OWARE, width};
use crate::cli::{memory as available, outcome, signal};

/// Build the table of the exact values of all boards with up to so many seeds
///
/// The value of a board is what the mover gets of its seeds minus what the opponent gets, when both play
/// for that. What endless play is worth must be said: with even-split it divides what is left evenly,
/// and there is one value; with bounds there are two, for endless play that loses everything left and
/// that wins it, and where they meet the value holds under any rule.
///
/// On 2 x 6 pits a table of 12 seeds has 2,704,156 boards, one of 16 has 30,421,755, one of 20 has
/// 225,792,840; a board is one byte, or two with bounds. The memory that building takes is said before
/// it begins. Each level of seeds is kept in FILE.part when it is there; a command that was stopped goes
/// on with the levels that it finds, and FILE appears when the table is whole. docs/endgame.md describes
/// the format.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware endgame build --seeds 6 --repetition even-split --output six.oware --quiet
  sowlab oware endgame build --seeds 8 --pits 3 --repetition bounds --output a.oware --quiet")]
pub struct Build {
    /// The most seeds on a board, 0 to 127
    #[arg(long, value_name = "K", value_parser = seeds, allow_hyphen_values = true)]
    seeds: usize,
    /// What endless play is worth
    #[arg(long, value_name = "RULE")]
    repetition: Repetition,
    /// Pits of a row, 1 to 8
    #[arg(long, value_name = "N", value_parser = width, allow_hyphen_values = true,
        default_value_t = OWARE.width)]
    pits: usize,
    /// What becomes of a sowing that would capture all of the opponent's seeds
    #[arg(long, value_name = "READING", default_value = "captures-nothing")]
    grand_slam: GrandSlam,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB [default: three quarters
    /// of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// Reads a number of seeds.
fn seeds(text: &str) -> anyhow::Result<usize> {
    let seeds = natural(text)?;
    seeds.to_usize().filter(|&seeds| seeds <= MOST_TABLE_SEEDS).with_context(|| {
        let seeds = show_natural(&seeds);
        format!("`{seeds}` is not accepted; accepted are 0 to {MOST_TABLE_SEEDS} seeds")
    })
}

impl Build {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let place = global
            .output()
            .context("--output is missing; accepted is the name of the file of the table")?;
        ensure!(!global.has_format(), "--format is for rows; the table has a format of its own");
        let Self { seeds, pits: width, .. } = self;
        let grand_slam = self.grand_slam.into();
        let rules = Rules { width, grand_slam, repetition: self.repetition.into() };
        let needed = memory(rules, seeds)?;
        let allowed = self.memory.unwrap_or_else(available::available);
        if needed > allowed {
            return Err(EndgameError::Memory { seeds, needed, allowed }.into());
        }
        let progress = Progress::new(global);
        let (mut part, mut table) = Part::open(place, rules, seeds, allowed, &progress)?;
        if !global.quiet {
            outcome::say(&format!(
                "building takes {} of memory, and the table {} on disk{}",
                show_bytes(&needed.into()),
                show_bytes(&(0..=seeds).map(|seeds| table.level_bytes(seeds)).sum::<u64>().into()),
                match table.levels().len() {
                    0 => String::new(),
                    1 => "; 1 level is there already".into(),
                    levels => format!("; {levels} levels are there already"),
                }
            ));
        }
        signal::results_are_kept();
        build(&mut table, allowed, &progress, |_, level| part.push(level).map_err(BuildError))
            .map_err(|BuildError(error)| error)?;
        drop(progress);
        part.finish()
    }
}
