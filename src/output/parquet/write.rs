//! Writing rows as Parquet. A group of rows is kept until it is full, then leaves as a whole.

use std::io::{self, Write};
use std::marker::PhantomData;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

use super::{Cell, Columnar, Kind};

/// Rows in a group: enough for columns to be worth it, few enough for some dozen megabytes.
const GROUP: usize = 1 << 17;
/// Bytes of texts after which a group is full, however few its rows are.
const GROUP_BYTES: usize = 1 << 25;

/// Writes rows of one type. The same rows give the same bytes.
pub struct Writer<R, W> {
    /// Its buffer is emptied into `out` after every group; the offsets it counts go on.
    file: SerializedFileWriter<Vec<u8>>,
    out: W,
    columns: Vec<Column>,
    /// Rows in the group that is being filled.
    rows: usize,
    /// Bytes of its texts.
    bytes: usize,
    /// Rows of a full group.
    group: usize,
    row: PhantomData<fn(R)>,
}

/// A column of the group that is being filled.
enum Column {
    Naturals(Vec<i64>),
    Texts {
        /// All texts, one after the other.
        bytes: Vec<u8>,
        /// Where each of them ends.
        ends: Vec<usize>,
    },
}

impl<R: Columnar, W: Write> Writer<R, W> {
    /// Begins a file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(out: W) -> io::Result<Self> {
        Self::with_groups(out, GROUP)
    }

    /// As [`Writer::new`], with groups of so many rows.
    pub(super) fn with_groups(out: W, group: usize) -> io::Result<Self> {
        let file = SerializedFileWriter::new(Vec::new(), schema::<R>()?, properties::<R>().into());
        let column = |kind: &Kind| match kind {
            Kind::Natural => Column::Naturals(Vec::new()),
            Kind::Text => Column::Texts { bytes: Vec::new(), ends: Vec::new() },
        };
        Ok(Self {
            file: file.map_err(failed)?,
            out,
            columns: R::KINDS.iter().map(column).collect(),
            rows: 0,
            bytes: 0,
            group,
            row: PhantomData,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn push(&mut self, row: &R) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(row.cells()) {
            match (column, cell) {
                // The bits of an unsigned number, which the logical type says it is.
                (Column::Naturals(values), Cell::Natural(number)) => {
                    values.push(number.cast_signed());
                }
                (Column::Texts { bytes, ends }, Cell::Text(text)) => {
                    bytes.extend(text.as_bytes());
                    ends.push(bytes.len());
                    self.bytes += text.len();
                }
                _ => return Err(io::Error::other("a value is not of the kind of its column")),
            }
        }
        self.rows += 1;
        if self.rows == self.group || self.bytes >= GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    /// Ends the file and gives the writer back, not flushed.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.finish().map_err(failed)?;
        self.pass_on()?;
        Ok(self.out)
    }

    fn write_group(&mut self) -> io::Result<()> {
        (self.rows, self.bytes) = (0, 0);
        encode(&mut self.file, &mut self.columns).map_err(failed)?;
        self.pass_on()
    }

    /// Empties the buffer into the writer.
    fn pass_on(&mut self) -> io::Result<()> {
        self.file.flush()?;
        let buffer = self.file.inner_mut();
        self.out.write_all(buffer)?;
        buffer.clear();
        Ok(())
    }
}

/// Writes the columns as one group of rows, and empties them.
fn encode(
    file: &mut SerializedFileWriter<Vec<u8>>,
    columns: &mut [Column],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for column in columns {
        let Some(mut writer) = group.next_column()? else {
            return Err(ParquetError::General("a column is missing".into()));
        };
        match column {
            Column::Naturals(values) => {
                writer.typed::<Int64Type>().write_batch(values, None, None)?;
                values.clear();
            }
            Column::Texts { bytes, ends } => {
                let all = ByteArray::from(std::mem::take(bytes));
                let mut start = 0;
                let mut texts = Vec::with_capacity(ends.len());
                for end in ends.drain(..) {
                    texts.push(all.slice(start, end - start));
                    start = end;
                }
                writer.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

fn schema<R: Columnar>() -> io::Result<Arc<Type>> {
    let field = |(name, kind): (&&str, &Kind)| {
        let (physical, logical) = match kind {
            Kind::Natural => (Physical::INT64, LogicalType::integer(64, false)),
            Kind::Text => (Physical::BYTE_ARRAY, LogicalType::String),
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(logical))
            .build()
            .map(Arc::new)
    };
    let fields: Result<Vec<_>, _> = R::COLUMNS.iter().zip(R::KINDS).map(field).collect();
    let fields = fields.map_err(failed)?;
    let schema = Type::group_type_builder("rows").with_fields(fields).build();
    Ok(Arc::new(schema.map_err(failed)?))
}

fn properties<R: Columnar>() -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("sowlab version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::SNAPPY);
    for (name, kind) in R::COLUMNS.iter().zip(R::KINDS) {
        // Texts hardly ever recur, so a list of the different ones would be of no use.
        let path = ColumnPath::from(*name);
        properties = properties.set_column_dictionary_enabled(path, *kind == Kind::Natural);
    }
    properties.build()
}

/// The buffer is memory, so what can fail here is a mistake in this file.
fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
