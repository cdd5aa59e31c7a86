//! Parquet files against what was written into them, against damage of every byte, and against
//! files of other programs, which are made here by the crate itself.

use std::io::Cursor;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde::Serialize;

use super::{Cell, Columnar, Kind, ParquetError, Reader, Writer};
use crate::output::Row;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Named {
    number: u64,
    name: String,
}

impl Row for Named {
    const COLUMNS: &'static [&'static str] = &["number", "name"];
}

impl Columnar for Named {
    const KINDS: &'static [Kind] = &[Kind::Natural, Kind::Text];

    fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        [Cell::Natural(self.number), Cell::Text(&self.name)].into_iter()
    }

    fn from_cells(cells: &[Cell<'_>]) -> Option<Self> {
        match *cells {
            [Cell::Natural(number), Cell::Text(name)] => Some(Self { number, name: name.into() }),
            _ => None,
        }
    }
}

fn rows(count: u64) -> Vec<Named> {
    let row = |i: u64| Named {
        number: if i.is_multiple_of(3) { u64::MAX - i } else { i / 10 },
        name: "sí ".repeat((i % 4) as usize),
    };
    (0..count).map(row).collect()
}

fn written(rows: &[Named], group: usize) -> Vec<u8> {
    let mut writer = Writer::with_groups(Vec::new(), group).unwrap();
    rows.iter().try_for_each(|row| writer.push(row)).unwrap();
    writer.finish().unwrap()
}

fn read(bytes: Vec<u8>) -> Result<Vec<Named>, ParquetError> {
    Reader::new(Cursor::new(bytes))?.collect()
}

#[test]
fn rows_come_back_whatever_the_groups() {
    for count in [0, 1, 2, 7, 20, 21, 9000] {
        let rows = rows(count);
        for group in [1, 2, 7, 100, 10_000].into_iter().filter(|&group| count / group < 1000) {
            let bytes = written(&rows, group as usize);
            assert_eq!(bytes, written(&rows, group as usize));
            let file = SerializedFileReader::new(bytes::Bytes::from(bytes.clone())).unwrap();
            assert_eq!(file.num_row_groups() as u64, count.div_ceil(group));
            assert_eq!(read(bytes).unwrap(), rows);
        }
    }
}

#[test]
fn long_texts_make_short_groups() {
    let long = |number| Named { number, name: "x".repeat(1 << 24) };
    let bytes = written(&[long(1), long(2), long(3)], 1000);
    let file = SerializedFileReader::new(bytes::Bytes::from(bytes.clone())).unwrap();
    let groups: Vec<_> =
        file.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(groups, [2, 1]);
    assert!(read(bytes).unwrap() == [long(1), long(2), long(3)]);
}

#[test]
fn a_disk_that_fails_is_not_called_a_damaged_file() {
    /// Fails where the first rows are.
    struct Failing(Cursor<Vec<u8>>);
    impl std::io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.position() < 200 {
                return Err(std::io::Error::other("bad sector"));
            }
            self.0.read(buffer)
        }
    }
    impl std::io::Seek for Failing {
        fn seek(&mut self, place: std::io::SeekFrom) -> std::io::Result<u64> {
            self.0.seek(place)
        }
    }
    let bytes = written(&rows(50), 20);
    let mut reader = Reader::<Named, _>::new(Failing(Cursor::new(bytes))).unwrap();
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(&error, ParquetError::Io(error) if error.to_string() == "bad sector"));
    assert!(reader.next().is_none(), "nothing comes after an error");
}

#[test]
fn columns_say_what_they_are() {
    let file = SerializedFileReader::new(bytes::Bytes::from(written(&rows(9), 4))).unwrap();
    let about = file.metadata().file_metadata();
    let created = about.created_by().unwrap();
    assert_eq!(created, format!("sowlab version {}", env!("CARGO_PKG_VERSION")));
    assert_eq!((about.num_rows(), about.key_value_metadata()), (9, None));
    let columns = about.schema_descr().columns();
    let types: Vec<_> = columns.iter().map(|c| (c.name(), c.physical_type())).collect();
    assert_eq!(types, [("number", Physical::INT64), ("name", Physical::BYTE_ARRAY)]);
    assert_eq!(columns[0].logical_type_ref(), Some(&LogicalType::integer(64, false)));
    assert_eq!(columns[1].logical_type_ref(), Some(&LogicalType::String));
}

