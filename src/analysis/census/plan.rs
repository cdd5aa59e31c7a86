//! The census cut into parts: the search is begun by itself, until there are enough partial states to
//! share out, and each share is searched to its end.
//!
//! Which states a share has, and in what order it finds its cycles, depends on the question alone:
//! not on the instructions, the threads, or what else is searched at the same time.

use serde::{Deserialize, Serialize};

use super::lanes::{self, Lanes, Portable};
use super::pool::{Layout, Pool};
use super::roots::roots;
use super::search::Search;
use super::{CensusError, CensusRow, Cycle, Instructions, Tallies, check_range};
use crate::observer::{Cancelled, Observer};

/// Partial states that the work is begun with before it is shared out.
const SEEDLINGS: usize = 1 << 14;
/// Partial states in a share, and the most shares.
const SHARE: usize = 1 << 6;
const SHARES: usize = 1 << 10;
/// Rounds between two questions whether to stop.
const POLL: u64 = 1 << 8;

/// A census that is begun, and what is left of it in parts that can be searched in any order.
///
/// It holds some ten thousand partial states, a few megabytes.
#[derive(Clone, Debug)]
pub struct Plan {
    layout: Layout,
    instructions: Instructions,
    least: u8,
    most: u8,
    /// Whether the cycles are wanted, not only their number.
    keep: bool,
    /// What was found before there were enough partial states.
    begun: Part,
    /// The partial states that are left.
    pool: Pool,
}

/// What a part of a census finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What is counted.
    pub tallies: Tallies,
    /// The cycles, if they are wanted.
    pub cycles: Vec<Cycle>,
}

impl Plan {
    /// Begins a census of the never-ending cycles with `least` to `most` seeds on a circuit of
    /// `pits` pits: takes some milliseconds. The parts have the cycles themselves if `keep` says so.
    ///
    /// # Errors
    /// If a number is out of range, the processor does not have the instructions, or the observer
    /// asks to stop.
    pub fn new(
        pits: u64,
        least: u64,
        most: u64,
        keep: bool,
        instructions: Instructions,
        observer: &dyn Observer,
    ) -> Result<Self, CensusError> {
        let layout = Layout { pits: check_range(pits, least, most)? };
        if !instructions.available() {
            return Err(CensusError::Instructions { instructions });
        }
        let (least, most) = (least as u8, most as u8);
        let nothing = Part { tallies: Tallies::default(), cycles: Vec::new() };
        let pool = Pool::new(layout.rows());
        let mut plan = Self { layout, instructions, least, most, keep, begun: nothing, pool };
        plan.begun = plan.nothing();
        if layout.pits == 1 {
            plan.begun = plan.one_pit();
        } else {
            plan.begin(observer)?;
        }
        Ok(plan)
    }

    /// Goes on generation by generation, until there are enough partial states to share out.
    fn begin(&mut self, observer: &dyn Observer) -> Result<(), Cancelled> {
        let mut pool = Pool::new(self.layout.rows());
        for root in roots(self.layout, self.most) {
            pool.push(&root);
        }
        while (1..SEEDLINGS).contains(&pool.len()) {
            let mut forks = Pool::new(self.layout.rows());
            let found = self.run(&mut pool, Some(&mut forks), observer)?;
            self.begun.tallies.add(&found.tallies);
            self.begun.cycles.extend(found.cycles);
            pool = forks;
        }
        self.pool = pool;
        Ok(())
    }

    /// How many parts there are, at least 1. It depends on the question alone.
    #[must_use]
    pub fn parts(&self) -> usize {
        1 + self.shares()
    }

    /// How many shares there are of what is left.
    fn shares(&self) -> usize {
        if self.pool.len() == 0 { 0 } else { (self.pool.len() / SHARE).clamp(1, SHARES) }
    }

