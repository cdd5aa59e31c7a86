//! The ghost sieve: the moves for 1, 2, ..., S seeds in each of `n` pits, all at once.
//!
//! Seeds are numbered so that the path of each depends only on those before it; a seed is then
//! carried from level to level (level `j`: everything up to pit `j` is cleared), and a seed that
//! goes round does what an earlier one did. See `docs/theory.md`, "The ghost sieve".
//!
//! Cost: with many seeds in each pit a seed takes part in about `ln n` levels (measured, not
//! proved; with one seed in each pit about `sqrt n`); finding out which seeds take part in a level
//! costs about `sqrt n` byte comparisons a seed in all, 64 at a time. Memory: 6 bytes a seed (more
//! where counts or pits ask for it), and 5 for each seed in one group of levels.

use std::cell::Cell;

use crate::observer::{Cancelled, Observer};

use super::scan::{self, Scan};

/// A symbol is the index of the pit a seed lies in, in the narrowest type that holds it.
trait Symbol: Copy {
    /// The symbol of a pit; the caller has chosen a type that holds it.
    fn of(pit: usize) -> Self;
    fn pit(self) -> usize;
}

/// A number of alone-moves: moves in which a seed is alone in the leftmost occupied pit.
trait Count: Copy + Default + Eq + Into<u64> {
    /// The sum, unless it is too large for the type.
    fn plus(self, other: Self) -> Option<Self>;
    const ONE: Self;
}

macro_rules! symbol_and_count {
    ($symbol:ty, $count:ty) => {
        impl Symbol for $symbol {
            #[inline]
            fn of(pit: usize) -> Self {
                debug_assert!(<$symbol>::try_from(pit).is_ok());
                pit as $symbol
            }
            #[inline]
            fn pit(self) -> usize {
                self as usize
            }
        }

        impl Count for $count {
            const ONE: Self = 1;
            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
        }
    };
}
symbol_and_count!(u16, u32);
symbol_and_count!(u32, u64);

/// Seeds the sieve can number.
pub(super) const MAX_SEEDS: u64 = u32::MAX as u64;

/// Bytes of working memory for a row of `pits` pits and up to `seeds` seeds in each.
pub(super) fn memory(pits: u64, seeds: u64) -> u128 {
    let symbol = if pits <= 1 << 16 { 2 } else { 4 };
    u128::from(pits) * u128::from(seeds) * (symbol + 9) + (1 << 16)
}

/// For every total `N` in `1..=pits * seeds`, calls `visit(N, growth)` with
/// `growth = L(n,N) - L(n,N-1)`, in increasing order of `N` (`L(n,0)` counts as 0).
///
/// Reports `pits * seeds` units of work to the observer.
///
/// # Panics
/// If `pits` is 0 or the total exceeds [`MAX_SEEDS`].
pub(super) fn growths(
    pits: usize,
    seeds: usize,
    observer: &dyn Observer,
    visit: &mut dyn FnMut(u64, u64),
) -> Result<(), Cancelled> {
    assert!(pits > 0, "a row needs a pit");
    assert!(pits as u64 * seeds as u64 <= MAX_SEEDS, "too many seeds for the sieve");
    if pits <= 1 << 16 {
        with_symbols::<u16>(pits, seeds, observer, visit)
    } else {
        with_symbols::<u32>(pits, seeds, observer, visit)
    }
}

