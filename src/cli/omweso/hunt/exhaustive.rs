//! `sowlab omweso hunt --exhaustive`.

use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::hunt::exhaustive::{MOST_COLUMNS, MOST_SEEDS, counts, finds};
use sowlab::experiment::job::Job;
use sowlab::experiment::job::omweso::hunt::ExhaustiveHunt;
use sowlab::experiment::manifest::values::{Number, Numbers};
use sowlab::games::omweso::LEAST_COLUMNS;
use sowlab::notation::{List, show_natural};
use sowlab::output::chart::{exhaustive_chart, list_title};

use super::Common;
use super::results::{Find, Results};
use crate::cli::chart::Place;
use crate::cli::global::Global;

/// The hunts that know nothing of totals.
const OTHERS: [&str; 3] = ["opening", "random", "backward"];

/// All positions with given totals.
#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the options are named after the fields")]
pub struct Exhaustive {
    /// Look at all positions with given numbers of seeds on each side, on 2 to 8 columns. With
    /// --counts, a row for each pair of numbers, with the columns `columns,own_seeds,opponent_seeds,
    /// positions,starts,paths,never_ending_starts,never_ending_paths,mayer_starts,fraction`: a start
    /// is a pit with at least 2 seeds, it never ends if one of its paths does not, and the fraction
    /// is that of the starts. Otherwise the turns come in the order of the two lists, of the mover's
    /// and of the opponent's arrangement, fewer seeds in a player's pit 0 first, and so on
    #[arg(
        long,
        group = "where",
        requires_all = ["own_seeds", "opponent_seeds"],
        conflicts_with = "leg_limit"
    )]
    exhaustive: bool,
    /// For --exhaustive: numbers of seeds of the player to move, a list such as 0..6; up to 255 with
    /// those of the opponent
    #[arg(long, value_name = "LIST", requires = "exhaustive", conflicts_with_all = OTHERS, allow_hyphen_values = true)]
    own_seeds: Option<List>,
    /// For --exhaustive: numbers of seeds of the opponent
    #[arg(long, value_name = "LIST", requires = "exhaustive", conflicts_with_all = OTHERS, allow_hyphen_values = true)]
    opponent_seeds: Option<List>,
    /// For --exhaustive --counts: draw the share of the starting pits that never end as well, into a
    /// file that ends in .svg or .png
    #[arg(long, value_name = "FILE", requires = "counts", requires = "exhaustive", conflicts_with_all = OTHERS)]
    chart: Option<PathBuf>,
}

impl Exhaustive {
    pub fn asked(&self) -> bool {
        self.exhaustive
    }

    /// Whether a chart is asked for.
    pub fn draws(&self) -> bool {
        self.chart.is_some()
    }

    /// What is asked, as a job.
    pub fn job(&self, common: &Common) -> anyhow::Result<Box<dyn Job>> {
        let numbers = |option: &str, list: &Option<List>| {
            list.clone().map(Numbers).with_context(|| format!("{option} is missing"))
        };
        Ok(Box::new(ExhaustiveHunt {
            own_seeds: numbers("--own-seeds", &self.own_seeds)?,
            opponent_seeds: numbers("--opponent-seeds", &self.opponent_seeds)?,
            columns: Number(common.columns() as u64),
            counts: common.counts,
            limit: common.limit.map(Number),
            least_captures: common.least_captures(),
            no_period: common.no_period,
        }))
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let columns = common.columns();
        ensure!(
            (LEAST_COLUMNS..=MOST_COLUMNS).contains(&columns),
            "--columns {columns} is out of range; with --exhaustive {LEAST_COLUMNS} to {MOST_COLUMNS} are accepted"
        );
        let own = totals("--own-seeds", self.own_seeds.as_ref())?;
        let opponent = totals("--opponent-seeds", self.opponent_seeds.as_ref())?;
        let results = Results::open(common, global)?;
        let chart = self.chart.as_deref();
        let chart = chart.map(|path| Place::open(path, &[results.data()])).transpose()?;
        let progress = common.progress(global)?;
        if common.counts {
            let rows = counts(columns, &own, &opponent, &progress)?;
            drop(progress);
            results.counts(&rows)?;
            return chart.map_or(Ok(()), |place| {
                let title = |list: &Option<List>| list.as_ref().map(list_title).unwrap_or_default();
                let (own, opponent) = (title(&self.own_seeds), title(&self.opponent_seeds));
                place.put(|format| exhaustive_chart(&rows, &own, &opponent, format))
            });
        }
        let found = finds(columns, &own, &opponent, !common.no_period, &progress)?;
        let finds = found.map(|find| {
            find.map(|find| Find { position: find.position.wide(), pit: find.pit, turn: find.turn })
        });
        results.finds(finds, &progress)
    }
}

/// The numbers of a list, each in range.
fn totals(option: &str, list: Option<&List>) -> anyhow::Result<Vec<u64>> {
    let list = list.with_context(|| format!("{option} is missing"))?;
    // A list that does not fit in memory has a number beyond the range.
    let most = list.largest();
    let refused = |number: &BigUint| {
        let number = show_natural(number);
        anyhow!("{option} {number} is too large; up to {MOST_SEEDS} are accepted")
    };
    ensure!(*most <= MOST_SEEDS.into(), refused(most));
    list.iter().map(|number| number.to_u64().ok_or_else(|| refused(&number))).collect()
}
