//! `sowlab oware play`.

use clap::Args;
use sowlab::games::oware;

use super::GrandSlam;
use crate::cli::global::Global;
use crate::cli::moves_text::Look;
use crate::cli::replay::Replay;
use crate::cli::two_rows::{OWARE, Start};

/// Replay a whole game of Oware
///
/// Columns: `move,player,played,captured,grand_slam,position,south,north,result,reason`: the number of
/// the move from 1, `south` or `north`, the letter of the pit, the seeds captured, whether the move is a
/// grand slam, which captures nothing, the position after it, and the players'
/// scores: what they have captured so far, and when the game has ended all that they have, 24.5 where
/// seeds were split. result is empty while the game goes on, then `south-wins`, `north-wins` or `draw`;
/// reason is then `majority` (a player has more than half of all seeds), `no-seeds` (the next player has
/// none, and the other takes what is left), `cannot-feed` (the next
/// player cannot give the other any, and takes what is left), `only-grand-slams` (where they are
/// forbidden; each takes their own side) or `repetition`.
///
/// On a terminal, without --format, boards are drawn as South sees them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware play --moves CdEf
  sowlab oware play --moves 'C d E f' --format json
  echo F | sowlab oware play --position 0-0-0-0-0-2-1-2-0-0-1-0-22-20-S --moves -")]
pub struct Play {
    #[command(flatten)]
    start: Start,
    /// The moves, letters of pits with or without spaces or commas between them, capital ones for
    /// South, as in `CdEf`; or a file; or - for standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    /// What becomes of a sowing that would capture all of the opponent's seeds
    #[arg(long, value_name = "READING", default_value = "captures-nothing")]
    grand_slam: GrandSlam,
    #[command(flatten)]
    replay: Replay,
}

impl Play {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let start = self.start.read(OWARE)?;
        let rules = oware::GrandSlam::from(self.grand_slam);
        self.replay.write(&rules, &start, &self.moves, &LOOK, global)
    }
}

/// Letters that pits have are never taken for the name of a file; other words are.
const LOOK: Look = Look {
    characters: |c| matches!(c, 'A'..='H' | 'a'..='h'),
    is_name: |text| text.contains(['.', '/']) || (text.len() > 2 && !text.contains([' ', ','])),
    example: "CdEf",
};
