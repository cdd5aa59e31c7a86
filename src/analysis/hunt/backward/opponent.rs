//! What the opponent may have had, given what is captured.

use num_bigint::BigUint;

/// A side of the opponent, from the opponent's own pit 0, with the given loot in each column, none
/// where the column is not armed, and `seeds` seeds in all.
///
/// Of the loot of a column half lies in either pit, an odd seed in the outer one. The rest lies in
/// the outer pits of the other columns, as evenly as it can; odd seeds lie in the leftmost of them,
/// as the mover sees it.
///
/// No more may be captured than there is, and all of it where there is no other column.
pub(super) fn arrange(loot: &[u16], seeds: u16) -> Vec<u16> {
    let columns = loot.len();
    let rest = seeds - loot.iter().sum::<u16>();
    let free = loot.iter().filter(|&&seeds| seeds == 0).count() as u16;
    let mut side = vec![0; 2 * columns];
    let mut placed = 0;
    for (column, &captured) in loot.iter().enumerate() {
        let (outer, inner) = (columns - 1 - column, columns + column);
        if captured > 0 {
            (side[outer], side[inner]) = (captured.div_ceil(2), captured / 2);
        } else {
            side[outer] = rest / free + u16::from(placed < rest % free);
            placed += 1;
        }
    }
    side
}

/// Number of ways to lay `rest` seeds into `columns` columns, at most one of the two pits of each
/// occupied.
///
/// A column with `k >= 1` seeds can hold them in two ways, an empty one in one: the number is the
/// coefficient of `x^rest` in `((1 + x) / (1 - x))^columns`, a Delannoy number.
pub(super) fn ways(columns: usize, rest: u16) -> BigUint {
    let one = BigUint::from(1u8);
    let mut row = vec![BigUint::ZERO; usize::from(rest) + 1];
    row[0] = one;
    for _ in 0..columns {
        // (1 - x) new = (1 + x) old.
        let mut before = BigUint::ZERO;
        let mut sum = BigUint::ZERO;
        for value in &mut row {
            sum += &before + &*value;
            before = std::mem::replace(value, sum.clone());
        }
    }
    row.pop().expect("a row has a value")
}

#[cfg(test)]
mod tests {
    use super::{arrange, ways};

    /// Every side of two rows of pits with so many seeds.
    fn sides(pits: usize, seeds: u16) -> Vec<Vec<u16>> {
        if pits == 1 {
            return vec![vec![seeds]];
        }
        let with = |first| {
            let more = move |mut side: Vec<u16>| {
                side.push(first);
                side
            };
            sides(pits - 1, seeds - first).into_iter().map(more)
        };
        (0..=seeds).flat_map(with).collect()
    }

    #[test]
    fn unarmed_sides_are_counted() {
        for (columns, rest) in (1..=3).flat_map(|columns| (0..=6).map(move |rest| (columns, rest)))
        {
            let unarmed = |side: &&Vec<u16>| {
                (0..columns).all(|column| side[column] == 0 || side[2 * columns - 1 - column] == 0)
            };
            let count = sides(2 * columns, rest).iter().filter(unarmed).count();
            assert_eq!(ways(columns, rest), count.into(), "{columns} {rest}");
        }
        assert_eq!((ways(0, 0), ways(0, 1)), (1u8.into(), 0u8.into()));
    }

    #[test]
    fn arrangements_hold_what_they_should() {
        assert_eq!(arrange(&[5, 0, 0], 10), [2, 3, 3, 2, 0, 0]);
        assert_eq!(arrange(&[2, 3], 5), [2, 1, 1, 1]);
    }
}
