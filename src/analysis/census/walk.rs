//! One known state going backwards, place by place: the search without lanes.

use std::cmp::Ordering;

/// A state between two places: the next one is `pits - 1 - places % pits`.
pub(super) struct Walker<'a> {
    /// The contents at the start, whose pivot is pit 0.
    pub start: &'a [u8],
    /// The first two hands of the word.
    pub word: [u8; 2],
    /// The pits now.
    pub pits: Vec<u8>,
    /// Whether the last hand is the first of the word.
    pub matched: bool,
    /// Seeds taken up since the last origin.
    pub hand: u8,
    /// Laps since the start.
    pub laps: u64,
    /// Places since the start.
    pub places: u64,
}

/// How a walk came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It came back to its start.
    Closed,
    /// It ended, or its word is not the largest of its rotations.
    Dead,
    /// It was stopped.
    Stopped,
}

/// Laps between two questions whether to stop.
const POLL: u64 = 1 << 16;

impl<'a> Walker<'a> {
    /// A walk from a start.
    pub fn at_start(start: &'a [u8], word: [u8; 2]) -> Self {
        let mut pits = start.to_vec();
        pits[0] -= 1;
        Self { start, word, pits, matched: word[0] == word[1], hand: 1, laps: 0, places: 0 }
    }

    /// Goes on to the next origin and returns its pit and whether the last two hands are the
    /// word's first, or `None` if the walk is dead.
    fn lap(&mut self) -> Option<(usize, bool)> {
        let n = self.pits.len();
        let mut pit = n - 1 - (self.places % n as u64) as usize;
        loop {
            self.places += 1;
            let seeds = &mut self.pits[pit];
            if *seeds == 0 {
                break;
            }
            *seeds -= 1;
            self.hand += 1;
            if self.hand > self.word[0] {
                return None;
            }
            pit = if pit == 0 { n - 1 } else { pit - 1 };
        }
        let hand = std::mem::replace(&mut self.hand, 1);
        let expected = self.word[usize::from(self.matched)];
        if hand == 1 || hand > expected {
            return None;
        }
        self.pits[pit] = hand - 1;
        self.laps += 1;
        let both = self.matched && hand == expected;
        self.matched = hand == self.word[0];
        Some((pit, both))
    }

    /// Compares the state at the origin `pit` with the start.
    fn against_start(&self, pit: usize) -> Ordering {
        let n = self.pits.len();
        let behind = |pivot: usize, distance: usize| (pivot + n - distance) % n;
        (1..n)
            .map(|distance| self.pits[behind(pit, distance)].cmp(&self.start[behind(0, distance)]))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Walks until it is known what becomes of the state.
    pub fn run(&mut self, stop: &dyn Fn() -> bool) -> Fate {
        loop {
            let Some((pit, both)) = self.lap() else {
                return Fate::Dead;
            };
            if both {
                match self.against_start(pit) {
                    Ordering::Greater => return Fate::Dead,
                    Ordering::Equal => return Fate::Closed,
                    Ordering::Less => {}
                }
            }
            if self.laps.is_multiple_of(POLL) && stop() {
                return Fate::Stopped;
            }
        }
    }

    /// Makes the comparisons that a search could not make: walks on until all pits have been an
    /// origin, or until the start recurs, or a state larger than it comes, which makes it dead.
    pub fn run_to_known(&mut self) -> Fate {
        let mut origins = vec![false; self.pits.len()];
        origins[0] = true;
        while origins.contains(&false) {
            let Some((pit, both)) = self.lap() else {
                return Fate::Dead;
            };
            origins[pit] = true;
            if both {
                match self.against_start(pit) {
                    Ordering::Greater => return Fate::Dead,
                    Ordering::Equal => return Fate::Closed,
                    Ordering::Less => {}
                }
            }
        }
        Fate::Stopped
    }
}
