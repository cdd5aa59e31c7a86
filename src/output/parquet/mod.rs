//! Rows as Parquet files, by the crate `parquet` of Apache Arrow without Arrow itself: every number
//! a column of INT64 with the logical type of an unsigned integer, every text one of UTF-8, named
//! as in CSV. Written in groups of rows, read in batches, in bounded memory both ways.

mod read;
#[cfg(test)]
mod tests;
mod write;

use super::Row;

pub use read::ParquetError;
pub(super) use read::Reader;
pub(super) use write::Writer;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Natural numbers below 2^64.
    Natural,
    /// Texts.
    Text,
}

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    /// In a column of [`Kind::Natural`].
    Natural(u64),
    /// In a column of [`Kind::Text`].
    Text(&'a str),
}

/// A row with a value in every column, each column of one kind.
pub(super) trait Columnar: Row + Sized {
    /// The kinds of [`Row::COLUMNS`], in the same order.
    const KINDS: &'static [Kind];

    /// The values, in the order of the columns and of their kinds.
    fn cells(&self) -> impl Iterator<Item = Cell<'_>>;

    /// The row with these values; none if they are not of the kinds of the columns.
    fn from_cells(cells: &[Cell<'_>]) -> Option<Self>;
}
