//! The never-ending states that a hunt backwards begins with: a catalogue, or lines of states.

use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Seek, stdin};
use std::path::Path;

use anyhow::{Context, ensure};
use num_bigint::BigUint;
use sowlab::analysis::hunt::backward::{CycleError, Cycles};
use sowlab::analysis::relay::Rule;
use sowlab::games::relay::State;
use sowlab::notation::position;
use sowlab::observer::Observer;
use sowlab::output::{CatalogueFormat, CatalogueReader, CycleRow};

use crate::cli::relay::batch;

/// An opened file.
pub struct States {
    source: Box<dyn Source>,
    /// Its format, if it is a catalogue.
    format: Option<CatalogueFormat>,
}

/// What can be read from several places.
trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// The cycles of the states that were read.
pub struct Gathered {
    pub cycles: Cycles,
    /// States with too few or too many seeds for any opening to lead there.
    pub out_of_reach: u64,
    /// States that the limit left undecided.
    pub undecided: u64,
    lap_limit: u64,
}

/// Bytes that tell what a file is.
const BEGINNING: u64 = 64;

impl States {
    /// Opens a file; `-` is standard input. A catalogue is known by the ending of its name, or by its
    /// beginning.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let mut source: Box<dyn Source> = if path == Path::new("-") {
            let mut bytes = Vec::new();
            stdin().read_to_end(&mut bytes)?;
            Box::new(Cursor::new(bytes))
        } else {
            let place = fs::metadata(path)?;
            ensure!(!place.is_dir(), "it is a directory; the name of a file is needed");
            if place.is_file() {
                Box::new(BufReader::new(File::open(path)?))
            } else {
                Box::new(Cursor::new(fs::read(path)?))
            }
        };
        let mut beginning = Vec::new();
        source.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
        source.rewind()?;
        let format = CatalogueFormat::of_path(path).ok().or_else(|| {
            let beginning = beginning.trim_ascii_start();
            let formats = [
                (&b"PAR1"[..], CatalogueFormat::Parquet),
                (b"{", CatalogueFormat::Jsonl),
                (b"pits", CatalogueFormat::Csv),
            ];
            let format = formats.iter().find(|(mark, _)| beginning.starts_with(mark));
            format.map(|(_, format)| *format)
        });
        Ok(Self { source, format })
    }

    /// Reads all states and adds their cycles to `cycles`. The first that is none is an error.
    pub fn gather(
        self,
        cycles: Cycles,
        lap_limit: u64,
        observer: &dyn Observer,
    ) -> anyhow::Result<Gathered> {
        let mut gathered = Gathered { cycles, out_of_reach: 0, undecided: 0, lap_limit };
        observer.begin(None);
        let Self { mut source, format } = self;
        if let Some(format) = format {
            for (number, row) in (1u64..).zip(CatalogueReader::new(format, source)?) {
                let state = state(&row?).with_context(|| format!("row {number}"))?;
                gathered.add(&state, observer).with_context(|| format!("row {number}"))?;
            }
            return Ok(gathered);
        }
        let mut text = String::new();
        source.read_to_string(&mut text)?;
        // Some editors begin a file with a mark.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let lines = (1u64..).zip(text.lines());
        let mut states = 0u64;
        for (number, line) in lines {
            if !line.trim().is_empty() && !line.starts_with('#') {
                let state = batch::parse(line, Rule::Move);
                let state = state.with_context(|| format!("line {number}"))?;
                gathered.add(&state, observer).with_context(|| format!("line {number}"))?;
                states += 1;
            }
        }
        ensure!(
            states > 0,
            "it holds no state; accepted are a catalogue of cycles in CSV, JSON lines or Parquet, and lines such as `3 1 0 1 @ 0`"
        );
        Ok(gathered)
    }
}

impl Gathered {
    fn add(&mut self, state: &State<BigUint>, observer: &dyn Observer) -> anyhow::Result<()> {
        match self.cycles.add(state, self.lap_limit, observer) {
            Ok(reached) => self.out_of_reach += u64::from(!reached),
            Err(CycleError::Undecided { .. }) => self.undecided += 1,
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// The state of a row, whose numbers must be its own.
fn state(row: &CycleRow) -> anyhow::Result<State<BigUint>> {
    let pits = position(&row.position)?;
    let seeds: BigUint = pits.iter().sum();
    ensure!(
        row.pits == pits.len() as u64 && BigUint::from(row.seeds) == seeds,
        "pits {} and seeds {} are given, and the position has {} and {seeds}",
        row.pits,
        row.seeds,
        pits.len()
    );
    Ok(State::start(pits, 0)?)
}
