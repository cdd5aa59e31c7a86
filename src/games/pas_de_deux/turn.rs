//! One turn: one move or two, what they capture, and the duty to feed.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::games::oware::{Ending, Position, Reason, Sown};

/// Whether the first move of a turn of two captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// As every move does; it may even take everything.
    #[default]
    Captures,
    /// It does not: the reading under which the published puzzle seems to have been composed.
    CapturesNothing,
}

/// A turn: the pits of its moves, counted from the mover's left from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The pit that is sown first.
    pub first: usize,
    /// The pit that is sown then; none in a turn of one move.
    pub second: Option<usize>,
}

/// What a turn does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Seeds captured by the first move.
    pub first_captured: u8,
    /// Seeds captured by the second move; 0 in a turn of one move.
    pub second_captured: u8,
    /// Indices of the pits captured, by either move.
    pub captured_pits: Vec<usize>,
    /// Whether the last move is a grand slam, so that it captures nothing.
    pub grand_slam: bool,
    /// The position after the turn, with the opponent to move.
    pub position: Position,
}

impl Played {
    /// Seeds captured in all.
    #[must_use]
    pub fn captured(&self) -> u8 {
        self.first_captured + self.second_captured
    }
}

/// Why a turn may not be played.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TurnError {
    /// There is no such pit.
    #[error("there is no pit {} among the {width} pits of the mover, counted from 1", pit + 1)]
    NoSuchPit {
        /// The pit, counted from the mover's left from 0.
        pit: usize,
        /// Pits of the mover.
        width: usize,
    },
    /// A pit is empty when it is to be sown.
    #[error("pit {} is empty when it is to be sown", pit + 1)]
    Empty {
        /// The pit, counted from the mover's left from 0.
        pit: usize,
    },
    /// The opponent has no seed and must be left one, and is not.
    #[error("the opponent has no seed, can be given one, and is left none")]
    DoesNotFeed,
    /// The first move has made it possible to feed the opponent, and no second move follows.
    #[error("after the first move the opponent can be fed, and a second move must do it")]
    StopsShort,
}

impl Position {
    /// The board after the first move of a turn of two, and the pits that it captures.
    fn after_first(&self, pit: usize, first_move: FirstMove) -> (Self, Vec<usize>) {
        let (pits, captured) = self.sown(pit).settled(first_move == FirstMove::CapturesNothing);
        (self.with_pits(pits), captured)
    }

    /// Whether the opponent has no seed.
    fn opponent_is_bare(&self) -> bool {
        self.is_bare(self.mover().other(), self.pits())
    }

    /// Whether some move puts a seed on the opponent's side.
    fn can_feed(&self) -> bool {
        let feeds = |pit| !self.is_bare(self.mover().other(), &self.sown(pit).pits);
        (0..self.width()).any(|pit| self.row(self.mover())[pit] > 0 && feeds(pit))
    }

    /// Whether the mover has a seed in one of the mover's pits, counted from the left from 0.
    fn check_pit(&self, pit: usize) -> Result<(), TurnError> {
        let width = self.width();
        match self.row(self.mover()).get(pit) {
            None => Err(TurnError::NoSuchPit { pit, width }),
            Some(0) => Err(TurnError::Empty { pit }),
            Some(_) => Ok(()),
        }
    }

