//! Exact natural numbers as short text: thousands separators, powers of ten, and labels that stay
//! apart. Values may have thousands of digits, so nothing here goes through a float that could
//! overflow; knows nothing of charts.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Up to this many digits a number is written in full.
const FULL_DIGITS: usize = 7;
/// In a list that needs powers of ten, smaller numbers than these are still written in full.
const SMALL_DIGITS: usize = 4;
/// Past this many bits the leading digits come from the logarithm, not from the whole text.
const TEXT_BITS: u64 = 40_000;

/// The decimal logarithm, to about 16 digits; `None` for zero. Constant time but for one copy.
pub(super) fn log10(value: &BigUint) -> Option<f64> {
    let bits = value.bits();
    if bits == 0 {
        return None;
    }
    let shift = bits.saturating_sub(64);
    let leading = if shift == 0 { value.to_u64() } else { (value >> shift).to_u64() };
    // At most 64 bits are left, so the conversion cannot fail.
    leading.map(|top| (top as f64).log10() + shift as f64 * std::f64::consts::LOG10_2)
}

/// `part / whole` as a float, for numbers of any size; 0 where `whole` is 0.
pub(super) fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if let (Some(a), Some(b)) = (part.to_u64(), whole.to_u64()) {
        return if b == 0 { 0.0 } else { a as f64 / b as f64 };
    }
    // Both lose the same low bits, far below what a float can tell.
    let shift = part.bits().max(whole.bits()).saturating_sub(900);
    let (a, b) = ((part >> shift).to_f64(), (whole >> shift).to_f64());
    match (a, b) {
        (Some(a), Some(b)) if b > 0.0 => a / b,
        _ => 0.0,
    }
}

/// All digits, in groups of three: `1,234,567`.
pub(super) fn grouped(value: &BigUint) -> String {
    group(&value.to_string())
}

fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `10^exponent` with a raised exponent; `1` and `10` as they are.
pub(super) fn power_of_ten(exponent: i64) -> String {
    match exponent {
        0 => "1".into(),
        1 => "10".into(),
        _ => format!("10{}", raised(exponent)),
    }
}

/// `10^exponent` in full, as `0.001` or `1,000`; for small exponents.
pub(super) fn plain_power(exponent: i64) -> String {
    let zeros = "0".repeat(exponent.unsigned_abs() as usize);
    if exponent < 0 { format!("0.{}1", &zeros[1..]) } else { group(&format!("1{zeros}")) }
}

fn raised(number: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |d: u8| if d == b'-' { '⁻' } else { DIGITS[usize::from(d - b'0')] };
    number.to_string().bytes().map(digit).collect()
}

/// In full up to 7 digits, else rounded to 3 digits and a power of ten.
pub(super) fn short(value: &BigUint) -> String {
    if value.bits() < 64 {
        let text = value.to_string();
        if text.len() <= FULL_DIGITS {
            return group(&text);
        }
    }
    scientific(value, 3, 0).0
}

/// A number, over 10^`decimals`, rounded to `digits` significant digits, and whether nothing was
/// rounded away.
///
/// An exact number drops its final zeros (`2.5×10⁹`, `10⁹`), a rounded one keeps them.
fn scientific(value: &BigUint, digits: usize, decimals: u32) -> (String, bool) {
    let (leading, exponent, exact) = leading_digits(value, digits);
    let mut leading = leading;
    if exact {
        leading.truncate(leading.trim_end_matches('0').len().max(1));
    }
    let power = power_of_ten(exponent as i64 - i64::from(decimals));
    let text = match (leading.as_str(), exact) {
        ("0", _) => "0".into(),
        ("1", true) => power,
        (one, _) if one.len() == 1 => format!("{one}×{power}"),
        (more, _) => format!("{}.{}×{power}", &more[..1], &more[1..]),
    };
    (text, exact)
}

/// The first `digits` digits, rounded to the nearest; the power of ten of the first of them; and
/// whether all the rest are zero.
fn leading_digits(value: &BigUint, digits: usize) -> (String, u64, bool) {
    if value.bits() > TEXT_BITS {
        // Writing out so many digits takes too long; the logarithm is good for a dozen of them.
        let log = log10(value).unwrap_or(0.0);
        let nearest = log.round();
        if (log - nearest).abs() < 1e-9 && BigUint::from(10u8).pow(nearest as u32) == *value {
            return ("1".into(), nearest as u64, true);
        }
        let exponent = log.floor();
        let scaled = 10f64.powf(log - exponent + digits as f64 - 1.0).round();
        return carry(format!("{scaled:.0}"), exponent as u64, digits, false);
    }
    let text = value.to_string();
    let exponent = (text.len() - 1) as u64;
    if text.len() <= digits {
        return (text, exponent, true);
    }
    let (head, tail) = text.split_at(digits);
    let exact = tail.bytes().all(|b| b == b'0');
    // `head` has few digits.
    let mut number: u64 = head.parse().unwrap_or(0);
    if tail.as_bytes()[0] >= b'5' {
        number += 1;
    }
    carry(number.to_string(), exponent, digits, exact)
}

