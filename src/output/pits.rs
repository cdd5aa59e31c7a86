//! Drawn rows of pits: columns that are as wide as their largest number, marked pits in brackets.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

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

/// What stands in one place: a number of seeds, `.` for none, or the name of a pit; and its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub text: String,
    pub mark: Option<Kind>,
}

/// Seeds as they are drawn.
pub(super) fn seeds(count: &impl ToString) -> String {
    let text = count.to_string();
    if text == "0" { ".".into() } else { text }
}

/// Draws rows of the same number of cells, and a line before the row `line`. Marks are coloured too, if
/// asked for.
///
/// # Errors
/// Those of the writer.
pub(super) fn draw_rows(
    rows: &[Vec<Cell>],
    line: usize,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].text.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (index, row) in rows.iter().enumerate() {
        if index == line {
            // Each column has a space, two places for brackets and its numbers; the first space stays.
            let length: usize = widths.iter().map(|width| width + 3).sum();
            writeln!(out, " {}", "─".repeat(length - 1))?;
        }
        let mut spaces = 0;
        for (Cell { text, mark }, &width) in row.iter().zip(&widths) {
            // No line ends in spaces: those after a pit are written before the next one.
            write!(out, "{:spaces$}", "")?;
            if let Some(kind) = mark {
                let [left, right] = kind.brackets();
                let style = if colour { kind.style() } else { Style::new() };
                write!(out, " {style}{left}{text:>width$}{right}{style:#}")?;
                spaces = 0;
            } else {
                write!(out, "  {text:>width$}")?;
                spaces = 1;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
