//! Values to bytes: tables, CSV, JSON, Markdown, Parquet, b-files and charts. Nothing here touches a file.
//!
//! Writers take the rows one by one and write as they go, so that a million rows need no second
//! copy; only [`Format::Table`] must see all rows before it knows its widths.

pub mod chart;

mod bfile;
mod board;
mod catalogue;
mod certificate;
mod endgame;
mod experiment;
mod format;
mod grid;
mod omweso;
mod parquet;
mod perft;
mod pits;
mod rows;
mod turn;
mod two_rows;

pub use bfile::{BFile, BFileError};
pub use board::draw_trace;
pub use catalogue::{
    CatalogueError, CatalogueFormat, CatalogueReader, CatalogueWriter, CycleRow, UnknownCatalogue,
};
pub use certificate::turn_certificate;
pub use endgame::{ReadTable, TableFileError, TableWriter, read_table};
pub use experiment::{CheckRow, RunRow};
pub use format::{Format, UnknownFormat, write_rows};
pub use grid::write_grid;
pub use omweso::{LegRow, PlayRow, Traced, draw_game, draw_legs};
pub use parquet::ParquetError;
pub use perft::{DivideRow, PerftRow};
pub use rows::{DigitsRow, MayerRow, MotionRow, OrbitRow, Row, TraceRow};
pub use turn::TurnRow;
pub use two_rows::{
    CandidateRow, ClaimRow, GameRow, LevelRow, MoveValueRow, OwareMoveRow, PitNames, PuzzleRow,
    QueryRow, Score, SolveRow, TurnStepRow, ValueRow, draw_two_row_game,
};
