//! Lap simulation with wave skipping: one cell of the table with many pits.
//!
//! The row is played from left to right, lap after lap, on differences instead of seeds, so that a
//! move costs `O(1)` whatever its hand. When a move drops `r` single seeds into the empty left
//! part, these travel on as a *wave*, and how it arrives at the first pit that matters is known in
//! closed form: the whole empty part is skipped in `O(1)`. See `docs/theory.md`, "Waves".
//!
//! Cost: about `2n` steps for one seed a pit (measured; `O(n^1.5)` is proved), against about `0.9 n^2` moves played one by one.
//! Memory: 16 bytes a pit; for one seed a pit only the last `sqrt(2n)` pits are kept.

use crate::observer::{Cancelled, Observer};

/// Steps between two questions to the observer.
const POLL: u32 = 1 << 16;

/// Totals the simulation can hold without overflow.
pub(super) const MAX_SEEDS: u64 = 1 << 62;

/// Bytes of working memory for `pits` pits with `seeds` seeds in each.
pub(super) fn memory(pits: u64, seeds: u64) -> u128 {
    let window = if seeds == 1 { Wave::of(pits).longest_jump() } else { pits };
    (u128::from(window) + 2) * 16
}

/// `M(n,s)` for `pits >= 1` and `seeds >= 1` with `pits * seeds <= MAX_SEEDS`. Reports
/// `pits * seeds` units of work to the observer.
pub(super) fn moves(pits: u64, seeds: u64, observer: &dyn Observer) -> Result<u128, Cancelled> {
    assert!(
        pits > 0 && seeds > 0 && pits.checked_mul(seeds).is_some_and(|total| total <= MAX_SEEDS),
        "outside the reach of the lap simulation"
    );
    let mut game = Game::new(pits, seeds);
    // Each move that goes round leaves a seed in the last pit for good, and there are few others
    // that do: so their number tells how much is done.
    let mut reported = 0;
    loop {
        for _ in 0..POLL {
            if game.cursor == game.last {
                // All seeds lie in the last pit; sowing it gives the initial position.
                observer.advance(pits * seeds - reported);
                return Ok(game.moves + 1);
            }
            game.play();
        }
        if observer.cancelled() {
            return Err(Cancelled);
        }
        observer.advance(game.rounds - reported);
        reported = game.rounds;
    }
}

/// A number of single seeds in the leftmost pits, in the groups they travel in: group `k` has `k`
/// seeds, which jump `k` pits at a time; the last group may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wave {
    /// Number of complete groups.
    complete: u64,
    /// Seeds of the incomplete group behind them, at most `complete`.
    rest: u64,
}

impl Wave {
    /// The wave of `seeds` seeds, at most [`MAX_SEEDS`].
    #[inline]
    fn of(seeds: u64) -> Self {
        let triangle = |k: u64| k * (k + 1) / 2;
        // The root may be off by one through rounding; the loops put it right.
        let mut complete = (((8.0 * seeds as f64 + 1.0).sqrt() - 1.0) / 2.0) as u64;
        while triangle(complete) > seeds {
            complete -= 1;
        }
        while triangle(complete + 1) <= seeds {
            complete += 1;
        }
        Self { complete, rest: seeds - triangle(complete) }
    }

    #[inline]
    fn longest_jump(self) -> u64 {
        self.complete + u64::from(self.rest > 0)
    }

    /// The pit up to which the wave can be skipped in a row of `n` pits: pits before `occupied`
    /// are empty, and no seed may go round before all are past the pit returned.
    #[inline]
    fn landfall(self, n: u64, occupied: u64) -> u64 {
        occupied.min(n - self.longest_jump())
    }
}

/// The row between two moves, as differences of differences.
///
/// All pits before the cursor are empty. Reading on from the cursor, each pit first adds its
/// `second` to `slope`, then `slope` and its `first` to `level`: that is what it holds.
struct Game {
    /// Number of pits.
    n: u64,
    /// Pits `0..base` are empty whenever they are not passed by a wave, and not kept; an index
    /// below is a pit number less `base`.
    base: u64,
    /// Index of the last pit.
    last: usize,
    first: Vec<i64>,
    second: Vec<i64>,
    cursor: usize,
    level: i64,
    slope: i64,
    moves: u128,
    /// Moves that went round, fewer than there are seeds (Theorem M14).
    rounds: u64,
}

impl Game {
    /// The initial position.
    fn new(n: u64, seeds: u64) -> Self {
        let base = if seeds == 1 { Wave::of(n).landfall(n, n) } else { 0 };
        let size = (n - base) as usize;
        let mut game = Self {
            n,
            base,
            last: size - 1,
            // A range ends at most one place behind the row, a ramp two.
            first: vec![0; size + 2],
            second: vec![0; size + 2],
            cursor: 0,
            level: 0,
            slope: 0,
            moves: 0,
            rounds: 0,
        };
        if seeds == 1 {
            game.wave(n, base);
        } else {
            game.add(0, size, seeds as i64);
        }
        game
    }

