//! The weighted closed paths that stand for the states that pass the Mayer test, by their area.
//!
//! Theorem R12 of `docs/theory.md`. Going once round the labels `1..=n+1`, the *height* `c` is the
//! number of pits that have been emptied and will be emptied again: it starts at some `X`, grows by
//! 1 at each label from 2 on, falls by `a` where `a` of the pits carry the label, in
//! `binomial(c, a)` ways, and comes back to `X`. The number of seeds is the area, the sum of the
//! `n + 1` heights.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::observer::{Cancelled, Observer};

/// A polynomial in the area: the coefficient of each power is a *slot* of some words, lowest first,
/// and wide enough for every sum that occurs, so that adding whole polynomials is adding numbers.
type Packed = Vec<u64>;

/// `c + (c-1) + (c-2) + ...`, at most `terms` of them, down to 0.
fn stairs(c: usize, terms: usize) -> usize {
    let terms = terms.min(c);
    (terms * c) - terms * terms.saturating_sub(1) / 2
}

/// The paths of one start and what is fixed for them.
pub(super) struct Paths {
    /// Pits.
    pub n: usize,
    /// The largest area of interest.
    pub up_to: usize,
    /// Words of a slot.
    pub words: usize,
}

impl Paths {
    /// The least area that a height `c` at `label` has behind it, the first height not counted:
    /// heights grow by at most 1.
    fn behind(label: usize, c: usize) -> usize {
        stairs(c, label - 1)
    }

    /// The least area still ahead at `label`, for the same reason: at label `n` the height is at
    /// least `start - 1`, and in the end it is `start`. Before these stairs begin, a height of 0
    /// needs a label that is carried, and of two successive labels one is not.
    fn ahead(&self, label: usize, start: usize) -> usize {
        let left = self.n - label;
        stairs(start - 1, left) + left.saturating_sub(start - 1) / 2 + start
    }

    /// Where paths may start so that some area is small enough, from 1.
    pub fn starts(&self) -> usize {
        let fits = |start: &usize| start + self.ahead(1, *start) <= self.up_to;
        (1..=self.up_to).take_while(fits).count()
    }

    /// A bound on the bytes that [`Paths::from`] uses, by the number of its heights.
    pub fn bytes(up_to: u128, words: u128) -> u128 {
        // A height c has an area of c(c+1)/2 or more in the stairs that lead to it.
        let heights = (2 * up_to).isqrt() + 2;
        heights.saturating_mul(up_to + 1).saturating_mul(words).saturating_mul(32)
    }

    /// Adds to `found[area]` the weight of all paths that start, and so end, at height `start`.
    pub fn from(
        &self,
        start: usize,
        found: &mut [BigUint],
        observer: &dyn Observer,
    ) -> Result<(), Cancelled> {
        // What may be reached at a label beside the first height and the least area ahead.
        let room = |label: usize| self.up_to.checked_sub(start + self.ahead(label, start));
        // By height, the paths so far by the area that exceeds the least possible one, according to
        // whether the last label is carried by a pit: then the next one must not be.
        let mut free: Vec<Packed> = vec![Packed::new(); start + 1];
        let mut barred: Vec<Packed> = Vec::new();
        free[start] = vec![0; self.words];
        free[start][0] = 1;
        for label in 2..=self.n {
            if observer.cancelled() {
                return Err(Cancelled);
            }
            let Some(room) = room(label) else { return Ok(()) };
            // Lower heights cannot come back to the start.
            let lowest = (start - 1).saturating_sub(self.n - label);
            // A pit is emptied. To be higher by 1 is what the least area reckons with, so no area
            // is added.
            let mut born = vec![Packed::new()];
            born.append(&mut free);
            let allowed = |height: usize| {
                let area = height + Self::behind(label - 1, height.saturating_sub(1));
                if height < lowest { 0 } else { (room + 1).saturating_sub(area) * self.words }
            };
            let mut carried = Vec::new();
            // Label n, like label 1, is next to that of the hand.
            if label < self.n {
                carried.clone_from(&born);
                self.fall(&mut carried, label, lowest, room);
                for (carried, born) in carried.iter_mut().zip(&born) {
                    subtract(carried, born);
                }
                cut(&mut carried, allowed);
            }
            free = born;
            free.resize(free.len().max(barred.len() + 1), Packed::new());
            for (free, barred) in free[1..].iter_mut().zip(&barred) {
                add(free, barred, 0, usize::MAX);
            }
            cut(&mut free, allowed);
            barred = carried;
        }
        // At label n + 1, that of the hand, any number of pits, so that after one more the height
        // is that of the start; that of the last height at this label is still to be added.
        for (height, packed) in free.iter().enumerate().skip(start - 1) {
            let ways = binomial(&height.into(), start as u64 - 1);
            let least = 2 * start + Self::behind(self.n, height);
            for (extra, slot) in packed.chunks(self.words).enumerate() {
                if let Some(sum) = found.get_mut(least + extra)
                    && slot.iter().any(|&word| word > 0)
                {
                    *sum += number(slot) * &ways;
                }
            }
        }
        Ok(())
    }

