//! Reading rows from Parquet files, whoever wrote them: columns are found by name, in any order;
//! others are passed over. Nothing in a file is trusted.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::basic::{LogicalType, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError as CrateError;
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use thiserror::Error;

use super::{Cell, Columnar, Kind};

/// Rows read at a time.
const BATCH: usize = 1 << 12;

/// Why a Parquet file holds no rows of the wanted type.
#[derive(Debug, Error)]
pub enum ParquetError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not what its format says.
    #[error(
        "the file is no Parquet file, is damaged, or is compressed by another codec than Snappy: {reason}"
    )]
    Damaged {
        /// What the reader of the format found.
        reason: String,
    },
    /// A column is not there.
    #[error("the Parquet file has no column `{column}`; the columns needed are {needed}")]
    NoColumn {
        /// Its name.
        column: &'static str,
        /// The names of all of them.
        needed: String,
    },
    /// A column is of another type.
    #[error("the column `{column}` of the Parquet file is not of {wanted}")]
    WrongType {
        /// Its name.
        column: &'static str,
        /// What it should be of.
        wanted: &'static str,
    },
    /// A value is missing, negative, or no text.
    #[error("row {row} of the Parquet file has no {wanted} in its column `{column}`")]
    BadValue {
        /// The row, from 1.
        row: u64,
        /// The name of the column.
        column: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
}

/// Yields the rows of a file. After an error it yields nothing more.
pub struct Reader<R, S: Read + Seek + Send> {
    file: SerializedFileReader<Source<S>>,
    /// The columns of the wanted rows, in their order.
    places: Vec<Place>,
    /// The group of rows that is read next.
    next_group: usize,
    columns: Vec<ColumnReader>,
    /// Rows of this group that are not read yet.
    left: u64,
    /// Rows of the file that were read.
    rows: u64,
    batch: VecDeque<R>,
    ended: bool,
}

/// Where a column is in the file, and what its values need.
struct Place {
    name: &'static str,
    kind: Kind,
    index: usize,
    /// Whether the sign bit is a sign.
    signed: bool,
}

/// One batch of a column.
enum Values {
    Naturals(Vec<i64>),
    Texts(Vec<ByteArray>),
}

impl<R: Columnar, S: Read + Seek + Send + 'static> Reader<R, S> {
    /// Opens a file: reads what it says about itself, and no row.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or lacks a column of the right type.
    pub fn new(source: S) -> Result<Self, ParquetError> {
        let source = Source::new(source)?;
        let file = guarded(|| SerializedFileReader::new(source))?;
        let schema = file.metadata().file_metadata().schema_descr();
        let place = |(&name, &kind): (&&'static str, &Kind)| {
            let index = schema.columns().iter().position(|column| column.path().string() == name);
            let index = index.ok_or_else(|| ParquetError::NoColumn {
                column: name,
                needed: R::COLUMNS.join(","),
            })?;
            let signed = sign(&schema.column(index), kind)
                .ok_or(ParquetError::WrongType { column: name, wanted: type_of(kind) })?;
            Ok(Place { name, kind, index, signed })
        };
        let places: Result<_, ParquetError> = R::COLUMNS.iter().zip(R::KINDS).map(place).collect();
        Ok(Self {
            places: places?,
            file,
            next_group: 0,
            columns: Vec::new(),
            left: 0,
            rows: 0,
            batch: VecDeque::new(),
            ended: false,
        })
    }

    /// Fills the batch; leaves it empty at the end of the file.
    fn read_batch(&mut self) -> Result<(), ParquetError> {
        while self.left == 0 {
            if self.next_group >= self.file.num_row_groups() {
                return Ok(());
            }
            self.open_group()?;
        }
        let wanted = self.left.min(BATCH as u64) as usize;
        let mut batch = Vec::with_capacity(self.places.len());
        for (place, column) in self.places.iter().zip(&mut self.columns) {
            batch.push(values(column, place, wanted, self.rows)?);
        }
        let mut cells = Vec::with_capacity(batch.len());
        for row in 0..wanted {
            cells.clear();
            for (place, column) in self.places.iter().zip(&batch) {
                let bad = || ParquetError::BadValue {
                    row: self.rows + row as u64 + 1,
                    column: place.name,
                    wanted: value_of(place.kind),
                };
                let cell = match column {
                    Values::Naturals(numbers) if place.signed && numbers[row] < 0 => None,
                    Values::Naturals(numbers) => Some(Cell::Natural(numbers[row].cast_unsigned())),
                    Values::Texts(texts) => texts[row].as_utf8().ok().map(Cell::Text),
                };
                cells.push(cell.ok_or_else(bad)?);
            }
            // The kinds are those of the places.
            self.batch.extend(R::from_cells(&cells));
        }
        self.left -= wanted as u64;
        self.rows += wanted as u64;
        Ok(())
    }

    /// Begins with the next group of rows.
    fn open_group(&mut self) -> Result<(), ParquetError> {
        let (file, index) = (&self.file, self.next_group);
        let about = file.metadata().row_group(index);
        let inside = |place: &Place| {
            let column = about.column(place.index);
            let start =
                column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
            start >= 0 && column.data_page_offset() >= 0 && column.compressed_size() >= 0
        };
        let rows = u64::try_from(about.num_rows()).ok();
        let (true, Some(rows)) = (self.places.iter().all(inside), rows) else {
            return Err(damaged(&format!("group {index} of rows has a negative place or size")));
        };
        let places = &self.places;
        let columns = guarded(|| {
            let group = file.get_row_group(index)?;
            places.iter().map(|place| group.get_column_reader(place.index)).collect()
        });
        self.columns = columns?;
        self.left = rows;
        self.next_group += 1;
        Ok(())
    }
}

