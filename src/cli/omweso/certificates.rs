//! `--certificates FILE`: certificates of turns, written beside the rows.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::ensure;
use num_bigint::BigUint;
use sowlab::analysis::omweso::Turn;
use sowlab::games::omweso::Position;
use sowlab::observer::Observer;
use sowlab::output::turn_certificate;

use crate::cli::signal;
use crate::cli::sink::Sink;

/// An opened file of certificates, which appears whole or not at all.
pub struct Certificates {
    sink: Sink,
    /// Lines that are not written yet.
    lines: String,
}

/// Bytes of lines that are written together.
const BATCH: usize = 1 << 16;

/// Stops the work on a certificate when a signal asks for it.
struct UntilSignal;

impl Observer for UntilSignal {
    fn cancelled(&self) -> bool {
        signal::received()
    }
}

impl Certificates {
    /// Opens the file, which must be another one than those of the other results.
    pub fn open(path: &Path, others: &[&Sink]) -> anyhow::Result<Self> {
        Ok(Self { sink: Sink::open_beside(path, others)?, lines: String::new() })
    }

    /// Writes what has been found of a turn from a pit of a position; nothing if it is undecided.
    pub fn push(
        &mut self,
        position: &Position<BigUint>,
        pit: usize,
        turn: &Turn,
    ) -> anyhow::Result<()> {
        let Some(certificate) = turn_certificate(position, pit, turn, &UntilSignal)? else {
            return Ok(());
        };
        writeln!(self.lines, "{certificate}")?;
        if self.lines.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        let lines = std::mem::take(&mut self.lines);
        self.sink.write(|out| out.write_all(lines.as_bytes()))
    }

    /// Puts rows in their place, and the certificates beside them, if there are any; not if there should
    /// be more of these, because the reader of the rows went away before all were written.
    pub fn put(certificates: Option<Self>, rows: Sink, whole: bool) -> anyhow::Result<()> {
        let Some(mut certificates) = certificates else {
            return rows.finish();
        };
        ensure!(
            whole,
            "standard output was closed before all rows were written, so there are no certificates either"
        );
        // A full disk is seen before the rows are in their place.
        certificates.flush()?;
        rows.finish()?;
        certificates.finish()
    }

    /// Puts the certificates under their final name.
    fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        self.sink.finish()
    }
}
