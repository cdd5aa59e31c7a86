//! The longest relay move that does end.
//!
//! The states of moves that end lie on orbits of the extended map in which single seeds are sown
//! too, and the longest move on such an orbit starts right after one of these: the pit behind its
//! pivot is empty. From there the move is played forwards, and the content of a pit is laid down
//! only when the play lands on it, so that one search covers all totals up to a budget. The slow
//! twin, in the tests, plays every state.

use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::census::{CensusError, MOST_PITS, check_range};
use crate::observer::{Cancelled, Observer};

/// The longest move that ends, for one number of pits and one total of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LongestMove {
    /// Pits on the circuit.
    pub pits: u64,
    /// Seeds on the circuit.
    pub seeds: u64,
    /// Laps of the move; missing, like what follows, if no move ends.
    pub laps: Option<u64>,
    /// Seeds sown in it.
    pub sown: Option<u64>,
    /// A state from which it starts: the seeds in each pit from the pivot on, in the direction of
    /// sowing, separated by spaces.
    pub position: Option<String>,
}

/// A move that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ended {
    laps: u64,
    sown: u64,
    /// Seeds in each pit at the start.
    #[serde(serialize_with = "write_position", deserialize_with = "read_position")]
    position: [u8; MOST_PITS],
}

/// Without the pits after the last that holds seeds.
fn write_position<S: Serializer>(
    position: &[u8; MOST_PITS],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let len = position.iter().rposition(|&seeds| seeds > 0).map_or(0, |last| last + 1);
    position[..len].serialize(serializer)
}

fn read_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; MOST_PITS], D::Error> {
    let pits = Vec::<u8>::deserialize(deserializer)?;
    let mut position = [0; MOST_PITS];
    let room = position.get_mut(..pits.len());
    room.ok_or_else(|| de::Error::invalid_length(pits.len(), &"at most 64 pits"))?
        .copy_from_slice(&pits);
    Ok(position)
}

/// A move being played, on a circuit of which only some pits are known.
#[derive(Clone, Copy, Debug)]
struct Play {
    /// Seeds in each pit; of an unknown pit, those that were sown into it.
    pits: [u8; MOST_PITS],
    /// Seeds in each pit at the start.
    position: [u8; MOST_PITS],
    /// The known pits, bit by bit.
    known: u64,
    pivot: usize,
    /// Seeds of the budget that are not in known pits.
    left: u8,
    laps: u64,
    sown: u64,
}

/// Plays that are shared out among threads.
const SHARED: usize = 1 << 12;
/// Plays between two questions whether to stop.
const POLL: u64 = 1 << 12;

/// The longest moves that end with each total of `least` to `most` seeds on a circuit of `pits`
/// pits; among equals, that from the largest position, compared pit by pit from the pivot.
///
/// Exhaustive, with time that grows about twofold with each seed on 16 pits; memory is small.
///
/// # Errors
/// If a number is out of the range of the census, or the observer asks to stop.
pub fn longest(
    pits: u64,
    least: u64,
    most: u64,
    observer: &dyn Observer,
) -> Result<Vec<LongestMove>, CensusError> {
    let plan = Plan::new(pits, least, most)?;
    let numbers = 0..plan.parts();
    observer.begin(Some(numbers.len() as u64));
    let parts: Vec<Best> = numbers
        .into_par_iter()
        .map(|number| {
            let part = plan.part(number, observer)?;
            observer.advance(1);
            Ok(part)
        })
        .collect::<Result<_, Cancelled>>()?;
    if observer.cancelled() {
        return Err(Cancelled.into());
    }
    let mut best = plan.nothing();
    for part in &parts {
        best.add(part);
    }
    Ok(plan.moves(&best))
}

/// The longest move found for each total of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best(Vec<Option<Ended>>);

impl Best {
    /// Takes over a move with this total if it is longer, or as long from a larger position.
    fn count(&mut self, seeds: u8, ended: &Ended) {
        let Some(best) = self.0.get_mut(usize::from(seeds)) else {
            return;
        };
        let key = |ended: &Ended| (ended.laps, ended.position);
        if best.is_none_or(|best| key(ended) > key(&best)) {
            *best = Some(*ended);
        }
    }

    /// Takes over what another part of the same search found longer.
    pub fn add(&mut self, part: &Self) {
        for (seeds, ended) in (0..).zip(&part.0) {
            if let Some(ended) = ended {
                self.count(seeds, ended);
            }
        }
    }
}

/// A search for the longest moves that is begun, and what is left of it in parts that can be searched
/// in any order. The parts depend on the number of pits and the largest total alone.
#[derive(Clone, Debug)]
pub struct Plan {
    n: usize,
    least: u8,
    budget: u8,
    /// The longest moves that ended before there were enough plays.
    begun: Best,
    /// The plays that are left.
    plays: Vec<Play>,
}

