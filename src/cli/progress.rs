//! The progress bar of long work.

use std::fmt;
use std::io::{self, IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sowlab::observer::Observer;
use sowlab::output::{Format, Row, write_rows};

use super::global::{Global, When};
use super::{outcome, signal};

/// Work shorter than this draws nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// Where progress is shown.
enum Screen {
    Nowhere,
    /// A bar that is redrawn in place.
    Terminal,
    /// A line now and then.
    Log,
}

/// An [`Observer`] that draws what it is told, and stops the work when a signal asks for it.
pub struct Progress {
    screen: Screen,
    bar: ProgressBar,
    began: Instant,
    drawing: OnceLock<()>,
    /// Milliseconds after the beginning when the next line is due.
    next_line: AtomicU64,
}

impl Progress {
    pub fn new(global: &Global) -> Self {
        Self::on(match (global.progress, stderr().is_terminal()) {
            _ if global.quiet => Screen::Nowhere,
            (When::Never, _) | (When::Auto, false) => Screen::Nowhere,
            (_, true) => Screen::Terminal,
            (When::Always, false) => Screen::Log,
        })
    }

    /// For work whose rows are written as they are found: where these go to a terminal too, they are
    /// all that is shown.
    pub fn beside_rows(global: &Global) -> anyhow::Result<Self> {
        let shown = global.output_is_terminal() && global.format()? != Format::Table;
        Ok(if shown { Self::on(Screen::Nowhere) } else { Self::new(global) })
    }

    fn on(screen: Screen) -> Self {
        let patience = PATIENCE.as_millis() as u64;
        Self {
            screen,
            bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            began: Instant::now(),
            drawing: OnceLock::new(),
            next_line: AtomicU64::new(patience),
        }
    }

    /// Takes the bar off the screen, for good.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Draws if it is time to.
    fn show(&self) {
        match self.screen {
            Screen::Nowhere => {}
            Screen::Terminal => {
                if self.drawing.get().is_none() && self.began.elapsed() >= PATIENCE {
                    self.drawing.get_or_init(|| self.begin_drawing());
                }
            }
            Screen::Log => {
                let now = self.began.elapsed().as_millis() as u64;
                let due = self.next_line.load(Ordering::Relaxed);
                if now >= due
                    && self
                        .next_line
                        .compare_exchange(due, now + 2_000, Ordering::Relaxed, Ordering::Relaxed)
                        .is_ok()
                {
                    self.write_line();
                }
            }
        }
    }

    fn begin_drawing(&self) {
        let template = if self.bar.length().is_some() {
            "{elapsed_precise} [{wide_bar}] {percent_precise}% ({rate}, {left})"
        } else {
            "{elapsed_precise} {spinner}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style
                .with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                    let _ = out.write_str(&rate(state.per_sec(), state.len()));
                })
                .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
                    let _ = out.write_str(&left(state.pos(), state.eta()));
                });
            self.bar.set_style(style.progress_chars("=> "));
        }
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn write_line(&self) {
        let done = self.bar.position();
        outcome::say(&match self.bar.length() {
            Some(all) => {
                let percent = 100.0 * done as f64 / all.max(1) as f64;
                let rate = rate(self.bar.per_sec(), Some(all));
                format!("{percent:.1}% done, {rate}, {}", left(done, self.bar.eta()))
            }
            None => format!("at work for {}", HumanDuration(self.began.elapsed())),
        });
    }
}

/// Writes rows as they are found. A drawn table needs them all first; it does not begin before the bar
/// is off the screen.
pub fn write_beside<R: Row>(
    progress: &Progress,
    format: Format,
    rows: impl Iterator<Item = R>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Table {
        let rows: Vec<R> = rows.collect();
        progress.clear();
        return write_rows(format, rows, out);
    }
    write_rows(format, rows, out)?;
    progress.clear();
    Ok(())
}

/// A number of units a second as a share of all, which says more to a person than the units.
fn rate(per_second: f64, all: Option<u64>) -> String {
    let percent = 100.0 * per_second / all.unwrap_or(1).max(1) as f64;
    if percent == 0.0 {
        "0%/s".into()
    } else if percent >= 0.1 {
        format!("{percent:.1}%/s")
    } else if percent * 3600.0 >= 0.1 {
        format!("{:.1}%/h", percent * 3600.0)
    } else {
        format!("{:.2e}%/day", percent * 86_400.0)
    }
}

/// The time left, once there is something to judge it by.
fn left(done: u64, eta: Duration) -> String {
    if done == 0 { "time left unknown".into() } else { format!("{} left", HumanDuration(eta)) }
}

impl Observer for Progress {
    fn begin(&self, units: Option<u64>) {
        if let Some(units) = units {
            self.bar.set_length(self.bar.length().unwrap_or(0).saturating_add(units));
        }
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
        self.show();
    }

    fn cancelled(&self) -> bool {
        self.show();
        signal::received()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
