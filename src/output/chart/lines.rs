//! What curves and staircases have in common: axes chosen by the values, the room for legend and
//! labels, colours and markers that tell the series apart.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::axis::{Axis, Tick, Ticks, crowded, wide};
use super::colour::{self, Colour, INK, PALETTE, PAPER};
use super::dash::dashed;
use super::legend::{ColourBar, Names};
use super::page::{self, Block, EDGE, LABEL_EM, LABEL_GAP, TICK, TICK_EM, TICK_GAP, TITLE_EM};
use super::scene::{Anchor, Area, Scene, Shape};
use super::thin::thinned;
use super::{Bar, ChartError, Key, LABEL_LIMIT, Scale, TITLE_LIMIT, check_text, font};

/// The page, where texts do not make it grow.
const PAGE: (f64, f64) = (1200.0, 800.0);
/// The narrowest and the lowest frame.
const SMALLEST: (f64, f64) = (560.0, 420.0);
/// From the frame to the data, so that markers at the ends lie inside.
const INSET: f64 = 14.0;
/// From the least value of a logarithmic axis down to its zeros.
const FOOT: f64 = 40.0;
/// From the frame to the legend.
const LEGEND_GAP: f64 = 28.0;
/// Up to this many series have names, colours and markers of their own.
const FEW: usize = PALETTE.len();
/// Up to this many points of a series are all marked; of more, those at least a step apart.
const ALL_MARKED: usize = 30;
/// The step from one marker to the next.
const MARKER_STEP: f64 = 75.0;
/// Width of the bars of ranges.
const BAR: f64 = 3.0;
/// Radius of a marker.
const MARKER: f64 = 5.0;
/// Radius of a point that stands alone without a marker.
const SPOT: f64 = 2.5;

/// A series ready to be drawn.
pub(super) struct Line {
    /// What tells it from the others; lines of one key share colour, marker and legend.
    pub key: Key,
    /// Whether it is drawn in dashes, without markers.
    pub dashed: bool,
    /// The points of the line.
    pub points: Vec<(BigUint, BigUint)>,
    /// The points that may have a marker.
    pub marks: Vec<(BigUint, BigUint)>,
}

/// Series on common axes.
pub(super) struct Lines<'a> {
    /// The title.
    pub title: &'a str,
    /// The label of x.
    pub x_label: &'a str,
    /// The label of y.
    pub y_label: &'a str,
    /// The label of the legend.
    pub series_label: &'a str,
    /// How x is laid out.
    pub x_scale: Scale,
    /// Whether the range of x alone decides if its axis is logarithmic, not the crowding.
    pub x_by_range: bool,
    /// How y is laid out.
    pub y_scale: Scale,
    /// How many digits of y are decimals.
    pub y_decimals: u32,
    /// Values of y that have a place besides those of the series.
    pub y_reach: &'a [BigUint],
    /// The series.
    pub all: Vec<Line>,
    /// Ranges of values of y, under the series.
    pub bars: &'a [Bar],
}

enum Legend {
    None,
    Names(Names),
    Bar(ColourBar),
}

impl Legend {
    fn width(&self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Names(names) => names.width(),
            Self::Bar(bar) => bar.width(),
        }
    }
}

