//! One turn after the other, along all choices: the loop over the legs, and what comes after them.

use std::collections::HashMap;

use num_traits::ToPrimitive;

use super::{Board, Engine, FastFate, FastTurn, emptied, seeds_in};
use crate::analysis::omweso::Choices;
use crate::analysis::relay::{self, Cycle, Effort, Rule, decide};
use crate::games::omweso::Direction;
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};

/// Legs between two questions to the observer, at most.
const POLL: u64 = 1 << 16;

/// Legs without an armed column that are played here before the engines that look for a recurrence
/// are asked. Nearly every turn has ended by then.
const FEW: u64 = 1 << 10;

/// A moment of a turn, and what was seen on the way to it.
#[derive(Clone, Copy, Debug)]
struct Play {
    /// The mover's seeds without the hand.
    own: u128,
    origin: u8,
    hand: u8,
    /// The inner pits of armed columns, as a set of bits.
    armed: u16,
    /// Whether the hand may be sown in both directions.
    reversible: bool,
    captures: u8,
    captured: u8,
    legs: u64,
    sown: u128,
    /// Legs since the last capture or choice.
    since: u64,
}

/// All turns from one pit, as far as they are walked.
pub(super) struct Walk<'a> {
    engine: &'a Engine,
    board: &'a Board,
    choices: Choices,
    effort: Effort,
    observer: &'a dyn Observer,
    /// What is known of moments without an armed column that were hard to decide.
    known: HashMap<(u128, u8), Relay>,
}

