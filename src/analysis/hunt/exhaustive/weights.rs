//! How many opponents agree with what is known of them.
//!
//! By the number of seeds, one column has the generating function `1 / (1-x)^2` for its two pits,
//! `x^2 / (1-x)^2` where both are occupied, and so `(1+x) / (1-x)` where they are not. What is known
//! of the columns is a product of these, and of `(k-1) x^k` where `k` seeds were captured.

use num_bigint::BigUint;
use num_integer::binomial;
use serde::{Deserialize, Serialize};

use super::MOST_COLUMNS;
use super::unseen::{End, Known, Search};

/// Paths and starting pits that were met, by what is known of the opponent where they end: what an
/// exhaustive count adds up before it knows of single numbers of the opponent's seeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Occupied", try_from = "Occupied")]
pub struct Tally {
    columns: usize,
    most: u8,
    /// Paths; those that never end; starting pits with such a path; starting pits with one that the
    /// Mayer test proves. They are kept apart by [`Tally::place`] and counted once for each way to
    /// lay the captured seeds. A search would have to meet `2^80` ends before one overflowed.
    counted: [Vec<u128>; 4],
}

/// A tally as it is stored: most places of it are empty.
#[derive(Serialize, Deserialize)]
struct Occupied {
    columns: usize,
    most: u8,
    /// Places that something was counted at, and what.
    counted: Vec<(usize, [u128; 4])>,
}

impl From<Tally> for Occupied {
    fn from(tally: Tally) -> Self {
        let Tally { columns, most, counted } = tally;
        let at = |place: usize| counted.each_ref().map(|counted| counted[place]);
        let all = (0..counted[0].len()).map(|place| (place, at(place)));
        let counted = all.filter(|(_, counted)| counted.iter().any(|&count| count > 0)).collect();
        Self { columns, most, counted }
    }
}

impl TryFrom<Occupied> for Tally {
    type Error = &'static str;

    fn try_from(occupied: Occupied) -> Result<Self, Self::Error> {
        if occupied.columns > MOST_COLUMNS {
            return Err("a tally is of a board that is too wide");
        }
        let mut tally = Self::new(occupied.columns, occupied.most);
        for (place, counted) in occupied.counted {
            for (all, count) in tally.counted.iter_mut().zip(counted) {
                *all.get_mut(place).ok_or("a tally has a place that is not on its board")? = count;
            }
        }
        Ok(tally)
    }
}

/// What the number of opponents depends on: columns by what is known of them, and seeds captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) captured: u8,
    pub(super) armed: u32,
    pub(super) unarmed: u32,
    pub(super) unseen: u32,
}

impl Tally {
    /// Nothing, on so many columns, for opponents with up to `most` seeds.
    pub(super) fn new(columns: usize, most: u8) -> Self {
        let places = (usize::from(most) + 1) * (columns + 1).pow(3);
        Self { columns, most, counted: [(); 4].map(|()| vec![0; places]) }
    }

    /// The place of a kind.
    fn place(&self, kind: Kind) -> usize {
        let digits = [kind.armed, kind.unarmed, kind.unseen];
        digits
            .iter()
            .fold(kind.captured.into(), |place, &digit| place * (self.columns + 1) + digit as usize)
    }

    /// What is known, in numbers.
    fn kind(&self, known: Known) -> Kind {
        let (armed, unseen) = (known.armed.count_ones(), known.unseen.count_ones());
        let unarmed = self.columns as u32 - armed - unseen - captures(known.loot);
        let captured = self.most - known.room - 2 * armed as u8;
        Kind { captured, armed, unarmed, unseen }
    }

    /// Adds the ends of the paths from one pit.
    pub(super) fn add(&mut self, search: &mut Search) {
        for end in &search.ends {
            let place = self.place(self.kind(end.known));
            self.counted[0][place] += u128::from(end.known.ways);
            if end.never_ends {
                self.counted[1][place] += u128::from(end.known.ways);
            }
        }
        classes(&mut search.ends);
        for end in &search.ends {
            let place = self.place(self.kind(end.known));
            self.counted[2][place] += u128::from(end.known.ways);
            if end.mayer {
                self.counted[3][place] += u128::from(end.known.ways);
            }
        }
    }