    /// Lets any number of the pits at each height carry the label: the coefficient at height `h`
    /// becomes the sum over `c` of `binomial(c, h)` times that at height `c`, as when `1 + y` is put
    /// for `y` in a polynomial whose power of `y` is the height. Additions only.
    fn fall(&self, heights: &mut [Packed], label: usize, lowest: usize, room: usize) {
        let least = |height: usize| Self::behind(label - 1, height.saturating_sub(1));
        let top = heights.len() - 1;
        for first in 0..top {
            for height in (first.max(lowest)..top).rev() {
                let (to, from) = heights.split_at_mut(height + 1);
                // What lies above may yet fall to the lowest height.
                let slots = (room + 1).saturating_sub(lowest + least(height));
                let shift = least(height + 1) - least(height);
                add(&mut to[height], &from[0], shift * self.words, slots * self.words);
            }
        }
    }
}

/// Adds a packed polynomial, moved up by some words, as far as the sum has fewer words than given.
fn add(sum: &mut Packed, packed: &[u64], shift: usize, words: usize) {
    let end = packed.len().saturating_add(shift).min(words);
    if end <= shift {
        return;
    }
    if sum.len() < end {
        sum.resize(end, 0);
    }
    // In eights, so that the carry stays in its flag.
    let (eights, rest) = sum[shift..end].as_chunks_mut::<8>();
    let (more_eights, more_rest) = packed[..end - shift].as_chunks::<8>();
    let mut carry = false;
    for (words, more) in eights.iter_mut().zip(more_eights) {
        for (word, &more) in words.iter_mut().zip(more) {
            (*word, carry) = word.carrying_add(more, carry);
        }
    }
    for (word, &more) in rest.iter_mut().zip(more_rest) {
        (*word, carry) = word.carrying_add(more, carry);
    }
    debug_assert!(!carry, "a slot is wide enough for its sum");
}

/// Keeps at each height the slots that may still matter.
fn cut(heights: &mut Vec<Packed>, words: impl Fn(usize) -> usize) {
    for (height, packed) in heights.iter_mut().enumerate() {
        packed.truncate(words(height));
    }
    while heights.last().is_some_and(Vec::is_empty) {
        heights.pop();
    }
}

/// Subtracts a packed polynomial whose coefficients are at most as large, slot by slot.
fn subtract(packed: &mut [u64], less: &[u64]) {
    let mut borrow = false;
    for (word, &less) in packed.iter_mut().zip(less) {
        (*word, borrow) = word.borrowing_sub(less, borrow);
    }
    debug_assert!(!borrow, "no coefficient is below 0");
}

/// The number in a slot.
fn number(slot: &[u64]) -> BigUint {
    let halves = |word: &u64| [*word as u32, (*word >> 32) as u32];
    BigUint::new(slot.iter().flat_map(halves).collect())
}

/// `top` over `k`: the number of ways to choose `k` of `top`.
pub(super) fn binomial(top: &BigUint, k: u64) -> BigUint {
    if *top < BigUint::from(k) {
        return BigUint::zero();
    }
    (0..k).fold(1u8.into(), |chosen: BigUint, one| chosen * (top - one) / (one + 1))
}

#[cfg(test)]
mod tests {
    use super::{Paths, binomial, stairs};
    use num_bigint::BigUint;

    #[test]
    fn stairs_go_down_to_zero() {
        for c in 0..9usize {
            for terms in 0..12 {
                let slowly: usize = (0..terms).map(|step| c.saturating_sub(step)).sum();
                assert_eq!(stairs(c, terms), slowly);
            }
        }
    }

    #[test]
    fn binomials() {
        for top in 0..12u64 {
            for k in 0..14 {
                let expected = if k > top { 0 } else { num_integer::binomial(top, k) };
                assert_eq!(binomial(&top.into(), k), expected.into());
            }
        }
    }

    /// Every path, one by one: the weights of those of each area.
    fn walk(n: usize, label: usize, path: (usize, usize, usize), barred: bool, found: &mut [u64]) {
        let (start, height, area) = path;
        let weight = found[0];
        if label == n {
            if height + 1 >= start && area + start < found.len() {
                found[area + start] += weight * num_integer::binomial(height, start - 1) as u64;
            }
            return;
        }
        let label = label + 1;
        let most = if barred || label == n { 0 } else { height + 1 };
        for carry in 0..=most {
            let next = height + 1 - carry;
            if area + next < found.len() {
                found[0] = weight * num_integer::binomial(height + 1, carry) as u64;
                walk(n, label, (start, next, area + next), carry > 0, found);
            }
        }
        found[0] = weight;
    }

    #[test]
    fn every_path_one_by_one() {
        for n in 1..=7 {
            let up_to = if n < 6 { 24 } else { 18 };
            let paths = Paths { n, up_to, words: 1 };
            let mut sum = vec![BigUint::ZERO; up_to + 1];
            for start in 1..=up_to {
                let mut found = vec![BigUint::ZERO; up_to + 1];
                paths.from(start, &mut found, &()).unwrap();
                // The first entry carries the weight, and no area is 0.
                let mut slowly = vec![0; up_to + 1];
                slowly[0] = 1;
                walk(n, 1, (start, start, start), false, &mut slowly);
                slowly[0] = 0;
                let slowly: Vec<BigUint> = slowly.into_iter().map(BigUint::from).collect();
                assert_eq!(found, slowly, "{n} pits from {start}");
                sum.iter_mut().zip(&found).for_each(|(sum, found)| *sum += found);
                assert!(start <= paths.starts() || found.iter().all(|found| found.bits() == 0));
            }
            // One word or three, the slots hold the same.
            let mut wide = vec![BigUint::ZERO; up_to + 1];
            let paths = Paths { words: 3, ..paths };
            for start in 1..=paths.starts() {
                paths.from(start, &mut wide, &()).unwrap();
            }
            assert_eq!(wide, sum);
        }
    }
}
