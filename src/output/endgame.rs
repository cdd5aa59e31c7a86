//! Files of endgame tables, as `docs/endgame.md` describes them: a header that names the rules, then
//! level after level, each with a digest that also covers everything before it.

use std::io::{self, ErrorKind, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::analysis::endgame::{EndgameError, Level, Rules, Table};
use crate::notation::show_bytes;
use crate::observer::{Cancelled, Observer};

/// The first bytes of a file; the last one is the version of the format.
const MAGIC: [u8; 16] = *b"sowlab endgame\n\x01";
/// The longest header that is read.
const LONGEST_HEADER: u32 = 4096;
/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// A SHA-256.
type Hash = [u8; 32];

/// What the header says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: Game,
    rules: Rules,
    seeds: usize,
}

/// The game of the table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Game {
    Oware,
}

/// Why a file is no table that can be used.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// It does not begin as one.
    #[error("the file is no endgame table")]
    NotATable,
    /// It is of another version.
    #[error("the file is an endgame table of version {version}; version {} is accepted", MAGIC[15])]
    Version {
        /// The version.
        version: u8,
    },
    /// Its header makes no sense.
    #[error("the header of the endgame table is damaged: {problem}")]
    Header {
        /// What is wrong.
        problem: String,
    },
    /// It ends within a level.
    #[error("the endgame table is cut short: the level of {seeds} seeds is not whole")]
    CutShort {
        /// Seeds of the first level that is not whole.
        seeds: usize,
    },
    /// Bytes of a level are not those that were written.
    #[error("the endgame table is damaged: the level of {seeds} seeds does not match its digest")]
    Damaged {
        /// Seeds of the level.
        seeds: usize,
    },
    /// Something stands behind the last level.
    #[error("the endgame table goes on after its last level")]
    GoesOn,
    /// The levels do not fit in memory.
    #[error(
        "the endgame table takes {} of memory, and {} are allowed",
        show_bytes(&(*needed).into()), show_bytes(&(*allowed).into())
    )]
    Memory {
        /// Bytes of the levels that are needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The rules and sizes in it are none that tables have.
    #[error(transparent)]
    Rules(#[from] EndgameError),
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Header {
    fn bytes(rules: Rules, seeds: usize) -> Vec<u8> {
        let header = Self { game: Game::Oware, rules, seeds };
        let text = serde_json::to_string(&header).unwrap_or_default();
        let length = (text.len() as u32).to_le_bytes();
        [&MAGIC[..], &length, text.as_bytes()].concat()
    }
}

/// Writes a table, level by level.
///
/// The same table gives the same bytes.
pub struct TableWriter<W> {
    out: W,
    digest: Hash,
}

impl<W: Write> TableWriter<W> {
    /// Writes the header of a table that is to hold the boards with up to `seeds` seeds.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(rules: Rules, seeds: usize, mut out: W) -> io::Result<Self> {
        let header = Header::bytes(rules, seeds);
        let digest: Hash = Sha256::digest(&header).into();
        out.write_all(&header)?;
        out.write_all(&digest)?;
        out.flush()?;
        Ok(Self { out, digest })
    }

    /// Goes on behind the levels that were read from the same place.
    pub fn after(read: &ReadTable, out: W) -> Self {
        Self { out, digest: read.digest }
    }

    /// Writes the next level.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn push(&mut self, level: &Level) -> io::Result<()> {
        let bytes: Vec<u8> = level.bytes().collect();
        self.digest = chained(&self.digest, &bytes);
        self.out.write_all(&bytes)?;
        self.out.write_all(&self.digest)?;
        self.out.flush()
    }

    /// The place that it writes to.
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// The place that it wrote to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The digest of a level and everything before it.
fn chained(before: &Hash, level: &[u8]) -> Hash {
    Sha256::new().chain_update(before).chain_update(level).finalize().into()
}

/// A table as far as it was read.
#[derive(Debug)]
pub struct ReadTable {
    /// The table, with the levels that are whole.
    pub table: Table,
    /// Bytes of the header and these levels.
    pub length: u64,
    /// What is wrong after them, where not all levels that were asked for are whole.
    pub fault: Option<TableFileError>,
    digest: Hash,
}

impl ReadTable {
    /// The table, if nothing is wrong.
    ///
    /// # Errors
    /// What is wrong after the levels that are whole.
    pub fn whole(self) -> Result<Table, TableFileError> {
        match self.fault {
            None => Ok(self.table),
            Some(fault) => Err(fault),
        }
    }
}

/// Reads the levels of a table with up to `most` seeds, all where that is missing, and checks their
/// digests; of a whole table, that nothing stands behind it.
///
/// # Errors
/// If it does not begin as a table does, the levels take more bytes than allowed, or it cannot be read.
/// What is wrong with a level is no error: the levels before it are whole ([`ReadTable::fault`]).
pub fn read_table(
    mut input: impl Read,
    most: Option<usize>,
    allowed: u64,
    observer: &dyn Observer,
) -> Result<ReadTable, TableFileError> {
    let (header, digest) = read_header(&mut input)?;
    let mut table = Table::new(header.rules, header.seeds)?;
    let last = most.map_or(header.seeds, |most| most.min(header.seeds));
    let needed: u64 = (0..=last).map(|seeds| table.level_bytes(seeds)).sum();
    if needed > allowed {
        return Err(TableFileError::Memory { needed, allowed });
    }
    observer.begin(Some(needed));
    let length = (Header::bytes(header.rules, header.seeds).len() + digest.len()) as u64;
    let mut read = ReadTable { table: table.clone(), length, fault: None, digest };
    for seeds in 0..=last {
        match read_level(&mut input, &read.digest, table.level_bytes(seeds), seeds, observer) {
            Ok((bytes, digest)) => {
                table.push(Level::from_bytes(&bytes, header.rules.repetition));
                read.length += (bytes.len() + digest.len()) as u64;
                read.digest = digest;
            }
            Err(fault @ (TableFileError::CutShort { .. } | TableFileError::Damaged { .. })) => {
                read.fault = Some(fault);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    if read.fault.is_none() && table.is_complete() && input.read(&mut [0])? != 0 {
        read.fault = Some(TableFileError::GoesOn);
    }
    Ok(ReadTable { table, ..read })
}

fn read_header(input: &mut impl Read) -> Result<(Header, Hash), TableFileError> {
    let problem = |problem: &str| TableFileError::Header { problem: problem.into() };
    let whole = |error: io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => problem("it is cut short"),
        _ => error.into(),
    };
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => TableFileError::NotATable,
        _ => error.into(),
    })?;
    if magic[..15] != MAGIC[..15] {
        return Err(TableFileError::NotATable);
    }
    if magic[15] != MAGIC[15] {
        return Err(TableFileError::Version { version: magic[15] });
    }
    let mut length = [0; 4];
    input.read_exact(&mut length).map_err(whole)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST_HEADER {
        return Err(problem("it is too long"));
    }
    let mut text = vec![0; length as usize];
    input.read_exact(&mut text).map_err(whole)?;
    let mut digest = [0; 32];
    input.read_exact(&mut digest).map_err(whole)?;
    let header: Header = serde_json::from_slice(&text)
        .map_err(|error| TableFileError::Header { problem: error.to_string() })?;
    let bytes = Header::bytes(header.rules, header.seeds);
    // What it says must be written as we write it, so that equal tables are equal files.
    if bytes[MAGIC.len() + 4..] != text[..] || Sha256::digest(&bytes)[..] != digest {
        return Err(problem("it does not match its digest"));
    }
    Ok((header, digest))
}

/// Reads a level and its digest.
fn read_level(
    input: &mut impl Read,
    before: &Hash,
    length: u64,
    seeds: usize,
    observer: &dyn Observer,
) -> Result<(Vec<u8>, Hash), TableFileError> {
    let cut = |error: io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => TableFileError::CutShort { seeds },
        _ => error.into(),
    };
    // No more memory than there are bytes: a header may claim any number.
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < length {
        if observer.cancelled() {
            return Err(Cancelled.into());
        }
        let from = bytes.len();
        bytes.resize(from + PIECE.min((length - from as u64) as usize), 0);
        input.read_exact(&mut bytes[from..]).map_err(cut)?;
        observer.advance((bytes.len() - from) as u64);
    }
    let mut digest = [0; 32];
    input.read_exact(&mut digest).map_err(cut)?;
    if chained(before, &bytes) != digest {
        return Err(TableFileError::Damaged { seeds });
    }
    Ok((bytes, digest))
}

