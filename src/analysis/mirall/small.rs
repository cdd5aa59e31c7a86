//! What clearing the first pits of a row does, tabulated for all small totals.
//!
//! Level `j` holds, for every total `T` up to a limit lying balanced in pits `0..=j` (all pits
//! hold the same, the first few one more), the number of moves until these pits are empty and the
//! seeds dropped on each pit to the right. The tables come from the ghost sieve, which says what
//! one further seed changes. See `docs/theory.md`, "The ghost sieve" and "The flush recursion".

/// The tables of all levels `0..n-1` of a row of `n >= 2` pits.
pub(super) struct SmallTotals {
    limit: usize,
    levels: Vec<Level>,
}

/// One further seed at a time, with the sums written out at the start of every block.
struct Level {
    /// First pit to the right of the level.
    right: usize,
    /// Seeds in a block.
    block: usize,
    /// For each block, the moves of all seeds before it.
    moves: Vec<u64>,
    /// For each block, the seeds dropped on each pit to the right by all seeds before it.
    drops: Vec<u32>,
    /// For each seed, the pit it is dropped on.
    target: Vec<u16>,
    /// For each seed, the number of its alone-moves.
    alone: Vec<u32>,
}

impl SmallTotals {
    /// Pits a row may have.
    pub(super) const MAX_PITS: usize = 1 << 12;

    /// Bytes for each unit of the limit.
    pub(super) fn memory_per_total(n: usize) -> u64 {
        // Block sums cost no more than 4 bytes a seed for the drops and 1 for the moves.
        11 * n as u64
    }

    /// The largest limit for which all counts fit in 32 bits: clearing `T` seeds takes at most
    /// `n (T + 1)` moves, since each move that goes round drops a seed for good.
    pub(super) fn max_limit(n: usize) -> usize {
        u32::MAX as usize / n - 1
    }

    /// Tables for the totals `0..=limit`. Cost: about `limit * n` steps.
    ///
    /// # Panics
    /// If `n` is not in `2..=MAX_PITS`, or `limit` is larger than [`SmallTotals::max_limit`].
    pub(super) fn new(n: usize, limit: usize) -> Self {
        assert!((2..=Self::MAX_PITS).contains(&n) && limit <= Self::max_limit(n));
        let mut levels: Vec<Level> = Vec::with_capacity(n - 1);
        for j in 0..n - 1 {
            levels.push(Level::new(n, j, limit, levels.last()));
        }
        Self { limit, levels }
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit as u64
    }

    /// Clears pits `0..=j` of `total` seeds lying there balanced, at most the limit: adds what is
    /// dropped to `drops`, which starts with pit `j + 1`, and returns the number of moves.
    #[inline]
    pub(super) fn clear(&self, j: usize, total: usize, drops: &mut [u64]) -> u64 {
        let level = &self.levels[j];
        let block = total / level.block;
        let width = drops.len();
        for (sum, &drop) in drops.iter_mut().zip(&level.drops[block * width..][..width]) {
            *sum += u64::from(drop);
        }
        let rest = block * level.block..total;
        for &target in &level.target[rest.clone()] {
            drops[usize::from(target) - level.right] += 1;
        }
        level.moves[block] + level.alone[rest].iter().map(|&moves| u64::from(moves)).sum::<u64>()
    }
}

impl Level {
    fn new(n: usize, j: usize, limit: usize, left: Option<&Level>) -> Self {
        let width = n - 1 - j;
        let block = width.next_power_of_two().max(8);
        let mut level = Self {
            right: j + 1,
            block,
            moves: Vec::with_capacity(limit / block + 1),
            drops: Vec::with_capacity((limit / block + 1) * width),
            target: Vec::with_capacity(limit),
            alone: Vec::with_capacity(limit),
        };
        let mut moves = 0;
        let mut drops = vec![0u32; width];
        // Seeds that came to pit j so far: whole rounds of the row, and the rest.
        let (mut rounds, mut place) = (0, 0);
        // The seed at hand lies in pit `r`, on top of `q` others.
        let (mut q, mut r) = (0, 0);
        for seed in 0..=limit {
            if seed % block == 0 {
                level.moves.push(moves);
                level.drops.extend_from_slice(&drops);
            }
            if seed == limit {
                break;
            }
            // What the levels before have done with it.
            let (mut target, mut alone) = match left {
                Some(left) if r < j => (left.target[q * j + r], left.alone[q * j + r]),
                _ => (j as u16, 0),
            };
            if usize::from(target) == j {
                if seed == 0 {
                    alone += 1;
                }
                if place < width {
                    target = (j + 1 + place) as u16;
                } else {
                    let twin = rounds * (j + 1) + place - width;
                    target = level.target[twin];
                    alone += level.alone[twin];
                }
                place += 1;
                if place == n {
                    (rounds, place) = (rounds + 1, 0);
                }
            }
            level.target.push(target);
            level.alone.push(alone);
            moves += u64::from(alone);
            drops[usize::from(target) - level.right] += 1;
            r += 1;
            if r > j {
                (q, r) = (q + 1, 0);
            }
        }
        level
    }
}

#[cfg(test)]
mod tests {
    use super::SmallTotals;
    use crate::games::mirall::Row;

    #[test]
    fn agrees_with_playing() {
        for n in 2..=9 {
            let small = SmallTotals::new(n, 100);
            for j in 0..n - 1 {
                for total in 0..=100 {
                    let mut pits = vec![0u64; n];
                    for (pit, seeds) in pits[..=j].iter_mut().enumerate() {
                        *seeds = (total / (j + 1) + usize::from(pit < total % (j + 1))) as u64;
                    }
                    // A seed at the end keeps the row valid and is never played.
                    pits[n - 1] = 1;
                    let mut row = Row::new(pits).unwrap();
                    let mut moves = 0;
                    while row.leftmost() <= j {
                        row.play();
                        moves += 1;
                    }
                    let mut drops = vec![0; n - 1 - j];
                    assert_eq!(small.clear(j, total, &mut drops), moves);
                    drops[n - 2 - j] += 1;
                    assert_eq!(drops, row.pits()[j + 1..]);
                }
            }
        }
    }
}
