//! Jobs: what a step of an experiment can ask for.
//!
//! A job is a set of parameters. [`Job::prepare`] makes [`Work`] of it, which is cut into units:
//! pieces that can be computed in any order, on any machine, by any number of threads, each to bytes
//! that depend on the job and the number of the unit alone. From the parts of all units the work
//! writes each product of the step, the same bytes wherever they were computed.
//!
//! A new job is a file here and a line in [`KINDS`].

pub mod mirall;
pub mod omweso;
pub mod oware;
pub mod pas_de_deux;
pub mod perft;
pub mod relay;
pub mod two_rows;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use toml::de::ValueDeserializer;

use super::manifest::Files;
use crate::observer::{Cancelled, Observer};
use crate::output::{CatalogueFormat, Format, Row, UnknownFormat, chart, write_rows};

/// A job by its name, and how its parameters are read.
pub type Kind = (&'static str, fn(ValueDeserializer<'_>) -> Result<Box<dyn Job>, toml::de::Error>);

/// Every job.
pub const KINDS: &[Kind] = &[
    (mirall::Table::NAME, read::<mirall::Table>),
    (mirall::Staircase::NAME, read::<mirall::Staircase>),
    (omweso::Perft::NAME, read::<omweso::Perft>),
    (omweso::Play::NAME, read::<omweso::Play>),
    (pas_de_deux::Claims::NAME, read::<pas_de_deux::Claims>),
    (pas_de_deux::Puzzle::NAME, read::<pas_de_deux::Puzzle>),
    (relay::Sample::NAME, read::<relay::Sample>),
    (relay::Census::NAME, read::<relay::Census>),
    (relay::Longest::NAME, read::<relay::Longest>),
    (relay::Mayer::NAME, read::<relay::Mayer>),
    (relay::Digits::NAME, read::<relay::Digits>),
    (omweso::hunt::OpeningsHunt::NAME, read::<omweso::hunt::OpeningsHunt>),
    (omweso::hunt::RandomHunt::NAME, read::<omweso::hunt::RandomHunt>),
    (omweso::hunt::ExhaustiveHunt::NAME, read::<omweso::hunt::ExhaustiveHunt>),
    (omweso::hunt::BackwardHunt::NAME, read::<omweso::hunt::BackwardHunt>),
    (oware::Perft::NAME, read::<oware::Perft>),
    (oware::Play::NAME, read::<oware::Play>),
    (pas_de_deux::Perft::NAME, read::<pas_de_deux::Perft>),
    (pas_de_deux::Play::NAME, read::<pas_de_deux::Play>),
    (oware::Endgame::NAME, read::<oware::Endgame>),
];

/// Reads the parameters of a job.
fn read<J: Job + DeserializeOwned + 'static>(
    parameters: ValueDeserializer<'_>,
) -> Result<Box<dyn Job>, toml::de::Error> {
    Ok(Box::new(J::deserialize(parameters)?))
}

/// What a step asks for.
pub trait Job: Debug + Send + Sync {
    /// The name in manifests: that of the command which does the same.
    fn name(&self) -> &'static str;

    /// The parameters, those that were left out too: a JSON object with the keys of the manifest.
    /// Together with the name, the inputs and the outputs they are what the results depend on.
    fn parameters(&self) -> Value;

    /// The forms that its results can be written in.
    fn forms(&self) -> &'static [Form];

    /// The columns of its rows.
    fn columns(&self) -> &'static [&'static str];

    /// The kinds of charts it can draw; the first is drawn where none is named.
    fn charts(&self) -> &'static [&'static str] {
        &[]
    }

    /// The files that it reads: the key of each, and the name that it gives.
    fn inputs(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Checks everything and cuts the work into units. Quick beside the work itself.
    ///
    /// # Errors
    /// If the parameters, alone or with the products asked for, make no sense or are out of range, or
    /// the observer asks to stop.
    fn prepare(&self, asked: &Asked<'_>) -> Result<Box<dyn Work>, JobError>;
}

/// What a job is prepared for.
pub struct Asked<'a> {
    /// The files that it reads.
    pub files: &'a Files,
    /// What is to be made of its results.
    pub products: &'a [Product],
    /// Whether to stop.
    pub observer: &'a dyn Observer,
}

/// Work that is cut into units.
pub trait Work: Send + Sync {
    /// About how much each unit takes, in any measure; there are as many units as weights, each at
    /// least 1. The cut depends on the job alone.
    fn weights(&self) -> &[u64];

    /// Computes a unit. The bytes depend on the job and the number of the unit alone.
    ///
    /// # Errors
    /// If the memory is too little, or the observer asks to stop.
    fn compute(&self, unit: u64, context: &Context<'_>) -> Result<Vec<u8>, JobError>;

    /// Writes a product from the parts of all units.
    ///
    /// # Errors
    /// Those of the parts and of the writer; or if a chart cannot be drawn.
    fn write(
        &self,
        product: &Product,
        parts: &dyn Parts,
        out: &mut dyn Write,
    ) -> Result<(), JobError>;
}

/// What a unit is computed with.
pub struct Context<'a> {
    /// Bytes of memory that it may use.
    pub memory: u64,
    /// Whether to stop.
    pub observer: &'a dyn Observer,
}

