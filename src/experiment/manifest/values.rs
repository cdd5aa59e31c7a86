//! Values of manifests: numbers and lists of numbers of any size, as on the command line.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{List, natural};

/// A list of numbers: a text such as `"1..5,10^30"`, or one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(pub List);

/// A number: digits, or a text such as `"10^6"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural(pub BigUint);

/// A [`Natural`] below `2^64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(pub u64);

/// Reads a text or a number that stands for one.
struct Read<F> {
    expected: &'static str,
    read: F,
}

impl<T, E: fmt::Display, F: Fn(&str) -> Result<T, E>> Visitor<'_> for Read<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<Fault: Error>(self, text: &str) -> Result<T, Fault> {
        (self.read)(text).map_err(Fault::custom)
    }

    fn visit_i64<Fault: Error>(self, number: i64) -> Result<T, Fault> {
        if number < 0 {
            return Err(Fault::invalid_value(Unexpected::Signed(number), &self));
        }
        (self.read)(&number.to_string()).map_err(Fault::custom)
    }

    fn visit_u64<Fault: Error>(self, number: u64) -> Result<T, Fault> {
        (self.read)(&number.to_string()).map_err(Fault::custom)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a list of numbers, such as \"1..5,10^30\"";
        deserializer.deserialize_any(Read { expected, read: List::from_str }).map(Self)
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a number, such as 100 or \"10^6\"";
        deserializer.deserialize_any(Read { expected, read: natural }).map(Self)
    }
}

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Natural(number) = Natural::deserialize(deserializer)?;
        let small = number.to_u64().map(Self);
        small.ok_or_else(|| {
            D::Error::custom("the number is too large; those below 2^64 are accepted")
        })
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // An integer of TOML ends below 2^63.
        match i64::try_from(self.0) {
            Ok(small) => serializer.serialize_i64(small),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}
