//! The flush recursion: few pits, any number of seeds.
//!
//! While pits `0..=j` are being cleared they are always *balanced*: all hold `q` seeds, the first
//! `r` one more. So a whole clearing is a function of `(q, r)`, found by clearing `0..=j-1`,
//! sowing pit `j` (one division), and starting again with what went round, until nothing does.
//! Small totals are looked up; pit 0 alone is the digits of `q` to the base `n`. See
//! `docs/theory.md`, "The flush recursion".
//!
//! Cost: without tables `(ln N)^(n-2) / ((n-2)! ln 2 ln 3 ... ln(n-1))` steps to leading order for
//! a fixed number `n >= 3` of pits (Corollary M21); tables of small totals make rows of dozens and
//! hundreds of pits possible as well. Memory: the tables, and 8 to 24 bytes for each pair of pits.

use std::cell::Cell;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::observer::{Cancelled, Observer};

use super::MirallError;
use super::limbs::{Base, Limbs};
use super::small::SmallTotals;

/// Answers questions about rows of `n` pits, and keeps the tables it has made for them.
pub(super) struct Flush {
    n: usize,
    small: Option<SmallTotals>,
    /// Largest limit the tables may have.
    max_limit: usize,
}

/// Why a walk stopped early.
enum Stop {
    /// Larger tables would help.
    OutOfSteps,
    /// More moves than asked for.
    OutOfMoves,
    Cancelled,
}

/// What clearing a prefix of a row does.
pub(super) struct Cleared {
    pub(super) moves: u128,
    /// The seeds dropped on each pit to the right of the prefix, from the left.
    pub(super) drops: Vec<BigUint>,
}

impl Flush {
    /// Pits a row may have.
    pub(super) const MAX_PITS: u64 = SmallTotals::MAX_PITS as u64;

    /// Bytes it cannot do without, for rows of `n` pits with `seeds` seeds in each.
    pub(super) fn least_memory(n: u64, seeds: &BigUint) -> u64 {
        let sizes = 1 + u64::from(seeds.bits() > 51) + u64::from(seeds.bits() > 115);
        SmallTotals::memory_per_total(n as usize) * FIRST_LIMIT as u64
            + sizes * n * n * 8
            + 2 * n * seeds.bits().div_ceil(8)
    }

    /// For rows of `n` pits, with tables of at most `memory` bytes.
    ///
    /// # Panics
    /// If `n` is 0 or more than [`Flush::MAX_PITS`].
    pub(super) fn new(n: u64, memory: u64) -> Self {
        assert!((1..=Self::MAX_PITS).contains(&n));
        let n = n as usize;
        let limit = memory.min(TABLES) / SmallTotals::memory_per_total(n);
        Self {
            n,
            small: None,
            max_limit: (limit as usize).clamp(FIRST_LIMIT, SmallTotals::max_limit(n)),
        }
    }

    /// `L(n,N)`, the period of the only cycle of `total >= 1` seeds. Reports [`PROGRESS`] units of
    /// work to the observer.
    pub(super) fn period(
        &mut self,
        total: &BigUint,
        observer: &dyn Observer,
    ) -> Result<u128, MirallError> {
        if observer.cancelled() {
            return Err(Cancelled.into());
        }
        if self.n == 1 {
            observer.advance(PROGRESS);
            return Ok(1);
        }
        // The move of the last pit leaves the row balanced, and then all but the last pit is
        // cleared.
        let each = total / self.n;
        let extra = (total % self.n).to_usize().expect("a remainder mod n is below n");
        let meter = Meter {
            observer,
            bits: each.bits(),
            power: self.n as f64 - 1.0,
            reported: Cell::new(0),
        };
        let r = extra.min(self.n - 1);
        let cleared = self.clear(self.n - 2, &each, r, u128::MAX, observer, Some(&meter))?;
        observer.advance(PROGRESS - meter.reported.get());
        Ok(1 + cleared.expect("no number of moves is too large").moves)
    }

