//! The turns from a pit against an opponent of whom nothing is known but the largest number of seeds.
//!
//! A turn asks only whether a column is armed, and, when it captures there, how many seeds it holds.
//! Where the answer is not known, the search branches on it, and each branch stands for all
//! arrangements with that answer. The rules are those of [`crate::games::omweso::Leg`].

use crate::analysis::relay::{Effort, Fate, Rule, decide};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};
use crate::sowing::Way;

/// The mover's pits, a byte for each, pit 0 in the lowest one.
type Pits = u128;

/// The seeds in a pit.
fn seeds(pits: Pits, pit: usize) -> u8 {
    (pits >> (8 * pit)) as u8
}

/// Where seeds fall on a board of 2 to 8 columns.
pub(super) struct Board {
    columns: usize,
    /// A seed in each pit.
    round: Pits,
    /// The seeds of a hand that does not go round: by direction, origin and size.
    sown: [Vec<Pits>; 2],
}

impl Board {
    /// A board of so many columns.
    pub(super) fn new(columns: usize) -> Self {
        let n = 2 * columns;
        let fall = |way: Way| {
            let hands = (0..n).flat_map(|origin| (0..n).map(move |hand| (origin, hand)));
            let sown = hands.map(|(origin, hand)| {
                let places = (1..=hand).map(|step| 1 << (8 * place(origin, step, n, way)));
                places.sum::<Pits>()
            });
            sown.collect()
        };
        Self {
            columns,
            round: (0..n).map(|pit| 1 << (8 * pit)).sum(),
            sown: [fall(Way::Forward), fall(Way::Backward)],
        }
    }

    /// The pits after a hand was sown into them, and the landing pit. No pit can come to hold more
    /// than the 255 seeds of the board.
    fn sow(&self, pits: Pits, origin: usize, hand: u8, way: Way) -> (Pits, usize) {
        let n = 2 * self.columns;
        let (mut pits, mut rest) = (pits, usize::from(hand));
        if rest >= n {
            pits += self.round * (rest / n) as Pits;
            rest %= n;
        }
        let table = &self.sown[usize::from(way == Way::Backward)];
        (pits + table[origin * n + rest], place(origin, rest, n, way))
    }

    /// The column of an inner pit as a bit; nothing for an outer pit.
    fn inner(&self, pit: usize) -> Option<u8> {
        pit.checked_sub(self.columns).map(|after| 1 << (self.columns - 1 - after))
    }

    /// Whether a pit is in the two leftmost columns.
    fn is_leftmost(&self, pit: usize) -> bool {
        pit < 2 || pit >= 2 * self.columns - 2
    }
}

/// The pit so many steps away, at most one round.
fn place(origin: usize, steps: usize, n: usize, way: Way) -> usize {
    match way {
        Way::Forward if origin + steps >= n => origin + steps - n,
        Way::Forward => origin + steps,
        Way::Backward if steps > origin => origin + n - steps,
        Way::Backward => origin - steps,
    }
}

/// What is to be done at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// See whether the hand may be sown clockwise.
    Judge,
    /// Sow it counter-clockwise.
    CounterClockwise,
    /// Sow it clockwise, which captures.
    Clockwise,
}

/// What is known of the opponent's columns. Columns are bits, column 0 the lowest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The seeds captured in each column, a byte for each, column 0 in the lowest one.
    pub(super) loot: u64,
    /// In how many ways the seeds that were captured could lie in the two pits of their columns.
    pub(super) ways: u64,
    /// Columns that nothing is known of.
    pub(super) unseen: u8,
    /// Columns that are armed, with any number of seeds.
    pub(super) armed: u8,
    /// The most seeds that may be elsewhere: neither captured, nor the first two of an armed column.
    pub(super) room: u8,
}

/// A moment of a turn: a hand is about to be sown.
#[derive(Clone, Copy, Debug)]
struct Moment {
    pits: Pits,
    known: Known,
    origin: u8,
    hand: u8,
    next: Next,
}

/// The end of a path, for all opponents that agree with what is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) known: Known,
    /// Whether the turn never ends.
    pub(super) never_ends: bool,
    /// Whether the Mayer test alone proves it.
    pub(super) mayer: bool,
}

/// A search of the turns from one pit.
pub(super) struct Search<'a> {
    board: &'a Board,
    most: u8,
    observer: &'a dyn Observer,
    open: Vec<Moment>,
    /// The ends of the paths that were searched last.
    pub(super) ends: Vec<End>,
    legs: u64,
}

/// Legs between two questions to the observer.
const POLL: u64 = 1 << 12;
/// Legs without an armed column before the engine for long play takes over: most turns end earlier.
const PATIENCE: usize = 48;

impl<'a> Search<'a> {
    /// A search for opponents with up to `most` seeds; with the mover's there are at most 255.
    pub(super) fn new(board: &'a Board, most: u8, observer: &'a dyn Observer) -> Self {
        Self { board, most, observer, open: Vec::new(), ends: Vec::new(), legs: 0 }
    }

