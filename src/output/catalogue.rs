//! The catalogue of the cycles that never-ending moves run in: one row for each, written while the
//! search goes on and read back one by one, as CSV, JSON lines or Parquet.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Row;
use super::format::io_error;
use super::parquet::{self, Cell, Columnar, Kind, ParquetError};
use crate::analysis::census::Cycle;

/// One cycle of never-ending moves, up to rotation of the circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CycleRow {
    /// Pits in the circuit.
    pub pits: u64,
    /// Seeds in all.
    pub seeds: u64,
    /// Seeds in each pit from the pivot on, in the direction of sowing, separated by spaces.
    pub position: String,
    /// Seeds in the pivot.
    pub hand: u64,
    /// Laps until the state returns up to rotation.
    pub reduced_period: u64,
    /// Laps until the state returns.
    pub period: u64,
    /// Seeds sown in `period` laps.
    pub sown: u64,
}

impl From<&Cycle> for CycleRow {
    fn from(cycle: &Cycle) -> Self {
        let words: Vec<String> = cycle.position.iter().map(ToString::to_string).collect();
        Self {
            pits: cycle.position.len() as u64,
            seeds: cycle.seeds().into(),
            position: words.join(" "),
            hand: cycle.position[0].into(),
            reduced_period: cycle.reduced_period,
            period: cycle.period(),
            sown: cycle.sown(),
        }
    }
}

impl Row for CycleRow {
    const COLUMNS: &'static [&'static str] =
        &["pits", "seeds", "position", "hand", "reduced_period", "period", "sown"];
}

impl Columnar for CycleRow {
    const KINDS: &'static [Kind] = &[
        Kind::Natural,
        Kind::Natural,
        Kind::Text,
        Kind::Natural,
        Kind::Natural,
        Kind::Natural,
        Kind::Natural,
    ];

    fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        [
            Cell::Natural(self.pits),
            Cell::Natural(self.seeds),
            Cell::Text(&self.position),
            Cell::Natural(self.hand),
            Cell::Natural(self.reduced_period),
            Cell::Natural(self.period),
            Cell::Natural(self.sown),
        ]
        .into_iter()
    }

    fn from_cells(cells: &[Cell<'_>]) -> Option<Self> {
        let &[
            Cell::Natural(pits),
            Cell::Natural(seeds),
            Cell::Text(position),
            Cell::Natural(hand),
            Cell::Natural(reduced_period),
            Cell::Natural(period),
            Cell::Natural(sown),
        ] = cells
        else {
            return None;
        };
        Some(Self {
            pits,
            seeds,
            position: position.to_owned(),
            hand,
            reduced_period,
            period,
            sown,
        })
    }
}

/// How a catalogue becomes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogueFormat {
    /// Comma-separated values with one header line.
    Csv,
    /// JSON lines: one object a line.
    Jsonl,
    /// Apache Parquet, in groups of 131,072 rows, or of 32 MiB of positions, compressed by Snappy.
    Parquet,
}

/// A file name whose ending names no format of catalogues.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the name of the catalogue file {name:?} must end in .csv, .jsonl or .parquet")]
pub struct UnknownCatalogue {
    /// The file name.
    pub name: String,
}

impl CatalogueFormat {
    /// The format that the ending of a file name stands for; capitals do not matter.
    ///
    /// # Errors
    /// If the name ends in neither `.csv`, `.jsonl` nor `.parquet`.
    pub fn of_path(path: &Path) -> Result<Self, UnknownCatalogue> {
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        match ending.as_deref().and_then(OsStr::to_str) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Jsonl),
            Some("parquet") => Ok(Self::Parquet),
            _ => Err(UnknownCatalogue { name: path.display().to_string() }),
        }
    }
}

/// Writes a catalogue row by row. The same rows give the same bytes.
///
/// Memory: a buffer; for Parquet one group of rows, some 30 MB for positions of 40 characters and
/// never much above 100 MB.
///
/// ```
/// use sowlab::output::{CatalogueFormat, CatalogueWriter, CycleRow};
///
/// let mut writer = CatalogueWriter::new(CatalogueFormat::Csv, Vec::new())?;
/// writer.push(&CycleRow {
///     pits: 3,
///     seeds: 3,
///     position: "2 0 1".into(),
///     hand: 2,
///     reduced_period: 1,
///     period: 3,
///     sown: 6,
/// })?;
/// let bytes = writer.finish()?;
/// assert_eq!(
///     bytes,
///     b"pits,seeds,position,hand,reduced_period,period,sown\n3,3,2 0 1,2,1,3,6\n"
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CatalogueWriter<W: Write>(Writer<W>);

enum Writer<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Jsonl(W),
    Parquet(Box<parquet::Writer<CycleRow, W>>),
}

