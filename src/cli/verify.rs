//! `sowlab verify`.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use num_traits::ToPrimitive;
use sowlab::certificate::{Bounds, Checked, Fault, StreamError, verify_stream};
use sowlab::notation::{NotationError, bytes, natural};
use sowlab::observer::Observer;
use sowlab::output::{CatalogueError, CatalogueFormat, CatalogueReader, CycleRow, Row};

use super::global::Global;
use super::memory;
use super::outcome::{No, Stopped, on_one_line};
use super::progress::Progress;

/// Check certificates with nothing but the rules
///
/// Reads certificates, one JSON object on each line, or catalogues of cycles in CSV, JSON lines or
/// Parquet (from a file), told apart by their beginning. Blank lines are left out. If every one is true, prints `ok N`,
/// where N is their number (0 for an input without any: nothing in it is false). Else prints where
/// the first false one stands, and what is wrong with it: `false: FILE:LINE: ...`, or `malformed:
/// FILE:LINE: ...` for a line that is no certificate and so proves nothing. The line is the same
/// for every --format.
///
/// A certificate that has to be played takes as many laps, or legs of Omweso, as it claims at most.
///
/// Exit code 0: all are true; 1: one is false or malformed; 2: an input cannot be read; 3: a limit
/// or a signal came before an answer.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay certify --position 2,0,1 --pit 0 | sowlab verify -
  sowlab relay certify --position 3,0,0,1,0,0 --pit 0 --output a.jsonl && sowlab verify a.jsonl
  sowlab omweso test --position '1 1/1 1/. 1/. 3' --certificates m.jsonl && sowlab verify m.jsonl
  sowlab relay census --pits 16 --seeds 2..16 --catalogue c.csv --quiet && sowlab verify c.csv")]
pub struct Verify {
    /// Files with certificates or catalogues; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Play at most this many laps, or legs of Omweso, for one line; a line that needs more is
    /// undecided [default: no limit]
    #[arg(long, value_name = "N", value_parser = laps, allow_hyphen_values = true)]
    lap_limit: Option<u64>,
    /// Memory that may be used, in bytes or with a unit such as 500MB or 2GiB; a line may have a
    /// 64th of that [default: three quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// Bytes that the check of a line takes at most, for each of its own.
const BYTES_FOR_EACH: u64 = 64;

impl Verify {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let mut all_bytes = Some(0u64);
        for file in &self.files {
            let bytes = size(file).with_context(|| format!("cannot read {}", file.display()))?;
            all_bytes = all_bytes.zip(bytes).and_then(|(all, bytes)| all.checked_add(bytes));
        }
        let streams = self.files.iter().filter(|file| is_stdin(file)).count();
        ensure!(streams <= 1, "- is given {streams} times; standard input can be read once");
        let mut data = global.sink()?;
        let bounds = Bounds {
            laps: self.lap_limit.unwrap_or(u64::MAX),
            line_bytes: self.memory.unwrap_or_else(memory::available) / BYTES_FOR_EACH,
        };

