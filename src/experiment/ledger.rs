//! The ledger: the results of units as they are computed, in an SQLite file.
//!
//! Units are added in transactions that are on the disk when they end, so that whatever happens to
//! the process or the machine, the file holds every unit of every transaction that ended and nothing
//! else. A ledger belongs to one process at a time, to one version of the program, and to one shard of
//! one experiment; every unit carries a digest of its bytes.
//!
//! | Table | Columns |
//! |---|---|
//! | `meta` | `key`, `value`: `version` of the program, `experiment`, `shard`, `manifest` (its text), `path` (of it), `commit` |
//! | `file` | `name`, `bytes`: the files that the manifest names |
//! | `step` | `id`, `name`, `identity`, `units`, `started`, `ended`, `threads`, `done`: its outputs, once they are in place |
//! | `unit` | `id` (that of the step times 2^40, and the number of the unit), `bytes`, `digest` |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::manifest::{Files, Manifest};
use super::shard::Shard;

/// Says that an SQLite file is a ledger: `sowl`.
const APPLICATION: i32 = 0x736f_776c;
/// The version of the tables.
const FORMAT: i32 = 1;
/// Units of a step, at most.
const UNIT_BITS: u32 = 40;
/// Bytes of a digest.
const DIGEST: usize = 16;

/// An opened ledger.
#[derive(Debug)]
pub struct Ledger {
    connection: Connection,
    path: PathBuf,
}

/// Whose ledger it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The name of the experiment.
    pub experiment: String,
    /// The share of its units.
    pub shard: Shard,
    /// The version of the program.
    pub version: String,
}

/// What is known of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRecord {
    /// Its number in the ledger.
    pub id: i64,
    /// The digest of all that it depends on.
    pub identity: String,
    /// How many units it has.
    pub units: u64,
    /// When its first unit was begun.
    pub started: String,
    /// When its last unit so far was computed.
    pub ended: String,
    /// The threads of the last run.
    pub threads: u64,
    /// The digests of its outputs, once they are in place.
    pub done: Option<String>,
}

/// What is wrong with a ledger.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// Somebody else has it.
    #[error("{}: another process is at work on this ledger; wait until it has ended", path.display())]
    Busy {
        /// The ledger.
        path: PathBuf,
    },
    /// It is not what was written.
    #[error("{}: the ledger is damaged: {reason}", path.display())]
    Damaged {
        /// The ledger.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// It is not the one that is needed.
    #[error("{}: {reason}", path.display())]
    Foreign {
        /// The ledger.
        path: PathBuf,
        /// Whose it is.
        reason: String,
    },
    /// There is no room for it.
    #[error("{}: the disk is full", path.display())]
    Full {
        /// The ledger.
        path: PathBuf,
    },
    /// It cannot be written to for now.
    #[error("{}: it cannot be written: {reason}", path.display())]
    Unwritable {
        /// The ledger.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Unusable {
        /// The ledger.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
}

impl LedgerError {
    /// Whether what the ledger held before is still in it, and more can be added when there is room.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        matches!(self, Self::Full { .. } | Self::Unwritable { .. })
    }
}

type Result<T> = std::result::Result<T, LedgerError>;

