//! Shell completions and man pages, made from the same declarations as the parser.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use super::Cli;
use super::global::Global;

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab completions bash > sowlab.bash
  sowlab completions fish > sowlab.fish")]
pub struct Completions {
    /// Which shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let mut sink = global.sink()?;
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "sowlab", &mut script);
        sink.write(|out| out.write_all(&script))?;
        sink.finish()
    }
}

/// Print a man page, or write all of them into a directory
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab man mirall table | man -l -
  sowlab man --output ~/.local/share/man/man1")]
pub struct Man {
    /// The subcommand, one word after the other [default: the page of sowlab itself]
    #[arg(value_name = "SUBCOMMAND")]
    path: Vec<String>,
    /// Write one page for every command into this directory; it is made if it is missing
    #[arg(short, long, value_name = "DIR", conflicts_with = "path")]
    output: Option<PathBuf>,
}

impl Man {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let mut command = Cli::command();
        if let Some(directory) = self.output {
            return fs::create_dir_all(&directory)
                .and_then(|()| clap_mangen::generate_to(command, &directory))
                .with_context(|| format!("cannot write the pages to {}", directory.display()));
        }
        command.build();
        let mut command = &command;
        for word in &self.path {
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            command = command.find_subcommand(word).with_context(|| {
                let names = if names.is_empty() { "none".into() } else { names.join(", ") };
                format!("{} has no subcommand `{word}`; there is {names}", command.get_name())
            })?;
        }
        let mut sink = global.sink()?;
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        sink.write(|out| out.write_all(&page))?;
        sink.finish()
    }
}
