//! Ctrl-C and its relatives: the first asks the work to stop, the second stops it at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::outcome::STOPPED;

static RECEIVED: AtomicBool = AtomicBool::new(false);

/// Listens for interrupt, termination and hangup.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if RECEIVED.swap(true, Ordering::Relaxed) {
            process::exit(STOPPED.into());
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether a signal has asked the work to stop.
pub fn received() -> bool {
    RECEIVED.load(Ordering::Relaxed)
}