#[cfg(test)]
mod tests {
    use super::{ReadTable, TableFileError, TableWriter, read_table};
    use crate::analysis::endgame::{EndgameError, Endless, Rules, Table, build};
    use crate::games::oware::GrandSlam;

    fn rules(repetition: Endless) -> Rules {
        Rules { width: 3, grand_slam: GrandSlam::CapturesNothing, repetition }
    }

    fn table(repetition: Endless) -> Table {
        let mut table = Table::new(rules(repetition), 5).unwrap();
        build(&mut table, 1 << 20, &(), |_, _| Ok::<(), EndgameError>(())).unwrap();
        table
    }

    fn file(table: &Table) -> Vec<u8> {
        let mut writer = TableWriter::new(table.rules(), table.seeds(), Vec::new()).unwrap();
        for level in table.levels() {
            writer.push(level).unwrap();
        }
        writer.into_inner()
    }

    fn read(bytes: &[u8]) -> Result<ReadTable, TableFileError> {
        read_table(bytes, None, 1 << 20, &())
    }

    #[test]
    fn tables_come_back() {
        for repetition in [Endless::EvenSplit, Endless::Bounds] {
            let table = table(repetition);
            let bytes = file(&table);
            let back = read(&bytes).unwrap();
            assert_eq!(back.length, bytes.len() as u64);
            let back = back.whole().unwrap();
            assert_eq!((back.rules(), back.levels()), (table.rules(), table.levels()));
            let some = read_table(&bytes[..], Some(3), 1 << 20, &()).unwrap().whole().unwrap();
            assert_eq!(some.levels(), &table.levels()[..4]);
        }
    }

