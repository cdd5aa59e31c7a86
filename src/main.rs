//! The `sowlab` command: parse, run, exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::report(cli::guarded(|| cli::listen().and_then(|()| cli::parse()).and_then(cli::Cli::run)))
}
