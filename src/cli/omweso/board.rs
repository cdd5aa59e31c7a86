//! A position of Omweso as it is given on the command line: its text, or a file that holds it.

use std::path::Path;

use anyhow::{Context, bail};
use num_bigint::BigUint;
use sowlab::games::omweso::{Position, Setup};
use sowlab::notation::{row, rows};

use crate::cli::text::read_for;

/// The text given with --position, kept until the command runs: only then may a file be read.
#[derive(Clone, Debug)]
pub struct Board(String);

/// Takes whatever stands there.
#[expect(clippy::unnecessary_wraps, reason = "this is how clap calls it")]
pub fn board(text: &str) -> anyhow::Result<Board> {
    Ok(Board(text.to_owned()))
}

impl Board {
    /// Whether it is read from standard input.
    pub fn is_stdin(&self) -> bool {
        self.0 == "-"
    }

    /// The position, from a text of four rows with `/` between them, from a file of four lines, or
    /// from standard input for `-`.
    pub fn read(&self) -> anyhow::Result<Position<BigUint>> {
        let text = &self.0;
        if self.is_stdin() || (!looks_like_a_position(text) && Path::new(text).exists()) {
            let name = format!("--position {text}");
            return from_lines(&read_for("--position", text)?, &name);
        }
        let position = || anyhow::Ok(Setup { rows: rows(text)? }.position()?);
        match position() {
            // Nobody writes letters into a position; it was meant to be the name of a file.
            Err(_) if text.contains(char::is_alphabetic) && !text.contains(' ') => bail!(
                "--position: there is no file `{text}`, and it is no position; accepted are four rows with / between them, as in '4 4/0 0/. ./4 4', or the name of a file of four lines"
            ),
            result => result.context("--position"),
        }
    }
}

fn looks_like_a_position(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "/.,^+*-".contains(c))
        && text.contains('/')
        && text.contains(|c: char| c.is_ascii_digit())
}

/// Reads four lines, or one with `/` between the rows. Empty lines count for nothing.
fn from_lines(text: &str, name: &str) -> anyhow::Result<Position<BigUint>> {
    let lines = (1u64..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let mut read = Vec::new();
    for (number, line) in lines {
        let context = || format!("{name}, line {number}");
        if line.contains('/') {
            read.extend(rows(line).with_context(context)?);
        } else {
            read.push(row(line).with_context(context)?);
        }
    }
    Setup { rows: read }.position().with_context(|| name.to_owned())
}

/// Reads a position from each line of a file, or of standard input for `-`, and makes something of it.
/// Empty lines, and lines that begin with `#`, are left out.
pub fn list<T>(
    option: &str,
    name: &str,
    make: impl Fn(Position<BigUint>) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let text = read_for(option, name)?;
    let mut read = Vec::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let position = || make(Setup { rows: rows(line)? }.position()?);
        read.push(position().with_context(|| format!("{option} {name}, line {number}"))?);
    }
    if read.is_empty() {
        bail!(
            "{option} {name}: no line holds a position; one a line is accepted, as in `4 4/. ./. ./4 4`"
        );
    }
    Ok(read)
}
