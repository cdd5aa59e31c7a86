//! Every engine against the rules, whatever the size it is meant for.

use num_bigint::BigUint;

use super::{Effort, Engine, Fate, Rule, decide, follow, mayer, wide, word};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};

/// Every way to lay `seeds` seeds into `pits` pits.
fn positions(pits: usize, seeds: u64) -> Vec<Vec<u64>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    (0..=seeds)
        .flat_map(|first| {
            positions(pits - 1, seeds - first).into_iter().map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })
        .collect()
}

fn run<E: Engine>(engine: E, rule: Rule, n: usize) -> Fate {
    follow(engine, rule, n, 9, &()).unwrap()
}

#[test]
fn all_engines_agree_on_every_small_state() {
    for n in 1..=5usize {
        for seeds in 2..=9 {
            for pits in positions(n, seeds) {
                for pivot in (0..n).filter(|&pivot| pits[pivot] >= 2) {
                    for rule in [Rule::Move, Rule::Extended] {
                        let words = || pits.iter().copied();
                        let wide = wide::Wide::new(words().map(Into::into).collect(), pivot);
                        let fate = follow(wide, rule, n, 9, &()).unwrap();
                        assert_eq!(run(word::Circuit::<u8>::new(words(), pivot), rule, n), fate);
                        assert_eq!(run(word::Circuit::<u16>::new(words(), pivot), rule, n), fate);
                        assert_eq!(run(word::Circuit::<u32>::new(words(), pivot), rule, n), fate);
                        assert_eq!(run(word::Circuit::<u64>::new(words(), pivot), rule, n), fate);
                    }
                }
            }
        }
    }
}

/// Plays an engine and the rules side by side.
fn side_by_side<E: Engine>(mut engine: E, pits: &[u64], pivot: usize) {
    let pits = pits.iter().map(|&pit| BigUint::from(pit)).collect();
    let mut slow = State::new(pits, pivot).unwrap();
    let mut sown = BigUint::ZERO;
    for lap in 0..300 {
        sown += slow.hand();
        slow.lap();
        assert_eq!(engine.laps::<false>(1).0, 1);
        assert_eq!(engine.pits(), slow.pits(), "lap {lap}");
        assert_eq!(engine.sown(), sown);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn sixteen_pits_in_a_vector() {
    use super::sixteen::{PITS, Sixteen};
    for seed in 0..200u64 {
        let mut pits: Vec<u64> =
            (0..PITS as u64).map(|pit| (pit * pit + seed * (pit + 7)) % 15).collect();
        let pivot = seed as usize % PITS;
        // Hands of every size up to the largest there can be.
        pits[pivot] = 0;
        pits[pivot] = 255u64.saturating_sub(pits.iter().sum::<u64>() + seed).max(1);
        if let Some(vector) = Sixteen::new(pits.iter().copied(), pivot) {
            side_by_side(vector, &pits, pivot);
        }
    }
    let mut lonely = vec![0; PITS];
    lonely[3] = 255;
    if let Some(vector) = Sixteen::new(lonely.iter().copied(), 3) {
        side_by_side(vector, &lonely, 3);
    }
}

#[test]
fn every_width_up_to_its_largest_total() {
    for n in [1usize, 2, 15, 16, 17, 40, 100] {
        for (bits, largest) in [(8, 255), (16, 65_535), (32, u32::MAX.into()), (64, u64::MAX)] {
            let mut pits: Vec<u64> = (0..n as u64).map(|pit| pit * pit % 5).collect();
            pits[n / 2] = 0;
            let Some(rest) = u64::checked_sub(largest, pits.iter().sum()) else { continue };
            pits[n / 2] = rest.max(1);
            let words = || pits.iter().copied();
            match bits {
                8 => side_by_side(word::Circuit::<u8>::new(words(), n / 2), &pits, n / 2),
                16 => side_by_side(word::Circuit::<u16>::new(words(), n / 2), &pits, n / 2),
                32 => side_by_side(word::Circuit::<u32>::new(words(), n / 2), &pits, n / 2),
                _ => side_by_side(word::Circuit::<u64>::new(words(), n / 2), &pits, n / 2),
            }
            let wide = wide::Wide::new(words().map(Into::into).collect(), n / 2);
            side_by_side(wide, &pits, n / 2);
        }
    }
}

#[test]
fn what_passes_the_mayer_test_recurs() {
    let mut passing = 0;
    for n in 1..=5usize {
        for seeds in 2..=12 {
            for pits in positions(n, seeds) {
                for pivot in (0..n).filter(|&pivot| pits[pivot] >= 2) {
                    if mayer::passes(&pits, pivot) {
                        passing += 1;
                        let start = State::start(pits.clone(), pivot).unwrap();
                        let played = decide(&start, Rule::Move, Effort::default(), &()).unwrap();
                        assert!(matches!(played.fate, Fate::NeverEnds(Some(_))), "{start:?}");
                        let unplayed = Effort { period: false, ..Effort::default() };
                        let unplayed = decide(&start, Rule::Move, unplayed, &()).unwrap();
                        assert_eq!(unplayed.fate, Fate::NeverEnds(None));
                        assert!(unplayed.mayer);
                    }
                }
            }
        }
    }
    assert!(passing > 100);
}

#[test]
fn a_limit_gives_undecided_unless_there_is_a_proof() {
    let decide_within = |pits: &[u8], lap_limit| {
        let start = State::start(pits.to_vec(), 0).unwrap();
        let effort = Effort { lap_limit, period: true };
        decide(&start, Rule::Move, effort, &()).unwrap().fate
    };
    // Two laps by the rule text (see `games::relay`).
    assert_eq!(decide_within(&[3, 0, 0, 1, 0, 0], 1), Fate::Undecided);
    assert!(matches!(decide_within(&[3, 0, 0, 1, 0, 0], 2), Fate::Ends { laps: 2, .. }));
    // Endless with a reduced period of 3 laps, and the Mayer test knows it.
    let proved = [3, 1, 0, 1, 0, 1];
    assert!(mayer::passes(&proved, 0), "labels 3, 0, 5, 5, 3, 3 and 0 mod 7");
    assert_eq!(decide_within(&proved, 2), Fate::NeverEnds(None));
    let Fate::NeverEnds(Some(cycle)) = decide_within(&proved, 3) else { panic!("3 laps") };
    assert_eq!((cycle.period, cycle.reduced_period), (18, 3));
}

#[test]
fn sporadic_moves_are_undecided_until_they_recur() {
    let mut sporadic = 0;
    for pits in (2..=9).flat_map(|seeds| positions(4, seeds)).filter(|pits| pits[0] >= 2) {
        let start = State::start(pits, 0).unwrap();
        let within = |lap_limit| {
            decide(&start, Rule::Move, Effort { lap_limit, period: true }, &()).unwrap()
        };
        if let (false, Fate::NeverEnds(Some(cycle))) =
            (within(u64::MAX).mayer, within(u64::MAX).fate)
        {
            sporadic += 1;
            assert_eq!(within(cycle.reduced_period - 1).fate, Fate::Undecided);
            assert_eq!(within(cycle.reduced_period).fate, Fate::NeverEnds(Some(cycle)));
        }
    }
    assert!(sporadic > 0);
}

#[test]
fn an_observer_stops_it() {
    struct Stop;
    impl Observer for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let start = State::start(vec![2u8, 1], 0).unwrap();
    assert_eq!(decide(&start, Rule::Move, Effort::default(), &Stop), Err(Cancelled));
}