    #[test]
    fn a_table_is_gone_on_with_wherever_it_was_cut() {
        let bytes = file(&table(Endless::Bounds));
        let first = TableWriter::new(rules(Endless::Bounds), 5, Vec::new()).unwrap().into_inner();
        for length in first.len()..bytes.len() {
            let mut cut = read(&bytes[..length]).unwrap();
            assert!(matches!(cut.fault, Some(TableFileError::CutShort { .. })));
            let mut written = bytes[..cut.length as usize].to_vec();
            let mut writer = TableWriter::after(&cut, &mut written);
            build(&mut cut.table, 1 << 20, &(), |_, level| {
                writer.push(level).map_err(|_| EndgameError::Width { width: 0 })
            })
            .unwrap();
            assert_eq!(written, bytes);
        }
    }

    #[test]
    fn whatever_is_altered_is_noticed() {
        let bytes = file(&table(Endless::EvenSplit));
        for place in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[place] ^= 1;
            assert!(read(&altered).and_then(ReadTable::whole).is_err(), "byte {place}");
        }
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).and_then(ReadTable::whole).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(read(&longer).unwrap().fault, Some(TableFileError::GoesOn)));
        assert!(matches!(read(b"pits,seeds\n"), Err(TableFileError::NotATable)));
        assert!(matches!(
            read_table(&bytes[..], None, 100, &()),
            Err(TableFileError::Memory { allowed: 100, .. })
        ));
    }
}