/// Undoes the extra digit where rounding went from 9.99 to 10.00.
fn carry(mut leading: String, exponent: u64, digits: usize, exact: bool) -> (String, u64, bool) {
    if leading.len() > digits {
        leading.truncate(digits);
        (leading, exponent + 1, exact)
    } else {
        (leading, exponent, exact)
    }
}

/// One label for each value, in one style, as short as they can be while different values have
/// different labels: in full, else with powers of ten, else by the last digits (`…000,005`). The
/// last `decimals` digits of a value are decimals.
pub(super) fn labels(values: &[BigUint], decimals: u32) -> Vec<String> {
    if decimals > 0 {
        return decimal_labels(values, decimals);
    }
    let largest = values.iter().max().cloned().unwrap_or_default();
    if largest.bits() < 64 && largest.to_string().len() <= FULL_DIGITS {
        return values.iter().map(grouped).collect();
    }
    let different = values.iter().collect::<HashSet<_>>().len();
    let mut rounded = None;
    for digits in 1..=6 {
        let (texts, exact) = with_powers(values, digits, 0);
        if exact {
            return texts;
        }
        if rounded.is_none() && texts.iter().collect::<HashSet<_>>().len() == different {
            rounded = (digits >= 3).then_some(texts);
        }
    }
    rounded.unwrap_or_else(|| last_digits(values, different))
}

/// As [`labels`] for values that have decimals.
fn decimal_labels(values: &[BigUint], decimals: u32) -> Vec<String> {
    // Decimals that are 0 in every value are none.
    let (mut values, mut decimals) = (values.to_vec(), decimals);
    while decimals > 0 && values.iter().all(|value| (value % 10u8).is_zero()) {
        for value in &mut values {
            *value /= 10u8;
        }
        decimals -= 1;
    }
    if decimals == 0 {
        return labels(&values, 0);
    }
    let plain: Vec<String> = values.iter().map(|value| in_full(value, decimals)).collect();
    if plain.iter().all(|text| text.len() <= FULL_DIGITS) {
        return plain;
    }
    let different = values.iter().collect::<HashSet<_>>().len();
    let mut rounded = None;
    for digits in 1..=6 {
        let (texts, exact) = with_powers(&values, digits, decimals);
        if exact {
            return texts;
        }
        let apart = texts.iter().collect::<HashSet<_>>().len() == different;
        if rounded.is_none() && digits >= 3 && apart {
            rounded = Some(texts);
        }
    }
    rounded.unwrap_or(plain)
}

