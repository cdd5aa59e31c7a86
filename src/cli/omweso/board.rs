//! A position of Omweso as it is given on the command line: its text, or a file that holds it.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use num_bigint::BigUint;
use sowlab::games::omweso::{Position, Setup};
use sowlab::notation::{row, rows};

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
        if self.is_stdin() {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("--position -")?;
            return from_lines(&text, "--position -");
        }
        if !looks_like_a_position(text) && Path::new(text).exists() {
            let name = format!("--position {text}");
            let text = fs::read_to_string(text).with_context(|| name.clone())?;
            return from_lines(&text, &name);
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
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
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
    let text = if name == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(name)
    };
    let text = text.with_context(|| format!("{option} {name}"))?;
    // Some editors begin a file with a mark.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
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