impl<W: Write> CatalogueWriter<W> {
    /// Begins a catalogue.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(format: CatalogueFormat, out: W) -> io::Result<Self> {
        Ok(Self(match format {
            CatalogueFormat::Csv => {
                let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                csv.write_record(CycleRow::COLUMNS).map_err(io_error)?;
                Writer::Csv(Box::new(csv))
            }
            CatalogueFormat::Jsonl => Writer::Jsonl(out),
            CatalogueFormat::Parquet => Writer::Parquet(Box::new(parquet::Writer::new(out)?)),
        }))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn push(&mut self, row: &CycleRow) -> io::Result<()> {
        match &mut self.0 {
            Writer::Csv(csv) => csv.serialize(row).map_err(io_error),
            Writer::Jsonl(out) => {
                serde_json::to_writer(&mut *out, row)?;
                out.write_all(b"\n")
            }
            Writer::Parquet(parquet) => parquet.push(row),
        }
    }

    /// Ends the catalogue and gives the writer back, flushed. A Parquet file without its end is
    /// none.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.0 {
            Writer::Csv(csv) => csv.into_inner().map_err(csv::IntoInnerError::into_error)?,
            Writer::Jsonl(out) => out,
            Writer::Parquet(parquet) => parquet.finish()?,
        };
        out.flush()?;
        Ok(out)
    }
}

/// The longest line of JSON, in bytes: a position in thousands of pits has room.
const LONGEST_LINE: u64 = 1 << 24;

/// Why a catalogue cannot be read.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A Parquet file without the rows of a catalogue.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// The first line is no header of a catalogue.
    #[error("line 1 is not the header of a catalogue, which is {}", CycleRow::COLUMNS.join(","))]
    Header,
    /// A line is no row.
    #[error("line {line} is no row of a catalogue: {problem}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
}

/// Reads a catalogue row by row, in the memory of one row; for Parquet, that of some thousand rows
/// and of one page of each column. After an error it yields nothing more.
///
/// That a row is well formed does not make it true: nothing is computed here.
pub struct CatalogueReader<S: Read + Seek + Send> {
    source: Source<S>,
    ended: bool,
}

enum Source<S: Read + Seek + Send> {
    Csv(csv::DeserializeRecordsIntoIter<S, CycleRow>),
    Jsonl { lines: BufReader<S>, line: u64 },
    Parquet(Box<parquet::Reader<CycleRow, S>>),
}

impl<S: Read + Seek + Send + 'static> CatalogueReader<S> {
    /// Opens a catalogue. Parquet is read from several places of `source` in turn, the other
    /// formats from where it stands to its end.
    ///
    /// # Errors
    /// If the source cannot be read, or is no catalogue of this format.
    pub fn new(format: CatalogueFormat, source: S) -> Result<Self, CatalogueError> {
        let source = match format {
            CatalogueFormat::Csv => {
                let mut csv = csv::Reader::from_reader(source);
                let header = csv.byte_headers().map_err(line_error)?;
                if !header.iter().eq(CycleRow::COLUMNS.iter().map(|name| name.as_bytes())) {
                    return Err(CatalogueError::Header);
                }
                Source::Csv(csv.into_deserialize())
            }
            CatalogueFormat::Jsonl => Source::Jsonl { lines: BufReader::new(source), line: 0 },
            CatalogueFormat::Parquet => Source::Parquet(Box::new(parquet::Reader::new(source)?)),
        };
        Ok(Self { source, ended: false })
    }
}

impl<S: Read + Seek + Send + 'static> Iterator for CatalogueReader<S> {
    type Item = Result<CycleRow, CatalogueError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = match &mut self.source {
            Source::Csv(rows) => rows.next().map(|row| row.map_err(line_error)),
            Source::Jsonl { lines, line } => json_row(lines, line).transpose(),
            Source::Parquet(rows) => rows.next().map(|row| Ok(row?)),
        };
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// The next line that is not blank, as a row.
fn json_row(lines: &mut impl BufRead, line: &mut u64) -> Result<Option<CycleRow>, CatalogueError> {
    let mut text = Vec::new();
    loop {
        text.clear();
        *line += 1;
        if lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text)? == 0 {
            return Ok(None);
        }
        if text.len() as u64 == LONGEST_LINE {
            let problem = format!("it is longer than {LONGEST_LINE} bytes");
            return Err(CatalogueError::Line { line: *line, problem });
        }
        if !text.trim_ascii().is_empty() {
            let row = serde_json::from_slice(&text);
            let problem = |error: serde_json::Error| error.to_string();
            return row
                .map(Some)
                .map_err(|error| CatalogueError::Line { line: *line, problem: problem(error) });
        }
    }
}