impl Plan {
    /// Begins the search of [`longest`]; takes some milliseconds.
    ///
    /// # Errors
    /// If a number is out of the range of the census.
    pub fn new(pits: u64, least: u64, most: u64) -> Result<Self, CensusError> {
        let n = check_range(pits, least, most)?;
        let (least, budget) = (least as u8, most as u8);
        let mut plan = Self { n, least, budget, begun: Best(Vec::new()), plays: Vec::new() };
        let mut best = plan.nothing();
        // One pit is sown into itself for ever.
        let hands = 2..=if n == 1 { 0 } else { budget };
        plan.plays = hands.map(|hand| plan.start(hand)).collect();
        // Plays, level by level, until there are enough to share out.
        while (1..SHARED).contains(&plan.plays.len()) {
            let mut further = Vec::new();
            for play in &plan.plays {
                plan.go_on(*play, &mut best, |play| further.push(play));
            }
            plan.plays = further;
        }
        plan.begun = best;
        Ok(plan)
    }

    /// How many parts there are, at least 1.
    #[must_use]
    pub fn parts(&self) -> usize {
        1 + self.plays.len()
    }

    /// Searches a part: one of [`Plan::parts`], from 0; there is nothing in others.
    ///
    /// # Errors
    /// If the observer asks to stop.
    pub fn part(&self, part: usize, observer: &dyn Observer) -> Result<Best, Cancelled> {
        let Some(play) = part.checked_sub(1) else {
            return Ok(self.begun.clone());
        };
        let mut best = self.nothing();
        let mut stack: Vec<Play> = self.plays.get(play).copied().into_iter().collect();
        let mut count = 0u64;
        while let Some(play) = stack.pop() {
            self.go_on(play, &mut best, |play| stack.push(play));
            count += 1;
            if count.is_multiple_of(POLL) && observer.cancelled() {
                return Err(Cancelled);
            }
        }
        Ok(best)
    }

    /// What a part has that finds nothing: what the others are added to.
    #[must_use]
    pub fn nothing(&self) -> Best {
        Best(vec![None; usize::from(self.budget) + 1])
    }

    /// The longest moves, the least total first, from the best of all parts.
    #[must_use]
    pub fn moves(&self, best: &Best) -> Vec<LongestMove> {
        (self.least..=self.budget)
            .map(|seeds| {
                let ended = best.0.get(usize::from(seeds)).copied().flatten();
                LongestMove {
                    pits: self.n as u64,
                    seeds: seeds.into(),
                    laps: ended.map(|ended| ended.laps),
                    sown: ended.map(|ended| ended.sown),
                    position: ended.map(|ended| {
                        let words: Vec<String> =
                            ended.position[..self.n].iter().map(ToString::to_string).collect();
                        words.join(" ")
                    }),
                }
            })
            .collect()
    }

    /// The start of a move that follows a single sown seed: that seed lay in the pit behind.
    fn start(&self, hand: u8) -> Play {
        let mut pits = [0; MOST_PITS];
        pits[0] = hand;
        Play {
            pits,
            position: pits,
            known: 1 | 1 << (self.n - 1),
            pivot: 0,
            left: self.budget - hand,
            laps: 0,
            sown: 0,
        }
    }

    /// Plays laps until the move ends or lands on an unknown pit; then goes on with everything
    /// that this pit can have held.
    fn go_on(&self, mut play: Play, best: &mut Best, mut further: impl FnMut(Play)) {
        loop {
            let hand = std::mem::take(&mut play.pits[play.pivot]);
            for _ in 0..hand {
                play.pivot = if play.pivot + 1 == self.n { 0 } else { play.pivot + 1 };
                play.pits[play.pivot] += 1;
            }
            play.laps += 1;
            play.sown += u64::from(hand);
            if play.known >> play.pivot & 1 == 0 {
                break;
            }
            if play.pits[play.pivot] == 1 {
                self.end(&play, best);
                return;
            }
        }
        play.known |= 1 << play.pivot;
        for seeds in 0..=play.left {
            let mut next = play;
            next.position[play.pivot] = seeds;
            next.pits[play.pivot] += seeds;
            next.left -= seeds;
            if next.pits[play.pivot] == 1 {
                self.end(&next, best);
            } else {
                further(next);
            }
        }
    }

    fn end(&self, play: &Play, best: &mut Best) {
        let mut ended = Ended { laps: play.laps, sown: play.sown, position: play.position };
        let seeds = self.budget - play.left;
        best.count(seeds, &ended);
        // Pits that the move did not need may hold more: the first of them makes the largest
        // position.
        let unneeded = (!play.known).trailing_zeros() as usize;
        if unneeded < self.n {
            for seeds in seeds + 1..=self.budget {
                ended.position[unneeded] += 1;
                best.count(seeds, &ended);
            }
        }
    }
}
