//! A whole game: positions one after the other, until one ends it or comes back.
//!
//! What a move does is found by the rules; a game only needs the result, so that games whose turns are
//! others ([`crate::games::pas_de_deux`]) are played in the same way.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Ending, Position, Reason};

/// What is done when a position comes back, with the same player to move: the description of the rules
/// is silent about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// The game ends, and each player takes the seeds on their own side.
    #[default]
    OwnSide,
    /// The game ends, and the seeds on the board are split evenly.
    EvenSplit,
    /// Nothing: the game goes on.
    Ignored,
}

impl Repetition {
    /// `own-side`, `even-split` or `ignored`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OwnSide => "own-side",
            Self::EvenSplit => "even-split",
            Self::Ignored => "ignored",
        }
    }

    /// How the game ends when a position comes back; it does not where that is ignored.
    #[must_use]
    pub fn ending(self, position: &Position) -> Option<Ending> {
        match self {
            Self::OwnSide => Some(Ending::new(Reason::Repetition, position.own_sides())),
            Self::EvenSplit => {
                let half = position.on_board() as u16;
                let halves = position.stores().map(|seeds| 2 * u16::from(seeds) + half);
                Some(Ending { reason: Reason::Repetition, halves })
            }
            Self::Ignored => None,
        }
    }
}

/// A move after the end of a game.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the game has ended: {}, {}", ending.name(), ending.reason.name())]
pub struct GameOver {
    /// How it has ended.
    pub ending: Ending,
}

/// A position that a game has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// How the game has ended with it, if it has.
    pub ending: Option<Ending>,
}

/// A game at some moment, or at its end. Its history begins with its first position.
///
/// # Examples
/// ```
/// use sowlab::games::oware::{Game, GrandSlam, Position, Repetition, Side};
///
/// // One seed each: sooner or later a position comes back, or nobody can be fed.
/// let start = Position::new(vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [23, 23], Side::South)?;
/// let ending = start.ending(GrandSlam::CapturesNothing);
/// let mut game = Game::new(start, ending, Repetition::OwnSide);
/// while game.ending().is_none() {
///     let legal = game.position().moves(GrandSlam::CapturesNothing);
///     let position = legal[0].1.position.clone();
///     let ending = position.ending(GrandSlam::CapturesNothing);
///     game.go_on(position, ending)?;
/// }
/// let ending = game.ending().ok_or("the game has ended")?;
/// assert_eq!(ending.halves.iter().sum::<u16>(), 2 * 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    repetition: Repetition,
    /// All positions since the last capture: none of those before can come back.
    history: HashSet<Position>,
    position: Position,
    ending: Option<Ending>,
}

impl Game {
    /// A game that begins with a position, which may have ended it already.
    #[must_use]
    pub fn new(position: Position, ending: Option<Ending>, repetition: Repetition) -> Self {
        Self { repetition, history: HashSet::from([position.clone()]), position, ending }
    }

    /// The position that it has come to.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The game comes to a position, with which it has ended or not by the rules of its moves. If it has
    /// not, a position that was there before may end it.
    ///
    /// # Errors
    /// If the game had ended; nothing changes.
    pub fn go_on(
        &mut self,
        position: Position,
        ending: Option<Ending>,
    ) -> Result<Record, GameOver> {
        if let Some(ending) = self.ending {
            return Err(GameOver { ending });
        }
        if position.on_board() != self.position.on_board() {
            self.history.clear();
        }
        let recurs = !self.history.insert(position.clone());
        self.ending = ending.or_else(|| self.repetition.ending(&position).filter(|_| recurs));
        self.position = position.clone();
        Ok(Record { position, ending: self.ending })
    }
}
