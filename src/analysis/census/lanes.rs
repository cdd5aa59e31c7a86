//! A hundred and twenty-eight bytes side by side: the few vector instructions that the search
//! needs, three times.
//!
//! [`Portable`] is plain Rust and the definition; `Avx2` and `Avx512` are the same operations as
//! instructions of `x86_64` processors. All have 128 lanes, so that a search takes the same course
//! with each of them, step by step. That is more than one register holds: the search is a long
//! chain of instructions that wait for each other, and two chains wait at the same time.

// Instructions are there only where everything around them is inlined into one function that has
// been compiled for them.
#![allow(clippy::inline_always)]

use std::ops::{BitAnd, BitOr, Not};

/// Number of lanes.
pub(super) const LANES: usize = 128;

/// A lane as a bit.
pub(super) const fn lane_bit(lane: usize) -> u128 {
    1 << lane
}

/// A vector in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Row(pub [u8; LANES]);

impl Row {
    /// The same byte in every lane.
    pub const fn splat(byte: u8) -> Self {
        Self([byte; LANES])
    }
}

/// One bit for each lane.
pub(super) trait Mask:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Lane `i` as bit `i`.
    fn bits(self) -> u128;
    /// The inverse of [`Mask::bits`].
    fn from_bits(bits: u128) -> Self;
}

/// The instructions. Bytes that are compared are below 128, which signed comparisons need, or in
/// lanes whose result is not used.
///
/// # Safety
/// Each function may only be called on a processor that has the instructions.
pub(super) trait Lanes {
    type Vector: Copy;
    type Mask: Mask;

