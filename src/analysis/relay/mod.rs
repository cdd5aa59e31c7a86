//! One relay move decided exactly: does it end, and if not, what is its period?
//!
//! The extended map is a bijection, so a move never ends exactly when its own starting state
//! recurs (`docs/theory.md`): the start is all that is remembered. It is looked for up to rotation
//! of the circuit, where it recurs first, and the rest of the period follows. Several engines play
//! the laps, chosen by the size of the question; their slow twin is [`crate::games::relay`].

mod digits;
mod key;
#[cfg(target_arch = "x86_64")]
mod sixteen;
mod wide;
mod word;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

use super::mayer;
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

pub use digits::{DigitsError, digits_period, digits_periods};

/// Which map is iterated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The move: it ends where the pivot holds a single seed, for that seed fell into an empty pit.
    Move,
    /// The extended map `F`, which sows single seeds on. It never ends.
    Extended,
}

/// How far a question is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Give up after this many laps.
    pub lap_limit: u64,
    /// Whether a motion that the Mayer test proves endless is played until it recurs, to know its
    /// period.
    pub period: bool,
}

impl Default for Effort {
    /// Without limit, with the period.
    fn default() -> Self {
        Self { lap_limit: u64::MAX, period: true }
    }
}

/// What becomes of a state, and whether the Mayer test alone proves that it never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether the Mayer test passes: a proof of endlessness without playing. A motion that fails
    /// it may be endless all the same.
    pub mayer: bool,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The last seed fell into an empty pit.
    Ends {
        /// Laps of the whole move.
        laps: u64,
        /// Seeds sown in the whole move.
        sown: BigUint,
        /// Seeds in each pit at the end, from pit 0.
        pits: Vec<BigUint>,
    },
    /// The state recurs for ever. The cycle is missing where the Mayer test proves that there is
    /// one, but it was not asked for or the limit came first.
    NeverEnds(Option<Cycle>),
    /// The limit came first, and the Mayer test does not pass.
    Undecided,
}

/// The cycle that a state lies on. Its preperiod is 0: the state itself recurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// Laps until pits and pivot recur.
    pub period: u128,
    /// Laps until they recur up to rotation of the circuit; divides `period`.
    pub reduced_period: u64,
    /// Seeds sown in one period.
    pub sown: BigUint,
}

impl Cycle {
    /// The cycle of a state that is its own rotation after `laps` laps, for the first time, in
    /// which `sown` seeds were sown.
    ///
    /// `F` does not care where the numbering of the pits begins: it commutes with rotation. So the
    /// numbers of laps after which a state is a rotation of itself are the multiples of the first
    /// of them, `laps`, and each further `laps` turn it by the same number of pits: `sown` mod `n`,
    /// since every seed takes the hand one pit on. The pivot shows that a state turned by `k` pits
    /// is the same only if `n` divides `k`, and that happens first after `n / gcd(n, sown)` times.
    fn new(pits: usize, laps: u64, sown: &BigUint) -> Self {
        let circuit = BigUint::from(pits);
        let turns = &circuit / circuit.gcd(sown);
        let times = turns.to_u64().expect("a divisor of the number of pits");
        Self {
            period: u128::from(laps) * u128::from(times),
            reduced_period: laps,
            sown: sown * turns,
        }
    }
}

/// Decides a state exactly, in constant memory beside two copies of it.
///
/// A lap costs a few machine instructions, whatever the number of pits and the size of the hand, or
/// a few operations on large numbers where the total is `2^64 - 1` or more; beside that, `O(n)` once.
/// Until a move ends or recurs it may take billions of laps.
///
/// # Errors
/// [`Cancelled`] when the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::relay::{Cycle, Effort, Fate, Rule, decide};
/// use sowlab::games::relay::State;
///
/// let start = State::start(vec![3u8, 1, 0, 1, 0, 1], 0)?;
/// let Fate::NeverEnds(Some(Cycle { period, reduced_period, .. })) =
///     decide(&start, Rule::Move, Effort::default(), &()).unwrap().fate
/// else {
///     panic!("it never ends");
/// };
/// assert_eq!((period, reduced_period), (18, 3));
/// # Ok::<(), sowlab::games::relay::StateError>(())
/// ```
pub fn decide<S: Seeds + Into<BigUint>>(
    start: &State<S>,
    rule: Rule,
    effort: Effort,
    observer: &dyn Observer,
) -> Result<Decision, Cancelled> {
    let mayer = mayer::passes(start.pits(), start.pivot());
    if mayer && !effort.period {
        return Ok(Decision { mayer, fate: Fate::NeverEnds(None) });
    }
    let fate = match play(start, rule, effort.lap_limit, observer)? {
        Fate::Undecided if mayer => Fate::NeverEnds(None),
        fate => fate,
    };
    Ok(Decision { mayer, fate })
}

