//! Heat maps: a grid of exact values as colours, with the numbers written in while they fit.
//! Read like a printed table: the first line is at the top, columns are named above them.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::axis::{Axis, wide};
use super::colour::{self, Colour, INK};
use super::legend::ColourBar;
use super::number::{labels, short};
use super::page::{Block, EDGE, LABEL_EM, LABEL_GAP, TICK, TICK_EM, TICK_GAP, TITLE_EM, centred};
use super::paint::paint;
use super::scene::{Anchor, Area, Image, Scene, Shape};
use super::{ChartError, Format, LABEL_LIMIT, Scale, TITLE_LIMIT, check_text, font};

/// The room for the grid of a page of usual size.
const ROOM: (f64, f64) = (1000.0, 800.0);
/// The largest cell that is not widened for its number.
const LARGEST_CELL: f64 = 56.0;
/// Up to this size of grid a cell keeps at least one pixel, even if the page grows.
const WHOLE_PIXELS: usize = 1200;
/// A grid smaller than this is stretched.
const SMALLEST_GRID: (f64, f64) = (260.0, 220.0);
/// The largest cell of a stretched grid.
const STRETCHED_CELL: (f64, f64) = (110.0, 90.0);
/// More cells than these are one image, and have no numbers.
const MOST_SHAPES: usize = 3000;
/// Sizes of the numbers in cells.
const NUMBER_EM: std::ops::RangeInclusive<u32> = 10..=15;
/// White edge of a number in its cell, both sides together.
const NUMBER_EDGE: f64 = 8.0;
/// The narrowest page, for its title's sake.
const NARROWEST: f64 = 560.0;
/// Up to this width the page grows to keep a title in three lines.
const WIDEST_FOR_TITLE: f64 = 1160.0;
/// Least room for the number of a line, in ems.
const LINE_ROOM: f64 = 1.6;
/// The shortest bar of colours.
const SHORTEST_BAR: f64 = 140.0;
/// From the grid to the bar of colours.
const BAR_GAP: f64 = 32.0;

/// The lines or the columns of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// What they are, with the unit: `pits n`.
    pub label: String,
    /// The number of each, from the top or the left.
    pub values: Vec<BigUint>,
    /// What is shown as 0: smaller numbers are shown with a minus sign.
    pub zero: BigUint,
}

/// A grid of exact values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeatMap {
    /// The title, with the parameters that hold for all cells.
    pub title: String,
    /// The lines, from the top.
    pub lines: Labels,
    /// The columns, from the left.
    pub columns: Labels,
    /// What the values are, with the unit: `moves M(n, s)`.
    pub value_label: String,
    /// Line by line from the top, each from the left; a missing value is left blank.
    pub cells: Vec<Option<BigUint>>,
    /// How colours are spread over the values. On a logarithmic scale zeros, which have no place
    /// on it, are grey. [`Scale::Auto`] looks at the values above zero.
    pub scale: Scale,
}

/// Draws a heat map.
///
/// The page has about 1200 x 1000 pixels at most for grids up to 800 x 800, less for small ones;
/// up to 1,200 lines and columns each cell has at least one whole pixel, beyond that several share
/// one in a PNG while an SVG keeps them all. More than 3,000 cells are one image in the SVG.
/// Time and memory are linear in the number of cells; a million take well under a second.
///
/// # Errors
/// If there is no line, no column or no value, the number of cells is not lines x columns, or a
/// text is too long.
pub fn heat_map(chart: &HeatMap, format: Format) -> Result<Vec<u8>, ChartError> {
    paint(&scene(chart)?, format)
}