    /// Both together: they are of one width and one largest number of the opponent's seeds.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for (sums, more) in self.counted.iter_mut().zip(other.counted) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self
    }

    /// For opponents with so many seeds: all paths, those that never end, starting pits with such a
    /// path, and with one that the Mayer test proves.
    pub(super) fn totals(&self, seeds: u64) -> [BigUint; 4] {
        let mut totals = [BigUint::ZERO; 4];
        let columns = self.columns as u32;
        for captured in 0..=self.most {
            let kinds = (0..=columns).flat_map(|armed| {
                (0..=columns - armed).flat_map(move |unarmed| {
                    (0..=columns - armed - unarmed).map(move |unseen| Kind {
                        captured,
                        armed,
                        unarmed,
                        unseen,
                    })
                })
            });
            for kind in kinds {
                let place = self.place(kind);
                if self.counted[0][place] == 0 && self.counted[2][place] == 0 {
                    continue;
                }
                let ways = kind.opponents(seeds);
                for (total, counted) in totals.iter_mut().zip(&self.counted) {
                    *total += &ways * counted[place];
                }
            }
        }
        totals
    }
}

/// Number of captures.
fn captures(loot: u64) -> u32 {
    loot.to_le_bytes().iter().filter(|&&seeds| seeds > 0).count() as u32
}

/// Keeps the ends that never end, once for each class of opponents: those from whom the same is
/// captured. They are then in the order of what is captured, column 7 counting first.
///
/// A turn that never ends has captured in every armed column. So the other columns are unarmed, also
/// those that were not looked into, because the opponent had too few seeds for them to be armed.
pub(super) fn classes(ends: &mut Vec<End>) {
    ends.retain(|end| end.never_ends);
    for end in &mut *ends {
        debug_assert_eq!(end.known.armed, 0);
        end.known.unseen = 0;
    }
    ends.sort_by_key(|end| (end.known.loot, !end.mayer));
    ends.dedup_by_key(|end| end.known.loot);
}

impl Kind {
    /// How many arrangements of an opponent with so many seeds agree, for each way to lay the
    /// captured ones.
    pub(super) fn opponents(self, seeds: u64) -> BigUint {
        let taken = u64::from(self.captured) + 2 * u64::from(self.armed);
        let Some(rest) = seeds.checked_sub(taken) else {
            return BigUint::ZERO;
        };
        // The coefficient of x^rest in (1+x)^unarmed / (1-x)^poles.
        let poles = u64::from(2 * self.armed + self.unarmed + 2 * self.unseen);
        let unarmed = u64::from(self.unarmed);
        let terms = (0..=unarmed.min(rest)).map(|chosen| {
            let left = rest - chosen;
            let spread = match poles {
                0 => BigUint::from(u8::from(left == 0)),
                _ => binomial((left + poles - 1).into(), (poles - 1).into()),
            };
            binomial(BigUint::from(unarmed), chosen.into()) * spread
        });
        terms.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use crate::analysis::hunt::exhaustive::arrangements::Arrangements;

    /// Every kind of every arrangement of up to three columns, by looking.
    #[test]
    fn as_many_as_there_are() {
        for columns in 1..=3u32 {
            for seeds in 0..=7 {
                for code in 0..4u32.pow(columns) {
                    let asked = |column: u32| code / 4u32.pow(column) % 4;
                    // The last answer stands for a capture of 3 seeds.
                    let count = |kind| (0..columns).filter(|&column| asked(column) == kind).count();
                    let [unseen, armed, unarmed, caught] = [0, 1, 2, 3].map(count);
                    let agree = |pits: &Vec<u8>| {
                        (0..columns).all(|column| {
                            let [outer, inner] =
                                [0, 1].map(|row| pits[(2 * column + row) as usize]);
                            match asked(column) {
                                0 => true,
                                1 => outer > 0 && inner > 0,
                                2 => outer == 0 || inner == 0,
                                // One of the two ways to lay 3 seeds.
                                _ => (outer, inner) == (1, 2),
                            }
                        })
                    };
                    let all = Arrangements::new(2 * columns as usize, seeds, 0);
                    let kind = Kind {
                        captured: 3 * caught as u8,
                        armed: armed as u32,
                        unarmed: unarmed as u32,
                        unseen: unseen as u32,
                    };
                    let counted = all.filter(agree).count();
                    assert_eq!(kind.opponents(seeds), counted.into(), "{kind:?} {seeds}");
                }
            }
        }
    }
}
