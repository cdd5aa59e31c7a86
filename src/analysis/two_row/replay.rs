//! A whole game on two rows from its moves as they are written, by the rules of [`crate::games`].

use std::fmt::Display;

use thiserror::Error;

use crate::games::oware::{
    Ending, Game, GameOver, GrandSlam, Move, MoveError, Position, Repetition, Side,
};
use crate::games::pas_de_deux::{FirstMove, Turn};
use crate::notation::is_separator;

/// A game on two rows: the rules under a reading of them.
pub trait Rules {
    /// A move, or a turn of several.
    type Move: Copy + Display;

    /// The moves of a text, each as it is written.
    fn split(text: &str) -> impl Iterator<Item = &str>;

    /// The legal moves.
    fn legal(&self, position: &Position) -> Vec<Self::Move>;

    /// Plays a move as it is written.
    ///
    /// # Errors
    /// If it is none, or is not legal: why.
    fn play(&self, position: &Position, text: &str) -> Result<Played<Self::Move>, Refusal>;

    /// How the game has ended with a position, if it has; repetition apart.
    fn ending(&self, position: &Position) -> Option<Ending>;

    /// The pits that a move sows, counted from the mover's left from 0.
    fn sown(name: Self::Move) -> impl Iterator<Item = usize>;
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// The move.
    pub name: M,
    /// Seeds captured.
    pub captured: u8,
    /// Indices of the pits captured.
    pub captured_pits: Vec<usize>,
    /// Whether the last sowing is a grand slam, so that it captures nothing.
    pub grand_slam: bool,
    /// The position after it.
    pub position: Position,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not written as moves are; the whole sentence.
    Text(String),
    /// It is not legal, for this reason.
    Illegal(String),
}

/// A move of a game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<M> {
    /// Number of the move, from 1.
    pub number: u64,
    /// Who made it.
    pub mover: Side,
    /// What it did.
    pub played: Played<M>,
    /// How the game has ended with it; missing while it goes on.
    pub ending: Option<Ending>,
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("move {number}: {fault}")]
pub struct ReplayError {
    /// Number of the move that cannot be made, from 1.
    pub number: u64,
    /// What is wrong with it.
    pub fault: MoveFault,
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
    #[error("{0}")]
    Text(String),
    /// It is not legal.
    #[error("`{text}` is not legal: {why}; accepted: {accepted}")]
    Illegal {
        /// The move.
        text: String,
        /// Why.
        why: String,
        /// The legal moves, the first few.
        accepted: String,
    },
}

/// Plays a game from a position.
///
/// # Errors
/// If a move cannot be made.
///
/// # Examples
/// ```
/// use sowlab::analysis::two_row::replay;
/// use sowlab::games::oware::{GrandSlam, Position, Repetition};
///
/// let start = Position::start(6, 4)?;
/// let game = replay(&GrandSlam::CapturesNothing, &start, Repetition::OwnSide, "Cd E, f")?;
/// assert!(game.len() == 4 && game[3].ending.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay<R: Rules>(
    rules: &R,
    start: &Position,
    repetition: Repetition,
    moves: &str,
) -> Result<Vec<Replayed<R::Move>>, ReplayError> {
    let mut game = Game::new(start.clone(), rules.ending(start), repetition);
    let mut all = Vec::new();
    for (number, text) in (1u64..).zip(R::split(moves)) {
        let refused = |fault| ReplayError { number, fault };
        if let Some(ending) = game.ending() {
            return Err(refused(MoveFault::Ended { ending }));
        }
        let before = game.position();
        let side = before.mover();
        let played = rules.play(before, text).map_err(|error| {
            refused(match error {
                Refusal::Text(sentence) => MoveFault::Text(sentence),
                Refusal::Illegal(why) => {
                    let accepted = accepted(&rules.legal(before));
                    MoveFault::Illegal { text: text.into(), why, accepted }
                }
            })
        })?;
        let ending = rules.ending(&played.position);
        let came = game.go_on(played.position.clone(), ending);
        let ending =
            came.map_err(|GameOver { ending }| refused(MoveFault::Ended { ending }))?.ending;
        all.push(Replayed { number, mover: side, played, ending });
    }
    Ok(all)
}

/// How many legal moves an error names.
const NAMED: usize = 8;

/// The legal moves, as they are written.
fn accepted<M: Display>(legal: &[M]) -> String {
    let named: Vec<String> = legal.iter().take(NAMED).map(ToString::to_string).collect();
    let more = if legal.len() > NAMED { " ..." } else { "" };
    named.join(" ") + more
}

/// Oware.
impl Rules for GrandSlam {
    type Move = Move;

    /// Letters, with or without separators between them.
    fn split(text: &str) -> impl Iterator<Item = &str> {
        let letters = text.char_indices().filter(|(_, letter)| !is_separator(*letter));
        letters.map(|(at, letter)| &text[at..at + letter.len_utf8()])
    }

    fn legal(&self, position: &Position) -> Vec<Move> {
        position.moves(*self).into_iter().map(|(name, _)| name).collect()
    }

