//! Where a value lies between the smallest and the largest, and which round values are marked on
//! the way. Positions run from 0 to 1; pixels come in only to keep labels from touching.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::number::{digit_count, labels, log10, plain_power, power_of_ten, ratio};
use super::{Scale, font};

/// Least room between two labels that stand side by side, in ems.
const GAP: f64 = 1.0;

/// A range of values laid out from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    min: BigUint,
    max: BigUint,
    span: BigUint,
    /// Logarithm of the least value and what is added up to the largest, on a logarithmic axis.
    log: Option<(f64, f64)>,
    /// How many digits of the values are decimals: what is marked is a value over 10^decimals.
    decimals: u32,
}

/// A marked value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// Where, from 0 to 1.
    pub at: f64,
    /// Its text.
    pub label: String,
}

/// The marked values of an axis, in rising order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ticks {
    /// With a label.
    pub major: Vec<Tick>,
    /// Positions of small ticks without one.
    pub minor: Vec<f64>,
}

impl Axis {
    /// An axis from `min` to `max`; logarithmic if so asked and `min` is not 0.
    pub fn new(min: BigUint, max: BigUint, logarithmic: bool) -> Self {
        let log = match (log10(&min), log10(&max)) {
            // Over a tiny span a logarithm is a straight line, and floats could not tell the
            // values apart: the exact linear axis shows the same picture.
            (Some(low), Some(high)) if logarithmic && high - low > 1e-6 => Some((low, high - low)),
            _ => None,
        };
        let span = if max > min { &max - &min } else { BigUint::ZERO };
        Self { min, max, span, log, decimals: 0 }
    }

    /// The same axis of values whose last `decimals` digits are decimals.
    pub fn with_decimals(self, decimals: u32) -> Self {
        Self { decimals, ..self }
    }

    /// Where a value lies; 0.5 if the axis has a single value, and clamped to the axis.
    pub fn at(&self, value: &BigUint) -> f64 {
        if self.span.is_zero() {
            return 0.5;
        }
        match self.log {
            Some((low, span)) => log10(value).map_or(0.0, |log| Self::log_at(log, low, span)),
            None if *value <= self.min => 0.0,
            None => ratio(&(value - &self.min), &self.span).min(1.0),
        }
    }

    /// Where a logarithm lies. Only for spans that are not tiny: see [`Axis::new`].
    fn log_at(log: f64, low: f64, span: f64) -> f64 {
        ((log - low) / span).clamp(0.0, 1.0)
    }

    /// The densest ticks, at most `most`, whose labels keep clear of each other and of both ends:
    /// `extent` says how much of `length` a label takes, and labels may stick out by `overhang`.
    pub fn ticks(
        &self,
        most: usize,
        length: f64,
        overhang: f64,
        extent: impl Fn(&str) -> f64,
        gap: f64,
    ) -> Ticks {
        let mut sparse = Ticks::default();
        for count in (1..=most.max(1)).rev() {
            let mut ticks = self.round_values(count);
            let inside = |tick: &Tick| {
                let (centre, half) = (tick.at * length, extent(&tick.label) / 2.0);
                centre - half >= -overhang && centre + half <= length + overhang
            };
            ticks.major.retain(inside);
            let apart = ticks.major.windows(2).all(|pair| {
                let room = (pair[1].at - pair[0].at) * length;
                room >= f64::midpoint(extent(&pair[0].label), extent(&pair[1].label)) + gap
            });
            if apart && ticks.major.len() > sparse.major.len() {
                sparse = ticks;
            }
            // Fewer wishes can only give fewer ticks.
            if sparse.major.len() >= 2 {
                break;
            }
        }
        sparse
    }

    /// Ticks for an axis that runs to the right.
    pub fn ticks_across(&self, length: f64, em: f64, overhang: f64) -> Ticks {
        self.ticks(10, length, overhang, |label| font::width(label, em), GAP * em)
    }

    /// Ticks for an axis that runs upwards.
    pub fn ticks_up(&self, length: f64, em: f64) -> Ticks {
        let most = ((length / (em * 3.2)) as usize).clamp(2, 12);
        self.ticks(most, length, em, |_| font::LINE * em, 0.0)
    }

