//! Certificates and catalogues line by line: in parallel, in order, in constant memory.

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::fault::{column_at, shown};
use super::{Certificate, Cycle, Fault, Malformed};
use crate::observer::{Cancelled, Observer};

/// How far the checking may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Laps, or legs of Omweso, that are played for one line.
    pub laps: u64,
    /// Bytes of the longest line that is read. Checking a line takes up to 64 times its bytes.
    pub line_bytes: u64,
}

/// What was found, where no line is false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Lines that are true.
    pub lines: u64,
    /// Lines of which nothing is known because the limit on the laps came first.
    pub undecided: u64,
    /// The number of the first of these, from 1.
    pub first_undecided: Option<u64>,
}

/// Why the checking did not come to its end.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The first line that is malformed or false.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it: [`Fault::Malformed`] or [`Fault::False`].
        fault: Fault,
    },
    /// A line longer than the bound.
    #[error("line {line} is longer than the {bytes} bytes that there is memory for")]
    LineTooLong {
        /// Its number, from 1.
        line: u64,
        /// The bound.
        bytes: u64,
    },
    /// The reader failed.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Bytes of the lines that are checked together.
const BATCH: usize = 1 << 20;

/// What the lines of an input are.
#[derive(Clone, Copy)]
enum Kind {
    Certificates,
    /// With a header, which is no claim.
    CsvCatalogue,
    JsonCatalogue,
}

/// Lines that are in memory together.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    /// The number of each line that is not blank, and where it stands.
    lines: Vec<(u64, Range<usize>)>,
    /// Number of the last line read.
    last: u64,
}

/// Checks every line of an input by the rules alone: certificates, or, if the first line says so, a
/// catalogue of cycles in CSV or in JSON lines.
///
/// Blank lines are left out and not counted; a byte order mark, and carriage returns before the
/// ends of lines, are allowed. An input without lines has no false one. The answer is that of the
/// first false or malformed line, whatever the number of threads; lines that are undecided are
/// passed over. Reports the bytes that are done.
///
/// # Errors
/// See [`StreamError`].
pub fn verify_stream(
    mut reader: impl BufRead,
    bounds: Bounds,
    observer: &dyn Observer,
) -> Result<Checked, StreamError> {
    let mut checked = Checked::default();
    let mut kind = None;
    let mut batch = Batch::default();
    while batch.read(&mut reader, bounds.line_bytes)? {
        let mut lines = batch.lines.as_slice();
        if kind.is_none()
            && let [(number, range), rest @ ..] = lines
        {
            let first = kind_of(&batch.bytes[range.clone()]);
            let first =
                first.map_err(|fault| StreamError::Line { line: *number, fault: fault.into() })?;
            if let Kind::CsvCatalogue = first {
                lines = rest;
            }
            kind = Some(first);
        }
        if let Some(kind) = kind {
            check(&batch.bytes, lines, kind, bounds.laps, observer, &mut checked)?;
        }
        observer.advance(batch.bytes.len() as u64);
        if observer.cancelled() {
            return Err(Cancelled.into());
        }
    }
    Ok(checked)
}

impl Batch {
    /// Reads the next lines; says whether there were any.
    fn read(&mut self, reader: &mut impl BufRead, longest: u64) -> Result<bool, StreamError> {
        self.bytes.clear();
        self.lines.clear();
        // What a long line has taken is not kept for the short ones after it.
        self.bytes.shrink_to(2 * BATCH);
        while self.bytes.len() < BATCH {
            let start = self.bytes.len();
            let read = reader.take(longest.saturating_add(1)).read_until(b'\n', &mut self.bytes)?;
            if read == 0 {
                break;
            }
            self.last += 1;
            if read as u64 > longest {
                return Err(StreamError::LineTooLong { line: self.last, bytes: longest });
            }
            let line = &self.bytes[start..];
            let mark = if self.last == 1 && line.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            if !line[mark..].trim_ascii().is_empty() {
                let end = line.strip_suffix(b"\n").unwrap_or(line);
                let end = end.strip_suffix(b"\r").unwrap_or(end).len();
                self.lines.push((self.last, start + mark..start + end));
            }
        }
        Ok(!self.bytes.is_empty())
    }
}

/// What the lines of an input are, by the first of them.
fn kind_of(line: &[u8]) -> Result<Kind, Malformed> {
    let line = text(line)?;
    match line.trim_start().starts_with('{') {
        true if Cycle::is_json(line) => Ok(Kind::JsonCatalogue),
        true => Ok(Kind::Certificates),
        false if line == Cycle::header() => Ok(Kind::CsvCatalogue),
        false => Err(Malformed::UnknownKind { found: shown(line) }),
    }
}

fn text(line: &[u8]) -> Result<&str, Malformed> {
    str::from_utf8(line).map_err(|error| {
        let before = str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default();
        Malformed::NotText { column: column_at(before, before.len()) }
    })
}

/// Stops the work on a line when an earlier one is known to be false.
struct Earlier<'a> {
    observer: &'a dyn Observer,
    first: &'a AtomicUsize,
    index: usize,
}

impl Observer for Earlier<'_> {
    fn cancelled(&self) -> bool {
        self.first.load(Ordering::Relaxed) < self.index || self.observer.cancelled()
    }
}

/// Checks some lines, and adds what is found to `checked`.
fn check(
    bytes: &[u8],
    lines: &[(u64, Range<usize>)],
    kind: Kind,
    laps: u64,
    observer: &dyn Observer,
    checked: &mut Checked,
) -> Result<(), StreamError> {
    let first = AtomicUsize::new(usize::MAX);
    let verify = |(index, (_, range)): (usize, &(u64, Range<usize>))| -> Option<(usize, Fault)> {
        let until = Earlier { observer, first: &first, index };
        if until.cancelled() {
            return Some((index, Fault::Cancelled(Cancelled)));
        }
        let verify = || {
            let line = text(&bytes[range.clone()])?;
            match kind {
                Kind::Certificates => line.parse::<Certificate>()?.verify(laps, &until),
                Kind::CsvCatalogue => Cycle::from_csv(line)?.verify(laps, &until),
                Kind::JsonCatalogue => Cycle::from_json(line)?.verify(laps, &until),
            }
        };
        let fault = verify().err()?;
        if matches!(fault, Fault::Malformed(_) | Fault::False(_)) {
            first.fetch_min(index, Ordering::Relaxed);
        }
        Some((index, fault))
    };
    // In the order of the lines, whichever came first in time.
    let faults: Vec<(usize, Fault)> = lines.par_iter().enumerate().filter_map(verify).collect();
    checked.lines += (lines.len() - faults.len()) as u64;
    for (index, fault) in faults {
        let line = lines[index].0;
        match fault {
            Fault::Undecided { .. } | Fault::UndecidedTurn { .. } => {
                checked.undecided += 1;
                checked.first_undecided.get_or_insert(line);
            }
            // Lines after a false one are stopped too, but that one comes first.
            Fault::Cancelled(cancelled) => return Err(cancelled.into()),
            fault => return Err(StreamError::Line { line, fault }),
        }
    }
    Ok(())
}