/// Plays a state by the engine for its size.
fn play<S: Seeds + Into<BigUint>>(
    start: &State<S>,
    rule: Rule,
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Fate, Cancelled> {
    if rule == Rule::Move && start.has_ended() {
        let pits = start.pits().iter().cloned().map(Into::into).collect();
        return Ok(Fate::Ends { laps: 0, sown: BigUint::ZERO, pits });
    }
    let (n, pivot) = (start.pits().len(), start.pivot());
    let total = start
        .pits()
        .iter()
        .try_fold(0u64, |sum, pit| sum.checked_add(pit.to_u64()?))
        .unwrap_or(u64::MAX);
    let pits = || start.pits().iter().map(|pit| pit.to_u64().unwrap_or(u64::MAX));
    match total {
        u64::MAX => {
            let pits = start.pits().iter().cloned().map(Into::into).collect();
            follow(wide::Wide::new(pits, pivot), rule, n, lap_limit, observer)
        }
        0..0x100 => {
            #[cfg(target_arch = "x86_64")]
            if n == sixteen::PITS
                && let Some(circuit) = sixteen::Sixteen::new(pits(), pivot)
            {
                return follow(circuit, rule, n, lap_limit, observer);
            }
            follow(word::Circuit::<u8>::new(pits(), pivot), rule, n, lap_limit, observer)
        }
        0x100..0x1_0000 => {
            follow(word::Circuit::<u16>::new(pits(), pivot), rule, n, lap_limit, observer)
        }
        0x1_0000..0x1_0000_0000 => {
            follow(word::Circuit::<u32>::new(pits(), pivot), rule, n, lap_limit, observer)
        }
        _ => follow(word::Circuit::<u64>::new(pits(), pivot), rule, n, lap_limit, observer),
    }
}

/// What stops an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The state is a rotation of the start.
    Recurs,
    /// The pivot holds a single seed.
    Single,
}

/// A circuit that can be played on, fast.
trait Engine {
    /// Plays at least one and at most `most` laps, fewer where they take long, up to the first
    /// event: the start recurs up to rotation, or, if asked for by `STOP`, the pivot holds a single
    /// seed. `most` is at least 1. Returns the laps played.
    fn laps<const STOP: bool>(&mut self, most: u64) -> (u64, Option<Event>);

    /// Seeds sown so far.
    fn sown(&self) -> BigUint;

    /// Seeds in each pit, from pit 0.
    fn pits(&self) -> Vec<BigUint>;
}

/// Laps between two questions to the observer, at most: less than a millisecond.
const POLL: u64 = 1 << 16;

fn follow<E: Engine>(
    mut engine: E,
    rule: Rule,
    n: usize,
    lap_limit: u64,
    observer: &dyn Observer,
) -> Result<Fate, Cancelled> {
    let mut laps = 0u64;
    while laps < lap_limit {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        let most = POLL.min(lap_limit - laps);
        let (played, event) = match rule {
            Rule::Move => engine.laps::<true>(most),
            Rule::Extended => engine.laps::<false>(most),
        };
        laps += played;
        match event {
            None => {}
            Some(Event::Recurs) => {
                return Ok(Fate::NeverEnds(Some(Cycle::new(n, laps, &engine.sown()))));
            }
            Some(Event::Single) => {
                return Ok(Fate::Ends { laps, sown: engine.sown(), pits: engine.pits() });
            }
        }
    }
    Ok(Fate::Undecided)
}

#[cfg(test)]
mod tests;