impl Ledger {
    /// Opens the ledger of an owner, and makes it if there is none. One that there is keeps the
    /// manifest that it has until [`Ledger::renew`].
    ///
    /// # Errors
    /// If it is in use, damaged, somebody else's, or cannot be made.
    pub fn open(path: &Path, owner: &Owner, manifest: &Manifest, commit: &str) -> Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| of_io(path, &error))?;
        }
        let mut ledger = Self::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        if ledger.is_empty()? {
            ledger.create(owner, manifest, commit)?;
        }
        ledger.check()?;
        let found = ledger.owner()?;
        let reason = if found.experiment != owner.experiment {
            format!("it is the ledger of the experiment `{}`", found.experiment)
        } else if found.shard != owner.shard {
            format!("it is the ledger of the shard {}, not {}", found.shard, owner.shard)
        } else if found.version != owner.version {
            format!("it was written by sowlab {}, and this is {}", found.version, owner.version)
        } else {
            return Ok(ledger);
        };
        Err(LedgerError::Foreign { path: path.to_owned(), reason })
    }

    /// Opens a ledger that there is, whoever owns it.
    ///
    /// # Errors
    /// If there is none, it is in use or damaged.
    pub fn open_existing(path: &Path) -> Result<Self> {
        let ledger = Self::connect(path, OpenFlags::empty())?;
        if ledger.is_empty()? {
            let reason = "it is empty, and no ledger".to_owned();
            return Err(LedgerError::Foreign { path: path.to_owned(), reason });
        }
        ledger.check()?;
        Ok(ledger)
    }

    /// Removes a ledger and what belongs to it, unless it is in use.
    ///
    /// # Errors
    /// If it is in use or cannot be removed.
    pub fn remove(path: &Path) -> Result<()> {
        let found = Self::connect(path, OpenFlags::empty()).and_then(|ledger| ledger.is_empty());
        // Damaged, or none at all: all the same.
        if let Err(error @ LedgerError::Busy { .. }) = found {
            return Err(error);
        }
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            match fs::remove_file(&name) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(of_io(path, &error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn connect(path: &Path, more: OpenFlags) -> Result<Self> {
        if path.is_dir() {
            let reason = "it is a directory, and no ledger; move it away".to_owned();
            return Err(LedgerError::Unusable { path: path.to_owned(), reason });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| of(path, &error))?;
        let ledger = Self { connection, path: path.to_owned() };
        // One process at a time, without shared memory, so that it works on network file systems too.
        let set = ledger.connection.execute_batch(
            "PRAGMA busy_timeout = 0;
             PRAGMA locking_mode = EXCLUSIVE;
             PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;
             BEGIN IMMEDIATE; COMMIT;",
        );
        set.map_err(|error| of(path, &error))?;
        Ok(ledger)
    }

    fn is_empty(&self) -> Result<bool> {
        let count = "SELECT count(*) FROM sqlite_schema";
        let count: i64 = self.ask(self.connection.query_row(count, [], |row| row.get(0)))?;
        Ok(count == 0)
    }

    fn create(&mut self, owner: &Owner, manifest: &Manifest, commit: &str) -> Result<()> {
        let made = || {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(&format!(
                "PRAGMA application_id = {APPLICATION};
                 PRAGMA user_version = {FORMAT};
                 CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
                 CREATE TABLE file (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
                 CREATE TABLE step (
                     id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, identity TEXT NOT NULL,
                     units INTEGER NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL,
                     threads INTEGER NOT NULL, done TEXT
                 ) STRICT;
                 CREATE TABLE unit (
                     id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, digest BLOB NOT NULL
                 ) STRICT;"
            ))?;
            let shard = owner.shard.to_string();
            let values = [
                ("version", owner.version.as_str()),
                ("experiment", &owner.experiment),
                ("shard", &shard),
            ];
            for (key, value) in values {
                transaction.execute("INSERT INTO meta VALUES (?, ?)", [key, value])?;
            }
            transaction.commit()
        };
        let mut made = made;
        made().map_err(|error| of(&self.path, &error))?;
        self.renew(manifest, commit)
    }

    /// Keeps the manifest as it is now, and the files that it names.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn renew(&mut self, manifest: &Manifest, commit: &str) -> Result<()> {
        let path = manifest.path.display().to_string();
        let known = [self.meta("manifest").ok(), self.meta("commit").ok(), self.meta("path").ok()];
        let now = [manifest.text.as_str(), commit, &path].map(|text| Some(text.to_owned()));
        if known == now && self.files()? == manifest.files {
            return Ok(());
        }
        let mut kept = || {
            let transaction = self.connection.transaction()?;
            transaction.execute("DELETE FROM file", [])?;
            for (name, bytes) in &manifest.files {
                transaction.execute("INSERT INTO file VALUES (?, ?)", params![name, bytes])?;
            }
            for (key, value) in [("manifest", &*manifest.text), ("commit", commit), ("path", &path)]
            {
                transaction.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])?;
            }
            transaction.commit()
        };
        kept().map_err(|error| of(&self.path, &error))
    }

    /// Checks that it is a ledger, of this format, and whole.
    fn check(&self) -> Result<()> {
        let number = |pragma: &str| {
            let number =
                self.connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
            self.ask(number)
        };
        if number("application_id")? != APPLICATION {
            let reason = "it is an SQLite file, but no ledger of sowlab".to_owned();
            return Err(LedgerError::Foreign { path: self.path.clone(), reason });
        }
        let format = number("user_version")?;
        if format != FORMAT {
            let reason = format!("it is a ledger of the format {format}; accepted is {FORMAT}");
            return Err(LedgerError::Foreign { path: self.path.clone(), reason });
        }
        let found: String = self.ask(self.connection.pragma_query_value(
            None,
            "quick_check",
            |row| row.get::<_, String>(0),
        ))?;
        if found == "ok" { Ok(()) } else { Err(self.damaged(found)) }
    }

    /// Whose ledger it is.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn owner(&self) -> Result<Owner> {
        let shard = self.meta("shard")?;
        Ok(Owner {
            experiment: self.meta("experiment")?,
            shard: shard.parse().map_err(|error| self.damaged(format!("{error}")))?,
            version: self.meta("version")?,
        })
    }

    /// What is kept under a key.
    ///
    /// # Errors
    /// If there is nothing, or it cannot be read.
    pub fn meta(&self, key: &str) -> Result<String> {
        let value = self
            .connection
            .query_row("SELECT value FROM meta WHERE key = ?", [key], |row| row.get(0))
            .optional();
        self.ask(value)?.ok_or_else(|| self.damaged(format!("it has no `{key}`")))
    }

    /// The files that the manifest names.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn files(&self) -> Result<Files> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT name, bytes FROM file")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        self.ask(read())
    }

    /// Where the ledger is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is known of a step, if it has been begun.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn step(&self, name: &str) -> Result<Option<StepRecord>> {
        let sql =
            "SELECT id, identity, units, started, ended, threads, done FROM step WHERE name = ?";
        let record = self.connection.query_row(sql, [name], |row| {
            Ok(StepRecord {
                id: row.get(0)?,
                identity: row.get(1)?,
                units: row.get(2)?,
                started: row.get(3)?,
                ended: row.get(4)?,
                threads: row.get(5)?,
                done: row.get(6)?,
            })
        });
        let record: Option<StepRecord> = self.ask(record.optional())?;
        // The numbers that places of units are made of.
        let fits = |record: &StepRecord| {
            (0..1 << (62 - UNIT_BITS)).contains(&record.id) && record.units < 1 << UNIT_BITS
        };
        match record {
            Some(record) if !fits(&record) => {
                Err(self.damaged(format!("the numbers of the step `{name}` are out of range")))
            }
            record => Ok(record),
        }
    }

    /// Begins a step, from nothing.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn begin(
        &mut self,
        name: &str,
        identity: &str,
        units: u64,
        threads: u64,
        now: &str,
    ) -> Result<StepRecord> {
        let old = self.step(name)?;
        let sql = "INSERT OR REPLACE INTO step (id, name, identity, units, started, ended, threads)
             VALUES ((SELECT id FROM step WHERE name = ?1), ?1, ?2, ?3, ?4, ?4, ?5)";
        let mut begun = || {
            let transaction = self.connection.transaction()?;
            if let Some(old) = &old {
                forget(&transaction, old)?;
            }
            transaction.execute(sql, params![name, identity, units, now, threads])?;
            transaction.commit()
        };
        begun().map_err(|error| of(&self.path, &error))?;
        self.step(name)?.ok_or_else(|| self.damaged(format!("the step `{name}` is not in it")))
    }

    /// The numbers of the units that are there, in order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn units(&self, step: &StepRecord) -> Result<Vec<u64>> {
        let first = first(step);
        let read = || {
            let sql = "SELECT id - ?1 FROM unit WHERE id >= ?1 AND id < ?2 ORDER BY id";
            let mut statement = self.connection.prepare_cached(sql)?;
            let rows = statement.query_map([first, first + (1 << UNIT_BITS)], |row| row.get(0))?;
            rows.collect()
        };
        self.ask(read())
    }

    /// Adds units in one transaction, which is on the disk when this returns.
    ///
    /// # Errors
    /// If they cannot be written; then none of them is there.
    pub fn add(&mut self, step: &StepRecord, parts: &[(u64, Vec<u8>)], now: &str) -> Result<()> {
        let first = first(step);
        let mut added = || {
            let transaction = self.connection.transaction()?;
            {
                let mut insert =
                    transaction.prepare_cached("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)")?;
                for (unit, bytes) in parts {
                    let digest = digest(step, *unit, bytes);
                    insert.execute(params![first + *unit as i64, bytes, digest])?;
                }
                let mut ended =
                    transaction.prepare_cached("UPDATE step SET ended = ? WHERE id = ?")?;
                ended.execute(params![now, step.id])?;
            }
            transaction.commit()
        };
        added().map_err(|error| of(&self.path, &error))
    }

    /// The bytes of a unit.
    ///
    /// # Errors
    /// If it is not there, or not what was written.
    pub fn part(&self, step: &StepRecord, unit: u64) -> Result<Vec<u8>> {
        let read = || {
            let sql = "SELECT bytes, digest FROM unit WHERE id = ?";
            let mut statement = self.connection.prepare_cached(sql)?;
            statement
                .query_row([first(step) + unit as i64], |row| {
                    Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, Vec<u8>>(1)?))
                })
                .optional()
        };
        let Some((bytes, kept)) = self.ask(read())? else {
            return Err(self.damaged(format!("unit {unit} is not in it")));
        };
        if digest(step, unit, &bytes) == kept {
            Ok(bytes)
        } else {
            Err(self.damaged(format!("unit {unit} is not what was written")))
        }
    }

    /// Notes that the outputs of a step are in their places, and gives up its units.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn finish(&mut self, step: &StepRecord, outputs: &str) -> Result<()> {
        let mut finished = || {
            let transaction = self.connection.transaction()?;
            let done = "UPDATE step SET done = ? WHERE id = ?";
            transaction.execute(done, params![outputs, step.id])?;
            forget(&transaction, step)?;
            transaction.commit()
        };
        finished().map_err(|error| of(&self.path, &error))
    }

    fn ask<T>(&self, answer: rusqlite::Result<T>) -> Result<T> {
        answer.map_err(|error| of(&self.path, &error))
    }

    fn damaged(&self, reason: String) -> LedgerError {
        LedgerError::Damaged { path: self.path.clone(), reason }
    }
}

