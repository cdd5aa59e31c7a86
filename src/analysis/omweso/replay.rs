//! A whole game of Omweso from the moves as they are written.

use num_bigint::BigUint;
use thiserror::Error;

use super::{Choices, Fate, Turn, Turns, TurnsError, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::{
    Ending, Game, GameOver, Move, MoveError, Played, Player, Position, StartError, Victories,
};
use crate::notation::is_separator;
use crate::observer::{Cancelled, Observer};

/// A move of a game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Number of the move, from 1.
    pub number: u64,
    /// Who made it.
    pub mover: Player,
    /// The pit it starts from, in the mover's numbering.
    pub pit: usize,
    /// The turn that it is.
    pub turn: Turn,
    /// How the game has ended with it; missing while it goes on.
    pub ending: Option<Ending>,
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReplayError {
    /// A move is none, or is not one that can be made.
    #[error("move {number}: {fault}")]
    Move {
        /// Its number, from 1.
        number: u64,
        /// What is wrong.
        fault: MoveFault,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What is wrong with a move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveFault {
    /// It comes too late.
    #[error(
        "the game has ended before it ({}, {}); no move is accepted",
        ending.name(), ending.reason.name()
    )]
    Ended {
        /// How the game has ended.
        ending: Ending,
    },
    /// It is not written as moves are.
    #[error(transparent)]
    Text(#[from] MoveError),
    /// No move starts from its pit.
    #[error("the mover may start from {pits}: {error}")]
    Start {
        /// The pits that a move starts from.
        pits: String,
        /// What is wrong with this one.
        error: StartError,
    },
    /// Its path does not make the choices that there are.
    #[error("`{chosen}` is not one of the ways to play pit {}; accepted: {accepted}", chosen.pit)]
    Path {
        /// The move.
        chosen: Move,
        /// Ways to play its pit, the first few.
        accepted: String,
    },
}

/// Plays a game that the first player begins from a position; moves are separated by spaces or
/// commas.
///
/// Each move costs what the turns from its pit do ([`turns`]).
///
/// # Errors
/// If a move cannot be made, or the observer asks to stop.
///
/// # Examples
/// ```
/// use sowlab::analysis::omweso::replay;
/// use sowlab::games::omweso::{Position, Victories};
///
/// let start = Position::traditional(8)?;
/// let game = replay(&start, Victories::default(), "0 3, 1", &())?;
/// assert!(game.len() == 3 && game[2].ending.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(
    start: &Position<BigUint>,
    victories: Victories,
    moves: &str,
    observer: &dyn Observer,
) -> Result<Vec<Replayed>, ReplayError> {
    let mut game = Game::new(start.clone(), victories);
    let mut replayed = Vec::new();
    let moves = moves.split(is_separator).filter(|text| !text.is_empty());
    for (number, text) in (1u64..).zip(moves) {
        let refused = |fault| ReplayError::Move { number, fault };
        if let Some(ending) = game.ending() {
            return Err(refused(MoveFault::Ended { ending }));
        }
        let chosen: Move = text.parse().map_err(|error: MoveError| refused(error.into()))?;
        let pit = chosen.pit;
        let turn = one(game.position(), chosen, observer).map_err(|fault| match fault {
            Fault::Move(fault) => refused(fault),
            Fault::Cancelled(cancelled) => cancelled.into(),
        })?;
        let player = game.mover();
        let result = match &turn.fate {
            Fate::Ends { position, .. } => {
                Played::Ends { position: position.clone(), captures: turn.captures }
            }
            Fate::NeverEnds { .. } | Fate::Undecided => Played::NeverEnds,
        };
        game.play(result).map_err(|GameOver { ending }| refused(MoveFault::Ended { ending }))?;
        replayed.push(Replayed { number, mover: player, pit, turn, ending: game.ending() });
    }
    Ok(replayed)
}

/// Why a turn cannot be made.
enum Fault {
    Move(MoveFault),
    Cancelled(Cancelled),
}

/// The one turn that a move is.
fn one(position: &Position<BigUint>, chosen: Move, observer: &dyn Observer) -> Result<Turn, Fault> {
    let effort = Effort { period: false, ..Effort::default() };
    let pit = chosen.pit;
    let found = match turns(position, pit, Choices::All, effort, observer) {
        Ok(found) => found,
        Err(TurnsError::Cancelled(cancelled)) => return Err(Fault::Cancelled(cancelled)),
        Err(TurnsError::Start(error)) => {
            let pits: Vec<String> = position.starts().map(|pit| pit.to_string()).collect();
            return Err(Fault::Move(MoveFault::Start { pits: pits.join(" "), error }));
        }
    };
    found.along(&chosen.path).ok_or_else(|| {
        let accepted = accepted(pit, &found);
        Fault::Move(MoveFault::Path { chosen, accepted })
    })
}

/// How many ways to play a pit an error names.
const NAMED: usize = 8;

/// The ways to play a pit, as they are written.
fn accepted(pit: usize, turns: &Turns) -> String {
    let mut ways = turns.iter().map(|turn| Move { pit, path: turn.path }.to_string());
    let named: Vec<String> = ways.by_ref().take(NAMED).collect();
    let more = if ways.next().is_some() { " ..." } else { "" };
    named.join(" ") + more
}
