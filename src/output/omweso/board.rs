//! A drawn board: four lines, the two sides apart, `.` for an empty pit.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::games::omweso::Position;

/// Why a pit is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The pit that is sown, in `[ ]`.
    Origin,
    /// Where the last seed fell, in `( )`.
    Landing,
    /// Its seeds are captured, in `{ }`.
    Captured,
}

/// A marked pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Whether it is on the lower side of the drawing.
    pub below: bool,
    /// The pit, in its owner's numbering.
    pub pit: usize,
    pub kind: Kind,
}

impl Kind {
    fn brackets(self) -> [char; 2] {
        match self {
            Self::Origin => ['[', ']'],
            Self::Landing => ['(', ')'],
            Self::Captured => ['{', '}'],
        }
    }

    fn style(self) -> Style {
        let colour = match self {
            Self::Origin => AnsiColor::Yellow,
            Self::Landing => AnsiColor::Green,
            Self::Captured => AnsiColor::Red,
        };
        colour.on_default().bold()
    }
}

/// Draws a board, its mover below. Columns are as wide as their largest number. Of several marks of a
/// pit the last one is seen; marks are coloured too, if asked for.
///
/// # Errors
/// Those of the writer.
pub(super) fn draw_board(
    position: &Position<BigUint>,
    marks: &[Mark],
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = position.columns();
    let text = |seeds: &BigUint| if seeds.is_zero() { ".".into() } else { seeds.to_string() };
    let rows = position.rows().map(|row| row.into_iter().map(text).collect::<Vec<String>>());
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (index, row) in rows.iter().enumerate() {
        if index == 2 {
            // Each column has a space, two places for brackets and its numbers; the first space stays.
            let length: usize = widths.iter().map(|width| width + 3).sum();
            writeln!(out, " {}", "─".repeat(length - 1))?;
        }
        let mut spaces = 0;
        for (column, (seeds, &width)) in row.iter().zip(&widths).enumerate() {
            let (below, pit) = match index {
                0 => (false, columns - 1 - column),
                1 => (false, columns + column),
                2 => (true, 2 * columns - 1 - column),
                _ => (true, column),
            };
            let mut marks = marks.iter().rev();
            let mark = marks.find(|mark| (mark.below, mark.pit) == (below, pit));
            // No line ends in spaces: those after a pit are written before the next one.
            write!(out, "{:spaces$}", "")?;
            if let Some(Mark { kind, .. }) = mark {
                let [left, right] = kind.brackets();
                let style = if colour { kind.style() } else { Style::new() };
                write!(out, " {style}{left}{seeds:>width$}{right}{style:#}")?;
                spaces = 0;
            } else {
                write!(out, "  {seeds:>width$}")?;
                spaces = 1;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Kind, Mark, draw_board};
    use crate::games::omweso::Position;
    use num_bigint::BigUint;

    fn drawn(colour: bool) -> String {
        let side = |pits: [u64; 4]| pits.map(BigUint::from).to_vec();
        let position = Position::new(side([1, 0, 12, 3]), side([0, 1000, 5, 6])).unwrap();
        let marks = [(true, 1, Kind::Origin), (true, 3, Kind::Landing), (false, 1, Kind::Captured)]
            .map(|(below, pit, kind)| Mark { below, pit, kind });
        let mut out = Vec::new();
        draw_board(&position, &marks, colour, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_aligned_and_pits_marked() {
        assert_eq!(
            drawn(false),
            " {1000}   .\n     5    6\n ───────────\n (   3)  12\n     1  [ .]\n"
        );
    }

    #[test]
    fn colour_changes_nothing_but_the_colour() {
        let coloured = drawn(true);
        assert!(coloured.contains("\u{1b}[31m") && coloured.contains("\u{1b}[32m"));
        let mut plain = String::new();
        let mut pieces = coloured.split('\u{1b}');
        plain.push_str(pieces.next().unwrap());
        for piece in pieces {
            plain.push_str(piece.split_once('m').unwrap().1);
        }
        assert_eq!(plain, drawn(false));
    }
}