fn line_error(error: csv::Error) -> CatalogueError {
    let line = error.position().map_or(1, csv::Position::line);
    let problem = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) if (field as usize) < CycleRow::COLUMNS.len() => {
                format!("{}: {}", CycleRow::COLUMNS[field as usize], err.kind())
            }
            _ => err.kind().to_string(),
        },
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} values, and {expected_len} are expected")
        }
        _ => error.to_string(),
    };
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        _ => CatalogueError::Line { line, problem },
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::path::Path;

    use super::{CatalogueFormat, CatalogueReader, CatalogueWriter, CycleRow, UnknownCatalogue};

    const ALL: [CatalogueFormat; 3] =
        [CatalogueFormat::Csv, CatalogueFormat::Jsonl, CatalogueFormat::Parquet];

    fn rows(count: u64) -> Vec<CycleRow> {
        let row = |i: u64| CycleRow {
            pits: 3 + i % 5,
            seeds: 11 + i % 7,
            position: format!("{} 0 {}", 3 + i % 9, i * i),
            hand: 3 + i % 9,
            reduced_period: i + 1,
            period: (i + 1) * 3,
            sown: u64::MAX - i,
        };
        (0..count).map(row).collect()
    }

    fn written(format: CatalogueFormat, rows: &[CycleRow]) -> Vec<u8> {
        let mut writer = CatalogueWriter::new(format, Vec::new()).unwrap();
        rows.iter().try_for_each(|row| writer.push(row)).unwrap();
        writer.finish().unwrap()
    }

    fn read(format: CatalogueFormat, bytes: &[u8]) -> Result<Vec<CycleRow>, String> {
        CatalogueReader::new(format, Cursor::new(bytes.to_vec()))
            .and_then(Iterator::collect)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_format_gives_back_what_was_written() {
        for format in ALL {
            for count in [0, 1, 2, 5000] {
                let rows = rows(count);
                let bytes = written(format, &rows);
                assert_eq!(bytes, written(format, &rows), "{format:?}");
                assert_eq!(read(format, &bytes).unwrap(), rows, "{format:?}");
            }
        }
        let csv = "pits,seeds,position,hand,reduced_period,period,sown\n\
                   3,11,3 0 0,3,1,3,18446744073709551615\n";
        assert_eq!(written(CatalogueFormat::Csv, &rows(1)), csv.as_bytes());
    }

    #[test]
    fn a_writer_need_be_nothing_but_a_writer_and_gets_the_bytes_as_they_come() {
        /// Not Send, and no place to go back to.
        struct Count<'a>(&'a mut dyn Write, std::rc::Rc<std::cell::Cell<usize>>);
        impl Write for Count<'_> {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.1.set(self.1.get() + bytes.len());
                self.0.write(bytes)
            }
            fn flush(&mut self) -> std::io::Result<()> {
                self.0.flush()
            }
        }
        let rows = rows(140_000);
        for format in ALL {
            let (mut out, seen) = (Vec::new(), std::rc::Rc::default());
            let count = Count(&mut out, std::rc::Rc::clone(&seen));
            let mut writer = CatalogueWriter::new(format, count).unwrap();
            rows.iter().try_for_each(|row| writer.push(row)).unwrap();
            let before = seen.get();
            writer.finish().unwrap();
            assert!(before > out.len() / 2, "{format:?}: {before} of {}", out.len());
            assert_eq!(read(format, &out).unwrap(), rows, "{format:?}");
        }
    }

    #[test]
    fn lines_that_are_no_rows_are_named() {
        let header = "pits,seeds,position,hand,reduced_period,period,sown\n";
        let csv = |text: &str| read(CatalogueFormat::Csv, text.as_bytes()).unwrap_err();
        assert_eq!(
            csv("pits,seeds\n"),
            format!("line 1 is not the header of a catalogue, which is {}", header.trim_end())
        );
        assert_eq!(
            csv(&format!("{header}3,3,2 0 1,2,1,3,6\n3,3,2 0 1,2,-1,3,6\n")),
            "line 3 is no row of a catalogue: reduced_period: invalid digit found in string"
        );
        assert_eq!(
            csv(&format!("{header}3,3\n")),
            "line 2 is no row of a catalogue: it has 2 values, and 7 are expected"
        );
        let good = r#"{"pits":3,"seeds":3,"position":"2 0 1","hand":2,"reduced_period":1,"period":3,"sown":6}"#;
        let json = |text: &str| read(CatalogueFormat::Jsonl, text.as_bytes());
        assert_eq!(json(&format!("{good}\n\n{good}")).unwrap().len(), 2);
        for (bad, problem) in [
            ("{}", "missing field `pits`"),
            (&good.replace("3,\"sown", "3.5,\"sown"), "invalid"),
            (&good.replace("\"pits\"", "\"holes\""), "unknown field `holes`"),
            ("[", "EOF"),
        ] {
            let error = json(&format!("{good}\n{bad}\n")).unwrap_err();
            assert!(error.starts_with("line 2 is no row of a catalogue: "), "{error}");
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn formats_are_told_by_the_ending() {
        for (name, format) in ["a/b.csv", "B.JSONL", "c.parquet"].into_iter().zip(ALL) {
            assert_eq!(CatalogueFormat::of_path(Path::new(name)), Ok(format));
        }
        for name in ["catalogue", "c.json", ".parquet"] {
            let error = UnknownCatalogue { name: name.into() };
            assert_eq!(CatalogueFormat::of_path(Path::new(name)), Err(error));
        }
    }
}
