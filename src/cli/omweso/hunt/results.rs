//! Where the results of a hunt go: the turns that never end, with their certificates, or counts.

use num_bigint::BigUint;
use sowlab::analysis::omweso::Turn;
use sowlab::games::omweso::Position;
use sowlab::observer::Cancelled;
use sowlab::output::{Format, Row, TurnRow, write_rows};

use super::Common;
use crate::cli::global::Global;
use crate::cli::omweso::certificates::Certificates;
use crate::cli::progress::{Progress, write_beside};
use crate::cli::sink::Sink;

/// A turn that never ends.
pub struct Find {
    pub position: Position<BigUint>,
    pub pit: usize,
    pub turn: Turn,
}

/// The opened places.
pub struct Results {
    format: Format,
    data: Sink,
    certificates: Option<Certificates>,
    least_captures: u32,
    limit: u64,
}

impl Results {
    pub fn open(common: &Common, global: &Global) -> anyhow::Result<Self> {
        let format = global.format()?;
        let data = global.sink()?;
        let certificates = common.certificates.as_deref();
        let certificates =
            certificates.map(|path| Certificates::open(path, &[&data])).transpose()?;
        let least_captures = common.least_captures.unwrap_or(0);
        let limit = common.limit.unwrap_or(u64::MAX);
        Ok(Self { format, data, certificates, least_captures, limit })
    }

    /// Where the rows go.
    pub fn data(&self) -> &Sink {
        &self.data
    }

    /// Writes the finds as they come, and puts the results in their places.
    pub fn finds(
        mut self,
        finds: impl Iterator<Item = Result<Find, Cancelled>>,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let few = |find: &Find| find.turn.captures.count_ones() < self.least_captures;
        let finds = finds.filter(|find| !find.as_ref().is_ok_and(few));
        let mut finds = finds.take(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let (mut fault, mut whole) = (None, false);
        let rows = std::iter::from_fn(|| {
            let Some(find) = finds.next() else {
                whole = true;
                return None;
            };
            let row = find.map_err(anyhow::Error::from).and_then(|find| {
                let Find { position, pit, turn } = find;
                if let Some(certificates) = &mut self.certificates {
                    certificates.push(&position, pit, &turn)?;
                }
                Ok(TurnRow::<2> { position: position.to_string(), pit: pit as u64, turn })
            });
            row.map_err(|error| fault = Some(error)).ok()
        });
        self.data.write(|out| write_beside(progress, self.format, rows, out))?;
        fault.map_or(Ok(()), Err)?;
        Certificates::put(self.certificates, self.data, whole)
    }

    /// Writes rows of counts.
    pub fn counts<R: Row>(mut self, rows: impl IntoIterator<Item = R>) -> anyhow::Result<()> {
        self.data.write(|out| write_rows(self.format, rows, out))?;
        self.data.finish()
    }
}
