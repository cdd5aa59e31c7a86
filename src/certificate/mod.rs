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
//! | `system` | `"relay"` | `"relay"` | `"relay"` |
//! | `pits` | number of pits | the same | the same |
//! | `position` | list of the seeds in each pit, from pit 0 | the same | the same |
//! | `pit` | index of the pit that is sown first | the same | the same |
//! | `path` | `""`: no choice is made | the same | the same |
//! | `preperiod` | 0: the start itself recurs | 0 | laps of the whole move |
//! | `period` | laps until pits and pivot recur for the first time | `null` | `null` |
//! | `sown` | seeds sown in these laps | `null` | seeds sown in the whole move |
//! | `labels` | absent | the `n + 1` labels | absent |
//! | `made_by` | `"sowlab x.y.z"` | the same | the same |
//!
//! No field may be missing, repeated or unknown; their order is free. Numbers are natural numbers
//! in plain digits, up to `10^1000000`. Every field but `made_by` is a statement that is checked;
//! `made_by` says nothing about the game, so only its form is: `sowlab` and a version.
//!
//! *Recurrence.* The state after `period` laps is the start, and no earlier state is; `period` is
//! the least, so a multiple of it is a false claim. *Play.* The move ends after exactly
//! `preperiod` laps. *Mayer.* The first label is the hand's, 0; then, for `j = 0..n-1`, the label of
//! the pit `j` steps behind the pivot, its seeds minus `j` modulo `n + 1`. Where no two labels
//! differ by 1 modulo `n + 1` the move never ends. That takes `O(n)`, and says nothing about the
//! period.
//!
//! A catalogue of cycles is a file of claims too: a row is a [`Cycle`], which is checked by the same
//! rules and can be turned into a certificate. [`verify_stream`] reads files of either.
//!
//! # Cost
//! A proof by recurrence or by play is checked by playing it: never more laps than the smaller of
//! the number claimed and the true one, each `O(min(hand, n))`, in the memory of two circuits.
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

mod catalogue;
mod circuit;
mod fault;
mod json;
mod labels;
mod play;
mod stream;

pub use catalogue::Cycle;
pub use fault::{Fault, Malformed, Untrue};
pub use stream::{Bounds, Checked, StreamError, verify_stream};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use thiserror::Error;

use crate::games::relay::{State, StateError};
use crate::observer::{Cancelled, Observer};
use circuit::{Start, on_start};
use play::End;

/// The games whose moves can be certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Relay sowing on one circuit without captures ([`crate::games::relay`]).
    Relay,
}

/// What a certificate claims, and how that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The move never ends, for its first state recurs.
    Recurrence {
        /// Laps until pits and pivot recur for the first time, at least 1.
        period: BigUint,
        /// Seeds sown in these laps.
        sown: BigUint,
    },
    /// The move never ends, for no two of its labels differ by 1 modulo `n + 1`.
    Mayer {
        /// The label of the hand, 0, and those of the pits `0..n` steps behind the pivot.
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
    system: System,
    start: Start,
    proof: Proof,
    made_by: String,
}

