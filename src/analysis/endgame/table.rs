//! A table in memory, and what it answers.

use thiserror::Error;

use super::rank::Ranks;
use super::{EndgameError, Endless, Line, MOST_TABLE_SEEDS, Rules};
use crate::analysis::solve::Known;
use crate::analysis::two_row::{Board, Oware, Packed, Step, seeds_on};
use crate::games::oware::{MOST_WIDTH, Move, Position};
use crate::observer::{Cancelled, Observer};

/// What a board is worth to the mover: at least and at most. With [`Endless::EvenSplit`] the two are the
/// same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// What the mover can force, if endless play loses everything left.
    pub low: i8,
    /// What the opponent cannot keep the mover from exceeding, if endless play wins everything left.
    pub high: i8,
}

impl Value {
    /// A value that is known.
    pub(super) fn exactly(value: i8) -> Self {
        Self { low: value, high: value }
    }

    /// The value of a move that captures so many seeds and leaves the opponent a board of this value.
    pub(super) fn before(self, captured: u8) -> Self {
        let captured = captured as i8;
        Self { low: captured - self.high, high: captured - self.low }
    }

    /// The value, where it does not depend on what endless play is worth.
    #[must_use]
    pub fn exact(self) -> Option<i8> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The values of all boards with exactly so many seeds, by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Lower values, or the only ones.
    pub(super) low: Vec<i8>,
    /// Upper values; empty where there is only one.
    pub(super) high: Vec<i8>,
}

impl Level {
    /// From the bytes of a table file: the lower values by rank and then, with bounds, the upper ones.
    /// How many there must be is known by the table ([`Table::push`]).
    #[must_use]
    pub fn from_bytes(bytes: &[u8], repetition: Endless) -> Self {
        let signed = |bytes: &[u8]| bytes.iter().map(|byte| byte.cast_signed()).collect();
        let (low, high) = bytes.split_at(bytes.len() / repetition.bytes());
        Self { low: signed(low), high: signed(high) }
    }

    /// The bytes of a table file.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        self.low.iter().chain(&self.high).map(|value| value.cast_unsigned())
    }

    /// Number of boards.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.low.len()
    }

    /// The value of a rank.
    pub(super) fn value(&self, rank: usize) -> Value {
        let low = self.low[rank];
        Value { low, high: self.high.get(rank).copied().unwrap_or(low) }
    }
}

/// The values of all boards with up to so many seeds.
#[derive(Clone, Debug)]
pub struct Table {
    rules: Rules,
    most: usize,
    pub(super) game: Oware,
    pub(super) ranks: Ranks,
    levels: Vec<Level>,
}

/// Why a table has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum QueryError {
    /// A board of another width.
    #[error("the position has {given} pits in a row, and the boards of the table have {width}")]
    Width {
        /// Pits of a row of the position.
        given: usize,
        /// Pits of a row of the table's boards.
        width: usize,
    },
    /// More seeds than the table knows.
    #[error("the position has {given} seeds on the board, and the table goes up to {seeds}")]
    Seeds {
        /// Seeds on the board.
        given: u64,
        /// The most that the table has.
        seeds: usize,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub name: Move,
    /// Seeds captured.
    pub captured: u8,
    /// Its value to the mover.
    pub value: Value,
    /// The position after it.
    pub position: Position,
}

/// What a table says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value to the mover.
    pub value: Value,
    /// Every legal move, from the mover's left.
    pub moves: Vec<MoveValue>,
}

impl Answer {
    /// The moves that are best: with bounds those that keep the lower value.
    pub fn best(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self.moves.iter().filter(|after| after.value.low == self.value.low);
        best.map(|after| after.name)
    }
}

impl Table {
    /// A table without a level yet, that is to hold the boards with up to `seeds` seeds.
    ///
    /// # Errors
    /// If there are no such boards, or too many.
    pub fn new(rules: Rules, seeds: usize) -> Result<Self, EndgameError> {
        let width = rules.width;
        if !(1..=MOST_WIDTH).contains(&width) {
            return Err(EndgameError::Width { width });
        }
        let fits = seeds <= MOST_TABLE_SEEDS;
        let ranks = if fits { Ranks::new(2 * width, seeds) } else { None };
        let ranks = ranks.ok_or(EndgameError::Seeds { seeds, width })?;
        let game = Oware::new(width, seeds as u8, rules.grand_slam);
        Ok(Self { rules, most: seeds, game, ranks, levels: Vec::new() })
    }

