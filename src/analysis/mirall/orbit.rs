//! What becomes of any position: preperiod and period without playing them.
//!
//! Every position reaches `E`, all seeds in the last pit, and there is one cycle, through `E`
//! (`docs/theory.md`, "One cycle"). So a position is on the cycle exactly if it is what the cycle
//! shows as many moves before `E` as the position is away from `E`. Both sides of this test are
//! found by jumping whole clearings of the flush recursion, and the first position on the cycle
//! by halving, since from it on all are.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::MirallError;
use super::flush::Flush;
use crate::games::mirall::{Mirall, Row};
use crate::observer::{Cancelled, Observer};
use crate::orbit::{Orbit, classify};

/// Preperiod and period of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirallOrbit {
    /// Moves before the first position that recurs.
    pub preperiod: u128,
    /// Moves until it recurs for the first time: `L(n,N)`.
    pub period: u128,
}

/// The preperiod and period of a position, with seeds of any number.
///
/// The slow twin is [`orbit_by_playing`], which also serves short orbits and rows of more than
/// 4,096 pits. Cost otherwise: about `log2` of the moves to `E` times the flush recursion of the period.
///
/// `memory` is the number of bytes that the work may use.
///
/// # Errors
/// If the memory does not suffice, or the observer stops it.
///
/// # Examples
/// ```
/// use num_bigint::BigUint;
/// use sowlab::analysis::mirall::{MirallOrbit, orbit};
/// use sowlab::games::mirall::Row;
///
/// let row = Row::new([3u32, 0, 0].map(BigUint::from).to_vec())?;
/// assert_eq!(orbit(&row, 1 << 20, &())?, MirallOrbit { preperiod: 1, period: 5 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn orbit(
    row: &Row<BigUint>,
    memory: u64,
    observer: &dyn Observer,
) -> Result<MirallOrbit, MirallError> {
    observer.begin(None);
    // A short orbit is played sooner than jumped. More pits than can be jumped are played for as
    // long as it takes: nobody waits for 2^64 moves, so that is always decided.
    let pits = row.pits().len() as u64;
    let words: u64 = row.pits().iter().map(|seeds| seeds.bits() / 64 + 1).sum();
    let limit = if pits > Flush::MAX_PITS { u64::MAX } else { WORTH_PLAYING / words };
    if let Orbit::Periodic { preperiod, period } = orbit_by_playing(row, limit, observer)? {
        return Ok(MirallOrbit { preperiod: preperiod.into(), period: period.into() });
    }
    let mut player = Player::new(row, memory, observer)?;
    let total: BigUint = row.pits().iter().sum();
    let period = player.flush.period(&total, observer)?;
    let mut end = row.pits().to_vec();
    let to_end = player.play(&mut end, Until::End)?;

    let mut on_cycle = |moves: u128| -> Result<bool, MirallError> {
        let mut position = row.pits().to_vec();
        player.play(&mut position, Until::Moves(moves))?;
        let mut cycle = end.clone();
        let before_end = (to_end - moves) % period;
        player.play(&mut cycle, Until::Moves((period - before_end) % period))?;
        Ok(position == cycle)
    };
    // Positions before `off` moves are off the cycle, from `on` moves on they are on it.
    let (mut off, mut on) = (0, to_end);
    while off < on {
        let middle = off + (on - off) / 2;
        if on_cycle(middle)? {
            on = middle;
        } else {
            off = middle + 1;
        }
    }
    Ok(MirallOrbit { preperiod: on, period })
}

/// Moves, times the words that all pits take, that are played before anything else is tried.
const WORTH_PLAYING: u64 = 1 << 26;

/// What becomes of a row, found by playing every move, for at most `limit` moves along the orbit:
/// [`classify`], in machine words where all seeds fit in one.
///
/// # Errors
/// If the observer stops it.
pub fn orbit_by_playing(
    row: &Row<BigUint>,
    limit: u64,
    observer: &dyn Observer,
) -> Result<Orbit, Cancelled> {
    let words: Option<Vec<u64>> = row.pits().iter().map(ToPrimitive::to_u64).collect();
    match words.and_then(|pits| Row::new(pits).ok()) {
        Some(row) => classify(&Mirall::new(), &row, limit, observer),
        None => classify(&Mirall::new(), row, limit, observer),
    }
}

