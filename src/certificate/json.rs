//! Lines of JSON, read strictly.
//!
//! Values are kept as the text they are in the line until their field says what they must be, so
//! that numbers are never rounded, nothing nests, and every error can name its place.

use std::fmt;

use num_bigint::BigUint;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::Malformed;
use super::fault::{column, column_at, shown};
use super::numbers::{NATURAL, natural};

/// The most fields that a line has.
const MOST_FIELDS: usize = 12;

/// The values of a line, each as its text, in the order of their names.
type Values<'a> = [Option<&'a str>; MOST_FIELDS];

/// The fields of one line.
pub(super) struct Fields<'a> {
    line: &'a str,
    names: &'static [&'static str],
    values: Values<'a>,
}

impl<'a> Fields<'a> {
    /// Reads a line, whose fields have these names.
    pub fn read(line: &'a str, names: &'static [&'static str]) -> Result<Self, Malformed> {
        let mut fault = None;
        let mut json = serde_json::Deserializer::from_str(line);
        let object = Object { names, fault: &mut fault };
        let values = json.deserialize_map(object).and_then(|values| json.end().map(|()| values));
        match (values, fault) {
            (_, Some(fault)) => Err(fault),
            (Err(error), None) => Err(not_json(line, &error)),
            (Ok(values), None) => Ok(Self { line, names, values }),
        }
    }

    /// The value of a field as it stands in the line.
    pub fn find(&self, field: &'static str) -> Option<&'a str> {
        self.names.iter().position(|&name| name == field).and_then(|index| self.values[index])
    }

    fn get(&self, field: &'static str) -> Result<&'a str, Malformed> {
        self.find(field).ok_or(Malformed::MissingField { field })
    }

    /// A value that a field may not have.
    pub fn wrong(&self, field: &'static str, accepted: &'static str) -> Malformed {
        self.wrong_part(field, self.find(field).unwrap_or_default(), accepted)
    }

    fn wrong_part(&self, field: &'static str, part: &str, accepted: &'static str) -> Malformed {
        Malformed::WrongValue {
            field,
            found: shown(part),
            column: column(self.line, part),
            accepted,
        }
    }

    /// A field that must be a text.
    pub fn text(&self, field: &'static str) -> Result<String, Malformed> {
        let value = self.get(field)?;
        serde_json::from_str(value).map_err(|_| self.wrong(field, "a text in quotation marks"))
    }

    /// A text that must be one of a few.
    pub fn one_of(
        &self,
        field: &'static str,
        texts: &[&'static str],
        accepted: &'static str,
    ) -> Result<&'static str, Malformed> {
        let value = self.get(field)?;
        let is = |text: &str| {
            // Nearly always no character is escaped.
            let plain = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            plain == Some(text)
                || serde_json::from_str::<String>(value).is_ok_and(|value| value == text)
        };
        texts.iter().find(|text| is(text)).copied().ok_or_else(|| self.wrong(field, accepted))
    }

    /// A field that must be a natural number.
    pub fn natural(&self, field: &'static str) -> Result<BigUint, Malformed> {
        natural(self.get(field)?).ok_or_else(|| self.wrong(field, NATURAL))
    }

    pub fn null(&self, field: &'static str) -> Result<(), Malformed> {
        match self.get(field)? {
            "null" => Ok(()),
            _ => Err(self.wrong(field, "null, for this proof says nothing of it")),
        }
    }

    /// Gives each element of a list to `push`, which refuses it by returning nothing.
    pub fn list(
        &self,
        field: &'static str,
        accepted: &'static str,
        push: impl FnMut(&'a str) -> Option<()>,
    ) -> Result<(), Malformed> {
        let value = self.get(field)?;
        if !value.starts_with('[') {
            return Err(self.wrong(field, "a list of natural numbers in brackets"));
        }
        let mut refused = None;
        let elements = Elements { push, refused: &mut refused };
        let read = serde_json::Deserializer::from_str(value).deserialize_seq(elements);
        match (refused, read) {
            (Some(part), _) => Err(self.wrong_part(field, part, accepted)),
            (None, Err(error)) => Err(not_json(value, &error)),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// What the reader of JSON says, without its line number, which is always 1.
fn not_json(line: &str, error: &serde_json::Error) -> Malformed {
    let column = column_at(line, error.column().saturating_sub(1));
    if error.is_eof() {
        return Malformed::Json { problem: "the line breaks off".into(), column };
    }
    let text = error.to_string();
    let problem = text.split(" at line ").next().unwrap_or_default().to_owned();
    Malformed::Json { problem, column }
}

/// Reads an object into the texts of its fields. What is wrong with the fields themselves goes to
/// `fault`, since the errors of JSON are only texts.
struct Object<'f> {
    names: &'static [&'static str],
    fault: &'f mut Option<Malformed>,
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = Values<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object in braces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut values = [None; MOST_FIELDS];
        while let Some(name) = map.next_key_seed(Name(self.names))? {
            let value: &RawValue = map.next_value()?;
            *self.fault = match name {
                Ok(index) if values[index].is_none() => {
                    values[index] = Some(value.get());
                    continue;
                }
                Ok(index) => Some(Malformed::RepeatedField { field: self.names[index] }),
                Err(name) => Some(Malformed::UnknownField { field: shown(&name) }),
            };
            return Err(A::Error::custom("a field that should not be there"));
        }
        Ok(values)
    }
}

/// Reads the name of a field: its index, or the name itself if it is no field.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Result<usize, String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Result<usize, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|&field| field == name).ok_or_else(|| name.to_owned()))
    }
}

/// Reads a list, element by element; the one that is refused goes to `refused`.
struct Elements<'f, 'de, P> {
    push: P,
    refused: &'f mut Option<&'de str>,
}

impl<'de, P: FnMut(&'de str) -> Option<()>> Visitor<'de> for Elements<'_, 'de, P> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list in brackets")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element::<&RawValue>()? {
            if (self.push)(element.get()).is_none() {
                *self.refused = Some(element.get());
                return Err(A::Error::custom("an element that should not be there"));
            }
        }
        Ok(())
    }
}
