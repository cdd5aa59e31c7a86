//! Charts of endgame tables: which share of the boards is won, drawn and lost, and which values they
//! have.

use num_bigint::BigUint;

use super::census::share;
use super::{ChartError, Curves, Format, HeatMap, Key, Labels, Scale, Series, curves, heat_map};
use crate::analysis::endgame::{Endless, LevelStats, Rules};
use crate::games::oware::GrandSlam;

/// What a chart of an endgame table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameChart {
    /// The shares of the boards that are won, drawn, lost and open, against the number of seeds.
    Shares,
    /// How many boards have which value, for each number of seeds.
    Values,
}

/// Digits of a percentage after the point.
const DECIMALS: u32 = 6;
const SEEDS: &str = "seeds on the board";

/// Draws a chart of the levels of a table of these rules.
///
/// # Errors
/// If there is no level.
pub fn endgame_chart(
    kind: EndgameChart,
    rules: Rules,
    levels: &[LevelStats],
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    match kind {
        EndgameChart::Shares => curves(&shares(rules, levels), format),
        EndgameChart::Values => heat_map(&values(rules, levels), format),
    }
}

/// What all boards have in common.
fn described(what: &str, rules: Rules) -> String {
    let slams = match rules.grand_slam {
        GrandSlam::CapturesNothing => "",
        GrandSlam::Forbidden => ", grand slams forbidden",
    };
    let endless = match rules.repetition {
        Endless::EvenSplit => "endless play splits evenly",
        Endless::Bounds => "whatever endless play is worth",
    };
    format!("Oware on 2 × {} pits{slams}: {what}, {endless}", rules.width)
}

/// The shares.
fn shares(rules: Rules, levels: &[LevelStats]) -> Curves {
    type Count = fn(&LevelStats) -> u64;
    let kinds: [(&str, Count); 4] = [
        ("the mover gets more", |level| level.won),
        ("both get the same", |level| level.drawn),
        ("the mover gets less", |level| level.lost),
        ("open", |level| level.open),
    ];
    let point = |level: &LevelStats, count: Count| {
        let percent = share(&count(level).into(), &level.boards.into(), DECIMALS + 2)?;
        Some((level.seeds.into(), percent))
    };
    let series = kinds.into_iter().filter_map(|(key, count)| {
        let met = levels.iter().any(|level| count(level) > 0);
        let points = levels.iter().filter_map(|level| point(level, count)).collect();
        met.then_some(Series { key: Key::Name(key.into()), dashed: false, points })
    });
    Curves {
        title: described("who gets more of the seeds", rules),
        x_label: SEEDS.into(),
        y_label: "share of the boards, percent".into(),
        series_label: String::new(),
        y_scale: Scale::Linear,
        y_decimals: DECIMALS,
        y_reach: vec![BigUint::ZERO, BigUint::from(100u8) * BigUint::from(10u8).pow(DECIMALS)],
        series: series.collect(),
        ..Curves::default()
    }
}

/// The distributions of values.
fn values(rules: Rules, levels: &[LevelStats]) -> HeatMap {
    let most = levels.last().map_or(0, |level| level.seeds);
    let columns = 2 * most as usize + 1;
    let mut cells = vec![None; columns * levels.len()];
    for (line, level) in levels.iter().enumerate() {
        for share in &level.values {
            // Values lie between the negative and the positive number of seeds.
            let column = (share.value + most as i64) as usize;
            cells[line * columns + column] = Some(share.boards.into());
        }
    }
    HeatMap {
        title: described("boards by their value", rules),
        lines: Labels {
            label: SEEDS.into(),
            values: levels.iter().map(|level| level.seeds.into()).collect(),
            ..Labels::default()
        },
        columns: Labels {
            label: "value: the mover's seeds minus the opponent's".into(),
            values: (0..columns).map(Into::into).collect(),
            zero: most.into(),
        },
        value_label: "boards".into(),
        cells,
        scale: Scale::Logarithmic,
    }
}

#[cfg(test)]
mod tests {
    use super::{EndgameChart, endgame_chart, shares, values};
    use crate::analysis::endgame::{EndgameError, Endless, Rules, Table, build, stats};
    use crate::games::oware::GrandSlam;
    use crate::output::chart::Format;
    use num_bigint::BigUint;

    #[test]
    fn every_board_is_in_one_curve_and_every_exact_one_in_one_cell() {
        for repetition in [Endless::EvenSplit, Endless::Bounds] {
            let rules = Rules { width: 3, grand_slam: GrandSlam::CapturesNothing, repetition };
            let mut table = Table::new(rules, 6).unwrap();
            build(&mut table, 1 << 20, &(), |_, _| Ok::<(), EndgameError>(())).unwrap();
            let levels = stats(&table);
            let chart = shares(rules, &levels);
            assert_eq!(chart.series.len(), if repetition == Endless::Bounds { 4 } else { 3 });
            let hundred: BigUint = chart.series.iter().map(|series| &series.points[4].1).sum();
            let missing = BigUint::from(100_000_000u32) - hundred;
            assert!(missing < BigUint::from(4u8), "{missing}");
            let map = values(rules, &levels);
            let held: BigUint = map.cells.iter().flatten().sum();
            assert_eq!(held, levels.iter().map(|level| level.exact).sum::<u64>().into());
            // With no seed the value is 0, which has the middle column.
            assert_eq!(map.cells[6], Some(1u8.into()));
            let svg = endgame_chart(EndgameChart::Values, rules, &levels, Format::Svg).unwrap();
            assert!(String::from_utf8(svg).unwrap().contains("\u{2212}6"));
            assert!(endgame_chart(EndgameChart::Shares, rules, &levels, Format::Png).is_ok());
        }
    }
}
