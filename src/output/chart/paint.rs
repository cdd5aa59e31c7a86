//! A scene to the bytes of an SVG or a PNG, by the backends of `plotters`. Both are drawn on a
//! finer grid than the page, since the backends take whole coordinates: an SVG is scaled back by
//! its view box, a PNG by averaging.

use std::fmt::Write as _;

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, ShapeStyle, TextStyle,
};

use super::colour::Colour;
use super::font;
use super::scene::{Anchor, Area, Image, Scene, Shape, Text};
use super::{ChartError, Format};

/// Steps of an SVG's grid to the natural pixel.
const SVG_GRID: f64 = 10.0;
/// Samples of a PNG to the natural pixel, each way.
const SAMPLES: usize = 3;

/// The bytes of a scene.
pub(super) fn paint(scene: &Scene, format: Format) -> Result<Vec<u8>, ChartError> {
    match format {
        Format::Svg => svg(scene),
        Format::Png => png(scene),
    }
}

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Painter(error.to_string())
}

fn svg(scene: &Scene) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (scene.width.ceil(), scene.height.ceil());
    let (fine_width, fine_height) = (width * SVG_GRID, height * SVG_GRID);
    let mut drawn = String::new();
    {
        let size = (fine_width as u32, fine_height as u32);
        let mut painter = Painter {
            backend: SVGBackend::with_string(&mut drawn, size),
            grid: SVG_GRID,
            pixels: false,
        };
        painter.shapes(scene)?;
        painter.backend.present().map_err(failed)?;
    }
    // The backend's opening tag gives way to one with the natural size, the font and the images.
    let (_, shapes) = drawn.split_once('\n').unwrap_or_default();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\" role=\"img\">\n<title>{}</title>\n<style>\
         @font-face{{font-family:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\
         text{{font-kerning:none;white-space:pre}}\
         polyline{{stroke-linejoin:round;stroke-linecap:butt}}</style>\n\
         <rect width=\"{fine_width}\" height=\"{fine_height}\" fill=\"#FFFFFF\"/>\n",
        escaped(&scene.name),
        font::EMBEDDED_NAME,
        base64(font::WOFF2),
    );
    for image in &scene.images {
        let Area { x, y, w, h } = image.area;
        let [x, y, w, h] = [x, y, w, h].map(|v| (v * SVG_GRID).round());
        let data = base64(&encoded(&image.rgb, image.columns, image.lines)?);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
        );
    }
    // No line break may stay inside a text: white space counts there.
    let joined = shapes.replace(">\n", ">").replace("/>", "/>\n");
    svg.push_str(&joined.replace("\n</text>", "</text>\n"));
    svg.push('\n');
    Ok(svg.into_bytes())
}

fn png(scene: &Scene) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (scene.width.ceil() as usize, scene.height.ceil() as usize);
    let (fine_width, fine_height) = (width * SAMPLES, height * SAMPLES);
    let mut fine = vec![255u8; fine_width * fine_height * 3];
    for image in &scene.images {
        stamp(image, &mut fine, fine_width, fine_height);
    }
    {
        let size = (fine_width as u32, fine_height as u32);
        let mut painter = Painter {
            backend: BitMapBackend::with_buffer(&mut fine, size),
            grid: SAMPLES as f64,
            pixels: true,
        };
        painter.shapes(scene)?;
        painter.backend.present().map_err(failed)?;
    }
    encoded(&averaged(&fine, width, height), width, height)
}

/// Draws an image on the fine grid: each sample takes the colour of the cell it falls in.
fn stamp(image: &Image, fine: &mut [u8], fine_width: usize, fine_height: usize) {
    let samples = SAMPLES as f64;
    // For each sample along one way, the cell it lies in.
    let cells = |start: f64, length: f64, cells: usize, end: usize| -> Vec<(usize, usize)> {
        let first = (start * samples).round().max(0.0) as usize;
        let last = (((start + length) * samples).round() as usize).min(end);
        let cell = |sample: usize| {
            let along = ((sample as f64 + 0.5) / samples - start) / length;
            (along * cells as f64).clamp(0.0, cells as f64 - 1.0) as usize
        };
        (first..last).map(|sample| (sample, cell(sample))).collect()
    };
    let area = image.area;
    let across = cells(area.x, area.w, image.columns, fine_width);
    for (y, line) in cells(area.y, area.h, image.lines, fine_height) {
        for &(x, column) in &across {
            let (to, from) = ((y * fine_width + x) * 3, (line * image.columns + column) * 3);
            fine[to..to + 3].copy_from_slice(&image.rgb[from..from + 3]);
        }
    }
}

