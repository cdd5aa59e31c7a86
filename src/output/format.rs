//! The formats that every command shares.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, presets};
use serde_json::Value;
use thiserror::Error;

use super::Row;

/// How rows become text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Drawn for reading, numbers aligned to the right.
    Table,
    /// Comma-separated values with one header line (RFC 4180); a missing value is empty.
    Csv,
    /// One JSON array of objects; integers have all their digits, a missing value is null.
    Json,
    /// JSON lines: one object a line.
    Jsonl,
    /// A Markdown table.
    Markdown,
}

/// A file name whose ending names no format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "the ending of {name:?} names no format; accepted are .csv .json .jsonl .md .txt, or give --format"
)]
pub struct UnknownFormat {
    /// The file name.
    pub name: String,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Table, Self::Csv, Self::Json, Self::Jsonl, Self::Markdown];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Markdown => "markdown",
        }
    }

    /// The format that the ending of a file name stands for: `.csv`, `.json`, `.jsonl`, `.md`,
    /// or `.txt` for a table.
    ///
    /// # Errors
    /// For any other ending.
    pub fn of_file(path: &Path) -> Result<Self, UnknownFormat> {
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            Some("jsonl") => Ok(Self::Jsonl),
            Some("md") => Ok(Self::Markdown),
            Some("txt") => Ok(Self::Table),
            _ => Err(UnknownFormat { name: path.display().to_string() }),
        }
    }
}

/// Writes rows in a format, each as soon as it comes ([`Format::Table`]: all at the end).
///
/// # Errors
/// Those of the writer.
pub fn write_rows<R: Row>(
    format: Format,
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Json => {
            let mut separator = "[\n";
            for row in rows {
                out.write_all(separator.as_bytes())?;
                serde_json::to_writer(&mut *out, &row)?;
                separator = ",\n";
            }
            let end = if separator == ",\n" { "\n]\n" } else { "[]\n" };
            out.write_all(end.as_bytes())
        }
        Format::Jsonl => rows.into_iter().try_for_each(|row| {
            serde_json::to_writer(&mut *out, &row)?;
            out.write_all(b"\n")
        }),
        Format::Csv => {
            let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
            csv.write_record(R::COLUMNS).map_err(io_error)?;
            for row in rows {
                csv.serialize(row).map_err(io_error)?;
            }
            csv.flush()
        }
        Format::Table | Format::Markdown => {
            let header = R::COLUMNS.iter().map(ToString::to_string).collect();
            write_cells(format, header, rows.into_iter().map(|row| cells(&row)), out)
        }
    }
}

/// Writes lines of text cells as CSV, Markdown or, for any other format, a drawn table.
pub(super) fn write_cells(
    format: Format,
    header: Vec<String>,
    lines: impl Iterator<Item = Vec<String>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Csv => {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(&header).map_err(io_error)?;
            for line in lines {
                csv.write_record(&line).map_err(io_error)?;
            }
            csv.flush()
        }
        Format::Markdown => {
            writeln!(out, "| {} |", header.join(" | "))?;
            writeln!(out, "|{}", "---:|".repeat(header.len()))?;
            for line in lines {
                writeln!(out, "| {} |", line.join(" | "))?;
            }
            Ok(())
        }
        _ => {
            let mut table = comfy_table::Table::new();
            table
                .load_style(presets::UTF8_FULL_CONDENSED)
                .set_content_arrangement(ContentArrangement::Disabled)
                .set_header(header)
                .add_rows(lines);
            for column in table.column_iter_mut() {
                column.set_cell_alignment(CellAlignment::Right);
            }
            writeln!(out, "{table}")
        }
    }
}

