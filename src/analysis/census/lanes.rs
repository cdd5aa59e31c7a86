//! Sixty-four bytes side by side: the few vector instructions that the search needs, three times.
//!
//! [`Portable`] is plain Rust and the definition; `Avx2` and `Avx512` are the same operations as
//! instructions of `x86_64` processors. All have 64 lanes, so that a search takes the same course
//! with each of them, step by step.

use std::ops::{BitAnd, BitOr, Not};

/// Number of lanes.
pub(super) const LANES: usize = 64;

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
    fn bits(self) -> u64;
    /// The inverse of [`Mask::bits`].
    fn from_bits(bits: u64) -> Self;
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
    /// Differences, each modulo 256.
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector;
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
    /// Writes the numbers of the set bits into `to`, rising. All 64 bytes of `to` may be written.
    unsafe fn list(to: &mut [u8; LANES], bits: u64);
    /// Puts the bytes of `count` lanes, whose numbers are `from`, one after the other into `to`.
    /// All 64 bytes of `to` may be written.
    unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], count: usize, row: &Row);
    /// `vector`, and in the lanes of the moves what `row` has in the lanes they come from.
    unsafe fn moved(row: &Row, moves: &Moves, vector: Self::Vector) -> Self::Vector;
}

/// Where lanes get their bytes from.
pub(super) struct Moves {
    /// The lanes that get a byte.
    to: u64,
    /// For each of these, the number of the byte it gets.
    from: Row,
}

impl Moves {
    /// The first lanes of `to`, rising, get the bytes whose numbers are `from`.
    pub fn new(to: u64, from: &[u8]) -> Self {
        let mut moves = Self { to: 0, from: Row::splat(0) };
        for (lane, from) in ones(to).zip(from) {
            moves.to |= 1 << lane;
            moves.from.0[lane] = *from;
        }
        moves
    }

    /// The lanes that get a byte.
    pub fn lanes(&self) -> u64 {
        self.to
    }
}