    fn play(&self, position: &Position, text: &str) -> Result<Played<Move>, Refusal> {
        let name: Move = text
            .parse()
            .map_err(|error: <Move as std::str::FromStr>::Err| Refusal::Text(error.to_string()))?;
        let mover = position.mover();
        let played = if name.side == mover {
            position.play(name.pit, *self).map_err(|error| match error {
                MoveError::NoSuchPit { width, .. } => {
                    format!("a row has {width} pit{}", if width == 1 { "" } else { "s" })
                }
                error => error.to_string(),
            })
        } else {
            Err(format!("the pit is {}'s, and {} is to move", name.side.name(), mover.name()))
        };
        let played = played.map_err(Refusal::Illegal)?;
        Ok(Played {
            name,
            captured: played.captured,
            captured_pits: played.captured_pits,
            grand_slam: played.grand_slam,
            position: played.position,
        })
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        position.ending(*self)
    }

    fn sown(name: Move) -> impl Iterator<Item = usize> {
        std::iter::once(name.pit)
    }
}

/// Pas de Deux.
impl Rules for FirstMove {
    type Move = Turn;

    fn split(text: &str) -> impl Iterator<Item = &str> {
        text.split(is_separator).filter(|text| !text.is_empty())
    }

    fn legal(&self, position: &Position) -> Vec<Turn> {
        position.turns(*self).into_iter().map(|(turn, _)| turn).collect()
    }

    fn play(&self, position: &Position, text: &str) -> Result<Played<Turn>, Refusal> {
        let name: Turn = text
            .parse()
            .map_err(|error: <Turn as std::str::FromStr>::Err| Refusal::Text(error.to_string()))?;
        let played = position.play_turn(name, *self);
        let played = played.map_err(|error| Refusal::Illegal(error.to_string()))?;
        Ok(Played {
            name,
            captured: played.captured(),
            captured_pits: played.captured_pits,
            grand_slam: played.grand_slam,
            position: played.position,
        })
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        position.turns_ending()
    }

    fn sown(name: Turn) -> impl Iterator<Item = usize> {
        std::iter::once(name.first).chain(name.second)
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveFault, replay};
    use crate::games::oware::{GrandSlam, Position, Reason, Repetition, Side};
    use crate::games::pas_de_deux::FirstMove;

    fn text<T: std::fmt::Debug>(result: Result<T, super::ReplayError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn letters_with_and_without_separators() {
        let start = Position::start(6, 4).unwrap();
        let play =
            |moves| replay(&GrandSlam::CapturesNothing, &start, Repetition::default(), moves);
        let game = play("CdE f").unwrap();
        assert_eq!(game, play(" C,d\nE f ").unwrap());
        // A seed into each of the next pits, one after the other.
        assert_eq!(game[0].played.position.to_string(), "4-4-0-5-5-5-5-4-4-4-4-4-0-0-N");
        assert_eq!(game[3].played.position.to_string(), "6-6-1-6-1-6-6-5-5-1-5-0-0-0-S");
    }

    #[test]
    fn a_position_that_comes_back() {
        // Each of three seeds goes to where the next one was.
        let pits = vec![1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
        let start = Position::new(pits, [23, 22], Side::South).unwrap();
        for (repetition, halves) in [
            (Repetition::OwnSide, Some([50, 46])),
            (Repetition::EvenSplit, Some([49, 47])),
            (Repetition::Ignored, None),
        ] {
            let game = replay(&GrandSlam::CapturesNothing, &start, repetition, "EcFdAeBfCaDb");
            let game = game.unwrap();
            let ending = game.last().unwrap().ending;
            assert_eq!(ending.map(|ending| ending.halves), halves, "{repetition:?}");
        }
    }

    #[test]
    fn what_is_refused() {
        let start = Position::start(6, 4).unwrap();
        let play =
            |moves| text(replay(&GrandSlam::CapturesNothing, &start, Repetition::default(), moves));
        assert!(play("Cx").starts_with("move 2: `x` is no move; accepted is the letter"));
        assert_eq!(
            play("CC"),
            "move 2: `C` is not legal: the pit is south's, and north is to move; accepted: a b c d e f"
        );
        assert_eq!(play("CaC"), "move 3: `C` is not legal: the pit is empty; accepted: A B D E F");
        assert_eq!(play("G"), "move 1: `G` is not legal: a row has 6 pits; accepted: A B C D E F");
        let start = Position::start(8, 6).unwrap();
        let play = |moves| text(replay(&FirstMove::Captures, &start, Repetition::default(), moves));
        assert_eq!(
            play("1-1"),
            "move 1: `1-1` is not legal: pit 1 is empty when it is to be sown; accepted: 1 1-2 1-3 1-4 1-5 1-6 1-7 1-8 ..."
        );
        assert!(play("3 9").contains("there is no pit 9 among the 8 pits"));
        assert!(play("3 4-").starts_with("move 2: `4-` is no turn; accepted are"));
    }

    #[test]
    fn nothing_follows_the_end() {
        let pits = vec![0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 1, 0];
        let start = Position::new(pits, [22, 20], Side::South).unwrap();
        let error = replay(&GrandSlam::CapturesNothing, &start, Repetition::default(), "F e");
        let error = error.unwrap_err();
        let MoveFault::Ended { ending } = error.fault else { panic!("{error}") };
        assert_eq!((error.number, ending.reason), (2, Reason::Majority));
    }
}