    /// Clears pits `0..=j` (`j <= n - 2`), which hold `q` seeds each and the first `r <= j + 1` one
    /// more; `None` if that takes more than `limit` moves. A meter is told how much is left.
    pub(super) fn clear(
        &mut self,
        j: usize,
        q: &BigUint,
        r: usize,
        limit: u128,
        observer: &dyn Observer,
        meter: Option<&Meter>,
    ) -> Result<Option<Cleared>, MirallError> {
        let n = self.n;
        loop {
            if observer.cancelled() {
                return Err(Cancelled.into());
            }
            let small = self.small.take().unwrap_or_else(|| SmallTotals::new(n, FIRST_LIMIT));
            let larger = (small.limit() as usize).saturating_mul(8).min(self.max_limit);
            let can_grow = larger as u64 > small.limit();
            let mut walk = Walk {
                n,
                base: Base::new(n as u64),
                small: &small,
                moves: 0,
                max_moves: limit,
                steps: if can_grow { worth(n, larger) } else { u64::MAX },
                observer,
                meter,
                narrow: Drops::levels(j, n),
                wide: if q.bits() > NARROW { Drops::levels(j, n) } else { Vec::new() },
                big: if q.bits() > WIDE { Drops::levels(j, n) } else { Vec::new() },
            };
            let done = match (q.to_u64(), q.to_u128()) {
                (Some(q), _) if q >> NARROW == 0 => walk.clear_all(j, q, r),
                (_, Some(q)) if q >> WIDE == 0 => walk.clear_all(j, q, r),
                _ => walk.clear_all(j, Limbs::from(q), r),
            };
            self.small = Some(small);
            return match done {
                Ok(cleared) => Ok(Some(cleared)),
                Err(Stop::OutOfMoves) => Ok(None),
                Err(Stop::Cancelled) => Err(Cancelled.into()),
                Err(Stop::OutOfSteps) => {
                    self.small = None;
                    self.small = Some(SmallTotals::new(n, larger));
                    continue;
                }
            };
        }
    }
}

/// Bits of the seeds on each pit for which all seeds of at most 2^12 pits fit in 64 bits.
const NARROW: u64 = 51;

/// The same for 128 bits.
const WIDE: u64 = 115;

/// Bytes that the tables of small totals take at most: larger ones no longer pay.
const TABLES: u64 = 1 << 28;

/// Units of work that a period reports.
pub(super) const PROGRESS: u64 = 1000;

/// Tells how much of a period is done from how many seeds are left to clear: of `k` bits of seeds
/// there are, for few pits, about `k^(n-1)` moves to be made (Corollary M21).
pub(super) struct Meter<'a> {
    observer: &'a dyn Observer,
    bits: u64,
    power: f64,
    /// What a walk has reported is not reported again when another one begins anew.
    reported: Cell<u64>,
}

impl Meter<'_> {
    /// Fewer than `2^bits` seeds are left on each pit.
    fn left(&self, bits: u64) {
        let left = (bits as f64 / self.bits.max(1) as f64).powf(self.power);
        let done = ((1.0 - left) * PROGRESS as f64) as u64;
        let before = self.reported.get();
        if done > before {
            self.reported.set(done);
            self.observer.advance(done - before);
        }
    }
}

const FIRST_LIMIT: usize = 1 << 7;

/// Steps of a walk that cost as much as making tables with this limit.
fn worth(n: usize, limit: usize) -> u64 {
    4 * (limit * n / (n + 24)) as u64
}

/// Seeds dropped on the pits to the right of a level.
#[derive(Clone, Default)]
struct Drops<H> {
    /// On each of them.
    common: H,
    /// On each pit besides; entries of pits that are not to the right mean nothing.
    besides: Vec<u64>,
}

impl<H: Clone + Default> Drops<H> {
    /// Nothing dropped yet by the levels `0..=j` of a row of `n` pits.
    fn levels(j: usize, n: usize) -> Vec<Self> {
        vec![Self { common: H::default(), besides: vec![0; n] }; j + 1]
    }
}

/// A clearing under way. Counts of moves and of drops are sums of at most as many table entries
/// as there were steps, so they cannot overflow within the life of a machine.
struct Walk<'a> {
    n: usize,
    base: Base,
    small: &'a SmallTotals,
    moves: u128,
    max_moves: u128,
    /// Steps left.
    steps: u64,
    observer: &'a dyn Observer,
    meter: Option<&'a Meter<'a>>,
    /// What each level drops: `clear(j, ..)` adds to entry `j` of the vector for its hands.
    narrow: Vec<Drops<u64>>,
    wide: Vec<Drops<u128>>,
    big: Vec<Drops<Limbs>>,
}

