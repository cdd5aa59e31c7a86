//! Between which bounds a proportion lies, by what was found in a sample.

/// The number that a standard normal variable exceeds with probability 2.5 %, so that its absolute
/// value exceeds it with probability 5 %.
const Z: f64 = 1.959_963_984_540_054_3;

/// The Wilson score interval at 95 % for a proportion of which `found` of `samples` independent
/// samples are an instance: the `p` for which `|found/samples - p|` is at most 1.96 standard
/// deviations `sqrt(p (1-p) / samples)` (E. B. Wilson, J. Amer. Statist. Assoc. 22 (1927) 209-212).
///
/// Both bounds lie in 0 to 1; the lower one is 0 if nothing is found, and the upper one is 1 if
/// every sample is an instance. Only additions, multiplications, divisions and a square root, in
/// one order, so that the bounds are the same to the last bit on every machine; they are within a
/// few units of the last place.
///
/// # Panics
/// If `samples` is 0 or `found` is larger.
///
/// # Examples
/// ```
/// use sowlab::analysis::sample::wilson;
///
/// let (low, high) = wilson(1, 29);
/// assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.0061".into(), "0.1718".into()));
/// ```
#[must_use]
pub fn wilson(found: u64, samples: u64) -> (f64, f64) {
    assert!(samples > 0 && found <= samples, "{found} of {samples} is no part of a sample");
    score(found as f64, (samples - found) as f64, samples as f64)
}

/// The same interval where the numbers of instances, of others, and of both together are not whole,
/// as when samples that depend on each other count for fewer independent ones. `samples` is above 0.
pub(in crate::analysis) fn score(found: f64, others: f64, samples: f64) -> (f64, f64) {
    let (x, n) = (found, samples);
    // The bounds are the roots of (n + z^2) p^2 - (2 x + z^2) p + x^2/n: the larger one as usual,
    // the smaller one by the product of the two, where nothing is lost by a subtraction.
    let half = x + Z * Z / 2.0 + Z * (x * others / n + Z * Z / 4.0).sqrt();
    let low = x / n * x / half;
    let high = if others == 0.0 { 1.0 } else { (half / (n + Z * Z)).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::{Z, wilson};
    use proptest::prelude::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 4e-15 * expected, "{found} is not {expected}");
    }

    /// From the formula, with numbers of 50 decimals: the middle `(x + z^2/2) / (n + z^2)`, and to
    /// both sides `z sqrt(x (n-x) / n + z^2/4) / (n + z^2)`.
    #[test]
    fn by_hand() {
        for (found, samples, low, high) in [
            (1, 10, 0.017_876_213_095_072_904, 0.404_150_026_795_238_5),
            (5, 10, 0.236_593_090_512_563_98, 0.763_406_909_487_436),
            (3, 7, 0.158_219_855_251_469_7, 0.749_541_635_472_342_8),
            (0, 10, 0.0, 0.277_532_799_862_889_24),
            (10, 10, 0.722_467_200_137_110_7, 1.0),
            (999, 1000, 0.994_357_441_402_042, 0.999_823_453_629_373_9),
            (123_456, 10_000_000, 0.012_277_347_608_366_313, 0.012_414_227_052_349_03),
            (2, 1_000_000_000_000, 5.484_721_382_577_473e-13, 7.292_986_682_406_256e-12),
        ] {
            let bounds = wilson(found, samples);
            near(bounds.0, low);
            near(bounds.1, high);
        }
    }

    /// Table I of R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3.
    #[test]
    fn as_published() {
        for (found, samples, published) in [
            (81, 263, "0.2553 0.3662"),
            (15, 148, "0.0624 0.1605"),
            (0, 20, "0.0000 0.1611"),
            (1, 29, "0.0061 0.1718"),
        ] {
            let (low, high) = wilson(found, samples);
            assert_eq!(format!("{low:.4} {high:.4}"), published);
        }
    }

    #[test]
    fn none_and_all() {
        for samples in [1, 2, 3, 10, 9_999, 1 << 40, u64::MAX] {
            let (low, high) = wilson(0, samples);
            assert_eq!(low.to_bits(), 0f64.to_bits());
            near(high, Z * Z / (samples as f64 + Z * Z));
            let (low, high) = wilson(samples, samples);
            assert_eq!(high.to_bits(), 1f64.to_bits());
            near(low, samples as f64 / (samples as f64 + Z * Z));
        }
    }

    proptest! {
        /// Each bound is as far from what was found as the definition says, on its own side; and
        /// the interval for the others is the mirror image.
        #[test]
        fn the_definition(samples in 1u64..1_000_000, part in 0u64..=1_000_000) {
            let found = u64::try_from(u128::from(samples) * u128::from(part) / 1_000_000).unwrap();
            let (low, high) = wilson(found, samples);
            let (n, p) = (samples as f64, found as f64 / samples as f64);
            prop_assert!(0.0 <= low && low <= p && p <= high && high <= 1.0);
            for bound in [low, high] {
                let away = (p - bound).powi(2) * n;
                prop_assert!((away - Z * Z * bound * (1.0 - bound)).abs() < 1e-8);
            }
            let (least, most) = wilson(samples - found, samples);
            prop_assert!((low + most - 1.0).abs() < 1e-12 && (high + least - 1.0).abs() < 1e-12);
        }
    }
}
