//! OEIS b-files: lines `n a(n)`, by which a sequence is looked up and submitted.

use std::io::{self, Write};

use num_bigint::BigUint;
use num_traits::One;
use thiserror::Error;

use crate::analysis::mirall::MoveTable;

/// A reading order of the table as a sequence, decided before anything is computed.
///
/// * One number of pits, or one number of seeds: the sequence of the line or column, with the
///   varying number as its index; it may begin anywhere but must not leave gaps. (A single cell
///   is read as a line.)
/// * Both from 1 on: the table by antidiagonals downwards, offset 1, that is M(1,1); M(1,2),
///   M(2,1); M(1,3), M(2,2), M(3,1); ... with pits, then seeds, in the brackets. A table of P by
///   S has min(P,S) complete antidiagonals; the rest of it is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFile {
    /// Index of the first term.
    first: BigUint,
    /// Where the terms stand in [`MoveTable::moves`].
    cells: Vec<usize>,
}

/// A table that is no sequence.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BFileError {
    /// One line or column with gaps.
    #[error("a b-file needs consecutive {varying}, such as 1..100, not a list with gaps")]
    Gaps {
        /// What varies: pits or seeds.
        varying: &'static str,
    },
    /// A table that does not begin at the corner.
    #[error(
        "a b-file of a table needs pits 1..P and seeds 1..S, both without gaps from 1; or one number of pits; or one number of seeds"
    )]
    NotFromOne,
}

impl BFile {
    /// The reading order for a table of these pits and seeds.
    ///
    /// # Errors
    /// If it is no sequence by the rules above.
    pub fn new(pits: &[u64], seeds: &[BigUint]) -> Result<Self, BFileError> {
        let seeds_run = seeds.windows(2).all(|pair| &pair[0] + 1u8 == pair[1]);
        let pits_run = pits.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let width = seeds.len();
        if pits.len() == 1 {
            return if seeds_run {
                Ok(Self {
                    first: seeds.first().cloned().unwrap_or_default(),
                    cells: (0..width).collect(),
                })
            } else {
                Err(BFileError::Gaps { varying: "seeds" })
            };
        }
        if width == 1 {
            return if pits_run {
                Ok(Self {
                    first: pits.first().copied().unwrap_or_default().into(),
                    cells: (0..pits.len()).collect(),
                })
            } else {
                Err(BFileError::Gaps { varying: "pits" })
            };
        }
        let from_one = pits.first() == Some(&1) && seeds.first().is_some_and(One::is_one);
        if !(from_one && pits_run && seeds_run) {
            return Err(BFileError::NotFromOne);
        }
        Ok(Self {
            first: BigUint::one(),
            cells: (0..pits.len().min(width))
                .flat_map(|last| (0..=last).map(move |line| line * width + last - line))
                .collect(),
        })
    }

    /// Writes the lines `n a(n)`.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// # Panics
    /// If the table is not of the pits and seeds the order was made for.
    pub fn write(&self, table: &MoveTable, out: &mut dyn Write) -> io::Result<()> {
        for (offset, &cell) in self.cells.iter().enumerate() {
            writeln!(out, "{} {}", &self.first + offset, table.moves[cell])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BFile, BFileError, BigUint, MoveTable};

    /// The published table as a b-file of some of its pits and seeds.
    fn lines(pits: &[u64], seeds: &[u8]) -> Result<String, BFileError> {
        let published =
            [[1u8, 1, 1, 1, 1], [2, 3, 3, 4, 4], [5, 7, 8, 10, 11], [7, 12, 12, 18, 20]];
        let moves = pits
            .iter()
            .flat_map(|&n| seeds.iter().map(move |&s| published[n as usize - 1][s as usize - 1]))
            .map(Into::into)
            .collect();
        let table = MoveTable {
            pits: pits.to_vec(),
            seeds: seeds.iter().map(|&s| BigUint::from(s)).collect(),
            moves,
        };
        let mut out = Vec::new();
        BFile::new(&table.pits, &table.seeds)?.write(&table, &mut out).unwrap();
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn lines_and_columns() {
        assert_eq!(lines(&[3], &[2, 3, 4]).unwrap(), "2 7\n3 8\n4 10\n");
        assert_eq!(lines(&[2, 3, 4], &[5]).unwrap(), "2 4\n3 11\n4 20\n");
        assert_eq!(lines(&[4], &[4]).unwrap(), "4 18\n");
        assert_eq!(lines(&[3], &[1, 3]), Err(BFileError::Gaps { varying: "seeds" }));
        assert_eq!(lines(&[3, 2], &[1]), Err(BFileError::Gaps { varying: "pits" }));
    }

    #[test]
    fn complete_antidiagonals_of_a_table() {
        let three = "1 1\n2 1\n3 2\n4 1\n5 3\n6 5\n";
        assert_eq!(lines(&[1, 2, 3], &[1, 2, 3]).unwrap(), three);
        assert_eq!(lines(&[1, 2, 3, 4], &[1, 2, 3]).unwrap(), three);
        assert_eq!(lines(&[1, 2, 3], &[1, 2, 3, 4, 5]).unwrap(), three);
        assert_eq!(lines(&[2, 3], &[1, 2]), Err(BFileError::NotFromOne));
        assert_eq!(lines(&[1, 2], &[2, 3]), Err(BFileError::NotFromOne));
    }
}
