//! How long work reports and how it is stopped.
//!
//! The library never draws and never reads a clock: it tells an [`Observer`] how many units of
//! work are known and done, and asks it now and then whether to go on. The command line turns
//! this into a progress bar and Ctrl-C.

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

/// The work was stopped because [`Observer::cancelled`] said so; nothing was concluded.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the work was stopped before it was done")]
pub struct Cancelled;