    /// Finds the ends of all paths from a pit with at least 2 seeds. An opponent agrees with what is
    /// known at an end exactly when that end is among its own, once for each path that leads there.
    pub(super) fn turns(&mut self, arrangement: &[u8], pit: usize) -> Result<(), Cancelled> {
        self.ends.clear();
        let pits = arrangement.iter().rev().fold(0, |pits, &seeds| pits << 8 | Pits::from(seeds));
        let unseen = u8::MAX >> (8 - self.board.columns);
        let known = Known { loot: 0, ways: 1, unseen, armed: 0, room: self.most };
        let moment = Moment { pits, known, origin: 0, hand: 0, next: Next::CounterClockwise };
        if let Some(first) = self.pick_up(moment, pit)? {
            self.open.push(first);
        }
        while let Some(moment) = self.open.pop() {
            self.follow(moment)?;
        }
        Ok(())
    }

    /// Plays on counter-clockwise until a path ends; what else could be is left open for later.
    fn follow(&mut self, mut moment: Moment) -> Result<(), Cancelled> {
        loop {
            self.legs += 1;
            if self.legs.is_multiple_of(POLL) && self.observer.cancelled() {
                return Err(Cancelled);
            }
            let way = match moment.next {
                Next::Clockwise => Way::Backward,
                _ => Way::Forward,
            };
            if moment.next == Next::Judge {
                self.judge(&mut moment);
                continue;
            }
            let (pits, landing) =
                self.board.sow(moment.pits, moment.origin.into(), moment.hand, way);
            moment.pits = pits;
            if seeds(pits, landing) == 1 {
                self.ends.push(End { known: moment.known, never_ends: false, mayer: false });
                return Ok(());
            }
            if let Some(column) = self.board.inner(landing) {
                let known = &mut moment.known;
                if known.armed & column != 0 {
                    known.armed &= !column;
                    known.room += 2;
                    self.capture(&moment, column, way);
                    return Ok(());
                }
                if known.unseen & column != 0 {
                    known.unseen &= !column;
                    self.capture(&moment, column, way);
                }
            }
            match self.pick_up(moment, landing)? {
                Some(next) => moment = next,
                None => return Ok(()),
            }
        }
    }

    /// Whether the hand may be sown clockwise: where that captures it is a choice, where it may
    /// capture the opponents are told apart.
    fn judge(&mut self, moment: &mut Moment) {
        moment.next = Next::CounterClockwise;
        let (pits, landing) =
            self.board.sow(moment.pits, moment.origin.into(), moment.hand, Way::Backward);
        let Some(column) = self.board.inner(landing).filter(|_| seeds(pits, landing) > 1) else {
            return;
        };
        if moment.known.unseen & column != 0 && moment.known.room >= 2 {
            moment.known.unseen &= !column;
            self.open.push(*moment);
            moment.known.armed |= column;
            moment.known.room -= 2;
        }
        if moment.known.armed & column != 0 {
            self.open.push(Moment { next: Next::Clockwise, ..*moment });
        }
    }

    /// Leaves open the captures in a column, of every number of seeds that there may be.
    fn capture(&mut self, moment: &Moment, column: u8, way: Way) {
        let Known { loot, ways, room, .. } = moment.known;
        for seeds in 2..=room {
            self.open.push(Moment {
                known: Known {
                    loot: loot | u64::from(seeds) << (8 * column.trailing_zeros()),
                    ways: ways * u64::from(seeds - 1),
                    room: room - seeds,
                    ..moment.known
                },
                hand: seeds,
                next: match way {
                    Way::Forward => Next::CounterClockwise,
                    Way::Backward => Next::Judge,
                },
                ..*moment
            });
        }
    }

    /// Takes up the seeds of a pit, at least 2; nothing is left to do where no column is armed nor
    /// can be, for then the path is decided.
    fn pick_up(&mut self, mut moment: Moment, pit: usize) -> Result<Option<Moment>, Cancelled> {
        moment.hand = seeds(moment.pits, pit);
        moment.pits -= Pits::from(moment.hand) << (8 * pit);
        moment.origin = pit as u8;
        let Known { unseen, armed, room, .. } = moment.known;
        if armed == 0 && (unseen == 0 || room < 2) {
            self.alone(&moment)?;
            return Ok(None);
        }
        let left = self.board.is_leftmost(pit);
        moment.next = if left { Next::Judge } else { Next::CounterClockwise };
        Ok(Some(moment))
    }

    /// Decides a path on which no column is armed any more: relay sowing on the mover's side.
    fn alone(&mut self, moment: &Moment) -> Result<(), Cancelled> {
        let known = moment.known;
        let (mut pits, mut origin, mut hand) = (moment.pits, moment.origin.into(), moment.hand);
        for _ in 0..PATIENCE {
            (pits, origin) = self.board.sow(pits, origin, hand, Way::Forward);
            hand = seeds(pits, origin);
            if hand == 1 {
                self.ends.push(End { known, never_ends: false, mayer: false });
                return Ok(());
            }
            pits -= Pits::from(hand) << (8 * origin);
        }
        let mut side: Vec<u8> = (0..2 * self.board.columns).map(|pit| seeds(pits, pit)).collect();
        side[origin] = hand;
        let state = State::new(side, origin).expect("at most 255 seeds, some in hand");
        // A move and what follows its first laps never end together, and the Mayer test of them too.
        let effort = Effort { period: false, ..Effort::default() };
        let decision = decide(&state, Rule::Move, effort, self.observer)?;
        let never_ends = matches!(decision.fate, Fate::NeverEnds(_));
        self.ends.push(End { known, never_ends, mayer: decision.mayer });
        Ok(())
    }
}
