//! Jobs about El Mirall.

mod staircase;
mod table;

pub use staircase::Staircase;
pub use table::Table;

use num_traits::ToPrimitive;

use super::JobError;
use crate::experiment::manifest::values::Numbers;
use crate::notation::show_natural;

/// The most numbers in a list.
const MOST: u64 = 1 << 24;

/// Refuses a list that does not fit in memory.
pub(super) fn check_length(key: &'static str, list: &Numbers) -> Result<(), JobError> {
    let count = list.0.count();
    if count <= MOST.into() {
        return Ok(());
    }
    let count = show_natural(&count);
    Err(JobError::refused(key, format!("{key} has {count} numbers; up to 2^24 are accepted")))
}

/// The numbers of pits in a list.
pub(super) fn numbers_of_pits(list: &Numbers) -> Result<Vec<u64>, JobError> {
    check_length("pits", list)?;
    let number = |pits: num_bigint::BigUint| {
        pits.to_u64().filter(|&pits| pits > 0).ok_or_else(|| {
            let pits = show_natural(&pits);
            JobError::refused(
                "pits",
                format!("pits {pits} is out of range; numbers from 1 to 2^64-1 are accepted"),
            )
        })
    };
    list.0.iter().map(number).collect()
}
