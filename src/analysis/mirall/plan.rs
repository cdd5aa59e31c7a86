//! Which method counts which cells, and the parallel run.
//!
//! A line of the table (one number of pits) is cut in two: the smaller numbers of seeds are
//! counted together by one sieve where that is cheaper, the others cell by cell.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::flush::{Flush, PROGRESS};
use super::{Method, MirallError, lap, sieve};
use crate::games::mirall::{Row, RowError};
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

/// The jobs that fill a table.
pub(super) struct Plan<'a> {
    pits: &'a [u64],
    seeds: &'a [BigUint],
    /// Columns in increasing order of seeds.
    order: Vec<usize>,
    /// The most expensive first.
    jobs: Vec<Job>,
    memory: u64,
}

/// A part of a line.
struct Job {
    line: usize,
    /// Indices into the order of columns.
    columns: Range<usize>,
    /// Never [`Method::Auto`].
    method: Method,
    /// Nanoseconds, roughly.
    cost: f64,
    /// Bytes.
    memory: u128,
}

/// Nanoseconds for a sieve of `pits * seeds` seeds, as measured.
fn sieve_cost(pits: u64, seeds: f64) -> f64 {
    pits as f64 * seeds * (pits as f64).sqrt() * 4.0
}

/// What one cell of a line costs.
struct CellCost {
    pits: f64,
    /// To leading order the flushes are the logarithm of the seeds to the power `n - 2`, times a
    /// factor (Corollary M21): the logarithm of that factor.
    log_factor: f64,
}

impl CellCost {
    fn of_line(pits: u64) -> Self {
        let terms = 2..pits.min(Flush::MAX_PITS);
        let log_factor = terms.map(|k| -((k - 1) as f64 * (k as f64).ln()).ln()).sum();
        Self { pits: pits as f64, log_factor }
    }

    /// Nanoseconds, roughly: by laps, or by flushes where there are many more seeds than pits.
    fn of_cell(&self, seeds: &BigUint) -> f64 {
        let few = 8.0 * self.pits;
        // The logarithm of what may be too large for a floating-point number.
        let shift = seeds.bits().saturating_sub(64);
        let log2 = (seeds >> shift).to_f64().map_or(0.0, f64::log2) + shift as f64;
        let excess = log2 - few.log2();
        if excess <= 0.0 {
            return 50.0 * self.pits * log2.exp2();
        }
        // This term is all there is for few pits.
        let log = (log2 + self.pits.log2()) * std::f64::consts::LN_2;
        let steps = (self.log_factor + (self.pits - 2.0).max(0.0) * log.ln()).exp();
        50.0 * self.pits * few * (1.0 + excess) + 100.0 * steps
    }
}

