//! The one place where the charts of El Mirall are made and put where they belong.

use std::path::Path;

use clap::ValueEnum;
use num_bigint::BigUint;
use sowlab::analysis::mirall::{MoveTable, StaircaseStep};
use sowlab::notation::{List, show_natural};
use sowlab::output::chart::{
    ChartError, Curves, Format, HeatMap, Labels, Scale, Series, Staircase, Steps, curves, heat_map,
    staircase,
};

use crate::cli::sink::Sink;

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

/// An opened file for a chart.
pub struct Place {
    sink: Sink,
    format: Format,
}

impl Place {
    /// Opens a file that ends in `.svg` or `.png`, and is not the one of the data.
    pub fn open(path: &Path, data: &Sink) -> anyhow::Result<Self> {
        let format = Format::of_path(path)?;
        let sink = Sink::open_beside(path, data)?;
        Ok(Self { sink, format })
    }

    /// Draws a table and puts the picture in its place.
    pub fn draw_table(
        self,
        table: &MoveTable,
        kind: Kind,
        pits: &List,
        seeds: &List,
    ) -> anyhow::Result<()> {
        let title =
            format!("El Mirall: moves M(n,s) for n = {}, s = {}", summary(pits), summary(seeds));
        let all_pits = || table.pits.iter().map(|&pits| BigUint::from(pits));
        let moves = |line: usize, column: usize| &table.moves[line * table.seeds.len() + column];
        let picture = match kind {
            Kind::HeatMap => heat_map(
                &HeatMap {
                    title,
                    lines: Labels { label: PITS.into(), values: all_pits().collect() },
                    columns: Labels { label: SEEDS.into(), values: table.seeds.clone() },
                    value_label: MOVES.into(),
                    cells: table.moves.iter().cloned().map(Some).collect(),
                    scale: Scale::Auto,
                },
                self.format,
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
                self.format,
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
                            (
                                seeds.clone(),
                                points.map(|(line, x)| (x, moves(line, column))).collect(),
                            )
                        }))
                    },
                    ..Curves::default()
                },
                self.format,
            ),
        };
        self.put(picture)
    }

    /// Draws a staircase for each number of pits and puts the picture in its place.
    pub fn draw_staircase(
        self,
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
        let picture = staircase(
            &Staircase {
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
            },
            self.format,
        );
        self.put(picture)
    }

    fn put(mut self, picture: Result<Vec<u8>, ChartError>) -> anyhow::Result<()> {
        let picture = picture?;
        self.sink.write(|out| out.write_all(&picture))?;
        self.sink.finish()
    }
}

/// A list as it is written, or what a title has room for.
fn summary(list: &List) -> String {
    let (least, largest) = (list.iter().min(), list.iter().max());
    if largest.as_ref().is_none_or(|largest| largest.bits() <= 256) {
        let text = list.to_string();
        if text.len() <= 60 {
            return text;
        }
    }
    let ends = [least, largest].map(|end| end.map_or_else(String::new, |end| show_natural(&end)));
    if ends[0] == ends[1] {
        return ends[0].clone();
    }
    format!("{} numbers from {} to {}", list.count(), ends[0], ends[1])
}

/// One series for each key, the points of each from left to right.
fn sorted_series<'a>(
    series: impl Iterator<Item = (BigUint, Vec<(&'a BigUint, &'a BigUint)>)>,
) -> Vec<Series> {
    series
        .map(|(key, mut points)| {
            points.sort();
            let points = points.into_iter().map(|(x, y)| (x.clone(), y.clone())).collect();
            Series { key: key.into(), points }
        })
        .collect()
}
