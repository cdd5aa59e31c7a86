//! Lists of numbers with ranges, kept as written.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::One;

use super::number::number;
use super::piece::Piece;
use super::{NotationError, Problem};

/// A list such as `1,2,5..8`: numbers and ranges (both ends included), in the order asked for.
///
/// It is never expanded: `1..10^30` is two numbers in memory. No number occurs twice: a repeated
/// one would silently repeat a line of a table, so it is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    spans: Vec<RangeInclusive<BigUint>>,
}

impl List {
    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.spans.iter().map(|span| span.end() - span.start() + 1u8).sum()
    }

    /// The largest number.
    #[must_use]
    pub fn largest(&self) -> &BigUint {
        static ZERO: BigUint = BigUint::ZERO;
        self.spans.iter().map(RangeInclusive::end).max().unwrap_or(&ZERO)
    }

    /// The numbers, one after the other, in the order asked for.
    pub fn iter(&self) -> impl Iterator<Item = BigUint> + '_ {
        self.spans.iter().flat_map(|span| {
            let mut next = span.start().clone();
            std::iter::from_fn(move || {
                (next <= *span.end()).then(|| {
                    let after = &next + BigUint::one();
                    std::mem::replace(&mut next, after)
                })
            })
        })
    }
}

impl FromStr for List {
    type Err = NotationError;

    /// Reads numbers (see [`super::natural`]) and ranges, separated by commas.
    ///
    /// # Errors
    /// If a part is no number, a range runs backwards, or a number is there twice.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut parts = Vec::new();
        for piece in Piece::whole(text).split(|c| c == ',') {
            let piece = piece.trim();
            let (start, end) = if let Some((start, end)) = piece.split_once("..") {
                (number(start)?, number(end)?)
            } else {
                let value = number(piece)?;
                (value.clone(), value)
            };
            if start > end {
                return Err(piece.error(Problem::Backwards));
            }
            parts.push((start..=end, piece));
        }
        // In increasing order, parts that share a number are neighbours.
        let mut sorted: Vec<usize> = (0..parts.len()).collect();
        sorted.sort_by_key(|&index| parts[index].0.start());
        for pair in sorted.windows(2) {
            if parts[pair[1]].0.start() <= parts[pair[0]].0.end() {
                return Err(parts[pair[0].max(pair[1])].1.error(Problem::Repeated));
            }
        }
        Ok(Self { spans: parts.into_iter().map(|(span, _)| span).collect() })
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, span) in self.spans.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            if span.start() == span.end() {
                write!(f, "{}", span.start())?;
            } else {
                write!(f, "{}..{}", span.start(), span.end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{List, Problem};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn values(text: &str) -> Vec<String> {
        let list: List = text.parse().unwrap();
        list.iter().map(|value| value.to_string()).collect()
    }

    fn fails(text: &str) -> (String, usize, Problem) {
        let error = text.parse::<List>().unwrap_err();
        (error.text, error.column, error.problem)
    }

    #[test]
    fn numbers_and_ranges_in_the_order_asked_for() {
        assert_eq!(values("7,1, 3..5 ,2^4"), ["7", "1", "3", "4", "5", "16"]);
        assert_eq!(values("4..4"), ["4"]);
        assert_eq!(values("2^64..2^64+1"), ["18446744073709551616", "18446744073709551617"]);
    }

    #[test]
    fn a_huge_range_stays_two_numbers() {
        let list: List = "1..10^30,0".parse().unwrap();
        assert_eq!(list.count().to_string(), format!("1{}1", "0".repeat(29)));
        assert_eq!(*list.largest(), BigUint::from(10u8).pow(30));
        assert_eq!(list.to_string(), format!("1..1{},0", "0".repeat(30)));
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(fails(""), (String::new(), 1, Problem::Missing));
        assert_eq!(fails("1,,2"), (String::new(), 3, Problem::Missing));
        assert_eq!(fails("1,2.."), (String::new(), 6, Problem::Missing));
        assert_eq!(fails("1, 5..1"), ("5..1".into(), 4, Problem::Backwards));
        assert_eq!(fails("a..b"), ("a".into(), 1, Problem::NotANumber));
        assert_eq!(fails("1..b"), ("b".into(), 4, Problem::NotANumber));
        assert_eq!(fails("-3..5"), ("-3".into(), 1, Problem::Negative));
        assert_eq!(fails("3,1..4,9"), ("1..4".into(), 3, Problem::Repeated));
        assert_eq!(fails("1..4,9,3"), ("3".into(), 8, Problem::Repeated));
    }

    proptest! {
        #[test]
        fn lists_come_back(spans in prop::collection::vec((1u64..9, 0u64..9), 1..9), backwards: bool) {
            let mut from = 0;
            let mut parts: Vec<String> = spans
                .iter()
                .map(|(gap, length)| {
                    let start = from + gap;
                    from = start + length;
                    if *length == 0 { format!("{start}") } else { format!("{start}..{from}") }
                })
                .collect();
            if backwards {
                parts.reverse();
            }
            let text = parts.join(",");
            let list: List = text.parse().unwrap();
            prop_assert_eq!(list.to_string(), text);
            prop_assert_eq!(list.count(), list.iter().count().into());
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC*") {
            let _ = text.parse::<List>();
        }
    }
}
