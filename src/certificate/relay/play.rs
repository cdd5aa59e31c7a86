//! Playing a move by the rules, lap by lap, until it ends, recurs or has gone far enough.

use num_bigint::BigUint;

use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

/// Pits passed between two questions to the observer, about.
const POLL: usize = 1 << 16;

/// How the playing came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The move ended.
    Ended,
    /// The first state came again.
    Recurred,
    /// As many laps were played as were allowed.
    Limit,
}

/// What was seen.
#[derive(Debug)]
pub(super) struct Played {
    pub end: End,
    pub laps: u64,
    /// Seeds sown in these laps.
    pub sown: BigUint,
}

/// Plays from `start` for at most `most` laps, until the move ends or the same pits hold the same
/// seeds and the pivot is the same again.
pub(super) fn play<S: Seeds + Into<BigUint>>(
    start: &State<S>,
    most: u64,
    observer: &dyn Observer,
) -> Result<Played, Cancelled> {
    follow(start, most, observer, |state| state.pivot() == start.pivot() && state == start)
}

/// Plays from `start` for at most `most` laps, until the move ends or `recurs` says of a state after
/// a lap that it is the first one again.
pub(super) fn follow<S: Seeds + Into<BigUint>>(
    start: &State<S>,
    most: u64,
    observer: &dyn Observer,
    mut recurs: impl FnMut(&State<S>) -> bool,
) -> Result<Played, Cancelled> {
    let poll = (POLL / start.pits().len()).max(1) as u64;
    let mut state = start.clone();
    let mut laps = 0u64;
    // Hands of a word each, in fewer than 2^64 laps; and the larger ones.
    let mut words = 0u128;
    let mut large = BigUint::ZERO;
    let end = loop {
        if laps.is_multiple_of(poll) && observer.cancelled() {
            return Err(Cancelled);
        }
        if state.has_ended() {
            break End::Ended;
        }
        if laps == most {
            break End::Limit;
        }
        match state.hand().to_u64() {
            Some(hand) => words += u128::from(hand),
            None => large += state.hand().clone().into(),
        }
        state.lap();
        laps += 1;
        if recurs(&state) {
            break End::Recurred;
        }
    };
    Ok(Played { end, laps, sown: large + words })
}

#[cfg(test)]
mod tests {
    use super::{End, play};
    use crate::games::relay::{Relay, State};
    use crate::observer::{Cancelled, Observer};
    use crate::orbit::{Orbit, classify};
    use num_bigint::BigUint;

    #[test]
    fn agrees_with_cycle_finding() {
        let mut ends = [0, 0];
        for code in 0..7u64.pow(4) {
            let pits: Vec<u64> = (0..4).map(|pit| code / 7u64.pow(pit) % 7).collect();
            let Ok(start) = State::start(pits.clone(), 2) else { continue };
            let big = State::start(pits.into_iter().map(BigUint::from).collect(), 2).unwrap();
            let played = play(&start, u64::MAX, &()).unwrap();
            let same = play(&big, u64::MAX, &()).unwrap();
            assert_eq!((played.end, played.laps, &played.sown), (same.end, same.laps, &same.sown));
            let expected = match played.end {
                End::Ended => Orbit::Ends { steps: played.laps },
                End::Recurred => Orbit::Periodic { preperiod: 0, period: played.laps },
                End::Limit => unreachable!("there is none"),
            };
            ends[usize::from(played.end == End::Ended)] += 1;
            assert_eq!(classify(&Relay::default(), &start, u64::MAX, &()), Ok(expected));
            // Exactly as many laps as it takes decide; one fewer does not.
            assert_eq!(play(&start, played.laps, &()).unwrap().end, played.end);
            let short = play(&start, played.laps - 1, &()).unwrap();
            assert_eq!((short.end, short.laps), (End::Limit, played.laps - 1));
        }
        assert!(ends.iter().all(|&count| count > 100), "{ends:?}");
    }

    #[test]
    fn hands_beyond_a_word_are_counted() {
        let huge = BigUint::from(2u8).pow(64);
        let start = State::start(vec![huge.clone(), 5u8.into()], 0).unwrap();
        // 2^64 seeds go round 2^63 times, and 5 + 2^63 are sown on.
        let two = play(&start, 2, &()).unwrap();
        assert_eq!((two.laps, two.sown), (2, &huge + (&huge >> 1u8)));
    }

    #[test]
    fn an_observer_stops_it() {
        struct Stop;
        impl Observer for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let start = State::start(vec![2u64, 0, 1], 0).unwrap();
        assert_eq!(play(&start, u64::MAX, &Stop).unwrap_err(), Cancelled);
    }
}
