//! Colours that colour-blind readers can tell apart: the viridis map for amounts, the Okabe-Ito
//! palette for names (Okabe and Ito, *Color Universal Design*, 2008), black or white on top of
//! them.

pub(super) use plotters::style::RGBColor as Colour;
use plotters::style::colors::colormaps::ViridisRGB;

/// Text, frames and ticks.
pub(super) const INK: Colour = Colour(34, 34, 34);
/// Lines of the grid behind curves.
pub(super) const GRID: Colour = Colour(226, 226, 226);
/// The page.
pub(super) const PAPER: Colour = Colour(255, 255, 255);
/// A zero where the scale of colours is logarithmic and has no place for it: no hue of viridis
/// is near, and it is lighter than the dark end beside which zeros are found.
pub(super) const ZERO: Colour = Colour(207, 207, 207);

/// The Okabe-Ito colours in the order of use. Their yellow is too pale for a line on white; the
/// grey often added to the palette stands in.
pub(super) const PALETTE: [Colour; 8] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(86, 180, 233),
    Colour(230, 159, 0),
    Colour(0, 0, 0),
    Colour(150, 150, 150),
];

/// The viridis colour of an amount from 0 (dark violet) to 1 (yellow).
pub(super) fn amount(t: f64) -> Colour {
    ViridisRGB::get_color(t.clamp(0.0, 1.0) as f32)
}

/// As [`amount`], without the yellow end, which a thin line on white would lose.
pub(super) fn line_amount(t: f64) -> Colour {
    amount(t * 0.85)
}

/// A colour halfway to the page, for what lies under lines of that colour.
pub(super) fn pale(colour: Colour) -> Colour {
    let halfway = |channel: u8, page: u8| channel / 2 + page / 2;
    Colour(halfway(colour.0, PAPER.0), halfway(colour.1, PAPER.1), halfway(colour.2, PAPER.2))
}

/// Black or white, whichever stands out more on a ground (the contrast of WCAG 2).
pub(super) fn on(ground: Colour) -> Colour {
    // (L + .05) / .05 against 1.05 / (L + .05): equal where (L + .05)^2 = .0525.
    if luminance(ground) > 0.0525f64.sqrt() - 0.05 { Colour(0, 0, 0) } else { PAPER }
}

/// Relative luminance of WCAG 2: 0 for black, 1 for white.
fn luminance(colour: Colour) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_grow_lighter_all_the_way() {
        let lights: Vec<f64> = (0..=100).map(|i| luminance(amount(f64::from(i) / 100.0))).collect();
        for pair in lights.windows(2) {
            assert!(pair[1] > pair[0], "{pair:?}");
        }
        assert!(lights[0] < 0.05 && lights[100] > 0.7);
        assert_eq!(amount(-1.0), amount(0.0));
        assert_eq!(amount(2.0), amount(1.0));
    }

    #[test]
    fn text_on_any_amount_has_the_contrast_wcag_asks_of_text() {
        for i in 0..=100 {
            let ground = amount(f64::from(i) / 100.0);
            let (a, b) = (luminance(ground) + 0.05, luminance(on(ground)) + 0.05);
            assert!(a.max(b) / a.min(b) >= 4.5, "{ground:?}");
        }
    }

    #[test]
    fn lines_stand_out_on_white() {
        let lines = (0..=100).map(|i| line_amount(f64::from(i) / 100.0));
        for colour in lines.chain(PALETTE) {
            assert!(1.05 / (luminance(colour) + 0.05) >= 1.6, "{colour:?}");
        }
        let all: std::collections::HashSet<_> = PALETTE.iter().map(|c| (c.0, c.1, c.2)).collect();
        assert_eq!(all.len(), PALETTE.len());
    }
}
