//! A drawn board: four lines, the two sides apart, `.` for an empty pit.

use std::io::{self, Write};

use num_bigint::BigUint;

use crate::games::omweso::Position;
use crate::output::pits::{Cell, Kind, draw_rows, seeds};

/// A marked pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Whether it is on the lower side of the drawing.
    pub below: bool,
    /// The pit, in its owner's numbering.
    pub pit: usize,
    pub kind: Kind,
}

/// Draws a board, its mover below. Of several marks of a pit the last one is seen.
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
    let cell = |index: usize, column: usize, count: &BigUint| {
        let place = match index {
            0 => (false, columns - 1 - column),
            1 => (false, columns + column),
            2 => (true, 2 * columns - 1 - column),
            _ => (true, column),
        };
        let mark = marks.iter().rev().find(|mark| (mark.below, mark.pit) == place);
        Cell { text: seeds(count), mark: mark.map(|mark| mark.kind) }
    };
    let rows = position.rows().into_iter().enumerate().map(|(index, row)| {
        row.into_iter().enumerate().map(|(column, count)| cell(index, column, count)).collect()
    });
    draw_rows(&rows.collect::<Vec<_>>(), 2, colour, out)
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
