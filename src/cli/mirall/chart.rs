//! What a chart of the table of El Mirall shows, on the command line.

use clap::ValueEnum;
use sowlab::output::chart::MirallChart;

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

impl From<Kind> for MirallChart {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::HeatMap => Self::HeatMap,
            Kind::AgainstSeeds => Self::AgainstSeeds,
            Kind::AgainstPits => Self::AgainstPits,
        }
    }
}
