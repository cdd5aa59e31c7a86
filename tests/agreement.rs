//! Slow against fast: every method against the rules, exhaustively on small inputs and by sampling
//! with fixed seeds on larger ones; and the facts about orbits that the methods rest on.

#[path = "common/numbers.rs"]
mod numbers;

use num_bigint::BigUint;
use rayon::prelude::*;
use sowlab::analysis::mirall::{self, Method, MirallOrbit, MoveTable, staircase, table};
use sowlab::games::mirall::{Mirall, Row, moves_by_playing};
use sowlab::orbit::{Dynamics, Orbit, classify};

use numbers::Numbers;

const FAST: [Method; 4] = [Method::Auto, Method::Sieve, Method::Lap, Method::Flush];
const MEMORY: u64 = 1 << 30;

fn counted(pits: &[u64], seeds: &[u64], method: Method) -> MoveTable {
    let seeds: Vec<BigUint> = seeds.iter().map(|&seeds| seeds.into()).collect();
    table(pits, &seeds, method, MEMORY, &()).unwrap()
}

/// One cell by one method.
fn cell(pits: u64, seeds: u64, method: Method) -> BigUint {
    counted(&[pits], &[seeds], method).moves.pop().unwrap()
}

/// Methods against playing on every cell of a square table.
fn whole_table(size: u64, methods: &[Method]) {
    let numbers: Vec<u64> = (1..=size).collect();
    let played: Vec<BigUint> = numbers
        .par_iter()
        .flat_map(|&pits| {
            numbers.par_iter().map(move |&seeds| {
                moves_by_playing(usize::try_from(pits).unwrap(), seeds).unwrap().into()
            })
        })
        .collect();
    for &method in methods {
        assert_eq!(counted(&numbers, &numbers, method).moves, played, "{method:?}");
    }
}

#[test]
fn every_cell_up_to_60() {
    whole_table(60, &FAST);
    whole_table(30, &[Method::Direct]);
}

#[test]
#[ignore = "long suite: about a minute in release"]
fn every_cell_up_to_110() {
    whole_table(110, &FAST);
}

/// Cells of every shape, all methods against playing.
fn sampled_against_playing(samples: u64, largest: u64, seed: u64) {
    let mut numbers = Numbers(seed);
    let cells: Vec<(u64, u64)> = (0..samples)
        .map(|_| {
            let pits = 1 + numbers.below(largest);
            // Long and low, square, or short and high.
            let seeds = match numbers.below(3) {
                0 => 1 + numbers.below(4),
                1 => 1 + numbers.below(largest),
                _ => 1 + numbers.below(largest * largest / pits),
            };
            (pits, seeds.min(1_000_000))
        })
        .collect();
    cells.par_iter().for_each(|&(pits, seeds)| {
        let played = moves_by_playing(usize::try_from(pits).unwrap(), seeds).unwrap().into();
        for method in FAST {
            assert_eq!(cell(pits, seeds, method), played, "M({pits},{seeds}) by {method:?}");
        }
    });
}

#[test]
fn sampled_cells_against_playing() {
    sampled_against_playing(60, 150, 1);
}

#[test]
#[ignore = "long suite: about a minute in release"]
fn sampled_larger_cells_against_playing() {
    sampled_against_playing(60, 300, 2);
}

#[test]
fn sampled_cells_too_long_to_play() {
    let mut numbers = Numbers(3);
    for _ in 0..40 {
        let pits = 100 + numbers.below(900);
        let seeds = 1 + numbers.below(100_000 / pits);
        let by_sieve = cell(pits, seeds, Method::Sieve);
        for method in [Method::Auto, Method::Lap, Method::Flush] {
            assert_eq!(cell(pits, seeds, method), by_sieve, "M({pits},{seeds}) by {method:?}");
        }
    }
    // More pits than a word of 16 bits tells apart, and more than the flush recursion takes.
    for (pits, seeds) in [(5_000, 3), (66_000, 1), (70_001, 2)] {
        assert_eq!(cell(pits, seeds, Method::Sieve), cell(pits, seeds, Method::Lap), "{pits}");
    }
}

/// Cells found by playing, each by two methods.
#[test]
fn cells_on_record() {
    for (pits, seeds, moves, methods) in [
        (1_000, 1, 802_609u64, vec![Method::Sieve, Method::Lap, Method::Flush, Method::Direct]),
        (1_000, 1_000, 836_261_608, vec![Method::Sieve, Method::Lap]),
        (10_000, 1, 86_059_833, vec![Method::Sieve, Method::Lap]),
    ] {
        for method in methods {
            assert_eq!(cell(pits, seeds, method), moves.into(), "M({pits},{seeds}) by {method:?}");
        }
    }
}

#[test]
#[ignore = "long suite: a minute or two in release"]
fn cells_on_record_by_playing() {
    assert_eq!(cell(10_000, 1, Method::Direct), 86_059_833u64.into());
}