/// Why no certificate could be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MakeError {
    /// No move starts from the state.
    #[error(transparent)]
    Start(#[from] StateError),
    /// Two labels differ by 1, so that the Mayer test proves nothing.
    #[error(
        "the Mayer test proves nothing here: labels {} and {label} differ by 1 mod {modulus}",
        before(*label, *modulus)
    )]
    Clash {
        /// The larger of the two labels, modulo the modulus.
        label: u64,
        /// One more than the number of pits.
        modulus: u64,
    },
    /// The move was neither over nor back at its start.
    #[error("undecided: the move neither ended nor recurred within the limit of {laps} laps")]
    Undecided {
        /// Laps played.
        laps: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The label that is smaller by 1.
fn before(label: u64, modulus: u64) -> u64 {
    label.checked_sub(1).unwrap_or(modulus - 1)
}

/// What stands in `made_by`.
const MADE_BY: &str = concat!("sowlab ", env!("CARGO_PKG_VERSION"));

impl Certificate {
    fn new(start: Start, proof: Proof) -> Self {
        Self { system: System::Relay, start, proof, made_by: MADE_BY.to_owned() }
    }

    /// Plays the move by the rules until it ends or recurs, for at most `limit` laps.
    ///
    /// # Errors
    /// If no move starts from the state, the limit comes first, or the observer asks to stop.
    pub fn by_playing(
        start: &State<BigUint>,
        limit: u64,
        observer: &dyn Observer,
    ) -> Result<Self, MakeError> {
        let start = Start::of(start)?;
        let played = on_start!(&start, state => play::play(state, limit, observer)?);
        let laps = BigUint::from(played.laps);
        let proof = match played.end {
            End::Ended => Proof::Play { laps, sown: played.sown },
            End::Recurred => Proof::Recurrence { period: laps, sown: played.sown },
            End::Limit => return Err(MakeError::Undecided { laps: played.laps }),
        };
        Ok(Self::new(start, proof))
    }

    /// Proves in `O(n)`, without playing, that a move never ends.
    ///
    /// # Errors
    /// If no move starts from the state, or two of its labels differ by 1, which decides nothing.
    pub fn by_mayer(start: &State<BigUint>) -> Result<Self, MakeError> {
        let start = Start::of(start)?;
        let labels = on_start!(&start, state => labels::of(state));
        match labels::clash(&labels) {
            None => Ok(Self::new(start, Proof::Mayer { labels })),
            Some(label) => Err(MakeError::Clash { label, modulus: labels.len() as u64 }),
        }
    }

    /// What is claimed and how it is proved.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The game.
    #[must_use]
    pub fn system(&self) -> System {
        self.system
    }

    /// Whether the claim is that the move never ends.
    #[must_use]
    pub fn never_ends(&self) -> bool {
        !matches!(self.proof, Proof::Play { .. })
    }

    /// Checks the proof by the rules alone, playing at most `limit` laps.
    ///
    /// # Errors
    /// [`Fault::False`] if the claim or its proof is false, [`Fault::Undecided`] if the limit came
    /// first, [`Fault::Cancelled`] if the observer asked to stop.
    pub fn verify(&self, limit: u64, observer: &dyn Observer) -> Result<(), Fault> {
        match &self.proof {
            Proof::Mayer { labels } => {
                let found = on_start!(&self.start, state => labels::of(state));
                Ok(labels::check(labels, &found)?)
            }
            Proof::Recurrence { period, sown } => {
                let played = self.play(period, limit, observer)?;
                match played.end {
                    End::Ended => Err(Untrue::Ends { laps: played.laps }.into()),
                    End::Recurred if *period != played.laps.into() => {
                        let claimed = period.clone();
                        Err(Untrue::Period { found: played.laps.into(), claimed }.into())
                    }
                    End::Limit if *period == played.laps.into() => {
                        Err(Untrue::HasNotRecurred { laps: played.laps }.into())
                    }
                    End::Limit => Err(Fault::Undecided { laps: played.laps }),
                    End::Recurred => Ok(Untrue::check_sown(sown, played.sown)?),
                }
            }
            Proof::Play { laps, sown } => {
                let played = self.play(laps, limit, observer)?;
                match played.end {
                    End::Recurred => Err(Untrue::NeverEnds { laps: played.laps }.into()),
                    End::Ended if *laps != played.laps.into() => {
                        let claimed = laps.clone();
                        Err(Untrue::Laps { found: played.laps, claimed }.into())
                    }
                    End::Limit if *laps == played.laps.into() => {
                        Err(Untrue::HasNotEnded { laps: played.laps }.into())
                    }
                    End::Limit => Err(Fault::Undecided { laps: played.laps }),
                    End::Ended => Ok(Untrue::check_sown(sown, played.sown)?),
                }
            }
        }
    }

    /// Plays no further than the claim goes.
    fn play(
        &self,
        claimed: &BigUint,
        limit: u64,
        observer: &dyn Observer,
    ) -> Result<play::Played, Cancelled> {
        let most = claimed.to_u64().unwrap_or(u64::MAX).min(limit);
        on_start!(&self.start, state => play::play(state, most, observer))
    }
}

/// Checks one line that holds a certificate, however many laps that takes.
///
/// # Errors
/// [`Fault::Malformed`] if the line is no certificate, [`Fault::False`] if it is a false one.
pub fn verify_line(line: &str) -> Result<(), Fault> {
    line.parse::<Certificate>()?.verify(u64::MAX, &())
}
