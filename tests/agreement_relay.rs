//! Relay sowing, slow against fast: every answer about a move against the rules played lap by lap,
//! exhaustively on small circuits and by sampling with fixed seeds on larger ones.

#[path = "common/numbers.rs"]
mod numbers;
#[path = "common/positions.rs"]
mod positions;

use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use rayon::prelude::*;
use sowlab::analysis::relay::{
    Cycle, Decision, Effort, Fate, Rule, decide, digits_period, digits_periods,
};
use sowlab::games::relay::{Extended, Relay, State};
use sowlab::orbit::{Dynamics, Orbit, classify};
use sowlab::sowing::Seeds;

use numbers::Numbers;
use positions::positions;

/// What the rules say, played lap by lap: whether it ends by Brent's cycle finding, everything else
/// by playing on until it does.
fn by_the_rules<S: Seeds + Into<BigUint>>(start: &State<S>, rule: Rule) -> Fate {
    let orbit = match rule {
        Rule::Move => classify(&Relay::default(), start, u64::MAX, &()),
        Rule::Extended => classify(&Extended::default(), start, u64::MAX, &()),
    };
    let mut state = start.clone();
    let mut sown = BigUint::ZERO;
    match orbit.unwrap() {
        Orbit::Ends { steps } => {
            for _ in 0..steps {
                sown += state.hand().clone().into();
                assert!(Relay::default().step(&mut state));
            }
            assert!(!Relay::default().step(&mut state));
            let pits = state.pits().iter().cloned().map(Into::into).collect();
            Fate::Ends { laps: steps, sown, pits }
        }
        Orbit::Periodic { preperiod, period } => {
            assert_eq!(preperiod, 0, "the extended map is injective");
            let mut reduced_period = 0;
            for lap in 1..=period {
                sown += state.hand().clone().into();
                state.lap();
                if reduced_period == 0 && state.is_rotation_of(start) {
                    reduced_period = lap;
                }
            }
            assert!(state == *start);
            Fate::NeverEnds(Some(Cycle { period: period.into(), reduced_period, sown }))
        }
        Orbit::Undecided { .. } => unreachable!("there is no limit"),
    }
}

fn decided<S: Seeds + Into<BigUint>>(start: &State<S>, rule: Rule) -> Decision {
    decide(start, rule, Effort::default(), &()).unwrap()
}

/// Every state of up to so many pits with up to so many seeds.
fn every_state(pits: usize, seeds: u32) {
    let endless = AtomicU64::new(0);
    for (n, total) in (1..=pits).flat_map(|n| (1..=seeds).map(move |total| (n, total))) {
        positions::<u32>(n, total).par_iter().for_each(|position| {
            for pivot in (0..n).filter(|&pivot| position[pivot] > 0) {
                let start = State::new(position.clone(), pivot).unwrap();
                let orbit = decided(&start, Rule::Extended);
                assert_eq!(orbit.fate, by_the_rules(&start, Rule::Extended), "{start:?}");
                if let Ok(start) = State::start(position.clone(), pivot) {
                    let played = decided(&start, Rule::Move);
                    assert_eq!(played.fate, by_the_rules(&start, Rule::Move), "{start:?}");
                    assert_eq!(played.mayer, orbit.mayer);
                    let never_ends = matches!(played.fate, Fate::NeverEnds(_));
                    assert!(never_ends || !played.mayer, "{start:?}");
                    endless.fetch_add(u64::from(never_ends), Ordering::Relaxed);
                }
            }
        });
    }
    assert!(endless.into_inner() > 100, "some moves never end");
}

#[test]
fn every_state_of_few_pits() {
    every_state(5, 10);
    every_state(7, 7);
}

#[test]
#[ignore = "long suite: about 20 seconds"]
fn every_state_of_more_pits() {
    every_state(6, 14);
    every_state(8, 10);
}

/// A state of `n` pits with `total` seeds: most pits hold few, and the pivot gets the rest.
fn state_with(numbers: &mut Numbers, n: usize, total: u128) -> State<u128> {
    let few = 1 + u64::try_from(total / (2 * n as u128)).unwrap_or(u64::MAX).min(6);
    let mut pits: Vec<u128> = (0..n).map(|_| numbers.below(few).into()).collect();
    let pivot = numbers.below(n as u64) as usize;
    let others: u128 = pits.iter().sum::<u128>() - pits[pivot];
    pits[pivot] = total - others;
    State::start(pits, pivot).unwrap()
}

/// The first laps of a state, by the rules and by the engine for its size: what the move has done
/// when it ends, or that it has not ended, and where it never ends within reach, all about its cycle.
fn first_laps(start: &State<u128>, laps: u64) -> Option<u64> {
    let effort = Effort { lap_limit: laps, period: true };
    let fast = decide(start, Rule::Move, effort, &()).unwrap().fate;
    let mut state = start.clone();
    let mut sown = BigUint::ZERO;
    for lap in 0..laps {
        if state.has_ended() {
            let pits = state.pits().iter().copied().map(Into::into).collect();
            assert_eq!(fast, Fate::Ends { laps: lap, sown, pits }, "{start:?}");
            return Some(lap);
        }
        sown += *state.hand();
        state.lap();
        if state.is_rotation_of(start) {
            assert_eq!(fast, by_the_rules(start, Rule::Move), "{start:?}");
            return Some(lap + 1);
        }
    }
    if !state.has_ended() {
        assert!(matches!(fast, Fate::Undecided | Fate::NeverEnds(None)), "{start:?} {fast:?}");
    }
    None
}

