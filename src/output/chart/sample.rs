//! The chart of random relay moves: which share of them never ends.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::census::{SEEDS, SHARE_DIGITS, share};
use super::number::digit_count;
use super::{Bar, ChartError, Curves, Format, Scale, Series, curves};
use crate::analysis::sample::SampleRow;

/// Draws the share of the sampled moves that never end against the number of seeds, a curve for each
/// number of pits, with bars from the lower to the upper bound of each interval; `pits` and `seeds` are
/// the lists asked for, as the title says them.
///
/// The share has a logarithmic axis, and zeros a line of their own below it, without bars: that no
/// sample is an instance is not to be mistaken for a share of zero.
///
/// # Errors
/// If there is no row.
pub fn sample_chart(
    rows: &[SampleRow],
    pits: &str,
    seeds: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    curves(&of_rows(rows, pits, seeds), format)
}

/// The curves.
fn of_rows(rows: &[SampleRow], pits: &str, seeds: &str) -> Curves {
    let samples = rows.iter().map(|row| row.samples).max().unwrap_or(1);
    // A share is at least 1 over the number of samples, and so is about half of its lower bound.
    let decimals = digit_count(&samples.into()) as u32 + SHARE_DIGITS;
    let mut points = BTreeMap::<u64, BTreeMap<u64, BigUint>>::new();
    let mut bars = BTreeMap::new();
    for row in rows {
        let found = share(&row.never_ended.into(), &row.samples.into(), decimals);
        let Some(found) = found else { continue };
        points.entry(row.pits).or_default().insert(row.seeds, found);
        if row.never_ended > 0 {
            let ends = [row.low, row.high].map(|end| shifted(end, decimals));
            bars.insert((row.pits, row.seeds), ends);
        }
    }
    let series = points.into_iter().map(|(key, points)| Series {
        key: key.into(),
        dashed: false,
        points: points.into_iter().map(|(seeds, share)| (seeds.into(), share)).collect(),
    });
    let bars = bars.into_iter().map(|((pits, seeds), [low, high])| Bar {
        key: pits.into(),
        x: seeds.into(),
        low,
        high,
    });
    Curves {
        title: format!(
            "Random relay moves that never end, for n = {pits} pits, N = {seeds} seeds, {samples} samples of each"
        ),
        x_label: SEEDS.into(),
        y_label: "share of the samples that never end (bars: interval at 95 %)".into(),
        series_label: "pits".into(),
        y_scale: Scale::Logarithmic,
        y_decimals: decimals,
        series: series.collect(),
        bars: bars.collect(),
        ..Curves::default()
    }
}

/// A value from 0 to 1 times `10^decimals`, rounded.
fn shifted(value: f64, decimals: u32) -> BigUint {
    let digits = format!("{value:.*}", decimals as usize).replace('.', "");
    digits.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{SHARE_DIGITS, of_rows, sample_chart, shifted};
    use crate::analysis::sample::{Sampling, sample};
    use crate::output::chart::{ChartError, Format};
    use num_bigint::BigUint;

    #[test]
    fn bars_surround_the_shares_that_are_not_zero() {
        let sampling = Sampling { samples: 300, ..Sampling::default() };
        let rows = sample(&[4, 2], &[9, 2, 8], &sampling, 1 << 20, &()).unwrap();
        let chart = of_rows(&rows, "4,2", "9,2,8");
        let keys: Vec<String> = chart.series.iter().map(|series| series.key.to_string()).collect();
        assert_eq!(keys, ["2", "4"]);
        assert_eq!(chart.y_decimals, 3 + SHARE_DIGITS);
        let mut found = 0;
        for series in &chart.series {
            let seeds: Vec<_> = series.points.iter().map(|(seeds, _)| seeds.clone()).collect();
            assert_eq!(seeds, [2u8, 8, 9].map(BigUint::from));
            for (x, y) in &series.points {
                let bar = chart.bars.iter().find(|bar| bar.key == series.key && bar.x == *x);
                assert_eq!(bar.is_some(), *y != BigUint::ZERO);
                assert!(bar.is_none_or(|bar| bar.low < *y && *y < bar.high));
                found += u32::from(bar.is_some());
            }
        }
        assert_eq!(found as usize, chart.bars.len());
        assert!(found >= 3, "{chart:?}");
        let svg = sample_chart(&rows, "4,2", "9,2,8", Format::Svg).unwrap();
        assert!(svg.starts_with(b"<svg "));
        assert_eq!(sample_chart(&[], "1", "2", Format::Svg), Err(ChartError::NoSeries));
    }

    #[test]
    fn ends_of_bars_are_moved_to_whole_numbers() {
        assert_eq!(shifted(0.25, 4), 2500u32.into());
        assert_eq!(shifted(1.0, 3), 1000u32.into());
        assert_eq!(shifted(0.0, 3), BigUint::ZERO);
        assert_eq!(shifted(1e-7, 9), 100u32.into());
    }
}
