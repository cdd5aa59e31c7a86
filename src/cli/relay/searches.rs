//! What the exhaustive searches share: the range of their numbers.

use anyhow::anyhow;
use sowlab::analysis::census::{numbers_of_pits, totals_of_seeds};
use sowlab::notation::List;

/// The numbers of pits and the totals of seeds of an exhaustive search, all in its range.
pub fn searchable(pits: &List, seeds: &List) -> anyhow::Result<(Vec<u64>, Vec<u64>)> {
    Ok((
        numbers_of_pits(pits).map_err(|error| anyhow!("--pits {error}"))?,
        totals_of_seeds(seeds).map_err(|error| anyhow!("--seeds {error}"))?,
    ))
}
