//! What has been found out about boards, in bounded memory.
//!
//! Where two boards want the same place one is forgotten, which costs time and never an answer.

use crate::analysis::two_row::Board;

/// What a value is a value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// Holds whatever endless play is worth.
    Any,
    /// Endless play loses everything left for the mover.
    Loses,
    /// Endless play splits what is left evenly.
    Even,
    /// Endless play wins everything left for the mover.
    Wins,
    /// The first board that recurs ends the game, and nothing has been played before.
    OwnSide,
}

impl Rule {
    /// The same rule as the opponent sees it.
    pub fn turned(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Wins => Self::Loses,
            same => same,
        }
    }
}

/// What a search of some depth could not improve on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stuck {
    pub depth: u16,
    pub value: i16,
}

/// What is known of a board under a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub board: Board,
    pub rule: Rule,
    /// The value is between these two.
    pub low: i16,
    pub high: i16,
    /// At this depth no more than this is proved for the mover.
    pub stuck_low: Stuck,
    /// At this depth no less than this is left to the mover.
    pub stuck_high: Stuck,
    /// The best move, by its number among those of the board.
    pub best: u8,
}

impl Entry {
    /// Nothing is known but the number of seeds.
    fn new(board: Board, rule: Rule, seeds: i16) -> Self {
        let stuck = Stuck::default();
        let (low, high) = (-seeds, seeds);
        Self { board, rule, low, high, stuck_low: stuck, stuck_high: stuck, best: u8::MAX }
    }

    /// How much work is in it, roughly.
    fn depth(&self) -> u16 {
        self.stuck_low.depth.max(self.stuck_high.depth)
    }
}

/// A number made of all bits of a board and of what else tells two keys apart, below 8.
pub(super) fn mixed(board: Board, kind: u64) -> u64 {
    let mut mixed = (board as u64) ^ kind << 61;
    for half in [(board >> 64) as u64, 0] {
        mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ half;
    }
    mixed ^ mixed >> 29
}

/// Entries in pairs of places: the deeper one, and the last one. It grows as it is filled, up to the
/// memory allowed.
pub(super) struct Table {
    pairs: Vec<[Option<Entry>; 2]>,
    most_pairs: usize,
    filled: usize,
}

/// Pairs of places at first.
const FIRST: usize = 1 << 10;

impl Table {
    /// A table of at most so many bytes, or the smallest one.
    pub fn new(memory: u64) -> Self {
        let pairs = memory / size_of::<[Option<Entry>; 2]>() as u64;
        // While it grows the old table is there too.
        let most_pairs = usize::try_from(pairs / 3 * 2).unwrap_or(usize::MAX).max(FIRST);
        Self { pairs: vec![[None; 2]; FIRST], most_pairs, filled: 0 }
    }

    fn pair(&self, board: Board, rule: Rule) -> usize {
        // The number of pairs is a power of two.
        mixed(board, rule as u64) as usize & (self.pairs.len() - 1)
    }

    /// What is known of a board with so many seeds.
    pub fn get(&self, board: Board, rule: Rule, seeds: i16) -> Entry {
        let pair = &self.pairs[self.pair(board, rule)];
        let found = pair.iter().flatten().find(|entry| entry.board == board && entry.rule == rule);
        found.copied().unwrap_or_else(|| Entry::new(board, rule, seeds))
    }

    /// Keeps what is known now; it takes the place of what was known before.
    pub fn put(&mut self, entry: Entry) {
        if self.filled > self.pairs.len() && 2 * self.pairs.len() <= self.most_pairs {
            self.grow();
        }
        let pair = self.pair(entry.board, entry.rule);
        let [deep, last] = &mut self.pairs[pair];
        for place in [&mut *deep, &mut *last] {
            let same = |old: &Entry| old.board == entry.board && old.rule == entry.rule;
            if place.as_ref().is_none_or(same) {
                self.filled += usize::from(place.is_none());
                *place = Some(entry);
                return;
            }
        }
        if deep.is_some_and(|deep| deep.depth() > entry.depth()) {
            *last = Some(entry);
        } else {
            *last = deep.replace(entry);
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.pairs);
        self.pairs = vec![[None; 2]; 2 * old.len()];
        self.filled = 0;
        for entry in old.into_iter().flatten().flatten() {
            self.put(entry);
        }
    }
}
