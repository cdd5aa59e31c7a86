//! Building a table: level by level, each from its ends backwards (retrograde analysis).
//!
//! Within a level no seed is captured. From the threshold `b = n` down, the boards are found of which
//! the mover can force at least `b`, and those of which the mover cannot get more than `-b`: at first
//! those with an exit (a capture, whose value is known, or the end of the game) that shows it, then
//! those that moves into them show it of. What is never found is endless. See `docs/theory.md`.

use std::sync::atomic::{AtomicI8, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::rank::next;
use super::{EndgameError, Endless, Level, Rules, Table, Value};
use crate::analysis::two_row::{Board, Oware, seeds_in};
use crate::games::oware::GrandSlam;
use crate::observer::{Cancelled, Observer};

/// No value yet; no exit.
const NONE: i8 = i8::MIN;

/// Boards that one task looks at.
const CHUNK: usize = 1 << 14;

/// Set in the rank of a board whose upper value is found, not the lower one.
const UPPER: u32 = 1 << 31;

/// What is known of a board while its level is built.
struct Cell {
    /// The best exit, by its lower value.
    exit_low: i8,
    /// The best exit, by its upper value.
    exit_high: i8,
    /// Moves without a capture into boards of which it is not known yet that the opponent can force the
    /// present threshold.
    left: AtomicU8,
    low: AtomicI8,
    high: AtomicI8,
}

/// Bytes that building a table takes: all its levels, and for each board of the last one what is known
/// of it and its place in a list.
///
/// # Errors
/// If there are no such boards, or too many.
pub fn memory(rules: Rules, seeds: usize) -> Result<u64, EndgameError> {
    let table = Table::new(rules, seeds)?;
    let levels: u64 = (0..=seeds).map(|seeds| table.level_bytes(seeds)).sum();
    let boards = table.ranks.count(seeds) as u64;
    Ok(levels + boards * (size_of::<Cell>() + size_of::<u32>()) as u64)
}

/// Builds the levels that a table does not have yet, and gives each, with its number of seeds, as soon
/// as it is there.
///
/// The time is that of a few dozen table accesses for each board, on all threads. Values do not depend
/// on the number of threads, nor on where building was stopped and went on.
///
/// # Errors
/// If it takes more memory than allowed, or the observer asks to stop; the levels so far are kept.
///
/// # Examples
/// ```
/// use sowlab::analysis::endgame::{EndgameError, Endless, Rules, Table, build};
/// use sowlab::games::oware::{GrandSlam, Position, Side};
///
/// let grand_slam = GrandSlam::CapturesNothing;
/// let rules = Rules { width: 6, grand_slam, repetition: Endless::EvenSplit };
/// let mut table = Table::new(rules, 4)?;
/// build(&mut table, 1 << 30, &(), |_, _| Ok::<(), EndgameError>(()))?;
/// // F would take both seeds, which would be a grand slam; C waits for the other one.
/// let position = Position::new(vec![0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0], [0, 0], Side::South)?;
/// let answer = table.query(&position)?;
/// assert_eq!(answer.moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build<E: From<EndgameError>>(
    table: &mut Table,
    allowed: u64,
    observer: &dyn Observer,
    mut each: impl FnMut(usize, &Level) -> Result<(), E>,
) -> Result<(), E> {
    let seeds = table.seeds();
    let needed = memory(table.rules(), seeds)?;
    if needed > allowed {
        return Err(EndgameError::Memory { seeds, needed, allowed }.into());
    }
    let missing = table.levels().len()..=seeds;
    observer.begin(Some(missing.clone().map(|seeds| table.ranks.count(seeds) as u64).sum()));
    for seeds in missing {
        let level = Stage { table, seeds, observer }.level().map_err(EndgameError::from)?;
        each(seeds, &level)?;
        table.push(level);
    }
    Ok(())
}

/// The level of so many seeds, above those that the table has.
struct Stage<'a> {
    table: &'a Table,
    seeds: usize,
    observer: &'a dyn Observer,
}

