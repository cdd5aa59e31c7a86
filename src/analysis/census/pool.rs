//! Partial states that wait for a lane, stored column by column.
//!
//! A partial state is a column of bytes; [`Layout`] says which row holds what. The pool is a stack:
//! its top is stored row by row, so that many columns move in and out with one instruction a row,
//! and small enough to stay in the first-level cache; the rest is stored in blocks of as many columns as there are lanes.

use super::lanes::{LANES, Row};

/// Which row of a column holds what. Rows `0..n` are the pits. Rows `n..2n` are what they were when
/// they became known: [`UNKNOWN`] less the passes, which were the contents at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Number of pits.
    pub pits: usize,
}

/// A row after those of the pits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// Seeds taken up since the last origin.
    Hand,
    /// Seeds of the budget that nothing known or bounded needs.
    Spare,
    /// The largest hand: the first of the word.
    First,
    /// The hand before it.
    Second,
    /// See [`flag`].
    Flags,
    /// Laps modulo 128.
    Laps,
    /// Laps in units of 128.
    Laps128,
    /// Rounds.
    Rounds,
    /// The last place in the round at which an unknown pit is to be empty, or [`NO_PLACE`].
    LastForced,
    /// The places at which unknown pits are to be empty, one bit each, 8 a row.
    Forced,
}

/// No place of a round.
pub(super) const NO_PLACE: u8 = 127;

/// In a pit: not known, and not passed since the start. Each pass takes 1 off, as from a known pit;
/// the highest bit stays.
pub(super) const UNKNOWN: u8 = 255;

/// Bits of [`Field::Flags`].
pub(super) mod flag {
    /// The last hand is the first of the word.
    pub const MATCHED: u8 = 1;
    /// A comparison with the start was left open, since a pit was unknown.
    pub const OPEN: u8 = 2;
}

impl Layout {
    /// Rows of a column.
    pub fn rows(self) -> usize {
        self.field(Field::Forced) + self.pits.div_ceil(8)
    }

    /// The row of a field; of [`Field::Forced`], the first.
    pub fn field(self, field: Field) -> usize {
        2 * self.pits + field as usize
    }
}

/// A row of the top: room for more columns than are kept there, one for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Top([u8; 4 * LANES]);

/// The stack.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    top: Vec<Top>,
    /// Columns in the top.
    len: usize,
    /// Blocks below the top, the rows of each one after the other.
    below: Vec<Row>,
}

impl Pool {
    /// An empty pool for columns of `rows` rows.
    pub fn new(rows: usize) -> Self {
        Self { top: vec![Top([0; 4 * LANES]); rows], len: 0, below: Vec::new() }
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.len + self.below.len() / self.top.len() * LANES
    }

    /// Makes room for a column for each lane in the top, and brings as many into it if there are.
    pub fn balance(&mut self) {
        if self.len > 2 * LANES {
            for Top(row) in &mut self.top {
                let block = row[..LANES].try_into().expect("a block has a column for each lane");
                self.below.push(Row(block));
                row.copy_within(LANES.., 0);
            }
            self.len -= LANES;
        } else if self.len < LANES && !self.below.is_empty() {
            let block = self.below.len() - self.top.len();
            for (Top(row), below) in self.top.iter_mut().zip(&self.below[block..]) {
                row.copy_within(..LANES, LANES);
                row[..LANES].copy_from_slice(&below.0);
            }
            self.below.truncate(block);
            self.len += LANES;
        }
    }

    /// Where the next columns go in a row. At most one for each lane, after [`Pool::balance`].
    #[inline]
    pub fn end(&mut self, row: usize) -> &mut [u8; LANES] {
        let row = &mut self.top[row].0[self.len..];
        row.first_chunk_mut().expect("the top has room for a column for each lane")
    }

    /// Counts columns that were written to [`Pool::end`] in every row.
    pub fn pushed(&mut self, columns: usize) {
        self.len += columns;
    }

    /// Takes columns off the end, which [`Pool::end`] still gives until others are pushed.
    pub fn popped(&mut self, columns: usize) {
        self.len -= columns;
    }

    /// Adds one column.
    pub fn push(&mut self, column: &[u8]) {
        self.balance();
        for (row, byte) in column.iter().enumerate() {
            self.end(row)[0] = *byte;
        }
        self.pushed(1);
    }

    /// A column, counted from the oldest.
    pub fn column(&self, index: usize) -> Vec<u8> {
        let rows = self.top.len();
        let below = self.below.len() / rows * LANES;
        let byte = |row: usize| match index.checked_sub(below) {
            Some(index) => self.top[row].0[index],
            None => self.below[index / LANES * rows + row].0[index % LANES],
        };
        (0..rows).map(byte).collect()
    }
}
