//! The ghost sieve: the moves for 1, 2, ..., S seeds in each of `n` pits, all at once.
//!
//! Seeds are numbered so that the path of each depends only on those before it; a seed is then
//! carried from level to level (level `j`: everything up to pit `j` is cleared), and a seed that
//! goes round does what an earlier one did. See `docs/theory.md`, "The ghost sieve".
//!
//! Cost: with many seeds in each pit a seed takes part in about `ln n` levels (measured, not
//! proved; with one seed in each pit about `sqrt n`); finding out which seeds take part in a level
//! costs about `sqrt n` byte comparisons a seed in all, 64 at a time. Memory: 4 bytes a seed (8
//! where a count asks for it), and 5 more for each seed in one group of levels.

use std::cell::Cell;

use crate::observer::{Cancelled, Observer};

use super::MirallError;
use super::scan::{self, Scan};

/// All that is remembered of a seed: in the low bits the pit it lies in, above them the number of
/// its alone-moves, the moves in which it is alone in the leftmost occupied pit.
///
/// A count that outgrows its bits is noticed, never wrapped: both operands of an addition are
/// below the top bit as long as no sum has reached it, and the first that does is seen.
trait Word: Copy + From<u32> {
    fn pit(self, low: u32) -> usize;
    fn alone(self, low: u32) -> u64;
    /// The same seed in another pit.
    fn moved_to(self, pit: usize, low: u32) -> Self;
    /// The same seed after it has done what `twin` has done.
    fn follows(self, twin: Self, low: u32) -> Self;
    /// The same seed after one more alone-move.
    fn alone_once_more(self, low: u32) -> Self;
    fn top_bit(self) -> bool;
}

macro_rules! word {
    ($t:ty) => {
        impl Word for $t {
            #[inline]
            fn pit(self, low: u32) -> usize {
                (self & ((1 << low) - 1)) as usize
            }
            #[inline]
            fn alone(self, low: u32) -> u64 {
                u64::from(self >> low)
            }
            #[inline]
            fn moved_to(self, pit: usize, low: u32) -> Self {
                (self >> low << low) | pit as $t
            }
            #[inline]
            fn follows(self, twin: Self, low: u32) -> Self {
                (self >> low << low).wrapping_add(twin)
            }
            #[inline]
            fn alone_once_more(self, low: u32) -> Self {
                self.wrapping_add(1 << low)
            }
            #[inline]
            fn top_bit(self) -> bool {
                self >> (<$t>::BITS - 1) != 0
            }
        }
    };
}
word!(u32);
word!(u64);

/// Seeds the sieve can number.
pub(super) const MAX_SEEDS: u64 = u32::MAX as u64;

/// Bytes of working memory for a row of `pits` pits and up to `seeds` seeds in each.
pub(super) fn memory(pits: u64, seeds: u64) -> u128 {
    u128::from(pits) * u128::from(seeds) * 9 + (1 << 16)
}

/// For every total `N` in `1..=pits * seeds`, calls `visit(N, growth)` with
/// `growth = L(n,N) - L(n,N-1)`, in increasing order of `N` (`L(n,0)` counts as 0).
///
/// Reports `pits * seeds` units of work to the observer.
///
/// # Errors
/// If the observer stops it, or a seed makes more moves alone than fit in the 64 bits that a seed
/// has for its pit and this count.
///
/// # Panics
/// If `pits` is 0 or the total exceeds [`MAX_SEEDS`].
pub(super) fn growths(
    pits: usize,
    seeds: usize,
    observer: &dyn Observer,
    visit: &mut dyn FnMut(u64, u64),
) -> Result<(), MirallError> {
    assert!(pits > 0, "a row needs a pit");
    assert!(pits as u64 * seeds as u64 <= MAX_SEEDS, "too many seeds for the sieve");
    // Bits for the pits `0..n`.
    let low = usize::BITS - (pits - 1).leading_zeros();
    let scan = scan::fastest();
    // The largest count of alone-moves seen for n pits is below 32 n: leave room for 64 n.
    if 2 * low + 7 <= u32::BITS
        && let Some(seeds) = carry_all::<u32>(pits, seeds, low, scan, observer)?
    {
        report(&seeds, low, visit);
        return Ok(());
    }
    let seeds = carry_all::<u64>(pits, seeds, low, scan, &Silent(observer))?
        .ok_or(MirallError::TooManyMoves { pits: pits as u64 })?;
    report(&seeds, low, visit);
    Ok(())
}

/// Passes on only whether to stop: the second run of a row is no further progress.
struct Silent<'a>(&'a dyn Observer);

impl Observer for Silent<'_> {
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// The first seed also makes the move that spreads all seeds from the last pit.
fn report<W: Word>(seeds: &[W], low: u32, visit: &mut dyn FnMut(u64, u64)) {
    for (total, seed) in (1..).zip(seeds) {
        visit(total, seed.alone(low) + u64::from(total == 1));
    }
}