impl Stage<'_> {
    fn level(&self) -> Result<Level, Cancelled> {
        let cells = self.cells()?;
        let repetition = self.table.rules().repetition;
        let most = self.seeds as i8;
        // A value of 0 is what endless play is worth when it divides evenly; with bounds the worst one
        // is what remains.
        let least = match repetition {
            Endless::EvenSplit => 1,
            Endless::Bounds => 1 - most,
        };
        for threshold in (least..=most).rev() {
            let mut found = self.exits(&cells, threshold)?;
            while !found.is_empty() {
                found = self.moves_into(&cells, &found, threshold)?;
            }
        }
        let set = |value: &AtomicI8| Some(value.load(Relaxed)).filter(|&value| value != NONE);
        Ok(match repetition {
            Endless::EvenSplit => {
                let value = |cell: &Cell| set(&cell.low).or_else(|| set(&cell.high)).unwrap_or(0);
                Level { low: cells.par_iter().map(value).collect(), high: Vec::new() }
            }
            Endless::Bounds => {
                let low = |cell: &Cell| set(&cell.low).unwrap_or(-most);
                let high = |cell: &Cell| set(&cell.high).unwrap_or(most);
                Level {
                    low: cells.par_iter().map(low).collect(),
                    high: cells.par_iter().map(high).collect(),
                }
            }
        })
    }

    /// What the moves of each board show at once.
    fn cells(&self) -> Result<Vec<Cell>, Cancelled> {
        let Self { table, seeds, observer } = *self;
        let boards = table.ranks.count(seeds);
        let starts: Vec<usize> = (0..boards).step_by(CHUNK).collect();
        let chunk = |start: usize| {
            if observer.cancelled() {
                return Err(Cancelled);
            }
            let length = CHUNK.min(boards - start);
            let mut board = Some(table.ranks.board(start, seeds));
            let cells: Vec<Cell> = std::iter::from_fn(|| {
                let cell = self.cell(board?);
                board = board.and_then(next);
                Some(cell)
            })
            .take(length)
            .collect();
            observer.advance(length as u64);
            Ok(cells)
        };
        let mut cells = Vec::with_capacity(boards);
        // A few chunks at a time, so that they are not all there twice.
        for starts in starts.chunks(64) {
            let chunks: Vec<_> = starts.par_iter().map(|&start| chunk(start)).collect();
            for chunk in chunks {
                cells.append(&mut chunk?);
            }
        }
        Ok(cells)
    }

    fn cell(&self, board: Board) -> Cell {
        let mut exits: Option<Value> = None;
        let mut left = 0;
        let mut moves = 0;
        for step in self.table.game.steps(board) {
            moves += 1;
            if step.captured == 0 {
                left += 1;
                continue;
            }
            let value = self.table.known(step.board).before(step.captured);
            exits = Some(exits.map_or(value, |best| Value {
                low: best.low.max(value.low),
                high: best.high.max(value.high),
            }));
        }
        if moves == 0 {
            exits = Some(self.table.without_moves(board));
        }
        let exits = exits.unwrap_or(Value::exactly(NONE));
        Cell {
            exit_low: exits.low,
            exit_high: exits.high,
            left: left.into(),
            low: NONE.into(),
            high: NONE.into(),
        }
    }

    /// The boards that their exits show a threshold of, and those that moves into them show it of at
    /// once.
    fn exits(&self, cells: &[Cell], threshold: i8) -> Result<Vec<u32>, Cancelled> {
        let Self { table, seeds, observer } = *self;
        let chunk = |(index, cells_here): (usize, &[Cell])| {
            let mut found = Vec::new();
            if observer.cancelled() {
                return Err(Cancelled);
            }
            for (rank, cell) in (index * CHUNK..).zip(cells_here) {
                let lower = cell.exit_low == threshold && cell.low.load(Relaxed) == NONE;
                let upper = cell.exit_high <= -threshold
                    && cell.left.load(Relaxed) == 0
                    && cell.high.load(Relaxed) == NONE;
                if !(lower || upper) {
                    continue;
                }
                let board = table.ranks.board(rank, seeds);
                if lower && cell.low.compare_exchange(NONE, threshold, Relaxed, Relaxed).is_ok() {
                    self.lower_found(cells, board, threshold, &mut found);
                }
                if upper && cell.high.compare_exchange(NONE, -threshold, Relaxed, Relaxed).is_ok() {
                    self.upper_found(cells, board, threshold, &mut found);
                }
            }
            Ok(found)
        };
        collect(cells.par_chunks(CHUNK).enumerate().map(chunk))
    }

    /// The boards that moves into those found before show a threshold of.
    fn moves_into(
        &self,
        cells: &[Cell],
        before: &[u32],
        threshold: i8,
    ) -> Result<Vec<u32>, Cancelled> {
        let Self { table, seeds, observer } = *self;
        let chunk = |ranks: &[u32]| {
            let mut found = Vec::new();
            if observer.cancelled() {
                return Err(Cancelled);
            }
            for &rank in ranks {
                let board = table.ranks.board((rank & !UPPER) as usize, seeds);
                if rank & UPPER == 0 {
                    self.lower_found(cells, board, threshold, &mut found);
                } else {
                    self.upper_found(cells, board, threshold, &mut found);
                }
            }
            Ok(found)
        };
        collect(before.par_chunks(1 << 10).map(chunk))
    }

    /// The mover of a board can force the threshold: one move less that keeps a player who can move
    /// there above its negative.
    fn lower_found(&self, cells: &[Cell], board: Board, threshold: i8, found: &mut Vec<u32>) {
        befores(&self.table.game, board, |before| {
            let rank = self.table.ranks.rank(before);
            let cell = &cells[rank];
            if cell.left.fetch_sub(1, Relaxed) == 1
                && cell.exit_high <= -threshold
                && cell.high.compare_exchange(NONE, -threshold, Relaxed, Relaxed).is_ok()
            {
                found.push(rank as u32 | UPPER);
            }
        });
    }

    /// The mover of a board gets no more than the negative of the threshold: whoever can move there can
    /// force it.
    fn upper_found(&self, cells: &[Cell], board: Board, threshold: i8, found: &mut Vec<u32>) {
        befores(&self.table.game, board, |before| {
            let rank = self.table.ranks.rank(before);
            let low = &cells[rank].low;
            if low.load(Relaxed) == NONE
                && low.compare_exchange(NONE, threshold, Relaxed, Relaxed).is_ok()
            {
                found.push(rank as u32);
            }
        });
    }
}

