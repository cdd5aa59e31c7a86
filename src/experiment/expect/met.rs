//! Whether an output is what is expected. Faults are the rest of a sentence that begins with the
//! output; they name the place and both values.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use super::decimal::Decimal;
use super::rows::{Row, Rows};
use super::{Cell, Kind, Operand, Relation, Steepness, Values};
use crate::certificate::{Bounds, StreamError, verify_stream};
use crate::experiment::manifest::Files;
use crate::experiment::place::Comparison;

pub fn met(kind: &Kind, path: &Path, files: &Files) -> Result<(), String> {
    match kind {
        Kind::Equals(file) => equals(path, file, files),
        Kind::Rows(expected) => count(path, expected),
        Kind::Has { given, has } => has_values(path, given, has),
        Kind::Compared { given, column, relation, other } => {
            compared(path, given, column, *relation, other)
        }
        Kind::Rises { column, steepness, by } => rises(path, column, *steepness, by),
        Kind::Sum { column, sum } => sums(path, column, sum),
        Kind::Certificates => certificates(path),
    }
}

fn equals(path: &Path, file: &str, files: &Files) -> Result<(), String> {
    let unreadable = |error| format!("cannot be read: {error}");
    let expected =
        files.get(file).ok_or_else(|| format!("is to equal {file}, which is missing"))?;
    let mut comparison = Comparison::with(path).map_err(unreadable)?;
    comparison.write_all(expected).map_err(unreadable)?;
    match comparison.end().map_err(unreadable)? {
        None => Ok(()),
        Some(difference) => Err(difference.than(&format!("equal to {file}"))),
    }
}

fn count(path: &Path, expected: &Decimal) -> Result<(), String> {
    let mut count = 0u64;
    for row in Rows::open(path)? {
        row?;
        count += 1;
    }
    if Decimal::from(count) == *expected {
        return Ok(());
    }
    let plural = if count == 1 { "" } else { "s" };
    Err(format!("has {count} row{plural}, where {expected} are expected"))
}

fn has_values(path: &Path, given: &Values, has: &Values) -> Result<(), String> {
    let mut found = false;
    for row in Rows::open(path)? {
        let row = row?;
        if !matches(&row, given)? {
            continue;
        }
        found = true;
        for (column, Cell(expected)) in has {
            let value = row.get(column)?;
            if !same(&value, expected) {
                let place = &row.place;
                return Err(format!(
                    "has {column} = `{value}` in {place}, where `{expected}` is expected"
                ));
            }
        }
    }
    if found { Ok(()) } else { Err(no_row(given)) }
}

fn compared(
    path: &Path,
    given: &Values,
    column: &str,
    relation: Relation,
    other: &Operand,
) -> Result<(), String> {
    let mut found = false;
    for row in Rows::open(path)? {
        let row = row?;
        let value = row.get(column)?;
        let (name, bound) = match other {
            Operand::Number(number) => (String::new(), number.to_string()),
            Operand::Column(name) => (format!("{name} = "), row.get(name)?),
        };
        if value.is_empty() || bound.is_empty() || !matches(&row, given)? {
            continue;
        }
        found = true;
        let (good, words) = match relation {
            Relation::Equal => (same(&value, &bound), "equal to"),
            Relation::AtMost => {
                (number(&row, column, &value)? <= number(&row, &name, &bound)?, "at most")
            }
            Relation::AtLeast => {
                (number(&row, column, &value)? >= number(&row, &name, &bound)?, "at least")
            }
        };
        if !good {
            let place = &row.place;
            return Err(format!(
                "has {column} = {value} in {place}, which is not {words} {name}{bound}"
            ));
        }
    }
    if found { Ok(()) } else { Err(nothing_in(column, given)) }
}

fn rises(path: &Path, column: &str, steepness: Steepness, by: &[String]) -> Result<(), String> {
    // The last value of each group, and where it stands.
    let mut last: BTreeMap<Vec<String>, (Decimal, String)> = BTreeMap::new();
    let mut found = false;
    for row in Rows::open(path)? {
        let row = row?;
        let group: Vec<String> =
            by.iter().map(|column| row.get(column)).collect::<Result<_, _>>()?;
        let value = row.get(column)?;
        if value.is_empty() {
            continue;
        }
        let value = number(&row, column, &value)?;
        if let Some((before, earlier)) = last.get(&group) {
            found = true;
            let (good, word) = match steepness {
                Steepness::Weakly => (*before <= value, "weakly"),
                Steepness::Strictly => (*before < value, "strictly"),
            };
            if !good {
                let place = &row.place;
                return Err(format!(
                    "has {column} = {value} in {place} after {before} in {earlier}, and is to rise {word}"
                ));
            }
        }
        last.insert(group, (value, row.place));
    }
    if found { Ok(()) } else { Err(format!("has no two rows in which {column} could rise")) }
}

fn sums(path: &Path, column: &str, expected: &Decimal) -> Result<(), String> {
    let mut sum = Decimal::zero();
    let mut found = false;
    for row in Rows::open(path)? {
        let row = row?;
        let value = row.get(column)?;
        if !value.is_empty() {
            sum += &number(&row, column, &value)?;
            found = true;
        }
    }
    if !found {
        return Err(nothing_in(column, &Values::new()));
    }
    if sum == *expected {
        return Ok(());
    }
    Err(format!("has {sum} as the sum of {column}, where {expected} is expected"))
}

fn certificates(path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    let without_limit = Bounds { laps: u64::MAX, line_bytes: u64::MAX };
    match verify_stream(BufReader::new(file), without_limit, &()) {
        Ok(checked) if checked.lines == 0 => Err("has no certificate".to_owned()),
        Ok(checked) => match checked.first_undecided {
            None => Ok(()),
            Some(line) => Err(format!("has a certificate in line {line} that cannot be decided")),
        },
        Err(StreamError::Line { line, fault }) => {
            Err(format!("has a certificate in line {line} that does not hold: {fault}"))
        }
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

/// Whether a row has these values.
fn matches(row: &Row, given: &Values) -> Result<bool, String> {
    for (column, Cell(expected)) in given {
        if !same(&row.get(column)?, expected) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the value of a cell is the one of a manifest: the same text or the same number.
fn same(cell: &str, expected: &str) -> bool {
    let equal = || Some(Decimal::of_cell(cell)? == Decimal::of_manifest(expected)?);
    cell == expected || equal().unwrap_or(false)
}

/// A cell that is to be a number.
fn number(row: &Row, column: &str, text: &str) -> Result<Decimal, String> {
    Decimal::of_cell(text).ok_or_else(|| {
        let (place, column) = (&row.place, column.trim_end_matches(" = "));
        format!("has {column} = `{text}` in {place}, which is no number")
    })
}

fn no_row(given: &Values) -> String {
    if given.is_empty() {
        "has no row".to_owned()
    } else {
        format!("has no row with {}", list(given))
    }
}

fn nothing_in(column: &str, given: &Values) -> String {
    let with =
        if given.is_empty() { String::new() } else { format!(" in the rows with {}", list(given)) };
    format!("has no value of {column}{with}")
}

fn list(given: &Values) -> String {
    let values: Vec<String> =
        given.iter().map(|(column, Cell(value))| format!("{column} = {value}")).collect();
    values.join(", ")
}
