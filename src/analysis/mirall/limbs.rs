//! Naturals of any size with the few operations that the flush recursion repeats millions of
//! times, in place and without allocation. Conversions to and from [`BigUint`] are at the border.
//!
//! Why not [`BigUint`] itself: it allocates for most operations and divides a limb at a time by
//! the machine's division. `docs/performance.md` has the ratio.

use num_bigint::BigUint;

/// A natural number: limbs of 64 bits, the lowest first, the highest not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limbs(Vec<u64>);

impl From<&BigUint> for Limbs {
    fn from(number: &BigUint) -> Self {
        Self(number.to_u64_digits())
    }
}

impl From<Limbs> for BigUint {
    fn from(number: Limbs) -> Self {
        let halves = number.0.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
        Self::new(halves.collect())
    }
}

impl From<u128> for Limbs {
    fn from(number: u128) -> Self {
        let mut limbs = Self(vec![number as u64, (number >> 64) as u64]);
        limbs.normalise();
        limbs
    }
}

impl Limbs {
    fn normalise(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The length in binary.
    pub(super) fn bits(&self) -> u64 {
        self.0.last().map_or(0, |top| self.0.len() as u64 * 64 - u64::from(top.leading_zeros()))
    }

    /// Makes it 0 and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The number, if it has at most two limbs.
    pub(super) fn to_u128(&self) -> Option<u128> {
        match self.0[..] {
            [] => Some(0),
            [low] => Some(low.into()),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    pub(super) fn add_word(&mut self, word: u64) {
        let mut carry = word;
        for limb in &mut self.0 {
            if carry == 0 {
                return;
            }
            let (sum, over) = limb.overflowing_add(carry);
            (*limb, carry) = (sum, over.into());
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Subtracts a word that is not larger than the number.
    fn subtract_word(&mut self, word: u64) {
        let mut borrow = word;
        for limb in &mut self.0 {
            let (difference, under) = limb.overflowing_sub(borrow);
            (*limb, borrow) = (difference, under.into());
            if borrow == 0 {
                break;
            }
        }
        debug_assert!(borrow == 0, "subtracted more than there was");
        self.normalise();
    }

    pub(super) fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let (low, high) = self.0.split_at_mut(other.0.len());
        let mut carry = false;
        for (limb, &more) in low.iter_mut().zip(&other.0) {
            (*limb, carry) = limb.carrying_add(more, carry);
        }
        for limb in high {
            if !carry {
                return;
            }
            (*limb, carry) = limb.overflowing_add(1);
        }
        if carry {
            self.0.push(1);
        }
    }

    /// Divides by the divisor and returns the remainder.
    pub(super) fn divide(&mut self, divisor: &Divisor) -> u64 {
        let rest = divisor.divide(&mut self.0);
        self.normalise();
        rest
    }

    /// Replaces the number `q` by the sum of `q / n + q / n^2 + ...`, each rounded down; adds to
    /// `at_least[x - 1]`, for each digit `x` in `1..n`, how many digits of `q` to the base `n` are
    /// at least `x`; returns the number of digits.
    ///
    /// The sum is `(q - digit sum) / (n - 1)`.
    pub(super) fn sum_of_quotients(&mut self, base: &Base, at_least: &mut [u64]) -> u64 {
        let (digits, digit_sum) = if base.n == 4 {
            self.digits_to_base_4(at_least)
        } else {
            self.digits_to_base(base, at_least)
        };
        self.subtract_word(digit_sum);
        if base.n > 2 {
            let rest = self.divide(&base.less_one);
            debug_assert!(rest == 0, "n - 1 divides q less its digit sum");
        }
        digits
    }

    /// Counts the digits without looking at them one by one. Returns their number and sum.
    fn digits_to_base_4(&self, at_least: &mut [u64]) -> (u64, u64) {
        const LOW: u64 = 0x5555_5555_5555_5555;
        let Some(&top) = self.0.last() else {
            return (0, 0);
        };
        let (mut one, mut two, mut three) = (0, 0, 0);
        for &limb in &self.0 {
            let (low, high) = (limb & LOW, limb >> 1 & LOW);
            one += u64::from((low | high).count_ones());
            two += u64::from(high.count_ones());
            three += u64::from((low & high).count_ones());
        }
        for (sum, count) in at_least.iter_mut().zip([one, two, three]) {
            *sum += count;
        }
        let digits = self.0.len() as u64 * 32 - u64::from(top.leading_zeros() / 2);
        (digits, one + two + three)
    }

    fn digits_to_base(&self, base: &Base, at_least: &mut [u64]) -> (u64, u64) {
        let mut rest = self.clone();
        let (mut digits, mut sum) = (0, 0);
        while !rest.is_zero() {
            // Many digits at a time; the last portion has only the digits there are.
            let mut portion = rest.divide(&base.power);
            let mut missing = base.exponent;
            while missing > 0 && (portion > 0 || !rest.is_zero()) {
                let digit = portion % base.n;
                portion /= base.n;
                for count in &mut at_least[..digit as usize] {
                    *count += 1;
                }
                sum += digit;
                digits += 1;
                missing -= 1;
            }
        }
        (digits, sum)
    }
}

/// A base `n >= 2` of digits, with what it takes to find them.
pub(super) struct Base {
    n: u64,
    pub(super) divisor: Divisor,
    less_one: Divisor,
    /// The largest power of `n` below 2^64 and its exponent.
    power: Divisor,
    exponent: u32,
}

impl Base {
    pub(super) fn n(&self) -> u64 {
        self.n
    }

    pub(super) fn new(n: u64) -> Self {
        let exponent = u64::MAX.ilog(n);
        Self {
            n,
            divisor: Divisor::new(n),
            less_one: Divisor::new(n - 1),
            power: Divisor::new(n.pow(exponent)),
            exponent,
        }
    }
}

/// A divisor prepared for division by multiplication (N. Möller and T. Granlund, *Improved
/// Division by Invariant Integers*, IEEE Transactions on Computers 60, 2011).
pub(super) struct Divisor {
    shift: u32,
    /// The divisor, shifted so that its top bit is 1.
    shifted: u64,
    /// `(2^128 - 1) / shifted - 2^64`.
    reciprocal: u64,
}

impl Divisor {
    fn new(divisor: u64) -> Self {
        assert!(divisor > 0);
        let shift = divisor.leading_zeros();
        let shifted = divisor << shift;
        let reciprocal = (u128::MAX / u128::from(shifted) - (1 << 64)) as u64;
        Self { shift, shifted, reciprocal }
    }

    fn divide(&self, limbs: &mut [u64]) -> u64 {
        if self.shifted == 1 << 63 {
            return self.divide_by_power_of_two(limbs);
        }
        // The dividend is shifted as the divisor is, on the way.
        let up = |high: u64, low: u64| {
            ((u128::from(high) << 64 | u128::from(low)) << self.shift >> 64) as u64
        };
        let Some(&top) = limbs.last() else {
            return 0;
        };
        let mut rest = up(0, top);
        for index in (0..limbs.len()).rev() {
            let below = if index == 0 { 0 } else { limbs[index - 1] };
            let low = up(limbs[index], below);
            let estimate = u128::from(self.reciprocal) * u128::from(rest)
                + (u128::from(rest) << 64 | u128::from(low));
            let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
            rest = low.wrapping_sub(quotient.wrapping_mul(self.shifted));
            if rest > estimate as u64 {
                quotient = quotient.wrapping_sub(1);
                rest = rest.wrapping_add(self.shifted);
            }
            if rest >= self.shifted {
                quotient = quotient.wrapping_add(1);
                rest -= self.shifted;
            }
            limbs[index] = quotient;
        }
        rest >> self.shift
    }

    fn divide_by_power_of_two(&self, limbs: &mut [u64]) -> u64 {
        let bits = 63 - self.shift;
        let Some(&lowest) = limbs.first() else {
            return 0;
        };
        if bits > 0 {
            for index in 0..limbs.len() {
                let above = limbs.get(index + 1).copied().unwrap_or(0);
                limbs[index] = limbs[index] >> bits | above << (64 - bits);
            }
        }
        lowest & ((1 << bits) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, BigUint, Limbs};
    use num_traits::{ToPrimitive, Zero};

    /// Numbers with every kind of limb.
    fn numbers() -> Vec<BigUint> {
        let mut state = 7u64;
        let mut numbers = vec![BigUint::zero()];
        for size in 0..8 {
            for _ in 0..12 {
                let mut number = BigUint::from(1u8);
                for _ in 0..size {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let limb =
                        [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, state][(state >> 60) as usize % 6];
                    number = (number << 64u8) + limb;
                }
                numbers.push(number);
            }
        }
        numbers
    }

    fn back(limbs: &Limbs) -> BigUint {
        assert_ne!(limbs.0.last(), Some(&0));
        limbs.clone().into()
    }

    #[test]
    fn sums_and_differences() {
        for a in numbers() {
            for b in numbers() {
                let mut sum = Limbs::from(&a);
                sum.add(&Limbs::from(&b));
                assert_eq!(back(&sum), &a + &b);
            }
            for word in [0, 1, 5, u64::MAX] {
                let mut sum = Limbs::from(&a);
                sum.add_word(word);
                assert_eq!(back(&sum), &a + word);
                sum.subtract_word(word);
                assert_eq!(back(&sum), a);
            }
            assert_eq!(Limbs::from(&a).to_u128(), a.to_u128());
            assert_eq!(Limbs::from(&a).bits(), a.bits());
        }
        for number in [0, 1, u128::from(u64::MAX), 1 << 64, u128::MAX] {
            assert_eq!(Limbs::from(number).to_u128(), Some(number));
        }
    }

    #[test]
    fn quotients_and_remainders() {
        for a in numbers() {
            for n in [2, 3, 4, 5, 6, 7, 8, 10, 16, 27, 64, 100, 255, 4096] {
                let mut quotient = Limbs::from(&a);
                let rest = quotient.divide(&Base::new(n).divisor);
                assert_eq!((back(&quotient), rest.into()), (&a / n, &a % n));
                let base = Base::new(n);
                let mut quotient = Limbs::from(&a);
                let rest = quotient.divide(&base.power);
                let power = n.pow(base.exponent);
                assert_eq!((back(&quotient), rest.into()), (&a / power, &a % power));
            }
        }
    }

    #[test]
    fn sums_of_quotients() {
        for a in numbers() {
            for n in [2, 3, 4, 5, 8, 10, 16, 100] {
                let mut at_least = vec![1; n as usize - 1];
                let mut sum = Limbs::from(&a);
                let digits = sum.sum_of_quotients(&Base::new(n), &mut at_least);

                let (mut rest, mut expected, mut count) = (a.clone(), BigUint::zero(), 0);
                let mut counts = vec![1; n as usize - 1];
                while !rest.is_zero() {
                    let digit = (&rest % n).to_usize().unwrap();
                    counts[..digit].iter_mut().for_each(|count| *count += 1);
                    rest /= n;
                    expected += &rest;
                    count += 1;
                }
                assert_eq!(
                    (back(&sum), digits, at_least),
                    (expected, count, counts),
                    "{a} base {n}"
                );
            }
        }
    }
}