impl<R: Columnar, S: Read + Seek + Send + 'static> Iterator for Reader<R, S> {
    type Item = Result<R, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.batch.is_empty() && !self.ended {
            if let Err(error) = self.read_batch() {
                self.ended = true;
                return Some(Err(error));
            }
            self.ended = self.batch.is_empty();
        }
        self.batch.pop_front().map(Ok)
    }
}

/// The next `wanted` values of a column, every one there.
fn values(
    column: &mut ColumnReader,
    place: &Place,
    wanted: usize,
    before: u64,
) -> Result<Values, ParquetError> {
    let mut levels = Vec::new();
    let mut read = 0;
    let values = match column {
        ColumnReader::Int64ColumnReader(column) => {
            let mut numbers = Vec::new();
            let levels = &mut levels;
            read = guarded(|| column.read_records(wanted, Some(levels), None, &mut numbers))?.0;
            Values::Naturals(numbers)
        }
        ColumnReader::ByteArrayColumnReader(column) => {
            let mut texts = Vec::new();
            let levels = &mut levels;
            read = guarded(|| column.read_records(wanted, Some(levels), None, &mut texts))?.0;
            Values::Texts(texts)
        }
        // The types were looked at when the file was opened.
        _ => Values::Naturals(Vec::new()),
    };
    // A column that may miss values has a level for each row, 0 where the value is missing.
    if let Some(row) = levels.iter().position(|&level| level == 0) {
        return Err(ParquetError::BadValue {
            row: before + row as u64 + 1,
            column: place.name,
            wanted: value_of(place.kind),
        });
    }
    let there = match &values {
        Values::Naturals(numbers) => numbers.len(),
        Values::Texts(texts) => texts.len(),
    };
    if read != wanted || there != wanted {
        return Err(damaged(&format!("the column `{}` ends before its last row", place.name)));
    }
    Ok(values)
}

/// Whether the numbers of a column have signs; none if it is not of the kind.
fn sign(column: &ColumnDescriptor, kind: Kind) -> Option<bool> {
    let (wanted, signed) = match (kind, column.logical_type_ref()) {
        (Kind::Natural, None) => (Physical::INT64, true),
        (Kind::Natural, Some(LogicalType::Integer(integer))) => {
            (Physical::INT64, integer.is_signed)
        }
        (Kind::Text, None | Some(LogicalType::String)) => (Physical::BYTE_ARRAY, false),
        _ => return None,
    };
    let flat = column.max_rep_level() == 0 && column.max_def_level() <= 1;
    (flat && column.physical_type() == wanted).then_some(signed)
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Natural => "natural numbers (INT64, none below 0)",
        Kind::Text => "texts (UTF-8)",
    }
}

fn value_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Natural => "natural number",
        Kind::Text => "text",
    }
}

fn damaged(reason: &str) -> ParquetError {
    ParquetError::Damaged { reason: reason.to_owned() }
}

/// Calls the crate. It answers some damage with a panic, which ends here.
fn guarded<T>(call: impl FnOnce() -> Result<T, CrateError>) -> Result<T, ParquetError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(CrateError::External(error))) => Err(match error.downcast::<io::Error>() {
            // Nothing ended but what the file says of itself.
            Ok(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                damaged(&error.to_string())
            }
            Ok(error) => ParquetError::Io(*error),
            Err(error) => damaged(&error.to_string()),
        }),
        Ok(Err(error)) => Err(damaged(&error.to_string())),
        Err(_) => Err(damaged("its parts contradict each other")),
    }
}

/// A file that is read from several places in turn.
struct Source<S> {
    file: Arc<Mutex<S>>,
    length: u64,
}

/// A file from a place on.
struct Part<S> {
    file: Arc<Mutex<S>>,
    at: u64,
}

impl<S: Seek> Source<S> {
    fn new(mut file: S) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        Ok(Self { file: Arc::new(Mutex::new(file)), length })
    }
}

impl<S: Read + Seek> Read for Part<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<S> Length for Source<S> {
    fn len(&self) -> u64 {
        self.length
    }
}

impl<S: Read + Seek + Send> ChunkReader for Source<S> {
    type T = BufReader<Part<S>>;

    fn get_read(&self, start: u64) -> Result<Self::T, CrateError> {
        Ok(BufReader::new(Part { file: Arc::clone(&self.file), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, CrateError> {
        // Looked at before any memory is taken: a damaged file may ask for any length.
        let end = start.checked_add(length as u64);
        if end.is_none_or(|end| end > self.length) {
            return Err(CrateError::EOF(format!(
                "{length} bytes from byte {start} on are named, and the file has {}",
                self.length
            )));
        }
        let mut bytes = vec![0; length];
        self.get_read(start)?.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}
