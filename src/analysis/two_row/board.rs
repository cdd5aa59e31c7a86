//! Sowing and capturing in a register.

use crate::games::oware::MOST_WIDTH;

/// A board as the mover sees it: the mover's pits in the lowest bytes, from the mover's left, then the
/// opponent's from the opponent's left. Bytes after them are 0.
pub type Board = u128;

/// What sowing adds, for boards of one width and at most so many seeds.
#[derive(Clone, Debug)]
pub struct Engine {
    width: usize,
    /// The largest hand.
    most: usize,
    /// For each of the mover's pits and each hand, the seeds that other pits get.
    adds: Vec<Board>,
    /// For each of the mover's pits and each hand, the pit that gets the last seed.
    landings: Vec<u8>,
}

/// The byte of a pit.
#[must_use]
pub(crate) fn seeds_in(board: Board, pit: usize) -> u8 {
    (board >> (8 * pit)) as u8
}

/// The sum of all bytes, which is at most 255.
#[must_use]
pub(crate) fn seeds_on(board: Board) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let sum = |half: u64| (half.wrapping_mul(ONES) >> 56) as u8;
    sum(board as u64) + sum((board >> 64) as u64)
}

impl Engine {
    /// For boards of rows of `width` pits with at most `seeds` seeds.
    ///
    /// # Panics
    /// If the width is not 1 to 8.
    #[must_use]
    pub fn new(width: usize, seeds: u8) -> Self {
        assert!((1..=MOST_WIDTH).contains(&width), "a width that fits in a register");
        let most = usize::from(seeds);
        let mut engine = Self { width, most, adds: Vec::new(), landings: Vec::new() };
        for origin in 0..width {
            let mut add = 0;
            let mut landing = origin;
            engine.adds.push(add);
            engine.landings.push(landing as u8);
            for _ in 0..most {
                landing = engine.after(landing);
                if landing == origin {
                    landing = engine.after(landing);
                }
                add += 1 << (8 * landing);
                engine.adds.push(add);
                engine.landings.push(landing as u8);
            }
        }
        engine
    }

    /// Pits of a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The largest number of seeds.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// The next pit round the board.
    pub(crate) fn after(&self, pit: usize) -> usize {
        if pit + 1 == 2 * self.width { 0 } else { pit + 1 }
    }

    /// The bytes of the mover's pits.
    pub(crate) fn own(&self) -> Board {
        (1 << (8 * self.width)) - 1
    }

    /// The bytes of the opponent's pits.
    pub(crate) fn theirs(&self) -> Board {
        self.own() << (8 * self.width)
    }

    /// The same board as the opponent sees it.
    #[must_use]
    pub fn turned(&self, board: Board) -> Board {
        board >> (8 * self.width) | (board & self.own()) << (8 * self.width)
    }

    /// The board after sowing one of the mover's pits, and the pit that got the last seed.
    pub(crate) fn sown(&self, board: Board, pit: usize) -> (Board, usize) {
        let hand = usize::from(seeds_in(board, pit));
        let entry = pit * (self.most + 1) + hand;
        let emptied = board & !(0xff << (8 * pit));
        (emptied + self.adds[entry], usize::from(self.landings[entry]))
    }

    /// The bytes of the pits that are captured after the last seed fell into `landing`.
    pub(crate) fn captured(&self, sown: Board, landing: usize) -> Board {
        let mut taken = 0;
        let mut pit = landing;
        while pit >= self.width && seeds_in(sown, pit) & !1 == 2 {
            taken |= 0xff << (8 * pit);
            pit -= 1;
        }
        taken
    }

    /// Whether one of the mover's pits has enough seeds to reach the opponent's side.
    pub(crate) fn feeds(&self, board: Board, pit: usize) -> bool {
        usize::from(seeds_in(board, pit)) >= self.width - pit
    }

    /// Whether some move puts a seed on the opponent's side.
    pub(crate) fn can_feed(&self, board: Board) -> bool {
        (0..self.width).any(|pit| self.feeds(board, pit))
    }
}
