//! Where does a byte stand? The inner question of the ghost sieve, once per level.
//!
//! Three answers that agree: AVX-512, AVX2, and a portable one that compilers vectorise for any
//! machine. The choice is made at run time.

/// Writes to the front of `found`, in increasing order, every `i` with `bytes[i] == wanted`, and
/// returns how many there are. `found` is at least as long as `bytes`.
pub(super) type Scan = fn(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize;

/// The fastest scan this machine has.
pub(super) fn fastest() -> Scan {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("bmi1") {
            return x86::scan_avx512;
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            return x86::scan_avx2;
        }
    }
    portable
}

/// The portable twin.
pub(super) fn portable(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize {
    // Few seeds take part in a level, so most chunks are passed over by one branch-free test.
    const CHUNK: usize = 16;
    let mut count = 0;
    for (chunk, first) in bytes.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
        let any = chunk.iter().fold(0, |any, &byte| any | u8::from(byte == wanted));
        if any != 0 {
            for (&byte, index) in chunk.iter().zip(first..) {
                found[count] = index;
                count += usize::from(byte == wanted);
            }
        }
    }
    count
}

// What is compiled for a feature must be inlined into the function that has it; the unaligned loads
// take a pointer to their vector.
#[allow(clippy::inline_always, clippy::cast_ptr_alignment)]
#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Two passes over a block: first the comparison masks of 64 bytes each, keeping those that
    //! are not zero without a branch (whether a mask is zero cannot be predicted); then the bits
    //! of the masks kept (mostly one, which can).

    use std::arch::x86_64::{
        __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8,
        _mm512_cmpeq_epi8_mask, _mm512_loadu_epi8, _mm512_set1_epi8,
    };

    use super::portable;

    const LANES: usize = 64;
    /// Masks in a block.
    const BLOCK: usize = 16;

    /// Masks that are not zero, each with the index of its first byte.
    struct Hits {
        len: usize,
        hits: [(u64, u32); BLOCK],
    }

    impl Hits {
        #[inline(always)]
        fn keep(&mut self, mask: u64, first: u32) {
            self.hits[self.len % BLOCK] = (mask, first);
            self.len += usize::from(mask != 0);
        }

        #[inline(always)]
        fn write(&self, found: &mut [u32]) -> usize {
            let mut count = 0;
            for &(mut mask, first) in &self.hits[..self.len] {
                loop {
                    found[count] = first + mask.trailing_zeros();
                    count += 1;
                    mask &= mask - 1;
                    if mask == 0 {
                        break;
                    }
                }
            }
            count
        }
    }

    /// Both scans, but for the instructions that compare: `compare(chunk)` has bit `i` set where
    /// `chunk[i]` is the byte wanted.
    #[inline(always)]
    fn scan(
        bytes: &[u8],
        wanted: u8,
        found: &mut [u32],
        compare: impl Fn(&[u8; LANES]) -> u64,
    ) -> usize {
        let mut count = 0;
        let mut first = 0;
        let (chunks, rest) = bytes.as_chunks::<LANES>();
        for block in chunks.chunks(BLOCK) {
            let mut hits = Hits { len: 0, hits: [(0, 0); BLOCK] };
            for chunk in block {
                hits.keep(compare(chunk), first);
                first += LANES as u32;
            }
            count += hits.write(&mut found[count..]);
        }
        let more = portable(rest, wanted, &mut found[count..]);
        for index in &mut found[count..count + more] {
            *index += first;
        }
        count + more
    }

    pub(super) fn scan_avx512(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize {
        #[target_feature(enable = "avx512bw,avx512f,bmi1")]
        fn inner(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize {
            let want = _mm512_set1_epi8(wanted.cast_signed());
            scan(bytes, wanted, found, |chunk| {
                // SAFETY: the chunk has 64 bytes.
                let have = unsafe { _mm512_loadu_epi8(chunk.as_ptr().cast()) };
                _mm512_cmpeq_epi8_mask(have, want)
            })
        }
        // SAFETY: chosen only where the features have been detected.
        unsafe { inner(bytes, wanted, found) }
    }

    pub(super) fn scan_avx2(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize {
        #[target_feature(enable = "avx2,bmi1")]
        fn inner(bytes: &[u8], wanted: u8, found: &mut [u32]) -> usize {
            let want = _mm256_set1_epi8(wanted.cast_signed());
            scan(bytes, wanted, found, |chunk| {
                let halves = chunk.as_ptr().cast::<__m256i>();
                // SAFETY: the chunk has two halves of 32 bytes.
                let (low, high) =
                    unsafe { (_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))) };
                let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, want)).cast_unsigned();
                let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, want)).cast_unsigned();
                u64::from(low) | u64::from(high) << 32
            })
        }
        // SAFETY: chosen only where the features have been detected.
        unsafe { inner(bytes, wanted, found) }
    }
}

/// Every scan this machine can run, with its name, for tests that compare them.
#[cfg(test)]
pub(super) fn all() -> Vec<(&'static str, Scan)> {
    let mut scans: Vec<(&'static str, Scan)> = vec![("portable", portable), ("fastest", fastest())];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
        scans.push(("avx2", x86::scan_avx2));
    }
    scans
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_scan_finds_what_a_plain_loop_finds() {
        let mut state = 1u32;
        for len in (0..300).chain([1000, 4097]) {
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    [0, 1, 7, 0x80, 0xff][(state >> 24) as usize % 5]
                })
                .collect();
            for wanted in [0, 1, 7, 8, 0x80, 0xff] {
                let expected: Vec<u32> =
                    (0..len).filter(|&i| bytes[i as usize] == wanted).collect();
                for (name, scan) in super::all() {
                    let mut found = vec![0; bytes.len()];
                    let count = scan(&bytes, wanted, &mut found);
                    assert_eq!(found[..count], expected, "{name}, length {len}, byte {wanted}");
                }
            }
        }
    }
}
