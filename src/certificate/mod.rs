//! Certificates: a claim about one move that stands alone, and the verifier that checks it.
//!
//! A certificate is one JSON object on one line. It can be checked with nothing but the rules of
//! the game, and that is all the verifier uses ([`crate::games`], [`crate::sowing`]): no search,
//! no fast algorithm, nothing that found the claim. `docs/certificates.md` says how to check one
//! without this program.
//!
//! # The fields
//!
//! | field | recurrence | mayer | play |
//! |---|---|---|---|
//! | `claim` | `"never-ends"` | `"never-ends"` | `"ends"` |
//! | `proof` | `"recurrence"` | `"mayer"` | `"play"` |
//! | `system` | `"relay"` or `"omweso"` | the same | the same |
//! | `pits` | number of pits | the same | the same |
//! | `position` | list of the seeds in each pit, from pit 0 | the same | the same |
//! | `pit` | index of the pit that is sown first | the same | the same |
//! | `path` | the choices of direction, `""` where there is none | the same | the same |
//! | `preperiod` | laps before the first state that recurs | the same | laps of the whole move |
//! | `period` | laps from then until that state recurs for the first time | `null` | `null` |
//! | `sown` | seeds sown in these laps | `null` | seeds sown in the whole move |
//! | `labels` | absent | the `n + 1` labels after `preperiod` laps | absent |
//! | `made_by` | `"sowlab x.y.z"` | the same | the same |
//!
//! No field may be missing, repeated or unknown; their order is free. Numbers are natural numbers
//! in plain digits, up to `10^1000000`. Every field but `made_by` is a statement that is checked;
//! `made_by` says nothing about the game, so only its form is: `sowlab` and a version.
//!
//! # Relay sowing
//! There are no choices, and a move that never ends recurs from its start on, so `path` is empty and
//! `preperiod` is 0 but for a move that ends. *Recurrence.* The state after `period` laps is the
//! start, and no earlier state is; `period` is the least, so a multiple of it is a false claim.
//! *Play.* The move ends after exactly `preperiod` laps. *Mayer.* The first label is the hand's, 0;
//! then, for `j = 0..n-1`, the label of the pit `j` steps behind the pivot, its seeds minus `j`
//! modulo `n + 1`. Where no two labels differ by 1 modulo `n + 1` the move never ends. That takes
//! `O(n)`, and says nothing about the period.
//!
//! # Omweso
//! What is said of laps holds of legs. `pits` counts all pits of the board, 4 for each column;
//! `position` lists the mover's from the mover's pit 0, then the opponent's from the opponent's
//! ([`crate::games::omweso`]). The `path` spells exactly the choices that come, as
//! [`crate::games::omweso::Path`] does. *Recurrence.* The moment after `preperiod` legs recurs after
//! `period` more, not earlier, and that before it never recurs. *Mayer.* After `preperiod` legs no
//! column is armed and the origin of the hand is empty, and that for the first time; what follows is
//! relay sowing on the `n` pits of the mover, the hand lying in its origin, with these labels.
//!
//! A catalogue of cycles is a file of claims too: a row is a [`Cycle`], which is checked by the same
//! rules and can be turned into a certificate. [`verify_stream`] reads files of either.
//!
//! # Cost
//! A proof by recurrence or by play is checked by playing it: never more laps than are claimed. Of
//! relay sowing never more than the true number either, each `O(min(hand, n))`, in the memory of two
//! circuits; of Omweso at most a few times the true number, each `O(n)`, in the memory of a few
//! boards.
//!
//! # Examples
//! ```
//! use sowlab::certificate::{Certificate, verify_line};
//! use sowlab::games::relay::State;
//!
//! let start = State::start(vec![2u8.into(), 0u8.into(), 1u8.into()], 0)?;
//! let certificate = Certificate::by_playing(&start, u64::MAX, &())?;
//! let line = certificate.to_string();
//! assert!(line.starts_with(
//!     r#"{"claim":"never-ends","proof":"recurrence","system":"relay","pits":3,"position":[2,0,1],"#
//! ));
//! assert_eq!(verify_line(&line), Ok(()));
//!
//! let twice = line.replace(r#""period":3"#, r#""period":6"#);
//! let fault = verify_line(&twice).unwrap_err();
//! assert_eq!(fault.to_string(), "the state recurs after 3 laps, not 6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fault;
mod json;
mod labels;
mod line;
mod numbers;
mod omweso;
mod relay;
mod stream;

