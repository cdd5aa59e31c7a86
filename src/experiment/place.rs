//! Where outputs go: written under another name, and renamed when they are whole.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::job::JobError;
use super::manifest::hexadecimal;
use crate::observer::{Cancelled, Observer};

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// How many bytes.
    pub bytes: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Content {
    /// What a file holds; `None` if there is none.
    ///
    /// # Errors
    /// If there is one and it cannot be read.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        let Some(file) = open(path)? else {
            return Ok(None);
        };
        let mut tally = Tally { out: io::sink(), hash: Sha256::new(), bytes: 0 };
        io::copy(&mut BufReader::new(file), &mut tally)?;
        Ok(Some(tally.content()))
    }
}

/// Opens a file, if there is one; what is none, and might never end, is refused.
pub(super) fn open(path: &Path) -> io::Result<Option<File>> {
    match fs::metadata(path) {
        Ok(place) if !place.is_file() => Err(io::Error::other("it is not a regular file")),
        Ok(_) => File::open(path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A whole output that has not taken its name yet.
#[derive(Debug)]
pub struct Written {
    path: PathBuf,
    /// Kept open, and locked, until the file has its name.
    file: NamedTempFile,
    /// What is in it.
    pub content: Content,
}

/// What became of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// There was no such file before.
    New,
    /// The file that was there had the same bytes, and was not touched.
    Same,
    /// It had others.
    Replaced,
}

/// Writes an output beside its place, with all that it needs of folders.
///
/// # Errors
/// Those of `write` and of the files; or if the observer asks to stop.
pub fn write(
    path: &Path,
    observer: &dyn Observer,
    write: impl FnOnce(&mut dyn Write) -> Result<(), JobError>,
) -> Result<Written, JobError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if path.is_dir() {
        return Err(io::Error::other("it is a directory").into());
    }
    let file = part(path)?;
    let stoppable = Stoppable { out: file.as_file(), observer };
    let out = BufWriter::with_capacity(1 << 16, stoppable);
    let mut tally = Tally { out, hash: Sha256::new(), bytes: 0 };
    let result = write(&mut tally).and_then(|()| Ok(tally.flush()?));
    let content = tally.content();
    if observer.cancelled() {
        return Err(Cancelled.into());
    }
    result?;
    file.as_file().sync_all()?;
    Ok(Written { path: path.to_owned(), file, content })
}

impl Written {
    /// Gives the file its name, unless what is there has the same bytes.
    ///
    /// # Errors
    /// Those of the files.
    pub fn put(self) -> io::Result<Placed> {
        let before = Content::of(&self.path)?;
        if before.as_ref() == Some(&self.content) {
            return Ok(Placed::Same);
        }
        self.file.persist(&self.path)?;
        sync_folder(&self.path);
        Ok(if before.is_some() { Placed::Replaced } else { Placed::New })
    }
}

/// Removes what processes that were killed left of the files of a folder, unless another one is writing
/// them.
pub fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let own = name.starts_with(START) && name.ends_with(END);
        if own
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The name is on the disk when its folder is; not every system can say so.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

/// What the names of files that are being written begin and end with.
const START: &str = ".sowlab-run-";
const END: &str = ".part";

/// A new file beside a place, of a name of its own, locked.
fn part(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(START).suffix(END);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes its share of these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The kind of the failure alone: the random name would only confuse.
    let file = builder
        .tempfile_in(path.parent().unwrap_or(path))
        .map_err(|error| io::Error::from(error.kind()))?;
    file.as_file().try_lock().map_err(io::Error::from)?;
    Ok(file)
}

/// How a file differs from what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// There is no such file.
    Missing,
    /// The first byte that differs, and its line, both from 1.
    At {
        /// The byte.
        byte: u64,
        /// The line.
        line: u64,
    },
}

impl Difference {
    /// What is wrong with the file, which should be something.
    #[must_use]
    pub fn than(self, something: &str) -> String {
        match self {
            Self::Missing => "is missing".to_owned(),
            Self::At { byte, line } => {
                format!("is not {something}: byte {byte}, in line {line}, differs")
            }
        }
    }
}

/// Compares what is written with a file.
pub struct Comparison {
    file: Option<BufReader<File>>,
    bytes: u64,
    line: u64,
    difference: Option<Difference>,
}

impl Comparison {
    /// With the file of this name.
    ///
    /// # Errors
    /// If it is there but cannot be read.
    pub fn with(path: &Path) -> io::Result<Self> {
        let file = open(path)?.map(BufReader::new);
        Ok(Self { file, bytes: 0, line: 1, difference: None })
    }

    /// The first difference; `None` if both are equal.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn end(mut self) -> io::Result<Option<Difference>> {
        let Some(file) = &mut self.file else {
            return Ok(Some(Difference::Missing));
        };
        if self.difference.is_none() && file.read(&mut [0])? > 0 {
            self.difference = Some(Difference::At { byte: self.bytes + 1, line: self.line });
        }
        Ok(self.difference)
    }
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let (Some(file), None) = (&mut self.file, self.difference) {
            let mut there = Vec::new();
            file.take(bytes.len() as u64).read_to_end(&mut there)?;
            let same = bytes.iter().zip(&there).take_while(|(one, other)| one == other).count();
            let ends = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count() as u64 - 1;
            self.bytes += same as u64;
            self.line += ends(&bytes[..same]);
            if same < bytes.len() {
                self.difference = Some(Difference::At { byte: self.bytes + 1, line: self.line });
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that digests what goes through.
struct Tally<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
}

impl<W> Tally<W> {
    fn content(self) -> Content {
        Content { bytes: self.bytes, sha256: hexadecimal(&self.hash.finalize()) }
    }
}

impl<W: Write> Write for Tally<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A writer that fails once the observer asks to stop.
struct Stoppable<'a> {
    out: &'a File,
    observer: &'a dyn Observer,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.observer.cancelled() {
            return Err(io::Error::other(Cancelled));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
