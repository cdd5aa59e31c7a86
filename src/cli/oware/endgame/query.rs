//! `sowlab oware endgame query`.

use anyhow::{Context, bail};
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::games::oware::Position;
use sowlab::notation::natural;
use sowlab::output::{MoveValueRow, QueryRow, write_rows};

use super::file::TableFile;
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::two_rows::{lines, with_stores_or_without};

/// Look positions up in an endgame table
///
/// Columns: `position,repetition,value,low,high,best,line,line_end`. value is what the mover gets of the
/// seeds on the board minus what the opponent gets; in a table of bounds low is the value if endless play
/// loses everything left for the mover and high if it wins it, and value is there where they meet. best
/// are the moves that are worth the value (or low), and line is a line of best play of at most
/// --line-limit moves, in which whoever has something to win makes progress. The last column is `ends`
/// where the game is over then, `recurs` where the last position has been there before, so that play is
/// endless, else `cut`. In a table of bounds the line is one for low: endless play counts as lost for the
/// player who begins it, and who cannot force more lets it come to that. Stores do not count, and any
/// number of seeds may be missing. The table is checked up to the level of the position.
///
/// With --moves: `move,captured,value,low,high,position` for each legal move of one position; its value
/// is that to the mover.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab oware endgame build --seeds 5 --repetition bounds --output five.oware --quiet
  sowlab oware endgame query --table five.oware --position '1 0 0 0 0 1 0 2 0 0 1 0'
  sowlab oware endgame query --table five.oware --position '0 0 0 0 0 1 0 0 2 0 0 1' --moves")]
pub struct Query {
    #[command(flatten)]
    table: TableFile,
    /// The position: pits, South's first, both stores and the player to move, as in
    /// 0-0-0-0-0-1-0-0-2-0-0-1-20-24-S; or the pits alone, the mover's first, as in '1 0 0 2'
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        required_unless_present = "positions"
    )]
    position: Option<String>,
    /// A file of positions, one a line, or - for standard input; empty lines and lines that begin with
    /// # are left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    positions: Option<String>,
    /// List the moves of the position with their values
    #[arg(long)]
    moves: bool,
    /// The most moves of a line; 0 for none
    #[arg(long, value_name = "N", value_parser = limit, allow_hyphen_values = true,
        default_value = "100")]
    line_limit: usize,
}

/// Reads a number of moves. Nobody waits for 2^64 of them, so more are as many as that.
fn limit(text: &str) -> anyhow::Result<usize> {
    Ok(natural(text)?.to_usize().unwrap_or(usize::MAX))
}

impl Query {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let positions = match (&self.position, &self.positions) {
            (Some(text), _) => vec![with_stores_or_without(text).context("--position")?],
            (_, Some(name)) => lines(name)?,
            (None, None) => bail!("--position is missing; accepted is a position to look up"),
        };
        let format = global.format()?;
        global.spare(self.table.path())?;
        if let Some(name) = &self.positions {
            global.spare(name.as_ref())?;
        }
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let most = positions.iter().map(Position::on_board).max().unwrap_or(0);
        let table = self.table.read(most.to_usize(), &progress)?;
        let named = |index: usize| match &self.positions {
            None => "--position".to_owned(),
            Some(name) => format!("--positions {name}, position {}", index + 1),
        };
        if self.moves {
            let answer = table.query(&positions[0]).with_context(|| named(0))?;
            drop(progress);
            let repetition = table.rules().repetition;
            let rows = answer.moves.iter().map(|after| MoveValueRow::new(repetition, after));
            data.write(|out| write_rows(format, rows, out))?;
            return data.finish();
        }
        let mut rows = Vec::new();
        for (index, position) in positions.iter().enumerate() {
            let answer = table.query(position).with_context(|| named(index))?;
            let line = table.line(position, self.line_limit, &progress)?;
            rows.push(QueryRow::new(position, table.rules().repetition, &answer, &line));
        }
        drop(progress);
        data.write(|out| write_rows(format, rows, out))?;
        data.finish()
    }
}
