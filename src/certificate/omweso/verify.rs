//! The check of a certificate of a turn, by the rules alone.

use num_bigint::BigUint;
use num_traits::CheckedAdd;

use super::UntrueTurn;
use super::play::{Play, Watch};
use crate::certificate::{Fault, Proof, Untrue, labels};
use crate::sowing::Seeds;

/// Checks a proof by playing from the beginning of the turn.
pub(super) fn verify<S: Seeds + CheckedAdd + Into<BigUint>>(
    play: Play<'_, S>,
    proof: &Proof,
) -> Result<(), Fault> {
    match proof {
        Proof::Recurrence { preperiod, period, sown } => recurrence(play, preperiod, period, sown),
        Proof::Mayer { preperiod, labels } => mayer(play, preperiod, labels),
        Proof::Play { laps, sown } => ends(play, laps, sown),
    }
}

/// Whether as many legs have been played as are claimed.
fn is_there<S: Seeds + Into<BigUint>>(play: &Play<'_, S>, claimed: &BigUint) -> bool {
    *claimed == play.legs().into()
}

/// A turn that never ends has not ended.
fn check_goes_on<S: Seeds + Into<BigUint>>(play: &Play<'_, S>) -> Result<(), UntrueTurn> {
    if play.has_ended() { Err(UntrueTurn::Ends { legs: play.legs() }) } else { Ok(()) }
}

fn ends<S: Seeds + Into<BigUint>>(
    mut play: Play<'_, S>,
    claimed: &BigUint,
    sown: &BigUint,
) -> Result<(), Fault> {
    let mut watch = Watch::new(&play);
    while !play.has_ended() {
        if is_there(&play, claimed) {
            return Err(UntrueTurn::HasNotEnded { legs: play.legs() }.into());
        }
        play.leg()?;
        if let Some(from) = watch.recurs(&play) {
            return Err(UntrueTurn::NeverEnds { from, legs: play.legs() - from }.into());
        }
    }
    if !is_there(&play, claimed) {
        let claimed = claimed.clone();
        return Err(UntrueTurn::Legs { found: play.legs(), claimed }.into());
    }
    play.check_path()?;
    Ok(Untrue::check_sown(sown, play.take_sown())?)
}

fn recurrence<S: Seeds + Into<BigUint>>(
    mut play: Play<'_, S>,
    claimed: &BigUint,
    period: &BigUint,
    sown: &BigUint,
) -> Result<(), Fault> {
    // What lies before the cycle, and its last moment.
    let mut watch = Watch::new(&play);
    let mut last = None;
    while !is_there(&play, claimed) {
        check_goes_on(&play)?;
        if *claimed == BigUint::from(play.legs()) + 1u8 {
            last = Some(play.moment());
        }
        play.leg()?;
        if let Some(found) = watch.recurs(&play) {
            return Err(UntrueTurn::RecursEarlier { found, claimed: claimed.clone() }.into());
        }
    }
    // The cycle. A later moment of it may be seen to recur only when this one should have.
    check_goes_on(&play)?;
    let first = play.moment();
    let preperiod = play.legs();
    let mut watch = Watch::new(&play);
    let mut last_recurs = false;
    let _ = play.take_sown();
    loop {
        last_recurs |= last.as_ref().is_some_and(|last| play.is_at(last));
        let legs = play.legs() - preperiod;
        if *period == legs.into() {
            return Err(UntrueTurn::HasNotRecurred { preperiod, legs }.into());
        }
        play.leg()?;
        check_goes_on(&play)?;
        if play.is_at(&first) {
            break;
        }
        if let Some(found) = watch.recurs(&play) {
            return Err(UntrueTurn::RecursLater { found, claimed: preperiod }.into());
        }
    }
    let found = play.legs() - preperiod;
    if *period != found.into() {
        let claimed = period.clone();
        return Err(UntrueTurn::Period { preperiod, found, claimed }.into());
    }
    if last_recurs {
        let found = preperiod - 1;
        return Err(UntrueTurn::RecursEarlier { found, claimed: claimed.clone() }.into());
    }
    play.check_path()?;
    Ok(Untrue::check_sown(sown, play.take_sown())?)
}

fn mayer<S: Seeds + CheckedAdd + Into<BigUint>>(
    mut play: Play<'_, S>,
    claimed: &BigUint,
    labels: &[u64],
) -> Result<(), Fault> {
    loop {
        let legs = play.legs();
        if play.has_ended() {
            return Err(UntrueTurn::Ends { legs }.into());
        }
        if is_there(&play, claimed) {
            break;
        }
        if play.is_settled() {
            let claimed = claimed.clone();
            return Err(UntrueTurn::SettledEarlier { found: legs, claimed }.into());
        }
        play.leg()?;
    }
    let legs = play.legs();
    if let Some(column) = play.armed() {
        return Err(UntrueTurn::Armed { legs, column }.into());
    }
    if let Some(pit) = play.occupied_origin() {
        return Err(UntrueTurn::Origin { legs, pit }.into());
    }
    play.check_path()?;
    Ok(labels::check(labels, &labels::of(&play.relay()))?)
}
