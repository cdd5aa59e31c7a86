//! Certificates of moves of relay sowing: made by playing or by their labels, and checked.
//!
//! A lap can be undone in one way only, so a move that never ends comes back to its start: its
//! preperiod is 0, and the start is all that has to be remembered.

mod catalogue;
mod play;

pub use catalogue::Cycle;

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use thiserror::Error;

use super::fault::before;
use super::numbers::{ByTotal, Pits, by_total, write_list};
use super::{Certificate, Fault, Proof, Untrue, labels};
use crate::games::relay::{State, StateError};
use crate::observer::{Cancelled, Observer};
use play::End;

/// A state from which a move can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start(ByTotal<State<u64>, State<BigUint>>);

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

impl Certificate {
    /// Plays a move of relay sowing by the rules until it ends or recurs, for at most `limit` laps.
    ///
    /// # Errors
    /// If no move starts from the state, the limit comes first, or the observer asks to stop.
    pub fn by_playing(
        start: &State<BigUint>,
        limit: u64,
        observer: &dyn Observer,
    ) -> Result<Self, MakeError> {
        let start = Start::of(start)?;
        let played = by_total!(&start.0, state => play::play(state, limit, observer)?);
        let laps = BigUint::from(played.laps);
        let (preperiod, sown) = (BigUint::ZERO, played.sown);
        let proof = match played.end {
            End::Ended => Proof::Play { laps, sown },
            End::Recurred => Proof::Recurrence { preperiod, period: laps, sown },
            End::Limit => return Err(MakeError::Undecided { laps: played.laps }),
        };
        Ok(Self::new(start, proof))
    }

    /// Proves in `O(n)`, without playing, that a move of relay sowing never ends.
    ///
    /// # Errors
    /// If no move starts from the state, or two of its labels differ by 1, which decides nothing.
    pub fn by_mayer(start: &State<BigUint>) -> Result<Self, MakeError> {
        let start = Start::of(start)?;
        let labels = by_total!(&start.0, state => labels::of(state));
        match labels::clash(&labels) {
            None => {
                let preperiod = BigUint::ZERO;
                Ok(Self::new(start, Proof::Mayer { preperiod, labels }))
            }
            Some(label) => Err(MakeError::Clash { label, modulus: labels.len() as u64 }),
        }
    }
}

/// A move that never ends recurs from its start on.
fn check_preperiod(proof: &Proof) -> Result<(), Untrue> {
    match proof {
        Proof::Recurrence { preperiod, .. } | Proof::Mayer { preperiod, .. }
            if *preperiod != BigUint::ZERO =>
        {
            Err(Untrue::Preperiod { claimed: preperiod.clone() })
        }
        _ => Ok(()),
    }
}

impl Start {
    /// The start of a move from a state.
    fn of(state: &State<BigUint>) -> Result<Self, StateError> {
        Self::new(state.pits().iter().collect(), state.pivot())
    }

    fn new(position: Pits, pit: usize) -> Result<Self, StateError> {
        Ok(Self(match position.by_total() {
            ByTotal::Words(pits) => ByTotal::Words(State::start(pits, pit)?),
            ByTotal::Big(pits) => ByTotal::Big(State::start(pits, pit)?),
        }))
    }

    /// The start that a line claims, where there is one.
    pub fn read(position: Pits, pit: BigUint) -> Result<Self, Untrue> {
        let pits = position.count();
        match pit.to_usize().filter(|&pit| pit < pits || pits == 0) {
            Some(pit) => Ok(Self::new(position, pit)?),
            None => Err(Untrue::Pit { pit, pits }),
        }
    }

    /// Checks a proof by the rules alone, playing at most `limit` laps.
    pub fn verify(&self, proof: &Proof, limit: u64, observer: &dyn Observer) -> Result<(), Fault> {
        check_preperiod(proof)?;
        match proof {
            Proof::Mayer { labels, .. } => {
                let found = by_total!(&self.0, state => labels::of(state));
                Ok(labels::check(labels, &found)?)
            }
            Proof::Recurrence { period, sown, .. } => {
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
        by_total!(&self.0, state => play::play(state, most, observer))
    }
}

impl fmt::Display for Start {
    /// The fields that say what is played.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        by_total!(&self.0, state => {
            write!(f, r#""system":"relay","pits":{},"position":"#, state.pits().len())?;
            write_list(f, state.pits())?;
            write!(f, r#","pit":{},"path":"""#, state.pivot())
        })
    }
}
