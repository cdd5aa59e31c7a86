//! A file of states, one a line: `position @ pit`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use num_bigint::BigUint;
use sowlab::analysis::relay::Rule;
use sowlab::games::relay::State;
use sowlab::notation::natural;

use super::{pits, state};

/// Reads every state of a file, or of standard input for `-`. Empty lines, and lines that begin
/// with `#`, are left out.
pub fn read(path: &Path, rule: Rule) -> anyhow::Result<Vec<State<BigUint>>> {
    let name = path.display();
    let context = || format!("--positions {name}");
    let text = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    }
    .with_context(context)?;
    let mut states = Vec::new();
    let mut wrong = None;
    let mut others = 0u64;
    // Some editors begin a file with a mark.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    for (number, line) in (1u64..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match (parse(line, rule), &wrong) {
            (Ok(state), _) => states.push(state),
            (Err(error), None) => wrong = Some((number, error)),
            (Err(_), Some(_)) => others += 1,
        }
    }
    if let Some((number, error)) = wrong {
        let also = match others {
            0 => String::new(),
            1 => "; 1 line after it is wrong too".to_owned(),
            others => format!("; {others} lines after it are wrong too"),
        };
        bail!("--positions {name}, line {number}: {error:#}{also}");
    }
    if states.is_empty() {
        bail!(
            "--positions {name}: no line holds a position; one a line is accepted, as in `3 1 0 1 @ 0`"
        );
    }
    Ok(states)
}

/// The state that a line holds.
pub fn parse(line: &str, rule: Rule) -> anyhow::Result<State<BigUint>> {
    let (position, pit) = line.split_once('@').with_context(
        || "no pit is named; a position, `@` and a pit are accepted, as in `3 1 0 1 @ 0`",
    )?;
    // Spaces in place of what stands before, so that an error names the column in the line.
    let before = " ".repeat(position.chars().count() + 1);
    let pit = natural(&(before + pit))?;
    state(pits(position)?, &pit, rule)
}
