//! The charts of El Mirall: which of its numbers each shows, and how.

use num_bigint::BigUint;

use super::{
    ChartError, Curves, Format, HeatMap, Labels, Scale, Series, Staircase, Steps, curves, heat_map,
    staircase,
};
use crate::analysis::mirall::{MoveTable, StaircaseStep};

/// What a chart of the table of moves shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirallChart {
    /// The table itself, a colour for each cell.
    HeatMap,
    /// Moves against seeds, a curve for each number of pits.
    AgainstSeeds,
    /// Moves against pits, a curve for each number of seeds.
    AgainstPits,
}

const PITS: &str = "pits in the row, n";
const SEEDS: &str = "seeds in each pit, s";
const MOVES: &str = "moves until the start returns, M(n,s)";

/// Draws a table of moves; `pits` and `seeds` are the lists asked for, as the title says them.
///
/// # Errors
/// If the table has no cell, or more lines or columns than a picture can show.
pub fn mirall_chart(
    kind: MirallChart,
    table: &MoveTable,
    pits: &str,
    seeds: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    let title = format!("El Mirall: moves M(n,s) for n = {pits}, s = {seeds}");
    let all_pits = || table.pits.iter().map(|&pits| BigUint::from(pits));
    let moves = |line: usize, column: usize| &table.moves[line * table.seeds.len() + column];
    match kind {
        MirallChart::HeatMap => heat_map(
            &HeatMap {
                title,
                lines: Labels {
                    label: PITS.into(),
                    values: all_pits().collect(),
                    ..Labels::default()
                },
                columns: Labels {
                    label: SEEDS.into(),
                    values: table.seeds.clone(),
                    ..Labels::default()
                },
                value_label: MOVES.into(),
                cells: table.moves.iter().cloned().map(Some).collect(),
                scale: Scale::Auto,
            },
            format,
        ),
        MirallChart::AgainstSeeds => curves(
            &Curves {
                title,
                x_label: SEEDS.into(),
                y_label: MOVES.into(),
                series_label: "pits".into(),
                series: sorted_series(table.pits.iter().enumerate().map(|(line, &pits)| {
                    let points = table.seeds.iter().enumerate();
                    (pits.into(), points.map(|(column, x)| (x, moves(line, column))).collect())
                })),
                ..Curves::default()
            },
            format,
        ),
        MirallChart::AgainstPits => curves(
            &Curves {
                title,
                x_label: PITS.into(),
                y_label: MOVES.into(),
                series_label: "seeds".into(),
                series: {
                    let pits: Vec<BigUint> = all_pits().collect();
                    sorted_series(table.seeds.iter().enumerate().map(|(column, seeds)| {
                        let points = pits.iter().enumerate();
                        (seeds.clone(), points.map(|(line, x)| (x, moves(line, column))).collect())
                    }))
                },
                ..Curves::default()
            },
            format,
        ),
    }
}

/// One series for each key, the points of each from left to right.
fn sorted_series<'a>(
    series: impl Iterator<Item = (BigUint, Vec<(&'a BigUint, &'a BigUint)>)>,
) -> Vec<Series> {
    series
        .map(|(key, mut points)| {
            points.sort();
            let points = points.into_iter().map(|(x, y)| (x.clone(), y.clone())).collect();
            Series { key: key.into(), dashed: false, points }
        })
        .collect()
}

/// Draws a staircase for each number of pits, whose steps come one after the other, up to the total
/// `up_to`; `pits` and `totals` are what was asked for, as the title says it.
///
/// # Errors
/// If there is no step.
pub fn mirall_staircase_chart(
    steps: &[StaircaseStep],
    up_to: &BigUint,
    pits: &str,
    totals: &str,
    format: Format,
) -> Result<Vec<u8>, ChartError> {
    let series = steps
        .chunk_by(|a, b| a.pits == b.pits)
        .map(|steps| Steps {
            key: steps[0].pits.into(),
            jumps: steps
                .iter()
                .map(|step| (step.total_seeds.clone(), step.period.clone()))
                .collect(),
            end: up_to.clone(),
        })
        .collect();
    let chart = Staircase {
        title: format!("El Mirall: periods L(n,N) for n = {pits}, N = {totals}"),
        x_label: "seeds in the row, N".into(),
        y_label: "period in moves, L(n,N)".into(),
        series_label: "pits".into(),
        series,
        ..Staircase::default()
    };
    staircase(&chart, format)
}
