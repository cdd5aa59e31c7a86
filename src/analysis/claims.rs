//! Two statements of the description of Pas de Deux, held against counts: "The first turn can be made in
//! 64 different ways", and "After each player has played once, 4,096 different board positions can
//! exist".
//!
//! The description does not say which turns and what of a position it counts, so each reading is counted
//! on its own. The counts are those of [`crate::analysis::perft`].

use num_bigint::BigUint;

use crate::analysis::perft::{Extent, Level, PerftError, Plies, Ply, perft};
use crate::analysis::two_row::{Packed, PasDeDeux};
use crate::games::oware::Position;
use crate::games::pas_de_deux::{FirstMove, Turn};
use crate::observer::{Cancelled, Observer, Unreported};

/// A statement of the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// `first-turn` or `each-once`.
    pub name: &'static str,
    /// Turns that have been played.
    pub turns: u64,
    /// The number that it states.
    pub claimed: u64,
}

/// Both statements.
pub const STATEMENTS: [Statement; 2] = [
    Statement { name: "first-turn", turns: 1, claimed: 64 },
    Statement { name: "each-once", turns: 2, claimed: 4096 },
];

/// Which turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every turn.
    All,
    /// Turns of one move.
    OneMove,
    /// Turns of two moves.
    TwoMoves,
    /// Of two turns that sow the same two pits, only the one that sows the left pit first.
    Unordered,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::All, Self::OneMove, Self::TwoMoves, Self::Unordered];

    /// `all`, `one-move`, `two-moves` or `unordered`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::OneMove => "one-move",
            Self::TwoMoves => "two-moves",
            Self::Unordered => "unordered",
        }
    }

    /// Whether a turn is one of them.
    #[must_use]
    pub fn holds(self, turn: Turn) -> bool {
        match self {
            Self::All => true,
            Self::OneMove => turn.second.is_none(),
            Self::TwoMoves => turn.second.is_some(),
            Self::Unordered => turn.second.is_none_or(|second| turn.first < second),
        }
    }
}

/// What is counted of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The sequences of turns.
    Ways,
    /// The different positions, stores included.
    Positions,
    /// The different boards, whatever the stores hold.
    Boards,
}

impl Counted {
    /// `ways`, `positions` or `boards`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ways => "ways",
            Self::Positions => "positions",
            Self::Boards => "boards",
        }
    }
}

/// A statement under one reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The statement.
    pub statement: Statement,
    /// Whether the first move of two captures.
    pub first_move: FirstMove,
    /// Which turns are counted.
    pub kind: Kind,
    /// What is counted of them.
    pub what: Counted,
    /// How many there are.
    pub counted: BigUint,
}

impl Claim {
    /// Whether the statement holds under this reading.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.counted == self.statement.claimed.into()
    }
}

/// Both statements under every reading: 48 counts.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Panics
/// Never: the usual board is a board.
pub fn claims(observer: &dyn Observer) -> Result<Vec<Claim>, Cancelled> {
    let start = Position::start(8, 6).unwrap_or_else(|error| panic!("{error}"));
    let readings = [FirstMove::Captures, FirstMove::CapturesNothing];
    observer.begin(Some((readings.len() * Kind::ALL.len()) as u64));
    let mut claims = Vec::new();
    for first_move in readings {
        for kind in Kind::ALL {
            let game = PasDeDeux::new(start.width(), start.total() as u8, first_move);
            let levels = |stores| {
                let game = Only { game: &game, kind, stores };
                levels(&game, &Packed::from(&start), &Unreported(observer))
            };
            let (positions, boards) = (levels(true)?, levels(false)?);
            for (statement, (position, board)) in
                STATEMENTS.iter().zip(positions.iter().zip(&boards))
            {
                let mut push = |what, counted| {
                    let statement = *statement;
                    claims.push(Claim { statement, first_move, kind, what, counted });
                };
                push(Counted::Ways, position.sequences.clone());
                push(Counted::Positions, position.positions.unwrap_or_default().into());
                push(Counted::Boards, board.positions.unwrap_or_default().into());
            }
            observer.advance(1);
        }
    }
    // The statements one after the other; the sort is stable.
    claims.sort_by_key(|claim| claim.statement.turns);
    Ok(claims)
}

/// The counts after one turn and after two.
fn levels(game: &Only, start: &Packed, observer: &dyn Observer) -> Result<Vec<Level>, Cancelled> {
    // A few thousand positions need no bound.
    let extent = Extent { depth: 2, distinct: true, memory: u64::MAX };
    let mut levels = Vec::new();
    match perft(game, start, extent, observer, |level| levels.push(level)) {
        Ok(()) => Ok(levels),
        Err(PerftError::Cancelled(cancelled)) => Err(cancelled),
        Err(error @ PerftError::Memory { .. }) => panic!("no bound was given: {error}"),
    }
}

/// The game with turns of one kind only.
struct Only<'a> {
    game: &'a PasDeDeux,
    kind: Kind,
    /// Whether the stores are part of a position. If they are not, a majority does not end the game;
    /// nobody has one after a first turn.
    stores: bool,
}

impl Plies for Only<'_> {
    type Position = Packed;
    type Move = Turn;

    const MOVE: &'static str = PasDeDeux::MOVE;
    const NEVER_ENDING: bool = PasDeDeux::NEVER_ENDING;

    fn plies(
        &self,
        position: &Packed,
        observer: &dyn Observer,
        found: &mut dyn FnMut(Turn, Ply<Packed>),
    ) -> Result<(), Cancelled> {
        self.game.plies(position, observer, &mut |turn, ply| {
            if self.kind.holds(turn) {
                found(turn, if self.stores { ply } else { without_stores(ply) });
            }
        })
    }

    fn heap_bytes(&self, position: &Packed) -> u64 {
        self.game.heap_bytes(position)
    }
}

/// The same board, with nothing in the stores.
fn without_stores(ply: Ply<Packed>) -> Ply<Packed> {
    match ply {
        Ply::GoesOn(position) => {
            Ply::GoesOn(Packed::new(position.board(), [0, 0], position.mover()))
        }
        ended => ended,
    }
}
