//! The options that every command shares.

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum, builder::PossibleValue};
use sowlab::output::Format;

use super::sink::{self, Sink};

#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// Number of threads [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// When to draw a progress bar on standard error; auto: on a terminal, for work of more than
    /// half a second
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    /// Say nothing on standard error but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say on standard error what is being done
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Format of the rows [default: by the ending of --output; else table on a terminal, csv on a
    /// pipe]
    #[arg(long, global = true, value_name = "FORMAT", hide_default_value = true)]
    format: Option<FormatName>,
    /// Write the rows to a file instead of standard output (.csv .json .jsonl .md .txt); it appears
    /// whole or not at all
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// More threads than any machine has cores for.
pub const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
fn threads(text: &str) -> anyhow::Result<usize> {
    let number = text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.with_context(|| format!("`{text}` is not accepted; accepted are 1 to {MOST_THREADS}"))
}

/// When to draw a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

/// A [`Format`] on the command line.
#[derive(Clone, Copy, Debug)]
struct FormatName(Format);

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [FormatName; Format::ALL.len()] = {
            let mut all = [FormatName(Format::Table); Format::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = FormatName(Format::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

impl Global {
    /// Settles what holds for the whole process.
    pub fn start(&self) -> anyhow::Result<()> {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        match self.threads {
            Some(threads) => {
                pool(threads).with_context(|| format!("cannot start {threads} threads"))
            }
            // Where the system grants no more threads, one does the work as well.
            None => pool(cores).or_else(|_| pool(1)).context("cannot start a thread"),
        }
    }

    /// The number of threads asked for or, if none is, that of the cores.
    pub fn threads(&self) -> u64 {
        self.threads.unwrap_or_else(rayon::current_num_threads) as u64
    }

    /// Where the results go, if it was said.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether a format was asked for.
    pub fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// The format of rows that go to standard output.
    pub fn format_of_stdout(&self) -> Format {
        match self.format {
            Some(FormatName(format)) => format,
            None if stdout().is_terminal() => Format::Table,
            None => Format::Csv,
        }
    }

    /// The format of the rows.
    pub fn format(&self) -> anyhow::Result<Format> {
        Ok(match (self.format, &self.output) {
            (Some(FormatName(format)), _) => format,
            (None, Some(path)) if !sink::is_stream(path) => Format::of_file(path)?,
            (None, None) if stdout().is_terminal() => Format::Table,
            (None, _) => Format::Csv,
        })
    }

    /// Whether the rows go to a terminal.
    pub fn output_is_terminal(&self) -> bool {
        self.output.is_none() && stdout().is_terminal()
    }

    /// Whether a person reads the rows as they come.
    pub fn draws(&self) -> bool {
        self.format.is_none() && self.output_is_terminal()
    }

    /// Whether what is drawn is drawn in colour: on a terminal that has colours, unless `NO_COLOR` or
    /// `CLICOLOR=0` say otherwise.
    pub fn colours(&self) -> bool {
        self.draws()
            && anstyle_query::term_supports_ansi_color()
            && !anstyle_query::no_color()
            && anstyle_query::clicolor() != Some(false)
            && anstyle_query::windows::enable_ansi_colors() != Some(false)
    }

    /// Refuses to write the rows over a file that is read.
    pub fn spare(&self, read: &Path) -> anyhow::Result<()> {
        let Some(output) = self.output() else { return Ok(()) };
        let same = match (output.canonicalize(), read.canonicalize()) {
            (Ok(output), Ok(read)) => output == read,
            _ => false,
        };
        ensure!(
            !same || sink::is_stream(output),
            "--output {} is the file that is read; the rows need another place",
            output.display()
        );
        Ok(())
    }

    /// The place where the rows go, opened.
    pub fn sink(&self) -> anyhow::Result<Sink> {
        Sink::open(self.output.as_deref().unwrap_or(Path::new("-")))
    }

    /// Says what is being done, if asked for.
    pub fn note(&self, text: impl FnOnce() -> String) {
        if self.verbose {
            let _ = writeln!(std::io::stderr(), "sowlab: {}", text());
        }
    }
}