/// The page of a heat map.
pub(super) fn scene(chart: &HeatMap) -> Result<Scene, ChartError> {
    check(chart)?;
    font::ready()?;
    let shades = Shades::new(chart);
    let (lines, columns) = (chart.lines.values.len(), chart.columns.values.len());
    let numbers = numbers(chart);
    let size = cell_size(lines, columns, &numbers);
    let (grid_w, grid_h) = (size.w * columns as f64, size.h * lines as f64);

    // From the left: label, numbers of lines, grid, bar of colours.
    let y_label = Block::new(&chart.lines.label, LABEL_EM, grid_h.max(200.0));
    let y_ticks = thinned(&chart.lines, size.h, |_| LINE_ROOM * TICK_EM);
    let y_numbers = font::widest(y_ticks.iter().map(|(_, text)| text), TICK_EM);
    let bar_height = grid_h.max(SHORTEST_BAR + ColourBar::extra_height(&shades.extras()));
    let bar = ColourBar::new(
        &shades.axis,
        &chart.value_label,
        colour::amount,
        shades.extras(),
        bar_height,
        shades.single,
    );
    let left = (EDGE + y_label.height_with(LABEL_GAP) + y_numbers + TICK_GAP + TICK).ceil();
    let x_ticks =
        thinned(&chart.columns, size.w, |text| font::width(text, TICK_EM) + TICK_EM * 0.8);
    // The last column's number may be wider than the column.
    let overhang = x_ticks.last().map_or(0.0, |(_, text)| font::width(text, TICK_EM) / 2.0);
    let content = left + grid_w + BAR_GAP.max(overhang) + bar.width() + EDGE;
    // A small grid gets a wider page rather than a tower of a title above it.
    let title_on = |width: f64| Block::new(&chart.title, TITLE_EM, width - 2.0 * EDGE);
    let mut width = content.max(NARROWEST).ceil();
    while width < WIDEST_FOR_TITLE && title_on(width).lines() > 3 {
        width += 100.0;
    }
    let title = title_on(width);
    let x_label = Block::new(&chart.columns.label, LABEL_EM, grid_w.max(300.0));

    let shift = ((width - content) / 2.0).floor();
    let x = left + shift;
    let mut y = EDGE + title.height_with(22.0);
    let x_label_top = y;
    y += x_label.height_with(LABEL_GAP) + font::CAPITAL * TICK_EM + TICK_GAP + TICK;
    let y = y.ceil();
    let grid = Area { x, y, w: grid_w, h: grid_h };
    let mut page = Scene {
        width,
        height: y + grid_h.max(bar_height).max(y_label.width()) + EDGE + 6.0,
        name: chart.title.clone(),
        ..Scene::default()
    };
    title.draw(&mut page, width / 2.0, EDGE, Anchor::Middle);
    // Above a narrow grid the label may be wider than the grid.
    let half = x_label.width() / 2.0;
    let centre = (x + grid_w / 2.0).clamp(EDGE + half, (width - EDGE - half).max(EDGE + half));
    x_label.draw(&mut page, centre, x_label_top, Anchor::Middle);
    let middle = y + (grid_h / 2.0).max(y_label.width() / 2.0);
    y_label.draw_upwards(&mut page, EDGE + shift, middle);
    cells(&mut page, chart, &shades, grid, &size, &numbers);
    page.outline(grid, 1.0, INK);
    ticks(&mut page, grid, &size, &x_ticks, &y_ticks);
    bar.draw(&mut page, grid.right() + BAR_GAP.max(overhang), y);
    Ok(page)
}

fn check(chart: &HeatMap) -> Result<(), ChartError> {
    let (lines, columns) = (chart.lines.values.len(), chart.columns.values.len());
    let cells = chart.cells.len();
    if lines == 0 || columns == 0 {
        return Err(ChartError::NoCells { lines, columns });
    }
    if lines.checked_mul(columns) != Some(cells) {
        return Err(ChartError::CellCount { lines, columns, cells });
    }
    if chart.cells.iter().all(Option::is_none) {
        return Err(ChartError::AllBlank { cells });
    }
    check_text("title", &chart.title, TITLE_LIMIT)?;
    check_text("label of the lines", &chart.lines.label, LABEL_LIMIT)?;
    check_text("label of the columns", &chart.columns.label, LABEL_LIMIT)?;
    check_text("label of the values", &chart.value_label, LABEL_LIMIT)
}

/// Which colour a value has.
struct Shades {
    axis: Axis,
    single: bool,
    zeros: bool,
    blanks: bool,
}

