//! `sowlab omweso hunt --random`.

use clap::{Args, ValueEnum};
use sowlab::analysis::hunt::Openings;
use sowlab::experiment::job::Job;
use sowlab::experiment::job::omweso::hunt::{RandomHunt, Usual};
use sowlab::experiment::manifest::values::Number;
use sowlab::games::omweso::Position;

use super::Common;
use super::show::show;
use crate::cli::global::Global;
use crate::cli::random::{number, seed};

/// Openings drawn at random.
#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the options are named after the fields")]
pub struct Random {
    /// Look at this many random openings: each player's seeds in any arrangement, all equally likely
    #[arg(long, value_name = "K", group = "where", value_parser = openings,
        allow_hyphen_values = true)]
    random: Option<u64>,
    /// The number that the random openings are derived from, from 0 to 2^64-1 [default: 0]
    #[arg(long, value_name = "N", conflicts_with_all = ["opening", "exhaustive", "backward"],
        value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// For --random: the opponent's seeds lie as in this opening, and only the mover's are random
    #[arg(long, value_name = "OPENING",
        conflicts_with_all = ["opening", "exhaustive", "backward"])]
    against: Option<Against>,
}

/// An opening by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Against {
    /// 4 seeds in each outer pit
    Traditional,
    /// 2 seeds in every pit
    Even,
}

/// Reads a number of openings.
fn openings(text: &str) -> anyhow::Result<u64> {
    number(text, "opening")
}

impl Random {
    pub fn asked(&self) -> bool {
        self.random.is_some()
    }

    /// What is asked, as a job.
    pub fn job(&self, common: &Common) -> Box<dyn Job> {
        Box::new(RandomHunt {
            random: Number(self.random.unwrap_or(0)),
            seed: Number(self.seed.unwrap_or(0)),
            against: self.against.map(|against| match against {
                Against::Traditional => Usual::Traditional,
                Against::Even => Usual::Even,
            }),
            columns: Number(common.columns() as u64),
            counts: common.counts,
            limit: common.limit.map(Number),
            least_captures: common.least_captures(),
            choices: common.choices.into(),
            leg_limit: common.leg_limit.map(Number),
            no_period: common.no_period,
        })
    }

    pub fn run(&self, common: &Common, global: &Global) -> anyhow::Result<()> {
        let columns = common.columns();
        let seeds = 4 * columns as u64;
        let openings = Openings::new(columns, seeds, seeds, self.seed.unwrap_or(0))?;
        let opponent = self.against.map(|against| match against {
            Against::Traditional => Position::traditional(columns),
            Against::Even => Position::even(columns),
        });
        let opponent = opponent.transpose()?;
        let position = |index| match &opponent {
            None => openings.get(index),
            Some(opponent) => openings.get(index).against(opponent),
        };
        show(common, global, self.random.unwrap_or(0), position, true)
    }
}
