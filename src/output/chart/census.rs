//! The charts of the census of never-ending relay moves: which of its numbers each shows, and how.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::number::digit_count;
use super::{ChartError, Curves, Format, Key, Scale, Series, Staircase, Steps, curves, staircase};
use crate::analysis::census::CensusRow;

/// What the census knows of one number of pits and one of seeds; states are counted with the pivot
/// fixed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CensusPoint {
    /// Pits in the circuit, n.
    pub pits: u64,
    /// Seeds in all, N.
    pub seeds: u64,
    /// States whose move never ends.
    pub states: BigUint,
    /// Those of them that the Mayer test explains.
    pub mayer_states: BigUint,
    /// All states with at least 2 seeds in the pivot.
    pub all_states: BigUint,
    /// The longest period, in laps; 0 if no move goes on for ever.
    pub longest_period: u64,
}

impl From<&CensusRow> for CensusPoint {
    fn from(row: &CensusRow) -> Self {
        Self {
            pits: row.pits,
            seeds: row.seeds,
            states: row.states.into(),
            mayer_states: row.mayer_states.into(),
            all_states: row.all_states.clone(),
            longest_period: row.longest_period.unwrap_or(0),
        }
    }
}

/// What a chart of the census shows against the number of seeds, a curve for each number of pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CensusChart {
    /// Never-ending states, and for up to 8 numbers of pits, dashed, those that the Mayer test
    /// explains.
    States,
    /// The share of all states that never end.
    Share,
    /// The share of the never-ending states that the Mayer test explains; blank where there are
    /// none.
    MayerShare,
    /// The longest period.
    LongestPeriod,
}

/// How many cycles have one reduced period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodCount {
    /// Pits in the circuit, n.
    pub pits: u64,
    /// The reduced period, in laps.
    pub reduced_period: u64,
    /// Cycles that have it, up to rotation. Several counts of one period are added up.
    pub cycles: u64,
}

pub(super) const SEEDS: &str = "seeds on the circuit, N";
const MAYER: &str = "explained by the Mayer test";
/// With more numbers of pits than these, a dashed curve for each would hide the others.
const MOST_COMPANIONS: usize = 8;
/// Digits of a share that are kept below the first: more than a picture can show.
pub(super) const SHARE_DIGITS: u32 = 20;

/// Draws a chart of the census; `pits` and `seeds` are the lists asked for, as the title says them.
///
/// But for the share of the Mayer test, from 0 to 1, values have a logarithmic axis, and zeros a
/// line of their own below it, so that none found is not mistaken for not looked for.
///
/// # Errors
/// If there is no point, or, for the share of the Mayer test, no never-ending state.
pub fn census_chart(
    kind: CensusChart,
    points: &[CensusPoint],
    pits: &str,
    seeds: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    curves(&of_points(kind, points, pits, seeds)?, format)
}

/// Draws how the reduced periods are distributed: for each number of pits, how many cycles have
/// reduced period p or more, for every p. `pits` and `seeds` are the lists counted over.
///
/// This is the complementary cumulative count. It needs no bins, which would hide that periods
/// favour some divisors; each period that occurs is a step as high as the number of its cycles,
/// and a power law is a straight line.
///
/// # Errors
/// If no cycle is counted.
pub fn period_chart(
    counts: &[PeriodCount],
    pits: &str,
    seeds: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    staircase(&of_periods(counts, pits, seeds)?, format)
}

