//! `sowlab relay mayer`.

use anyhow::{Context, bail};
use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::mayer::{clash, count, labels};
use sowlab::games::relay::State;
use sowlab::notation::{List, bytes, natural, show_natural};
use sowlab::output::{Format, MayerRow, write_rows};

use super::{Pits, pits};
use crate::cli::global::Global;
use crate::cli::mirall::numbers_of_pits;
use crate::cli::progress::Progress;
use crate::cli::{memory, signal};

/// Explain the Mayer test on a position, or count the states that pass it
///
/// The hand has the label 0, and the pit j steps behind the pivot, holding x seeds, has x - j, both
/// modulo the number of pits plus 1. A lap only hands labels on, and a move can end only where two
/// labels differ by 1 (the largest and 0 do too). Where no two do, the state passes, and its move
/// never ends. A state that does not pass may end or not.
///
/// With --position, one row for each pit that holds 2 seeds or more, or for --pit alone. Columns:
/// `pit,passes,labels,clash`. The labels, separated by spaces, are that of the hand, that of the pit
/// itself, and those of the pits behind it one after the other. The clash is empty where the state
/// passes; else it names the first two labels found to differ by 1, as in `hand=0 pit3=1`: split it
/// at the space, and each part at the `=`.
///
/// With --pits and --seeds, one row for each pair, counted by a formula. Columns:
/// `pits,seeds,mayer_states,all_states,fraction`: the states with the pivot at a fixed pit that pass,
/// those with at least 2 seeds there, and their share. Totals up to T take time that grows as
/// n T^2.5 on n pits, but no T above n^2 + 1 counts, so that for 16 pits any number of seeds is
/// quick.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab relay mayer --position 2,0,1
  sowlab relay mayer --position '3 0 1 2' --pit 0 --format json
  sowlab relay mayer --pits 16 --seeds 2..48
  sowlab relay mayer --pits 4..8 --seeds 10^6,10^30")]
pub struct Mayer {
    /// Seeds in each pit, separated by commas or spaces, of any size
    #[arg(long, value_name = "LIST", value_parser = pits, allow_hyphen_values = true,
        conflicts_with_all = ["pits", "seeds"])]
    position: Option<Pits>,
    /// The pit to be sown, from 0; it holds at least 2 seeds [default: each that does]
    #[arg(long, value_name = "P", value_parser = natural, allow_hyphen_values = true,
        requires = "position", conflicts_with_all = ["pits", "seeds"])]
    pit: Option<BigUint>,
    /// Numbers of pits, each at least 1: a list such as 16 or 4..8
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, requires = "seeds")]
    pits: Option<List>,
    /// Numbers of seeds in all, each at least 2, of any size: a list such as 2..48,10^30
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, requires = "pits")]
    seeds: Option<List>,
    /// Memory that counting may use, in bytes or with a unit such as 500MB or 2GiB [default: three
    /// quarters of what is available]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true,
        requires = "pits", conflicts_with = "position")]
    memory: Option<u64>,
}

impl Mayer {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        match (self.position, self.pits, self.seeds) {
            (Some(Pits(pits)), None, None) => explain(&pits, self.pit.as_ref(), global),
            (None, Some(pits), Some(seeds)) => count_states(&pits, &seeds, self.memory, global),
            _ => bail!(
                "nothing to test; accepted are --position LIST, to explain a position, or --pits LIST with --seeds LIST, to count states"
            ),
        }
    }
}

/// One row for each pit, or for the one asked for.
fn explain(pits: &[BigUint], pit: Option<&BigUint>, global: &Global) -> anyhow::Result<()> {
    let asked = pit
        .map(|pit| {
            let index = pit.to_usize().filter(|&index| index < pits.len()).with_context(|| {
                format!(
                    "pit {} is not on the circuit; its pits are numbered 0 to {}",
                    show_natural(pit),
                    pits.len().saturating_sub(1)
                )
            })?;
            State::start(pits.to_vec(), index)?;
            Ok::<_, anyhow::Error>(index)
        })
        .transpose()?;
    let format = global.format()?;
    let pivots: Vec<usize> = match asked {
        Some(pit) => vec![pit],
        None => (0..pits.len()).filter(|&pit| pits[pit].bits() > 1).collect(),
    };
    if format == Format::Table {
        let digits = pits.len().to_string().len() as u64 + 1;
        let row = 3 * digits * pits.len() as u64 + 4 * memory::DRAWN_CELL_BYTES;
        let needed = BigUint::from(pivots.len()) * row;
        memory::require_bytes(
            &format!("a table of {} rows", pivots.len()),
            &needed,
            memory::available(),
        )?;
    }
    let mut data = global.sink()?;
    let rows = pivots
        .into_iter()
        .take_while(|_| !signal::received())
        // Every pivot here is on the circuit and holds 2 seeds.
        .filter_map(|pivot| State::start(pits.to_vec(), pivot).ok())
        .map(|state| row(&state));
    data.write(|out| write_rows(format, rows, out))?;
    data.finish()
}

fn row(state: &State<BigUint>) -> MayerRow {
    let labels: Vec<String> = labels(state).iter().map(ToString::to_string).collect();
    let clash = clash(state).map(|clash| clash.to_string());
    MayerRow { pit: state.pivot() as u64, passes: clash.is_none(), labels: labels.join(" "), clash }
}

/// One row for each number of pits and of seeds.
fn count_states(
    pits: &List,
    seeds: &List,
    allowed: Option<u64>,
    global: &Global,
) -> anyhow::Result<()> {
    let allowed = allowed.unwrap_or_else(memory::available);
    let (down, across) = (pits.count(), seeds.count());
    let what = format!("a count for {} by {} pairs", show_natural(&down), show_natural(&across));
    memory::require(&what, &(3u8 * &down * &across), allowed)?;
    let numbers = numbers_of_pits(pits)?;
    let seeds: Vec<BigUint> = seeds.iter().collect();
    let format = global.format()?;
    let mut data = global.sink()?;
    global.note(|| format!("computing {what}"));
    let progress = Progress::new(global);
    let mut counts = Vec::new();
    for pits in numbers {
        counts.extend(count(pits, &seeds, allowed, &progress)?);
    }
    drop(progress);
    data.write(|out| write_rows(format, counts.iter(), out))?;
    data.finish()
}