    /// Plays a turn. Whether the game has ended before is not asked.
    ///
    /// The opponent who has no seed at the beginning must be left one, if a single move can feed. If
    /// none can, the first move is free; but if it makes that possible, a second move must feed. And so
    /// it is after a first move that has taken everything.
    ///
    /// # Errors
    /// If a pit does not exist, is empty, or the opponent is not fed as they must be.
    pub fn play_turn(&self, turn: Turn, first_move: FirstMove) -> Result<Played, TurnError> {
        let Turn { first, second } = turn;
        self.check_pit(first)?;
        let must_feed = self.opponent_is_bare() && self.can_feed();
        let (before, mut captured_pits) = match second {
            None => (self.clone(), Vec::new()),
            Some(pit) => {
                let (middle, captured) = self.after_first(first, first_move);
                middle.check_pit(pit)?;
                (middle, captured)
            }
        };
        let sown: Sown = before.sown(second.unwrap_or(first));
        // Only the last move of a turn may not take everything.
        let grand_slam = before.is_grand_slam(&sown);
        let (pits, captured) = sown.settled(grand_slam);
        captured_pits.extend(captured);
        if self.is_bare(self.mover().other(), &pits) {
            if must_feed {
                return Err(TurnError::DoesNotFeed);
            }
            // Nobody is fed in the end: allowed if nobody could be, after the first move.
            match second {
                None if self.after_first(first, first_move).0.can_feed() => {
                    return Err(TurnError::StopsShort);
                }
                Some(_) if before.opponent_is_bare() && before.can_feed() => {
                    return Err(TurnError::DoesNotFeed);
                }
                _ => {}
            }
        }
        let seeds = |pits: &[u8]| pits.iter().sum::<u8>();
        let (at_first, in_between, in_the_end) =
            (seeds(self.pits()), seeds(before.pits()), seeds(&pits));
        let (first_captured, second_captured) = match second {
            None => (at_first - in_the_end, 0),
            Some(_) => (at_first - in_between, in_between - in_the_end),
        };
        let position = self.passed_on(pits);
        Ok(Played { first_captured, second_captured, captured_pits, grand_slam, position })
    }

    /// The legal turns, in the order of their pits, each single move before the turns of two that begin
    /// with it; none where the game has ended.
    ///
    /// # Examples
    /// ```
    /// use sowlab::games::oware::Position;
    /// use sowlab::games::pas_de_deux::FirstMove;
    ///
    /// let start = Position::start(8, 6)?;
    /// let turns = start.turns(FirstMove::Captures);
    /// assert_eq!(turns.len(), 64);
    /// assert_eq!(turns[1].0.to_string(), "1-2");
    /// # Ok::<(), sowlab::games::oware::PositionError>(())
    /// ```
    #[must_use]
    pub fn turns(&self, first_move: FirstMove) -> Vec<(Turn, Played)> {
        if self.majority_reached() {
            return Vec::new();
        }
        let pits = || 0..self.width();
        let all = pits().flat_map(|first| {
            let seconds = std::iter::once(None).chain(pits().map(Some));
            seconds.map(move |second| Turn { first, second })
        });
        let legal = all.filter_map(|turn| Some((turn, self.play_turn(turn, first_move).ok()?)));
        legal.collect()
    }

    /// How a game of Pas de Deux has ended with this position, if it has; repetition apart. A player
    /// with a seed always has a turn.
    #[must_use]
    pub fn turns_ending(&self) -> Option<Ending> {
        if self.majority_reached() {
            Some(Ending::new(Reason::Majority, self.stores()))
        } else if self.is_bare(self.mover(), self.pits()) {
            Some(Ending::new(Reason::NoSeeds, self.own_sides()))
        } else {
            None
        }
    }
}

/// Why a text is no turn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "`{text}` is no turn; accepted are the number of a pit from 1, or two of them, as in 3 or 3-7"
)]
pub struct NotATurn {
    /// The text.
    pub text: String,
}

impl fmt::Display for Turn {
    /// The pits from 1, as in `3` or `3-7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first + 1)?;
        if let Some(second) = self.second {
            write!(f, "-{}", second + 1)?;
        }
        Ok(())
    }
}

impl FromStr for Turn {
    type Err = NotATurn;

    fn from_str(text: &str) -> Result<Self, NotATurn> {
        let refused = || NotATurn { text: text.into() };
        let pit = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number: Option<usize> = text.parse().ok().filter(|_| digits);
            number.and_then(|number| number.checked_sub(1)).ok_or_else(refused)
        };
        match text.split_once('-') {
            None => Ok(Self { first: pit(text)?, second: None }),
            Some((first, second)) => Ok(Self { first: pit(first)?, second: Some(pit(second)?) }),
        }
    }
}

#[cfg(test)]
mod tests;