fn with_symbols<T: Symbol>(
    pits: usize,
    seeds: usize,
    observer: &dyn Observer,
    visit: &mut dyn FnMut(u64, u64),
) -> Result<(), Cancelled> {
    let scan = scan::fastest();
    if let Some(alone) = alone_counts::<T, u32>(pits, seeds, scan, observer)? {
        report(&alone, visit);
        return Ok(());
    }
    // No row is known to come here; by Theorem M14 no count exceeds pits * (total + 1) < 2^64.
    let alone = alone_counts::<T, u64>(pits, seeds, scan, &Silent(observer))?;
    report(&alone.expect("64 bits are enough by Theorem M14"), visit);
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
fn report<C: Count>(alone: &[C], visit: &mut dyn FnMut(u64, u64)) {
    for (total, &count) in (1..).zip(alone) {
        visit(total, count.into() + u64::from(total == 1));
    }
}

/// The alone-moves of each seed until it lies in the last pit; `None` if a count outgrows `C`.
fn alone_counts<T: Symbol, C: Count>(
    n: usize,
    seeds: usize,
    scan: Scan,
    observer: &dyn Observer,
) -> Result<Option<Vec<C>>, Cancelled> {
    let total = n * seeds;
    // The seed `q * n + r` lies in pit `r` after the first move.
    let mut symbols: Vec<T> = Vec::with_capacity(total);
    for _ in 0..seeds {
        symbols.extend((0..n).map(T::of));
    }
    let mut alone = vec![C::default(); total];
    let mut group = Group::default();
    let mut found = [0u32; WINDOW];
    let mut reported = 0;

    for j in 0..n - 1 {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        if j == group.end {
            group.gather(j, (j + group_size(n)).min(n - 1), &symbols);
        }
        // Seed 0 is the first in pit `j`, and alone there.
        alone[0] = alone[0].plus(C::ONE).expect("seed 0 is alone once at each level");
        let mut level = Level { n, pit: j, round: 0, place: 0 };
        let mut overflow = false;
        for start in (0..group.seeds.len()).step_by(WINDOW) {
            let end = group.seeds.len().min(start + WINDOW);
            let count = scan(&group.offsets[start..end], (j - group.start) as u8, &mut found);
            overflow |= level
                .carry(&found[..count], &mut group.window(start..end), &mut symbols, &mut alone)
                .is_none();
        }
        if overflow {
            return Ok(None);
        }
        let done = total as u64 * (j as u64 + 1) / (n as u64 - 1);
        observer.advance(done - reported);
        reported = done;
    }
    observer.advance(total as u64 - reported);
    Ok(Some(alone))
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
    fn gather<T: Symbol>(&mut self, start: usize, end: usize, symbols: &[T]) {
        (self.start, self.end) = (start, end);
        let offset = |symbol: &T| symbol.pit().wrapping_sub(start);
        let size = symbols.iter().filter(|&symbol| offset(symbol) < end - start).count();
        // One place more than needed: the loop writes first and asks then, without a branch.
        self.seeds.resize(size + 1, 0);
        self.offsets.resize(size + 1, 0);
        let mut count = 0;
        for (seed, symbol) in (0..).zip(symbols) {
            self.seeds[count] = seed;
            self.offsets[count] = offset(symbol) as u8;
            count += usize::from(offset(symbol) < end - start);
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
    /// Seeds sown in whole rounds: a multiple of `n`.
    round: usize,
    /// Seeds sown since, below `n`.
    place: usize,
}

impl Level {
    /// Carries the seeds found in the window, the next ones in the pit, beyond it; `None` if a
    /// count outgrows its type.
    fn carry<T: Symbol, C: Count>(
        &mut self,
        mut found: &[u32],
        window: &mut Window,
        symbols: &mut [T],
        alone: &mut [C],
    ) -> Option<()> {
        // Cells, since a seed reads from its twin in the same slices; the twin is always earlier.
        let symbols = Cell::from_mut(symbols).as_slice_of_cells();
        let alone = Cell::from_mut(alone).as_slice_of_cells();
        let right = self.n - 1 - self.pit;
        while !found.is_empty() {
            if self.place < right {
                // Dropped to the right of the pit.
                let (now, later) = found.split_at(found.len().min(right - self.place));
                for (&index, pit) in now.iter().zip(self.pit + 1 + self.place..) {
                    symbols[window.moves_to(index, pit)].set(T::of(pit));
                }
                self.place += now.len();
                found = later;
            } else {
                // Gone round: does what the seed in the same place of the first sowing did.
                let (now, later) = found.split_at(found.len().min(self.n - self.place));
                let twins = self.round + self.place - right..;
                let twins = symbols[twins.clone()].iter().zip(&alone[twins]);
                for (&index, (twin_symbol, twin_alone)) in now.iter().zip(twins) {
                    let symbol = twin_symbol.get();
                    let seed = window.moves_to(index, symbol.pit());
                    symbols[seed].set(symbol);
                    // Most twins have never been alone: leave the counts of their followers where
                    // they are, in memory far away.
                    if twin_alone.get() != C::default() {
                        alone[seed].set(alone[seed].get().plus(twin_alone.get())?);
                    }
                }
                self.place += now.len();
                if self.place == self.n {
                    self.place = 0;
                    self.round += self.n;
                }
                found = later;
            }
        }
        Some(())
    }
}