impl Lines<'_> {
    /// The page.
    pub fn scene(&self) -> Result<Scene, ChartError> {
        self.check()?;
        font::ready()?;
        let (x_axis, y_axis, foot) = self.axes();
        let keys = self.keys();
        let key_axis = Self::key_axis(&keys);

        // Heights first: they give the ticks of y, these the left edge, this the ticks of x.
        let title = Block::new(self.title, TITLE_EM, PAGE.0 - 2.0 * EDGE);
        let top = (EDGE + title.height_with(20.0)).ceil();
        let x_label = Block::new(self.x_label, LABEL_EM, SMALLEST.0);
        let below = TICK + TICK_GAP + (font::CAPITAL + font::DESCENT) * TICK_EM;
        let below = (below + x_label.height_with(LABEL_GAP) + EDGE).ceil();
        let names = self.names(&keys);
        let lowest = names.as_ref().map_or(0.0, Names::height).max(SMALLEST.1);
        let height = (PAGE.1 - top - below).max(lowest).ceil();
        let legend = match (names, &key_axis) {
            (Some(names), _) => Legend::Names(names),
            (None, Some((axis, _))) => {
                let (label, colour) = (self.series_label, colour::line_amount);
                Legend::Bar(ColourBar::new(axis, label, colour, Vec::new(), height, false))
            }
            (None, None) => Legend::None,
        };
        let y_label = Block::new(self.y_label, LABEL_EM, height);
        let foot_room = if foot { FOOT } else { 0.0 };
        let y_ticks = y_axis.ticks_up(height - 2.0 * INSET - foot_room, TICK_EM);
        let numbers = font::widest(y_ticks.major.iter().map(|tick| &tick.label), TICK_EM);
        let left = (EDGE + y_label.height_with(LABEL_GAP) + numbers + TICK_GAP + TICK).ceil();
        // Numbers of x may stick out by half their width, on either side.
        let right = match &legend {
            Legend::None => EDGE + 26.0,
            some => (LEGEND_GAP + some.width() + EDGE).ceil(),
        };
        let width = (PAGE.0 - left - right).max(SMALLEST.0);
        let frame = Area { x: left, y: top, w: width, h: height };
        let mut data = frame.inset(INSET);
        data.h -= foot_room;
        let overhang = (LEGEND_GAP - 8.0).min(left - 8.0) + INSET;
        let x_ticks = x_axis.ticks_across(data.w, TICK_EM, overhang);

        let mut scene = Scene {
            width: left + width + right,
            height: top + height + below,
            name: self.title.to_string(),
            ..Scene::default()
        };
        title.draw(&mut scene, (left + width + right) / 2.0, EDGE, Anchor::Middle);
        y_label.draw_upwards(&mut scene, EDGE, frame.y + frame.h / 2.0);
        let label_top = frame.bottom() + below - EDGE - x_label.height();
        x_label.draw(&mut scene, frame.x + frame.w / 2.0, label_top, Anchor::Middle);
        page::plot(&mut scene, frame, data, &x_ticks, &y_ticks);
        let zeros = data.bottom() + foot_room;
        if foot {
            // Zeros have a line of their own, below an axis on which they have no place.
            let zero =
                Ticks { major: vec![Tick { at: 0.0, label: "0".into() }], minor: Vec::new() };
            let line = Area { y: zeros, h: 0.0, ..data };
            page::plot(&mut scene, frame, line, &Ticks::default(), &zero);
        }
        let styles = Self::styles(&keys, key_axis.as_ref());
        let place = |x: &BigUint, y: &BigUint| {
            let right = data.x + x_axis.at(x) * data.w;
            let y_up = y_axis.at(y) * data.h;
            (right, if foot && y.is_zero() { zeros } else { data.bottom() - y_up })
        };
        for bar in self.bars {
            let colour = colour::pale(styles[keys.place(&bar.key)].colour);
            scene.line(place(&bar.x, &bar.low), place(&bar.x, &bar.high), BAR, colour);
        }
        for line in &self.all {
            let style = &styles[keys.place(&line.key)];
            style.draw(&mut scene, line, foot, |(x, y)| place(x, y));
        }
        scene.outline(frame, 1.0, INK);
        if foot {
            broken_axis(&mut scene, (frame.x, zeros - foot_room / 2.0));
        }
        let legend_x = frame.right() + LEGEND_GAP;
        match legend {
            Legend::None => {}
            Legend::Names(names) => {
                names.draw(&mut scene, legend_x, frame.y, |scene, i, (x, y), length| {
                    styles[i].sample(scene, (x, y), length, keys.dashed[i]);
                });
            }
            Legend::Bar(bar) => bar.draw(&mut scene, legend_x, frame.y),
        }
        Ok(scene)
    }

    fn check(&self) -> Result<(), ChartError> {
        if self.all.is_empty() {
            return Err(ChartError::NoSeries);
        }
        check_text("title", self.title, TITLE_LIMIT)?;
        check_text("label of the x axis", self.x_label, LABEL_LIMIT)?;
        check_text("label of the y axis", self.y_label, LABEL_LIMIT)?;
        check_text("label of the series", self.series_label, LABEL_LIMIT)?;
        for line in &self.all {
            if let Key::Name(name) = &line.key {
                check_text("name of a series", name, LABEL_LIMIT)?;
            }
            let series = || line.key.to_string();
            if line.points.is_empty() {
                return Err(ChartError::NoPoints { series: series() });
            }
            if self.x_scale == Scale::Logarithmic && line.points.iter().any(|(x, _)| x.is_zero()) {
                let axis = self.x_label.to_string();
                return Err(ChartError::ZeroOnLogAxis { series: series(), axis });
            }
        }
        Ok(())
    }

    /// The axes, and whether zeros of y lie below theirs.
    fn axes(&self) -> (Axis, Axis, bool) {
        let points = || self.all.iter().flat_map(|line| &line.points);
        let xs: Vec<&BigUint> = points().map(|(x, _)| x).collect();
        let bounds = |values: &mut dyn Iterator<Item = &BigUint>| {
            let mut ends: Option<(&BigUint, &BigUint)> = None;
            for value in values {
                ends = Some(ends.map_or((value, value), |(a, b)| (a.min(value), b.max(value))));
            }
            ends.map(|(a, b)| (a.clone(), b.clone())).unwrap_or_default()
        };
        let (x_min, x_max) = bounds(&mut xs.iter().copied());
        let x_log = if self.x_by_range {
            wide(self.x_scale, &x_min, &x_max)
        } else {
            crowded(self.x_scale, &xs)
        };
        let bars = || self.bars.iter().flat_map(|bar| [&bar.low, &bar.high]);
        let ys = || points().map(|(_, y)| y).chain(self.y_reach).chain(bars());
        let (mut y_min, mut y_max) = bounds(&mut ys());
        let foot = self.y_scale == Scale::Logarithmic && y_min.is_zero() && !y_max.is_zero();
        if foot {
            (y_min, y_max) = bounds(&mut ys().filter(|y| !y.is_zero()));
        }
        let y_log = wide(self.y_scale, &y_min, &y_max);
        // Amounts are read from zero unless that would waste most of the height.
        if !y_log && y_max > &y_min * 2u8 {
            y_min = BigUint::ZERO;
        }
        let y_axis = Axis::new(y_min, y_max, y_log).with_decimals(self.y_decimals);
        (Axis::new(x_min, x_max, x_log), y_axis, foot)
    }

    /// The keys, each once.
    fn keys(&self) -> Keys<'_> {
        let mut keys = Keys::default();
        for line in &self.all {
            let next = keys.all.len();
            let place = *keys.places.entry(&line.key).or_insert(next);
            if place == next {
                keys.all.push(&line.key);
                keys.dashed.push(true);
            }
            keys.dashed[place] &= line.dashed;
        }
        keys
    }

    fn names(&self, keys: &Keys<'_>) -> Option<Names> {
        let names: Vec<String> = keys.all.iter().map(ToString::to_string).collect();
        // A single series is what the title says, unless it has a name of its own.
        let wanted = names.len() > 1 || matches!(keys.all[0], Key::Name(_));
        let shown = wanted && names.len() <= FEW && names.iter().any(|name| !name.is_empty());
        shown.then(|| Names::new(self.series_label, &names))
    }

    /// For many keys: their numbers, and the axis of these.
    fn key_axis(keys: &Keys<'_>) -> Option<(Axis, Vec<BigUint>)> {
        if keys.all.len() <= FEW {
            return None;
        }
        let number = |key: &&Key| match key {
            Key::Number(number) => Some(number.clone()),
            Key::Name(_) => None,
        };
        let numbers: Option<Vec<BigUint>> = keys.all.iter().map(number).collect();
        let places = || (1..=keys.all.len()).map(BigUint::from).collect();
        let numbers = numbers.unwrap_or_else(places);
        let logarithmic = crowded(Scale::Auto, &numbers.iter().collect::<Vec<_>>());
        let (min, max) = (numbers.iter().min().cloned(), numbers.iter().max().cloned());
        let axis = Axis::new(min.unwrap_or_default(), max.unwrap_or_default(), logarithmic);
        Some((axis, numbers))
    }

    /// How the lines of each key look.
    fn styles(keys: &Keys<'_>, axis: Option<&(Axis, Vec<BigUint>)>) -> Vec<Style> {
        let count = keys.all.len();
        let style = |i: usize| match axis {
            Some((axis, numbers)) => Style {
                colour: colour::line_amount(axis.at(&numbers[i])),
                width: if count > 60 { 1.0 } else { 1.5 },
                marker: None,
                place: i,
            },
            None => Style {
                colour: PALETTE[i % FEW],
                width: 2.0,
                marker: Some(Marker::ALL[i % FEW]),
                place: i,
            },
        };
        (0..count).map(style).collect()
    }
}

