//! A part of an input that remembers its column, so that errors can point at it.

use super::{NotationError, Problem};

/// A part of a text.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub text: &'a str,
    /// Column of its first character in the whole input, from 1.
    column: usize,
}

impl<'a> Piece<'a> {
    pub fn whole(text: &'a str) -> Self {
        Self { text, column: 1 }
    }

    /// The part between two byte offsets.
    pub fn part(self, start: usize, end: usize) -> Self {
        Self {
            text: &self.text[start..end],
            column: self.column + self.text[..start].chars().count(),
        }
    }

    /// Without the white space around it.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let end = start + self.text.trim().len();
        self.part(start, end)
    }

    /// The parts between the separators, as many as there are separators and one more.
    pub fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Self> {
        let mut start = Some(0);
        // Kept along the way: counted anew for each part, a long list would take for ever.
        let mut column = self.column;
        std::iter::from_fn(move || {
            let from = start?;
            let length = self.text[from..].find(&separator);
            let end = length.map_or(self.text.len(), |length| from + length);
            let part = Self { text: &self.text[from..end], column };
            start = length.and_then(|_| {
                let next = end + self.text[end..].chars().next()?.len_utf8();
                column += self.text[from..next].chars().count();
                Some(next)
            });
            Some(part)
        })
    }

    /// The parts before and after the first occurrence of `separator`.
    pub fn split_once(self, separator: &str) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        Some((self.part(0, at), self.part(at + separator.len(), self.text.len())))
    }

    pub fn error(self, problem: Problem) -> NotationError {
        NotationError { text: self.text.to_owned(), column: self.column, problem }
    }
}
