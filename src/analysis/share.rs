//! The share that one exact count has in another, as the nearest floating-point number.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// `part / whole`, correctly rounded: the `f64` nearest to the exact quotient, ties to even,
/// whatever the size of the two numbers. A quotient too small for an `f64` is 0, one too large is
/// infinite.
///
/// # Panics
/// If `whole` is 0.
///
/// # Examples
/// ```
/// use sowlab::analysis::share;
/// use sowlab::num_bigint::BigUint;
///
/// let huge = BigUint::from(10u8).pow(1000);
/// assert_eq!(share(&huge, &(&huge * 3u8)), 1.0 / 3.0);
/// ```
#[must_use]
pub fn share(part: &BigUint, whole: &BigUint) -> f64 {
    assert!(!whole.is_zero(), "nothing is a share of nothing");
    if part.is_zero() {
        return 0.0;
    }
    // A quotient of 55 or 56 bits, the last one set where something was left: more than the 53
    // bits of an f64, so that rounding it is rounding the exact quotient.
    let scale = 55 + whole.bits() as i64 - part.bits() as i64;
    let (part, whole) = match scale {
        0.. => (part << scale, whole.clone()),
        _ => (part.clone(), whole << -scale),
    };
    let quotient = &part / &whole;
    let left_over = &quotient * whole != part;
    let quotient = quotient.to_u64().expect("a quotient of at most 56 bits") | u64::from(left_over);

    // The value is quotient / 2^scale; the last bit that an f64 keeps of it is 2^last.
    let last = (i64::from(quotient.ilog2()) - scale - 52).max(-1074);
    // At least 2 bits go.
    let dropped = last + scale;
    if dropped > 62 {
        return 0.0;
    }
    let (kept, half) = (quotient >> dropped, 1u64 << (dropped - 1));
    let rest = quotient & ((1 << dropped) - 1);
    let rounded = kept + u64::from(rest > half || (rest == half && kept % 2 == 1));
    times_power_of_two(rounded as f64, last)
}

/// `value * 2^exponent` where that is an `f64`, else infinity.
fn times_power_of_two(value: f64, exponent: i64) -> f64 {
    let power = |exponent: i64| match exponent {
        ..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        _ => f64::from_bits(((exponent + 1023) as u64) << 52),
    };
    // Both factors are exact, and so is the product, unless it is too large.
    match exponent {
        ..=971 => value * power(exponent),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::share;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    /// The share to the last bit.
    fn bits(part: &BigUint, whole: &BigUint) -> u64 {
        share(part, whole).to_bits()
    }

    fn power(exponent: u32) -> BigUint {
        BigUint::from(1u8) << exponent
    }

    #[test]
    fn the_ends_of_the_range() {
        let one = BigUint::from(1u8);
        assert_eq!(bits(&BigUint::ZERO, &one), 0f64.to_bits());
        assert_eq!(bits(&one, &power(1074)), 1);
        // Ties go to even, and what is just above a tie goes up.
        assert_eq!(bits(&one, &power(1075)), 0f64.to_bits());
        assert_eq!(bits(&BigUint::from(3u8), &power(1075)), 2);
        assert_eq!(bits(&(power(100) + 1u8), &power(1175)), 1);
        assert_eq!(bits(&one, &power(1076)), 0f64.to_bits());
        assert_eq!(bits(&one, &power(100_000)), 0f64.to_bits());
        assert_eq!(bits(&one, &power(1022)), f64::MIN_POSITIVE.to_bits());
        assert_eq!(bits(&(power(53) - 1u8), &power(1075)), f64::MIN_POSITIVE.to_bits());
        assert_eq!(bits(&power(1023), &one), power_of_two(1023).to_bits());
        assert_eq!(bits(&power(1024), &one), f64::INFINITY.to_bits());
        assert_eq!(bits(&(power(1024) - 1u8), &one), f64::INFINITY.to_bits());
        assert_eq!(bits(&(power(1024) - power(970) - 1u8), &one), f64::MAX.to_bits());
        assert_eq!(bits(&(power(5000) - 1u8), &power(5000)), 1f64.to_bits());
    }

    fn power_of_two(exponent: i32) -> f64 {
        2f64.powi(exponent)
    }

    proptest! {
        /// The division of the machine is correctly rounded where both numbers are exact.
        #[test]
        fn as_the_machine_divides(a in 0u64..1 << 53, b in 1u64..1 << 53, more in 0u32..3000) {
            let whole = BigUint::from(b) << more;
            prop_assert_eq!(bits(&(BigUint::from(a) << more), &whole), (a as f64 / b as f64).to_bits());
            let less = i32::try_from(more.min(900)).unwrap();
            let smaller = bits(&a.into(), &(BigUint::from(b) << more.min(900)));
            prop_assert_eq!(smaller, (a as f64 / b as f64 / power_of_two(less)).to_bits());
        }

        /// No other f64 is nearer: the quotient lies between the middles to both sides.
        #[test]
        fn nearest(a in prop::collection::vec(any::<u8>(), 1..40),
                   b in prop::collection::vec(any::<u8>(), 1..40)) {
            let (a, b) = (BigUint::from_bytes_le(&a), BigUint::from_bytes_le(&b) + 1u8);
            let found = share(&a, &b);
            if found.to_bits() == 0 {
                prop_assert_eq!(a, BigUint::ZERO);
            } else {
                let (low, high) = (middle(found.next_down(), found), middle(found, found.next_up()));
                prop_assert!((&a << 1200u32) >= &low * &b && (&a << 1200u32) <= &high * &b);
            }
        }
    }

    /// The middle of two numbers above 2^-1000, times 2^1200.
    fn middle(low: f64, high: f64) -> BigUint {
        let whole = |value: f64| {
            let bits = value.to_bits();
            let mantissa = BigUint::from((bits & ((1 << 52) - 1)) | (1 << 52));
            mantissa << ((bits >> 52) as i64 - 1075 + 1199)
        };
        whole(low) + whole(high)
    }
}
