//! The chart of perft: how fast the sequences of moves become more.

use num_bigint::BigUint;

use super::{ChartError, Curves, Format, Scale, Series, curves};
use crate::analysis::perft::{Level, Plies};

/// Draws the sequences of a game against their number of moves, and beside them the different positions
/// and the sequences that never end, if there are any. `what` is the game and where it begins, as the
/// title says it.
///
/// The numbers have a logarithmic axis, and zeros a line of their own below it.
///
/// # Errors
/// If there is no level.
pub fn perft_chart<G: Plies>(
    levels: &[Level],
    what: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    curves(&of_levels::<G>(levels, what), format)
}

/// The curves.
fn of_levels<G: Plies>(levels: &[Level], what: &str) -> Curves {
    let series = |name: &str, count: &dyn Fn(&Level) -> Option<BigUint>| Series {
        key: name.into(),
        dashed: false,
        points: levels
            .iter()
            .filter_map(|level| Some((level.depth.into(), count(level)?)))
            .collect(),
    };
    let mut all = vec![
        series("sequences", &|level| Some(level.sequences.clone())),
        series("different positions", &|level| level.positions.map(BigUint::from)),
        series("sequences that never end", &|level| Some(level.never_ending.clone())),
    ];
    // A curve that has nothing to show but zeros is none.
    all.retain(|series| series.points.iter().any(|(_, count)| *count > BigUint::ZERO));
    let y_label = if all.len() > 1 { "how many there are" } else { "sequences" };
    Curves {
        title: format!("Perft: sequences of {}s, {what}", G::MOVE),
        x_label: format!("number of {}s", G::MOVE),
        y_label: y_label.into(),
        x_scale: Scale::Linear,
        y_scale: Scale::Logarithmic,
        series: all,
        ..Curves::default()
    }
}

#[cfg(test)]
mod tests {
    use super::of_levels;
    use crate::analysis::perft::{Extent, perft};
    use crate::analysis::two_row::{Oware, Packed};
    use crate::games::oware::{GrandSlam, Position};
    use crate::output::chart::{Curves, Scale};

    fn chart(distinct: bool) -> Curves {
        let start = Packed::from(&Position::start(6, 4).unwrap());
        let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
        let extent = Extent { depth: 4, distinct, memory: 1 << 20 };
        let mut levels = Vec::new();
        perft(&game, &start, extent, &(), |level| levels.push(level)).unwrap();
        of_levels::<Oware>(&levels, "Oware")
    }

    #[test]
    fn a_curve_for_what_was_counted() {
        let alone = chart(false);
        assert_eq!(alone.y_scale, Scale::Logarithmic);
        let points = [(1u8, 6u32), (2, 36), (3, 190), (4, 1014)];
        let points = points.map(|(depth, count)| (depth.into(), count.into()));
        assert_eq!(alone.series.len(), 1);
        assert_eq!(alone.series[0].points, points);
        let both = chart(true);
        let keys: Vec<String> = both.series.iter().map(|series| series.key.to_string()).collect();
        assert_eq!(keys, ["sequences", "different positions"]);
        assert!(both.series[1].points.iter().zip(&points).all(|(some, all)| some.1 <= all.1));
    }
}
