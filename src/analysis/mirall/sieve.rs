//! The ghost sieve: the moves for 1, 2, ..., S seeds in each of `n` pits, all at once.
//!
//! Seeds are numbered so that the path of each depends only on those before it; a seed is then
//! carried from level to level (level `j`: everything up to pit `j` is cleared), and a seed that
//! goes round does what an earlier one did. See `docs/theory.md`, "The ghost sieve".
//!
//! Cost: with many seeds in each pit a seed takes part in about `ln n` levels (measured, not
//! proved; with one seed in each pit about `sqrt n`); finding out which seeds take part in a level
//! costs a byte comparison a seed and level, 64 at a time. Memory: 7 bytes a seed (more where
//! counts or pits ask for it).

use std::cell::Cell;

use crate::observer::{Cancelled, Observer, Unreported};

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
    (u128::from(pits) * u128::from(seeds)).saturating_mul(symbol + 5).saturating_add(1 << 16)
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
    let alone = alone_counts::<T, u64>(pits, seeds, scan, &Unreported(observer))?;
    report(&alone.expect("64 bits are enough by Theorem M14"), visit);
    Ok(())
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
    let mut group = Group { start: 0, end: 0, offsets: vec![BEYOND; total] };
    let mut found = [0u32; WINDOW];
    let mut reported = 0;

    for j in 0..n - 1 {
        if j == group.end {
            group.begin(j, (j + LEVELS).min(n - 1), &symbols);
        }
        // Seed 0 is the first in pit `j`, and alone there.
        alone[0] = alone[0].plus(C::ONE).expect("seed 0 is alone once at each level");
        let mut level = Level { n, pit: j, round: 0, place: 0 };
        for start in (0..total).step_by(WINDOW) {
            if start % POLL == 0 && observer.cancelled() {
                return Err(Cancelled);
            }
            let window = &group.offsets[start..total.min(start + WINDOW)];
            let count = scan(window, (j - group.start) as u8, &mut found);
            let found = &found[..count];
            if level.carry(start, found, &mut group, &mut symbols, &mut alone).is_none() {
                return Ok(None);
            }
        }
        let done = total as u64 * (j as u64 + 1) / (n as u64 - 1);
        observer.advance(done - reported);
        reported = done;
    }
    observer.advance(total as u64 - reported);
    Ok(Some(alone))
}

/// Seeds looked at in one scan.
const WINDOW: usize = 1 << 10;

/// Seeds between two questions to the observer, a multiple of [`WINDOW`].
const POLL: usize = WINDOW << 10;

/// Levels in a group: as many as a byte tells apart.
const LEVELS: usize = 255;

/// The levels `start..end`, and for each seed the pit it lies in, counted from `start`, in a byte
/// that can be scanned quickly; [`BEYOND`] if it lies behind them all.
struct Group {
    start: usize,
    end: usize,
    offsets: Vec<u8>,
}

/// The offset of a seed that has left its group to the right.
const BEYOND: u8 = u8::MAX;

impl Group {
    /// Begins the next group, before whose levels no seed lies any more.
    fn begin<T: Symbol>(&mut self, start: usize, end: usize, symbols: &[T]) {
        (self.start, self.end) = (start, end);
        for (offset, symbol) in self.offsets.iter_mut().zip(symbols) {
            *offset = (symbol.pit() - start).min(BEYOND.into()) as u8;
        }
    }

    #[inline]
    fn offset(&self, pit: usize) -> u8 {
        (pit - self.start).min(BEYOND.into()) as u8
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
    /// Carries the seeds found (counted from `start`), the next ones in the pit, beyond it; `None`
    /// if a count outgrows its type.
    fn carry<T: Symbol, C: Count>(
        &mut self,
        start: usize,
        mut found: &[u32],
        group: &mut Group,
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
                    let seed = start + index as usize;
                    symbols[seed].set(T::of(pit));
                    group.offsets[seed] = group.offset(pit);
                }
                self.place += now.len();
                found = later;
            } else {
                // Gone round: does what the seed in the same place of the first sowing did.
                let (now, later) = found.split_at(found.len().min(self.n - self.place));
                let twins = self.round + self.place - right..;
                let twins = symbols[twins.clone()].iter().zip(&alone[twins]);
                for (&index, (twin_symbol, twin_alone)) in now.iter().zip(twins) {
                    let seed = start + index as usize;
                    symbols[seed].set(twin_symbol.get());
                    group.offsets[seed] = group.offset(twin_symbol.get().pit());
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
