//! The chart of the exhaustive hunt for never-ending turns of Omweso.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::census::{SHARE_DIGITS, share};
use super::number::digit_count;
use super::{ChartError, Curves, Format, Scale, Series, curves};
use crate::analysis::hunt::exhaustive::ExhaustiveRow;

/// Draws the share of all starting pits that never end against the mover's seeds, a curve for each
/// number of the opponent's seeds; `own` and `opponent` are the lists asked for, as the title says
/// them. Rows are of boards of one width.
///
/// The share has a logarithmic axis, and zeros a line of their own below it; where no turn starts there
/// is no point.
///
/// # Errors
/// If there is no point.
pub fn exhaustive_chart(
    rows: &[ExhaustiveRow],
    own: &str,
    opponent: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    curves(&of_rows(rows, own, opponent), format)
}

/// The curves.
fn of_rows(rows: &[ExhaustiveRow], own: &str, opponent: &str) -> Curves {
    let largest = rows.iter().map(|row| digit_count(&row.starts)).max();
    // A share is at least 1 over the number of all starts.
    let decimals = largest.unwrap_or(1) as u32 + SHARE_DIGITS;
    let mut points = BTreeMap::<u64, BTreeMap<u64, BigUint>>::new();
    for row in rows {
        if let Some(share) = share(&row.never_ending_starts, &row.starts, decimals) {
            points.entry(row.opponent_seeds).or_default().insert(row.own_seeds, share);
        }
    }
    let series = points.into_iter().map(|(key, points)| Series {
        key: key.into(),
        dashed: false,
        points: points.into_iter().map(|(seeds, share)| (seeds.into(), share)).collect(),
    });
    let columns = rows.first().map_or(0, |row| row.columns);
    Curves {
        title: format!(
            "Never-ending turns of Omweso on {columns} columns: own seeds {own}, opponent's seeds {opponent}"
        ),
        x_label: "seeds of the player to move".into(),
        y_label: "share of all starting pits that never end".into(),
        series_label: "opponent's seeds".into(),
        y_scale: Scale::Logarithmic,
        y_decimals: decimals,
        series: series.collect(),
        ..Curves::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{SHARE_DIGITS, of_rows};
    use crate::analysis::hunt::exhaustive::counts;
    use num_bigint::BigUint;

    #[test]
    fn a_curve_for_each_number_of_the_opponents_seeds() {
        let rows = counts(2, &[4, 1, 2, 3], &[2, 0], &()).unwrap();
        let chart = of_rows(&rows, "1..4", "2,0");
        let keys: Vec<String> = chart.series.iter().map(|series| series.key.to_string()).collect();
        assert_eq!(keys, ["0", "2"]);
        for series in &chart.series {
            // With a single seed no turn starts; and from the left to the right.
            let seeds: Vec<_> = series.points.iter().map(|(seeds, _)| seeds.clone()).collect();
            assert_eq!(seeds, [2u8, 3, 4].map(BigUint::from));
        }
        let row = rows.iter().find(|row| (row.own_seeds, row.opponent_seeds) == (4, 2)).unwrap();
        let unit = BigUint::from(10u8).pow(chart.y_decimals);
        assert_eq!(chart.series[1].points[2].1, &row.never_ending_starts * unit / &row.starts);
        assert!(chart.y_decimals > SHARE_DIGITS);
    }
}