/// The curves of a chart of the census.
pub(super) fn of_points(
    kind: CensusChart,
    points: &[CensusPoint],
    pits: &str,
    seeds: &str,
) -> Result<Curves, ChartError> {
    let mut points: Vec<&CensusPoint> = points.iter().collect();
    points.sort_by_key(|point| (point.pits, point.seeds));
    let chart = |what: &str, y_label: &str| Curves {
        title: title(what, pits, seeds),
        x_label: SEEDS.into(),
        y_label: y_label.into(),
        series_label: "pits".into(),
        y_scale: Scale::Logarithmic,
        ..Curves::default()
    };
    let per_pits = |value: &dyn Fn(&CensusPoint) -> Option<BigUint>, dashed: bool| -> Vec<Series> {
        let of_one =
            |points: &[&CensusPoint]| series(points, &points[0].pits.into(), value, dashed);
        points.chunk_by(|a, b| a.pits == b.pits).flat_map(of_one).collect()
    };
    Ok(match kind {
        CensusChart::States => {
            let all = |point: &CensusPoint| Some(point.states.clone());
            let mayer = |point: &CensusPoint| Some(point.mayer_states.clone());
            let mut series = per_pits(&all, false);
            // Companions come last, so that they are seen where both are the same.
            match series.len() {
                0 | 1 => {
                    series.extend(per_pits(&mayer, true));
                    for one in &mut series {
                        one.key = if one.dashed { MAYER } else { "never-ending" }.into();
                    }
                    let chart = chart("states", "states, pivot fixed");
                    Curves { series, series_label: String::new(), ..chart }
                }
                2..=MOST_COMPANIONS => {
                    series.extend(per_pits(&mayer, true));
                    let label = format!("never-ending states, pivot fixed (dashed: {MAYER})");
                    Curves { series, ..chart("states", &label) }
                }
                _ => Curves { series, ..chart("states", "never-ending states, pivot fixed") },
            }
        }
        CensusChart::Share => {
            let largest = points.iter().map(|point| digit_count(&point.all_states)).max();
            // A share is at least 1 over the number of all states.
            let decimals = largest.unwrap_or(1) as u32 + SHARE_DIGITS;
            let share = |point: &CensusPoint| share(&point.states, &point.all_states, decimals);
            let chart = chart("share of all states", "share of all states that never end");
            Curves { series: per_pits(&share, false), y_decimals: decimals, ..chart }
        }
        CensusChart::MayerShare => {
            let share =
                |point: &CensusPoint| share(&point.mayer_states, &point.states, SHARE_DIGITS);
            let series = per_pits(&share, false);
            let what = "the share that the Mayer test explains";
            if series.is_empty() {
                return Err(ChartError::NothingEndless { what });
            }
            Curves {
                series,
                y_decimals: SHARE_DIGITS,
                y_reach: vec![BigUint::ZERO, BigUint::from(10u8).pow(SHARE_DIGITS)],
                y_scale: Scale::Linear,
                ..chart(what, "share of never-ending states that the Mayer test explains")
            }
        }
        CensusChart::LongestPeriod => {
            let period = |point: &CensusPoint| Some(point.longest_period.into());
            let chart = chart("longest period", "longest period, laps");
            Curves { series: per_pits(&period, false), ..chart }
        }
    })
}

fn title(what: &str, pits: &str, seeds: &str) -> String {
    format!("Never-ending relay moves: {what}, for n = {pits} pits, N = {seeds} seeds")
}

/// The points of one curve against the seeds, in pieces where values are missing between them.
fn series(
    points: &[&CensusPoint],
    key: &Key,
    value: &dyn Fn(&CensusPoint) -> Option<BigUint>,
    dashed: bool,
) -> Vec<Series> {
    let values: Vec<_> = points.iter().map(|point| (point.seeds.into(), value(point))).collect();
    values
        .split(|(_, value)| value.is_none())
        .filter(|piece| !piece.is_empty())
        .map(|piece| Series {
            key: key.clone(),
            dashed,
            points: piece
                .iter()
                .filter_map(|(x, y)| Some((BigUint::clone(x), y.clone()?)))
                .collect(),
        })
        .collect()
}

/// `part / whole` with so many decimals, the rest cut off; none if `whole` is 0.
pub(super) fn share(part: &BigUint, whole: &BigUint, decimals: u32) -> Option<BigUint> {
    (!whole.is_zero()).then(|| part * BigUint::from(10u8).pow(decimals) / whole)
}

