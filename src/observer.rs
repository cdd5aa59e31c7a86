//! How long work reports and how it is stopped.
//!
//! The library never draws and never reads a clock: it tells an [`Observer`] how many units of
//! work are known and done, and asks it now and then whether to go on. The command line turns
//! this into a progress bar and Ctrl-C.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// Receives the progress of long work and may stop it.
///
/// Every method has a default that does nothing, so `()` observes nothing and never cancels.
/// Methods are called from several threads at once.
pub trait Observer: Sync {
    /// Work begins; it has `units` units, or an unknown number.
    fn begin(&self, units: Option<u64>) {
        let _ = units;
    }

    /// `units` further units of work are done.
    fn advance(&self, units: u64) {
        let _ = units;
    }

    /// Whether the work should stop. Polled many times a second; must be cheap.
    fn cancelled(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// Passes on only whether to stop: for work whose progress is reported by whoever asked for it.
pub struct Unreported<'a>(pub &'a dyn Observer);

impl Observer for Unreported<'_> {
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// The observer of one piece of work of several: its units, whatever their number, are `weight` units
/// of the observer of them all.
pub struct OneOfMany<'a> {
    observer: &'a dyn Observer,
    weight: u64,
    units: AtomicU64,
    done: AtomicU64,
}

impl<'a> OneOfMany<'a> {
    /// Work that is `weight` units of all.
    #[must_use]
    pub fn new(observer: &'a dyn Observer, weight: u64) -> Self {
        Self { observer, weight, units: AtomicU64::new(0), done: AtomicU64::new(0) }
    }

    /// The part of the weight that so many units are.
    fn part(&self, done: u64) -> u64 {
        let units = u128::from(self.units.load(Ordering::Relaxed).max(1));
        let part = u128::from(done) * u128::from(self.weight) / units;
        part.min(self.weight.into()) as u64
    }

    /// The work has ended, whether it has told its units or not.
    pub fn done(self) {
        let left = self.weight - self.part(self.done.load(Ordering::Relaxed));
        self.observer.advance(left);
    }
}

impl Observer for OneOfMany<'_> {
    fn begin(&self, units: Option<u64>) {
        self.units.store(units.unwrap_or(0), Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        let before = self.done.fetch_add(units, Ordering::Relaxed);
        self.observer.advance(self.part(before + units) - self.part(before));
    }

    fn cancelled(&self) -> bool {
        self.observer.cancelled()
    }
}

/// The work was stopped because [`Observer::cancelled`] said so; nothing was concluded.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the work was stopped before it was done")]
pub struct Cancelled;
