//! The file of a table, read for a question.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use sowlab::analysis::endgame::Table;
use sowlab::notation::bytes;
use sowlab::observer::Observer;
use sowlab::output::{ReadTable, TableFileError, read_table};

use crate::cli::memory;

#[derive(Debug, Args)]
pub struct TableFile {
    /// The file of the table, as `endgame build` writes it
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Memory that the table may take, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<u64>,
}

impl TableFile {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.table
    }

    /// Reads the levels of up to `most` seeds, all where that is missing, and checks that they are as
    /// they were written.
    pub fn read(&self, most: Option<usize>, observer: &dyn Observer) -> anyhow::Result<Table> {
        let allowed = self.memory.unwrap_or_else(memory::available);
        read(&self.table, most, allowed, observer)
    }
}

/// Reads the levels of up to `most` seeds of a table, all where that is missing.
pub fn read(
    path: &Path,
    most: Option<usize>,
    allowed: u64,
    observer: &dyn Observer,
) -> anyhow::Result<Table> {
    let name = || format!("--table {}", path.display());
    let file = open(path).with_context(name)?;
    let read = read_table(file, most, allowed, observer).and_then(ReadTable::whole);
    read.map_err(|error| match error {
        TableFileError::Cancelled(cancelled) => cancelled.into(),
        error => anyhow!(error).context(name()),
    })
}

/// Opens a file that is no folder.
fn open(path: &Path) -> anyhow::Result<File> {
    let file = File::open(path)?;
    ensure!(!file.metadata()?.is_dir(), "it is a folder; the file of a table is needed");
    Ok(file)
}