        let progress = Progress::new(global);
        progress.begin(all_bytes);
        let mut lines = 0;
        let mut undecided = 0;
        let mut first_undecided = None;
        for file in &self.files {
            global.note(|| format!("checking {}", file.display()));
            let verdict = open(file)
                .map_err(StreamError::from)
                .and_then(|reader| verify_stream(reader, bounds, &progress));
            let name = file.display();
            let checked: Checked = match verdict {
                Ok(checked) => checked,
                Err(StreamError::Line { line, fault }) => {
                    drop(progress);
                    let word = if let Fault::Malformed(_) = fault { "malformed" } else { "false" };
                    let verdict = on_one_line(&format!("{word}: {name}:{line}: {fault}"));
                    data.write(|out| writeln!(out, "{verdict}"))?;
                    data.finish()?;
                    return Err(No { reason: None }.into());
                }
                Err(StreamError::LineTooLong { line, bytes }) => bail!(
                    "{name}:{line}: the line is longer than {bytes} bytes, a {BYTES_FOR_EACH}th of the memory; allow more with --memory"
                ),
                Err(error @ StreamError::Cancelled(_)) => return Err(error.into()),
                Err(StreamError::Read(error)) => {
                    return Err(error).with_context(|| format!("cannot read {name}"));
                }
            };
            lines += checked.lines;
            undecided += checked.undecided;
            let place = checked.first_undecided.map(|line| format!("{name}:{line}"));
            first_undecided = first_undecided.or(place);
        }
        drop(progress);
        if let Some(place) = first_undecided {
            let others = match undecided - 1 {
                0 => String::new(),
                1 => " and 1 other line".into(),
                others => format!(" and {others} other lines"),
            };
            return Err(Stopped(format!(
                "undecided: {place}{others}, within the limit of {} laps or legs; a higher --lap-limit, or none, may decide; {lines} are true and none is false",
                bounds.laps
            ))
            .into());
        }
        data.write(|out| writeln!(out, "ok {lines}"))?;
        data.finish()
    }
}

/// Reads a limit on the laps. Nobody waits for 2^64 of them, so more are as many as that. With none
/// at all, what needs no playing is still decided.
pub fn laps(text: &str) -> Result<u64, NotationError> {
    Ok(natural(text)?.to_u64().unwrap_or(u64::MAX))
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// The bytes of a file, where they can be known before it is read; fails if it can be known that it
/// cannot be read.
fn size(file: &Path) -> anyhow::Result<Option<u64>> {
    if is_stdin(file) {
        return Ok(None);
    }
    let place = fs::metadata(file)?;
    ensure!(!place.is_dir(), "it is a directory; the name of a file is needed");
    if !place.is_file() {
        return Ok(None);
    }
    // A pipe would miss its reader, but a file can be opened twice.
    File::open(file)?;
    Ok(Some(place.len()))
}

/// What is read from.
fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    const PARQUET: &[u8] = b"PAR1";
    // It begins at its end.
    let unseekable =
        || io::Error::other("a Parquet catalogue is read from a file, not from a pipe");
    if is_stdin(file) {
        let mut reader = stdin().lock();
        return if reader.fill_buf()?.starts_with(PARQUET) {
            Err(unseekable())
        } else {
            Ok(Box::new(reader))
        };
    }
    let mut reader = BufReader::with_capacity(1 << 18, File::open(file)?);
    if !reader.fill_buf()?.starts_with(PARQUET) {
        return Ok(Box::new(reader));
    }
    if !reader.get_ref().metadata()?.is_file() {
        return Err(unseekable());
    }
    let rows = CatalogueReader::new(CatalogueFormat::Parquet, reader).map_err(io::Error::other)?;
    Ok(Box::new(BufReader::new(Lines { rows, text: Cursor::default(), begun: false })))
}

/// The rows of a Parquet catalogue as lines of CSV.
struct Lines<R> {
    rows: R,
    text: Cursor<Vec<u8>>,
    begun: bool,
}

impl<R: Iterator<Item = Result<CycleRow, CatalogueError>>> Read for Lines<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.text.fill_buf()?.is_empty() {
            let header = !std::mem::replace(&mut self.begun, true);
            let line = match (header, self.rows.next()) {
                (_, Some(row)) => {
                    let row = row.map_err(io::Error::other)?;
                    let CycleRow { pits, seeds, position, hand, reduced_period, period, sown } =
                        row;
                    let rest = format!("{hand},{reduced_period},{period},{sown}");
                    format!("{pits},{seeds},{},{rest}\n", position.replace(['\n', '"', ','], "?"))
                }
                (_, None) => String::new(),
            };
            let names = if header { CycleRow::COLUMNS.join(",") + "\n" } else { String::new() };
            self.text = Cursor::new((names + &line).into_bytes());
        }
        self.text.read(to)
    }
}
