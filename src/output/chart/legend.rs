//! Legends: a bar of colours with its ticks for amounts, a list of samples for named series.
//! Both stand to the right of a plot; each says how wide it is before it is drawn.

use super::axis::{Axis, Ticks};
use super::colour::{Colour, INK};
use super::font;
use super::page::{Block, LABEL_EM, LABEL_GAP, TICK, TICK_EM, TICK_GAP, centred};
use super::scene::{Anchor, Area, Image, Scene, Shape};

/// Width of the bar.
const BAR: f64 = 22.0;
/// Height of one extra sample under the bar.
const EXTRA: f64 = 30.0;
/// Shades in the bar.
const SHADES: usize = 256;
/// Length of the line in front of a name.
const SAMPLE: f64 = 40.0;
/// The widest that names may be before they are broken.
const NAME_ROOM: f64 = 190.0;

/// A bar of colours: low amounts at the bottom.
pub(super) struct ColourBar {
    ticks: Ticks,
    label: Block,
    colour: fn(f64) -> Colour,
    /// Samples under the bar: a colour and what it means.
    extras: Vec<(Colour, &'static str)>,
    height: f64,
    /// Whether all amounts are one.
    single: bool,
}

impl ColourBar {
    /// A bar for `axis`, `height` high with its extras.
    pub fn new(
        axis: &Axis,
        label: &str,
        colour: fn(f64) -> Colour,
        extras: Vec<(Colour, &'static str)>,
        height: f64,
        single: bool,
    ) -> Self {
        let bar = height - Self::extra_height(&extras);
        Self {
            ticks: axis.ticks_up(bar, TICK_EM),
            label: Block::new(label, LABEL_EM, height),
            colour,
            extras,
            height,
            single,
        }
    }

    /// How much of a bar's height its extra samples take.
    pub fn extra_height(extras: &[(Colour, &'static str)]) -> f64 {
        EXTRA * extras.len() as f64
    }

    fn numbers(&self) -> f64 {
        let ticks = self.ticks.major.iter().map(|tick| &tick.label);
        let extras = self.extras.iter().map(|(_, meaning)| (*meaning).to_string());
        font::widest(ticks, TICK_EM).max(font::widest(&extras.collect::<Vec<_>>(), TICK_EM))
    }

    /// Width with numbers and label.
    pub fn width(&self) -> f64 {
        let label = self.label.height();
        let gap = if label > 0.0 { LABEL_GAP } else { 0.0 };
        BAR + TICK + TICK_GAP + self.numbers() + gap + label
    }

    /// Draws it with its upper left corner at `(x, y)`.
    pub fn draw(&self, scene: &mut Scene, x: f64, y: f64) {
        let bar = Area { x, y, w: BAR, h: self.height - Self::extra_height(&self.extras) };
        let shade = |i: usize| {
            let amount = (SHADES - 1 - i) as f64 / (SHADES - 1) as f64;
            let shade = (self.colour)(if self.single { 0.5 } else { amount });
            [shade.0, shade.1, shade.2]
        };
        scene.images.push(Image {
            area: bar,
            columns: 1,
            lines: SHADES,
            rgb: (0..SHADES).flat_map(shade).collect(),
        });
        scene.outline(bar, 1.0, INK);
        let up = |at: f64| bar.bottom() - at * bar.h;
        let numbers = bar.right() + TICK + TICK_GAP;
        for tick in &self.ticks.major {
            let y = up(tick.at);
            scene.line((bar.right(), y), (bar.right() + TICK, y), 1.0, INK);
            let at = (numbers, centred(y, TICK_EM));
            scene.text(at, Anchor::Start, TICK_EM, INK, &tick.label);
        }
        for y in self.ticks.minor.iter().map(|&at| up(at)) {
            scene.line((bar.right(), y), (bar.right() + TICK / 2.0, y), 1.0, INK);
        }
        for (i, (colour, meaning)) in self.extras.iter().enumerate() {
            let patch = Area { x, y: bar.bottom() + EXTRA * i as f64 + 14.0, w: BAR, h: 16.0 };
            scene.shapes.push(Shape::Fill(patch, *colour));
            scene.outline(patch, 1.0, INK);
            let at = (numbers, centred(patch.y + patch.h / 2.0, TICK_EM));
            scene.text(at, Anchor::Start, TICK_EM, INK, meaning);
        }
        let label = x + self.width() - self.label.height();
        self.label.draw_upwards(scene, label, y + self.height / 2.0);
    }
}

/// Names with a sample of each.
pub(super) struct Names {
    label: Block,
    names: Vec<Block>,
}

impl Names {
    /// A list under a label.
    pub fn new(label: &str, names: &[String]) -> Self {
        let name = |text: &String| Block::new(text, TICK_EM, NAME_ROOM);
        Self {
            label: Block::new(label, LABEL_EM, NAME_ROOM + SAMPLE),
            names: names.iter().map(name).collect(),
        }
    }

    /// Width of the whole.
    pub fn width(&self) -> f64 {
        let names = self.names.iter().map(Block::width).fold(0.0, f64::max);
        self.label.width().max(SAMPLE + 10.0 + names)
    }

    /// Height of the whole.
    pub fn height(&self) -> f64 {
        let names: f64 = self.names.iter().map(|name| name.height_with(11.0)).sum();
        self.label.height_with(12.0) + names
    }

    /// Draws it with its upper left corner at `(x, y)`; `sample` draws the sample of a series
    /// from a point to the right over a length.
    pub fn draw(
        &self,
        scene: &mut Scene,
        x: f64,
        y: f64,
        mut sample: impl FnMut(&mut Scene, usize, (f64, f64), f64),
    ) {
        self.label.draw(scene, x, y, Anchor::Start);
        let mut top = y + self.label.height_with(12.0);
        for (i, name) in self.names.iter().enumerate() {
            let middle = top + font::CAPITAL * TICK_EM / 2.0;
            sample(scene, i, (x, middle), SAMPLE);
            name.draw(scene, x + SAMPLE + 10.0, top, Anchor::Start);
            top += name.height_with(11.0);
        }
    }
}
