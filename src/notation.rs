//! Text to values and back.
use num_bigint::BigUint;
use serde::Serializer;
/// Serialises an exact natural number of any size as an integer.
///
/// # Errors
/// Those of the serialiser.
pub fn serialize_natural<S: Serializer>(value: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
