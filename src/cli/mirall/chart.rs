//! The one place where the charts of El Mirall are made.

use clap::ValueEnum;
use num_bigint::BigUint;
use sowlab::analysis::mirall::{MoveTable, StaircaseStep};
use sowlab::notation::{List, show_natural};
use sowlab::output::chart::{
    Curves, HeatMap, Labels, Scale, Staircase, Steps, curves, heat_map, staircase,
};

use crate::cli::chart::{Place, sorted_series, summary};

/// What a chart of the table shows.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Kind {
    /// The table itself, a colour for each cell
    HeatMap,
    /// Moves against seeds, a curve for each number of pits
    AgainstSeeds,
    /// Moves against pits, a curve for each number of seeds
    AgainstPits,
}

const PITS: &str = "pits in the row, n";
const SEEDS: &str = "seeds in each pit, s";
const MOVES: &str = "moves until the start returns, M(n,s)";

/// Draws a table and puts the picture in its place.
pub fn draw_table(
    place: Place,
    table: &MoveTable,
    kind: Kind,
    pits: &List,
    seeds: &List,
) -> anyhow::Result<()> {
    let title =
        format!("El Mirall: moves M(n,s) for n = {}, s = {}", summary(pits), summary(seeds));
    let all_pits = || table.pits.iter().map(|&pits| BigUint::from(pits));
    let moves = |line: usize, column: usize| &table.moves[line * table.seeds.len() + column];
    place.put(|format| match kind {
        Kind::HeatMap => heat_map(
            &HeatMap {
                title,
                lines: Labels { label: PITS.into(), values: all_pits().collect() },
                columns: Labels { label: SEEDS.into(), values: table.seeds.clone() },
                value_label: MOVES.into(),
                cells: table.moves.iter().cloned().map(Some).collect(),
                scale: Scale::Auto,
            },
            format,
        ),
        Kind::AgainstSeeds => curves(
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
        Kind::AgainstPits => curves(
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
    })
}

/// Draws a staircase for each number of pits and puts the picture in its place.
pub fn draw_staircase(
    place: Place,
    steps: &[StaircaseStep],
    pits: &List,
    up_to: &BigUint,
) -> anyhow::Result<()> {
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
        title: format!(
            "El Mirall: periods L(n,N) for n = {}, N = 1..{}",
            summary(pits),
            show_natural(up_to)
        ),
        x_label: "seeds in the row, N".into(),
        y_label: "period in moves, L(n,N)".into(),
        series_label: "pits".into(),
        series,
        ..Staircase::default()
    };
    place.put(|format| staircase(&chart, format))
}
