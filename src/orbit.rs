//! A step on a state, and what becomes of a state under it: it ends, or it is periodic.
//!
//! The exact, slow way for any system: no theorem about a particular game is used here.

use crate::observer::{Cancelled, Observer};

/// A deterministic rule that takes a state to the next one, or says that there is none.
pub trait Dynamics {
    /// A complete description of a moment: equal states have equal futures.
    type State: Clone + Eq;

    /// Replaces `state` by its successor and returns `true`; returns `false`, and leaves `state`
    /// as it is, if the motion ends here.
    fn step(&self, state: &mut Self::State) -> bool;
}

/// What becomes of a starting state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orbit {
    /// The motion ends after `steps` steps.
    Ends {
        /// Steps made before the end.
        steps: u64,
    },
    /// The states from step `preperiod` on recur for ever, every `period` steps.
    Periodic {
        /// Steps before the first state that recurs.
        preperiod: u64,
        /// Steps until it recurs for the first time, at least 1.
        period: u64,
    },
    /// The limit was reached before the question was decided.
    Undecided {
        /// Steps made along the orbit.
        steps: u64,
    },
}

/// Steps between two questions to the observer.
const POLL: u64 = 1 << 12;

/// Follows `start` until it ends or recurs, for at most `limit` steps along the orbit.
///
/// R. P. Brent's cycle finding (BIT 20, 1980): constant memory (three states), at most about
/// three times `preperiod + period` steps. With a limit of at least
/// `3 * max(preperiod, period) + 1` the answer is never [`Orbit::Undecided`].
///
/// The crate `pathfinding` has Brent's algorithm too, but its successor function can neither end
/// an orbit, nor be stopped, nor change a state in place, so it does not fit here; the tests
/// compare the two.
///
/// # Errors
/// [`Cancelled`] when the observer asks to stop.
pub fn classify<D: Dynamics>(
    dynamics: &D,
    start: &D::State,
    limit: u64,
    observer: &dyn Observer,
) -> Result<Orbit, Cancelled> {
    // The period: `ahead` runs on from a resting `mark`, which moves up at powers of two.
    let mut mark = start.clone();
    let mut ahead = start.clone();
    let mut steps = 0u64;
    let mut since_mark = 0u64;
    let mut stretch = 1u64;
    let period = loop {
        if steps.is_multiple_of(POLL) && observer.cancelled() {
            return Err(Cancelled);
        }
        if steps == limit {
            return Ok(Orbit::Undecided { steps });
        }
        if since_mark == stretch {
            mark.clone_from(&ahead);
            stretch = stretch.saturating_mul(2);
            since_mark = 0;
        }
        if !dynamics.step(&mut ahead) {
            return Ok(Orbit::Ends { steps });
        }
        steps += 1;
        since_mark += 1;
        if mark == ahead {
            break since_mark;
        }
    };

    // The preperiod: two walkers a period apart meet at the first state that recurs.
    let mut behind = start.clone();
    ahead.clone_from(start);
    for step in 0..period {
        if step.is_multiple_of(POLL) && observer.cancelled() {
            return Err(Cancelled);
        }
        dynamics.step(&mut ahead);
    }
    let mut preperiod = 0u64;
    while behind != ahead {
        if preperiod.is_multiple_of(POLL) && observer.cancelled() {
            return Err(Cancelled);
        }
        dynamics.step(&mut behind);
        dynamics.step(&mut ahead);
        preperiod += 1;
    }
    Ok(Orbit::Periodic { preperiod, period })
}

#[cfg(test)]
mod tests {
    use super::{Dynamics, Orbit, classify};
    use crate::observer::{Cancelled, Observer};

    /// A map given by its table; `None` ends.
    struct Table(Vec<Option<usize>>);

    impl Dynamics for Table {
        type State = usize;
        fn step(&self, state: &mut usize) -> bool {
            match self.0[*state] {
                Some(next) => {
                    *state = next;
                    true
                }
                None => false,
            }
        }
    }

    /// Remembers every state: the definition.
    fn by_history(map: &Table, start: usize) -> Orbit {
        let mut seen = vec![start];
        let mut state = start;
        loop {
            if !map.step(&mut state) {
                return Orbit::Ends { steps: seen.len() as u64 - 1 };
            }
            if let Some(first) = seen.iter().position(|&old| old == state) {
                return Orbit::Periodic {
                    preperiod: first as u64,
                    period: (seen.len() - first) as u64,
                };
            }
            seen.push(state);
        }
    }

    /// Every map of `size` states to themselves or to the end.
    fn every_map(size: usize) -> impl Iterator<Item = Table> {
        (0..(size + 1).pow(size as u32)).map(move |code| {
            let mut rest = code;
            Table(
                (0..size)
                    .map(|_| {
                        let digit = rest % (size + 1);
                        rest /= size + 1;
                        (digit < size).then_some(digit)
                    })
                    .collect(),
            )
        })
    }

    #[test]
    fn agrees_with_the_definition_on_every_small_map() {
        for size in 1..=5 {
            for map in every_map(size) {
                let expected = by_history(&map, 0);
                assert_eq!(classify(&map, &0, u64::MAX, &()), Ok(expected));
                assert_eq!(classify(&map, &0, 3 * size as u64 + 1, &()), Ok(expected));
                if let Orbit::Periodic { preperiod, period } = expected {
                    let (lam, _, mu) = pathfinding::directed::cycle_detection::brent(0, |state| {
                        map.0[state].expect("a periodic orbit has no end")
                    });
                    assert_eq!((mu as u64, lam as u64), (preperiod, period));
                }
            }
        }
    }

    #[test]
    fn a_limit_gives_undecided_and_never_a_guess() {
        let ring = Table((0..100).map(|state| Some((state + 1) % 100)).collect());
        assert_eq!(classify(&ring, &0, 99, &()), Ok(Orbit::Undecided { steps: 99 }));
        let line = Table((0..10).map(|state| (state < 9).then_some(state + 1)).collect());
        assert_eq!(classify(&line, &0, 9, &()), Ok(Orbit::Undecided { steps: 9 }));
        assert_eq!(classify(&line, &0, 10, &()), Ok(Orbit::Ends { steps: 9 }));
    }

    #[test]
    fn an_observer_stops_it() {
        struct Stop;
        impl Observer for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let ring = Table(vec![Some(0)]);
        assert_eq!(classify(&ring, &0, u64::MAX, &Stop), Err(Cancelled));
    }
}