/// Removes the units of a step.
fn forget(connection: &Connection, step: &StepRecord) -> rusqlite::Result<()> {
    let first = first(step);
    let sql = "DELETE FROM unit WHERE id >= ? AND id < ?";
    connection.execute(sql, [first, first + (1 << UNIT_BITS)]).map(|_| ())
}

/// The place of the first unit of a step.
fn first(step: &StepRecord) -> i64 {
    step.id << UNIT_BITS
}

/// A digest of a unit: of what it is the result of, and of the result.
fn digest(step: &StepRecord, unit: u64, bytes: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(step.identity.as_bytes());
    hash.update(unit.to_le_bytes());
    hash.update(bytes);
    hash.finalize()[..DIGEST].to_vec()
}

/// What an error of SQLite means for a ledger.
fn of(path: &Path, error: &rusqlite::Error) -> LedgerError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { path },
        Some(ErrorCode::DiskFull) => LedgerError::Full { path },
        Some(ErrorCode::NotADatabase) => LedgerError::Damaged {
            path,
            reason: "it is not an SQLite file, or its beginning was overwritten".to_owned(),
        },
        // A table or a column is not there, where there is a ledger.
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
            LedgerError::Damaged { path, reason: error.to_string() }
        }
        Some(ErrorCode::CannotOpen) => cannot_open(path, error),
        Some(ErrorCode::SystemIoFailure) if is_of_writing(error) => {
            let reason =
                "a quota or a limit on the size of a file is reached, or the disk is faulty";
            LedgerError::Unwritable { path, reason: reason.to_owned() }
        }
        _ if matches!(
            error,
            rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
        ) =>
        {
            LedgerError::Damaged { path, reason: error.to_string() }
        }
        _ => LedgerError::Unusable { path, reason: error.to_string() },
    }
}

/// Whether it was a write that failed, for another reason than a full disk.
fn is_of_writing(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| {
        [SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE].contains(&code)
    })
}

/// Why SQLite could not open or make a file, which it does not say: the same is tried without it.
fn cannot_open(path: PathBuf, error: &rusqlite::Error) -> LedgerError {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_there = path.exists();
    let tried = if is_there {
        fs::OpenOptions::new().read(true).write(true).open(&path).map(|_| ())
    } else {
        Ok(())
    };
    match tried.and_then(|()| tempfile::tempfile_in(folder)) {
        Err(error) if is_there || folder.is_dir() => of_io(&path, &error),
        Ok(_) if is_there => LedgerError::Unusable { path, reason: error.to_string() },
        _ => LedgerError::Unusable { path, reason: "there is no such ledger".to_owned() },
    }
}

fn of_io(path: &Path, error: &io::Error) -> LedgerError {
    let path = path.to_owned();
    let reason = error.to_string();
    match error.kind() {
        io::ErrorKind::StorageFull => LedgerError::Full { path },
        io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            LedgerError::Unwritable { path, reason }
        }
        _ => LedgerError::Unusable { path, reason },
    }
}