/// What becomes of a moment without an armed column.
#[derive(Clone, Debug)]
enum Relay {
    Ends { legs: u64, sown: u128, own: u128 },
    NeverEnds { mayer: bool, cycle: Option<Cycle> },
    Undecided,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        board: &'a Board,
        choices: Choices,
        effort: Effort,
        observer: &'a dyn Observer,
    ) -> Self {
        Self { engine, board, choices, effort, observer, known: HashMap::new() }
    }

    /// Shows every turn from a pit with at least 2 seeds.
    pub(super) fn all(
        &mut self,
        pit: u8,
        visit: &mut impl FnMut(&FastTurn<'_>),
    ) -> Result<(), Cancelled> {
        let mut play = self.start(pit);
        let mut path = Vec::new();
        // Choices of which the clockwise one is still to be looked into, by the choices before them.
        let mut open: Vec<(Play, usize)> = Vec::new();
        loop {
            if let Some(fate) = self.follow(&mut play)? {
                let Play { captures, captured, legs, sown, .. } = play;
                visit(&FastTurn { path: &path, captures, captured, legs, sown, fate });
                let Some((choice, before)) = open.pop() else {
                    return Ok(());
                };
                play = choice;
                path.truncate(before);
                path.push(Direction::Clockwise);
                self.sow_clockwise(&mut play);
            } else {
                if self.choices == Choices::All {
                    open.push((play, path.len()));
                }
                path.push(Direction::CounterClockwise);
                play.reversible = false;
                if self.legs(&mut play, 1) {
                    // It fell into an empty pit, which is seen at once.
                    play.hand = 0;
                }
            }
            play.since = 0;
        }
    }

    /// The beginning of a turn.
    fn start(&self, pit: u8) -> Play {
        let Board { columns, own, loot } = *self.board;
        let armed = (0..columns)
            .filter(|&column| loot[usize::from(column)] > 0)
            .map(|column| 1 << (2 * columns - 1 - column))
            .sum();
        let (hand, own) = (seeds_in(own, pit), emptied(own, pit));
        Play {
            own,
            origin: pit,
            hand,
            armed,
            reversible: self.engine.leftmost >> pit & 1 == 1
                && self.engine.captures_clockwise(own, pit, hand, armed),
            captures: 0,
            captured: 0,
            legs: 0,
            sown: 0,
            since: 0,
        }
    }

    /// Plays on until the next choice, or until it is known what becomes of the turn.
    fn follow(&mut self, play: &mut Play) -> Result<Option<FastFate>, Cancelled> {
        let limit = self.effort.lap_limit;
        loop {
            if play.hand == 0 {
                return Ok(Some(FastFate::Ends { own: play.own }));
            }
            if play.reversible {
                return Ok(None);
            }
            let most = if play.armed != 0 {
                POLL
            } else if seeds_in(play.own, play.origin) == 0 {
                return self.relay(play).map(Some);
            } else {
                1
            };
            if play.since == limit {
                return Ok(Some(FastFate::Undecided));
            }
            if self.observer.cancelled() {
                return Err(Cancelled);
            }
            if self.legs(play, most.min(limit - play.since)) {
                play.hand = 0;
            }
        }
    }

    /// Plays counter-clockwise legs, at least one and at most `most`, up to a capture, a choice, or
    /// the end of the turn, of which it tells.
    #[inline]
    fn legs(&self, play: &mut Play, most: u64) -> bool {
        let engine = self.engine;
        let armed = play.armed;
        // Where something else than a relay can come of the last seed.
        let special = if armed == 0 { 0 } else { armed | engine.leftmost };
        let (mut own, mut origin, mut hand) = (play.own, play.origin, play.hand);
        // At most POLL hands of at most 255 seeds.
        let (mut legs, mut sown) = (0, 0u64);
        let ended = loop {
            let (after, pit) = engine.counter_clockwise.sow(own, origin, hand);
            legs += 1;
            sown += u64::from(hand);
            let seeds = seeds_in(after, pit);
            if seeds == 1 {
                own = after;
                break true;
            }
            if armed >> pit & 1 == 1 {
                play.legs += legs;
                play.capture(pit, self.board);
                (own, hand, legs) = (after, play.hand, 0);
                break false;
            }
            (own, origin, hand) = (emptied(after, pit), pit, seeds);
            if special >> pit & 1 == 1 && engine.captures_clockwise(own, origin, hand, armed) {
                play.reversible = true;
                break false;
            }
            if legs == most {
                break false;
            }
        };
        (play.own, play.origin, play.hand) = (own, origin, hand);
        play.sown += u128::from(sown);
        play.legs += legs;
        play.since += legs;
        ended
    }

    /// Plays a clockwise leg, which captures.
    fn sow_clockwise(&self, play: &mut Play) {
        let (after, pit) = self.engine.clockwise.sow(play.own, play.origin, play.hand);
        play.legs += 1;
        play.sown += u128::from(play.hand);
        play.own = after;
        play.capture(pit, self.board);
        play.reversible =
            self.engine.captures_clockwise(play.own, play.origin, play.hand, play.armed);
    }

    /// What becomes of a moment with no armed column, its origin empty.
    fn relay(&mut self, play: &mut Play) -> Result<FastFate, Cancelled> {
        let mayer = self.mayer(play);
        if mayer && !self.effort.period {
            return Ok(FastFate::NeverEnds { mayer, cycle: None });
        }
        if !mayer && let Some(own) = self.few(play) {
            return Ok(FastFate::Ends { own });
        }
        let moment = (play.own, play.origin);
        let found = if let Some(found) = self.known.get(&moment) {
            found.clone()
        } else {
            let found = self.decide(play)?;
            self.known.insert(moment, found.clone());
            found
        };
        Ok(match found {
            Relay::Ends { legs, sown, own } => {
                play.legs += legs;
                play.sown += sown;
                FastFate::Ends { own }
            }
            Relay::NeverEnds { mayer, cycle } => FastFate::NeverEnds { mayer, cycle },
            Relay::Undecided => FastFate::Undecided,
        })
    }

    /// Plays the first legs of a relay; if it ends in them, the side as it is left.
    fn few(&self, play: &mut Play) -> Option<u128> {
        let most = FEW.min(self.effort.lap_limit);
        let start = (play.own, play.origin, play.hand);
        let (mut own, mut origin, mut hand) = start;
        let mut sown = 0u64;
        for legs in 1..=most {
            let (after, pit) = self.engine.counter_clockwise.sow(own, origin, hand);
            sown += u64::from(hand);
            (own, origin, hand) = (emptied(after, pit), pit, seeds_in(after, pit));
            if hand == 1 {
                play.legs += legs;
                play.sown += u128::from(sown);
                return Some(after);
            }
            if (own, origin, hand) == start {
                break;
            }
        }
        None
    }

    /// Decides a relay by the engines that look for a recurrence.
    fn decide(&self, play: &Play) -> Result<Relay, Cancelled> {
        let mut pits = play.own.to_le_bytes()[..2 * self.board.columns()].to_vec();
        pits[usize::from(play.origin)] = play.hand;
        let state = State::new(pits, play.origin.into()).expect("a hand in a pit of the board");
        let decision = decide(&state, Rule::Move, self.effort, self.observer)?;
        Ok(match decision.fate {
            relay::Fate::Ends { laps, sown, pits } => {
                let mut own = 0;
                for seeds in pits.iter().rev() {
                    own = own << 8 | seeds.to_u128().expect("at most 255 seeds");
                }
                let sown = sown.to_u128().expect("fewer than 2^64 hands of at most 255 seeds");
                Relay::Ends { legs: laps, sown, own }
            }
            relay::Fate::NeverEnds(cycle) => Relay::NeverEnds { mayer: decision.mayer, cycle },
            relay::Fate::Undecided => Relay::Undecided,
        })
    }

    /// The Mayer test ([`crate::analysis::mayer`]): the labels as a set of bits, and the same set
    /// turned by one.
    fn mayer(&self, play: &Play) -> bool {
        let pits = 2 * self.board.columns;
        let modulus = u32::from(pits) + 1;
        // The hand has label 0.
        let mut set = 1u32;
        let mut pit = play.origin;
        for behind in 0..u32::from(pits) {
            let seeds = if behind == 0 { play.hand } else { seeds_in(play.own, pit) };
            set |= 1 << ((u32::from(seeds) + modulus - behind) % modulus);
            pit = if pit == 0 { pits - 1 } else { pit - 1 };
        }
        set & (set << 1 | set >> (modulus - 1)) == 0
    }
}

impl Play {
    /// Takes what lies in the column of an armed inner pit in hand.
    fn capture(&mut self, pit: u8, board: &Board) {
        let column = 2 * board.columns - 1 - pit;
        self.hand = board.loot[usize::from(column)];
        self.armed &= !(1 << pit);
        self.captures |= 1 << column;
        // Each column once, and there are at most 255 seeds.
        self.captured += self.hand;
        self.since = 0;
    }
}