/// The staircases of the distribution of periods.
pub(super) fn of_periods(
    counts: &[PeriodCount],
    pits: &str,
    seeds: &str,
) -> Result<Staircase, ChartError> {
    let mut cycles: BTreeMap<u64, BTreeMap<u64, BigUint>> = BTreeMap::new();
    for count in counts.iter().filter(|count| count.cycles > 0) {
        *cycles.entry(count.pits).or_default().entry(count.reduced_period).or_default() +=
            count.cycles;
    }
    if cycles.is_empty() {
        return Err(ChartError::NothingEndless { what: "periods" });
    }
    let steps = |(pits, counts): (u64, BTreeMap<u64, BigUint>)| {
        let end = counts.last_key_value().map_or(0, |(&period, _)| period).into();
        let mut left: BigUint = counts.values().sum();
        let mut jumps = Vec::with_capacity(counts.len());
        // Up to and with one period the number holds of those that have it or more.
        let mut from = None;
        for (period, cycles) in counts {
            jumps.push((from.unwrap_or_else(|| period.into()), left.clone()));
            left -= cycles;
            from = Some(BigUint::from(period) + 1u8);
        }
        Steps { key: pits.into(), jumps, end }
    };
    Ok(Staircase {
        title: title("reduced periods", pits, seeds),
        x_label: "reduced period p, laps".into(),
        y_label: "cycles of reduced period p or more".into(),
        series_label: "pits".into(),
        y_scale: Scale::Logarithmic,
        series: cycles.into_iter().map(steps).collect(),
        ..Staircase::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(pits: u64, seeds: u64, states: u64, mayer: u64, longest_period: u64) -> CensusPoint {
        CensusPoint {
            pits,
            seeds,
            states: states.into(),
            mayer_states: mayer.into(),
            all_states: 1_000u32.into(),
            longest_period,
        }
    }

    /// Never-ending states only for 5, 6 and 8 seeds, whatever the pits; not in order.
    fn points(pits: std::ops::RangeInclusive<u64>) -> Vec<CensusPoint> {
        let of = |n: u64| {
            [
                point(n, 8, 30, 30, 7),
                point(n, 4, 0, 0, 0),
                point(n, 5, 3, 0, 4),
                point(n, 6, 12, 3, 2),
                point(n, 7, 0, 0, 0),
            ]
        };
        pits.rev().flat_map(of).collect()
    }

    fn of(kind: CensusChart, pits: std::ops::RangeInclusive<u64>) -> Curves {
        of_points(kind, &points(pits), "3", "4..8").expect("points")
    }

    fn ys(series: &Series) -> Vec<(u64, BigUint)> {
        let place = |(x, y): &(BigUint, BigUint)| (x.try_into().expect("small"), y.clone());
        series.points.iter().map(place).collect()
    }

    #[test]
    fn states_have_their_companions_until_there_are_too_many() {
        let one = of(CensusChart::States, 3..=3);
        let keys: Vec<_> = one.series.iter().map(|s| (s.key.to_string(), s.dashed)).collect();
        assert_eq!(keys, [("never-ending".into(), false), (MAYER.into(), true)]);
        let expected =
            [(4, 0), (5, 3), (6, 12), (7, 0), (8, 30)].map(|(x, y): (u64, u8)| (x, y.into()));
        assert_eq!(ys(&one.series[0]), expected);
        let title = "Never-ending relay moves: states, for n = 3 pits, N = 4..8 seeds";
        assert_eq!(one.title, title);
        let two = of(CensusChart::States, 3..=4).series;
        let keys: Vec<_> = two.iter().map(|s| (s.key.clone(), s.dashed)).collect();
        let number = |n: u64| Key::from(n);
        let expected =
            [(number(3), false), (number(4), false), (number(3), true), (number(4), true)];
        assert_eq!(keys, expected);
        assert_eq!(of(CensusChart::States, 3..=10).series.len(), 16);
        let many = of(CensusChart::States, 3..=11).series;
        assert!(many.len() == 9 && many.iter().all(|series| !series.dashed));
    }

    #[test]
    fn shares_are_exact_decimals_and_have_gaps_where_there_is_nothing() {
        let share = of(CensusChart::Share, 3..=3);
        let unit = BigUint::from(10u8).pow(share.y_decimals);
        for (seeds, y) in ys(&share.series[0]) {
            let states = points(3..=3).iter().find(|p| p.seeds == seeds).unwrap().states.clone();
            assert_eq!(y * 1_000u32, states * &unit);
        }
        let mayer = of(CensusChart::MayerShare, 3..=4);
        let pieces: Vec<_> = mayer.series.iter().map(|s| (s.key.to_string(), ys(s))).collect();
        let parts = |n: &str, values: &[(u64, u32)]| {
            let y = |&(x, percent): &(u64, u32)| (x, BigUint::from(10u8).pow(18) * percent);
            (n.to_string(), values.iter().map(y).collect::<Vec<_>>())
        };
        let piece = [(5, 0), (6, 25)];
        let expected = [
            parts("3", &piece),
            parts("3", &[(8, 100)]),
            parts("4", &piece),
            parts("4", &[(8, 100)]),
        ];
        assert_eq!(pieces, expected);
        let all = BigUint::from(10u8).pow(mayer.y_decimals);
        assert_eq!((mayer.y_reach, mayer.y_scale), (vec![BigUint::ZERO, all], Scale::Linear));
    }

    #[test]
    fn tiny_shares_keep_their_digits() {
        let mut tiny = point(3, 9, 7, 0, 1);
        tiny.all_states = BigUint::from(10u8).pow(400) * 3u8;
        let chart = of_points(CensusChart::Share, &[tiny, point(3, 10, 1, 0, 1)], "3", "9,10");
        let chart = chart.expect("points");
        let y = &chart.series[0].points[0].1;
        assert!(digit_count(y) >= u64::from(SHARE_DIGITS));
        let leading: String = y.to_string().chars().take(10).collect();
        assert_eq!(leading, "2333333333");
    }

    #[test]
    fn periods_count_the_cycles_that_have_them_or_more() {
        let counts = [(3, 4, 10), (3, 1, 5), (3, 9, 1), (3, 4, 2), (3, 5, 0), (2, 7, 6)]
            .map(|(pits, reduced_period, cycles)| PeriodCount { pits, reduced_period, cycles });
        let chart = of_periods(&counts, "2,3", "4..8").expect("cycles");
        for steps in &chart.series {
            let of_pits = |count: &&PeriodCount| Key::from(count.pits) == steps.key;
            let counts: Vec<_> = counts.iter().filter(of_pits).collect();
            let end: u64 = (&steps.end).try_into().expect("small");
            let first: u64 = (&steps.jumps[0].0).try_into().expect("small");
            for period in first..=end {
                let slowly = counts.iter().filter(|c| c.reduced_period >= period);
                let slowly: u64 = slowly.map(|c| c.cycles).sum();
                let at = steps.jumps.iter().rfind(|(x, _)| *x <= period.into()).expect("a jump");
                assert_eq!(at.1, slowly.into(), "{period}");
            }
            let largest = counts.iter().filter(|c| c.cycles > 0).map(|c| c.reduced_period).max();
            assert_eq!(Some(end), largest);
        }
        assert_eq!(chart.series.len(), 2);
    }

    #[test]
    fn nothing_endless_is_nothing_to_show() {
        let none = [point(3, 4, 0, 0, 0), point(4, 4, 0, 0, 0)];
        let draw = |kind, points: &[_]| census_chart(kind, points, "3", "4", Format::Png);
        for kind in [CensusChart::States, CensusChart::Share, CensusChart::LongestPeriod] {
            assert!(draw(kind, &none).is_ok());
            assert_eq!(draw(kind, &[]), Err(ChartError::NoSeries));
        }
        let error = draw(CensusChart::MayerShare, &none).expect_err("nothing to show");
        assert_eq!(
            error.to_string(),
            "a chart of the share that the Mayer test explains needs at least 1 never-ending \
             move, and was given none"
        );
        assert!(period_chart(&[], "3", "4", Format::Png).is_err());
    }
}