    unsafe fn load(row: &Row) -> Self::Vector;
    unsafe fn store(row: &mut Row, vector: Self::Vector);
    unsafe fn splat(byte: u8) -> Self::Vector;
    /// Sums, each modulo 256.
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    unsafe fn eq(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    unsafe fn gt(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Where the highest bit is set.
    unsafe fn high(a: Self::Vector) -> Self::Mask;
    /// Where `a` and `b` have a bit in common.
    unsafe fn meet(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// `a` where the mask says so, `b` elsewhere.
    unsafe fn select(mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a + b` where the mask says so, `a` elsewhere.
    #[inline(always)]
    unsafe fn add_where(mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        unsafe { Self::select(mask, Self::add(a, b), a) }
    }
    /// The lowest set bits, `count` of them or all.
    unsafe fn lowest(bits: u128, count: usize) -> u128;
    /// Puts the bytes of `from`, one after the other, into the lanes of `to`, and 0 elsewhere.
    unsafe fn spread(to: u128, from: &[u8; LANES]) -> Self::Vector;
    /// Writes the numbers of the set bits into `to`, rising. Twice as many bytes as there are lanes
    /// may be written.
    unsafe fn list(to: &mut [u8; 2 * LANES], bits: u128);
    /// Puts the bytes of `count` lanes, whose numbers are `from`, one after the other into `to`.
    /// All of `to` may be written.
    unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], count: usize, row: &Row);
    /// `vector`, and in the lanes of the moves what `row` has in the lanes they come from.
    unsafe fn moved(row: &Row, moves: &Moves, vector: Self::Vector) -> Self::Vector;
}

/// Where lanes get their bytes from.
pub(super) struct Moves {
    /// The lanes that get a byte.
    pub to: u128,
    /// For each of these, the number of the byte it gets.
    from: Row,
}

impl Moves {
    /// The lanes of `to`, rising, get the bytes whose numbers are `from`.
    ///
    /// # Safety
    /// As [`Lanes`].
    #[inline(always)]
    pub unsafe fn new<L: Lanes>(to: u128, from: &[u8; LANES]) -> Self {
        let mut moves = Self { to, from: Row::splat(0) };
        unsafe { L::store(&mut moves.from, L::spread(to, from)) };
        moves
    }
}

/// The places of the set bits, in rising order.
pub(super) fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}

/// Plain Rust.
pub(super) struct Portable;

/// A mask as bytes, 255 or 0: what comparisons of bytes give on most processors.
#[derive(Clone, Copy)]
pub(super) struct Bytes([u8; LANES]);

macro_rules! lanewise {
    (|$($x:ident),+| $value:expr) => {{
        let mut out = [0u8; LANES];
        for lane in 0..LANES {
            $(let $x = $x[lane];)+
            out[lane] = $value;
        }
        out
    }};
}

impl BitAnd for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self(lanewise!(|a, b| a & b))
    }
}

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self(lanewise!(|a, b| a | b))
    }
}

impl Not for Bytes {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let a = self.0;
        Self(lanewise!(|a| !a))
    }
}

impl Mask for Bytes {
    #[inline(always)]
    fn bits(self) -> u128 {
        let mut bits = 0;
        for (index, eight) in self.0.as_chunks::<8>().0.iter().enumerate() {
            // Each byte's lowest bit, moved to the eight highest bits of a product.
            let low = u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101;
            let eight = low.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= u128::from(eight) << (8 * index);
        }
        bits
    }

    #[inline(always)]
    fn from_bits(bits: u128) -> Self {
        let mut bytes = [0; LANES];
        for (lane, byte) in bytes.iter_mut().enumerate() {
            *byte = if bits >> lane & 1 == 1 { 255 } else { 0 };
        }
        Self(bytes)
    }
}

/// 255 for true, 0 for false.
#[inline(always)]
fn all_ones(truth: bool) -> u8 {
    if truth { 255 } else { 0 }
}

impl Lanes for Portable {
    type Vector = [u8; LANES];
    type Mask = Bytes;

    #[inline(always)]
    unsafe fn load(row: &Row) -> Self::Vector {
        row.0
    }
    #[inline(always)]
    unsafe fn store(row: &mut Row, vector: Self::Vector) {
        row.0 = vector;
    }
    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self::Vector {
        [byte; LANES]
    }
    #[inline(always)]
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        lanewise!(|a, b| a.wrapping_add(b))
    }
    #[inline(always)]
    unsafe fn eq(a: Self::Vector, b: Self::Vector) -> Self::Mask {
        Bytes(lanewise!(|a, b| all_ones(a == b)))
    }
    #[inline(always)]
    unsafe fn gt(a: Self::Vector, b: Self::Vector) -> Self::Mask {
        Bytes(lanewise!(|a, b| all_ones((a as i8) > (b as i8))))
    }
    #[inline(always)]
    unsafe fn high(a: Self::Vector) -> Self::Mask {
        Bytes(lanewise!(|a| all_ones((a as i8) < 0)))
    }
    #[inline(always)]
    unsafe fn meet(a: Self::Vector, b: Self::Vector) -> Self::Mask {
        Bytes(lanewise!(|a, b| all_ones(a & b != 0)))
    }
    #[inline(always)]
    unsafe fn select(mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        let mask = mask.0;
        lanewise!(|mask, a, b| (a & mask) | (b & !mask))
    }
    #[inline(always)]
    unsafe fn lowest(bits: u128, count: usize) -> u128 {
        ones(bits).take(count).map(lane_bit).fold(0, |all, bit| all | bit)
    }
    #[inline(always)]
    unsafe fn spread(to: u128, from: &[u8; LANES]) -> Self::Vector {
        let mut vector = [0; LANES];
        for (lane, from) in ones(to).zip(from) {
            vector[lane] = *from;
        }
        vector
    }
    #[inline(always)]
    unsafe fn list(to: &mut [u8; 2 * LANES], bits: u128) {
        for (to, place) in to.iter_mut().zip(ones(bits)) {
            *to = place as u8;
        }
    }
    #[inline(always)]
    unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], count: usize, row: &Row) {
        for (to, lane) in to.iter_mut().zip(&from[..count]) {
            *to = row.0[usize::from(*lane) % LANES];
        }
    }
    #[inline(always)]
    unsafe fn moved(row: &Row, moves: &Moves, mut vector: Self::Vector) -> Self::Vector {
        for lane in ones(moves.to) {
            vector[lane] = row.0[usize::from(moves.from.0[lane]) % LANES];
        }
        vector
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    #[allow(clippy::wildcard_imports)]
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr, Not};

    use super::{LANES, Lanes, Mask, Moves, Portable, Row};

    /// AVX-512 with the byte instructions of its parts BW, VBMI and VBMI2; two registers for a
    /// vector.
    pub struct Avx512;

    /// Two mask registers.
    #[derive(Clone, Copy)]
    pub struct Bits(u64, u64);

    impl BitAnd for Bits {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            Self(self.0 & other.0, self.1 & other.1)
        }
    }

    impl BitOr for Bits {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(self.0 | other.0, self.1 | other.1)
        }
    }

    impl Not for Bits {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            Self(!self.0, !self.1)
        }
    }

    impl Mask for Bits {
        #[inline(always)]
        fn bits(self) -> u128 {
            u128::from(self.0) | u128::from(self.1) << 64
        }
        #[inline(always)]
        fn from_bits(bits: u128) -> Self {
            Self(bits as u64, (bits >> 64) as u64)
        }
    }

    /// Every lane's own number.
    const NUMBERS: Row = {
        let mut numbers = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            numbers[lane] = lane as u8;
            lane += 1;
        }
        Row(numbers)
    };

    impl Lanes for Avx512 {
        type Vector = (__m512i, __m512i);
        type Mask = Bits;

        #[inline(always)]
        unsafe fn load(row: &Row) -> Self::Vector {
            unsafe {
                let from: *const __m512i = row.0.as_ptr().cast();
                (_mm512_load_si512(from), _mm512_load_si512(from.add(1)))
            }
        }
        #[inline(always)]
        unsafe fn store(row: &mut Row, vector: Self::Vector) {
            unsafe {
                let to: *mut __m512i = row.0.as_mut_ptr().cast();
                _mm512_store_si512(to, vector.0);
                _mm512_store_si512(to.add(1), vector.1);
            }
        }
        #[inline(always)]
        unsafe fn splat(byte: u8) -> Self::Vector {
            unsafe { (_mm512_set1_epi8(byte as i8), _mm512_set1_epi8(byte as i8)) }
        }
        #[inline(always)]
        unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
            unsafe { (_mm512_add_epi8(a.0, b.0), _mm512_add_epi8(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn eq(a: Self::Vector, b: Self::Vector) -> Bits {
            unsafe { Bits(_mm512_cmpeq_epi8_mask(a.0, b.0), _mm512_cmpeq_epi8_mask(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn gt(a: Self::Vector, b: Self::Vector) -> Bits {
            unsafe { Bits(_mm512_cmpgt_epi8_mask(a.0, b.0), _mm512_cmpgt_epi8_mask(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn high(a: Self::Vector) -> Bits {
            unsafe { Bits(_mm512_movepi8_mask(a.0), _mm512_movepi8_mask(a.1)) }
        }
        #[inline(always)]
        unsafe fn meet(a: Self::Vector, b: Self::Vector) -> Bits {
            unsafe { Bits(_mm512_test_epi8_mask(a.0, b.0), _mm512_test_epi8_mask(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn select(mask: Bits, a: Self::Vector, b: Self::Vector) -> Self::Vector {
            unsafe {
                (_mm512_mask_blend_epi8(mask.0, b.0, a.0), _mm512_mask_blend_epi8(mask.1, b.1, a.1))
            }
        }
        #[inline(always)]
        unsafe fn lowest(bits: u128, count: usize) -> u128 {
            let Bits(low, high) = Bits::from_bits(bits);
            // The lowest bits of a number that has so many, where the mask has room for them.
            let first = |count: usize| 1u64.checked_shl(count as u32).unwrap_or(0).wrapping_sub(1);
            let rest = count.saturating_sub(low.count_ones() as usize);
            unsafe { Bits(_pdep_u64(first(count), low), _pdep_u64(first(rest), high)) }.bits()
        }
        #[inline(always)]
        unsafe fn spread(to: u128, from: &[u8; LANES]) -> Self::Vector {
            let Bits(low, high) = Bits::from_bits(to);
            // Both loads stay within the 128 bytes.
            unsafe {
                let after = from.as_ptr().add(low.count_ones() as usize);
                let from = _mm512_loadu_si512(from.as_ptr().cast());
                let after = _mm512_loadu_si512(after.cast());
                (_mm512_maskz_expand_epi8(low, from), _mm512_maskz_expand_epi8(high, after))
            }
        }
        #[inline(always)]
        unsafe fn list(to: &mut [u8; 2 * LANES], bits: u128) {
            unsafe {
                let Bits(low, high) = Bits::from_bits(bits);
                let (first, second) = Self::load(&NUMBERS);
                let to = to.as_mut_ptr();
                let after = to.add(low.count_ones() as usize);
                _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi8(low, first));
                _mm512_storeu_si512(after.cast(), _mm512_maskz_compress_epi8(high, second));
            }
        }
        #[inline(always)]
        unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], count: usize, row: &Row) {
            unsafe {
                let (first, second) = Self::load(row);
                let (from, to) = (from.as_ptr(), to.as_mut_ptr());
                let numbers = _mm512_loadu_si512(from.cast());
                let bytes = _mm512_permutex2var_epi8(first, numbers, second);
                _mm512_storeu_si512(to.cast(), bytes);
                if count > LANES / 2 {
                    let numbers = _mm512_loadu_si512(from.add(LANES / 2).cast());
                    let bytes = _mm512_permutex2var_epi8(first, numbers, second);
                    _mm512_storeu_si512(to.add(LANES / 2).cast(), bytes);
                }
            }
        }
        #[inline(always)]
        unsafe fn moved(row: &Row, moves: &Moves, vector: Self::Vector) -> Self::Vector {
            unsafe {
                let (first, second) = Self::load(row);
                let from = Self::load(&moves.from);
                let bytes = (
                    _mm512_permutex2var_epi8(first, from.0, second),
                    _mm512_permutex2var_epi8(first, from.1, second),
                );
                Self::select(Bits::from_bits(moves.to), bytes, vector)
            }
        }
    }

    /// AVX2, four registers for a vector.
    pub struct Avx2;

    /// Bytes of 255 or 0.
    #[derive(Clone, Copy)]
    pub struct Quarters([__m256i; 4]);

    /// The same for each of four registers. (No closure: instructions would not be inlined there.)
    macro_rules! four {
        ($function:ident($($argument:expr),*)) => {
            unsafe { [
                $function($($argument[0]),*),
                $function($($argument[1]),*),
                $function($($argument[2]),*),
                $function($($argument[3]),*),
            ] }
        };
    }

    impl BitAnd for Quarters {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            // Masks of this type are only made where AVX2 is there.
            Self(four!(_mm256_and_si256(self.0, other.0)))
        }
    }

    impl BitOr for Quarters {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(four!(_mm256_or_si256(self.0, other.0)))
        }
    }

    impl Not for Quarters {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            let ones = unsafe { [_mm256_set1_epi8(-1); 4] };
            Self(four!(_mm256_xor_si256(self.0, ones)))
        }
    }

    impl Mask for Quarters {
        #[inline(always)]
        fn bits(self) -> u128 {
            let [a, b, c, d] = four!(_mm256_movemask_epi8(self.0));
            let pair = |low: i32, high: i32| u64::from(low as u32) | u64::from(high as u32) << 32;
            u128::from(pair(a, b)) | u128::from(pair(c, d)) << 64
        }

        #[inline(always)]
        fn from_bits(bits: u128) -> Self {
            // Byte `i` of a quarter gets byte `i / 8` of the bits, then keeps bit `i % 8` of it.
            let place = unsafe {
                [_mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                ); 4]
            };
            let bit = unsafe { [_mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64); 4] };
            let words =
                [bits as i32, (bits >> 32) as i32, (bits >> 64) as i32, (bits >> 96) as i32];
            let words = four!(_mm256_set1_epi32(words));
            let spread = four!(_mm256_shuffle_epi8(words, place));
            let kept = four!(_mm256_and_si256(spread, bit));
            Self(four!(_mm256_cmpeq_epi8(kept, bit)))
        }
    }

    impl Lanes for Avx2 {
        type Vector = [__m256i; 4];
        type Mask = Quarters;

        #[inline(always)]
        unsafe fn load(row: &Row) -> Self::Vector {
            let from: *const __m256i = row.0.as_ptr().cast();
            let from = unsafe { [from, from.add(1), from.add(2), from.add(3)] };
            four!(_mm256_load_si256(from))
        }
        #[inline(always)]
        unsafe fn store(row: &mut Row, vector: Self::Vector) {
            let to: *mut __m256i = row.0.as_mut_ptr().cast();
            let to = unsafe { [to, to.add(1), to.add(2), to.add(3)] };
            four!(_mm256_store_si256(to, vector));
        }
        #[inline(always)]
        unsafe fn splat(byte: u8) -> Self::Vector {
            unsafe { [_mm256_set1_epi8(byte as i8); 4] }
        }
        #[inline(always)]
        unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
            four!(_mm256_add_epi8(a, b))
        }
        #[inline(always)]
        unsafe fn eq(a: Self::Vector, b: Self::Vector) -> Quarters {
            Quarters(four!(_mm256_cmpeq_epi8(a, b)))
        }
        #[inline(always)]
        unsafe fn gt(a: Self::Vector, b: Self::Vector) -> Quarters {
            Quarters(four!(_mm256_cmpgt_epi8(a, b)))
        }
        #[inline(always)]
        unsafe fn high(a: Self::Vector) -> Quarters {
            let zero = unsafe { [_mm256_setzero_si256(); 4] };
            Quarters(four!(_mm256_cmpgt_epi8(zero, a)))
        }
        #[inline(always)]
        unsafe fn meet(a: Self::Vector, b: Self::Vector) -> Quarters {
            let zero = unsafe { [_mm256_setzero_si256(); 4] };
            let both = four!(_mm256_and_si256(a, b));
            !Quarters(four!(_mm256_cmpeq_epi8(both, zero)))
        }
        #[inline(always)]
        unsafe fn select(mask: Quarters, a: Self::Vector, b: Self::Vector) -> Self::Vector {
            four!(_mm256_blendv_epi8(b, a, mask.0))
        }
        #[inline(always)]
        unsafe fn lowest(bits: u128, count: usize) -> u128 {
            unsafe { Portable::lowest(bits, count) }
        }
        #[inline(always)]
        unsafe fn spread(to: u128, from: &[u8; LANES]) -> Self::Vector {
            unsafe { Self::load(&Row(Portable::spread(to, from))) }
        }
        #[inline(always)]
        unsafe fn list(to: &mut [u8; 2 * LANES], bits: u128) {
            unsafe { Portable::list(to, bits) }
        }
        #[inline(always)]
        unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], count: usize, row: &Row) {
            unsafe { Portable::gather(to, from, count, row) }
        }
        #[inline(always)]
        unsafe fn moved(row: &Row, moves: &Moves, vector: Self::Vector) -> Self::Vector {
            unsafe {
                let mut out = Row::splat(0);
                Self::store(&mut out, vector);
                out.0 = Portable::moved(row, moves, out.0);
                Self::load(&out)
            }
        }
    }
}