/// Puts the finds of all tasks together.
fn collect(
    found: impl ParallelIterator<Item = Result<Vec<u32>, Cancelled>>,
) -> Result<Vec<u32>, Cancelled> {
    let found: Vec<Vec<u32>> = found.collect::<Result<_, _>>()?;
    Ok(found.concat())
}

/// Calls `found` with each board from which a legal move that captures nothing leads to this one: the
/// seeds are taken back one by one, from each empty pit on.
pub(super) fn befores(game: &Oware, board: Board, mut found: impl FnMut(Board)) {
    let engine = game.engine();
    // As the player who made the move sees it.
    let after = engine.turned(board);
    if after & engine.theirs() == 0 {
        // A move leaves the opponent a seed.
        return;
    }
    for origin in 0..engine.width() {
        if seeds_in(after, origin) != 0 {
            continue;
        }
        let (mut before, mut pit) = (after, origin);
        for hand in 1..=engine.most() {
            pit = engine.after(pit);
            if pit == origin {
                pit = engine.after(pit);
            }
            if seeds_in(before, pit) == 0 {
                break;
            }
            before -= 1 << (8 * pit);
            let taken = engine.captured(after, pit);
            let grand_slam = taken != 0 && after & engine.theirs() & !taken == 0;
            let captures = taken != 0 && !grand_slam;
            if captures || (grand_slam && game.grand_slam() == GrandSlam::Forbidden) {
                continue;
            }
            found(before | (hand as Board) << (8 * origin));
        }
    }
}