    /// What the values are values of.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The most seeds that it is to hold.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.most
    }

    /// The levels that it has, from that of 0 seeds.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Whether it has all levels that it is to hold.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.levels.len() > self.most
    }

    /// Bytes that the level of so many seeds takes.
    #[must_use]
    pub fn level_bytes(&self, seeds: usize) -> u64 {
        (self.ranks.count(seeds) * self.rules.repetition.bytes()) as u64
    }

    /// Adds the next level.
    ///
    /// # Panics
    /// If it has not the right number of values, or the table is complete.
    pub fn push(&mut self, level: Level) {
        let seeds = self.levels.len();
        assert!(seeds <= self.most, "a level that the table is to hold");
        let values = (level.low.len() + level.high.len()) as u64;
        assert_eq!(values, self.level_bytes(seeds), "a value for each board");
        self.levels.push(level);
    }

    /// The value of a board, as its mover sees it; nothing if its level is not there.
    #[must_use]
    pub fn value(&self, board: Board) -> Option<Value> {
        let level = self.levels.get(usize::from(seeds_on(board)))?;
        Some(level.value(self.ranks.rank(board)))
    }

    /// The value of a board whose level is there.
    pub(super) fn known(&self, board: Board) -> Value {
        self.levels[usize::from(seeds_on(board))].value(self.ranks.rank(board))
    }

    /// What a board without moves is worth: each player has the seeds on their own side.
    pub(super) fn without_moves(&self, board: Board) -> Value {
        let own = seeds_on(board & self.game.engine().own()) as i8;
        let theirs = seeds_on(board & self.game.engine().theirs()) as i8;
        Value::exactly(own - theirs)
    }

    /// A position that the table knows.
    fn check(&self, position: &Position) -> Result<Packed, QueryError> {
        let (given, width) = (position.width(), self.rules.width);
        if given != width {
            return Err(QueryError::Width { given, width });
        }
        let given = position.on_board();
        if given >= self.levels.len() as u64 {
            return Err(QueryError::Seeds { given, seeds: self.levels.len().saturating_sub(1) });
        }
        Ok(position.into())
    }

    /// The value of a position and of each of its moves. Stores and majority do not count.
    ///
    /// # Errors
    /// If the position has another width, or more seeds on the board than the table knows.
    pub fn query(&self, position: &Position) -> Result<Answer, QueryError> {
        let packed = self.check(position)?;
        let width = self.rules.width;
        let moves = self.game.steps(packed.board()).map(|step: Step| MoveValue {
            name: Move { side: position.mover(), pit: step.pit },
            captured: step.captured,
            value: self.known(step.board).before(step.captured),
            position: packed.after(step.board, step.captured).unpacked(width),
        });
        Ok(Answer { value: self.known(packed.board()), moves: moves.collect() })
    }

    /// A line of best play from a position, of at most `limit` moves: whoever has something to win makes
    /// progress towards it.
    ///
    /// The cost is that of the boards that can be reached by best play without a capture, for each
    /// number of seeds on the way.
    ///
    /// # Errors
    /// As [`Table::query`], or if the observer asks to stop.
    pub fn line(
        &self,
        position: &Position,
        limit: usize,
        observer: &dyn Observer,
    ) -> Result<Line, QueryError> {
        let packed = self.check(position)?;
        Ok(super::line::line(self, packed.board(), position.mover(), limit, observer)?)
    }
}

/// A table of bounds knows them, and what an even split makes of those that meet; a table of an even
/// split knows that alone.
impl Known for Table {
    fn bounds(&self, board: Board) -> Option<[i16; 2]> {
        let value = self.value(board).filter(|_| self.rules.repetition == Endless::Bounds)?;
        Some([value.low.into(), value.high.into()])
    }

    fn even_split(&self, board: Board) -> Option<i16> {
        Some(self.value(board)?.exact()?.into())
    }
}
