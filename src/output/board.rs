//! El Mirall as two players see it on the board between them.

use std::io::{self, Write};

use super::TraceRow;

/// Draws the start and every move as two rows of pits: below the row that the other numbers speak
/// of, above it the mirror image, which the player on the other side plays.
///
/// # Errors
/// Those of the writer.
pub fn draw_trace(
    start: &str,
    rows: impl IntoIterator<Item = TraceRow>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "start")?;
    draw_position(start, out)?;
    for row in rows {
        let TraceRow { number, pit, hand, position } = row;
        writeln!(out, "\nmove {number}: pit {pit}, hand {hand}")?;
        draw_position(&position, out)?;
    }
    Ok(())
}

fn draw_position(position: &str, out: &mut dyn Write) -> io::Result<()> {
    let pits: Vec<&str> = position.split(' ').collect();
    let width = pits.iter().map(|pit| pit.len()).max().unwrap_or(0);
    let mut draw = |pits: &mut dyn Iterator<Item = &&str>| -> io::Result<()> {
        for pit in pits {
            write!(out, "  {pit:>width$}")?;
        }
        writeln!(out)
    };
    draw(&mut pits.iter().rev())?;
    draw(&mut pits.iter())
}

#[cfg(test)]
mod tests {
    use super::{TraceRow, draw_trace};

    #[test]
    fn the_upper_row_is_the_mirror_image() {
        let rows = [TraceRow { number: 1, pit: 0, hand: 9u8.into(), position: "3 3 12".into() }];
        let mut out = Vec::new();
        draw_trace("9 0 9", rows, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "start\n  9  0  9\n  9  0  9\n\nmove 1: pit 0, hand 9\n  12   3   3\n   3   3  12\n"
        );
    }
}
