//! All ways to lay seeds in pits, one after the other, from any of them on.

use num_integer::binomial;

/// All arrangements of some seeds in some pits, each with the seeds in each pit, in lexicographic
/// order: pit 0 counts first, and fewer seeds come before more.
pub(super) struct Arrangements {
    next: Option<Vec<u8>>,
}

impl Arrangements {
    /// From the arrangement of this number on, the first one being number 0. There are at least 2
    /// pits and at most 255 seeds, and the number of arrangements fits in a `u64`.
    pub(super) fn new(pits: usize, seeds: u64, number: u64) -> Self {
        let mut number = u128::from(number);
        let mut left = seeds;
        let mut arrangement = Vec::with_capacity(pits);
        for others in (1..pits as u128).rev() {
            // As many ways as the other pits have to hold what is left to them.
            let ways = |left: u64| binomial(u128::from(left) + others - 1, others - 1);
            let mut here = 0;
            while here < left && number >= ways(left - here) {
                number -= ways(left - here);
                here += 1;
            }
            left -= here;
            arrangement.push(here as u8);
        }
        arrangement.push(left as u8);
        Self { next: Some(arrangement) }
    }
}

impl Iterator for Arrangements {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let now = self.next.take()?;
        // The last pit that can get one more is the one before the last occupied one.
        if let Some(last) = now.iter().skip(1).rposition(|&seeds| seeds > 0) {
            let mut next = now.clone();
            let seeds = std::mem::take(&mut next[last + 1]);
            next[last] += 1;
            *next.last_mut().expect("there are pits") = seeds - 1;
            self.next = Some(next);
        }
        Some(now)
    }
}

#[cfg(test)]
mod tests {
    use super::Arrangements;
    use crate::analysis::hunt::exhaustive::positions;

    #[test]
    fn each_one_once_in_order_from_any_on() {
        for (pits, seeds) in (2..=5).flat_map(|pits| (0..=6).map(move |seeds| (pits, seeds))) {
            let all: Vec<_> = Arrangements::new(pits, seeds, 0).collect();
            assert_eq!(positions(pits, seeds), all.len().into());
            assert!(all.is_sorted_by(|one, next| one < next));
            for (number, from) in all.iter().enumerate() {
                assert_eq!(from.iter().map(|&seeds| u64::from(seeds)).sum::<u64>(), seeds);
                let rest: Vec<_> = Arrangements::new(pits, seeds, number as u64).collect();
                assert_eq!(rest, all[number..]);
            }
        }
    }
}