pub use fault::{Fault, Malformed, Untrue};
pub use omweso::{MakeTurnError, PathFault, UntrueTurn};
pub use relay::{Cycle, MakeError};
pub use stream::{Bounds, Checked, StreamError, verify_stream};

use num_bigint::BigUint;

use crate::observer::Observer;

/// The games whose moves can be certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Relay sowing on one circuit without captures ([`crate::games::relay`]).
    Relay,
    /// Omweso, where a move is called a turn and its laps are legs ([`crate::games::omweso`]).
    Omweso,
}

/// What a certificate claims, and how that is proved. Laps are legs in Omweso.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The move never ends, for a state of it recurs.
    Recurrence {
        /// Laps before the first state that recurs; 0 in relay sowing.
        preperiod: BigUint,
        /// Laps from then until that state recurs for the first time, at least 1.
        period: BigUint,
        /// Seeds sown in one period.
        sown: BigUint,
    },
    /// The move never ends, for no two of its labels differ by 1 modulo `n + 1`, where `n` is the
    /// number of pits of the mover's circuit.
    Mayer {
        /// Laps before the first state that recurs, which is the one that is labelled; 0 in relay
        /// sowing.
        preperiod: BigUint,
        /// The label of the hand, 0, and those of the pits `0..n` steps behind it.
        labels: Vec<u64>,
    },
    /// The move ends.
    Play {
        /// Laps of the whole move, at least 1.
        laps: BigUint,
        /// Seeds sown in the whole move.
        sown: BigUint,
    },
}

/// A claim about one move, with what is needed to check it.
///
/// A value of this type is well formed: it has a position from which a move can start, and the
/// fields of its proof. Whether the proof holds is what [`Certificate::verify`] finds out.
///
/// `Display` writes the line, without an end of line; [`str::parse`] reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    start: Start,
    proof: Proof,
    made_by: String,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Start {
    Relay(relay::Start),
    Omweso(omweso::Start),
}

impl From<relay::Start> for Start {
    fn from(start: relay::Start) -> Self {
        Self::Relay(start)
    }
}

impl From<omweso::Start> for Start {
    fn from(start: omweso::Start) -> Self {
        Self::Omweso(start)
    }
}

/// What stands in `made_by`.
const MADE_BY: &str = concat!("sowlab ", env!("CARGO_PKG_VERSION"));

impl Certificate {
    fn new(start: impl Into<Start>, proof: Proof) -> Self {
        Self { start: start.into(), proof, made_by: MADE_BY.to_owned() }
    }

    /// What is claimed and how it is proved.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The game.
    #[must_use]
    pub fn system(&self) -> System {
        match self.start {
            Start::Relay(_) => System::Relay,
            Start::Omweso(_) => System::Omweso,
        }
    }

    /// Whether the claim is that the move never ends.
    #[must_use]
    pub fn never_ends(&self) -> bool {
        !matches!(self.proof, Proof::Play { .. })
    }

    /// Checks the proof by the rules alone, playing at most `limit` laps, or legs.
    ///
    /// # Errors
    /// [`Fault::False`] if the claim or its proof is false, [`Fault::Undecided`] or
    /// [`Fault::UndecidedTurn`] if the limit came first, [`Fault::Cancelled`] if the observer asked to
    /// stop.
    pub fn verify(&self, limit: u64, observer: &dyn Observer) -> Result<(), Fault> {
        match &self.start {
            Start::Relay(start) => start.verify(&self.proof, limit, observer),
            Start::Omweso(start) => start.verify(&self.proof, limit, observer),
        }
    }
}

/// Checks one line that holds a certificate, however many laps that takes.
///
/// # Errors
/// [`Fault::Malformed`] if the line is no certificate, [`Fault::False`] if it is a false one.
pub fn verify_line(line: &str) -> Result<(), Fault> {
    line.parse::<Certificate>()?.verify(u64::MAX, &())
}
