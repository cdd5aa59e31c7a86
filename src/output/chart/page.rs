//! What all charts have around them: title, labels of the axes, frame, grid and ticks. Rooms are
//! computed from the texts, so nothing is cut off and nothing overlaps; a page grows if it must.

use super::axis::Ticks;
use super::colour::{GRID, INK};
use super::font;
use super::scene::{Anchor, Area, Scene};

/// Size of the title.
pub(super) const TITLE_EM: f64 = 22.0;
/// Size of the labels of axes.
pub(super) const LABEL_EM: f64 = 17.0;
/// Size of the numbers at ticks and of legends.
pub(super) const TICK_EM: f64 = 15.0;
/// White edge of a page.
pub(super) const EDGE: f64 = 24.0;
/// Length of a tick.
pub(super) const TICK: f64 = 6.0;
/// From a tick to its number.
pub(super) const TICK_GAP: f64 = 5.0;
/// From the numbers of an axis to its label.
pub(super) const LABEL_GAP: f64 = 12.0;

/// A text broken into lines of one size.
pub(super) struct Block {
    em: f64,
    lines: Vec<String>,
}

impl Block {
    /// Breaks a text to fit in `room`.
    pub fn new(text: &str, em: f64, room: f64) -> Self {
        Self { em, lines: font::wrap(text, em, room) }
    }

    /// Height of all lines, 0 if there are none.
    pub fn height(&self) -> f64 {
        match self.lines.len() {
            0 => 0.0,
            n => ((n - 1) as f64 * font::LINE + font::CAPITAL + font::DESCENT) * self.em,
        }
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Width of the widest line.
    pub fn width(&self) -> f64 {
        font::widest(&self.lines, self.em)
    }

    /// [`Block::height`] and a gap after it, or 0 if there is no text.
    pub fn height_with(&self, gap: f64) -> f64 {
        if self.lines.is_empty() { 0.0 } else { self.height() + gap }
    }

    /// Draws the lines downwards from `top`.
    pub fn draw(&self, scene: &mut Scene, x: f64, top: f64, anchor: Anchor) {
        for (i, line) in self.lines.iter().enumerate() {
            let baseline = top + (font::CAPITAL + i as f64 * font::LINE) * self.em;
            scene.text((x, baseline), anchor, self.em, INK, line);
        }
    }

    /// Draws the lines reading upwards, from `left` to the right, centred at height `y`.
    pub fn draw_upwards(&self, scene: &mut Scene, left: f64, y: f64) {
        for (i, line) in self.lines.iter().enumerate() {
            let baseline = left + (font::CAPITAL + i as f64 * font::LINE) * self.em;
            scene.text_upwards((baseline, y), self.em, INK, line);
        }
    }
}

/// Baseline of a number that is centred at height `y`.
pub(super) fn centred(y: f64, em: f64) -> f64 {
    y + font::CAPITAL * em / 2.0
}

/// Draws grid lines, frame, ticks and numbers of a plot whose data lie in `data`, inside `frame`.
pub(super) fn plot(scene: &mut Scene, frame: Area, data: Area, x_ticks: &Ticks, y_ticks: &Ticks) {
    let across = |at: f64| data.x + at * data.w;
    let up = |at: f64| data.bottom() - at * data.h;
    for tick in &x_ticks.major {
        let x = across(tick.at);
        scene.line((x, frame.y), (x, frame.bottom()), 1.0, GRID);
    }
    for tick in &y_ticks.major {
        let y = up(tick.at);
        scene.line((frame.x, y), (frame.right(), y), 1.0, GRID);
    }
    for tick in &x_ticks.major {
        let x = across(tick.at);
        scene.line((x, frame.bottom()), (x, frame.bottom() + TICK), 1.0, INK);
        let baseline = frame.bottom() + TICK + TICK_GAP + font::CAPITAL * TICK_EM;
        scene.text((x, baseline), Anchor::Middle, TICK_EM, INK, &tick.label);
    }
    for tick in &y_ticks.major {
        let y = up(tick.at);
        scene.line((frame.x - TICK, y), (frame.x, y), 1.0, INK);
        let at = (frame.x - TICK - TICK_GAP, centred(y, TICK_EM));
        scene.text(at, Anchor::End, TICK_EM, INK, &tick.label);
    }
    let small = TICK / 2.0;
    for x in x_ticks.minor.iter().map(|&at| across(at)) {
        scene.line((x, frame.bottom()), (x, frame.bottom() + small), 1.0, INK);
    }
    for y in y_ticks.minor.iter().map(|&at| up(at)) {
        scene.line((frame.x - small, y), (frame.x, y), 1.0, INK);
    }
}
