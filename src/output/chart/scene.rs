//! A chart as a list of shapes in natural pixels, before any format: what `page`, `legend` and
//! the charts build, and what `paint` turns into bytes. x runs to the right, y down.

use super::colour::Colour;
use super::font;

/// A page with everything on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// The title as one line, for readers of the file that draw nothing.
    pub name: String,
    /// Pictures, which lie under all shapes.
    pub images: Vec<Image>,
    /// Everything else, painted in this order.
    pub shapes: Vec<Shape>,
}

/// A picture of whole cells, each of one colour, stretched over an area with sharp edges.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// Where on the page.
    pub area: Area,
    /// Cells in a line.
    pub columns: usize,
    /// Lines.
    pub lines: usize,
    /// Three bytes for each cell, line by line from the top.
    pub rgb: Vec<u8>,
}

/// A rectangle of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// How a text lies to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It starts there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// Something painted.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A filled rectangle.
    Fill(Area, Colour),
    /// A line through points.
    Path {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Its width.
        width: f64,
        /// Its colour.
        colour: Colour,
    },
    /// A filled convex polygon.
    Polygon(Vec<(f64, f64)>, Colour),
    /// A filled circle: centre, radius.
    Disc((f64, f64), f64, Colour),
    /// One line of text.
    Text(Text),
}

/// One line of text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Where it is anchored, along the baseline.
    pub at: (f64, f64),
    /// How it lies to that point.
    pub anchor: Anchor,
    /// Its size.
    pub em: f64,
    /// Whether it reads upwards instead of to the right.
    pub upwards: bool,
    /// Its colour.
    pub colour: Colour,
    /// What it says.
    pub content: String,
}

impl Area {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The same with `margin` taken away on each side.
    pub fn inset(&self, margin: f64) -> Self {
        Self {
            x: self.x + margin,
            y: self.y + margin,
            w: self.w - 2.0 * margin,
            h: self.h - 2.0 * margin,
        }
    }
}

impl Scene {
    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Colour) {
        self.shapes.push(Shape::Path { points: vec![from, to], width, colour });
    }

    /// The outline of an area.
    pub fn outline(&mut self, area: Area, width: f64, colour: Colour) {
        let (l, t, r, b) = (area.x, area.y, area.right(), area.bottom());
        let half = width / 2.0;
        // Four lines that overlap at the corners, so that the corners are square.
        self.line((l - half, t), (r + half, t), width, colour);
        self.line((l - half, b), (r + half, b), width, colour);
        self.line((l, t), (l, b), width, colour);
        self.line((r, t), (r, b), width, colour);
    }

    /// A text that reads to the right; `at` is on the baseline.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, em: f64, colour: Colour, text: &str) {
        self.push_text(at, anchor, em, false, colour, text);
    }

    /// A text that reads upwards, centred at `at`, which is on the baseline.
    pub fn text_upwards(&mut self, at: (f64, f64), em: f64, colour: Colour, text: &str) {
        self.push_text(at, Anchor::Middle, em, true, colour, text);
    }

    fn push_text(
        &mut self,
        at: (f64, f64),
        anchor: Anchor,
        em: f64,
        upwards: bool,
        colour: Colour,
        text: &str,
    ) {
        self.shapes.push(Shape::Text(Text {
            at,
            anchor,
            em,
            upwards,
            colour,
            content: text.to_string(),
        }));
    }
}

impl Text {
    /// Where the text begins along its own direction, to the left or below of `at`.
    pub fn before(&self) -> f64 {
        let width = font::width(&self.content, self.em);
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        }
    }

    /// The room it takes, from the top of capitals to the end of descending letters.
    #[cfg(test)]
    pub fn area(&self) -> Area {
        let (x, y) = self.at;
        let width = font::width(&self.content, self.em);
        let (up, down) = (font::CAPITAL * self.em, font::DESCENT * self.em);
        if self.upwards {
            Area { x: x - up, y: y + self.before() - width, w: up + down, h: width }
        } else {
            Area { x: x - self.before(), y: y - up, w: width, h: up + down }
        }
    }
}
