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

/// How keys of states on one circuit are made and changed.
pub(super) struct Keys {
    /// For each byte of an exponent the powers of `R` and of `R^n` that it stands for.
    powers: Vec<[(u64, u64); 256]>,
}

impl Keys {
    /// For a circuit of `n` pits with contents below `256^bytes`.
    pub fn new(n: usize, bytes: usize) -> Self {
        // Exponents may be taken mod 2^64, since that is a multiple of the number of powers.
        let (mut place, mut round) = (R, power(R, n as u64));
        let powers = (0..bytes).map(|_| {
            let mut both = (1u64, 1u64);
            let window = std::array::from_fn(|_| {
                let next = (both.0.wrapping_mul(place), both.1.wrapping_mul(round));
                std::mem::replace(&mut both, next)
            });
            (place, round) = both;
            window
        });
        Self { powers: powers.collect() }
    }

    /// `R^exponent` and `R^(n*exponent)`.
    fn powers(&self, exponent: u64) -> (u64, u64) {
        let (mut place, mut round) = self.powers[0][(exponent & 0xff) as usize];
        let (mut rest, mut window) = (exponent >> 8, 1);
        while rest > 0 {
            let both = self.powers[window][(rest & 0xff) as usize];
            (place, round) = (place.wrapping_mul(both.0), round.wrapping_mul(both.1));
            rest >>= 8;
            window += 1;
        }
        (place, round)
    }

    /// The key of a state, by the seeds of each pit in the direction of sowing from the pivot (mod
    /// 2^64, where there are more). `O(n)`.
    pub fn of(&self, mut from_pivot: impl DoubleEndedIterator<Item = u64>) -> u64 {
        let (mut place, mut key) = (1u64, 0u64);
        // Backwards: the pivot itself first, then the last of the list, and so on.
        let pivot = from_pivot.next();
        for pit in pivot.into_iter().chain(from_pivot.rev()) {
            key = key.wrapping_add(self.powers(pit).1.wrapping_mul(place));
            place = place.wrapping_mul(R);
        }
        key
    }

    /// The key after a lap with this hand (mod 2^64).
    pub fn after(&self, key: u64, hand: u64) -> u64 {
        let (place, round) = self.powers(hand);
        key.wrapping_sub(round).wrapping_add(1).wrapping_mul(place)
    }
}

/// `base^exponent` mod 2^64.
fn power(base: u64, exponent: u64) -> u64 {
    let (mut power, mut square, mut rest) = (1u64, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    power
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
