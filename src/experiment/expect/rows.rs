//! The rows of an output, read back as texts: those of CSV and of JSON lines one at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;

use serde_json::{Map, Value};

use crate::output::Format;

/// How rows stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Csv,
    Json,
    JsonLines,
}

impl Layout {
    /// The layout that the ending of a name stands for; `None` if the rows cannot be read back.
    pub fn of_file(path: &Path) -> Option<Self> {
        match Format::of_file(path).ok()? {
            Format::Csv => Some(Self::Csv),
            Format::Json => Some(Self::Json),
            Format::Jsonl => Some(Self::JsonLines),
            Format::Table | Format::Markdown => None,
        }
    }
}

type Object = Map<String, Value>;

/// A row.
pub struct Row {
    /// Where it stands, as in `line 7`.
    pub place: String,
    cells: Cells,
}

enum Cells {
    /// The names of the columns, and the values.
    Csv(csv::StringRecord, csv::StringRecord),
    Json(Object),
}

impl Row {
    /// The text of the value in a column, empty where it is missing.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn get(&self, column: &str) -> Result<String, String> {
        let (found, names): (_, Vec<&str>) = match &self.cells {
            Cells::Csv(names, values) => {
                let index = names.iter().position(|name| name == column);
                let value = index.and_then(|index| values.get(index)).map(str::to_owned);
                (value, names.iter().collect())
            }
            Cells::Json(object) => {
                (object.get(column).map(text), object.keys().map(String::as_str).collect())
            }
        };
        found.ok_or_else(|| {
            let (place, names) = (&self.place, names.join(", "));
            format!("has no column `{column}` in {place}; there are {names}")
        })
    }
}

/// A value of JSON as it would stand in CSV.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The rows of a file, in their order.
pub enum Rows {
    Csv(csv::StringRecord, Box<csv::StringRecordsIntoIter<File>>),
    Json(std::iter::Enumerate<std::vec::IntoIter<Object>>),
    JsonLines(std::iter::Enumerate<Lines<BufReader<File>>>),
}

impl Rows {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or its rows cannot be told.
    pub fn open(path: &Path) -> Result<Self, String> {
        let unreadable = |error: &dyn std::fmt::Display| format!("cannot be read: {error}");
        let file = File::open(path).map_err(|error| unreadable(&error))?;
        match Layout::of_file(path) {
            Some(Layout::Csv) => {
                let mut reader = csv::Reader::from_reader(file);
                let names = reader.headers().map_err(|error| unreadable(&error))?.clone();
                Ok(Self::Csv(names, Box::new(reader.into_records())))
            }
            Some(Layout::Json) => {
                let rows: Vec<Object> = serde_json::from_reader(BufReader::new(file))
                    .map_err(|error| unreadable(&error))?;
                Ok(Self::Json(rows.into_iter().enumerate()))
            }
            Some(Layout::JsonLines) => {
                Ok(Self::JsonLines(BufReader::new(file).lines().enumerate()))
            }
            None => Err("has no rows that can be read back".to_owned()),
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Row, String>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Csv(names, records) => Some(
                records
                    .next()?
                    .map(|record| Row {
                        place: format!("line {}", record.position().map_or(0, csv::Position::line)),
                        cells: Cells::Csv(names.clone(), record),
                    })
                    .map_err(|error| format!("cannot be read: {error}")),
            ),
            Self::Json(rows) => rows.next().map(|(index, object)| {
                Ok(Row { place: format!("row {}", index + 1), cells: Cells::Json(object) })
            }),
            Self::JsonLines(lines) => {
                let (index, line) = lines.next()?;
                let place = format!("line {}", index + 1);
                let object = line
                    .map_err(|error| error.to_string())
                    .and_then(|line| serde_json::from_str(&line).map_err(|error| error.to_string()))
                    .map_err(|error| format!("cannot be read in {place}: {error}"));
                Some(object.map(|object| Row { place, cells: Cells::Json(object) }))
            }
        }
    }
}
