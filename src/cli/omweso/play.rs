//! `sowlab omweso play`.

use anyhow::{anyhow, ensure};
use clap::Args;
use sowlab::analysis::omweso::{ReplayError, replay};
use sowlab::games::omweso::Victories;
use sowlab::output::{PlayRow, draw_game, write_rows};

use super::start::Start;
use crate::cli::global::Global;
use crate::cli::moves_text::Look;
use crate::cli::progress::Progress;

/// Replay a whole game of Omweso
///
/// Columns: `move,player,pit,path,legs,captured,position,result,reason`: the number of the move from 1,
/// `first` or `second`, the starting pit in the mover's own numbering, the path of choices, the legs,
/// the seeds captured, the board as the next player sees it. result is empty while the game goes on,
/// then `first-wins`, `second-wins` or `annulled`; reason is then `no-move` (the next player has no pit
/// with 2 seeds), `emitwe-ebiri` (captures at both ends in one move), `akawumbi` (in every column),
/// `akakyala` (in two moves before the opponent's first capture) or `never-ends`. A move that never
/// ends has no legs and no position, and annuls the game whatever it captures.
///
/// On a terminal, without --format, boards are drawn as the first player sees them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso play --moves '0 3 1'
  sowlab omweso play --position '0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0' --moves 1:cw --format json
  echo 2 5 | sowlab omweso play --opening even --moves - --akakyala")]
pub struct Play {
    #[command(flatten)]
    start: Start,
    /// The moves, separated by spaces or commas: the number of a pit and, where there are choices of
    /// direction, a colon and the path, as in '4 12:cw 3:ccw-cw'; or a file; or - for standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    /// Captures in two separate moves before the opponent's first win too
    #[arg(long)]
    akakyala: bool,
    /// Captures at both ends of the board do not win
    #[arg(long)]
    no_emitwe_ebiri: bool,
}

impl Play {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        ensure!(
            !(self.start.reads_stdin() && self.moves.trim() == "-"),
            "--position - and --moves - both ask for standard input; one of them can have it"
        );
        let start = self.start.read()?;
        let moves = LOOK.read(&self.moves)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let victories = Victories { emitwe_ebiri: !self.no_emitwe_ebiri, akakyala: self.akakyala };
        let replayed =
            replay(&start, victories, &moves, &progress).map_err(|error| match error {
                ReplayError::Cancelled(cancelled) => cancelled.into(),
                error @ ReplayError::Move { .. } => anyhow!("--moves, {error}"),
            })?;
        drop(progress);
        let colour = global.colours();
        data.write(|out| {
            if global.draws() {
                draw_game(&start, &replayed, colour, out)
            } else {
                write_rows(format, replayed.iter().map(PlayRow::from), out)
            }
        })?;
        data.finish()
    }
}

/// Nobody writes a move with a dot, a slash or several letters and no digit; it was meant to be the name
/// of a file.
const LOOK: Look = Look {
    characters: |c| c.is_ascii_digit() || ":-cw".contains(c),
    is_name: |text| text.contains(['.', '/']) || !text.contains(|c: char| c.is_ascii_digit()),
    example: "4 12:cw 3:ccw-cw",
};
