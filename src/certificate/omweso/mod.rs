//! Certificates of turns of Omweso: made by playing, by labels or from what is known, and checked.
//!
//! A turn that never ends has a part before its cycle, in which all captures and choices lie. The
//! verifier knows nothing of that: it plays by the rules and compares moments.

mod fault;
mod play;
mod verify;

pub use fault::{MakeTurnError, PathFault, UntrueTurn};

use std::fmt;

use num_bigint::BigUint;
use num_traits::{CheckedAdd, ToPrimitive};

use super::json::Fields;
use super::numbers::{ByTotal, Pits, by_total, write_list};
use super::{Certificate, Fault, Malformed, Proof, Untrue, labels};
use crate::games::omweso::{Leg, Path, Position, StartError};
use crate::observer::Observer;
use crate::sowing::Seeds;
use play::Play;

/// A position, a pit from which a turn can start, and the choices that are to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    position: ByTotal<Position<u64>, Position<BigUint>>,
    pit: usize,
    path: Path,
}

/// Reads the path of a line.
pub(super) fn path(fields: &Fields) -> Result<Path, Malformed> {
    let accepted = "ccw and cw with - between them, as in \"ccw-cw\", or \"\"";
    fields.text("path")?.parse().map_err(|_| fields.wrong("path", accepted))
}

impl Certificate {
    /// Plays a turn of Omweso along a path by the rules until it ends or recurs, for at most `limit`
    /// legs.
    ///
    /// # Errors
    /// If no turn starts from the pit, the path does not spell exactly the choices that come, the limit
    /// comes first, or the observer asks to stop.
    ///
    /// # Examples
    /// ```
    /// use num_bigint::BigUint;
    /// use sowlab::certificate::{Certificate, verify_line};
    /// use sowlab::games::omweso::{Path, Position};
    ///
    /// let position = Position::<BigUint>::traditional(8)?;
    /// let path = Path::default();
    /// let certificate = Certificate::turn_by_playing(&position, 4, &path, u64::MAX, &())?;
    /// assert!(!certificate.never_ends());
    /// assert_eq!(verify_line(&certificate.to_string()), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_by_playing(
        position: &Position<BigUint>,
        pit: usize,
        path: &Path,
        limit: u64,
        observer: &dyn Observer,
    ) -> Result<Self, MakeTurnError> {
        let start = Start::of(position, pit, path)?;
        let proof = by_total!(&start.position, position => {
            by_playing(Play::new(Leg::start(position.clone(), pit)?, &path.0, limit, observer))?
        });
        Ok(Self::new(start, proof))
    }

    /// Proves by labels that a turn of Omweso never ends, playing only until no column is armed, for at
    /// most `limit` legs.
    ///
    /// # Errors
    /// As [`Certificate::turn_by_playing`], if the turn ends before, or if two labels differ by 1, which
    /// decides nothing.
    pub fn turn_by_mayer(
        position: &Position<BigUint>,
        pit: usize,
        path: &Path,
        limit: u64,
        observer: &dyn Observer,
    ) -> Result<Self, MakeTurnError> {
        let start = Start::of(position, pit, path)?;
        let proof = by_total!(&start.position, position => {
            by_mayer(Play::new(Leg::start(position.clone(), pit)?, &path.0, limit, observer))?
        });
        Ok(Self::new(start, proof))
    }

    /// Claims of a turn of Omweso what is known of it, without playing: [`Certificate::verify`] will
    /// find out whether it is so.
    ///
    /// # Errors
    /// If no turn starts from the pit.
    pub fn turn_as_claimed(
        position: &Position<BigUint>,
        pit: usize,
        path: &Path,
        proof: Proof,
    ) -> Result<Self, StartError> {
        Ok(Self::new(Start::of(position, pit, path)?, proof))
    }
}

