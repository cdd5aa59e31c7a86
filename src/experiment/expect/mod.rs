//! Expectations: what the outputs of a step are expected to be.
//!
//! In a manifest they are the tables `expect` of a step. Each names an `output` of the step and says one
//! thing about it. They change nothing of what is computed: they are no part of the identity of a step,
//! and are looked at after a run and by a check.
//!
//! | Keys beside `output` | What is expected |
//! |---|---|
//! | `equals = "FILE"` | the bytes of a file beside the manifest |
//! | `rows = N` | so many rows |
//! | `has = { COLUMN = VALUE, ... }`, `where = { COLUMN = VALUE, ... }` | at least one row has the values of `where`, and each that does has those of `has` too |
//! | `column = "COLUMN"` and one of `equals-column`, `at-most`, `at-least` `= "COLUMN"` or a number; `where` | in every row (that has the values of `where`) the column is equal to, at most, or at least the other column or the number |
//! | `column = "COLUMN"`, `rises = "weakly"` or `"strictly"`, `by = ["COLUMN", ...]` | the column never falls, or grows, from each row to the next; with `by`, to the next with the same values in those columns |
//! | `column = "COLUMN"`, `sum = N` | the sum of the column |
//! | `certificates = "hold"` | every certificate, or every row of a catalogue of cycles, is true by the rules alone |
//!
//! Rows are those of outputs in CSV, JSON and JSON lines. A value is an integer, a text or a boolean;
//! as a text, a number may have any size (`"10^30"`, `"0.25"`), and `""` is a missing value. Numbers are
//! compared exactly. Where a column is compared, rises or is summed up, missing values are left out. What
//! holds because there is nothing to look at does not count as met.

mod decimal;
mod met;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use super::job::Product;
use super::manifest::{Files, Output};
use crate::output::{CatalogueFormat, CycleRow, Row};
use decimal::Decimal;
use rows::Layout;

/// Something that an output is expected to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Keys")]
pub struct Expectation {
    /// The output that it is about.
    pub output: String,
    kind: Kind,
}

/// What is expected.
#[derive(Clone, Debug)]
enum Kind {
    /// The bytes of a file.
    Equals(String),
    /// The number of rows.
    Rows(Decimal),
    /// These values, in the rows with those.
    Has { given: Values, has: Values },
    /// An order between a column and something else, in the rows with these values.
    Compared { given: Values, column: String, relation: Relation, other: Operand },
    /// A column that rises, within the rows of equal values in others.
    Rises { column: String, steepness: Steepness, by: Vec<String> },
    /// The sum of a column.
    Sum { column: String, sum: Decimal },
    /// Certificates that hold.
    Certificates,
}

/// Values by their columns.
type Values = BTreeMap<String, Cell>;

/// How two numbers lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    AtMost,
    AtLeast,
}

/// What a column is compared with.
#[derive(Clone, Debug)]
enum Operand {
    Number(Decimal),
    Column(String),
}

/// How a column rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Steepness {
    /// It never falls.
    Weakly,
    /// It always grows.
    Strictly,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Hold {
    Hold,
}

