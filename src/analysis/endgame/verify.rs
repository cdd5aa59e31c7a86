//! Checking a table from the values themselves, forwards: no board is gone back from.
//!
//! Each value must be what its moves make it. That alone would let values that endless play promises
//! hold each other up; so it is also proved of each value, in rounds, that it is forced: by a capture or
//! an end that shows it, or by moves into boards of which the same is proved already.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use thiserror::Error;

use super::rank::next;
use super::{Endless, Table, Value};
use crate::analysis::two_row::Board;
use crate::observer::{Cancelled, Observer};

/// Boards that one task looks at.
const CHUNK: usize = 1 << 13;

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not what the moves make it.
    Moves {
        /// What they make it.
        value: Value,
    },
    /// Nothing forces it.
    NotForced,
}

/// Why a table is not verified.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum VerifyError {
    /// A value is false.
    #[error("the value of board `{board}` is {stated}, {}", describe(*fault))]
    False {
        /// Seeds in the pits, the mover's first, separated by spaces.
        board: String,
        /// The value as the table has it.
        stated: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// One value or two.
fn show(Value { low, high }: Value) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn describe(fault: Fault) -> String {
    match fault {
        Fault::Moves { value } => format!("and its moves make it {}", show(value)),
        Fault::NotForced => "and nothing forces it".into(),
    }
}

/// Checks every value of every level of a table; returns the number of boards.
///
/// Each round costs the moves of all boards of which something is still to be proved.
///
/// # Errors
/// The first value by level and rank that is not what its moves make it or else, by level, that is not
/// forced; or if the observer asks to stop.
pub fn verify(table: &Table, observer: &dyn Observer) -> Result<u64, VerifyError> {
    let boards: u64 = table.levels().iter().map(|level| level.boards() as u64).sum();
    observer.begin(Some(boards));
    for seeds in 0..table.levels().len() {
        Check { table, seeds, observer }.level()?;
    }
    Ok(boards)
}

/// One level.
struct Check<'a> {
    table: &'a Table,
    seeds: usize,
    observer: &'a dyn Observer,
}

/// What is proved of the boards of a level: that the mover can force the lower value, and that the
/// opponent can force the upper one.
struct Proved {
    low: Vec<AtomicBool>,
    high: Vec<AtomicBool>,
    /// Whether something was proved in this round.
    progress: AtomicBool,
}

impl Check<'_> {
    fn level(&self) -> Result<(), VerifyError> {
        let boards = self.table.ranks.count(self.seeds);
        let flags = || (0..boards).map(|_| AtomicBool::new(false)).collect::<Vec<_>>();
        let proved = Proved { low: flags(), high: flags(), progress: AtomicBool::new(false) };
        let mut open = self.first_round(boards, &proved)?;
        while let Some(&first) = open.first() {
            if !proved.progress.swap(false, Relaxed) {
                let board = self.table.ranks.board(first as usize, self.seeds);
                return Err(self.fault(board, Fault::NotForced));
            }
            open = self.round(&open, &proved)?;
        }
        Ok(())
    }

    fn fault(&self, board: Board, fault: Fault) -> VerifyError {
        let pits = 2 * self.table.rules().width;
        let seeds: Vec<String> =
            board.to_le_bytes()[..pits].iter().map(ToString::to_string).collect();
        let stated = show(self.table.known(board));
        VerifyError::False { board: seeds.join(" "), stated, fault }
    }

    /// Compares each value with its moves, and gives those of which there is something to be proved.
    fn first_round(&self, boards: usize, proved: &Proved) -> Result<Vec<u32>, VerifyError> {
        let starts: Vec<usize> = (0..boards).step_by(CHUNK).collect();
        let chunk = |&start: &usize| {
            if self.observer.cancelled() {
                return Err(Cancelled.into());
            }
            let mut open = Vec::new();
            let mut board = self.table.ranks.board(start, self.seeds);
            let end = boards.min(start + CHUNK);
            for rank in start..end {
                let made = self.made(board);
                if made != self.table.known(board) {
                    return Err(self.fault(board, Fault::Moves { value: made }));
                }
                if !self.proves(board, rank, proved) {
                    open.push(rank as u32);
                }
                match next(board) {
                    Some(after) => board = after,
                    None => break,
                }
            }
            self.observer.advance((end - start) as u64);
            Ok(open)
        };
        first_error(starts.par_iter().map(chunk).collect())
    }

    /// What is still open after a further round.
    fn round(&self, open: &[u32], proved: &Proved) -> Result<Vec<u32>, VerifyError> {
        let chunk = |ranks: &[u32]| {
            if self.observer.cancelled() {
                return Err(Cancelled.into());
            }
            let still_open = |&rank: &u32| {
                let board = self.table.ranks.board(rank as usize, self.seeds);
                !self.proves(board, rank as usize, proved)
            };
            Ok(ranks.iter().copied().filter(still_open).collect())
        };
        first_error(open.par_chunks(CHUNK).map(chunk).collect())
    }

    /// The value that its moves make of a board.
    fn made(&self, board: Board) -> Value {
        let steps = self.table.game.steps(board);
        let values = steps.map(|step| self.table.known(step.board).before(step.captured));
        let best = |a: Value, b: Value| Value { low: a.low.max(b.low), high: a.high.max(b.high) };
        values.reduce(best).unwrap_or_else(|| self.table.without_moves(board))
    }

    /// Whether everything is proved of a board, now that its moves are looked at again.
    fn proves(&self, board: Board, rank: usize, proved: &Proved) -> bool {
        let Value { low, high } = self.table.known(board);
        let most = self.seeds as i8;
        // What endless play would give needs no proof.
        let (low_is_free, high_is_free) = match self.table.rules().repetition {
            Endless::EvenSplit => (low <= 0, high >= 0),
            Endless::Bounds => (low == -most, high == most),
        };
        let low_was_proved = proved.low[rank].load(Relaxed);
        let high_was_proved = proved.high[rank].load(Relaxed);
        let low_proved = low_is_free || low_was_proved || {
            let forced = self.table.game.steps(board).any(|step| {
                let value = self.table.known(step.board).before(step.captured);
                value.low == low && self.opponent_is_proved(step.board, step.captured, &proved.high)
            });
            forced || self.table.game.steps(board).next().is_none()
        };
        if low_proved && !low_was_proved {
            proved.low[rank].store(true, Relaxed);
            proved.progress.store(true, Relaxed);
        }
        let high_proved = high_is_free || high_was_proved || {
            let mut steps = self.table.game.steps(board);
            steps.all(|step| self.opponent_is_proved(step.board, step.captured, &proved.low))
        };
        if high_proved && !high_was_proved {
            proved.high[rank].store(true, Relaxed);
            proved.progress.store(true, Relaxed);
        }
        low_proved && high_proved
    }

    /// Whether what a move leads to is known to be forced: after a capture all is, since that is a lower
    /// level.
    fn opponent_is_proved(&self, board: Board, captured: u8, proved: &[AtomicBool]) -> bool {
        captured > 0 || proved[self.table.ranks.rank(board)].load(Relaxed)
    }
}

/// The parts put together, or the error of the first part that has one.
fn first_error(parts: Vec<Result<Vec<u32>, VerifyError>>) -> Result<Vec<u32>, VerifyError> {
    let parts: Vec<Vec<u32>> = parts.into_iter().collect::<Result<_, _>>()?;
    Ok(parts.concat())
}