/// The different keys of the lines, in the order in which they come.
#[derive(Default)]
struct Keys<'a> {
    all: Vec<&'a Key>,
    /// Whether all lines of a key are dashed.
    dashed: Vec<bool>,
    places: HashMap<&'a Key, usize>,
}

impl Keys<'_> {
    /// Which of the keys it is.
    fn place(&self, key: &Key) -> usize {
        self.places.get(key).copied().unwrap_or_default()
    }
}

/// The sign that an axis does not go on evenly, on its line.
fn broken_axis(scene: &mut Scene, (x, y): (f64, f64)) {
    scene.shapes.push(Shape::Fill(Area { x: x - 2.0, y: y - 3.0, w: 4.0, h: 6.0 }, PAPER));
    for y in [y - 3.0, y + 3.0] {
        scene.line((x - 6.0, y + 2.5), (x + 6.0, y - 2.5), 1.0, INK);
    }
}

/// How a series looks.
struct Style {
    colour: Colour,
    width: f64,
    marker: Option<Marker>,
    /// Its place among the series, by which its markers are shifted against those of others.
    place: usize,
}

impl Style {
    /// Draws a line; `broken` says whether it breaks between zeros and other values.
    fn draw(
        &self,
        scene: &mut Scene,
        line: &Line,
        broken: bool,
        place: impl Fn(&(BigUint, BigUint)) -> (f64, f64),
    ) {
        let marks = if line.dashed { &[][..] } else { &line.marks };
        let all_marked = self.marker.is_some() && !line.dashed && marks.len() <= ALL_MARKED;
        let joined = |a: &(BigUint, BigUint), b: &(BigUint, BigUint)| {
            !broken || a.1.is_zero() == b.1.is_zero()
        };
        for piece in line.points.chunk_by(joined) {
            let points = thinned(piece.iter().map(&place));
            // A line of one point is no line.
            if let [point] = points[..] {
                if !all_marked {
                    scene.shapes.push(Shape::Disc(point, SPOT, self.colour));
                }
                continue;
            }
            self.path(scene, points, line.dashed);
        }
        let Some(marker) = self.marker else { return };
        let mut last = None;
        for mark in marks {
            let (x, y) = place(mark);
            let way = |(u, v): (f64, f64)| (x - u).hypot(y - v);
            // Shifted from series to series, so that markers of near lines stay apart.
            let far = match last {
                None => way(place(&marks[0])) >= 9.0 * self.place as f64,
                Some(last) => way(last) >= MARKER_STEP,
            };
            if all_marked || far {
                marker.draw(scene, (x, y), self.colour);
                last = Some((x, y));
            }
        }
    }

