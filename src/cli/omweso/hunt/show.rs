//! What a hunt over given positions shows: the turns that never end as they are found, or counts.

use sowlab::analysis::hunt::{HuntTotals, Hunting, hunt};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::Position;

use super::Common;
use super::results::{Find, Results};
use crate::cli::global::Global;
use crate::cli::outcome::Stopped;

/// Hunts through so many positions, which may be a random sample.
pub fn show(
    common: &Common,
    global: &Global,
    count: u64,
    position: impl Fn(u64) -> Position<u64> + Sync,
    random: bool,
) -> anyhow::Result<()> {
    let results = Results::open(common, global)?;
    let limit = common.leg_limit.unwrap_or(u64::MAX);
    let hunting = Hunting {
        choices: common.choices.into(),
        // Who only counts has no need for periods.
        effort: Effort { lap_limit: limit, period: !(common.no_period || common.counts) },
        finds: !common.counts,
    };
    let progress = common.progress(global)?;
    let mut totals = HuntTotals::default();
    let found = hunt(count, position, hunting, &progress);
    if common.counts {
        for found in found {
            totals.add(&found?.count);
        }
        drop(progress);
        return results.counts([totals.row(random)]);
    }
    let finds = found.flat_map(|found| match found {
        Ok(found) => {
            totals.add(&found.count);
            let position = found.position.wide();
            let finds = found.finds.into_iter();
            let find = |(pit, turn)| Ok(Find { position: position.clone(), pit, turn });
            finds.map(find).collect::<Vec<_>>()
        }
        Err(cancelled) => vec![Err(cancelled)],
    });
    results.finds(finds, &progress)?;
    Ok(Stopped::undecided_paths(totals.undecided_paths(), limit)?)
}
