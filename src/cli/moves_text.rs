//! The moves of a game: given as they are, in a file, or on standard input.

use std::fs;

use anyhow::ensure;
use sowlab::notation::is_separator;

use super::text::read_for;

/// How the moves of a game look.
pub struct Look {
    /// The characters of moves, beside separators.
    pub characters: fn(char) -> bool,
    /// Whether a text that has others, and is no file, was meant to be the name of one.
    pub is_name: fn(&str) -> bool,
    /// Some moves, as an example.
    pub example: &'static str,
}

impl Look {
    /// The text of the moves.
    pub fn read(&self, text: &str) -> anyhow::Result<String> {
        if text.trim() == "-" {
            return read_for("--moves", "-");
        }
        let moves = text.chars().all(|c| is_separator(c) || (self.characters)(c));
        if !moves && fs::exists(text).unwrap_or(false) {
            return read_for("--moves", text);
        }
        ensure!(
            moves || !(self.is_name)(text),
            "--moves: there is no file `{text}`, and it is no list of moves; accepted are moves such as '{}', or the name of a file of them",
            self.example
        );
        Ok(text.to_owned())
    }
}
