//! How many turns never end, and between which bounds their share lies.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::super::sample::{score, wilson};
use super::super::share;

/// How many turns of each kind a position has. A *start* is a pit that a turn can start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionCount {
    /// Starts.
    pub starts: u64,
    /// Paths of choices, from all starts.
    pub paths: u64,
    /// Starts with a path that never ends.
    pub never_ending_starts: u64,
    /// Paths that never end.
    pub never_ending_paths: u64,
    /// Starts with a path of which the Mayer test proves that it never ends.
    pub mayer_starts: u64,
    /// Starts without a path that is known never to end, but with one that the limit left undecided.
    pub undecided_starts: u64,
    /// Paths that the limit left undecided.
    pub undecided_paths: u64,
}

/// How many turns of each kind some positions have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HuntCount {
    /// Positions looked at.
    pub positions: u64,
    /// Pits with at least 2 seeds, from which turns start.
    pub starts: u64,
    /// Paths of choices, from all starts.
    pub paths: u64,
    /// Starts with at least one path that never ends.
    pub never_ending_starts: u64,
    /// Paths that never end.
    pub never_ending_paths: u64,
    /// Starts with at least one path of which the Mayer test proves that it never ends.
    pub mayer_starts: u64,
    /// Starts without a path that is known never to end, but with one that the limit left undecided.
    pub undecided_starts: u64,
    /// `never_ending_starts / starts`, correctly rounded; missing if there are no starts.
    pub fraction: Option<f64>,
    /// The lower bound of the interval at 95 % for the share of never-ending starts, as if every
    /// undecided one ended; missing unless the positions are a random sample.
    pub low: Option<f64>,
    /// The upper bound, as if no undecided one ended.
    pub high: Option<f64>,
}

/// The sum of the counts of positions, with what the interval needs.
///
/// # The interval
/// The share is `R = Y / M`, where `Y` of all `M` starts never end. The starts of one position are
/// not independent, but the `K` positions are; so the variance of `R` is taken from what the
/// positions say, `K / (K - 1) * sum (y - R m)^2 / M^2` with `y` of the `m` starts of a position (the
/// usual estimator for a ratio of totals of clusters; W. G. Cochran, *Sampling Techniques*, section
/// 6.3). `R (1 - R)` divided by it is the number of independent starts that would tell as much. With
/// that number, but never with more than the `M` there are, and the share `R`, the bounds are those
/// of the Wilson score interval ([`wilson`]). Where the variance is 0 that number is `M`.
/// All is computed in integers up to the three quotients that the bounds are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntTotals {
    positions: u64,
    sum: PositionCount,
    known: Products,
    /// The same, as if no undecided start ended.
    possible: Products,
    squares: u128,
}

/// Sums over positions of `y^2` and of `y m`. A position has at most 64 starts and there are fewer
/// than `2^64`, far below the ends of these types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Products {
    squares: u128,
    with_starts: u128,
}

impl Products {
    fn add(&mut self, found: u64, starts: u64) {
        let (found, starts) = (u128::from(found), u128::from(starts));
        self.squares += found * found;
        self.with_starts += found * starts;
    }

    fn join(&mut self, others: Self) {
        self.squares += others.squares;
        self.with_starts += others.with_starts;
    }
}

impl PositionCount {
    fn join(&mut self, others: &Self) {
        self.starts += others.starts;
        self.paths += others.paths;
        self.never_ending_starts += others.never_ending_starts;
        self.never_ending_paths += others.never_ending_paths;
        self.mayer_starts += others.mayer_starts;
        self.undecided_starts += others.undecided_starts;
        self.undecided_paths += others.undecided_paths;
    }
}

impl HuntTotals {
    /// Adds a position.
    pub fn add(&mut self, count: &PositionCount) {
        self.positions += 1;
        self.sum.join(count);
        let starts = u128::from(count.starts);
        self.squares += starts * starts;
        self.known.add(count.never_ending_starts, count.starts);
        self.possible.add(count.never_ending_starts + count.undecided_starts, count.starts);
    }

    /// Adds the positions of other totals.
    pub fn join(&mut self, others: &Self) {
        self.positions += others.positions;
        self.sum.join(&others.sum);
        self.known.join(others.known);
        self.possible.join(others.possible);
        self.squares += others.squares;
    }

    /// Paths that a limit left undecided.
    #[must_use]
    pub fn undecided_paths(&self) -> u64 {
        self.sum.undecided_paths
    }

