//! A whole game: two players move in turn until one has won, or a move that never ends annuls it.
//!
//! What a turn does to the board is found by the rules, leg by leg ([`Played::by_the_rules`]), or by
//! whoever knows it sooner; a game only needs the result.

use num_traits::CheckedAdd;
use thiserror::Error;

use super::{Following, Leg, Path, Position, StartError};
use crate::observer::{Cancelled, Observer};
use crate::orbit::{Dynamics, Orbit, classify};
use crate::sowing::Seeds;

/// One of the two players, by who moves first in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who makes the first move.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// Which victory conditions end a game, beside the one that always does: a player who is to move and
/// has no pit with 2 seeds has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victories {
    /// Captures at both ends of the board in one turn.
    pub emitwe_ebiri: bool,
    /// Captures in two separate turns before the opponent has captured: a rule of some tournaments.
    pub akakyala: bool,
}

impl Default for Victories {
    /// With emitwe-ebiri, without akakyala.
    fn default() -> Self {
        Self { emitwe_ebiri: true, akakyala: false }
    }
}

/// Whether captures in these columns, as a set of bits from the lowest for column 0, are captures at
/// both ends of a board.
#[must_use]
pub fn emitwe_ebiri(captures: u32, columns: usize) -> bool {
    let ends = 1 | 1 << (columns - 1);
    captures & ends == ends
}

/// Whether captures in these columns are captures in all of them. All pits of the opponent are empty
/// then, which wins the game under any conditions.
#[must_use]
pub fn akawumbi(captures: u32, columns: usize) -> bool {
    captures.count_ones() as usize == columns
}

/// What a turn does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played<S> {
    /// The last seed fell into an empty pit.
    Ends {
        /// The board as the turn leaves it, as the mover sees it.
        position: Position<S>,
        /// The columns captured in, as a set of bits from the lowest for column 0.
        captures: u32,
    },
    /// The sowing never ends.
    NeverEnds,
}