/// All digits, with a point before the decimals.
fn in_full(value: &BigUint, decimals: u32) -> String {
    let text =
        format!("{value:0>width$}", value = value.to_string(), width = decimals as usize + 1);
    let (whole, part) = text.split_at(text.len() - decimals as usize);
    let text = format!("{}.{part}", group(whole));
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn with_powers(values: &[BigUint], digits: usize, decimals: u32) -> (Vec<String>, bool) {
    let small = if decimals == 0 { 10u32.pow(SMALL_DIGITS as u32) } else { 1 };
    let small = BigUint::from(small);
    let mut all_exact = true;
    let texts = values.iter().map(|value| {
        if *value < small {
            return grouped(value);
        }
        let (text, exact) = scientific(value, digits, decimals);
        all_exact &= exact;
        text
    });
    let texts = texts.collect();
    (texts, all_exact)
}

fn last_digits(values: &[BigUint], different: usize) -> Vec<String> {
    let mut digits = 3;
    loop {
        let end = BigUint::from(10u8).pow(digits);
        let label = |value: &BigUint| {
            let last = (value % &end).to_string();
            if *value < end {
                group(&last)
            } else {
                format!("…{}", group(&format!("{last:0>width$}", width = digits as usize)))
            }
        };
        let texts: Vec<String> = values.iter().map(label).collect();
        let apart = texts.iter().collect::<HashSet<_>>().len() == different;
        // At the length of the largest value every label is the number in full, hence apart.
        if apart || values.iter().all(|value| *value < end) {
            return texts;
        }
        digits += 3;
    }
}

/// How many decimal digits; 1 for zero.
pub(super) fn digit_count(value: &BigUint) -> u64 {
    if value.is_zero() {
        return 1;
    }
    let log = log10(value).unwrap_or(0.0);
    let nearest = log.round();
    if (log - nearest).abs() > 1e-6 {
        return log.floor() as u64 + 1;
    }
    // Too near a power of ten for a float to say on which side.
    let power = BigUint::from(10u8).pow(nearest as u32);
    nearest as u64 + u64::from(*value >= power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(text: &str) -> BigUint {
        text.parse().expect("digits")
    }

    fn ten(exponent: u32) -> BigUint {
        BigUint::from(10u8).pow(exponent)
    }

    #[test]
    fn logarithms_agree_with_exact_powers() {
        assert_eq!(log10(&BigUint::ZERO), None);
        for exponent in [0, 1, 2, 19, 20, 100, 308, 309, 1000, 30_000] {
            let log = log10(&ten(exponent)).expect("above zero");
            let exact = f64::from(exponent);
            assert!((log - exact).abs() <= 1e-15 * exact.max(1.0), "{exponent}: {log}");
        }
        // log10 of 2 to 16 digits, times 5000.
        let log = log10(&(BigUint::from(1u8) << 5000u32)).expect("above zero");
        assert!((log - 1_505.149_978_319_906).abs() < 1e-9, "{log}");
    }

    #[test]
    fn ratios_do_not_overflow() {
        assert!((ratio(&big("1"), &big("4")) - 0.25).abs() < 1e-15);
        assert!((ratio(&ten(5000), &(ten(5000) * 8u8)) - 0.125).abs() < 1e-15);
        assert!(ratio(&BigUint::ZERO, &ten(5000)).abs() < 1e-15);
        assert!(ratio(&big("3"), &BigUint::ZERO).abs() < 1e-15);
    }

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [("0", "0"), ("999", "999"), ("1000", "1,000")] {
            assert_eq!(grouped(&big(number)), text);
        }
        assert_eq!(grouped(&big("12345678901")), "12,345,678,901");
    }

    #[test]
    fn short_numbers_are_full_and_long_ones_are_rounded() {
        assert_eq!(short(&big("9999999")), "9,999,999");
        assert_eq!(short(&big("10000000")), "10⁷");
        assert_eq!(short(&big("10000001")), "1.00×10⁷");
        assert_eq!(short(&big("99960000")), "1.00×10⁸");
        assert_eq!(short(&big("25000000000")), "2.5×10¹⁰");
        assert_eq!(short(&big("12345000000")), "1.23×10¹⁰");
        assert_eq!(short(&ten(1000)), "10¹⁰⁰⁰");
        assert_eq!(short(&ten(20_000)), "10²⁰⁰⁰⁰");
        assert_eq!(short(&(ten(20_000) * 314u32)), "3.14×10²⁰⁰⁰²");
        assert_eq!(short(&(ten(20_000) - 1u8)), "1.00×10²⁰⁰⁰⁰");
    }

    #[test]
    fn labels_of_different_values_differ() {
        let of = |values: &[BigUint]| labels(values, 0);
        assert_eq!(of(&[big("0"), big("500000")]), ["0", "500,000"]);
        assert_eq!(of(&[big("0"), big("5000000"), big("15000000")]), ["0", "5×10⁶", "1.5×10⁷"]);
        let near: Vec<_> = (0..4u32).map(|i| ten(1000) + i * 5).collect();
        assert_eq!(of(&near), ["…000", "…005", "…010", "…015"]);
        let far: Vec<_> = [1u32, 1001].map(|i| ten(40) + i).to_vec();
        assert_eq!(of(&far), ["…000,001", "…001,001"]);
        let mixed = [big("7"), ten(30)];
        assert_eq!(of(&mixed), ["7", "10³⁰"]);
    }

    #[test]
    fn decimals_are_short_too() {
        let of = |values: &[&str], decimals| {
            labels(&values.iter().map(|text| big(text)).collect::<Vec<_>>(), decimals)
        };
        assert_eq!(of(&["0", "25", "100"], 2), ["0", "0.25", "1"]);
        assert_eq!(of(&["0", "5", "1250"], 3), ["0", "0.005", "1.25"]);
        assert_eq!(of(&["0", "1000", "12000000"], 3), ["0", "1", "12,000"]);
        assert_eq!(of(&["2000", "2500"], 12), ["2×10⁻⁹", "2.5×10⁻⁹"]);
        assert_eq!(of(&["41245234765061575925"], 27), ["4.12×10⁻⁸"]);
        let near = ["10000000001", "10000000002"];
        assert_eq!(of(&near, 10), ["1.0000000001", "1.0000000002"]);
        assert_eq!(plain_power(-3), "0.001");
        assert_eq!((plain_power(0), plain_power(5)), ("1".into(), "100,000".into()));
        assert_eq!(power_of_ten(-20), "10⁻²⁰");
    }

    #[test]
    fn digits_are_counted_exactly_beside_powers_of_ten() {
        for exponent in [1u32, 15, 16, 17, 100, 1000] {
            assert_eq!(digit_count(&(ten(exponent) - 1u8)), u64::from(exponent));
            assert_eq!(digit_count(&ten(exponent)), u64::from(exponent) + 1);
        }
        assert_eq!(digit_count(&BigUint::ZERO), 1);
    }
}