/// The values of a row as text, in the order of its columns; a missing value is empty.
fn cells<R: Row>(row: &R) -> Vec<String> {
    let value = serde_json::to_value(row).unwrap_or_default();
    R::COLUMNS
        .iter()
        .map(|&column| match &value[column] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect()
}

/// The failure of the writer below, with its kind kept.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, write_rows};
    use crate::analysis::hunt::HuntCount;
    use crate::analysis::mayer::MayerCount;
    use crate::analysis::mirall::{MoveCount, StaircaseStep};
    use crate::analysis::sample::SampleRow;
    use crate::output::{MayerRow, OrbitRow, Row, TraceRow};
    use num_bigint::BigUint;

    fn text<R: Row + Clone>(format: Format, rows: &[R]) -> String {
        let mut out = Vec::new();
        write_rows(format, rows.to_vec(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn count(digits: usize) -> MoveCount {
        MoveCount { pits: 2, seeds: BigUint::from(10u8).pow(digits as u32), moves: 7u8.into() }
    }

    fn trace() -> TraceRow {
        TraceRow { number: 1, pit: 0, hand: 4u8.into(), position: "0 5 5".into() }
    }

    fn orbit(period: Option<u128>) -> OrbitRow {
        OrbitRow { position: "1 2".into(), preperiod: period, period }
    }

    /// The header, the JSON keys and the CSV fields are the same columns in the same order.
    fn columns_agree<R: Row + Clone>(row: &R) {
        let json = text(Format::Jsonl, std::slice::from_ref(row));
        let mut from = 0;
        for column in R::COLUMNS {
            let key = format!("\"{column}\":");
            from += json[from..].find(&key).expect(column) + key.len();
        }
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value.as_object().unwrap().len(), R::COLUMNS.len());

        let csv = text(Format::Csv, std::slice::from_ref(row));
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        assert_eq!(reader.headers().unwrap(), R::COLUMNS);
        let record = reader.records().next().unwrap().unwrap();
        assert_eq!(record, super::cells(row));
    }

    #[test]
    fn columns_agree_in_every_format() {
        for digits in [0, 19, 20, 38, 39, 1000] {
            columns_agree(&count(digits));
            columns_agree(&StaircaseStep {
                pits: 3,
                total_seeds: BigUint::from(10u8).pow(digits as u32),
                period: 1u8.into(),
            });
        }
        for fraction in [0.0, 1.0, 1.0 / 3.0, 1e-7, f64::MIN_POSITIVE, 5e-324] {
            columns_agree(&MayerCount {
                pits: 3,
                seeds: 9u8.into(),
                mayer_states: BigUint::from(10u8).pow(50),
                all_states: BigUint::from(10u8).pow(60),
                fraction,
            });
        }
        for mean_laps in [None, Some(1.0), Some(4.0 / 3.0), Some(1e15)] {
            columns_agree(&SampleRow {
                pits: 3,
                seeds: 9,
                samples: 7,
                ended: 4,
                never_ended: 2,
                undecided: 1,
                fraction: 2.0 / 7.0,
                low: 1e-7,
                high: 1.0,
                mean_laps,
            });
        }
        for bound in [None, Some(0.25)] {
            columns_agree(&HuntCount {
                positions: 3,
                starts: 4,
                paths: 5,
                never_ending_starts: 1,
                never_ending_paths: 2,
                mayer_starts: 1,
                undecided_starts: 0,
                fraction: Some(0.25),
                low: bound,
                high: bound,
            });
        }
        columns_agree(&MayerRow {
            pit: 2,
            passes: false,
            labels: "0 3 1".into(),
            clash: Some("hand=0 pit1=1".into()),
        });
        columns_agree(&trace());
        columns_agree(&orbit(Some(3)));
        columns_agree(&orbit(None));
    }

    #[test]
    fn exact_integers_of_any_size_are_plain_digits() {
        let digits = format!("1{}", "0".repeat(60));
        let rows = [count(60), count(0)];
        assert_eq!(text(Format::Csv, &rows), format!("pits,seeds,moves\n2,{digits},7\n2,1,7\n"));
        assert_eq!(
            text(Format::Json, &rows),
            format!(
                "[\n{{\"pits\":2,\"seeds\":{digits},\"moves\":7}},\n{{\"pits\":2,\"seeds\":1,\"moves\":7}}\n]\n"
            )
        );
    }

    #[test]
    fn the_same_rows_in_each_format() {
        let rows = [orbit(Some(12)), orbit(None)];
        assert_eq!(text(Format::Csv, &rows), "position,preperiod,period\n1 2,12,12\n1 2,,\n");
        assert_eq!(
            text(Format::Jsonl, &rows),
            "{\"position\":\"1 2\",\"preperiod\":12,\"period\":12}\n\
             {\"position\":\"1 2\",\"preperiod\":null,\"period\":null}\n"
        );
        assert_eq!(
            text(Format::Markdown, &rows),
            "| position | preperiod | period |\n|---:|---:|---:|\n| 1 2 | 12 | 12 |\n| 1 2 |  |  |\n"
        );
        let table = text(Format::Table, &rows);
        assert!(table.contains("│      1 2 ┆        12 ┆     12 │"), "{table}");
        assert_eq!(text::<OrbitRow>(Format::Json, &[]), "[]\n");
        assert_eq!(text::<OrbitRow>(Format::Csv, &[]), "position,preperiod,period\n");
    }
}