/// The position `moves` moves after a position of at most 4,096 pits.
///
/// Whole clearings are jumped, and whole rounds of the cycle left out, so this costs a few flush
/// recursions at most, however many moves are asked for.
///
/// # Errors
/// If there are more than 4,096 pits, the memory does not suffice, or the observer stops it.
///
/// # Panics
/// Never: playing keeps the pits and the seeds.
///
/// # Examples
/// ```
/// use num_bigint::BigUint;
/// use sowlab::analysis::mirall::advance;
/// use sowlab::games::mirall::Row;
///
/// // The game as the children played it returns after 54 moves.
/// let start = Row::uniform(6, BigUint::from(4u32))?;
/// assert_eq!(advance(&start, 54, 1 << 20, &())?, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advance(
    row: &Row<BigUint>,
    moves: u128,
    memory: u64,
    observer: &dyn Observer,
) -> Result<Row<BigUint>, MirallError> {
    observer.begin(None);
    let mut pits = row.pits().to_vec();
    Player::new(row, memory, observer)?.play(&mut pits, Until::Moves(moves))?;
    Ok(Row::new(pits).expect("playing keeps the pits and the seeds"))
}

/// Where to stop playing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Moves(u128),
    /// All seeds lie in the last pit.
    End,
}

/// Plays positions of one number of pits by jumping clearings.
struct Player<'a> {
    flush: Flush,
    observer: &'a dyn Observer,
}

impl<'a> Player<'a> {
    fn new(
        row: &Row<BigUint>,
        memory: u64,
        observer: &'a dyn Observer,
    ) -> Result<Self, MirallError> {
        let pits = row.pits().len() as u64;
        let seeds = row.pits().iter().max().cloned().unwrap_or_default();
        if pits > Flush::MAX_PITS {
            let accepted = "at most 4096 pits";
            return Err(MirallError::Reach { method: "flush", pits, seeds, accepted });
        }
        let needed = Flush::least_memory(pits, &seeds);
        if needed > memory {
            let (needed, allowed) = (needed.into(), memory);
            return Err(MirallError::Memory { method: "flush", pits, seeds, needed, allowed });
        }
        Ok(Self { flush: Flush::new(pits, memory), observer })
    }

    /// Plays on in place, and returns the number of moves made.
    fn play(&mut self, pits: &mut [BigUint], until: Until) -> Result<u128, MirallError> {
        let n = pits.len();
        let mut made = 0;
        let mut rounds_left_out = false;
        let limit = match until {
            Until::Moves(moves) => moves,
            Until::End => u128::MAX,
        };
        while made < limit {
            let leftmost =
                pits.iter().position(|pit| !pit.is_zero()).expect("a row holds at least one seed");
            if leftmost == n - 1 {
                if until == Until::End {
                    break;
                }
                if !rounds_left_out {
                    // From here the cycle begins again and again.
                    let period = self.flush.period(&pits[n - 1], self.observer)?;
                    made = limit - (limit - made) % period;
                    rounds_left_out = true;
                    continue;
                }
            }
            // Sow it. Before it all is empty, so that afterwards all up to it is balanced.
            let hand = std::mem::take(&mut pits[leftmost]);
            let (q, rest) = (&hand / n, (&hand % n).to_usize().expect("a remainder is below n"));
            let right = n - 1 - leftmost;
            for (place, pit) in pits[leftmost + 1..].iter_mut().enumerate() {
                *pit += &q + u8::from(place < rest);
            }
            let r = rest.saturating_sub(right);
            for (place, pit) in pits[..=leftmost].iter_mut().enumerate() {
                *pit = &q + u8::from(place < r);
            }
            made += 1;
            // Clear as much of that as there are moves for, in one jump. The last pit alone is
            // cleared by its own move only.
            for j in (0..=leftmost.min(n - 2)).rev() {
                if pits[0].is_zero() {
                    break;
                }
                let r = r.min(j + 1);
                let cleared = self.flush.clear(j, &q, r, limit - made, self.observer, None)?;
                if let Some(cleared) = cleared {
                    made += cleared.moves;
                    pits[..=j].fill(BigUint::ZERO);
                    for (pit, drop) in pits[j + 1..].iter_mut().zip(cleared.drops) {
                        *pit += drop;
                    }
                    break;
                }
            }
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::{MirallOrbit, advance, orbit};
    use crate::games::mirall::Row;
    use num_bigint::BigUint;

    #[test]
    fn advancing_is_playing() {
        for start in [vec![5u32, 0, 3, 9, 1], vec![40, 0, 0, 0], vec![7, 7, 7, 7, 7, 7], vec![9]] {
            let big = Row::new(start.iter().copied().map(BigUint::from).collect()).unwrap();
            let mut row = Row::new(start).unwrap();
            for moves in 0..200 {
                assert_eq!(
                    advance(&big, moves, 1 << 20, &()).unwrap().to_string(),
                    row.to_string()
                );
                row.play();
            }
            // Rounds of the cycle make no difference.
            let MirallOrbit { preperiod, period } = orbit(&big, 1 << 20, &()).unwrap();
            let far = preperiod + 10_u128.pow(30) * period + 3;
            assert_eq!(
                advance(&big, far, 1 << 20, &()).unwrap(),
                advance(&big, preperiod + 3, 1 << 20, &()).unwrap()
            );
        }
    }
}
