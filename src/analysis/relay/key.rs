//! A number that tells states apart that are not rotations of each other, kept up to date in a few
//! instructions a lap.
//!
//! Number the places that seeds fall on as integers, so that going round adds `n`. The pit `j`
//! steps behind the pivot with `x` seeds was last emptied `j + n*x` places ago. These `n` distances
//! say everything about a state up to rotation. A lap with a hand of `c` takes the distance `n*c`
//! of the pivot away, puts a 0 in its place, and then adds `c` to all. So for any number `R` the sum
//! of `R^distance` over the pits becomes `(sum - R^(n*c) + 1) * R^c`: that is the key, modulo
//! `2^64`. Equal keys are no proof, and whoever finds them compares the pits.

/// What is raised to powers: odd, so that its powers are never 0, and 5 mod 8, so that there are
/// `2^62` of them.
const R: u64 = 0x9e37_79b9_7f4a_7c15;

/// Powers of one number, by the bytes of the exponent.
struct Powers(Vec<[u64; 256]>);

impl Powers {
    /// For exponents below `256^bytes`.
    fn new(base: u64, bytes: u32) -> Self {
        let mut step = base;
        let windows = (0..bytes).map(|_| {
            let mut power = 1u64;
            let window = std::array::from_fn(|_| {
                let this = power;
                power = power.wrapping_mul(step);
                this
            });
            step = power;
            window
        });
        Self(windows.collect())
    }

    #[inline(always)]
    fn get(&self, exponent: u64) -> u64 {
        let mut power = self.0[0][(exponent & 0xff) as usize];
        let (mut rest, mut window) = (exponent >> 8, 1);
        while rest > 0 {
            power = power.wrapping_mul(self.0[window][(rest & 0xff) as usize]);
            rest >>= 8;
            window += 1;
        }
        power
    }
}

/// How keys of states on one circuit are made and changed.
pub(super) struct Keys {
    /// Powers of `R`.
    by_place: Powers,
    /// Powers of `R^n`.
    by_round: Powers,
}

impl Keys {
    /// For a circuit of `n` pits with contents below `256^bytes`.
    pub fn new(n: usize, bytes: u32) -> Self {
        // The exponents are taken mod 2^64, a multiple of the number of different powers.
        let round = Powers::new(R, 8).get(n as u64);
        Self { by_place: Powers::new(R, bytes), by_round: Powers::new(round, bytes) }
    }

    /// The key of a state, by the seeds of each pit in the direction of sowing from the pivot (mod
    /// 2^64, where there are more). `O(n)`.
    pub fn of(&self, from_pivot: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator) -> u64 {
        let (mut place, mut key) = (1u64, 0u64);
        // Backwards from the pivot: itself first, then the last of the list and so on.
        let mut pits = from_pivot;
        let pivot = pits.next();
        for pit in pivot.into_iter().chain(pits.rev()) {
            key = key.wrapping_add(self.by_round.get(pit).wrapping_mul(place));
            place = place.wrapping_mul(R);
        }
        key
    }

    /// The key after a lap with this hand (mod 2^64).
    #[inline(always)]
    pub fn after(&self, key: u64, hand: u64) -> u64 {
        key.wrapping_sub(self.by_round.get(hand))
            .wrapping_add(1)
            .wrapping_mul(self.by_place.get(hand))
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::games::relay::State;

    #[test]
    fn the_key_kept_up_to_date_is_the_key_made_anew() {
        for n in 1..=9u64 {
            let keys = Keys::new(n as usize, 8);
            let pits = (0..n).map(|pit| 3 + pit * pit * 1_000_003).collect();
            let mut state = State::new(pits, 0).unwrap();
            let key_of = |state: &State<u64>| {
                keys.of(state.from_pivot().copied().collect::<Vec<_>>().into_iter())
            };
            let mut key = key_of(&state);
            for _ in 0..200 {
                key = keys.after(key, *state.hand());
                state.lap();
                assert_eq!(key, key_of(&state), "{n} pits");
            }
        }
    }
}