/// Once the turn is relay sowing on the mover's side it ends or comes back to the moment where that
/// began, since a lap can be undone in one way only.
fn by_playing<S: Seeds + Into<BigUint>>(mut play: Play<'_, S>) -> Result<Proof, MakeTurnError> {
    while !play.has_ended() && !play.is_settled() {
        play.leg()?;
    }
    let (preperiod, before, first) = (play.legs(), play.take_sown(), play.moment());
    while !play.has_ended() {
        play.leg()?;
        if play.is_at(&first) {
            play.check_path()?;
            let (period, sown) = (play.legs() - preperiod, play.take_sown());
            let [preperiod, period] = [preperiod, period].map(BigUint::from);
            return Ok(Proof::Recurrence { preperiod, period, sown });
        }
    }
    play.check_path()?;
    Ok(Proof::Play { laps: play.legs().into(), sown: before + play.take_sown() })
}

fn by_mayer<S: Seeds + CheckedAdd + Into<BigUint>>(
    mut play: Play<'_, S>,
) -> Result<Proof, MakeTurnError> {
    loop {
        if play.has_ended() {
            return Err(MakeTurnError::Ends { legs: play.legs() });
        }
        if play.is_settled() {
            break;
        }
        play.leg()?;
    }
    play.check_path()?;
    let labels = labels::of(&play.relay());
    match labels::clash(&labels) {
        None => Ok(Proof::Mayer { preperiod: play.legs().into(), labels }),
        Some(label) => Err(MakeTurnError::Clash { label, modulus: labels.len() as u64 }),
    }
}

impl Start {
    /// The start of a turn on a board.
    fn of(position: &Position<BigUint>, pit: usize, path: &Path) -> Result<Self, StartError> {
        let pits: Pits = position.own().iter().chain(position.opponent()).collect();
        let position =
            board(pits).expect("a position has a board, and its total fits in what is taken");
        let start = Self { position, pit, path: path.clone() };
        start.check().map(|()| start)
    }

    /// The start that a line claims, where there is one.
    pub fn read(position: Pits, pit: BigUint, path: Path) -> Result<Self, Untrue> {
        let position = board(position)?;
        let pits = by_total!(&position, position => position.own().len());
        let Some(pit) = pit.to_usize().filter(|&pit| pit < pits) else {
            return Err(UntrueTurn::Pit { pit, pits }.into());
        };
        let start = Self { position, pit, path };
        start.check().map_err(UntrueTurn::from)?;
        Ok(start)
    }

    /// Whether a turn can start.
    fn check(&self) -> Result<(), StartError> {
        by_total!(&self.position, position => {
            Leg::start(position.clone(), self.pit).map(|_| ())
        })
    }

    /// Checks a proof by the rules alone, playing at most `limit` legs.
    pub fn verify(&self, proof: &Proof, limit: u64, observer: &dyn Observer) -> Result<(), Fault> {
        by_total!(&self.position, position => {
            let start = Leg::start(position.clone(), self.pit).map_err(UntrueTurn::from)?;
            verify::verify(Play::new(start, &self.path.0, limit, observer), proof)
        })
    }
}

/// The board on which the mover's pits come first, then the opponent's.
fn board(pits: Pits) -> Result<ByTotal<Position<u64>, Position<BigUint>>, UntrueTurn> {
    fn halves<S: Seeds + CheckedAdd>(mut own: Vec<S>) -> Result<Position<S>, UntrueTurn> {
        let pits = own.len();
        let opponent = own.split_off(pits / 2);
        Position::new(own, opponent).map_err(|_| UntrueTurn::Board { pits })
    }
    Ok(match pits.by_total() {
        ByTotal::Words(pits) => ByTotal::Words(halves(pits)?),
        ByTotal::Big(pits) => ByTotal::Big(halves(pits)?),
    })
}

impl fmt::Display for Start {
    /// The fields that say what is played.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        by_total!(&self.position, position => {
            let sides = [position.own(), position.opponent()].concat();
            write!(f, r#""system":"omweso","pits":{},"position":"#, sides.len())?;
            write_list(f, &sides)?;
        });
        write!(f, r#","pit":{},"path":"{}""#, self.pit, self.path)
    }
}