impl Shades {
    fn new(chart: &HeatMap) -> Self {
        let values = || chart.cells.iter().flatten();
        let positive = || values().filter(|value| !value.is_zero());
        let largest = values().max().cloned().unwrap_or_default();
        let smallest = values().min().cloned().unwrap_or_default();
        let least_positive = positive().min().cloned().unwrap_or_default();
        let logarithmic = wide(chart.scale, &least_positive, &largest);
        let low = if logarithmic { least_positive } else { smallest.clone() };
        Self {
            single: low == largest,
            zeros: logarithmic && smallest.is_zero(),
            blanks: chart.cells.iter().any(Option::is_none),
            axis: Axis::new(low, largest, logarithmic),
        }
    }

    fn of(&self, value: &BigUint) -> Colour {
        if self.zeros && value.is_zero() {
            colour::ZERO
        } else {
            colour::amount(self.axis.at(value))
        }
    }

    fn extras(&self) -> Vec<(Colour, &'static str)> {
        let zero = self.zeros.then_some((colour::ZERO, "0"));
        let blank = self.blanks.then_some((colour::PAPER, "no value"));
        zero.into_iter().chain(blank).collect()
    }
}

/// The number of each cell, or none if there are too many cells for numbers.
fn numbers(chart: &HeatMap) -> Vec<String> {
    if chart.cells.len() > MOST_SHAPES {
        return Vec::new();
    }
    let text = |cell: &Option<BigUint>| cell.as_ref().map_or_else(String::new, short);
    chart.cells.iter().map(text).collect()
}

struct CellSize {
    w: f64,
    h: f64,
    /// Size of the numbers, if they fit.
    em: Option<f64>,
}

fn cell_size(lines: usize, columns: usize, numbers: &[String]) -> CellSize {
    let (n_w, n_h) = (columns as f64, lines as f64);
    let whole = |side: f64| if side > 1.0 { side.floor() } else { side };
    let mut side = whole((ROOM.0 / n_w).min(ROOM.1 / n_h).min(LARGEST_CELL));
    if side < 1.0 {
        // One pixel for each cell if the page can bear it, else a fraction of one.
        let largest = columns.max(lines);
        side = (WHOLE_PIXELS as f64 / largest as f64).min(1.0);
    }
    let (mut w, mut h) = (side, side);
    let mut em = None;
    if !numbers.is_empty() {
        let per_em = font::widest(numbers, 1.0);
        let fits = |em: f64, w: f64, h: f64| em * per_em + NUMBER_EDGE <= w && em * 1.5 <= h;
        // Long numbers may widen their cells as far as the room goes.
        let widened = whole((f64::from(*NUMBER_EM.end()) * per_em + NUMBER_EDGE).ceil());
        let widened = widened.min(whole(ROOM.0 / n_w)).max(w);
        em = NUMBER_EM.rev().map(f64::from).find(|&em| fits(em, widened, h));
        if em.is_some() {
            w = widened;
        }
    }
    if w * n_w < SMALLEST_GRID.0 {
        w = whole((SMALLEST_GRID.0 / n_w).min(STRETCHED_CELL.0)).max(w);
    }
    if h * n_h < SMALLEST_GRID.1 {
        h = whole((SMALLEST_GRID.1 / n_h).min(STRETCHED_CELL.1)).max(h);
    }
    CellSize { w, h, em }
}

fn cells(
    page: &mut Scene,
    chart: &HeatMap,
    shades: &Shades,
    grid: Area,
    size: &CellSize,
    numbers: &[String],
) {
    let columns = chart.columns.values.len();
    if chart.cells.len() > MOST_SHAPES {
        let mut rgb = Vec::with_capacity(chart.cells.len() * 3);
        for cell in &chart.cells {
            let Colour(r, g, b) = cell.as_ref().map_or(colour::PAPER, |value| shades.of(value));
            rgb.extend([r, g, b]);
        }
        page.images.push(Image { area: grid, columns, lines: chart.lines.values.len(), rgb });
        return;
    }
    // Thin white lines between cells that are large enough to bear them.
    let seam = if size.w.min(size.h) >= 12.0 { 0.5 } else { 0.0 };
    for (i, cell) in chart.cells.iter().enumerate() {
        let Some(value) = cell else { continue };
        let area = Area {
            x: grid.x + (i % columns) as f64 * size.w,
            y: grid.y + (i / columns) as f64 * size.h,
            w: size.w,
            h: size.h,
        };
        let ground = shades.of(value);
        page.shapes.push(Shape::Fill(area.inset(seam), ground));
        if let Some(em) = size.em {
            let at = (area.x + area.w / 2.0, centred(area.y + area.h / 2.0, em));
            page.text(at, Anchor::Middle, em, colour::on(ground), &numbers[i]);
        }
    }
}

