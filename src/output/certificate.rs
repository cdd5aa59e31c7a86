//! The certificate that goes with what has been found of a turn of Omweso.

use num_bigint::BigUint;

use crate::analysis::omweso::{Fate, Turn};
use crate::certificate::{Certificate, MakeTurnError, Proof};
use crate::games::omweso::Position;
use crate::observer::Observer;

/// The certificate of what has been found of a turn from a pit of a position; none if it is undecided.
///
/// Only where no period is known is the turn played again, until no column is armed.
///
/// # Errors
/// If the turn is none from that pit, or the observer asks to stop.
pub fn turn_certificate(
    position: &Position<BigUint>,
    pit: usize,
    turn: &Turn,
    observer: &dyn Observer,
) -> Result<Option<Certificate>, MakeTurnError> {
    let claim = |proof| Certificate::turn_as_claimed(position, pit, &turn.path, proof);
    let certificate = match &turn.fate {
        Fate::Undecided => return Ok(None),
        Fate::Ends { legs, sown, .. } => {
            claim(Proof::Play { laps: (*legs).into(), sown: sown.clone() })?
        }
        Fate::NeverEnds { preperiod, cycle: Some(cycle) } => claim(Proof::Recurrence {
            preperiod: (*preperiod).into(),
            period: cycle.period.into(),
            sown: cycle.sown.clone(),
        })?,
        Fate::NeverEnds { cycle: None, .. } => {
            Certificate::turn_by_mayer(position, pit, &turn.path, u64::MAX, observer)?
        }
    };
    Ok(Some(certificate))
}