#[test]
fn every_width_of_integers_up_to_its_last_total() {
    let mut numbers = Numbers(3);
    let mut decided = 0;
    for total in [255u128, 256, 65_535, 65_536]
        .into_iter()
        .chain([32, 33, 63, 64, 65, 100].map(|bits| 1 << bits))
        .chain([32, 64].map(|bits| (1 << bits) - 1))
        .chain([(1 << 64) - 2, (1 << 64) + 1])
    {
        for n in [1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 64, 100, 1000] {
            // A total that is spread over very many pits has nothing left for the pivot.
            if total < 3 * n as u128 {
                continue;
            }
            for _ in 0..10 {
                let start = state_with(&mut numbers, n, total);
                decided += u64::from(first_laps(&start, 2_000).is_some());
            }
        }
    }
    assert!(decided > 500, "{decided}");
}

#[test]
fn sampled_circuits() {
    let samples: u64 = 400;
    let decided: u64 = (0..samples)
        .into_par_iter()
        .map(|sample| {
            let mut numbers = Numbers(sample);
            let n = 2 + numbers.below(60) as usize;
            let seeds = 2 + numbers.below(4 * n as u64);
            let mut pits = vec![0u128; n];
            for _ in 0..seeds {
                pits[numbers.below(n as u64) as usize] += 1;
            }
            let pivot = numbers.below(n as u64) as usize;
            pits[pivot] += 2;
            let start = State::start(pits, pivot).unwrap();
            u64::from(first_laps(&start, 30_000).is_some())
        })
        .sum();
    assert!(decided > samples / 2, "{decided} of {samples} were decided");
}

#[test]
fn long_circuits() {
    let mut numbers = Numbers(8);
    for n in [5_000usize, 20_000] {
        for each in [1, 8, 300, 70_000] {
            let mut pits: Vec<u128> = (0..n).map(|_| numbers.below(2 * each + 1).into()).collect();
            pits[n / 2] = 3 * n as u128 + 17;
            let start = State::start(pits, n / 2).unwrap();
            first_laps(&start, 3_000);
        }
    }
}

#[test]
fn endless_moves_on_circuits_of_every_length() {
    // Every second pit holds a seed and the pivot 3: endless, by the Mayer test, for even lengths.
    for n in (4..=80usize).step_by(2) {
        for shift in [0, 1, n / 2] {
            let mut pits: Vec<u32> = (0..n).map(|pit| (pit % 2) as u32).collect();
            pits[0] = 3;
            pits.rotate_right(shift);
            let start = State::start(pits, shift).unwrap();
            let found = decided(&start, Rule::Move);
            assert!(found.mayer, "{n} pits");
            assert_eq!(found.fate, by_the_rules(&start, Rule::Move), "{n} pits");
        }
    }
}

#[test]
fn circuits_of_equal_pits() {
    // What looks the same from every pit must not cost, nor be mistaken for, a recurrence.
    for n in [2usize, 3, 16, 17, 48, 200] {
        for each in 2..=9u32 {
            let start = State::start(vec![u128::from(each); n], n - 1).unwrap();
            first_laps(&start, 20_000);
        }
    }
}

#[test]
fn digits_are_a_state_of_the_extended_map() {
    let numbers: Vec<u32> =
        (1..=3_000).rev().chain([9_999, 10_000, 99_999, 123_456, 1_234_567]).collect();
    let by_the_rules: Vec<Option<u128>> = numbers
        .iter()
        .map(|number| {
            let digits: Vec<u32> =
                number.to_string().chars().map(|digit| digit.to_digit(10).unwrap()).collect();
            let start = State::new(digits, 0).unwrap();
            match classify(&Extended::default(), &start, 3_000_000, &()).unwrap() {
                Orbit::Periodic { period, .. } => Some(period.into()),
                Orbit::Ends { .. } | Orbit::Undecided { .. } => None,
            }
        })
        .collect();
    let numbers: Vec<BigUint> = numbers.into_iter().map(Into::into).collect();
    let together = digits_periods(&numbers, u64::MAX, &()).unwrap();
    for ((number, together), slow) in numbers.iter().zip(&together).zip(by_the_rules) {
        let alone = digits_period(number, u64::MAX, &()).unwrap();
        assert_eq!(alone, *together, "{number}");
        assert!(slow.is_none_or(|slow| Some(slow) == alone), "{number}");
    }
    // A limit leaves the same numbers open together as one by one.
    let together = digits_periods(&numbers, 20, &()).unwrap();
    assert!(together.iter().any(Option::is_none) && together.iter().any(Option::is_some));
    for (number, together) in numbers.iter().zip(together) {
        assert_eq!(digits_period(number, 20, &()), Ok(together), "{number}");
    }
}

#[test]
#[ignore = "long suite: plays ninety million laps by the rules"]
fn a_period_above_a_billion() {
    let pits = vec![8u8, 15, 3, 0, 12, 0, 10, 0, 8, 7, 10, 13, 6, 7, 6, 1];
    let start = State::start(pits, 0).unwrap();
    let Fate::NeverEnds(Some(cycle)) = decided(&start, Rule::Move).fate else { panic!("proved") };
    assert_eq!((cycle.period, cycle.reduced_period), (1_421_286_368, 88_830_398));
    let (mut state, mut laps, mut sown) = (start.clone(), 0, 0u64);
    loop {
        sown += u64::from(*state.hand());
        state.lap();
        laps += 1;
        if state.is_rotation_of(&start) {
            break;
        }
    }
    assert_eq!(laps, cycle.reduced_period);
    assert_eq!(cycle.sown, BigUint::from(sown) * 16u8);
}
