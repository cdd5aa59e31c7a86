//! The published layout of the El Mirall table: pits down, seeds across.

use std::io::{self, Write};

use super::Format;
use super::format::write_cells;
use crate::analysis::mirall::MoveTable;

/// What stands over the column of pits, to the left of the numbers of seeds.
const CORNER: &str = "pits/seeds";

/// Writes a table with one line per number of pits and one column per number of seeds, as CSV,
/// as Markdown or, for any other format, drawn.
///
/// # Errors
/// Those of the writer.
pub fn write_grid(format: Format, table: &MoveTable, out: &mut dyn Write) -> io::Result<()> {
    let header = std::iter::once(CORNER.to_owned())
        .chain(table.seeds.iter().map(ToString::to_string))
        .collect();
    let lines =
        table.pits.iter().zip(table.moves.chunks(table.seeds.len().max(1))).map(|(pits, line)| {
            std::iter::once(pits.to_string()).chain(line.iter().map(ToString::to_string)).collect()
        });
    write_cells(format, header, lines, out)
}

#[cfg(test)]
mod tests {
    use super::{Format, MoveTable, write_grid};

    #[test]
    fn pits_down_seeds_across() {
        let table = MoveTable {
            pits: vec![3, 1],
            seeds: vec![1u8.into(), 2u8.into(), 4u8.into()],
            moves: [5u8, 7, 10, 1, 1, 1].map(Into::into).to_vec(),
        };
        let text = |format| {
            let mut out = Vec::new();
            write_grid(format, &table, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(text(Format::Csv), "pits/seeds,1,2,4\n3,5,7,10\n1,1,1,1\n");
        assert!(text(Format::Markdown).ends_with("| 3 | 5 | 7 | 10 |\n| 1 | 1 | 1 | 1 |\n"));
        assert!(text(Format::Table).contains(" 5 ┆ 7 ┆ 10 "));
    }
}
