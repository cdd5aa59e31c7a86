//! What a hunt over given positions shows: the turns that never end as they are found, or counts.

use anyhow::Context;
use sowlab::analysis::hunt::{HuntTotals, Hunting, hunt};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::Position;
use sowlab::output::{TurnRow, write_rows};

use super::Common;
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;
use crate::cli::progress::Progress;

/// Hunts through so many positions, which may be a random sample.
pub fn show(
    common: &Common,
    global: &Global,
    count: u64,
    position: impl Fn(u64) -> Position<u64> + Sync,
    random: bool,
) -> anyhow::Result<()> {
    let format = global.format()?;
    let mut data = global.sink()?;
    let limit = common.leg_limit.unwrap_or(u64::MAX);
    let hunting = Hunting {
        choices: common.choices.into(),
        // Who only counts has no need for periods.
        effort: Effort { lap_limit: limit, period: !(common.no_period || common.counts) },
        finds: !common.counts,
    };
    let progress = Progress::new(global);
    let mut totals = HuntTotals::default();
    let mut stopped = None;
    let found = hunt(count, position, hunting, &progress).map_while(|found| match found {
        Ok(found) => {
            totals.add(&found.count);
            Some(found)
        }
        Err(cancelled) => {
            stopped = Some(cancelled);
            None
        }
    });
    if common.counts {
        found.for_each(drop);
        if let Some(cancelled) = stopped {
            return Err(cancelled.into());
        }
        drop(progress);
        data.write(|out| write_rows(format, [totals.row(random)], out))?;
        return data.finish();
    }
    let rows = found.flat_map(|found| {
        let position = found.position.to_string();
        found.finds.into_iter().map(move |(pit, turn)| {
            let position = position.clone();
            TurnRow::<2> { position, pit: pit as u64, turn }
        })
    });
    data.write(|out| write_rows(format, rows, out))?;
    if let Some(cancelled) = stopped {
        return Err(cancelled.into());
    }
    drop(progress);
    data.finish()?;
    match totals.undecided_paths() {
        0 => Ok(()),
        paths => Err(Stopped(format!(
            "undecided: {paths} path{} neither ended nor recurred within the limit of {limit} legs without a capture or a choice; a higher --leg-limit, or none, may decide {}",
            if paths == 1 { "" } else { "s" },
            if paths == 1 { "it" } else { "them" },
        ))
        .into()),
    }
}

/// The number of columns asked for, if there are such boards.
pub fn columns(common: &Common) -> anyhow::Result<usize> {
    Position::<u64>::even(common.columns)
        .map(|position| position.columns())
        .with_context(|| format!("--columns {}", common.columns))
}