/// Why a turn cannot be played.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PlayError {
    /// No turn starts from the pit.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The path does not make every choice that there is, or makes others.
    #[error("the path has {given} directions, and on its way there are {choices} choices")]
    Path {
        /// Length of the path.
        given: usize,
        /// Choices on the way that begins with it, counter-clockwise after its end.
        choices: usize,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl<S: Seeds + CheckedAdd> Played<S> {
    /// Plays a turn by nothing but the rules: the legs are followed until the turn ends or a moment
    /// recurs.
    ///
    /// Constant memory; `O(columns)` for each leg, of which there may be billions.
    ///
    /// # Errors
    /// If no turn starts from the pit, the path has not one direction for each choice on the way, or
    /// the observer asks to stop.
    pub fn by_the_rules(
        position: &Position<S>,
        pit: usize,
        path: &Path,
        observer: &dyn Observer,
    ) -> Result<Self, PlayError> {
        let mut state = (Leg::start(position.clone(), pit)?, 0);
        let following = Following::new(&path.0);
        let orbit = classify(&following, &state, u64::MAX, observer)?;
        let legs = match orbit {
            Orbit::Ends { steps } | Orbit::Undecided { steps } => steps,
            Orbit::Periodic { preperiod, period } => preperiod + period,
        };
        let mut choices = 0;
        for _ in 0..legs {
            choices += usize::from(state.0.is_choice());
            following.step(&mut state);
        }
        let given = path.0.len();
        if choices != given {
            return Err(PlayError::Path { given, choices });
        }
        if matches!(orbit, Orbit::Periodic { .. }) {
            return Ok(Self::NeverEnds);
        }
        let position_after = state.0.into_position();
        // A column that was armed and is not any more has been captured in.
        let disarmed = |&column: &usize| {
            position.armed(column).is_some() && position_after.armed(column).is_none()
        };
        let captures = (0..position.columns()).filter(disarmed).map(|column| 1 << column).sum();
        Ok(Self::Ends { position: position_after, captures })
    }
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player to move has no pit with 2 seeds.
    NoMove,
    /// Captures at both ends of the board in one turn.
    EmitweEbiri,
    /// Captures in every column in one turn.
    Akawumbi,
    /// Captures in two turns before the opponent's first.
    Akakyala,
    /// The move never ends.
    NeverEnds,
}

impl Reason {
    /// `no-move`, `emitwe-ebiri`, `akawumbi`, `akakyala` or `never-ends`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::EmitweEbiri => "emitwe-ebiri",
            Self::Akawumbi => "akawumbi",
            Self::Akakyala => "akakyala",
            Self::NeverEnds => "never-ends",
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who has won; nobody where a move never ends.
    pub winner: Option<Player>,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// `first-wins`, `second-wins` or `annulled`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.winner {
            Some(Player::First) => "first-wins",
            Some(Player::Second) => "second-wins",
            None => "annulled",
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

/// A game at some moment between two turns, or at its end.
///
/// Games are equal when board, player to move, captures so far, conditions and ending are.
///
/// # Examples
/// ```
/// use sowlab::games::omweso::{Game, Path, Played, Player, Position, Reason, Victories};
///
/// let start = Position::new(vec![2u8, 0, 0, 0], vec![0, 1, 0, 0])?;
/// let mut game = Game::new(start, Victories::default());
/// let played = Played::by_the_rules(game.position(), 0, &Path::default(), &())?;
/// game.play(played)?;
/// let ending = game.ending().ok_or("the second player has a single seed")?;
/// assert_eq!((ending.winner, ending.reason), (Some(Player::First), Reason::NoMove));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game<S> {
    victories: Victories,
    position: Position<S>,
    mover: Player,
    /// Turns with captures of the first and the second player.
    capturing: [u64; 2],
    ending: Option<Ending>,
}

impl<S: Seeds> Game<S> {
    /// A game that begins with a position, in which the first player is the mover. Where that player
    /// has no pit with 2 seeds, the game has ended before it began.
    #[must_use]
    pub fn new(position: Position<S>, victories: Victories) -> Self {
        let mut game =
            Self { victories, position, mover: Player::First, capturing: [0; 2], ending: None };
        game.lose_without_a_move();
        game
    }

    /// The board as the player to move sees it; after a move that never ends, as it was before.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// Who is to move; when the game is won, who would be, and where a move never ends, who made it.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The number of turns in which a player has captured.
    #[must_use]
    pub fn capturing_turns(&self, player: Player) -> u64 {
        self.capturing[player as usize]
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The mover's turn, which the caller has played from [`Game::position`].
    ///
    /// Where several conditions are fulfilled, the rarest gives its name: akawumbi, emitwe-ebiri,
    /// akakyala, and the opponent who cannot move. A victory does not interrupt the sowing, so that a
    /// move that never ends annuls the game, whatever it has captured.
    ///
    /// # Errors
    /// If the game has ended; nothing changes.
    pub fn play(&mut self, played: Played<S>) -> Result<(), GameOver> {
        if let Some(ending) = self.ending {
            return Err(GameOver { ending });
        }
        let Played::Ends { position, captures } = played else {
            self.ending = Some(Ending { winner: None, reason: Reason::NeverEnds });
            return Ok(());
        };
        let columns = position.columns();
        let mover = self.mover;
        self.position = position.turned();
        self.mover = mover.other();
        self.capturing[mover as usize] += u64::from(captures != 0);
        let [own, opponent] = [mover, self.mover].map(|player| self.capturing_turns(player));
        let reason = if akawumbi(captures, columns) {
            Some(Reason::Akawumbi)
        } else if self.victories.emitwe_ebiri && emitwe_ebiri(captures, columns) {
            Some(Reason::EmitweEbiri)
        } else if self.victories.akakyala && captures != 0 && own == 2 && opponent == 0 {
            Some(Reason::Akakyala)
        } else {
            None
        };
        match reason {
            Some(reason) => self.ending = Some(Ending { winner: Some(mover), reason }),
            None => self.lose_without_a_move(),
        }
        Ok(())
    }

    /// Ends the game if the player to move cannot.
    fn lose_without_a_move(&mut self) {
        if self.position.starts().next().is_none() {
            let winner = Some(self.mover.other());
            self.ending = Some(Ending { winner, reason: Reason::NoMove });
        }
    }
}

#[cfg(test)]
mod tests;