/// All seeds carried to the last pit; `None` if a count does not fit.
fn carry_all<W: Word>(
    n: usize,
    seeds: usize,
    low: u32,
    scan: Scan,
    observer: &dyn Observer,
) -> Result<Option<Vec<W>>, Cancelled> {
    let total = n * seeds;
    // The seed `q * n + r` lies in pit `r` after the first move.
    let mut words: Vec<W> = Vec::with_capacity(total);
    for _ in 0..seeds {
        words.extend((0..n).map(|pit| W::from(pit as u32)));
    }
    let mut group = Group::default();
    let mut found = [0u32; WINDOW];
    let mut reported = 0;

    for j in 0..n - 1 {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        if j == group.end {
            group.gather(j, (j + group_size(n)).min(n - 1), &words, low);
        }
        // Seed 0 is the first in pit `j`, and alone there.
        words[0] = words[0].alone_once_more(low);
        let mut level = Level { n, pit: j, low, round: 0, place: 0 };
        let mut overflow = false;
        for start in (0..group.seeds.len()).step_by(WINDOW) {
            let end = group.seeds.len().min(start + WINDOW);
            let count = scan(&group.offsets[start..end], (j - group.start) as u8, &mut found);
            overflow |= level.carry(&found[..count], &mut group.window(start..end), &mut words);
        }
        if overflow {
            return Ok(None);
        }
        let done = total as u64 * (j as u64 + 1) / (n as u64 - 1);
        observer.advance(done - reported);
        reported = done;
    }
    observer.advance(total as u64 - reported);
    Ok(Some(words))
}

/// Seeds of a group looked at in one scan.
const WINDOW: usize = 1 << 10;

/// Levels in a group, at most 255. A larger group is gathered more rarely, but holds more seeds
/// to look at in each of its levels: the best size grows with the root of the number of pits.
fn group_size(n: usize) -> usize {
    (6 * n).isqrt().clamp(16, 255)
}

/// The seeds that lie in pits `start..end`, gathered so that each level of the group needs to
/// look at these only: a seed that comes to lie in one of these pits is carried there from
/// another of them.
#[derive(Default)]
struct Group {
    start: usize,
    end: usize,
    /// The seeds, in increasing order.
    seeds: Vec<u32>,
    /// For each, the pit it lies in now, counted from `start`, or [`BEYOND`].
    offsets: Vec<u8>,
}

/// The offset of a seed that has left its group to the right.
const BEYOND: u8 = u8::MAX;

impl Group {
    fn gather<W: Word>(&mut self, start: usize, end: usize, words: &[W], low: u32) {
        (self.start, self.end) = (start, end);
        let offset = |word: &W| word.pit(low).wrapping_sub(start);
        let size = words.iter().filter(|&word| offset(word) < end - start).count();
        // One place more than needed: the loop writes first and asks then, without a branch.
        self.seeds.resize(size + 1, 0);
        self.offsets.resize(size + 1, 0);
        let mut count = 0;
        for (seed, word) in (0..).zip(words) {
            self.seeds[count] = seed;
            self.offsets[count] = offset(word) as u8;
            count += usize::from(offset(word) < end - start);
        }
        self.seeds.truncate(size);
        self.offsets.truncate(size);
    }

    fn window(&mut self, range: std::ops::Range<usize>) -> Window<'_> {
        Window {
            start: self.start,
            end: self.end,
            seeds: &self.seeds[range.clone()],
            offsets: &mut self.offsets[range],
        }
    }
}

/// Some consecutive seeds of a group.
struct Window<'a> {
    start: usize,
    end: usize,
    seeds: &'a [u32],
    offsets: &'a mut [u8],
}

impl Window<'_> {
    /// The seed at `index`, which moves on to `pit`.
    #[inline]
    fn moves_to(&mut self, index: u32, pit: usize) -> usize {
        self.offsets[index as usize] =
            if pit < self.end { (pit - self.start) as u8 } else { BEYOND };
        self.seeds[index as usize] as usize
    }
}

/// Where the sowing of `pit` stands: the next seed in it is number `round + place` there, and is
/// dropped `place + 1` pits on, after whole rounds of the row.
struct Level {
    n: usize,
    pit: usize,
    /// Bits of a word that hold a pit.
    low: u32,
    /// Seeds sown in whole rounds: a multiple of `n`.
    round: usize,
    /// Seeds sown since, below `n`.
    place: usize,
}

impl Level {
    /// Carries the seeds found in the window, the next ones in the pit, beyond it. Returns whether
    /// a count of alone-moves has reached the top bit.
    fn carry<W: Word>(&mut self, mut found: &[u32], window: &mut Window, words: &mut [W]) -> bool {
        // Cells, since a seed reads from its twin in the same slice; the twin is always earlier.
        let words = Cell::from_mut(words).as_slice_of_cells();
        let low = self.low;
        let right = self.n - 1 - self.pit;
        let mut overflow = false;
        while !found.is_empty() {
            if self.place < right {
                // Dropped to the right of the pit.
                let (now, later) = found.split_at(found.len().min(right - self.place));
                for (&index, pit) in now.iter().zip(self.pit + 1 + self.place..) {
                    let word = &words[window.moves_to(index, pit)];
                    word.set(word.get().moved_to(pit, low));
                }
                self.place += now.len();
                found = later;
            } else {
                // Gone round: does what the seed in the same place of the first sowing did.
                let (now, later) = found.split_at(found.len().min(self.n - self.place));
                let twins = &words[self.round + self.place - right..];
                for (&index, twin) in now.iter().zip(twins) {
                    let twin = twin.get();
                    let word = &words[window.moves_to(index, twin.pit(low))];
                    let next = word.get().follows(twin, low);
                    overflow |= next.top_bit();
                    word.set(next);
                }
                self.place += now.len();
                if self.place == self.n {
                    self.place = 0;
                    self.round += self.n;
                }
                found = later;
            }
        }
        overflow
    }
}
