//! Where results go. Places are opened, and refused, before the work begins; a file is written
//! under a temporary name beside its own and takes that name only when everything is done.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::NamedTempFile;

use super::signal;

/// An opened place for one result.
pub struct Sink {
    name: String,
    place: Place,
}

enum Place {
    Stdout,
    /// What cannot be replaced by a new file: a device, a pipe.
    Stream(File),
    File {
        written: NamedTempFile,
        path: PathBuf,
    },
}

/// Whether the path names something that is written to as it is, not replaced: `-` (standard
/// output), a device, a pipe, an open file of this process.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc")
        || [Path::new("/dev/stdout"), Path::new("/dev/stderr")].contains(&path)
        || fs::metadata(path).is_ok_and(|place| !place.is_file() && !place.is_dir())
}

impl Sink {
    /// Opens a place for writing; `-` is standard output.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let place = if path == Path::new("-") || path == Path::new("/dev/stdout") {
            Place::Stdout
        } else if is_stream(path) {
            // Appending, since an open file of this process may hold other output already.
            Place::Stream(
                OpenOptions::new()
                    .append(true)
                    .open(path)
                    .with_context(|| format!("cannot write to {name}"))?,
            )
        } else {
            let path = real_path(path).with_context(|| format!("cannot write to {name}"))?;
            let written = open_beside(&path).with_context(|| format!("cannot write to {name}"))?;
            Place::File { written, path }
        };
        Ok(Self { name, place })
    }

    /// Opens a further place, which must be another one than each of those opened before.
    pub fn open_beside(path: &Path, others: &[&Self]) -> anyhow::Result<Self> {
        let sink = Self::open(path)?;
        let Place::File { path, .. } = &sink.place else {
            let is_stdout = |sink: &Self| matches!(sink.place, Place::Stdout);
            ensure!(
                !is_stdout(&sink) || !others.iter().any(|other| is_stdout(other)),
                "{} is where another result goes already; each needs its own place",
                if sink.name == "-" { "standard output" } else { &sink.name }
            );
            return Ok(sink);
        };
        for other in others {
            match &other.place {
                Place::Stdout => {
                    ensure!(
                        !is_stdout(path),
                        "{} is where standard output goes already",
                        sink.name
                    );
                }
                Place::Stream(_) => {}
                Place::File { path: taken, .. } => ensure!(
                    path != taken,
                    "{} and {} are the same file; each result needs its own",
                    other.name,
                    sink.name
                ),
            }
        }
        Ok(sink)
    }

    /// Writes the result, or stops with an error when a signal asks for it. A reader that has seen
    /// enough and gone away is no error.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let out: &mut dyn Write = match &mut self.place {
            Place::Stdout => &mut io::stdout().lock(),
            Place::Stream(file) => file,
            // The file itself, whose errors do not name what it is called for the time being.
            Place::File { written, .. } => written.as_file_mut(),
        };
        let mut out = BufWriter::with_capacity(1 << 16, Stoppable(out));
        let result = write(&mut out).and_then(|()| out.flush());
        // What could not be written must not be tried again when the buffer goes.
        let _ = out.into_parts();
        match result {
            Err(error)
                if error.kind() == ErrorKind::BrokenPipe
                    && !matches!(self.place, Place::File { .. }) =>
            {
                Ok(())
            }
            result => result.with_context(|| match self.place {
                Place::Stdout => "cannot write to standard output".to_owned(),
                _ => format!("cannot write to {}", self.name),
            }),
        }
    }

    /// Puts what was written onto the disk and under its final name.
    pub fn finish(self) -> anyhow::Result<()> {
        let Place::File { written, path } = self.place else {
            return Ok(());
        };
        let context = || format!("cannot write to {}", self.name);
        written.as_file().sync_all().with_context(context)?;
        if signal::received() {
            bail!("stopped by a signal");
        }
        written.persist(&path).with_context(context)?;
        // The name is on the disk when its directory is; not every system can say so.
        if let Some(directory) = path.parent().and_then(|path| File::open(path).ok()) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

/// A writer that fails once a signal has been received.
struct Stoppable<'a>(&'a mut dyn Write);

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if signal::received() {
            return Err(io::Error::other("stopped by a signal"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if signal::received() {
            return Err(io::Error::other("stopped by a signal"));
        }
        self.0.flush()
    }
}

/// Whether standard output goes to the file of this name.
#[cfg(unix)]
fn is_stdout(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let stdout = io::stdout().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    match (stdout, fs::metadata(path)) {
        (Ok(stdout), Ok(file)) => (stdout.dev(), stdout.ino()) == (file.dev(), file.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_stdout(_: &Path) -> bool {
    false
}

/// The file a path leads to, through symbolic links, whether it exists yet or not.
fn real_path(path: &Path) -> anyhow::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        let slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let (false, false, Some(name)) = (slash, path.is_dir(), path.file_name()) else {
            bail!("it is a directory; the name of a file is needed");
        };
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let directory = directory
            .canonicalize()
            .with_context(|| format!("the directory {}", directory.display()))?;
        ensure!(directory.is_dir(), "{} is not a directory", directory.display());
        let file = directory.join(name);
        match fs::read_link(&file) {
            Ok(target) => path = directory.join(target),
            Err(_) => return Ok(file),
        }
    }
    bail!("too many symbolic links lead on from it")
}

/// A temporary file that can take the name `path`, with the permissions that file has or would
/// ordinarily get.
fn open_beside(path: &Path) -> anyhow::Result<NamedTempFile> {
    let old = match OpenOptions::new().append(true).open(path) {
        Ok(file) => Some(file.metadata()?.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sowlab-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes its share of these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The kind of the failure alone: the random name would only confuse.
    let file: NamedTempFile = builder
        .tempfile_in(path.parent().unwrap_or(path))
        .map_err(|error| io::Error::from(error.kind()))?;
    signal::unfinished(file.path());
    if let Some(old) = old {
        file.as_file().set_permissions(old)?;
    }
    Ok(file)
}
