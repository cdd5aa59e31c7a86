//! `sowlab omweso move --trace`: the legs of a move.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sowlab::analysis::omweso::{Fate, Turn, Turns};
use sowlab::games::omweso::{Position, Step, steps};
use sowlab::output::{LegRow, Traced, draw_legs, write_rows};

use crate::cli::global::Global;
use crate::cli::outcome::say;

/// Prints the legs of all turns from a pit, at most `most` of each: those of a turn that ends, and
/// the prefix and one period of a turn that never ends.
pub fn trace(
    position: &Position<BigUint>,
    pit: usize,
    turns: &Turns,
    most: u64,
    global: &Global,
) -> anyhow::Result<()> {
    let format = global.format()?;
    let mut data = global.sink()?;
    let colour = global.colours();
    data.write(|out| {
        let turns = turns.iter().map(|turn| {
            let steps = legs(position, pit, &turn, most);
            Traced { turn, steps }
        });
        if global.draws() {
            return draw_legs(position, pit, turns, colour, out);
        }
        let rows = turns.flat_map(|Traced { turn, steps }| {
            let path = turn.path.to_string();
            (1..).zip(steps).map(move |(leg, step)| LegRow::new(path.clone(), leg, &step))
        });
        write_rows(format, rows, out)
    })?;
    data.finish()?;
    if !global.quiet {
        for turn in turns.iter() {
            let path = turn.path.to_string();
            let which = if path.is_empty() { String::new() } else { format!(" of path {path}") };
            match length(&turn) {
                Some(length) if length <= u128::from(most) => {}
                Some(length) => say(&format!(
                    "the first {most} of {length} legs{which} are shown; --legs {length} shows all"
                )),
                None => say(&format!(
                    "the first {most} legs{which} are shown; how many there are until it recurs is not known"
                )),
            }
        }
    }
    Ok(())
}

/// The legs of a turn, or its prefix and one period.
fn length(turn: &Turn) -> Option<u128> {
    match &turn.fate {
        Fate::Ends { legs, .. } => Some(u128::from(*legs)),
        Fate::NeverEnds { preperiod, cycle } => {
            cycle.as_ref().map(|cycle| u128::from(*preperiod).saturating_add(cycle.period))
        }
        Fate::Undecided => None,
    }
}

/// The legs that are shown.
fn legs(
    position: &Position<BigUint>,
    pit: usize,
    turn: &Turn,
    most: u64,
) -> impl Iterator<Item = Step<BigUint>> + use<> {
    let shown = length(turn).and_then(|length| length.to_usize()).unwrap_or(usize::MAX);
    let shown = shown.min(usize::try_from(most).unwrap_or(usize::MAX));
    let path = turn.path.clone();
    steps(position.clone(), pit, path).expect("there are turns from this pit").take(shown)
}