/// The mean of each square of samples.
fn averaged(fine: &[u8], width: usize, height: usize) -> Vec<u8> {
    let stride = width * SAMPLES * 3;
    let mut pixels = Vec::with_capacity(width * height * 3);
    let mut sums = vec![0u16; width * 3];
    let count = (SAMPLES * SAMPLES) as u16;
    for lines in fine.chunks_exact(stride * SAMPLES) {
        sums.fill(0);
        for line in lines.chunks_exact(stride) {
            for (sum, samples) in sums.chunks_exact_mut(3).zip(line.chunks_exact(3 * SAMPLES)) {
                for sample in samples.chunks_exact(3) {
                    for (total, &channel) in sum.iter_mut().zip(sample) {
                        *total += u16::from(channel);
                    }
                }
            }
        }
        pixels.extend(sums.iter().map(|sum| ((sum + count / 2) / count) as u8));
    }
    pixels
}

/// RGB bytes as a PNG file.
fn encoded(rgb: &[u8], width: usize, height: usize) -> Result<Vec<u8>, ChartError> {
    let side = |length: usize| u32::try_from(length).map_err(failed);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side(width)?, side(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

struct Painter<B> {
    backend: B,
    /// Steps of the backend to the natural pixel.
    grid: f64,
    /// Whether the backend paints pixels, not shapes.
    pixels: bool,
}

impl<B: DrawingBackend> Painter<B> {
    fn shapes(&mut self, scene: &Scene) -> Result<(), ChartError> {
        for shape in &scene.shapes {
            match shape {
                Shape::Fill(area, colour) => self.fill(*area, *colour),
                Shape::Path { points, width, colour } => self.path(points, *width, *colour),
                Shape::Polygon(points, colour) => {
                    let points: Vec<_> = points.iter().map(|&p| self.at(p)).collect();
                    self.backend.fill_polygon(points, &colour.filled()).map_err(failed)
                }
                Shape::Disc(centre, radius, colour) => {
                    let (centre, radius) = (self.at(*centre), self.steps(*radius).max(1));
                    let style = colour.filled();
                    let drawn =
                        self.backend.draw_circle(centre, radius.unsigned_abs(), &style, true);
                    drawn.map_err(failed)
                }
                Shape::Text(text) => self.text(text),
            }?;
        }
        Ok(())
    }

    fn steps(&self, length: f64) -> i32 {
        (length * self.grid).round() as i32
    }

    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (self.steps(x), self.steps(y))
    }

    fn fill(&mut self, area: Area, colour: Colour) -> Result<(), ChartError> {
        let corner = self.at((area.x, area.y));
        let end = self.at((area.right(), area.bottom()));
        let drawn = self.backend.draw_rect(corner, end, &colour.filled(), true);
        drawn.map_err(failed)
    }

    fn path(
        &mut self,
        points: &[(f64, f64)],
        width: f64,
        colour: Colour,
    ) -> Result<(), ChartError> {
        let steps = self.steps(width).max(1).unsigned_abs();
        let style = ShapeStyle { color: colour.to_rgba(), filled: true, stroke_width: steps };
        let points: Vec<_> = points.iter().map(|&p| self.at(p)).collect();
        if !self.pixels {
            return self.backend.draw_path(points, &style).map_err(failed);
        }
        // Piece by piece with discs at the joins: the pixel painter's own thick lines are uneven,
        // and have holes where a line turns back sharply.
        for pair in points.windows(2) {
            self.piece(pair[0], pair[1], &style)?;
        }
        let joins = points.len().saturating_sub(1).max(1);
        if steps > 3 {
            for &join in &points[1..joins] {
                let drawn = self.backend.draw_circle(join, (steps - 1) / 2, &colour.filled(), true);
                drawn.map_err(failed)?;
            }
        }
        Ok(())
    }

    /// A straight piece of a line in pixels: strips across it, as long as keeps its width.
    fn piece(
        &mut self,
        from: (i32, i32),
        to: (i32, i32),
        style: &ShapeStyle,
    ) -> Result<(), ChartError> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steep = dy.abs() > dx.abs();
        // `u` runs along the longer way, `v` across it.
        let turn = |(x, y): (i32, i32)| if steep { (y, x) } else { (x, y) };
        let (mut start, mut end) = (turn(from), turn(to));
        if start.0 > end.0 {
            std::mem::swap(&mut start, &mut end);
        }
        if start.0 == end.0 {
            return Ok(());
        }
        let slope = f64::from(end.1 - start.1) / f64::from(end.0 - start.0);
        let half = f64::from(style.stroke_width) / 2.0 * slope.hypot(1.0);
        let edges = |u: i32| {
            let v = f64::from(start.1) + slope * (f64::from(u - start.0) + 0.5);
            ((v - half).round() as i32, (v + half).round() as i32)
        };
        let mut u = start.0;
        while u < end.0 {
            // Equal strips side by side are one rectangle.
            let strip = edges(u);
            let mut next = u + 1;
            while next < end.0 && edges(next) == strip {
                next += 1;
            }
            let (corner, opposite) = (turn((u, strip.0)), turn((next, strip.1)));
            let drawn = self.backend.draw_rect(corner, opposite, style, true);
            drawn.map_err(failed)?;
            u = next;
        }
        Ok(())
    }

    fn text(&mut self, text: &Text) -> Result<(), ChartError> {
        let clean = clean(&text.content);
        let em = text.em * self.grid;
        let (mut x, mut y) = (text.at.0 * self.grid, text.at.1 * self.grid);
        // Sizes and offsets are the backends' own: one takes the font's whole height for its
        // size and sets the baseline half a size down, the other takes 1.24 em and .76 em.
        let (size, drop, anchor) = if self.pixels {
            let before = text.before() * self.grid;
            if text.upwards {
                y += before;
            } else {
                x -= before;
            }
            let size = em * font::HEIGHT;
            (size, size / 2.0, HPos::Left)
        } else {
            let anchor = match text.anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            (em * 1.24, em * 0.76, anchor)
        };
        let transform = if text.upwards {
            x -= drop;
            FontTransform::Rotate270
        } else {
            y -= drop;
            FontTransform::None
        };
        let font = FontDesc::new(FontFamily::Name(font::FAMILY), size, FontStyle::Normal);
        let style = TextStyle::from(font.transform(transform))
            .color(&text.colour)
            .pos(Pos::new(anchor, VPos::Top));
        let at = (x.round() as i32, y.round() as i32);
        self.backend.draw_text(&clean, &style, at).map_err(failed)
    }
}

