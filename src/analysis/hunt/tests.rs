use super::{Found, HuntTotals, Hunting, Openings, PositionCount, hunt};
use crate::analysis::omweso::{Choices, Fate, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::Position;
use crate::observer::{Cancelled, Observer};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

const HUNTING: Hunting = Hunting {
    choices: Choices::All,
    effort: Effort { lap_limit: 1 << 12, period: true },
    finds: true,
};

/// One position by the slow search alone.
fn slowly(position: &Position<u64>) -> Found {
    let mut count = PositionCount::default();
    let mut finds = Vec::new();
    for pit in position.starts() {
        let found = turns(&position.wide(), pit, HUNTING.choices, HUNTING.effort, &()).unwrap();
        let found: Vec<_> = found.iter().collect();
        let undecided = found.iter().filter(|turn| turn.fate == Fate::Undecided).count() as u64;
        let endless: Vec<_> = found.iter().filter(|turn| turn.never_ends()).cloned().collect();
        count.starts += 1;
        count.paths += found.len() as u64;
        count.never_ending_starts += u64::from(!endless.is_empty());
        count.never_ending_paths += endless.len() as u64;
        count.mayer_starts += u64::from(endless.iter().any(|turn| turn.mayer));
        count.undecided_starts += u64::from(endless.is_empty() && undecided > 0);
        count.undecided_paths += undecided;
        finds.extend(endless.into_iter().map(|turn| (pit, turn)));
    }
    Found { position: position.clone(), count, finds }
}

/// Small and large boards, more than a chunk of them, in their order.
#[test]
fn as_the_slow_search_one_by_one() {
    for (columns, seeds, count) in [(2, 6, 1500), (4, 12, 1100), (9, 12, 60)] {
        let openings = Openings::new(columns, seeds, seeds / 2, 3).unwrap();
        let found = hunt(count, |index| openings.get(index), HUNTING, &());
        let found: Vec<Found> = found.collect::<Result<_, _>>().unwrap();
        assert_eq!(found.len() as u64, count);
        let mut endless = 0;
        for (index, found) in found.iter().enumerate() {
            assert_eq!(*found, slowly(&openings.get(index as u64)));
            endless += found.finds.len();
        }
        assert!(endless > 0 || columns == 9);
        // Without the finds, the counts are the same.
        let hunting = Hunting { finds: false, ..HUNTING };
        let counted = hunt(count, |index| openings.get(index), hunting, &());
        for (counted, found) in counted.zip(&found) {
            let counted = counted.unwrap();
            assert_eq!((counted.count, counted.finds.len()), (found.count, 0));
        }
    }
}

#[test]
fn no_positions_count_nothing() {
    let found = hunt(0, |_| unreachable!("there is none"), HUNTING, &());
    assert_eq!(found.count(), 0);
    assert_eq!(HuntTotals::default().row(true).positions, 0);
}

#[test]
fn an_observer_counts_positions_and_stops_them() {
    struct Watch {
        known: AtomicU64,
        done: AtomicU64,
        until: u64,
    }
    impl Observer for Watch {
        fn begin(&self, units: Option<u64>) {
            self.known.fetch_add(units.unwrap(), Ordering::Relaxed);
        }
        fn advance(&self, units: u64) {
            self.done.fetch_add(units, Ordering::Relaxed);
        }
        fn cancelled(&self) -> bool {
            self.done.load(Ordering::Relaxed) >= self.until
        }
    }
    let openings = Openings::new(3, 6, 6, 0).unwrap();
    for (until, whole) in [(u64::MAX, true), (1500, false)] {
        let watch = Watch { known: 0.into(), done: 0.into(), until };
        let found: Vec<_> = hunt(3000, |index| openings.get(index), HUNTING, &watch).collect();
        assert_eq!(found.last().unwrap().is_ok(), whole);
        if whole {
            let positions: HashSet<_> =
                found.into_iter().map(|found| found.unwrap().position).collect();
            assert!(positions.len() > 1000);
            assert_eq!(watch.done.into_inner(), 3000);
        } else {
            assert_eq!((found.len(), found.last()), (1025, Some(&Err(Cancelled))));
        }
        assert_eq!(watch.known.into_inner(), 3000);
    }
}
