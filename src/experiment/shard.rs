//! Shards: a computation of several, which has every K-th unit of each step.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of several computations of one experiment, that can run anywhere and be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// The most shards.
pub const MOST: u64 = 100_000;

/// A text that names no shard.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "`{text}` names no shard; accepted is I/K, the I-th of K shards, from 1/1 to {MOST}/{MOST}"
)]
pub struct NoShard {
    /// The text.
    pub text: String,
}

impl Shard {
    /// All units.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// The shard of this index, from 1, of so many, if there is one.
    #[must_use]
    pub fn new(index: u64, count: u64) -> Option<Self> {
        (1 <= index && index <= count && count <= MOST).then_some(Self { index, count })
    }

    /// Its index, from 1.
    #[must_use]
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether a unit, counted from 0 in its step, belongs to this shard.
    #[must_use]
    pub fn has(self, unit: u64) -> bool {
        unit % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    /// Reads `I/K`.
    ///
    /// # Errors
    /// If the text names no shard.
    fn from_str(text: &str) -> Result<Self, NoShard> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let shard = text
            .split_once('/')
            .and_then(|(index, count)| Self::new(number(index)?, number(count)?));
        shard.ok_or_else(|| NoShard { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_unit_belongs_to_one_shard() {
        for count in 1..=7 {
            let shards: Vec<Shard> = (1..=count).map(|i| Shard::new(i, count).unwrap()).collect();
            for unit in 0..20 {
                assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1);
            }
        }
        assert!((0..9).all(|unit| Shard::WHOLE.has(unit)));
    }

    #[test]
    fn texts() {
        assert_eq!("2/7".parse(), Ok(Shard { index: 2, count: 7 }));
        assert_eq!("2/7".parse::<Shard>().unwrap().to_string(), "2/7");
        for text in ["", "/", "1", "0/1", "2/1", "1/0", "+1/2", "1/2/3", "-1/2", "1/100001", " 1/2"]
        {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }
}