/// The places of the set bits, in rising order.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
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
    fn bits(self) -> u64 {
        let mut bits = 0;
        for (index, eight) in self.0.as_chunks::<8>().0.iter().enumerate() {
            // Each byte's lowest bit, moved to the eight highest bits of a product.
            let low = u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101;
            bits |= (low.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
        }
        bits
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
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
    unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector {
        lanewise!(|a, b| a.wrapping_sub(b))
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
    unsafe fn list(to: &mut [u8; LANES], bits: u64) {
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
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr, Not};

    use super::{LANES, Lanes, Mask, Moves, Portable, Row};

    /// AVX-512 with the byte instructions of its parts BW, VBMI and VBMI2.
    pub struct Avx512;

    /// A mask register.
    impl Mask for u64 {
        #[inline(always)]
        fn bits(self) -> u64 {
            self
        }
        #[inline(always)]
        fn from_bits(bits: u64) -> Self {
            bits
        }
    }

    impl Lanes for Avx512 {
        type Vector = __m512i;
        type Mask = u64;

        #[inline(always)]
        unsafe fn load(row: &Row) -> __m512i {
            unsafe { _mm512_load_si512(row.0.as_ptr().cast()) }
        }
        #[inline(always)]
        unsafe fn store(row: &mut Row, vector: __m512i) {
            unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), vector) }
        }
        #[inline(always)]
        unsafe fn splat(byte: u8) -> __m512i {
            unsafe { _mm512_set1_epi8(byte as i8) }
        }
        #[inline(always)]
        unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_add_epi8(a, b) }
        }
        #[inline(always)]
        unsafe fn sub(a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_sub_epi8(a, b) }
        }
        #[inline(always)]
        unsafe fn eq(a: __m512i, b: __m512i) -> u64 {
            unsafe { _mm512_cmpeq_epi8_mask(a, b) }
        }
        #[inline(always)]
        unsafe fn gt(a: __m512i, b: __m512i) -> u64 {
            unsafe { _mm512_cmpgt_epi8_mask(a, b) }
        }
        #[inline(always)]
        unsafe fn high(a: __m512i) -> u64 {
            unsafe { _mm512_movepi8_mask(a) }
        }
        #[inline(always)]
        unsafe fn meet(a: __m512i, b: __m512i) -> u64 {
            unsafe { _mm512_test_epi8_mask(a, b) }
        }
        #[inline(always)]
        unsafe fn select(mask: u64, a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_mask_blend_epi8(mask, b, a) }
        }
        #[inline(always)]
        unsafe fn list(to: &mut [u8; LANES], bits: u64) {
            const ALL: Row = {
                let mut all = [0; LANES];
                let mut lane = 0;
                while lane < LANES {
                    all[lane] = lane as u8;
                    lane += 1;
                }
                Row(all)
            };
            unsafe {
                let dense = _mm512_maskz_compress_epi8(bits, Self::load(&ALL));
                _mm512_storeu_si512(to.as_mut_ptr().cast(), dense);
            }
        }
        #[inline(always)]
        unsafe fn gather(to: &mut [u8; LANES], from: &[u8; LANES], _: usize, row: &Row) {
            unsafe {
                let from = _mm512_loadu_si512(from.as_ptr().cast());
                let dense = _mm512_permutexvar_epi8(from, Self::load(row));
                _mm512_storeu_si512(to.as_mut_ptr().cast(), dense);
            }
        }
        #[inline(always)]
        unsafe fn moved(row: &Row, moves: &Moves, vector: __m512i) -> __m512i {
            unsafe {
                let (from, row) = (Self::load(&moves.from), Self::load(row));
                _mm512_mask_permutexvar_epi8(vector, moves.to, from, row)
            }
        }
    }

    /// AVX2, two registers for a vector.
    pub struct Avx2;

    /// Bytes of 255 or 0.
    #[derive(Clone, Copy)]
    pub struct Halves(__m256i, __m256i);

    impl BitAnd for Halves {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            // Masks of this type are only made where AVX2 is there.
            unsafe { Self(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
        }
    }

    impl BitOr for Halves {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            unsafe { Self(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
        }
    }

    impl Not for Halves {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            unsafe {
                let ones = _mm256_set1_epi8(-1);
                Self(_mm256_xor_si256(self.0, ones), _mm256_xor_si256(self.1, ones))
            }
        }
    }

    impl Mask for Halves {
        #[inline(always)]
        fn bits(self) -> u64 {
            unsafe {
                let [low, high] = [self.0, self.1].map(|half| _mm256_movemask_epi8(half) as u32);
                u64::from(low) | u64::from(high) << 32
            }
        }

        #[inline(always)]
        fn from_bits(bits: u64) -> Self {
            unsafe {
                // Byte `i` of a half gets byte `i / 8` of the bits, then keeps bit `i % 8` of it.
                let place = _mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                );
                let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let half = |bits: u32| {
                    let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), place);
                    _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit)
                };
                Self(half(bits as u32), half((bits >> 32) as u32))
            }
        }
    }

    impl Lanes for Avx2 {
        type Vector = (__m256i, __m256i);
        type Mask = Halves;

        #[inline(always)]
        unsafe fn load(row: &Row) -> Self::Vector {
            unsafe {
                let from: *const __m256i = row.0.as_ptr().cast();
                (_mm256_load_si256(from), _mm256_load_si256(from.add(1)))
            }
        }
        #[inline(always)]
        unsafe fn store(row: &mut Row, vector: Self::Vector) {
            unsafe {
                let to: *mut __m256i = row.0.as_mut_ptr().cast();
                _mm256_store_si256(to, vector.0);
                _mm256_store_si256(to.add(1), vector.1);
            }
        }
        #[inline(always)]
        unsafe fn splat(byte: u8) -> Self::Vector {
            unsafe { (_mm256_set1_epi8(byte as i8), _mm256_set1_epi8(byte as i8)) }
        }
        #[inline(always)]
        unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
            unsafe { (_mm256_add_epi8(a.0, b.0), _mm256_add_epi8(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector {
            unsafe { (_mm256_sub_epi8(a.0, b.0), _mm256_sub_epi8(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn eq(a: Self::Vector, b: Self::Vector) -> Halves {
            unsafe { Halves(_mm256_cmpeq_epi8(a.0, b.0), _mm256_cmpeq_epi8(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn gt(a: Self::Vector, b: Self::Vector) -> Halves {
            unsafe { Halves(_mm256_cmpgt_epi8(a.0, b.0), _mm256_cmpgt_epi8(a.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn high(a: Self::Vector) -> Halves {
            unsafe {
                let zero = _mm256_setzero_si256();
                Halves(_mm256_cmpgt_epi8(zero, a.0), _mm256_cmpgt_epi8(zero, a.1))
            }
        }
        #[inline(always)]
        unsafe fn meet(a: Self::Vector, b: Self::Vector) -> Halves {
            unsafe {
                let zero = _mm256_setzero_si256();
                let (low, high) = (_mm256_and_si256(a.0, b.0), _mm256_and_si256(a.1, b.1));
                !Halves(_mm256_cmpeq_epi8(low, zero), _mm256_cmpeq_epi8(high, zero))
            }
        }
        #[inline(always)]
        unsafe fn select(mask: Halves, a: Self::Vector, b: Self::Vector) -> Self::Vector {
            unsafe { (_mm256_blendv_epi8(b.0, a.0, mask.0), _mm256_blendv_epi8(b.1, a.1, mask.1)) }
        }
        #[inline(always)]
        unsafe fn list(to: &mut [u8; LANES], bits: u64) {
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
