//! El Mirall as two players see it on the board between them.

use std::io::{self, Write};

use super::TraceRow;

/// Draws the position after the first `skipped` moves, and after every further move, as two rows of
/// pits, the pit just sown in brackets.
///
/// The players sit opposite each other and begin in neighbouring pits; what one does to the right
/// the other does to their own left. So the two rows mirror each other across the middle of the
/// board, and from either side they show the same numbers in the same columns.
///
/// # Errors
/// Those of the writer.
pub fn draw_trace(
    first: &str,
    skipped: u128,
    rows: impl IntoIterator<Item = TraceRow>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match skipped {
        0 => writeln!(out, "start")?,
        moves => writeln!(out, "after move {moves}")?,
    }
    draw_position(first, None, out)?;
    for row in rows {
        let TraceRow { number, pit, hand, position } = row;
        writeln!(out, "\nmove {number}: pit {pit}, hand {hand}")?;
        draw_position(&position, Some(pit), out)?;
    }
    Ok(())
}

fn draw_position(position: &str, sown: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let pits: Vec<&str> = position.split(' ').collect();
    let width = pits.iter().map(|pit| pit.len()).max().unwrap_or(0);
    let cells = (0..).zip(pits).map(|(index, pit)| {
        let (left, right) = if Some(index) == sown { ('[', ']') } else { (' ', ' ') };
        format!(" {left}{pit:>width$}{right}")
    });
    let row: String = cells.collect();
    let row = row.trim_end();
    writeln!(out, "{row}\n{row}")
}

#[cfg(test)]
mod tests {
    use super::{TraceRow, draw_trace};

    #[test]
    fn both_rows_show_the_same_columns() {
        let rows = [TraceRow { number: 1, pit: 0, hand: 9u8.into(), position: "3 3 12".into() }];
        let mut out = Vec::new();
        draw_trace("9 0 9", 0, rows, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "start\n  9   0   9\n  9   0   9\n\nmove 1: pit 0, hand 9\n [ 3]   3   12\n [ 3]   3   12\n"
        );
    }
}
