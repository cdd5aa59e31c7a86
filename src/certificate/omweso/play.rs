//! Playing a turn by the rules, leg by leg, along a path of choices.

use num_bigint::BigUint;
use num_traits::CheckedAdd;

use super::PathFault;
use crate::games::omweso::{Direction, Leg};
use crate::games::relay::State;
use crate::observer::Observer;
use crate::sowing::Seeds;

/// Legs between two questions to the observer.
const POLL: u64 = 1 << 10;

/// Why no further leg was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The path spells other choices.
    Path(PathFault),
    /// As many legs were played as were allowed.
    Limit { legs: u64 },
    /// The observer asked to stop.
    Cancelled,
}

/// A turn that is being played.
pub(super) struct Play<'a, S> {
    leg: Leg<S>,
    path: &'a [Direction],
    made: usize,
    legs: u64,
    /// Seeds sown: hands of a word each, in fewer than 2^64 legs; and the larger ones.
    words: u128,
    large: BigUint,
    limit: u64,
    observer: &'a dyn Observer,
}

/// A moment of a turn that is remembered.
pub(super) struct Moment<S> {
    leg: Leg<S>,
    made: usize,
    legs: u64,
}

impl<'a, S: Seeds + Into<BigUint>> Play<'a, S> {
    /// Begins a turn that is played for at most `limit` legs.
    pub fn new(
        start: Leg<S>,
        path: &'a [Direction],
        limit: u64,
        observer: &'a dyn Observer,
    ) -> Self {
        let (made, legs, words, large) = (0, 0, 0, BigUint::ZERO);
        Self { leg: start, path, made, legs, words, large, limit, observer }
    }

    /// Plays a leg of a turn that has not ended.
    pub fn leg(&mut self) -> Result<(), Stop> {
        if self.legs.is_multiple_of(POLL) && self.observer.cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.legs == self.limit {
            return Err(Stop::Limit { legs: self.legs });
        }
        let mut direction = Direction::CounterClockwise;
        if self.leg.is_choice() {
            let choices = self.path.len();
            let missing = PathFault::Missing { legs: self.legs, choices };
            direction = *self.path.get(self.made).ok_or(Stop::Path(missing))?;
            self.made += 1;
        }
        match self.leg.hand().to_u64() {
            Some(hand) => self.words += u128::from(hand),
            None => self.large += self.leg.hand().clone().into(),
        }
        self.leg.sow(direction);
        self.legs += 1;
        Ok(())
    }

    /// Legs played.
    pub fn legs(&self) -> u64 {
        self.legs
    }

    /// Whether the turn has ended.
    pub fn has_ended(&self) -> bool {
        self.leg.has_ended()
    }

    /// Whether exactly the choices of the path have been made.
    pub fn check_path(&self) -> Result<(), PathFault> {
        let (choices, made) = (self.path.len(), self.made);
        if made == choices { Ok(()) } else { Err(PathFault::Spare { choices, made }) }
    }

    /// The seeds sown since the beginning, or since they were asked for.
    pub fn take_sown(&mut self) -> BigUint {
        std::mem::take(&mut self.large) + std::mem::take(&mut self.words)
    }

    /// The first armed column.
    pub fn armed(&self) -> Option<usize> {
        let position = self.leg.position();
        (0..position.columns()).find(|&column| position.armed(column).is_some())
    }

    /// The origin of the hand, if there are seeds in it.
    pub fn occupied_origin(&self) -> Option<usize> {
        let origin = self.leg.origin();
        (!self.leg.position().own()[origin].is_zero()).then_some(origin)
    }

    /// Whether what follows is relay sowing on the mover's side: no column is armed, and the hand was
    /// taken from its origin.
    pub fn is_settled(&self) -> bool {
        self.occupied_origin().is_none() && self.armed().is_none()
    }

    /// This moment.
    pub fn moment(&self) -> Moment<S> {
        Moment { leg: self.leg.clone(), made: self.made, legs: self.legs }
    }

    /// Whether a moment is there again, the same choices lying before it.
    pub fn is_at(&self, moment: &Moment<S>) -> bool {
        // Most often the first comparison decides.
        self.leg.hand() == moment.leg.hand() && self.made == moment.made && self.leg == moment.leg
    }
}

impl<S: Seeds + CheckedAdd> Play<'_, S> {
    /// The mover's side as a state of relay sowing, the hand in its origin.
    pub fn relay(&self) -> State<S> {
        let mut pits = self.leg.position().own().to_vec();
        pits[self.leg.origin()] = self.leg.hand().clone();
        State::new(pits, self.leg.origin()).expect("a hand in a pit of a board")
    }
}

/// Watches a turn for a moment that recurs, in the memory of one: it is exchanged for a later one
/// after 1, 2, 4, ... legs, so that it soon lies on the cycle and is kept for long enough.
pub(super) struct Watch<S> {
    kept: Moment<S>,
    legs: u64,
}

impl<S: Seeds + Into<BigUint>> Watch<S> {
    /// Begins to watch.
    pub fn new(play: &Play<'_, S>) -> Self {
        Self { kept: play.moment(), legs: 1 }
    }

    /// To be called after each leg. If a moment recurs, the legs before it.
    pub fn recurs(&mut self, play: &Play<'_, S>) -> Option<u64> {
        if play.is_at(&self.kept) {
            return Some(self.kept.legs);
        }
        if play.legs - self.kept.legs == self.legs {
            self.kept = play.moment();
            self.legs = self.legs.saturating_mul(2);
        }
        None
    }
}
