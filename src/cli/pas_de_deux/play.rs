//! `sowlab pas-de-deux play`.

use clap::Args;
use sowlab::games::pas_de_deux;

use super::FirstMoveCaptures;
use crate::cli::global::Global;
use crate::cli::moves_text::Look;
use crate::cli::replay::Replay;
use crate::cli::two_rows::{PAS_DE_DEUX, Start};

/// Replay a whole game of Pas de Deux
///
/// Columns: `move,player,played,captured,grand_slam,position,south,north,result,reason`: the number of
/// the turn from 1, `south` or `north`, its pits, the seeds captured in all, whether its last move is a
/// grand slam, which captures nothing, the position after it, and the players'
/// scores: what they have captured so far, and when the game has ended all that they have, 24.5 where
/// seeds were split. result is empty while the game goes on, then `south-wins`, `north-wins` or `draw`;
/// reason is then `majority` (a player has more than half of all seeds), `no-seeds` (the next player has
/// none, and the other takes what is left) or `repetition`.
///
/// On a terminal, without --format, boards are drawn as South sees them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab pas-de-deux play --moves '3 4-7 1-2'
  sowlab pas-de-deux play --moves 8-1,5 --first-move-captures no --format json
  echo 7 8 | sowlab pas-de-deux play --moves -")]
pub struct Play {
    #[command(flatten)]
    start: Start,
    /// The turns, separated by spaces or commas: the number of a pit, counted from 1 from the mover's
    /// left, or two of them, as in '3 4-7'; or a file; or - for standard input
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    moves: String,
    /// Whether the first move of a turn of two captures
    #[arg(long, value_name = "WHETHER", default_value = "yes")]
    first_move_captures: FirstMoveCaptures,
    #[command(flatten)]
    replay: Replay,
}

impl Play {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let start = self.start.read(PAS_DE_DEUX)?;
        let rules = pas_de_deux::FirstMove::from(self.first_move_captures);
        self.replay.write(&rules, &start, &self.moves, &LOOK, global)
    }
}

/// Nobody writes a turn with a dot, a slash or letters and no digit; it was meant to be the name of a
/// file.
const LOOK: Look = Look {
    characters: |c| c.is_ascii_digit() || c == '-',
    is_name: |text| text.contains(['.', '/']) || !text.contains(|c: char| c.is_ascii_digit()),
    example: "3 4-7",
};
