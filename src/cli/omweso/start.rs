//! Where a game of Omweso begins: an opening by name, or a position.

use anyhow::Context;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use sowlab::games::omweso::Position;

use super::board::{Board, board};

/// Columns of the usual board.
const COLUMNS: usize = 8;

#[derive(Debug, Args)]
pub struct Start {
    /// The board from the view of the first player, who is to move: four rows from the top with /
    /// between them, seeds separated by spaces or commas, . or 0 for an empty pit; or a file of four
    /// lines; or - for standard input [default: the traditional opening]
    #[arg(long, value_name = "BOARD", value_parser = board, allow_hyphen_values = true,
        conflicts_with = "opening")]
    position: Option<Board>,
    /// Begin with an opening on 8 columns
    #[arg(long, value_name = "NAME")]
    opening: Option<Opening>,
}

/// An opening by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Opening {
    /// 4 seeds in each pit of the outer rows
    Traditional,
    /// 2 seeds in every pit
    Even,
}

impl Start {
    /// The position.
    pub fn read(&self) -> anyhow::Result<Position<BigUint>> {
        match (&self.position, self.opening) {
            (Some(position), _) => position.read(),
            (None, Some(Opening::Even)) => Position::even(COLUMNS).context("--opening even"),
            (None, _) => Position::traditional(COLUMNS).context("--opening traditional"),
        }
    }

    /// Whether the position comes from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.position.as_ref().is_some_and(Board::is_stdin)
    }
}