/// The better method for one cell.
fn cell_method(pits: u64, seeds: &BigUint) -> Method {
    let can_lap = seeds * pits <= lap::MAX_SEEDS.into();
    let can_flush = pits <= Flush::MAX_PITS;
    if can_lap && (*seeds <= (8 * u128::from(pits)).into() || !can_flush) {
        Method::Lap
    } else {
        Method::Flush
    }
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        pits: &'a [u64],
        seeds: &'a [BigUint],
        method: Method,
        memory: u64,
    ) -> Result<Self, MirallError> {
        let mut order: Vec<usize> = (0..seeds.len()).collect();
        order.sort_by_key(|&column| &seeds[column]);
        let mut plan = Self { pits, seeds, order, jobs: Vec::new(), memory };
        for line in 0..pits.len() {
            plan.plan_line(line, method)?;
        }
        plan.jobs.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Ok(plan)
    }

    fn plan_line(&mut self, line: usize, method: Method) -> Result<(), MirallError> {
        let pits = self.pits[line];
        let cell_cost = CellCost::of_line(pits);
        let all = self.seeds.len();
        let together = match method {
            Method::Sieve => all,
            Method::Auto => self.columns_worth_a_sieve(pits, &cell_cost),
            _ => 0,
        };
        if together > 0 {
            let seeds = self.sorted(together - 1);
            let reach = (sieve::MAX_SEEDS / pits).into();
            if *seeds > reach {
                return Err(self.reach(
                    Method::Sieve,
                    line,
                    together - 1,
                    "fewer than 2^32 seeds in all",
                ));
            }
            let largest = seeds.to_u64().expect("compared with a number of 64 bits");
            self.add_job(Job {
                line,
                columns: 0..together,
                method: Method::Sieve,
                cost: sieve_cost(pits, largest as f64),
                memory: sieve::memory(pits, largest),
            })?;
        }
        // Neighbouring cells share their tables; enough parts for any number of threads.
        let part = ((all - together) / 256).max(1);
        for start in (together..all).step_by(part) {
            let columns = start..all.min(start + part);
            let largest = columns.end - 1;
            let total = self.sorted(largest) * pits;
            if method == Method::Auto && pits > Flush::MAX_PITS && total > lap::MAX_SEEDS.into() {
                let accepted = "at most 4096 pits, or at most 2^62 seeds in all";
                return Err(self.reach(method, line, largest, accepted));
            }
            let method = match method {
                Method::Auto => cell_method(pits, self.sorted(largest)),
                method => method,
            };
            match method {
                Method::Flush if pits > Flush::MAX_PITS => {
                    return Err(self.reach(method, line, largest, "at most 4096 pits"));
                }
                Method::Lap if total > lap::MAX_SEEDS.into() => {
                    return Err(self.reach(method, line, largest, "at most 2^62 seeds in all"));
                }
                _ => {}
            }
            let memory = match method {
                Method::Flush => Flush::least_memory(pits, self.sorted(largest)).into(),
                Method::Lap => {
                    lap::memory(pits, self.sorted(largest).to_u64().expect("below 2^62"))
                }
                _ => u128::from(pits) * 2 * if total.bits() <= 64 { 8 } else { 56 },
            };
            let cost =
                columns.clone().map(|column| cell_cost.of_cell(self.sorted(column))).sum::<f64>();
            self.add_job(Job { line, columns, method, cost, memory })?;
        }
        Ok(())
    }

    /// How many of the smallest numbers of seeds are best counted together.
    fn columns_worth_a_sieve(&self, pits: u64, cell_cost: &CellCost) -> usize {
        let fits = self.order.partition_point(|&column| {
            self.seeds[column].to_u64().is_some_and(|seeds| {
                pits.checked_mul(seeds).is_some_and(|total| total <= sieve::MAX_SEEDS)
                    && sieve::memory(pits, seeds) <= self.memory.into()
            })
        });
        let mut cells = 0.0;
        let mut best = (0.0, 0);
        // What the first columns cost one by one, less what they cost together.
        for count in 1..=fits {
            let seeds = self.sorted(count - 1);
            cells += cell_cost.of_cell(seeds);
            let together = sieve_cost(pits, seeds.to_f64().unwrap_or(f64::MAX));
            if cells - together > best.0 {
                best = (cells - together, count);
            }
        }
        best.1
    }

    /// The seeds at a place in increasing order.
    fn sorted(&self, place: usize) -> &'a BigUint {
        &self.seeds[self.order[place]]
    }

    fn reach(
        &self,
        method: Method,
        line: usize,
        place: usize,
        accepted: &'static str,
    ) -> MirallError {
        MirallError::Reach {
            method: method.name(),
            pits: self.pits[line],
            seeds: self.sorted(place).clone(),
            accepted,
        }
    }

    fn add_job(&mut self, job: Job) -> Result<(), MirallError> {
        if job.memory > self.memory.into() {
            return Err(MirallError::Memory {
                method: job.method.name(),
                pits: self.pits[job.line],
                seeds: self.sorted(job.columns.end - 1).clone(),
                needed: job.memory,
                allowed: self.memory,
            });
        }
        self.jobs.push(job);
        Ok(())
    }

    /// Does all jobs, and returns the moves line by line.
    pub(super) fn run(&self, observer: &dyn Observer) -> Result<Vec<BigUint>, MirallError> {
        // A share that is always below 2^40, so that no sum of them overflows.
        let units = |job: &Job| (job.cost / 1e3).min(1e12) as u64 + 1;
        observer.begin(Some(self.jobs.iter().map(units).fold(0, u64::saturating_add)));
        // So many workers that the largest jobs fit side by side.
        let largest = self.jobs.iter().map(|job| job.memory).max().unwrap_or(0).max(1);
        let workers = (u128::from(self.memory) / largest)
            .clamp(1, rayon::current_num_threads().min(self.jobs.len().max(1)) as u128);
        let tables = self.memory / workers as u64;

        let moves = Mutex::new(vec![BigUint::ZERO; self.pits.len() * self.seeds.len()]);
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let failure = OnceLock::new();
        (0..workers as usize).into_par_iter().with_max_len(1).for_each(|_| {
            while !failed.load(Ordering::Relaxed)
                && let Some(job) = self.jobs.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let share = Share::new(observer, &failed, units(job));
                match self.count(job, tables, &share) {
                    Ok(counts) => {
                        share.finish();
                        let mut moves = moves.lock().expect("no holder of the lock panics");
                        for (place, count) in job.columns.clone().zip(counts) {
                            moves[job.line * self.seeds.len() + self.order[place]] = count;
                        }
                    }
                    // The jobs that are stopped because of the first failure fail after it.
                    Err(error) => {
                        let _ = failure.set(error);
                        failed.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        match failure.into_inner() {
            Some(error) => Err(error),
            None => Ok(moves.into_inner().expect("no holder of the lock panics")),
        }
    }

    /// The moves of each cell of a job.
    fn count(&self, job: &Job, tables: u64, share: &Share) -> Result<Vec<BigUint>, MirallError> {
        let pits = self.pits[job.line];
        if job.method == Method::Sieve {
            return self.sieve(job, share);
        }
        let mut flush = (job.method == Method::Flush).then(|| Flush::new(pits, tables));
        let cells = job.columns.len() as u64;
        (0..)
            .zip(job.columns.clone())
            .map(|(before, place)| {
                if share.cancelled() {
                    return Err(Cancelled.into());
                }
                let seeds = self.sorted(place);
                let cell = |all| Part { share, before, cells, all, done: AtomicU64::new(0) };
                Ok(match (&mut flush, job.method) {
                    (Some(flush), _) => flush.period(&(seeds * pits), &cell(PROGRESS))?.into(),
                    (None, Method::Lap) => {
                        let seeds = seeds.to_u64().expect("a job of laps has at most 2^62 seeds");
                        lap::moves(pits, seeds, &cell(pits * seeds))?.into()
                    }
                    (None, _) => {
                        let moves = play(pits, seeds, share)?.into();
                        cell(1).advance(1);
                        moves
                    }
                })
            })
            .collect()
    }

    fn sieve(&self, job: &Job, share: &Share) -> Result<Vec<BigUint>, MirallError> {
        let pits = self.pits[job.line];
        let mut wanted = job
            .columns
            .clone()
            .map(|place| self.sorted(place).to_u64().expect("a sieve has fewer than 2^32 seeds"))
            .peekable();
        let largest = self.sorted(job.columns.end - 1).to_u64().unwrap_or_default();
        let mut counts = Vec::with_capacity(job.columns.len());
        let mut moves = 0u128;
        let all = pits * largest;
        let part = Part { share, before: 0, cells: 1, all, done: AtomicU64::new(0) };
        sieve::growths(pits as usize, largest as usize, &part, &mut |total, growth| {
            moves += u128::from(growth);
            while wanted.next_if(|&seeds| seeds * pits == total).is_some() {
                counts.push(moves.into());
            }
        })?;
        Ok(counts)
    }
}

/// `M(n,s)` by playing the rules of [`crate::games::mirall`], stopped when asked to.
fn play(pits: u64, seeds: &BigUint, observer: &dyn Observer) -> Result<u64, Cancelled> {
    /// Seeds moved in one stretch between two questions to the observer.
    const POLL: usize = 1 << 22;

    fn play<S: Seeds>(start: &Row<S>, observer: &dyn Observer) -> Result<u64, Cancelled> {
        let stretch = (POLL / start.pits().len()).max(1);
        let mut row = start.clone();
        let mut moves = 0;
        loop {
            for _ in 0..stretch {
                row.play();
                moves += 1;
                if row == *start {
                    return Ok(moves);
                }
            }
            if observer.cancelled() {
                return Err(Cancelled);
            }
        }
    }

    let pits = pits as usize;
    let words = seeds.to_u64().ok_or(RowError::TotalTooLarge);
    if let Ok(start) = words.and_then(|seeds| Row::uniform(pits, seeds)) {
        return play(&start, observer);
    }
    let start = Row::uniform(pits, seeds.clone()).expect("there are pits and seeds in them");
    play(&start, observer)
}

/// The part of the progress that a job is worth, whatever units the job itself reports.
struct Share<'a> {
    observer: &'a dyn Observer,
    /// Another job has failed.
    failed: &'a AtomicBool,
    units: u64,
    reported: AtomicU64,
}

impl<'a> Share<'a> {
    fn new(observer: &'a dyn Observer, failed: &'a AtomicBool, units: u64) -> Self {
        Self { observer, failed, units, reported: AtomicU64::new(0) }
    }

    /// This share of the job is done, from 0 to 1.
    fn done(&self, share: f64) {
        let now = (self.units as f64 * share) as u64;
        let before = self.reported.fetch_max(now, Ordering::Relaxed);
        self.observer.advance(now.saturating_sub(before));
    }

    fn finish(&self) {
        self.done(1.0);
    }
}

impl Observer for Share<'_> {
    fn cancelled(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.observer.cancelled()
    }
}

/// One of the `cells` of a job, which reports its own units, of which there are `all`.
struct Part<'a> {
    share: &'a Share<'a>,
    /// Cells done before it.
    before: u64,
    cells: u64,
    all: u64,
    done: AtomicU64,
}

impl Observer for Part<'_> {
    fn advance(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        let done = self.before as f64 + done as f64 / self.all as f64;
        self.share.done(done / self.cells as f64);
    }

    fn cancelled(&self) -> bool {
        self.share.cancelled()
    }
}
