//! The longest relay move that does end.
//!
//! The states of moves that end lie on orbits of the extended map in which single seeds are sown
//! too, and the longest move on such an orbit starts right after one of these: the pit behind its
//! pivot is empty. From there the move is played forwards, and the content of a pit is laid down
//! only when the play lands on it, so that one search covers all totals up to a budget. The slow
//! twin, in the tests, plays every state.

use rayon::prelude::*;
use serde::Serialize;

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
#[derive(Clone, Copy, Debug)]
struct Ended {
    laps: u64,
    sown: u64,
    /// Seeds in each pit at the start.
    position: [u8; MOST_PITS],
}

/// A move being played, on a circuit of which only some pits are known.
#[derive(Clone, Copy)]
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
    let n = check_range(pits, least, most)?;
    let search = Search { n, budget: most as u8, observer };
    let best = search.all()?;
    Ok((least..=most)
        .map(|seeds| {
            let ended = best.0[seeds as usize];
            LongestMove {
                pits,
                seeds,
                laps: ended.map(|ended| ended.laps),
                sown: ended.map(|ended| ended.sown),
                position: ended.map(|ended| {
                    let words: Vec<String> =
                        ended.position[..n].iter().map(ToString::to_string).collect();
                    words.join(" ")
                }),
            }
        })
        .collect())
}

/// The longest move found for each total of seeds.
struct Best(Vec<Option<Ended>>);

impl Best {
    fn new(budget: u8) -> Self {
        Self(vec![None; usize::from(budget) + 1])
    }

    /// Takes over a move with this total if it is longer, or as long from a larger position.
    fn count(&mut self, seeds: u8, ended: &Ended) {
        let best = &mut self.0[usize::from(seeds)];
        let key = |ended: &Ended| (ended.laps, ended.position);
        if best.is_none_or(|best| key(ended) > key(&best)) {
            *best = Some(*ended);
        }
    }
}

struct Search<'a> {
    n: usize,
    budget: u8,
    observer: &'a dyn Observer,
}

impl Search<'_> {
    fn all(&self) -> Result<Best, Cancelled> {
        let mut best = Best::new(self.budget);
        if self.n == 1 {
            // The one pit is sown into itself for ever.
            return Ok(best);
        }
        // Plays, level by level, until there are enough to share out.
        let mut plays: Vec<Play> = (2..=self.budget).map(|hand| self.start(hand)).collect();
        while (1..SHARED).contains(&plays.len()) {
            let mut further = Vec::new();
            for play in plays {
                self.go_on(play, &mut best, |play| further.push(play));
            }
            plays = further;
        }
        self.observer.begin(Some(plays.len() as u64));
        let parts: Vec<Best> = plays
            .par_iter()
            .map(|play| {
                let mut best = Best::new(self.budget);
                let mut stack = vec![*play];
                let mut count = 0u64;
                while let Some(play) = stack.pop() {
                    self.go_on(play, &mut best, |play| stack.push(play));
                    count += 1;
                    if count.is_multiple_of(POLL) && self.observer.cancelled() {
                        return Err(Cancelled);
                    }
                }
                self.observer.advance(1);
                Ok(best)
            })
            .collect::<Result<_, Cancelled>>()?;
        if self.observer.cancelled() {
            return Err(Cancelled);
        }
        for Best(part) in &parts {
            for (seeds, ended) in part.iter().enumerate() {
                if let Some(ended) = ended {
                    best.count(seeds as u8, ended);
                }
            }
        }
        Ok(best)
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