fn ticks(
    page: &mut Scene,
    grid: Area,
    size: &CellSize,
    x_ticks: &[(usize, String)],
    y_ticks: &[(usize, String)],
) {
    for (i, text) in x_ticks {
        let x = grid.x + (*i as f64 + 0.5) * size.w;
        page.line((x, grid.y - TICK), (x, grid.y), 1.0, INK);
        let at = (x, grid.y - TICK - TICK_GAP);
        page.text(at, Anchor::Middle, TICK_EM, INK, text);
    }
    for (i, text) in y_ticks {
        let y = grid.y + (*i as f64 + 0.5) * size.h;
        page.line((grid.x - TICK, y), (grid.x, y), 1.0, INK);
        let at = (grid.x - TICK - TICK_GAP, centred(y, TICK_EM));
        page.text(at, Anchor::End, TICK_EM, INK, text);
    }
}

/// Which of the numbers along cells of a `step` are written, and how: all if they fit, else the
/// first and the multiples of 2, 5, 10...
fn thinned(all: &Labels, step: f64, extent: impl Fn(&str) -> f64) -> Vec<(usize, String)> {
    let Labels { values, zero, .. } = all;
    let consecutive = consecutive_from(values);
    let at_zero = zero.to_usize().unwrap_or(0);
    let mut unit = 1usize;
    loop {
        for factor in [1, 2, 5] {
            let every = unit.saturating_mul(factor);
            // A quick no, before texts are made: every label takes some pixels.
            if (every as f64) * step < TICK_EM * 0.5 && every < values.len() {
                continue;
            }
            // Multiples, counted from what is shown as 0.
            let offset =
                consecutive.map_or(0, |first| (every - first % every + at_zero % every) % every);
            let mut kept: Vec<usize> = (offset..values.len()).step_by(every).collect();
            if kept.first() != Some(&0) {
                kept.insert(0, 0);
            }
            let mut ticks: Vec<_> = kept.iter().copied().zip(signed(values, &kept, zero)).collect();
            let apart = |pair: &[(usize, String)]| {
                let room = (pair[1].0 - pair[0].0) as f64 * step;
                room >= f64::midpoint(extent(&pair[0].1), extent(&pair[1].1))
            };
            if ticks.len() > 2 && !apart(&ticks[..2]) && offset > 0 {
                // The first number is no multiple and too near to one that is.
                ticks.remove(1);
            }
            if ticks.windows(2).all(apart) {
                return ticks;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

/// The labels of some of the values, as they are seen from what is shown as 0.
fn signed(values: &[BigUint], kept: &[usize], zero: &BigUint) -> Vec<String> {
    let far = |&index: &usize| {
        let value = &values[index];
        if value < zero { zero - value } else { value - zero }
    };
    let shown: Vec<BigUint> = kept.iter().map(far).collect();
    let with_sign = |(text, &index): (String, &usize)| {
        if values[index] < *zero { format!("\u{2212}{text}") } else { text }
    };
    labels(&shown, 0).into_iter().zip(kept).map(with_sign).collect()
}

/// The first value, if the values go up by 1 from a number of machine size.
fn consecutive_from(values: &[BigUint]) -> Option<usize> {
    let first = values.first()?.to_usize()?;
    let rising =
        values.windows(2).all(|pair| pair[1] > pair[0] && &pair[1] - &pair[0] == BigUint::one());
    rising.then_some(first)
}
