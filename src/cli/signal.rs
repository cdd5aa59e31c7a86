//! Ctrl-C and its relatives: the first asks the work to stop, and if that takes too long, or
//! another one comes, the process ends at once.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, process, thread};

use anyhow::Context;

use super::outcome::{self, STOPPED};

static RECEIVED: AtomicBool = AtomicBool::new(false);

/// Files that must not be left behind.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What the work gets to stop by itself.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Whether what was computed is kept, so that the same command goes on with it.
static KEPT: AtomicBool = AtomicBool::new(false);

/// Notes that what is computed from now on is kept.
pub fn results_are_kept() {
    KEPT.store(true, Ordering::Relaxed);
}

/// What is said when a signal has stopped the work.
pub fn sentence() -> &'static str {
    if KEPT.load(Ordering::Relaxed) {
        "stopped by a signal; what was computed is kept, and the same command goes on with it"
    } else {
        "stopped by a signal before the work was done; no unfinished file was left behind"
    }
}

/// Listens for interrupt, termination, hangup and the end of the allowed processor time, but for
/// those that whoever started the process has chosen to ignore.
pub fn listen() -> anyhow::Result<()> {
    let ignored = ignored();
    ctrlc::set_handler(|| {
        if RECEIVED.swap(true, Ordering::Relaxed) {
            end();
        }
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            end();
        });
    })
    .context("cannot listen for Ctrl-C")?;
    end_of_time_is_termination();
    ignore_again(&ignored);
    Ok(())
}

/// Whether a signal has asked the work to stop.
pub fn received() -> bool {
    RECEIVED.load(Ordering::Relaxed)
}

/// Remembers a file that is being written, to be removed if the process ends before it is whole.
pub fn unfinished(path: &Path) {
    if let Ok(mut files) = UNFINISHED.lock() {
        files.push(path.to_owned());
    }
}

/// Ends the process as a signal asks for.
fn end() -> ! {
    // A file that has taken its final name since is no longer there under this one.
    if let Ok(files) = UNFINISHED.lock() {
        for file in files.iter() {
            let _ = fs::remove_file(file);
        }
    }
    outcome::say(sentence());
    process::exit(STOPPED.into())
}

#[cfg(unix)]
fn ignored() -> Vec<nix::sys::signal::Signal> {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // A file that grows beyond its limit is an error like any other, not the end of the process.
    // SAFETY: no handler is installed; what a signal did before is read and put back.
    unsafe {
        let _ = signal(Signal::SIGXFSZ, SigHandler::SigIgn);
        [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGXCPU]
            .into_iter()
            .filter(|&kind| match signal(kind, SigHandler::SigIgn) {
                Ok(SigHandler::SigIgn) => true,
                Ok(before) => {
                    let _ = signal(kind, before);
                    false
                }
                Err(_) => false,
            })
            .collect()
    }
}

/// Makes the soft limit of processor time, as batch systems set it, ask for termination.
#[cfg(unix)]
fn end_of_time_is_termination() {
    use nix::sys::signal::{SigHandler, Signal, raise, signal};
    extern "C" fn terminate(_: i32) {
        let _ = raise(Signal::SIGTERM);
    }
    // SAFETY: the handler does nothing but send a signal, which a handler may.
    let _ = unsafe { signal(Signal::SIGXCPU, SigHandler::Handler(terminate)) };
}

#[cfg(not(unix))]
fn end_of_time_is_termination() {}

#[cfg(unix)]
fn ignore_again(kinds: &[nix::sys::signal::Signal]) {
    use nix::sys::signal::{SigHandler, signal};
    for &kind in kinds {
        // SAFETY: no handler is installed.
        let _ = unsafe { signal(kind, SigHandler::SigIgn) };
    }
}

#[cfg(not(unix))]
fn ignored() {}

#[cfg(not(unix))]
fn ignore_again((): &()) {}