/// Steps between two questions to the observer.
const POLL: u64 = 1 << 12;

impl Walk<'_> {
    fn clear_all<H: Hand>(&mut self, j: usize, q: H, r: usize) -> Result<Cleared, Stop> {
        self.clear(j, q, r)?;
        let moves = self.moves;
        if moves > self.max_moves {
            return Err(Stop::OutOfMoves);
        }
        let Drops { common, besides } = std::mem::take(&mut H::levels(self)[j]);
        let common: BigUint = common.into();
        let drops = besides[j + 1..].iter().map(|&more| &common + more).collect();
        Ok(Cleared { moves, drops })
    }

    /// Clears pits `0..=j` holding `q` seeds each, the first `r <= j + 1` one more.
    fn clear<H: Hand>(&mut self, j: usize, mut q: H, mut r: usize) -> Result<(), Stop> {
        loop {
            if r == j + 1 {
                q.add_word(1);
                r = 0;
            }
            if let Some(done) = q.clear_narrower(self, j, r) {
                return done;
            }
            if j == 0 {
                let digits = q.clear_first_pit(self);
                self.moves += u128::from(digits);
                return Ok(());
            }
            self.steps -= 1;
            if self.steps.is_multiple_of(POLL) {
                if self.observer.cancelled() {
                    return Err(Stop::Cancelled);
                }
                if self.steps == 0 {
                    return Err(Stop::OutOfSteps);
                }
            }
            if self.moves > self.max_moves {
                return Err(Stop::OutOfMoves);
            }

            let left = &mut H::levels(self)[j - 1];
            left.common.reset();
            left.besides[j..].fill(0);
            self.clear(j - 1, q.clone(), r.min(j))?;

            // Pit j now holds its own seeds and what has been dropped on it.
            let (left, here) = H::levels(self).split_at_mut(j);
            let (left, here) = (&left[j - 1], &mut here[0]);
            here.common.add(&left.common);
            for (sum, &more) in here.besides[j + 1..].iter_mut().zip(&left.besides[j + 1..]) {
                *sum += more;
            }
            q.add(&left.common);
            q.add_word(left.besides[j]);
            if q.is_zero() {
                return Ok(());
            }
            // Sow it.
            let rest = q.divide(&self.base) as usize;
            let right = self.n - 1 - j;
            let here = &mut H::levels(self)[j];
            here.common.add(&q);
            for sum in &mut here.besides[j + 1..=j + rest.min(right)] {
                *sum += 1;
            }
            r = rest.saturating_sub(right);
            self.moves += 1;
            if right == 1
                && let Some(meter) = self.meter
            {
                meter.left(q.bits());
            }
            if r == 0 && q.is_zero() {
                return Ok(());
            }
        }
    }
}