/// The parts of all units of a step.
pub trait Parts {
    /// How many there are.
    fn count(&self) -> u64;

    /// The bytes of one.
    ///
    /// # Errors
    /// If they cannot be read or are not what was written.
    fn get(&self, unit: u64) -> Result<Vec<u8>, JobError>;
}

/// A form that results are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A row for each result.
    #[default]
    Rows,
    /// A table with pits down and seeds across.
    Grid,
    /// The lines `n a(n)` of the OEIS.
    BFile,
    /// A row for each cycle.
    Catalogue,
    /// A certificate of each find, as JSON lines.
    Certificates,
    /// A certificate of each cycle by recurrence, as JSON lines.
    RecurrenceCertificates,
    /// A certificate of each cycle that passes the Mayer test, by that test, as JSON lines.
    MayerCertificates,
}

/// What is to be made of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A row for each result.
    Rows(Format),
    /// A table with pits down and seeds across.
    Grid(Format),
    /// The lines `n a(n)` of the OEIS.
    BFile,
    /// A row for each cycle.
    Catalogue(CatalogueFormat),
    /// Certificates as JSON lines: [`Form::Certificates`] and its relatives.
    Certificates(Form),
    /// A picture: one of [`Job::charts`].
    Chart(&'static str, chart::Format),
}

impl Product {
    /// The product that has a form, in the format of a file's name.
    ///
    /// # Errors
    /// If the ending of the name stands for no format of that form.
    pub fn of_file(form: Form, path: &Path) -> Result<Self, String> {
        let rows = || {
            Format::of_file(path).map_err(|UnknownFormat { name }| {
                format!("the ending of {name:?} names no format; accepted are .csv .json .jsonl .md .txt")
            })
        };
        match form {
            Form::Rows => Ok(Self::Rows(rows()?)),
            Form::Grid => match rows()? {
                format @ (Format::Table | Format::Csv | Format::Markdown) => Ok(Self::Grid(format)),
                format => Err(format!(
                    "a grid has no {} form; accepted are files that end in .csv, .md or .txt",
                    format.name()
                )),
            },
            Form::BFile => Ok(Self::BFile),
            Form::Catalogue => CatalogueFormat::of_path(path)
                .map(Self::Catalogue)
                .map_err(|error| error.to_string()),
            Form::Certificates | Form::RecurrenceCertificates | Form::MayerCertificates => {
                let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
                if ending.is_some_and(|ending| ending == "jsonl") {
                    Ok(Self::Certificates(form))
                } else {
                    Err(format!(
                        "the name of the file of certificates {:?} must end in .jsonl",
                        path.display().to_string()
                    ))
                }
            }
        }
    }
}

/// Why a job has no results.
#[derive(Debug, Error)]
pub enum JobError {
    /// A parameter makes no sense or is out of range.
    #[error("{message}")]
    Refused {
        /// The key in the manifest; empty for the step as a whole.
        key: &'static str,
        /// What is wrong with it, and what is accepted.
        message: String,
    },
    /// It cannot be computed here.
    #[error("{0}")]
    Failed(String),
    /// The parts of its units cannot be read back.
    #[error("{0}")]
    Damaged(String),
    /// A product cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl JobError {
    /// A parameter is refused.
    pub fn refused(key: &'static str, message: impl Display) -> Self {
        Self::Refused { key, message: message.to_string() }
    }
}

impl From<chart::ChartError> for JobError {
    fn from(error: chart::ChartError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The bytes of a part.
fn encode(part: &impl Serialize) -> Result<Vec<u8>, JobError> {
    postcard::to_stdvec(part).map_err(|error| JobError::Failed(error.to_string()))
}

/// A part from its bytes.
fn decode<P: DeserializeOwned>(bytes: &[u8]) -> Result<P, JobError> {
    postcard::from_bytes(bytes).map_err(|error| {
        JobError::Damaged(format!("the result of a unit is not readable: {error}"))
    })
}

/// All parts, one after the other.
fn all<P: DeserializeOwned>(parts: &dyn Parts) -> impl Iterator<Item = Result<P, JobError>> {
    (0..parts.count()).map(|unit| decode(&parts.get(unit)?))
}

/// Writes rows that may turn out not to be readable.
fn write_each<R: Row>(
    format: Format,
    mut rows: impl Iterator<Item = Result<R, JobError>>,
    out: &mut dyn Write,
) -> Result<(), JobError> {
    let mut fault = None;
    let good = std::iter::from_fn(|| match rows.next()? {
        Ok(row) => Some(row),
        Err(error) => {
            fault = Some(error);
            None
        }
    });
    write_rows(format, good, out)?;
    fault.map_or(Ok(()), Err)
}

/// A product that the job does not make; manifests with such are refused before.
fn not_made(product: &Product) -> JobError {
    JobError::Failed(format!("{product:?} is not made of this job"))
}
