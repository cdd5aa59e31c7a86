//! How a run ends: what is said, and the exit code.

use std::error::Error;
use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use super::{Cli, signal};

/// The command line or an input or output is wrong.
const WRONG: u8 = 2;
/// Stopped by a limit or a signal.
pub const STOPPED: u8 = 3;

/// A limit came before an answer.
#[derive(Debug, Error)]
#[error(
    "undecided: no position recurred within the limit of {limit} moves; a higher --limit, or none, may decide it"
)]
pub struct Undecided {
    /// The limit.
    pub limit: u64,
}

/// Reads the command line.
pub fn parse() -> anyhow::Result<Cli> {
    Ok(Cli::try_parse()?)
}

/// Says in one sentence on standard error what went wrong, if anything did.
pub fn report(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return report_usage(usage);
    }
    if signal::received() {
        say("stopped by a signal before the work was done; no file was written");
        return STOPPED.into();
    }
    say(&format!("{error:#}"));
    if error.is::<Undecided>() { STOPPED.into() } else { WRONG.into() }
}

/// A standard error that nobody reads is no reason to fail.
pub fn say(sentence: &str) {
    let _ = writeln!(stderr(), "sowlab: {sentence}");
}

fn report_usage(error: &clap::Error) -> ExitCode {
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let option = context(ContextKind::InvalidArg);
    match (error.kind(), error.source()) {
        (ErrorKind::ValueValidation, Some(source)) => say(&format!("{option}: {source}")),
        (ErrorKind::InvalidValue, _)
            if let Some(ContextValue::Strings(accepted)) = error.get(ContextKind::ValidValue)
                && !accepted.is_empty() =>
        {
            let value = context(ContextKind::InvalidValue);
            let accepted = accepted.join(", ");
            say(&format!("{option}: `{value}` is not accepted; accepted are {accepted}"));
        }
        // Help and version come this way too, and go to standard output.
        _ => {
            let _ = error.print();
        }
    }
    ExitCode::from(if error.use_stderr() { WRONG } else { 0 })
}
