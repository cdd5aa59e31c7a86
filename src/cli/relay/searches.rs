//! What the exhaustive searches share: the range of their numbers.

use std::ops::RangeInclusive;

use anyhow::{anyhow, ensure};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::census::{MOST_PITS, MOST_SEEDS};
use sowlab::analysis::mayer::all_states;
use sowlab::notation::{List, show_natural};

/// The numbers of pits and the totals of seeds of an exhaustive search, all in its range: of several
/// searches none begins if the last would be refused.
pub fn searchable(pits: &List, seeds: &List) -> anyhow::Result<(Vec<u64>, Vec<u64>)> {
    let most_pits = MOST_PITS as u64;
    let most_seeds = u64::from(MOST_SEEDS);
    Ok((within("--pits", pits, 1..=most_pits)?, within("--seeds", seeds, 2..=most_seeds)?))
}

/// The numbers of a list, each in the range.
fn within(option: &str, list: &List, range: RangeInclusive<u64>) -> anyhow::Result<Vec<u64>> {
    let (least, most) = range.into_inner();
    let refused = |number: &BigUint| {
        let number = show_natural(number);
        anyhow!("{option} {number} is out of range; numbers from {least} to {most} are accepted")
    };
    // A list that does not fit in memory has a number beyond the range.
    ensure!(*list.largest() <= most.into(), refused(list.largest()));
    list.iter()
        .map(|number| {
            number.to_u64().filter(|&small| small >= least).ok_or_else(|| refused(&number))
        })
        .collect()
}

/// The shares of the searches of several circuits in all the work, in parts of a million; none is
/// nothing.
pub fn weights(pits: &[u64], most_seeds: u64) -> Vec<u64> {
    // The work grows about as the number of states.
    let work = |&pits: &u64| all_states(pits, &most_seeds.into()).to_f64().unwrap_or(1.0);
    let works: Vec<f64> = pits.iter().map(work).collect();
    let whole: f64 = works.iter().sum();
    works.iter().map(|work| 1 + (work / whole * 1e6).round() as u64).collect()
}
