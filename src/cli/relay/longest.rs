//! `sowlab relay longest`.

use clap::Args;
use sowlab::analysis::census::work;
use sowlab::analysis::longest::longest;
use sowlab::notation::List;
use sowlab::observer::Observer;
use sowlab::observer::OneOfMany;
use sowlab::output::write_rows;

use super::searches::searchable;
use crate::cli::global::Global;
use crate::cli::progress::Progress;

/// Find the longest relay move that does end
///
/// Columns: `pits,seeds,laps,sown,position`: the laps of the longest move that ends, the seeds sown
/// in it, and a position from which it starts at pit 0. If no move ends (on one pit) these are
/// missing.
///
/// The search is exhaustive and covers all totals of seeds up to the largest; on 16 pits every seed
/// more takes about twice as long. Of several longest moves the one from the largest position is
/// shown, compared pit by pit from pit 0.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay longest --pits 16 --seeds 2..14
  sowlab relay longest --pits 2..6 --seeds 12 --format json")]
pub struct Longest {
    /// Numbers of pits, each 1 to 64: a list such as 16 or 4..12
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pits: List,
    /// Totals of seeds, each 2 to 120: a list such as 2..20 or 12,16
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    seeds: List,
}

impl Longest {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        let (pits, seeds) = searchable(&self.pits, &self.seeds)?;
        let least = seeds.iter().copied().min().unwrap_or_default();
        let most = seeds.iter().copied().max().unwrap_or_default();
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let mut rows = Vec::new();
        progress.begin(Some(pits.iter().map(|&pits| work(pits, most)).sum()));
        for pits in pits {
            let observer = OneOfMany::new(&progress, work(pits, most));
            let found = longest(pits, least, most, &observer)?;
            observer.done();
            // In the order asked for.
            let asked = seeds.iter().map(|seeds| (seeds - least) as usize);
            rows.extend(asked.filter_map(|index| found.get(index).cloned()));
        }
        drop(progress);
        data.write(|out| write_rows(format, rows.iter(), out))?;
        data.finish()
    }
}