/// Sizes of numbers: words of 64 bits, of 128 bits and beyond, against playing on big integers.
#[test]
fn huge_seeds_against_playing() {
    let two = BigUint::from(2u8);
    let ten = BigUint::from(10u8);
    for (pits, seeds) in [
        (2, ten.pow(1000)),
        (2, two.pow(3000) - 1u8),
        (3, two.pow(51)),
        (3, two.pow(115) + 7u8),
        (3, ten.pow(60)),
        (4, two.pow(64) - 1u8),
        (4, two.pow(130)),
        (5, two.pow(53) + 1u8),
        (5, ten.pow(30)),
        (6, ten.pow(18)),
        (4, ten.pow(30)),
        (4, two.pow(80) + 1u8),
        (7, two.pow(52) - 1u8),
        (9, two.pow(20)),
    ] {
        let fast =
            table(&[pits], std::slice::from_ref(&seeds), Method::Flush, MEMORY, &()).unwrap();
        let auto = table(&[pits], std::slice::from_ref(&seeds), Method::Auto, MEMORY, &()).unwrap();
        let played = moves_by_playing(usize::try_from(pits).unwrap(), seeds.clone()).unwrap();
        assert_eq!(fast.moves, [played.into()], "M({pits},{seeds})");
        assert_eq!(auto, fast);
    }
}

#[test]
#[ignore = "long suite: half a minute in release"]
fn huge_seeds_against_long_playing() {
    for (pits, seeds) in [(4, BigUint::from(10u8).pow(100)), (8, BigUint::from(2u8).pow(80) + 1u8)]
    {
        let fast = table(&[pits], std::slice::from_ref(&seeds), Method::Auto, MEMORY, &()).unwrap();
        let played = moves_by_playing(usize::try_from(pits).unwrap(), seeds.clone()).unwrap();
        assert_eq!(fast.moves, [played.into()], "M({pits},{seeds})");
    }
}

/// `M(2,s) = floor(log2 s) + 2`.
#[test]
fn two_pits_have_a_formula() {
    for exponent in [0u32, 1, 2, 63, 64, 65, 127, 128, 129, 1000, 20_000] {
        let power = BigUint::from(2u8).pow(exponent);
        for (seeds, moves) in [
            (power.clone(), exponent + 2),
            ((&power << 1u8) - 1u8, exponent + 2),
            (&power << 1u8, exponent + 3),
        ] {
            let counted = table(&[2], &[seeds], Method::Auto, MEMORY, &()).unwrap();
            assert_eq!(counted.moves, [moves.into()], "2^{exponent}");
        }
    }
}

/// Every way to lay `seeds` seeds into `pits` pits.
fn every_row(pits: usize, seeds: u64) -> Vec<Vec<u64>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    (0..=seeds)
        .flat_map(|first| {
            every_row(pits - 1, seeds - first).into_iter().map(move |mut row| {
                row.insert(0, first);
                row
            })
        })
        .collect()
}

/// One cycle for each number of pits and of seeds, through the position with all in the last pit,
/// and every position comes to it when the fast orbit says; its length never falls as seeds are added, and grows exactly where the staircase says.
#[test]
fn there_is_one_cycle_and_its_length_never_falls() {
    for pits in 1..=6 {
        let mut lengths = vec![0];
        for seeds in 1..=9u64 {
            let mut end = vec![0; pits];
            end[pits - 1] = seeds;
            let end = Row::new(end).unwrap();
            let Ok(Orbit::Periodic { preperiod: 0, period: length }) =
                classify(&Mirall::new(), &end, u64::MAX, &())
            else {
                panic!("{end} is not on a cycle");
            };
            for row in every_row(pits, seeds) {
                let row = Row::new(row).unwrap();
                let orbit = classify(&Mirall::new(), &row, u64::MAX, &());
                let Ok(Orbit::Periodic { preperiod, period }) = orbit else {
                    panic!("{row} comes to {orbit:?}");
                };
                assert_eq!(period, length, "{row}");
                let big = Row::new(row.pits().iter().map(|&pit| pit.into()).collect()).unwrap();
                assert_eq!(
                    mirall::orbit(&big, MEMORY, &()),
                    Ok(MirallOrbit { preperiod: preperiod.into(), period: period.into() }),
                    "{row}"
                );
                let mut state = row.clone();
                for _ in 0..preperiod + period {
                    if state == end {
                        break;
                    }
                    Mirall::new().step(&mut state);
                }
                assert_eq!(state, end, "{row} never comes to {end}");
            }
            assert!(length >= lengths[lengths.len() - 1]);
            lengths.push(length);
        }
        let jumps: Vec<(BigUint, BigUint)> = (1..)
            .zip(lengths.windows(2))
            .filter(|(_, pair)| pair[0] < pair[1])
            .map(|(total, pair): (u64, _)| (total.into(), pair[1].into()))
            .collect();
        let steps = staircase(pits as u64, &9u8.into(), MEMORY, &()).unwrap();
        let steps: Vec<_> = steps.into_iter().map(|step| (step.total_seeds, step.period)).collect();
        assert_eq!(steps, jumps, "{pits} pits");
    }
}