    /// At most `most` round values; at least one where the axis contains one.
    fn round_values(&self, most: usize) -> Ticks {
        match self.log {
            Some((low, span)) => self.round_log(low, span, most),
            None => self.multiples(most),
        }
    }

    fn labelled(&self, values: &[BigUint]) -> Vec<Tick> {
        let texts = labels(values, self.decimals);
        let ticks = values.iter().zip(texts);
        ticks.map(|(value, label)| Tick { at: self.at(value), label }).collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn multiples(&self, most: usize) -> Ticks {
        let mut power = BigUint::from(10u8)
            .pow((digit_count(&(&self.span / most.max(1))) as u32).saturating_sub(1));
        loop {
            for factor in [1u8, 2, 5] {
                let step = &power * factor;
                let (first, last) = (self.min.div_ceil(&step), &self.max / &step);
                if last < first {
                    // Not one multiple inside: the ends are all there is to mark.
                    return Ticks { major: self.labelled(&self.ends(most)), minor: Vec::new() };
                }
                if &last - &first < BigUint::from(most) {
                    let mut values = Vec::new();
                    let mut place = first;
                    while place <= last {
                        values.push(&place * &step);
                        place += BigUint::one();
                    }
                    return Ticks { major: self.labelled(&values), minor: Vec::new() };
                }
            }
            power *= 10u8;
        }
    }

    fn ends(&self, most: usize) -> Vec<BigUint> {
        if most < 2 || self.span.is_zero() {
            vec![self.min.clone()]
        } else {
            vec![self.min.clone(), self.max.clone()]
        }
    }

    fn round_log(&self, low: f64, span: f64, most: usize) -> Ticks {
        // A power of ten at the very end counts as inside.
        let unit = f64::from(self.decimals);
        let first = (low - unit - 1e-9).ceil() as i64;
        let last = (low - unit + span + 1e-9).floor() as i64;
        if span < 0.7 {
            return self.multiples(most);
        }
        if span < 2.5 {
            let series = self.one_two_five(first - 1, last);
            if (2..=most).contains(&series.len()) {
                return Ticks { major: self.labelled(&series), minor: self.between(first, last) };
            }
            if last <= first {
                return self.multiples(most);
            }
        }
        self.decades(low, span, (first, last), most)
    }

    /// Every power of ten, or every second, fifth, tenth...
    fn decades(&self, low: f64, span: f64, (first, last): (i64, i64), most: usize) -> Ticks {
        let mut step = 1i64;
        let mut factors = [2, 5, 10].into_iter().cycle();
        let mut unit = 1;
        let multiples =
            |step: i64| Integer::div_ceil(&first, &step)..=Integer::div_floor(&last, &step);
        while multiples(step).count() > most.max(1) {
            let factor = factors.next().unwrap_or(10);
            step = unit * factor;
            if factor == 10 {
                unit *= 10;
            }
        }
        let decimals = f64::from(self.decimals);
        let place = |exponent: i64| Self::log_at(exponent as f64 + decimals, low, span);
        let plain = first >= -3 && last <= 5;
        let label = |exponent: i64| Tick {
            at: place(exponent),
            label: if plain { plain_power(exponent) } else { power_of_ten(exponent) },
        };
        let minor = if step == 1 && last - first <= 10 {
            self.between(first, last)
        } else if last - first <= 100 {
            (first..=last).map(place).collect()
        } else {
            Vec::new()
        };
        Ticks { major: multiples(step).map(|i| label(i * step)).collect(), minor }
    }

    /// 1, 2 and 5 times each power of ten on the axis.
    fn one_two_five(&self, first: i64, last: i64) -> Vec<BigUint> {
        let mut values = Vec::new();
        for exponent in first..=last {
            // A power below the last decimal is below every value above 0.
            let Ok(exponent) = u32::try_from(exponent + i64::from(self.decimals)) else { continue };
            let power = BigUint::from(10u8).pow(exponent);
            values.extend([1u8, 2, 5].map(|factor| &power * factor));
        }
        values.retain(|value| *value >= self.min && *value <= self.max);
        values
    }

    /// Positions of 2 to 9 times each power of ten.
    fn between(&self, first: i64, last: i64) -> Vec<f64> {
        let Some((low, span)) = self.log else {
            return Vec::new();
        };
        let low = low - f64::from(self.decimals);
        let mut places = Vec::new();
        for exponent in first - 1..=last {
            for factor in 2..=9u8 {
                let at = (exponent as f64 + f64::from(factor).log10() - low) / span;
                if (0.0..=1.0).contains(&at) {
                    places.push(at);
                }
            }
        }
        places
    }
}

/// Whether amounts from `min` to `max` are better read on a logarithmic scale.
pub(super) fn wide(scale: Scale, min: &BigUint, max: &BigUint) -> bool {
    match scale {
        Scale::Linear => false,
        Scale::Logarithmic => !min.is_zero(),
        Scale::Auto => !min.is_zero() && *max > min * 100u8,
    }
}

/// As [`wide`] for arguments, which often go up in equal steps: then the axis stays linear.
pub(super) fn crowded(scale: Scale, values: &[&BigUint]) -> bool {
    let (Some(min), Some(max)) = (values.iter().min(), values.iter().max()) else {
        return false;
    };
    if scale != Scale::Auto {
        return wide(scale, min, max);
    }
    let tenth = (*max - *min) / 10u8 + *min;
    let low = values.iter().filter(|value| ***value <= tenth).count();
    wide(scale, min, max) && 2 * low > values.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(min: u64, max: u64, logarithmic: bool) -> Axis {
        Axis::new(min.into(), max.into(), logarithmic)
    }

    fn texts(ticks: &Ticks) -> Vec<&str> {
        ticks.major.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_in_place() {
        let ticks = axis(0, 100, false).round_values(6);
        assert_eq!(texts(&ticks), ["0", "20", "40", "60", "80", "100"]);
        assert!((ticks.major[1].at - 0.2).abs() < 1e-12);
        assert_eq!(texts(&axis(1, 20, false).round_values(5)), ["5", "10", "15", "20"]);
        assert_eq!(texts(&axis(3, 4, false).round_values(8)), ["3", "4"]);
        assert_eq!(texts(&axis(7, 7, false).round_values(8)), ["7"]);
        let large = axis(0, 4_000_000_000, false).round_values(5);
        assert_eq!(texts(&large), ["0", "10⁹", "2×10⁹", "3×10⁹", "4×10⁹"]);
    }

    #[test]
    fn there_are_never_more_ticks_than_asked_and_always_one() {
        for (min, max) in [(0, 1), (1, 7), (13, 19), (99, 101), (0, 12_345), (17, 98_765_432)] {
            for logarithmic in [false, true] {
                for most in 1..12 {
                    let ticks = axis(min, max, logarithmic).round_values(most);
                    let count = ticks.major.len();
                    assert!((1..=most).contains(&count), "{min} {max} {most}: {ticks:?}");
                    assert!(ticks.major.windows(2).all(|w| w[0].at < w[1].at));
                    assert!(ticks.minor.iter().all(|at| (0.0..=1.0).contains(at)));
                }
            }
        }
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_where_there_are_enough() {
        let ticks = axis(1, 100_000, true).round_values(8);
        assert_eq!(texts(&ticks), ["1", "10", "100", "1,000", "10,000", "100,000"]);
        assert!((ticks.major[3].at - 0.6).abs() < 1e-12);
        assert!(ticks.minor.len() >= 40);
        let huge = Axis::new(BigUint::one(), BigUint::from(10u8).pow(1000), true);
        let ticks = huge.round_values(6);
        assert_eq!(texts(&ticks), ["1", "10²⁰⁰", "10⁴⁰⁰", "10⁶⁰⁰", "10⁸⁰⁰", "10¹⁰⁰⁰"]);
        assert!((ticks.major[5].at - 1.0).abs() < 1e-12);
    }

    #[test]
    fn short_logarithmic_ranges_get_finer_ticks() {
        assert_eq!(texts(&axis(1, 50, true).round_values(8)), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(texts(&axis(200, 300, true).round_values(3)), ["200", "250", "300"]);
    }

    #[test]
    fn decimals_are_marked_as_what_they_are() {
        let axis = |min: &str, max: &str, decimals: u32, logarithmic| {
            let end = |text: &str| text.parse::<BigUint>().expect("digits");
            Axis::new(end(min), end(max), logarithmic).with_decimals(decimals)
        };
        let unit = format!("1{}", "0".repeat(30));
        let ticks = axis("0", &unit, 30, false).round_values(6);
        assert_eq!(texts(&ticks), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert!((ticks.major[1].at - 0.2).abs() < 1e-12);
        let ticks = axis("1000", &unit, 30, true).round_values(4);
        assert_eq!(texts(&ticks), ["10⁻²⁰", "10⁻¹⁰", "1"]);
        assert!((ticks.major[1].at - 17.0 / 27.0).abs() < 1e-12);
        let ticks = axis("20", "31000", 4, true).round_values(6);
        assert_eq!(texts(&ticks), ["0.01", "0.1", "1"]);
        let ticks = axis("1", "31", 12, true).round_values(8);
        assert_eq!(texts(&ticks), ["10⁻¹²", "2×10⁻¹²", "5×10⁻¹²", "10⁻¹¹", "2×10⁻¹¹"]);
        let ticks = axis("200", "300", 12, false).round_values(3);
        assert_eq!(texts(&ticks), ["2×10⁻¹⁰", "2.5×10⁻¹⁰", "3×10⁻¹⁰"]);
        assert_eq!(
            texts(&axis("9975", "10000", 4, false).round_values(3)),
            ["0.998", "0.999", "1"]
        );
        // The marks of powers stand where those of values do.
        let ticks = axis("10", "10000000", 4, true).round_values(9);
        assert_eq!(texts(&ticks), ["0.001", "0.01", "0.1", "1", "10", "100", "1,000"]);
        for (tick, power) in ticks.major.iter().zip(1u32..) {
            let value = BigUint::from(10u8).pow(power);
            assert!((axis("10", "10000000", 4, true).at(&value) - tick.at).abs() < 1e-12);
        }
    }

    #[test]
    fn values_keep_their_order_on_any_axis() {
        let base = BigUint::from(10u8).pow(2000);
        for logarithmic in [false, true] {
            let axis = Axis::new(base.clone(), &base * 1000u32, logarithmic);
            let places: Vec<f64> = (1..=10u32).map(|i| axis.at(&(&base * (i * 100)))).collect();
            assert!(places.windows(2).all(|w| w[0] < w[1]), "{places:?}");
            assert!(axis.at(&base).abs() < 1e-12);
            assert!((places[9] - 1.0).abs() < 1e-12);
        }
        let near = Axis::new(base.clone(), &base + 8u8, false);
        assert!((near.at(&(&base + 2u8)) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn labels_keep_their_distance() {
        font::ready().expect("the font is sound");
        let axis = axis(0, 9_000_000, false);
        for length in [60.0, 150.0, 300.0, 900.0] {
            let ticks = axis.ticks_across(length, 15.0, 60.0);
            assert!(!ticks.major.is_empty());
            for pair in ticks.major.windows(2) {
                let half = |tick: &Tick| font::width(&tick.label, 15.0) / 2.0;
                let room = (pair[1].at - pair[0].at) * length;
                assert!(room > half(&pair[0]) + half(&pair[1]) + 10.0);
            }
        }
        assert!(axis.ticks_across(900.0, 15.0, 60.0).major.len() >= 6);
    }

    #[test]
    fn scales_are_chosen_by_the_values() {
        let numbers: Vec<BigUint> = (1..=300u32).map(BigUint::from).collect();
        let even: Vec<&BigUint> = numbers.iter().collect();
        assert!(!crowded(Scale::Auto, &even));
        assert!(crowded(Scale::Logarithmic, &even));
        let powers: Vec<BigUint> = (0..30).map(|k| BigUint::from(10u8).pow(k)).collect();
        assert!(crowded(Scale::Auto, &powers.iter().collect::<Vec<_>>()));
        assert!(wide(Scale::Auto, &1u8.into(), &101u8.into()));
        assert!(!wide(Scale::Auto, &1u8.into(), &100u8.into()));
        assert!(!wide(Scale::Auto, &0u8.into(), &5000u32.into()));
    }
}
