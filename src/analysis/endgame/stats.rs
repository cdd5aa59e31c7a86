//! How many boards of a level have which value.

use serde::{Deserialize, Serialize};

use super::{Level, Table};

/// The boards with exactly so many seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelStats {
    /// Seeds on the board.
    pub seeds: u64,
    /// Number of boards.
    pub boards: u64,
    /// The smallest value, with bounds the smallest lower one.
    pub lowest: i64,
    /// The largest value, with bounds the largest upper one.
    pub highest: i64,
    /// Boards whose value does not depend on endless play; with one value for each, all.
    pub exact: u64,
    /// Boards on which the mover gets more than the opponent, whatever endless play is worth.
    pub won: u64,
    /// Boards on which they get the same.
    pub drawn: u64,
    /// Boards on which the mover gets less.
    pub lost: u64,
    /// Boards for which that depends on endless play.
    pub open: u64,
    /// How many of the boards counted in `exact` have each value, from the smallest value on.
    pub values: Vec<Share>,
}

/// A value, and how many boards have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The value.
    pub value: i64,
    /// Number of boards.
    pub boards: u64,
}

/// Counts the boards of one level.
fn level(seeds: usize, level: &Level) -> LevelStats {
    let mut counts = [0u64; 256];
    let mut stats = LevelStats {
        seeds: seeds as u64,
        boards: level.boards() as u64,
        lowest: 0,
        highest: 0,
        exact: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        open: 0,
        values: Vec::new(),
    };
    for rank in 0..level.boards() {
        let value = level.value(rank);
        stats.lowest = stats.lowest.min(value.low.into());
        stats.highest = stats.highest.max(value.high.into());
        if let Some(value) = value.exact() {
            counts[(i16::from(value) + 128) as usize] += 1;
            stats.exact += 1;
        }
        let kind = match (value.low, value.high) {
            (1.., _) => &mut stats.won,
            (_, ..=-1) => &mut stats.lost,
            (0, 0) => &mut stats.drawn,
            _ => &mut stats.open,
        };
        *kind += 1;
    }
    let values = (-128i64..).zip(counts).filter(|(_, boards)| *boards > 0);
    stats.values = values.map(|(value, boards)| Share { value, boards }).collect();
    stats
}

/// Counts the boards of every level that a table has, in one pass over it.
///
/// # Examples
/// ```
/// use sowlab::analysis::endgame::{Endless, Rules, Table, build, stats};
/// use sowlab::games::oware::GrandSlam;
///
/// let grand_slam = GrandSlam::CapturesNothing;
/// let rules = Rules { width: 2, grand_slam, repetition: Endless::Bounds };
/// let mut table = Table::new(rules, 3)?;
/// build(&mut table, 1 << 20, &(), |_, _| Ok::<(), Box<dyn std::error::Error>>(()))?;
/// let counted = stats(&table);
/// assert_eq!(counted.iter().map(|level| level.boards).collect::<Vec<_>>(), [1, 4, 10, 20]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn stats(table: &Table) -> Vec<LevelStats> {
    table.levels().iter().enumerate().map(|(seeds, stored)| level(seeds, stored)).collect()
}