    fn path(&self, scene: &mut Scene, points: Vec<(f64, f64)>, dashes: bool) {
        let pieces = if dashes { dashed(&points) } else { vec![points] };
        let (width, colour) = (self.width, self.colour);
        let paths = pieces.into_iter().map(|points| Shape::Path { points, width, colour });
        scene.shapes.extend(paths);
    }

    fn sample(&self, scene: &mut Scene, (x, y): (f64, f64), length: f64, dashes: bool) {
        self.path(scene, vec![(x, y), (x + length, y)], dashes);
        if let (Some(marker), false) = (self.marker, dashes) {
            marker.draw(scene, (x + length / 2.0, y), self.colour);
        }
    }
}

/// The shape of a marker: a second sign beside the colour, for prints in grey.
#[derive(Clone, Copy)]
enum Marker {
    Disc,
    Square,
    Up,
    Diamond,
    Down,
    Ring,
    Bar,
    Frame,
}

impl Marker {
    const ALL: [Self; FEW] = [
        Self::Disc,
        Self::Square,
        Self::Up,
        Self::Diamond,
        Self::Down,
        Self::Ring,
        Self::Bar,
        Self::Frame,
    ];

    fn draw(self, scene: &mut Scene, (x, y): (f64, f64), colour: Colour) {
        let r = MARKER;
        let square = |r: f64, h: f64| Area { x: x - r, y: y - h, w: 2.0 * r, h: 2.0 * h };
        let corners = |corners: &[(f64, f64)]| {
            let place = |&(dx, dy): &(f64, f64)| (x + dx * r, y + dy * r);
            Shape::Polygon(corners.iter().map(place).collect(), colour)
        };
        let shapes = &mut scene.shapes;
        match self {
            Self::Disc => shapes.push(Shape::Disc((x, y), r, colour)),
            Self::Square => shapes.push(Shape::Fill(square(r * 0.9, r * 0.9), colour)),
            Self::Up => shapes.push(corners(&[(0.0, -1.25), (1.15, 0.85), (-1.15, 0.85)])),
            Self::Down => shapes.push(corners(&[(0.0, 1.25), (1.15, -0.85), (-1.15, -0.85)])),
            Self::Diamond => {
                shapes.push(corners(&[(0.0, -1.35), (1.2, 0.0), (0.0, 1.35), (-1.2, 0.0)]));
            }
            Self::Ring => {
                shapes.push(Shape::Disc((x, y), r * 1.1, colour));
                shapes.push(Shape::Disc((x, y), r * 0.6, PAPER));
            }
            Self::Bar => shapes.push(Shape::Fill(square(r * 0.35, r * 1.4), colour)),
            Self::Frame => {
                shapes.push(Shape::Fill(square(r, r), colour));
                shapes.push(Shape::Fill(square(r * 0.55, r * 0.55), PAPER));
            }
        }
    }
}