/// A value in a manifest: its text, which is that of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell(String);

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer, a boolean, or a text, which may be a number of any size")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Cell, E> {
                Ok(Cell(text.to_owned()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Cell, E> {
                Ok(Cell(number.to_string()))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Cell, E> {
                Ok(Cell(value.to_string()))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// The keys of the tables `expect`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Keys {
    output: String,
    equals: Option<String>,
    rows: Option<Cell>,
    #[serde(rename = "where")]
    given: Option<Values>,
    has: Option<Values>,
    column: Option<String>,
    equals_column: Option<Cell>,
    at_most: Option<Cell>,
    at_least: Option<Cell>,
    rises: Option<Steepness>,
    by: Option<Vec<String>>,
    sum: Option<Cell>,
    certificates: Option<Hold>,
}

/// What can be expected, for a sentence.
const KINDS: &str = "equals, rows, has, certificates, or column with equals-column, at-most, at-least, rises or sum";

impl TryFrom<Keys> for Expectation {
    type Error = String;

    fn try_from(keys: Keys) -> Result<Self, String> {
        let Keys { output, equals, rows, has, certificates, equals_column, at_most, .. } = keys;
        let Keys { given, column, at_least, rises, by, sum, .. } = keys;
        let relations = [
            ("equals-column", Relation::Equal, equals_column),
            ("at-most", Relation::AtMost, at_most),
            ("at-least", Relation::AtLeast, at_least),
        ];
        // Those that there are, each with the keys that it needs and allows.
        let about = column.clone().unwrap_or_default();
        let condition = given.clone().unwrap_or_default();
        let mut kinds: Vec<(&str, &[&str], Kind)> = Vec::new();
        kinds.extend(equals.map(|file| ("equals", &[][..], Kind::Equals(file))));
        if let Some(rows) = rows {
            kinds.push(("rows", &[], Kind::Rows(number("rows", &rows)?)));
        }
        if let Some(has) = has {
            if has.is_empty() {
                return Err("has names no column; at least one is needed".to_owned());
            }
            kinds.push(("has", &["where"], Kind::Has { given: condition.clone(), has }));
        }
        for (name, relation, other) in relations {
            let Some(Cell(other)) = other else { continue };
            let other = Decimal::of_manifest(&other)
                .map_or_else(|| Operand::Column(other), Operand::Number);
            let (given, column) = (condition.clone(), about.clone());
            let kind = Kind::Compared { given, column, relation, other };
            kinds.push((name, &["column", "where"], kind));
        }
        if let Some(steepness) = rises {
            let by = by.clone().unwrap_or_default();
            let kind = Kind::Rises { column: about.clone(), steepness, by };
            kinds.push(("rises", &["column", "by"], kind));
        }
        if let Some(sum) = sum {
            let kind = Kind::Sum { column: about, sum: number("sum", &sum)? };
            kinds.push(("sum", &["column"], kind));
        }
        kinds.extend(certificates.map(|Hold::Hold| ("certificates", &[][..], Kind::Certificates)));

        let names: Vec<&str> = kinds.iter().map(|(name, ..)| *name).collect();
        if names.len() > 1 {
            let names = names.join(" and ");
            return Err(format!("{names} stand in one expectation; accepted is one of {KINDS}"));
        }
        let Some((name, allowed, kind)) = kinds.pop() else {
            return Err(format!("nothing is expected of {output}; accepted is {KINDS}"));
        };
        let beside =
            [("column", column.is_some()), ("where", given.is_some()), ("by", by.is_some())];
        for (key, there) in beside {
            if there && !allowed.contains(&key) {
                return Err(format!("{key} says nothing beside {name}; leave it out"));
            }
        }
        if allowed.contains(&"column") && column.is_none() {
            return Err(format!("{name} needs a column, as in column = \"moves\""));
        }
        Ok(Self { output, kind })
    }
}

/// A number that is expected.
fn number(key: &str, Cell(text): &Cell) -> Result<Decimal, String> {
    Decimal::of_manifest(text).ok_or_else(|| {
        format!("{key} is `{text}`, which is no number; accepted are numbers such as 100, \"10^30\" or \"0.25\"")
    })
}

impl Expectation {
    /// Checks that it is about one of the outputs of its step, and makes sense for it.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, outputs: &[Output], columns: &[&str]) -> Result<(), String> {
        let name = &self.output;
        let Some(output) = outputs.iter().find(|output| output.file == *name) else {
            let names: Vec<&str> = outputs.iter().map(|output| output.file.as_str()).collect();
            let names = names.join(", ");
            return Err(format!("`{name}` is no output of this step; accepted are {names}"));
        };
        match (&self.kind, output.product) {
            (Kind::Equals(_), _)
            | (
                Kind::Certificates,
                Product::Certificates(_)
                | Product::Catalogue(CatalogueFormat::Csv | CatalogueFormat::Jsonl),
            ) => Ok(()),
            (Kind::Certificates, _) => Err(format!(
                "`{name}` has no certificates; accepted are outputs of certificates, and catalogues that end in .csv or .jsonl"
            )),
            (_, Product::BFile | Product::Chart(..)) => {
                Err(format!("`{name}` has no rows; only `equals` can be expected of it"))
            }
            _ if Layout::of_file(Path::new(name)).is_some() => match output.product {
                Product::Rows(_) => self.check_columns(columns),
                Product::Catalogue(_) => self.check_columns(CycleRow::COLUMNS),
                _ => Ok(()),
            },
            _ => Err(format!(
                "the rows of `{name}` cannot be read back; accepted are outputs that end in .csv, .json or .jsonl"
            )),
        }
    }

    /// Checks that the columns which it names are there.
    fn check_columns(&self, there: &[&str]) -> Result<(), String> {
        let (mut named, other): (Vec<&String>, _) = match &self.kind {
            Kind::Equals(_) | Kind::Rows(_) | Kind::Certificates => return Ok(()),
            Kind::Has { given, has } => (given.keys().chain(has.keys()).collect(), None),
            Kind::Compared { given, column, other, .. } => {
                (given.keys().chain([column]).collect(), Some(other))
            }
            Kind::Rises { column, by, .. } => (by.iter().chain([column]).collect(), None),
            Kind::Sum { column, .. } => (vec![column], None),
        };
        if let Some(Operand::Column(column)) = other {
            named.push(column);
        }
        match named.into_iter().find(|column| !there.contains(&column.as_str())) {
            None => Ok(()),
            Some(column) => Err(format!(
                "`{}` has no column `{column}`; accepted are {}",
                self.output,
                there.join(", ")
            )),
        }
    }

    /// The file beside the manifest that it compares with.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        if let Kind::Equals(file) = &self.kind { Some(file) } else { None }
    }

    /// Whether the output, which is at this place, is what is expected. Takes one pass over the
    /// output, and for certificates as long as they take to play.
    ///
    /// # Errors
    /// If it is not: what it is instead, as the rest of a sentence that begins with the output.
    pub fn met(&self, path: &Path, files: &Files) -> Result<(), String> {
        met::met(&self.kind, path, files)
    }
}
