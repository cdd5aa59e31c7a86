//! What curves and staircases have in common: axes chosen by the values, the room for legend and
//! labels, colours and markers that tell the series apart.

use num_bigint::BigUint;
use num_traits::Zero;

use super::axis::{Axis, crowded, wide};
use super::colour::{self, Colour, INK, PALETTE, PAPER};
use super::legend::{ColourBar, Names};
use super::page::{self, Block, EDGE, LABEL_EM, LABEL_GAP, TICK, TICK_EM, TICK_GAP, TITLE_EM};
use super::scene::{Anchor, Area, Scene, Shape};
use super::thin::thinned;
use super::{ChartError, Key, LABEL_LIMIT, Scale, TITLE_LIMIT, check_text, font};

/// The page, where texts do not make it grow.
const PAGE: (f64, f64) = (1200.0, 800.0);
/// The narrowest and the lowest frame.
const SMALLEST: (f64, f64) = (560.0, 420.0);
/// From the frame to the data, so that markers at the ends lie inside.
const INSET: f64 = 14.0;
/// From the frame to the legend.
const LEGEND_GAP: f64 = 28.0;
/// Up to this many series have names, colours and markers of their own.
const FEW: usize = PALETTE.len();
/// Up to this many points of a series are all marked; of more, those at least a step apart.
const ALL_MARKED: usize = 30;
/// The step from one marker to the next.
const MARKER_STEP: f64 = 75.0;
/// Radius of a marker.
const MARKER: f64 = 5.0;

/// A series ready to be drawn.
pub(super) struct Line {
    /// What tells it from the others.
    pub key: Key,
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
    /// The series.
    pub all: Vec<Line>,
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
        let (x_axis, y_axis) = self.axes();
        let keys = self.key_axis();