    /// Searches a part: one of [`Plan::parts`], from 0; there is nothing in others.
    ///
    /// Its result depends on the question and the number alone. Cycles of all parts, in the order of
    /// their numbers, are in the order of [`census`](super::census).
    ///
    /// # Errors
    /// If the observer asks to stop.
    pub fn part(&self, part: usize, observer: &dyn Observer) -> Result<Part, Cancelled> {
        let Some(share) = part.checked_sub(1) else {
            return Ok(self.begun.clone());
        };
        let shares = self.shares();
        if share >= shares {
            return Ok(self.nothing());
        }
        let mut pool = Pool::new(self.layout.rows());
        for index in (share..self.pool.len()).step_by(shares) {
            pool.push(&self.pool.column(index));
        }
        self.run(&mut pool, None, observer)
    }

    /// What a part has that finds nothing: what the others are added to.
    #[must_use]
    pub fn nothing(&self) -> Part {
        let totals = usize::from(self.most.saturating_sub(self.least)) + 1;
        Part { tallies: Tallies::new(totals), cycles: Vec::new() }
    }

    /// The rows of the census, the least total first, from the tallies of all parts.
    #[must_use]
    pub fn rows(&self, tallies: &Tallies) -> Vec<CensusRow> {
        tallies.rows(self.layout.pits as u64, self.least.into())
    }

    /// Counts a cycle and keeps it if it is wanted.
    fn found(&self, part: &mut Part, cycle: Cycle) {
        // No total is above 120.
        if let Some(above) = (cycle.seeds() as u8).checked_sub(self.least) {
            part.tallies.count(above.into(), &cycle);
            if self.keep {
                part.cycles.push(cycle);
            }
        }
    }

    /// One pit, which is sown into itself for ever.
    fn one_pit(&self) -> Part {
        let mut part = self.nothing();
        for seeds in self.least..=self.most {
            let position = vec![seeds];
            let cycle = Cycle { position, reduced_period: 1, reduced_sown: seeds.into() };
            self.found(&mut part, cycle);
        }
        part
    }

    /// Works off a pool. Forks come back to it, or go to a pool of their own.
    fn run(
        &self,
        pool: &mut Pool,
        forks: Option<&mut Pool>,
        observer: &dyn Observer,
    ) -> Result<Part, Cancelled> {
        match self.instructions {
            Instructions::Portable => unsafe { self.run_with::<Portable>(pool, forks, observer) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { self.run_avx2(pool, forks, observer) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { self.run_avx512(pool, forks, observer) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("only available instructions are used"),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_avx2(
        &self,
        pool: &mut Pool,
        forks: Option<&mut Pool>,
        observer: &dyn Observer,
    ) -> Result<Part, Cancelled> {
        unsafe { self.run_with::<lanes::Avx2>(pool, forks, observer) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_avx512(
        &self,
        pool: &mut Pool,
        forks: Option<&mut Pool>,
        observer: &dyn Observer,
    ) -> Result<Part, Cancelled> {
        unsafe { self.run_with::<lanes::Avx512>(pool, forks, observer) }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    unsafe fn run_with<L: Lanes>(
        &self,
        pool: &mut Pool,
        mut forks: Option<&mut Pool>,
        observer: &dyn Observer,
    ) -> Result<Part, Cancelled> {
        let mut search = Search::new(self.layout, self.most - self.least);
        let mut part = self.nothing();
        let stop = || observer.cancelled();
        for round in 1u64.. {
            unsafe {
                search.fill::<L>(pool);
                if pool.len() == 0 {
                    search.finish::<L>(&stop);
                }
                match &mut forks {
                    Some(forks) => search.step::<L>(forks, false),
                    None => search.step::<L>(pool, true),
                }
            }
            for cycle in search.found() {
                self.found(&mut part, cycle);
            }
            let done = search.idle() && pool.len() == 0;
            if (done || round.is_multiple_of(POLL)) && stop() {
                return Err(Cancelled);
            }
            if done {
                break;
            }
        }
        Ok(part)
    }
}
