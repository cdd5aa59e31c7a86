//! Time limits in the forms that Slurm reads.

use std::fmt;
use std::str::FromStr;

use super::SlurmError;

/// The shortest, in seconds.
const LEAST: u64 = 5 * 60;
/// The most days: no cluster is up for so long.
const MOST_DAYS: u64 = 10_000;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// How long a task may take, from five minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeLimit {
    seconds: u64,
}

impl TimeLimit {
    /// In seconds.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.seconds
    }
}

impl FromStr for TimeLimit {
    type Err = SlurmError;

    /// Reads one of the six forms of Slurm.
    ///
    /// # Errors
    /// If it has none of them, or is shorter than five minutes.
    fn from_str(text: &str) -> Result<Self, SlurmError> {
        let limit = Self { seconds: seconds(text).ok_or_else(|| SlurmError::Time(text.into()))? };
        if limit.seconds < LEAST { Err(SlurmError::Short(limit)) } else { Ok(limit) }
    }
}

/// The seconds of a text; a number alone is minutes, and behind days hours.
fn seconds(text: &str) -> Option<u64> {
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(number(days)?), rest),
        None => (None, text),
    };
    let numbers = rest.split(':').map(number).collect::<Option<Vec<u64>>>()?;
    let units: &[u64] = match (days, numbers.len()) {
        (None, 1) => &[MINUTE],
        (None, 2) => &[MINUTE, 1],
        (_, 3) | (Some(_), 1..=2) => &[HOUR, MINUTE, 1],
        _ => return None,
    };
    let parts = numbers.iter().zip(units).map(|(number, unit)| number.checked_mul(*unit));
    let days = days.unwrap_or(0).checked_mul(DAY)?;
    let seconds = parts.chain([Some(days)]).try_fold(0u64, |sum, part| sum.checked_add(part?))?;
    (seconds <= MOST_DAYS * DAY).then_some(seconds)
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for TimeLimit {
    /// As `HOURS:MINUTES:SECONDS`, with days before them where there are any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, rest) = (self.seconds / DAY, self.seconds % DAY);
        if days > 0 {
            write!(f, "{days}-")?;
        }
        write!(f, "{:02}:{:02}:{:02}", rest / HOUR, rest % HOUR / MINUTE, rest % MINUTE)
    }
}

#[cfg(test)]
mod tests {
    use super::{SlurmError, TimeLimit};

    #[test]
    fn the_six_forms() {
        for (text, shown) in [
            ("90", "01:30:00"),
            ("90:30", "01:30:30"),
            ("5:00", "00:05:00"),
            ("12:00:00", "12:00:00"),
            ("30:00:00", "1-06:00:00"),
            ("2-12", "2-12:00:00"),
            ("2-12:30", "2-12:30:00"),
            ("0-00:30:01", "00:30:01"),
        ] {
            assert_eq!(text.parse::<TimeLimit>().unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn no_times() {
        for text in [
            "",
            "-",
            ":",
            "1h",
            "1-",
            "-1",
            "1:",
            "1:2:3:4",
            "1-2:3:4:5",
            "1-2-3",
            "+90",
            " 90",
            "UNLIMITED",
            "99999999999999999999",
            "18446744073709551615",
            "20000-0",
        ] {
            assert_eq!(text.parse::<TimeLimit>(), Err(SlurmError::Time(text.to_owned())));
        }
        for text in ["0", "4", "4:59", "0-0:4", "00:04:59"] {
            let error = text.parse::<TimeLimit>().unwrap_err();
            assert!(matches!(error, SlurmError::Short(_)), "{error}");
        }
    }
}
