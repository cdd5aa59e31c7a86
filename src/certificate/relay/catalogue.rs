//! A row of a catalogue of cycles as a claim: checked by the rules, and turned into a certificate.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::Start;
use super::play::{End, Played, follow};
use crate::certificate::fault::{column, shown};
use crate::certificate::json::Fields;
use crate::certificate::numbers::{NATURAL, Pits, by_total, natural, push_text};
use crate::certificate::{Certificate, Fault, Malformed, Proof, Untrue};
use crate::games::relay::State;
use crate::observer::Observer;
use crate::sowing::Seeds;

/// The columns of a catalogue.
const COLUMNS: [&str; 7] =
    ["pits", "seeds", "position", "hand", "reduced_period", "period", "sown"];

/// One cycle of never-ending moves, as a catalogue lists it.
///
/// The move starts at pit 0, whose seeds are the largest hand of the cycle. The state recurs up to
/// a rotation of the circuit after `reduced_period` laps, and itself after `period` laps, in which
/// `sown` seeds are sown; both are the least such numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    start: Start,
    reduced_period: BigUint,
    period: BigUint,
    sown: BigUint,
}

impl Cycle {
    /// The line that a catalogue in CSV begins with.
    #[must_use]
    pub fn header() -> String {
        COLUMNS.join(",")
    }

    /// Whether a line, the first of its input, is one of a catalogue in JSON lines: it has a field
    /// that cycles have and certificates have not.
    pub(in crate::certificate) fn is_json(line: &str) -> bool {
        line.contains("\"reduced_period\"")
    }

    /// Reads one line of a catalogue in CSV, the position as `a b c`, and checks all that can be
    /// seen without playing. A value has no quotation marks and no zeros before it.
    ///
    /// # Errors
    /// [`Fault::Malformed`] if it is no such line; [`Fault::False`] if its values contradict each
    /// other, or no move starts from its position.
    pub fn from_csv(line: &str) -> Result<Self, Fault> {
        let found = line.split(',').count();
        if found != COLUMNS.len() {
            return Err(Malformed::Values { found, expected: COLUMNS.len() }.into());
        }
        let mut values = [""; COLUMNS.len()];
        values.iter_mut().zip(line.split(',')).for_each(|(value, text)| *value = text);
        let wrong = |index: usize, part: &str| Malformed::WrongValue {
            field: COLUMNS[index],
            found: shown(part),
            column: column(line, part),
            accepted: NATURAL,
        };
        let number =
            |index: usize| natural(values[index]).ok_or_else(|| wrong(index, values[index]));
        let position = pits(values[2]).map_err(|seeds| wrong(2, seeds))?;
        let [pits, seeds, hand] = [number(0)?, number(1)?, number(3)?];
        let [reduced_period, period, sown] = [number(4)?, number(5)?, number(6)?];
        Self::new([pits, seeds, hand], position, [reduced_period, period, sown])
    }

    /// Reads one line of a catalogue in JSON lines: an object with the columns as its fields, the
    /// position a text as in CSV. As strict as the reading of certificates.
    ///
    /// # Errors
    /// As [`Cycle::from_csv`].
    pub fn from_json(line: &str) -> Result<Self, Fault> {
        let fields = Fields::read(line, &COLUMNS)?;
        let accepted = "a text of natural numbers in digits with a space between them";
        let position = fields.text("position")?;
        let position = pits(&position).map_err(|_| fields.wrong("position", accepted))?;
        let number = |field| fields.natural(field);
        Self::new(
            [number("pits")?, number("seeds")?, number("hand")?],
            position,
            [number("reduced_period")?, number("period")?, number("sown")?],
        )
    }

    /// From pits, seeds and hand, the position, and the reduced period, the period and the seeds.
    fn new(
        [pits, seeds, hand]: [BigUint; 3],
        position: Pits,
        [reduced_period, period, sown]: [BigUint; 3],
    ) -> Result<Self, Fault> {
        if pits != position.count().into() {
            return Err(Untrue::Pits { found: position.count(), claimed: pits }.into());
        }
        if seeds != position.seeds() {
            return Err(Untrue::Seeds { found: position.seeds(), claimed: seeds }.into());
        }
        let first = position.get(0).unwrap_or_default();
        if hand != first {
            return Err(Untrue::Hand { found: first, claimed: hand }.into());
        }
        Ok(Self { start: Start::read(position, BigUint::ZERO)?, reduced_period, period, sown })
    }

    /// The certificate that says what the catalogue says of this cycle's first state.
    #[must_use]
    pub fn certificate(&self) -> Certificate {
        let (period, sown) = (self.period.clone(), self.sown.clone());
        let preperiod = BigUint::ZERO;
        Certificate::new(self.start.clone(), Proof::Recurrence { preperiod, period, sown })
    }

    /// Checks the row by the rules alone, playing at most `limit` laps.
    ///
    /// It is played until it recurs up to rotation: the rules are the same at every pit, so what
    /// follows is the same laps again, so many pits further on, until the pivot is back at pit 0.
    ///
    /// # Errors
    /// As [`Certificate::verify`].
    pub fn verify(&self, limit: u64, observer: &dyn Observer) -> Result<(), Fault> {
        let most = self.reduced_period.to_u64().unwrap_or(u64::MAX).min(limit);
        let (played, turns) = by_total!(&self.start.0, start => turn(start, most, observer)?);
        let claimed = self.reduced_period.clone();
        match played.end {
            End::Ended => return Err(Untrue::Ends { laps: played.laps }.into()),
            End::Limit if claimed == played.laps.into() => {
                return Err(Untrue::HasNotTurned { laps: played.laps }.into());
            }
            End::Limit => return Err(Fault::Undecided { laps: played.laps }),
            End::Recurred if claimed != played.laps.into() => {
                return Err(Untrue::ReducedPeriod { found: played.laps, claimed }.into());
            }
            End::Recurred => {}
        }
        let found = BigUint::from(played.laps) * turns;
        if found != self.period {
            return Err(Untrue::Period { found, claimed: self.period.clone() }.into());
        }
        Ok(Untrue::check_sown(&self.sown, played.sown * turns)?)
    }
}

/// Reads a position; fails with the number that is none.
fn pits(text: &str) -> Result<Pits, &str> {
    let mut pits = Pits::default();
    text.split(' ').try_for_each(|seeds| push_text(&mut pits, seeds).ok_or(seeds))?;
    Ok(pits)
}

/// Plays until the state recurs up to rotation; says as well how often the same laps must follow
/// each other until the pivot is back at pit 0, if it does.
fn turn<S: Seeds + Into<BigUint>>(
    start: &State<S>,
    most: u64,
    observer: &dyn Observer,
) -> Result<(Played, usize), Fault> {
    let mut laps = 0;
    let mut pivot = 0;
    let mut larger = None;
    let played = follow(start, most, observer, |state| {
        laps += 1;
        pivot = state.pivot();
        if state.hand() > start.hand() {
            larger = Some(state.hand().clone());
        }
        larger.is_some() || state.is_rotation_of(start)
    })?;
    match larger {
        Some(hand) => Err(Untrue::LargerHand { laps, found: hand.into() }.into()),
        None => Ok((played, start.pits().len() / start.pits().len().gcd(&pivot))),
    }
}