/// Larger positions, with pits of every size side by side.
#[test]
fn sampled_orbits_against_playing() {
    let mut numbers = Numbers(4);
    for _ in 0..100 {
        let pits = 1 + numbers.below(6);
        let row: Vec<BigUint> = (0..pits)
            .map(|_| match numbers.below(4) {
                0 => 0u8.into(),
                1 => numbers.below(10).into(),
                2 => numbers.below(100_000).into(),
                _ => BigUint::from(numbers.below(1000)) << numbers.below(60),
            })
            .collect();
        let Ok(row) = Row::new(row) else { continue };
        let MirallOrbit { preperiod, period } = mirall::orbit(&row, MEMORY, &()).unwrap();
        assert_eq!(
            mirall::orbit_by_playing(&row, u64::MAX, &()),
            Ok(Orbit::Periodic {
                preperiod: preperiod.try_into().unwrap(),
                period: period.try_into().unwrap()
            }),
            "{row}"
        );
    }
}

/// `M(n,1)` by laps, written a second time: each wave is laid down seed group by seed group on plain
/// numbers of seeds. Of the project's code only the theorem (M10 in `docs/theory.md`) is shared.
fn one_seed_by_laps(pits: usize) -> u64 {
    // Seeds in each pit, and what is still to be added from a pit on.
    let (mut row, mut change) = (vec![1i32; pits], vec![0i32; pits + 1]);
    let (mut pit, mut running, mut moves) = (0, 0, 1);
    while pit < pits - 1 {
        running += change[pit];
        change[pit] = 0;
        let hand = usize::try_from(row[pit] + running).unwrap();
        row[pit] = 0;
        pit += 1;
        if hand == 0 {
            continue;
        }
        moves += 1;
        let end = pits.min(pit + hand);
        change[pit] += 1;
        change[end] -= 1;
        let wrapped = (pit + hand).saturating_sub(pits);
        if wrapped == 0 {
            continue;
        }
        // What is running goes on from here when the lap comes back.
        change[pit] += running;
        change[pits] = 0;
        running = 0;
        let groups = (1..=wrapped).find(|k| k * (k + 1) / 2 >= wrapped).unwrap();
        let to = pit.min(pits.saturating_sub(groups));
        if to < wrapped {
            row[..wrapped].iter_mut().for_each(|seeds| *seeds += 1);
            pit = 0;
            continue;
        }
        for group in 1..groups {
            // A complete group has a seed in each of its next pits.
            row[to..to + group].iter_mut().for_each(|seeds| *seeds += 1);
        }
        // The last one need not be complete.
        for seed in groups * (groups - 1) / 2..wrapped {
            row[to + (seed + groups - to % groups) % groups] += 1;
        }
        moves += to as u64;
        pit = to;
    }
    moves
}

#[test]
fn one_seed_in_each_pit_by_other_laps() {
    for pits in 1..60 {
        let played = moves_by_playing(pits, 1u64).unwrap();
        assert_eq!(one_seed_by_laps(pits), played, "M({pits},1)");
    }
    assert_eq!(cell(100_000, 1, Method::Lap), one_seed_by_laps(100_000).into());
}

#[test]
#[ignore = "long suite: half a minute in release"]
fn one_seed_in_each_of_very_many_pits_by_other_laps() {
    for pits in [10_000_000, 100_000_000] {
        let moves = one_seed_by_laps(usize::try_from(pits).unwrap());
        assert_eq!(cell(pits, 1, Method::Lap), moves.into(), "M({pits},1)");
    }
}

/// Threads, memory and the order of the question make no difference.
#[test]
fn results_do_not_depend_on_threads_or_memory() {
    let pits = [40, 3, 17, 1, 64, 2];
    let seeds: Vec<BigUint> = [5u64, 1, 10_007, 64, 63, 2].into_iter().map(Into::into).collect();
    let expected = table(&pits, &seeds, Method::Auto, MEMORY, &()).unwrap();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for memory in [1 << 20, 1 << 24, MEMORY] {
            let found = pool.install(|| table(&pits, &seeds, Method::Auto, memory, &()).unwrap());
            assert_eq!(found, expected, "{threads} threads, {memory} bytes");
        }
    }
    for (i, &pits) in pits.iter().enumerate() {
        for (j, seeds) in seeds.iter().enumerate() {
            let one =
                table(&[pits], std::slice::from_ref(seeds), Method::Auto, MEMORY, &()).unwrap();
            assert_eq!(one.moves[0], expected.moves[i * expected.seeds.len() + j]);
        }
    }
}
