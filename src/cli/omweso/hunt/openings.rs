//! `sowlab omweso hunt --opening`.

use std::fs;
use std::io::{self, ErrorKind, Read};

use anyhow::{Context, bail};
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::games::omweso::{Position, Setup};
use sowlab::notation::rows;

use super::Common;
use super::show::{columns, show};
use crate::cli::global::Global;

/// Openings by name or from a file.
#[derive(Debug, Args)]
pub struct Openings {
    /// Look at an opening: traditional (4 seeds in each outer pit), even (2 in every pit), or each one
    /// of a file (- for standard input), a position a line, four rows with / between them
    #[arg(long, value_name = "OPENING", group = "where")]
    opening: Option<String>,
}

impl Openings {
    pub fn asked(&self) -> bool {
        self.opening.is_some()
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let openings = match self.opening.as_deref().unwrap_or_default() {
            "traditional" => vec![Position::traditional(columns(common)?)?],
            "even" => vec![Position::even(columns(common)?)?],
            file => read(file)?,
        };
        let count = openings.len() as u64;
        show(common, global, count, |index| openings[index as usize].clone(), false)
    }
}

/// Reads every opening of a file. Empty lines, and lines that begin with `#`, are left out.
fn read(name: &str) -> anyhow::Result<Vec<Position<u64>>> {
    let context = || format!("--opening {name}");
    let text = if name == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(name)
    };
    if text.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        bail!(
            "--opening: there is no file `{name}`; accepted are traditional, even, or the name of a file with a position a line"
        );
    }
    let text = text.with_context(context)?;
    // Some editors begin a file with a mark.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let mut openings = Vec::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        openings.push(opening(line).with_context(|| format!("--opening {name}, line {number}"))?);
    }
    if openings.is_empty() {
        bail!(
            "--opening {name}: no line holds an opening; one a line is accepted, as in `4 4/. ./. ./4 4`"
        );
    }
    Ok(openings)
}

fn opening(line: &str) -> anyhow::Result<Position<u64>> {
    let position = Setup { rows: rows(line)? }.position()?;
    position.check_opening()?;
    let side = |pits: &[BigUint]| pits.iter().filter_map(BigUint::to_u64).collect();
    // No pit of an opening holds more than 128 seeds.
    Ok(Position::new(side(position.own()), side(position.opponent()))?)
}
