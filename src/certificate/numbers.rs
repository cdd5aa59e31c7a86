//! The numbers of a line: how they are read, and the smallest kind of integer that holds their total.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// What holds seeds: in machine words where their total fits into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ByTotal<W, B> {
    Words(W),
    Big(B),
}

/// Runs the same code on seeds of either kind.
macro_rules! by_total {
    ($seeds:expr, $name:ident => $code:expr) => {
        match $seeds {
            $crate::certificate::numbers::ByTotal::Words($name) => $code,
            $crate::certificate::numbers::ByTotal::Big($name) => $code,
        }
    };
}
pub(super) use by_total;

/// Writes a list as JSON has it.
pub(super) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    numbers: &[T],
) -> fmt::Result {
    f.write_str("[")?;
    for (index, number) in numbers.iter().enumerate() {
        write!(f, "{}{number}", if index == 0 { "" } else { "," })?;
    }
    f.write_str("]")
}

/// The seeds in each pit, as they are read one after the other.
#[derive(Default)]
pub(super) struct Pits {
    words: Vec<u64>,
    /// Instead of the words, once one of them is too large.
    big: Option<Vec<BigUint>>,
    /// Total of the words; fewer than 2^64 of them cannot overflow it.
    total: u128,
}

impl Pits {
    pub fn push_word(&mut self, seeds: u64) {
        if let Some(big) = &mut self.big {
            big.push(seeds.into());
        } else {
            self.words.push(seeds);
            self.total += u128::from(seeds);
        }
    }

    pub fn push(&mut self, seeds: BigUint) {
        match (seeds.to_u64(), &mut self.big) {
            (Some(word), _) => self.push_word(word),
            (None, Some(big)) => big.push(seeds),
            (None, None) => {
                self.widen();
                self.push(seeds);
            }
        }
    }

    /// How many pits there are.
    pub fn count(&self) -> usize {
        self.big.as_ref().map_or(self.words.len(), Vec::len)
    }

    /// All seeds together.
    pub fn seeds(&self) -> BigUint {
        self.big.as_ref().map_or_else(|| self.total.into(), |big| big.iter().sum())
    }

    /// The seeds in one pit.
    pub fn get(&self, pit: usize) -> Option<BigUint> {
        match &self.big {
            Some(big) => big.get(pit).cloned(),
            None => self.words.get(pit).copied().map(BigUint::from),
        }
    }

    /// The seeds, in words if the total of all pits fits into one.
    pub fn by_total(mut self) -> ByTotal<Vec<u64>, Vec<BigUint>> {
        if self.total > u64::MAX.into() {
            self.widen();
        }
        match self.big {
            Some(big) => ByTotal::Big(big),
            None => ByTotal::Words(self.words),
        }
    }

    fn widen(&mut self) {
        let words = std::mem::take(&mut self.words);
        self.big.get_or_insert_with(|| words.into_iter().map(BigUint::from).collect());
    }
}

impl<'a> FromIterator<&'a BigUint> for Pits {
    fn from_iter<I: IntoIterator<Item = &'a BigUint>>(seeds: I) -> Self {
        let mut pits = Self::default();
        seeds.into_iter().for_each(|seeds| pits.push(seeds.clone()));
        pits
    }
}

/// The most digits of a number: those of `10^1000000`, as everywhere in the program.
const MOST_DIGITS: usize = 1_000_001;

/// Whether a text is a natural number in plain digits, without zeros before it, that is not too
/// large to be read.
fn is_natural(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= MOST_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'))
}

/// What is accepted as a number.
pub(super) const NATURAL: &str = "a natural number in digits, up to 10^1000000";

/// Reads a natural number.
pub(super) fn natural(text: &str) -> Option<BigUint> {
    if !is_natural(text) {
        return None;
    }
    text.parse::<u64>().map(BigUint::from).or_else(|_| text.parse()).ok()
}

/// Reads a natural number that fits into a word.
pub(super) fn word(text: &str) -> Option<u64> {
    if is_natural(text) { text.parse().ok() } else { None }
}

/// Reads the seeds of the next pit.
pub(super) fn push_text(pits: &mut Pits, text: &str) -> Option<()> {
    if !is_natural(text) {
        return None;
    }
    match text.parse() {
        Ok(word) => pits.push_word(word),
        Err(_) => pits.push(text.parse().ok()?),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{ByTotal, Pits, natural, push_text, word};
    use num_bigint::BigUint;

    #[test]
    fn plain_digits_only() {
        for text in ["", "-1", "+1", "01", "00", "1.0", "1e3", " 1", "1 ", "0x1", "٣", "null"] {
            assert_eq!(natural(text), None, "{text}");
            assert_eq!(word(text), None, "{text}");
            assert_eq!(push_text(&mut Pits::default(), text), None, "{text}");
        }
        for text in ["0", "7", "18446744073709551615", "18446744073709551616"] {
            assert_eq!(natural(text).unwrap().to_string(), text);
        }
        assert_eq!(word("18446744073709551615"), Some(u64::MAX));
        assert_eq!(word("18446744073709551616"), None);
        assert_eq!(natural(&format!("1{}", "0".repeat(1_000_001))), None);
    }

    #[test]
    fn words_exactly_where_the_total_fits() {
        let seeds = |texts: &[&str]| {
            let mut pits = Pits::default();
            for text in texts {
                push_text(&mut pits, text).unwrap();
            }
            assert_eq!(pits.count(), texts.len());
            let seeds: BigUint = texts.iter().map(|text| text.parse::<BigUint>().unwrap()).sum();
            assert_eq!(pits.seeds(), seeds);
            assert_eq!(pits.get(1), texts.get(1).map(|text| text.parse().unwrap()));
            assert_eq!(pits.get(texts.len()), None);
            pits.by_total()
        };
        let largest = u64::MAX.to_string();
        assert!(matches!(seeds(&["2", "0"]), ByTotal::Words(_)));
        assert!(matches!(seeds(&[&largest, "0"]), ByTotal::Words(_)));
        assert!(matches!(seeds(&[&largest, "1"]), ByTotal::Big(_)));
        assert!(matches!(seeds(&["2", "18446744073709551616", "1"]), ByTotal::Big(_)));
    }
}