#[test]
fn a_file_that_was_cut_off_is_refused_wherever_it_was() {
    let whole = written(&rows(50), 20);
    for length in 0..whole.len() {
        let error = read(whole[..length].to_vec()).expect_err("cut off");
        assert!(matches!(error, ParquetError::Damaged { .. }), "{length}: {error}");
    }
    for bytes in ["", "PAR1PAR1", "PAR1PAR1PAR1PAR1", "pits,seeds,position,hand\n"] {
        assert!(matches!(read(bytes.into()), Err(ParquetError::Damaged { .. })));
    }
}

#[test]
fn a_damaged_byte_never_does_more_than_alter_values() {
    let rows = rows(50);
    let whole = written(&rows, 20);
    let mut refused = 0;
    for place in 0..whole.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= change;
            match read(bytes) {
                Ok(found) => assert!(found.len() <= rows.len(), "{place} {change}"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > whole.len(), "{refused} of {}", 3 * whole.len());
}

/// A column of another program: its values, and the level of each row if some may be missing.
enum Foreign {
    Long(Vec<i64>),
    Int(Vec<i32>),
    Text(Vec<&'static str>),
}

type Column<'a> = (&'a str, Repetition, Option<LogicalType>, Foreign, &'a [i16]);

fn foreign(columns: &[Column]) -> Vec<u8> {
    let field = |(name, repetition, logical, values, _): &Column| {
        let physical = match values {
            Foreign::Long(_) => Physical::INT64,
            Foreign::Int(_) => Physical::INT32,
            Foreign::Text(_) => Physical::BYTE_ARRAY,
        };
        let builder = Type::primitive_type_builder(name, physical).with_repetition(*repetition);
        Arc::new(builder.with_logical_type(logical.clone()).build().unwrap())
    };
    let fields = columns.iter().map(field).collect();
    let schema = Type::group_type_builder("other").with_fields(fields).build().unwrap();
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties).unwrap();
    let mut group = file.next_row_group().unwrap();
    for (_, _, _, values, levels) in columns {
        let levels = (!levels.is_empty()).then_some(*levels);
        let mut column = group.next_column().unwrap().unwrap();
        match values {
            Foreign::Long(values) => column.typed::<Int64Type>().write_batch(values, levels, None),
            Foreign::Int(values) => column.typed::<Int32Type>().write_batch(values, levels, None),
            Foreign::Text(values) => {
                let values: Vec<_> = values.iter().map(|&text| text.into()).collect();
                column.typed::<ByteArrayType>().write_batch(&values, levels, None)
            }
        }
        .unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    file.into_inner().unwrap()
}

#[test]
fn files_of_other_programs_are_read_by_the_names_of_their_columns() {
    use Foreign::{Int, Long, Text};
    const REQUIRED: Repetition = Repetition::REQUIRED;
    const OPTIONAL: Repetition = Repetition::OPTIONAL;

    let text = Some(LogicalType::String);
    let bytes = foreign(&[
        ("name", OPTIONAL, text.clone(), Text(vec!["a", "b"]), &[1, 1]),
        ("more", REQUIRED, None, Int(vec![7, 8]), &[]),
        ("number", REQUIRED, None, Long(vec![1, 2]), &[]),
    ]);
    let named = |number, name: &str| Named { number, name: name.into() };
    assert_eq!(read(bytes).unwrap(), [named(1, "a"), named(2, "b")]);

    let error = |columns: &[Column]| read(foreign(columns)).unwrap_err().to_string();
    assert_eq!(
        error(&[("name", REQUIRED, text.clone(), Text(vec!["a"]), &[])]),
        "the Parquet file has no column `number`; the columns needed are number,name"
    );
    assert_eq!(
        error(&[
            ("number", REQUIRED, None, Int(vec![1]), &[]),
            ("name", REQUIRED, text.clone(), Text(vec!["a"]), &[]),
        ]),
        "the column `number` of the Parquet file is not of natural numbers (INT64, none below 0)"
    );
    assert_eq!(
        error(&[
            ("number", REQUIRED, None, Long(vec![4, -1]), &[]),
            ("name", REQUIRED, text.clone(), Text(vec!["a", "b"]), &[]),
        ]),
        "row 2 of the Parquet file has no natural number in its column `number`"
    );
    assert_eq!(
        error(&[
            ("number", REQUIRED, None, Long(vec![4, 5, 6]), &[]),
            ("name", OPTIONAL, text, Text(vec!["a", "c"]), &[1, 0, 1]),
        ]),
        "row 2 of the Parquet file has no text in its column `name`"
    );
}