/// The text without characters that no XML file may hold.
fn clean(text: &str) -> String {
    let plain = |c: char| {
        if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c }
    };
    text.chars().map(plain).collect()
}

fn escaped(text: &str) -> String {
    let clean = clean(text);
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Bytes as base64 (RFC 4648, with padding).
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = 0u32;
        for i in 0..3 {
            word = word << 8 | u32::from(chunk.get(i).copied().unwrap_or(0));
        }
        for i in 0..4 {
            let six = (word >> (18 - 6 * i)) as usize & 63;
            text.push(if i <= chunk.len() { ALPHABET[six] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_vectors_of_rfc_4648() {
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, text) in vectors {
            assert_eq!(base64(plain.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }

    #[test]
    fn averages_are_rounded_means_of_each_square() {
        let mut fine = vec![0u8; 2 * 3 * 3 * 3];
        // The right one of two pixels is white but for one sample of its nine.
        for line in 0..3 {
            for x in 3..6 {
                let at = (line * 6 + x) * 3;
                fine[at..at + 3].fill(255);
            }
        }
        fine[5 * 3] = 0;
        assert_eq!(averaged(&fine, 2, 1), [0, 0, 0, 227, 255, 255]);
    }

    #[test]
    fn images_are_stamped_cell_by_cell() {
        let image = Image {
            area: Area { x: 1.0, y: 0.0, w: 2.0, h: 1.0 },
            columns: 2,
            lines: 1,
            rgb: vec![10, 20, 30, 40, 50, 60],
        };
        let mut fine = vec![255u8; 9 * 3 * 3];
        stamp(&image, &mut fine, 9, 3);
        let line: Vec<u8> = fine[..27].chunks(3).map(|p| p[0]).collect();
        assert_eq!(line, [255, 255, 255, 10, 10, 10, 40, 40, 40]);
    }
}