    /// Plays the pit under the cursor, and any wave that comes of it.
    #[inline]
    fn play(&mut self) {
        let pit = self.cursor;
        self.slope += std::mem::take(&mut self.second[pit]);
        self.level += self.slope + std::mem::take(&mut self.first[pit]);
        self.cursor += 1;
        if self.level == 0 {
            return;
        }
        self.moves += 1;
        let hand = self.level as u64;
        let right = (self.last - pit) as u64;
        if hand <= right {
            self.add(pit + 1, pit + 1 + hand as usize, 1);
            return;
        }
        self.rounds += 1;
        let (rounds, rest) = if hand < self.n { (0, hand) } else { (hand / self.n, hand % self.n) };
        self.add(pit + 1, pit + 1 + rest.min(right) as usize, 1);
        let wrapped = rest.saturating_sub(right);
        if rounds == 0 {
            let from = Wave::of(wrapped).landfall(self.n, self.base + pit as u64 + 1);
            self.rewind((from - self.base) as usize);
            self.wave(wrapped, from);
        } else {
            assert!(self.base == 0, "with one seed a pit only the last pit can hold them all");
            self.add(pit + 1, self.last + 1, rounds as i64);
            self.rewind(0);
            self.add(0, pit + 1, rounds as i64);
            self.add(0, wrapped as usize, 1);
        }
    }

    /// Drops `seeds` single seeds into the leftmost pits, and plays on until all pits before
    /// `from` are empty again.
    #[inline]
    fn wave(&mut self, seeds: u64, from: u64) {
        let at = (from - self.base) as usize;
        let mut travelling = seeds;
        if seeds > from {
            // Seeds that start at or right of `from` are still there.
            self.add(at, at + (seeds - from) as usize, 1);
            travelling = from;
        }
        if from == 0 {
            return;
        }
        // The first seed stops at every pit.
        self.moves += u128::from(from);
        let Wave { complete, rest } = Wave::of(travelling);
        // Group k has one seed in each of the k pits from here on.
        self.first[at] += complete as i64 + 1;
        self.second[at] -= 1;
        self.second[at + complete as usize + 1] += 1;
        if rest > 0 {
            // The seeds of the last group lie at the first pits congruent to their numbers, the
            // first of which is complete * (complete + 1) / 2, modulo the size of the group.
            let size = complete + 1;
            let number = if complete.is_multiple_of(2) { 0 } else { size / 2 };
            let mut start = number + size - from % size;
            if start >= size {
                start -= size;
            }
            let end = start + rest;
            self.add(at + start as usize, at + end.min(size) as usize, 1);
            self.add(at, at + end.saturating_sub(size) as usize, 1);
        }
    }

    /// Adds `seeds` to each pit of `from..to`, indices at or behind the cursor.
    #[inline]
    fn add(&mut self, from: usize, to: usize, seeds: i64) {
        self.first[from] += seeds;
        self.first[to] -= seeds;
    }

    /// Moves the cursor back over empty pits.
    #[inline]
    fn rewind(&mut self, to: usize) {
        self.first[self.cursor] += std::mem::take(&mut self.level);
        self.second[self.cursor] += std::mem::take(&mut self.slope);
        self.cursor = to;
    }
}

#[cfg(test)]
mod tests {
    use super::{Wave, moves};
    use crate::games::mirall::moves_by_playing;

    #[test]
    fn groups_of_a_wave() {
        let mut complete = 0;
        let mut rest = 0;
        for seeds in 0..10_000 {
            assert_eq!(Wave::of(seeds), Wave { complete, rest });
            rest += 1;
            if rest > complete {
                (complete, rest) = (complete + 1, 0);
            }
        }
        // At the edges of rounding.
        for complete in [(1u64 << 20) + 1, (1 << 26) + 1, 94_906_266, 3_037_000_498] {
            let full = complete * (complete + 1) / 2;
            assert_eq!(Wave::of(full - 1), Wave { complete: complete - 1, rest: complete - 1 });
            assert_eq!(Wave::of(full), Wave { complete, rest: 0 });
            assert_eq!(Wave::of(full + 1), Wave { complete, rest: 1 });
        }
        let Wave { complete, rest } = Wave::of(super::MAX_SEEDS);
        assert!(rest <= complete && complete * (complete + 1) / 2 + rest == super::MAX_SEEDS);
    }

    #[test]
    fn agrees_with_playing() {
        for pits in 1..=40 {
            for seeds in 1..=40 {
                assert_eq!(
                    moves(pits, seeds, &()),
                    Ok(moves_by_playing(pits as usize, seeds).unwrap().into()),
                    "M({pits},{seeds})"
                );
            }
        }
    }
}
