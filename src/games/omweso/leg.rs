//! A turn, leg by leg: what happens when a hand is sown on a board with captures.

use num_traits::CheckedAdd;
use thiserror::Error;

use super::{Direction, Position};
use crate::orbit::Dynamics;
use crate::sowing::{Seeds, sow_hand};

/// A moment of a turn: a hand is about to be sown, or the turn has ended.
///
/// Equal moments have equal futures: the seeds on the board without the hand, the hand, the pit it
/// is sown from, and whether it may be sown clockwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg<S> {
    position: Position<S>,
    origin: usize,
    hand: S,
    reversible: bool,
}

/// Why no turn starts from a pit.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum StartError {
    /// The mover has no such pit.
    #[error("pit {pit} is not on the mover's side; its {pits} pits are numbered 0 to {}", pits - 1)]
    NoSuchPit {
        /// The pit asked for.
        pit: usize,
        /// Number of the mover's pits.
        pits: usize,
    },
    /// There are too few seeds in it.
    #[error("pit {pit} holds {seeds} seed{}; a turn starts from a pit with at least 2", if *seeds == 1 { "" } else { "s" })]
    FewSeeds {
        /// The pit asked for.
        pit: usize,
        /// Seeds in it, 0 or 1.
        seeds: u8,
    },
}

/// Where the last seed of a leg fell, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landing<S> {
    /// Into an empty pit: the turn ends.
    Ends {
        /// The landing pit.
        pit: usize,
    },
    /// Into an occupied pit, whose seeds are the next hand.
    Relay {
        /// The landing pit.
        pit: usize,
    },
    /// Into an occupied inner pit of an armed column: what the opponent had there is the next hand.
    Capture {
        /// The landing pit.
        pit: usize,
        /// Its column, from 0 at the mover's left.
        column: usize,
        /// The seeds captured, at least 2.
        seeds: S,
    },
}

impl<S: Seeds> Leg<S> {
    /// The beginning of a turn: the seeds of `pit` are in hand.
    ///
    /// # Errors
    /// If the mover has no such pit, or it holds fewer than 2 seeds.
    pub fn start(position: Position<S>, pit: usize) -> Result<Self, StartError> {
        let pits = position.own().len();
        match position.own().get(pit) {
            None => Err(StartError::NoSuchPit { pit, pits }),
            Some(seeds) if *seeds <= S::one() => {
                Err(StartError::FewSeeds { pit, seeds: u8::from(!seeds.is_zero()) })
            }
            Some(_) => {
                let mut leg = Self { position, origin: pit, hand: S::zero(), reversible: false };
                leg.pick_up(pit);
                Ok(leg)
            }
        }
    }

    /// Begins a first or relay leg: the seeds of `pit` are taken in hand. It may be sown clockwise if
    /// the pit is one of the leftmost and that ends in a capture.
    fn pick_up(&mut self, pit: usize) {
        self.hand = std::mem::replace(&mut self.position.own_mut()[pit], S::zero());
        self.origin = pit;
        self.reversible = self.position.is_leftmost(pit) && self.captures(Direction::Clockwise);
    }

    /// Whether the hand, sown in a direction, ends in a capture.
    fn captures(&self, direction: Direction) -> bool {
        let can = (0..self.position.columns()).any(|column| self.position.armed(column).is_some());
        can && matches!(self.clone().land(direction), Landing::Capture { .. })
    }

    /// Sows the hand and judges where the last seed fell, and no more.
    fn land(&mut self, direction: Direction) -> Landing<S> {
        let pit = sow_hand(self.position.own_mut(), self.origin, &self.hand, direction.way());
        // What was empty holds the last seed alone.
        if self.position.own()[pit].is_one() {
            return Landing::Ends { pit };
        }
        let column = self.position.column(pit);
        match self.position.armed(column) {
            Some(seeds) if self.position.is_inner(pit) => Landing::Capture { pit, column, seeds },
            _ => Landing::Relay { pit },
        }
    }

    /// Sows the hand in a direction and takes up the next one, if there is one.
    ///
    /// Returns nothing, and changes nothing, if that is not allowed: counter-clockwise is allowed
    /// until the turn has ended, clockwise where [`Leg::is_choice`].
    pub fn sow(&mut self, direction: Direction) -> Option<Landing<S>> {
        if self.has_ended() || (direction == Direction::Clockwise && !self.reversible) {
            return None;
        }
        let landing = self.land(direction);
        match &landing {
            Landing::Ends { .. } => {
                self.hand = S::zero();
                self.reversible = false;
            }
            Landing::Relay { pit } => self.pick_up(*pit),
            Landing::Capture { column, seeds, .. } => {
                self.position.disarm(*column);
                self.hand = seeds.clone();
                // What was captured clockwise may be sown clockwise if it captures again.
                self.reversible =
                    direction == Direction::Clockwise && self.captures(Direction::Clockwise);
            }
        }
        Some(landing)
    }

    /// The board without the hand; when the turn has ended, the board as it is left.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// The board as the turn has left it, without a copy.
    #[must_use]
    pub fn into_position(self) -> Position<S> {
        self.position
    }

    /// The pit next to which the first seed of the hand goes: the one it was taken from, or, for
    /// captured seeds, the origin of the leg that captured them.
    #[must_use]
    pub fn origin(&self) -> usize {
        self.origin
    }

    /// The seeds that are sown next, at least 2; none when the turn has ended.
    #[must_use]
    pub fn hand(&self) -> &S {
        &self.hand
    }

    /// Whether the hand may be sown in both directions.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.reversible
    }

    /// Whether the turn has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.hand.is_zero()
    }
}

/// A turn whose choices are made in advance, as a [`Dynamics`]: a step is a leg. Where the list of
/// choices has come to its end, every further one is counter-clockwise.
///
/// The state is the moment and the number of choices that lie behind it.
#[derive(Clone, Copy, Debug)]
pub struct Following<'a, S> {
    choices: &'a [Direction],
    seeds: std::marker::PhantomData<S>,
}

impl<'a, S> Following<'a, S> {
    /// A turn with these choices.
    #[must_use]
    pub fn new(choices: &'a [Direction]) -> Self {
        Self { choices, seeds: std::marker::PhantomData }
    }
}

impl<S: Seeds + CheckedAdd> Dynamics for Following<'_, S> {
    type State = (Leg<S>, usize);

    fn step(&self, (leg, made): &mut Self::State) -> bool {
        let mut direction = Direction::CounterClockwise;
        if leg.is_choice()
            && let Some(&chosen) = self.choices.get(*made)
        {
            direction = chosen;
            *made += 1;
        }
        leg.sow(direction).is_some()
    }
}

#[cfg(test)]
mod tests;
