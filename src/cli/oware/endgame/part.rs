//! A table that is being built: its levels are kept beside the place of the whole table, under the name
//! with `.part` at the end, so that whoever is stopped goes on with them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use sowlab::analysis::endgame::{EndgameError, Level, Rules, Table};
use sowlab::observer::Observer;
use sowlab::output::{TableFileError, TableWriter, read_table};

use crate::cli::outcome::Stopped;
use crate::cli::sink;

/// The file of a table that is not whole yet.
pub struct Part {
    /// The place of the whole table.
    place: PathBuf,
    /// The file as long as it is not.
    path: PathBuf,
    writer: TableWriter<File>,
}

impl Part {
    /// Opens the file, and reads the levels that are there already.
    pub fn open(
        place: &Path,
        rules: Rules,
        seeds: usize,
        allowed: u64,
        observer: &dyn Observer,
    ) -> anyhow::Result<(Self, Table)> {
        let shown = place.display();
        ensure!(
            !sink::is_stream(place) && !place.is_dir() && place.file_name().is_some(),
            "--output {shown}: a table needs the name of a file"
        );
        let mut name = place.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        for path in [place, &path] {
            // A link would be replaced, or lead somewhere else; a pipe would be waited for.
            let ordinary = fs::symlink_metadata(path).map_or(true, |place| place.is_file());
            ensure!(
                ordinary,
                "{} is no ordinary file; a table needs the name of one, or of none yet",
                path.display()
            );
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("cannot write to {}", path.display()))?;
        // Not every file system has locks; other errors say nothing.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{} is being written by another process", path.display());
        }
        let context = || format!("cannot read {}", path.display());
        let begun = begun(&mut file, rules, seeds).with_context(context)?;
        let place = place.to_owned();
        if !begun {
            file.set_len(0).with_context(context)?;
            file.seek(SeekFrom::Start(0)).with_context(context)?;
            let writer = TableWriter::new(rules, seeds, file);
            let writer = writer.map_err(|error| lacking(error, &path))?;
            return Ok((Self { place, path, writer }, Table::new(rules, seeds)?));
        }
        let read = read_table(&mut file, None, allowed, observer);
        let read = read.map_err(|error| match error {
            TableFileError::Cancelled(cancelled) => cancelled.into(),
            error => anyhow!(error).context(format!(
                "{}, which should be the beginning of this table; remove it to begin anew",
                path.display()
            )),
        })?;
        let (found, sought) = ((read.table.rules(), read.table.seeds()), (rules, seeds));
        ensure!(
            found == sought,
            "{} is the beginning of another table; remove it, or finish that table first",
            path.display()
        );
        // What is not whole is written again.
        file.set_len(read.length).with_context(context)?;
        file.seek(SeekFrom::Start(read.length)).with_context(context)?;
        let writer = TableWriter::after(&read, file);
        Ok((Self { place, path, writer }, read.table))
    }

    /// Writes the next level onto the disk.
    pub fn push(&mut self, level: &Level) -> anyhow::Result<()> {
        let Self { path, writer, .. } = self;
        writer.push(level).map_err(|error| lacking(error, path))?;
        writer.get_ref().sync_data().map_err(|error| lacking(error, path))
    }

    /// Gives the whole table its name.
    pub fn finish(self) -> anyhow::Result<()> {
        let Self { place, path, writer } = self;
        writer.get_ref().sync_all().map_err(|error| lacking(error, &path))?;
        fs::rename(&path, &place)
            .with_context(|| format!("cannot write to {}", place.display()))?;
        // The name is on the disk when its directory is; not every system can say so.
        let directory = place.parent().filter(|path| *path != Path::new(""));
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

/// Whether the file holds the whole header of some table, rather than nothing, or what a process that
/// was stopped at once has left of the header of this one.
fn begun(file: &mut File, rules: Rules, seeds: usize) -> anyhow::Result<bool> {
    let header = TableWriter::new(rules, seeds, Vec::new())?.into_inner();
    let mut first = Vec::new();
    file.by_ref().take(header.len() as u64).read_to_end(&mut first)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(!(first.len() < header.len() && header.starts_with(&first)))
}

/// What could not be written. Where room is lacking, the same command goes on when there is some.
fn lacking(error: std::io::Error, path: &Path) -> anyhow::Error {
    let path = path.display();
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Stopped(format!(
                "cannot write to {path}: {error}; the levels before are kept, and when there is room the same command goes on with them"
            ))
            .into()
        }
        _ => anyhow!(error).context(format!("cannot write to {path}")),
    }
}

impl From<EndgameError> for BuildError {
    fn from(error: EndgameError) -> Self {
        Self(error.into())
    }
}

/// Why building stopped.
pub struct BuildError(pub anyhow::Error);
