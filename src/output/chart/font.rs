//! The one font of all charts, carried in the program (`assets/fonts/README.md`): its
//! registration, the width of a text, and the breaking of long texts into lines.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

use super::ChartError;

/// The family as an SVG names it: the font inside the file, then whatever the reader has.
pub(super) const FAMILY: &str = "sowlab-sans, Noto Sans, sans-serif";
/// The name of the font inside an SVG.
pub(super) const EMBEDDED_NAME: &str = "sowlab-sans";
/// The packed font for browsers.
pub(super) const WOFF2: &[u8] = include_bytes!("../../../assets/fonts/sowlab-sans.woff2");
const TTF: &[u8] = include_bytes!("../../../assets/fonts/sowlab-sans.ttf");

/// Height of the font from its lowest to its highest stroke, in ems: the painter of pixels
/// counts sizes in it.
pub(super) const HEIGHT: f64 = 1.492;
/// From one baseline to the next, in ems.
pub(super) const LINE: f64 = 1.3;
/// From the baseline up to the top of a digit or capital, in ems.
pub(super) const CAPITAL: f64 = 0.714;
/// From the baseline down to the end of a descending letter, in ems.
pub(super) const DESCENT: f64 = 0.24;

/// Registers the font, once in the life of the program.
pub(super) fn ready() -> Result<(), ChartError> {
    static READY: OnceLock<bool> = OnceLock::new();
    let registered = || register_font(FAMILY, FontStyle::Normal, TTF).is_ok();
    if *READY.get_or_init(registered) {
        Ok(())
    } else {
        Err(ChartError::Painter("the built-in font is damaged".into()))
    }
}

/// Width of a text, in the unit of `em`.
pub(super) fn width(text: &str, em: f64) -> f64 {
    // Measured large, since the library rounds to whole pixels.
    const MEASURE: f64 = 1000.0;
    let font = FontDesc::new(FontFamily::Name(FAMILY), MEASURE * HEIGHT, FontStyle::Normal);
    match font.layout_box(text) {
        Ok(((left, _), (right, _))) => f64::from(right - left) / MEASURE * em,
        // Cannot be once the font is registered; a broad guess keeps texts apart all the same.
        Err(_) => 0.6 * em * text.chars().count() as f64,
    }
}

/// The widest of several texts.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a String>, em: f64) -> f64 {
    texts.into_iter().map(|text| width(text, em)).fold(0.0, f64::max)
}

/// Breaks a text into lines no wider than `room`: between words, and inside a word only where the
/// word alone is too wide. An empty text has no lines. No character is lost.
pub(super) fn wrap(text: &str, em: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&longer, em) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for character in word.chars() {
            line.push(character);
            if width(&line, em) > room && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        ready().expect("the font is sound");
        // Every digit of Noto Sans is .572 em wide; a space is .260.
        assert!((width("0", 100.0) - 57.2).abs() < 0.1);
        assert!((width("0123456789", 10.0) - 57.2).abs() < 0.1);
        assert!((width("0 0", 100.0) - 140.4).abs() < 0.2);
        assert!(width("", 10.0).abs() < 1e-9);
    }

    #[test]
    fn the_font_has_every_sign_that_charts_use() {
        let font = plotters_font_characters();
        for sign in "×·−–—…≤≥→⁰¹²³⁴⁵⁶⁷⁸⁹ ,.()=azAZ09".chars() {
            assert!(font.contains(&sign), "{sign}");
        }
    }

    /// Characters whose drawing differs from that of a character the font lacks.
    fn plotters_font_characters() -> Vec<char> {
        ready().expect("the font is sound");
        let pixels = |text: &str| {
            let font = FontDesc::new(FontFamily::Name(FAMILY), 60.0, FontStyle::Normal);
            let mut seen = Vec::new();
            let drawn = font.draw(text, (0, 0), |x, y, v| {
                seen.push((x, y, v.to_bits()));
                Ok::<(), std::fmt::Error>(())
            });
            drawn.expect("a font").expect("pixels");
            seen
        };
        let missing = pixels("\u{4e00}");
        assert!(!missing.is_empty());
        (' '..'\u{2300}').filter(|c| pixels(&c.to_string()) != missing).collect()
    }

    #[test]
    fn lines_fit_and_lose_nothing() {
        ready().expect("the font is sound");
        let text = "length of the game for 1 to 300 pits and a-word-that-is-far-too-long-for-it";
        let lines = wrap(text, 10.0, 90.0);
        assert!(lines.len() > 4);
        for line in &lines {
            assert!(width(line, 10.0) <= 90.0, "{line}");
        }
        let strip = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(strip(&lines.concat()), strip(text));
        assert!(wrap("", 10.0, 90.0).is_empty());
        assert_eq!(wrap("wide", 10.0, 1.0), ["w", "i", "d", "e"]);
    }
}
