//! Where the search begins: every way in which the two laps up to a largest hand can have gone.

use super::pool::{Field, Layout, NO_PLACE, UNKNOWN, flag};

/// A circuit of which some pits are known, going backwards.
#[derive(Clone)]
struct Partial {
    /// Seeds in each pit, from the pivot backwards; `None` where not known.
    behind: Vec<Option<u8>>,
    /// Seeds in known pits.
    seeds: usize,
}

/// The columns of all starts with at most `budget` seeds, on at least 2 pits.
///
/// A start is the state two laps before the one in which the largest hand has just been sown,
/// with its pivot at pit 0.
pub(super) fn roots(layout: Layout, budget: u8) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for largest in 2..=budget {
        let nothing = Partial { behind: vec![None; layout.pits], seeds: 0 };
        for first in nothing.back(largest..=largest, budget) {
            for second in first.1.back(2..=largest, budget) {
                found.extend(second.1.column(layout, [first.0, second.0], budget));
            }
        }
    }
    found
}

impl Partial {
    /// Every way to go one lap back with a hand in the range, and the hand.
    fn back(&self, hands: std::ops::RangeInclusive<u8>, budget: u8) -> Vec<(u8, Self)> {
        let n = self.behind.len();
        let mut found = Vec::new();
        let mut taken = self.clone();
        for hand in 0..=*hands.end() {
            let pit = usize::from(hand) % n;
            if taken.seeds + usize::from(hand) > usize::from(budget) {
                break;
            }
            let content = taken.behind[pit];
            if hands.contains(&hand) && matches!(content, None | Some(0)) {
                let mut before = taken.clone();
                before.behind[pit] = Some(hand);
                before.seeds += usize::from(hand);
                before.behind.rotate_left(pit);
                // A place of landing beside another one: a hand of one seed sooner or later.
                let [next, last] = [before.behind[1 % n], before.behind[n - 1]];
                if next != Some(hand) && last != Some(hand - 1) {
                    found.push((hand, before));
                }
            }
            match &mut taken.behind[pit] {
                Some(0) => break,
                Some(seeds) => {
                    *seeds -= 1;
                    taken.seeds -= 1;
                }
                None => {}
            }
        }
        found
    }

    /// The column of a start, if the budget covers what the unknown pits must hold.
    fn column(&self, layout: Layout, word: [u8; 2], budget: u8) -> Option<Vec<u8>> {
        let n = layout.pits;
        // Of two unknown neighbours one is passed at least once: places of landing are never
        // neighbours.
        let needed: usize =
            self.behind.split(Option::is_some).map(|unknown| unknown.len() / 2).sum();
        let spare = usize::from(budget).checked_sub(self.seeds + needed)?;
        let mut column = vec![0; layout.rows()];
        for (behind, content) in self.behind.iter().enumerate() {
            let pit = (n - behind) % n;
            column[pit] = content.unwrap_or(UNKNOWN);
            column[n + pit] = UNKNOWN - content.unwrap_or(0);
        }
        // The first seed of the next hand back.
        column[0] -= 1;
        let matched = if word[0] == word[1] { flag::MATCHED } else { 0 };
        for (field, byte) in [
            (Field::Hand, 1),
            (Field::Spare, spare as u8),
            (Field::First, word[0]),
            (Field::Second, word[1]),
            (Field::Flags, matched),
            (Field::LastForced, NO_PLACE),
        ] {
            column[layout.field(field)] = byte;
        }
        Some(column)
    }
}