        // Heights first: they give the ticks of y, these the left edge, this the ticks of x.
        let title = Block::new(self.title, TITLE_EM, PAGE.0 - 2.0 * EDGE);
        let top = (EDGE + title.height_with(20.0)).ceil();
        let x_label = Block::new(self.x_label, LABEL_EM, SMALLEST.0);
        let below = TICK + TICK_GAP + (font::CAPITAL + font::DESCENT) * TICK_EM;
        let below = (below + x_label.height_with(LABEL_GAP) + EDGE).ceil();
        let names = self.names();
        let lowest = names.as_ref().map_or(0.0, Names::height).max(SMALLEST.1);
        let height = (PAGE.1 - top - below).max(lowest).ceil();
        let legend = match (names, &keys) {
            (Some(names), _) => Legend::Names(names),
            (None, Some((axis, _))) => {
                let (label, colour) = (self.series_label, colour::line_amount);
                Legend::Bar(ColourBar::new(axis, label, colour, Vec::new(), height, false))
            }
            (None, None) => Legend::None,
        };
        let y_label = Block::new(self.y_label, LABEL_EM, height);
        let y_ticks = y_axis.ticks_up(height - 2.0 * INSET, TICK_EM);
        let numbers = font::widest(y_ticks.major.iter().map(|tick| &tick.label), TICK_EM);
        let left = (EDGE + y_label.height_with(LABEL_GAP) + numbers + TICK_GAP + TICK).ceil();
        // Numbers of x may stick out by half their width, on either side.
        let right = match &legend {
            Legend::None => EDGE + 26.0,
            some => (LEGEND_GAP + some.width() + EDGE).ceil(),
        };
        let width = (PAGE.0 - left - right).max(SMALLEST.0);
        let frame = Area { x: left, y: top, w: width, h: height };
        let data = frame.inset(INSET);
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
        let style = self.styles(keys.as_ref());
        for (line, style) in self.all.iter().zip(&style) {
            let place = |(x, y): &(BigUint, BigUint)| {
                let (right, up) = (x_axis.at(x) * data.w, y_axis.at(y) * data.h);
                (data.x + right, data.bottom() - up)
            };
            style.draw(&mut scene, line, place);
        }
        scene.outline(frame, 1.0, INK);
        let legend_x = frame.right() + LEGEND_GAP;
        match legend {
            Legend::None => {}
            Legend::Names(names) => {
                names.draw(&mut scene, legend_x, frame.y, |scene, i, (x, y), length| {
                    style[i].sample(scene, (x, y), length);
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
            let zero = |value: fn(&(BigUint, BigUint)) -> &BigUint, scale, label: &str| {
                let refused = scale == Scale::Logarithmic
                    && line.points.iter().any(|point| value(point).is_zero());
                if refused {
                    return Err(ChartError::ZeroOnLogAxis {
                        series: series(),
                        axis: label.to_string(),
                    });
                }
                Ok(())
            };
            zero(|(x, _)| x, self.x_scale, self.x_label)?;
            zero(|(_, y)| y, self.y_scale, self.y_label)?;
        }
        Ok(())
    }

    fn axes(&self) -> (Axis, Axis) {
        let points = || self.all.iter().flat_map(|line| &line.points);
        let xs: Vec<&BigUint> = points().map(|(x, _)| x).collect();
        let bounds = |values: &mut dyn Iterator<Item = &BigUint>| {
            let mut ends: Option<(&BigUint, &BigUint)> = None;
            for value in values {
                ends = Some(ends.map_or((value, value), |(a, b)| (a.min(value), b.max(value))));
            }
            // `check` has seen a point.
            let (min, max) = ends.map(|(a, b)| (a.clone(), b.clone())).unwrap_or_default();
            (min, max)
        };
        let (x_min, x_max) = bounds(&mut xs.iter().copied());
        let x_log = if self.x_by_range {
            wide(self.x_scale, &x_min, &x_max)
        } else {
            crowded(self.x_scale, &xs)
        };
        let (mut y_min, y_max) = bounds(&mut points().map(|(_, y)| y));
        let y_log = wide(self.y_scale, &y_min, &y_max);
        // Amounts are read from zero unless that would waste most of the height.
        if !y_log && y_max > &y_min * 2u8 {
            y_min = BigUint::ZERO;
        }
        (Axis::new(x_min, x_max, x_log), Axis::new(y_min, y_max, y_log))
    }

    fn names(&self) -> Option<Names> {
        let names: Vec<String> = self.all.iter().map(|line| line.key.to_string()).collect();
        // A single series is what the title says, unless it has a name of its own.
        let wanted = names.len() > 1 || matches!(self.all[0].key, Key::Name(_));
        let shown = wanted && names.len() <= FEW && names.iter().any(|name| !name.is_empty());
        shown.then(|| Names::new(self.series_label, &names))
    }

    /// For many series: their numbers, and the axis of these.
    fn key_axis(&self) -> Option<(Axis, Vec<BigUint>)> {
        if self.all.len() <= FEW {
            return None;
        }
        let number = |line: &Line| match &line.key {
            Key::Number(number) => Some(number.clone()),
            Key::Name(_) => None,
        };
        let numbers: Option<Vec<BigUint>> = self.all.iter().map(number).collect();
        let places = || (1..=self.all.len()).map(BigUint::from).collect();
        let numbers = numbers.unwrap_or_else(places);
        let logarithmic = crowded(Scale::Auto, &numbers.iter().collect::<Vec<_>>());
        let (min, max) = (numbers.iter().min().cloned(), numbers.iter().max().cloned());
        let axis = Axis::new(min.unwrap_or_default(), max.unwrap_or_default(), logarithmic);
        Some((axis, numbers))
    }

    fn styles(&self, keys: Option<&(Axis, Vec<BigUint>)>) -> Vec<Style> {
        let count = self.all.len();
        let style = |i: usize| match keys {
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

/// How a series looks.
struct Style {
    colour: Colour,
    width: f64,
    marker: Option<Marker>,
    /// Its place among the series, by which its markers are shifted against those of others.
    place: usize,
}

impl Style {
    fn draw(
        &self,
        scene: &mut Scene,
        line: &Line,
        place: impl Fn(&(BigUint, BigUint)) -> (f64, f64),
    ) {
        let points = thinned(line.points.iter().map(&place));
        if points.len() > 1 {
            scene.shapes.push(Shape::Path { points, width: self.width, colour: self.colour });
        }
        let marks = &line.marks;
        match self.marker {
            Some(marker) => {
                let mut last = None;
                for mark in marks {
                    let (x, y) = place(mark);
                    let way = |(u, v): (f64, f64)| (x - u).hypot(y - v);
                    // Shifted from series to series, so that markers of near lines stay apart.
                    let far = match last {
                        None => way(place(&marks[0])) >= 9.0 * self.place as f64,
                        Some(last) => way(last) >= MARKER_STEP,
                    };
                    if marks.len() <= ALL_MARKED || far {
                        marker.draw(scene, (x, y), self.colour);
                        last = Some((x, y));
                    }
                }
            }
            // A line of one point is no line.
            None if line.points.len() == 1 => {
                scene.shapes.push(Shape::Disc(place(&line.points[0]), 2.5, self.colour));
            }
            None => {}
        }
    }

    fn sample(&self, scene: &mut Scene, (x, y): (f64, f64), length: f64) {
        scene.line((x, y), (x + length, y), self.width, self.colour);
        if let Some(marker) = self.marker {
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
