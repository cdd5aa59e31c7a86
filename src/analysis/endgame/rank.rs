//! A perfect rank: the boards with so many seeds, numbered without gaps.
//!
//! The seeds in the first 1, 2, ... pits, each sum with the number of the pit before it added, are a set
//! of as many numbers as there are pits but one; the rank is that of the set in colexicographic order
//! (the combinatorial number system). It does not depend on the number of seeds.

use crate::analysis::two_row::Board;

/// The largest number of boards of a level.
pub(super) const MOST: u64 = 1 << 31;

/// Ranks of boards of so many pits, with up to so many seeds.
#[derive(Clone, Debug)]
pub struct Ranks {
    pits: usize,
    seeds: usize,
    /// For each pit but the last and each sum of seeds `s`, `C(s + pit, pit + 1)`.
    parts: Vec<u32>,
}

/// How many boards of so many pits have exactly so many seeds; nothing if that passes 64 bits.
pub(super) fn boards(pits: usize, seeds: usize) -> Option<u64> {
    // C(seeds + pits - 1, pits - 1), whose partial products are binomial coefficients too.
    (1..pits as u128)
        .try_fold(1u128, |product, k| {
            let product = product.checked_mul(seeds as u128 + k)? / k;
            (product <= u64::MAX.into()).then_some(product)
        })
        .map(|boards| boards as u64)
}

impl Ranks {
    /// For boards of `pits` pits, 2 to 16, with at most `seeds` seeds; nothing if there are more than
    /// 2^31 with the same number.
    pub fn new(pits: usize, seeds: usize) -> Option<Self> {
        boards(pits, seeds).filter(|&boards| boards <= MOST)?;
        let part = |pit: usize, sum: usize| {
            // C(sum + pit, pit + 1) boards of one pit more have fewer than `sum` seeds in all but the
            // last one.
            match sum.checked_sub(1) {
                None => Some(0),
                Some(less) => boards(pit + 2, less).and_then(|part| part.try_into().ok()),
            }
        };
        let mut parts = Vec::with_capacity((pits - 1) * (seeds + 1));
        for pit in 0..pits - 1 {
            for sum in 0..=seeds {
                parts.push(part(pit, sum)?);
            }
        }
        Some(Self { pits, seeds, parts })
    }

    /// Number of boards with exactly so many seeds.
    pub fn count(&self, seeds: usize) -> usize {
        boards(self.pits, seeds).map_or(0, |boards| boards as usize)
    }

    /// The rank of a board among those with as many seeds.
    pub fn rank(&self, board: Board) -> usize {
        let stride = self.seeds + 1;
        let mut rest = board;
        let (mut rank, mut sum, mut row) = (0, 0, 0);
        for _ in 0..self.pits - 1 {
            sum += usize::from(rest as u8);
            rank += self.parts[row + sum] as usize;
            rest >>= 8;
            row += stride;
        }
        rank
    }

    /// The board of a rank among those with so many seeds.
    pub fn board(&self, rank: usize, seeds: usize) -> Board {
        let stride = self.seeds + 1;
        let (mut left, mut sum) = (rank, seeds);
        let mut board: Board = 0;
        for pit in (0..self.pits - 1).rev() {
            let parts = &self.parts[pit * stride..];
            let above = sum;
            while parts[sum] as usize > left {
                sum -= 1;
            }
            left -= parts[sum] as usize;
            board = board << 8 | (above - sum) as Board;
        }
        board << 8 | sum as Board
    }
}

/// The board of the next rank; nothing after the last one, which has all seeds in pit 0.
pub(super) fn next(board: Board) -> Option<Board> {
    let first = board & 0xff;
    let others = board & !0xff;
    if others == 0 {
        return None;
    }
    // The lowest pit but the first that is not empty gives a seed to the pit before it, which gets all
    // that lay in the first one as well.
    let pit = others.trailing_zeros() / 8;
    Some(others - (1 << (8 * pit)) + ((first + 1) << (8 * (pit - 1))))
}

#[cfg(test)]
mod tests {
    use super::{Ranks, boards, next};

    #[test]
    fn numbers_of_boards() {
        assert_eq!(boards(12, 0), Some(1));
        assert_eq!(boards(12, 1), Some(12));
        assert_eq!(boards(12, 16), Some(13_037_895));
        assert_eq!((0..=12).map(|seeds| boards(12, seeds).unwrap()).sum::<u64>(), 2_704_156);
        assert_eq!(boards(16, 255), None);
        assert!(Ranks::new(12, 31).is_none() && Ranks::new(2, 255).is_some());
    }

    #[test]
    fn every_board_has_its_rank() {
        for (pits, most) in [(2, 20), (4, 12), (6, 8), (12, 6), (16, 4)] {
            let ranks = Ranks::new(pits, most).unwrap();
            for seeds in 0..=most {
                let mut board = ranks.board(0, seeds);
                for rank in 0..ranks.count(seeds) {
                    assert_eq!(ranks.rank(board), rank);
                    assert_eq!(ranks.board(rank, seeds), board);
                    let bytes = board.to_le_bytes();
                    assert_eq!(bytes.iter().map(|&byte| usize::from(byte)).sum::<usize>(), seeds);
                    assert!(bytes[pits..].iter().all(|&byte| byte == 0));
                    match next(board) {
                        Some(after) => board = after,
                        None => assert_eq!(rank + 1, ranks.count(seeds)),
                    }
                }
            }
        }
    }
}