/// A number of seeds, in one of three sizes. A type is used only where all seeds of the pits to
/// be cleared fit in it.
trait Hand: Clone + Default + Into<BigUint> {
    fn is_zero(&self) -> bool;
    /// The length in binary.
    fn bits(&self) -> u64;
    fn reset(&mut self);
    fn add(&mut self, other: &Self);
    fn add_word(&mut self, seeds: u64);
    /// Divides by the base and returns the remainder.
    fn divide(&mut self, base: &Base) -> u64;
    fn levels<'a>(walk: &'a mut Walk<'_>) -> &'a mut [Drops<Self>];
    /// Clears pit 0 holding `self` and returns the number of moves.
    ///
    /// A move divides the seeds by `n`; it drops the quotient on all pits and one more on as many
    /// as the remainder says. So the remainders are the digits of `self` to the base `n`.
    fn clear_first_pit(self, walk: &mut Walk<'_>) -> u64;
    /// Does the whole of `clear` by a table or in a smaller type, if `self` is small enough.
    fn clear_narrower(&self, walk: &mut Walk<'_>, j: usize, r: usize) -> Option<Result<(), Stop>>;
}

/// Clears in a narrower type and adds what it drops to the level's own drops.
fn narrower<H: Hand, N: Hand>(
    walk: &mut Walk<'_>,
    j: usize,
    q: N,
    r: usize,
    widen: impl Fn(&N) -> H,
) -> Result<(), Stop> {
    let drops = &mut N::levels(walk)[j];
    drops.common.reset();
    drops.besides.fill(0);
    walk.clear(j, q, r)?;
    let drops = std::mem::take(&mut N::levels(walk)[j]);
    let here = &mut H::levels(walk)[j];
    here.common.add(&widen(&drops.common));
    for (sum, &more) in here.besides[j + 1..].iter_mut().zip(&drops.besides[j + 1..]) {
        *sum += more;
    }
    N::levels(walk)[j] = drops;
    Ok(())
}

macro_rules! machine_hand {
    ($t:ty, $levels:ident) => {
        #[inline]
        fn is_zero(&self) -> bool {
            *self == 0
        }
        fn bits(&self) -> u64 {
            u64::from(<$t>::BITS - self.leading_zeros())
        }
        #[inline]
        fn reset(&mut self) {
            *self = 0;
        }
        #[inline]
        fn add(&mut self, other: &Self) {
            *self += other;
        }
        #[inline]
        fn add_word(&mut self, seeds: u64) {
            *self += <$t>::from(seeds);
        }
        #[inline]
        fn divide(&mut self, base: &Base) -> u64 {
            let n = <$t>::from(base.n());
            let rest = *self % n;
            *self /= n;
            rest as u64
        }
        fn levels<'a>(walk: &'a mut Walk<'_>) -> &'a mut [Drops<Self>] {
            &mut walk.$levels
        }
        fn clear_first_pit(mut self, walk: &mut Walk<'_>) -> u64 {
            let mut moves = 0;
            let drops = &mut walk.$levels[0];
            while self != 0 {
                let digit = self.divide(&walk.base) as usize;
                drops.common += self;
                for sum in &mut drops.besides[1..=digit] {
                    *sum += 1;
                }
                moves += 1;
            }
            moves
        }
    };
}

impl Hand for u64 {
    machine_hand!(u64, narrow);

    #[inline]
    fn clear_narrower(&self, walk: &mut Walk<'_>, j: usize, r: usize) -> Option<Result<(), Stop>> {
        let total = self * (j as u64 + 1) + r as u64;
        (total <= walk.small.limit()).then(|| {
            let drops = &mut walk.narrow[j].besides[j + 1..];
            walk.moves += u128::from(walk.small.clear(j, total as usize, drops));
            Ok(())
        })
    }
}

impl Hand for u128 {
    machine_hand!(u128, wide);

    fn clear_narrower(&self, walk: &mut Walk<'_>, j: usize, r: usize) -> Option<Result<(), Stop>> {
        (self >> NARROW == 0).then(|| narrower(walk, j, *self as u64, r, |&hand| Self::from(hand)))
    }
}

impl Hand for Limbs {
    fn is_zero(&self) -> bool {
        self.is_zero()
    }
    fn bits(&self) -> u64 {
        self.bits()
    }
    fn reset(&mut self) {
        self.clear();
    }
    fn add(&mut self, other: &Self) {
        self.add(other);
    }
    fn add_word(&mut self, seeds: u64) {
        self.add_word(seeds);
    }
    fn divide(&mut self, base: &Base) -> u64 {
        self.divide(&base.divisor)
    }
    fn levels<'a>(walk: &'a mut Walk<'_>) -> &'a mut [Drops<Self>] {
        &mut walk.big
    }
    fn clear_first_pit(mut self, walk: &mut Walk<'_>) -> u64 {
        let drops = &mut walk.big[0];
        let digits = self.sum_of_quotients(&walk.base, &mut drops.besides[1..]);
        drops.common.add(&self);
        digits
    }

    fn clear_narrower(&self, walk: &mut Walk<'_>, j: usize, r: usize) -> Option<Result<(), Stop>> {
        let hand = self.to_u128().filter(|hand| hand >> WIDE == 0)?;
        Some(narrower(walk, j, hand, r, |&hand| Self::from(hand)))
    }
}

#[cfg(test)]
mod tests {
    use super::Flush;
    use crate::games::mirall::moves_by_playing;
    use num_bigint::BigUint;

    #[test]
    fn agrees_with_playing() {
        for pits in 1..=30u64 {
            let mut flush = Flush::new(pits, 0);
            for seeds in 1..=40u64 {
                assert_eq!(
                    flush.period(&BigUint::from(pits * seeds), &()).unwrap(),
                    moves_by_playing(pits as usize, seeds).unwrap().into(),
                    "M({pits},{seeds})"
                );
            }
        }
    }
}
