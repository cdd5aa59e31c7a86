//! How a run ends: what is said, and the exit code.

use std::error::Error;
use std::io::{Write, stderr};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::bail;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use super::{Cli, signal};

/// A check said no.
const NO: u8 = 1;
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

/// A check said no, for a reason that is said on standard error, or has been said among the results.
#[derive(Debug, Error)]
#[error("{}", reason.as_deref().unwrap_or("a check said no"))]
pub struct No {
    /// What is still to be said.
    pub reason: Option<String>,
}

/// A limit came before an answer, in the words of the command.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Stopped(pub String);

impl Stopped {
    /// A limit of laps came before what was played ended or recurred.
    pub fn undecided(what: &str, limit: u64) -> Self {
        Self(format!(
            "undecided: {what} neither ended nor recurred within the limit of {limit} laps; a higher --lap-limit, or none, may decide it"
        ))
    }

    /// A limit of legs came before so many paths of Omweso ended or recurred; none is no failure.
    pub fn undecided_paths(paths: u64, limit: u64) -> Result<(), Self> {
        let (plural, them) = match paths {
            0 => return Ok(()),
            1 => ("", "it"),
            _ => ("s", "them"),
        };
        let legs = if limit == 1 { "leg" } else { "legs" };
        Err(Self(format!(
            "undecided: {paths} path{plural} neither ended nor recurred within the limit of {limit} {legs} without a capture or a choice; a higher --leg-limit, or none, may decide {them}"
        )))
    }
}

/// Runs the command. A panic, which is a fault of the program or of a library, becomes an error
/// that says so in one sentence.
pub fn guarded(run: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    static FAULT: Mutex<Option<String>> = Mutex::new(None);
    panic::set_hook(Box::new(|fault| {
        if let Ok(mut message) = FAULT.lock() {
            *message = Some(fault.to_string());
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let message = FAULT.lock().ok().and_then(|mut message| message.take());
        bail!("a fault of the program, please report it: {}", message.unwrap_or_default())
    })
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
    if let Some(No { reason }) = error.downcast_ref() {
        if let Some(reason) = reason {
            say(reason);
        }
        return NO.into();
    }
    if signal::received() {
        say(signal::sentence());
        return STOPPED.into();
    }
    say(&format!("{error:#}"));
    let stopped = error.is::<Undecided>() || error.is::<Stopped>();
    if stopped { STOPPED.into() } else { WRONG.into() }
}

/// The longest sentence, in characters: what a user gave is not given back at any length.
const LONGEST: usize = 1000;

/// Says a sentence on one line, whatever characters it quotes. A standard error that nobody reads
/// is no reason to fail.
pub fn say(sentence: &str) {
    let _ = writeln!(stderr(), "sowlab: {}", on_one_line(sentence));
}

/// A sentence without ends of lines and other control characters.
pub fn on_one_line(sentence: &str) -> String {
    let mut line = String::new();
    for (count, character) in sentence.chars().enumerate() {
        if count == LONGEST {
            line.push_str(" ...");
            break;
        }
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

fn report_usage(error: &clap::Error) -> ExitCode {
    // Help and version come this way too, and go to standard output.
    if !error.use_stderr() {
        return match error.print() {
            Err(broken) if broken.kind() != std::io::ErrorKind::BrokenPipe => {
                say(&format!("cannot write to standard output: {broken}"));
                WRONG.into()
            }
            _ => ExitCode::SUCCESS,
        };
    }
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
        (ErrorKind::UnknownArgument, _) if option.starts_with(|c: char| c.is_ascii_digit()) => {
            say(&format!(
                "`{option}` is not expected here; a list with spaces stands in quotes, as in '3 0 1', or has commas"
            ));
        }
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand, _) => {
            say("a subcommand is missing; `sowlab --help` lists them");
        }
        // What clap says in several lines, in one; its hints on usage are what --help is for.
        _ => {
            let text = error.render().to_string();
            let text = text.split("\n\nUsage:").next().unwrap_or_default();
            let text = text.split("\n\nFor more").next().unwrap_or_default();
            let text = text.replace("\n\n  tip: ", "; ");
            let words: Vec<&str> = text.split_whitespace().collect();
            let sentence = words.join(" ");
            let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
            say(&format!("{sentence}; --help says what is accepted"));
        }
    }
    WRONG.into()
}