    /// The row; with the interval if the positions are a random sample.
    #[must_use]
    pub fn row(&self, random: bool) -> HuntCount {
        let sum = self.sum;
        let bounds = (random && sum.starts > 0).then(|| {
            let possible = sum.never_ending_starts + sum.undecided_starts;
            let low = self.interval(sum.never_ending_starts, self.known).0;
            (low, self.interval(possible, self.possible).1)
        });
        HuntCount {
            positions: self.positions,
            starts: sum.starts,
            paths: sum.paths,
            never_ending_starts: sum.never_ending_starts,
            never_ending_paths: sum.never_ending_paths,
            mayer_starts: sum.mayer_starts,
            undecided_starts: sum.undecided_starts,
            fraction: (sum.starts > 0)
                .then(|| share(&sum.never_ending_starts.into(), &sum.starts.into())),
            low: bounds.map(|bounds| bounds.0),
            high: bounds.map(|bounds| bounds.1),
        }
    }

    /// The interval for the share of `found` starts, at least one of which there is.
    fn interval(&self, found: u64, products: Products) -> (f64, f64) {
        let starts = self.sum.starts;
        let [all, part, others] = [starts, found, starts - found].map(BigUint::from);
        // Sum of (M y - Y m)^2.
        let spread = &all * &all * products.squares + &part * &part * self.squares
            - &all * &part * products.with_starts * 2u8;
        // Of K positions; nothing is divided by where there are none.
        let whole = spread * self.positions;
        let scale = &part * &others * self.positions.saturating_sub(1) * &all;
        if scale >= whole {
            return wilson(found, starts);
        }
        score(
            share(&(&scale * &part), &whole),
            share(&(&scale * &others), &whole),
            share(&(&scale * &all), &whole),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{HuntTotals, PositionCount};
    use crate::analysis::sample::wilson;

    fn totals(clusters: &[(u64, u64)]) -> HuntTotals {
        let mut totals = HuntTotals::default();
        for &(never_ending_starts, starts) in clusters {
            let paths = starts;
            totals.add(&PositionCount {
                starts,
                paths,
                never_ending_starts,
                ..PositionCount::default()
            });
        }
        totals
    }

    /// From the definition, in floating-point numbers.
    #[test]
    fn the_definition() {
        let clusters = [(5, 10), (0, 12), (1, 9), (0, 3), (9, 9), (0, 0), (0, 30), (2, 8)];
        let row = totals(&clusters).row(true);
        let sum = |value: &dyn Fn(f64, f64) -> f64| -> f64 {
            clusters.iter().map(|&(y, m)| value(y as f64, m as f64)).sum()
        };
        let (found, starts, count) = (sum(&|y, _| y), sum(&|_, m| m), clusters.len() as f64);
        let ratio = found / starts;
        let spread = sum(&|y, m| (y - ratio * m).powi(2));
        let variance = count / (count - 1.0) * spread / starts.powi(2);
        let effective = ratio * (1.0 - ratio) / variance;
        assert!(effective < starts / 2.0, "starts of a position are alike");
        let z = 1.959_963_984_540_054_3f64;
        for bound in [row.low.unwrap(), row.high.unwrap()] {
            let away = (ratio - bound).powi(2) * effective;
            assert!((away - z * z * bound * (1.0 - bound)).abs() < 1e-12);
        }
        assert!(row.low < row.fraction && row.fraction < row.high);
    }

    #[test]
    fn no_variance_and_too_little_of_it() {
        for clusters in [&[(3, 7)][..], &[(0, 9), (0, 4)], &[(4, 4), (2, 2)], &[(1, 2), (2, 4)]] {
            let row = totals(clusters).row(true);
            let (low, high) = wilson(row.never_ending_starts, row.starts);
            assert_eq!((row.low, row.high), (Some(low), Some(high)));
        }
        // Nearly the same share everywhere says no more than independent starts would.
        let row = totals(&[(50, 100), (51, 100), (50, 100)]).row(true);
        assert_eq!((row.low.unwrap(), row.high.unwrap()), wilson(151, 300));
    }

    #[test]
    fn joined_totals_are_those_of_all_positions() {
        let clusters = [(5, 10), (0, 12), (1, 9), (0, 0), (9, 9)];
        for cut in 0..=clusters.len() {
            let (mut joined, others) = (totals(&clusters[..cut]), totals(&clusters[cut..]));
            joined.join(&others);
            assert_eq!(joined, totals(&clusters));
        }
    }

    #[test]
    fn what_is_missing() {
        let row = totals(&[(0, 0)]).row(true);
        assert_eq!((row.positions, row.fraction, row.low, row.high), (1, None, None, None));
        let row = totals(&[(1, 4)]).row(false);
        assert_eq!((row.fraction, row.low, row.high), (Some(0.25), None, None));
    }

    #[test]
    fn undecided_starts_widen_the_interval() {
        let mut totals = totals(&[(1, 8), (0, 8)]);
        let certain = totals.row(true);
        let count = PositionCount {
            starts: 8,
            undecided_starts: 4,
            undecided_paths: 5,
            ..PositionCount::default()
        };
        totals.add(&count);
        let row = totals.row(true);
        assert!(row.low < certain.low && row.high.unwrap() > 5.0 / 24.0);
        assert_eq!((row.undecided_starts, totals.undecided_paths()), (4, 5));
    }
}
