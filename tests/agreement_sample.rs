//! Monte Carlo, slow against fast: the random states against their definition, what becomes of them
//! against the rules, and the shares found against the exact ones.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;
use sowlab::analysis::mayer::{all_states, count};
use sowlab::analysis::sample::{SampleRow, Sampling, States, sample, wilson};
use sowlab::games::relay::{Relay, State};
use sowlab::orbit::{Dynamics, Orbit, classify};

const MEMORY: u64 = 1 << 28;

/// The key stream of `ChaCha8` by its definition (D. J. Bernstein, 2008), as 64-bit words with the
/// low byte first.
struct KeyStream {
    block: [u32; 16],
    words: Vec<u64>,
}

impl KeyStream {
    fn new(key: &[u64; 4], nonce: u64) -> Self {
        let mut block = [0; 16];
        for (word, text) in block.iter_mut().zip(b"expand 32-byte k".chunks(4)) {
            *word = u32::from_le_bytes(text.try_into().unwrap());
        }
        for (index, part) in key.iter().chain([&0, &nonce]).enumerate() {
            block[4 + 2 * index] = *part as u32;
            block[5 + 2 * index] = (part >> 32) as u32;
        }
        Self { block, words: Vec::new() }
    }

    fn next(&mut self) -> u64 {
        if self.words.is_empty() {
            let mut mixed = self.block;
            for _ in 0..4 {
                for column in 0..4 {
                    quarter_round(&mut mixed, [0, 4, 8, 12].map(|row| row + column));
                }
                for diagonal in 0..4 {
                    let row = |row: usize| 4 * row + (diagonal + row) % 4;
                    quarter_round(&mut mixed, [row(0), row(1), row(2), row(3)]);
                }
            }
            for (word, before) in mixed.iter_mut().zip(self.block) {
                *word = word.wrapping_add(before);
            }
            let pairs = mixed.chunks(2).rev();
            self.words = pairs.map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0])).collect();
            self.block[12] += 1;
        }
        self.words.pop().unwrap()
    }
}

fn quarter_round(block: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (sum, other, mixed, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        block[sum] = block[sum].wrapping_add(block[other]);
        block[mixed] = (block[mixed] ^ block[sum]).rotate_left(turn);
    }
}

/// State `index` of a sequence, by its definition: places one after the other into a set.
fn state_by_definition(pits: u64, seeds: u64, seed: u64, index: u64) -> Vec<u64> {
    let key = [seed, pits, seeds, u64::from_le_bytes(*b"sampling")];
    let mut stream = KeyStream::new(&key, index);
    let (bars, free) = (pits - 1, seeds - 2);
    let places = u128::from(bars + free);
    let mut chosen = BTreeSet::new();
    while (chosen.len() as u64) < bars.min(free) {
        let product = u128::from(stream.next()) * places;
        if product % (1 << 64) >= (1 << 64) % places {
            chosen.insert((product >> 64) as u64);
        }
    }
    // Along the row, place by place.
    let mut state = vec![2];
    for place in 0..bars + free {
        if chosen.contains(&place) == (bars <= free) {
            state.push(0);
        } else {
            *state.last_mut().unwrap() += 1;
        }
    }
    state
}

#[test]
fn states_are_those_of_the_definition() {
    for pits in 1..=9 {
        for seeds in 2..=12 {
            let mut states = States::new(pits, seeds, 5).unwrap();
            for index in 0..50 {
                let state = states.get(index);
                assert_eq!(state.pits(), state_by_definition(pits, seeds, 5, index));
                assert_eq!(state.pivot(), 0);
            }
        }
    }
    // Many draws, so that many blocks of the key stream are used and many places come twice.
    for (pits, seeds) in [(400, 402), (300, 1000), (1000, 300), (2, 5000), (5000, 3)] {
        let mut states = States::new(pits, seeds, u64::MAX).unwrap();
        for index in [0, 1, 1 << 40, u64::MAX] {
            let expected = state_by_definition(pits, seeds, u64::MAX, index);
            assert_eq!(states.get(index).pits(), expected);
        }
    }
}

/// What is kept for ever: a change here would change every sample that anyone has made.
#[test]
fn states_that_never_change() {
    let mut states = States::new(16, 40, 0).unwrap();
    let found = [0, 1, 9999].map(|index| states.get(index).pits().to_vec());
    let kept = [
        [9, 1, 2, 9, 2, 0, 1, 0, 1, 3, 6, 1, 1, 2, 1, 1],
        [6, 3, 0, 3, 3, 0, 4, 0, 2, 0, 4, 1, 2, 3, 6, 3],
        [3, 1, 1, 1, 2, 0, 6, 2, 2, 4, 0, 1, 3, 6, 1, 7],
    ];
    assert_eq!(found, kept);
}

/// The random states fall on all states alike: the sum of `(found - expected)^2 / expected` over
/// all states is that of chance.
#[test]
fn states_are_uniform() {
    // With fewer bars than seeds, fewer seeds than bars, and as many.
    for (pits, seeds) in [(4, 6), (3, 9), (2, 30), (7, 4), (10, 4), (20, 3), (4, 5)] {
        let expected = 400u64;
        let all = u64::try_from(all_states(pits, &seeds.into())).unwrap();
        let mut found: HashMap<Vec<u64>, u64> = HashMap::new();
        let mut states = States::new(pits, seeds, 11).unwrap();
        for index in 0..expected * all {
            *found.entry(states.get(index).pits().to_vec()).or_default() += 1;
        }
        assert_eq!(found.len() as u64, all, "every state is met");
        let squares: u64 = found.values().map(|&count| count.abs_diff(expected).pow(2)).sum();
        let (statistic, freedom) = (squares as f64 / expected as f64, all as f64 - 1.0);
        // On average the degrees of freedom, with a deviation of the root of twice as many; chance
        // goes 4.5 deviations too far once in thousands of times, and this seed is no such chance.
        let bound = 4.5 * (2.0 * freedom).sqrt();
        assert!((statistic - freedom).abs() < bound, "{pits} pits, {seeds} seeds: {statistic}");
    }
}

/// What a move comes to by the rules, within a limit: its laps if it ends, or whether it is shown
/// to go on for ever.
#[derive(Debug, PartialEq)]
enum Outcome {
    Ends(u64),
    NeverEnds,
    Undecided,
}

fn by_the_rules(start: &State<u64>, limit: u64) -> Outcome {
    match classify(&Relay::default(), start, u64::MAX, &()).unwrap() {
        Orbit::Ends { steps } if steps <= limit => Outcome::Ends(steps),
        Orbit::Periodic { .. } if recurs_within(start, limit) || passes(start) => {
            Outcome::NeverEnds
        }
        _ => Outcome::Undecided,
    }
}

fn recurs_within(start: &State<u64>, limit: u64) -> bool {
    let mut state = start.clone();
    (0..limit).any(|_| Relay::default().step(&mut state) && state.is_rotation_of(start))
}

/// The Mayer test, by the definition: no two labels differ by 1.
fn passes(state: &State<u64>) -> bool {
    let n = state.pits().len() as u64;
    // The pivot is pit 0, so the pit j steps behind it is pit n - j.
    let pits = (0..n).map(|j| (state.pits()[((n - j) % n) as usize] + n + 1 - j) % (n + 1));
    let labels: Vec<u64> = [0].into_iter().chain(pits).collect();
    labels.iter().all(|first| labels.iter().all(|second| (first + 1) % (n + 1) != *second))
}

fn row_by_the_rules(pits: u64, seeds: u64, sampling: &Sampling) -> SampleRow {
    let mut states = States::new(pits, seeds, sampling.seed).unwrap();
    let outcomes: Vec<Outcome> = (0..sampling.samples)
        .map(|index| by_the_rules(&states.get(index), sampling.lap_limit))
        .collect();
    let samples = sampling.samples;
    let number =
        |outcome: &Outcome| outcomes.iter().filter(|found| *found == outcome).count() as u64;
    let (never_ended, undecided) = (number(&Outcome::NeverEnds), number(&Outcome::Undecided));
    let laps = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Ends(laps) => Some(laps),
        _ => None,
    });
    let (ended, laps) = (laps.clone().count() as u64, laps.sum::<u64>());
    SampleRow {
        pits,
        seeds,
        samples,
        ended,
        never_ended,
        undecided,
        fraction: never_ended as f64 / samples as f64,
        low: wilson(never_ended, samples).0,
        high: wilson(never_ended + undecided, samples).1,
        mean_laps: (ended > 0).then(|| laps as f64 / ended as f64),
    }
}

#[test]
fn rows_by_the_rules() {
    let (pits, seeds) = ([1, 2, 3, 5, 8], [2, 3, 6, 9, 14]);
    let mut undecided = 0;
    for (lap_limit, seed, samples) in [(1_000_000, 3, 300), (3, 4, 129), (1, 0, 65), (9, 0, 1)] {
        let sampling = Sampling { samples, seed, lap_limit };
        let rows = sample(&pits, &seeds, &sampling, MEMORY, &()).unwrap();
        let slowly = pits.iter().flat_map(|&pits| seeds.iter().map(move |&seeds| (pits, seeds)));
        let slowly: Vec<SampleRow> =
            slowly.map(|(pits, seeds)| row_by_the_rules(pits, seeds, &sampling)).collect();
        assert_eq!(rows, slowly);
        undecided += rows.iter().map(|row| row.undecided).sum::<u64>();
    }
    assert!(undecided > 100, "a limit of few laps leaves something undecided");
}

#[test]
fn rows_do_not_depend_on_threads_memory_or_company() {
    let (pits, seeds) = ([3, 6, 16], [7, 12, 30]);
    let sampling = Sampling { samples: 1000, seed: 1, lap_limit: 1000 };
    let rows = sample(&pits, &seeds, &sampling, MEMORY, &()).unwrap();
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let again = pool.install(|| sample(&pits, &seeds, &sampling, MEMORY, &()));
        assert_eq!(again.as_ref(), Ok(&rows), "{threads} threads");
    }
    // Room for one thread.
    assert_eq!(sample(&pits, &seeds, &sampling, 80_000, &()).as_ref(), Ok(&rows));
    for (index, row) in rows.iter().enumerate() {
        let alone = sample(&[pits[index / 3]], &[seeds[index % 3]], &sampling, MEMORY, &());
        assert_eq!(alone.as_deref(), Ok(std::slice::from_ref(row)));
    }
    let other = Sampling { seed: 2, ..sampling };
    assert_ne!(sample(&pits, &seeds, &other, MEMORY, &()), Ok(rows));
}

/// More samples are the same ones and others.
#[test]
fn more_samples_go_on_where_fewer_stop() {
    let row = |samples| {
        let sampling = Sampling { samples, ..Sampling::default() };
        sample(&[4], &[9], &sampling, MEMORY, &()).unwrap().remove(0)
    };
    let rows: Vec<SampleRow> = (1..=200).map(row).collect();
    let mut both = [0, 0];
    for pair in rows.windows(2) {
        let ended = pair[1].ended - pair[0].ended;
        let never_ended = pair[1].never_ended - pair[0].never_ended;
        assert_eq!(ended + never_ended, 1);
        both[never_ended as usize] += 1;
    }
    assert!(both[0] > 0 && both[1] > 0, "{both:?}");
}

/// Every state of so many pits and seeds with the pivot at pit 0 and at least 2 seeds in it.
fn every_state(pits: u64, seeds: u64) -> Vec<State<u64>> {
    fn positions(pits: u64, seeds: u64) -> Vec<Vec<u64>> {
        if pits == 1 {
            return vec![vec![seeds]];
        }
        let rest = |first| positions(pits - 1, seeds - first).into_iter();
        (0..=seeds).flat_map(|first| rest(first).map(move |r| [vec![first], r].concat())).collect()
    }
    positions(pits, seeds).into_iter().filter_map(|pits| State::start(pits, 0).ok()).collect()
}

/// The exact number of states whose moves never end, and of all states.
fn exactly(pits: u64, seeds: u64) -> (usize, usize) {
    let all = every_state(pits, seeds);
    let never_ends = |start: &&State<u64>| {
        let orbit = classify(&Relay::default(), *start, u64::MAX, &()).unwrap();
        matches!(orbit, Orbit::Periodic { .. })
    };
    (all.iter().filter(never_ends).count(), all.len())
}

/// Of many intervals, about 95 in a hundred hold the exact share.
#[test]
fn intervals_hold_the_exact_share() {
    let (mut held, mut all) = (0, 0);
    for pits in 2..=6 {
        for seeds in 3..=9 {
            let (endless, states) = exactly(pits, seeds);
            let share = endless as f64 / states as f64;
            // Where all moves do the same there is nothing to estimate.
            let certain = endless == 0 || endless == states;
            for seed in 0..20 {
                let sampling = Sampling { samples: 400, seed, lap_limit: 1_000_000 };
                let row = sample(&[pits], &[seeds], &sampling, MEMORY, &()).unwrap().remove(0);
                assert_eq!(row.undecided, 0);
                let holds = (row.low..=row.high).contains(&share);
                if certain {
                    assert!(holds && (row.fraction - share).abs() < f64::EPSILON);
                } else {
                    all += 1;
                    held += u32::from(holds);
                    assert!(row.high - row.low < 0.11, "an interval that says something");
                }
            }
        }
    }
    assert!(all > 300, "{all}");
    assert!((0.92..0.98).contains(&(f64::from(held) / f64::from(all))), "{held} of {all}");
}

/// On circuits with more states, the share found is within four standard deviations of the exact
/// one, which chance misses once in 16 000 times.
#[test]
fn shares_of_larger_circuits() {
    for (pits, seeds) in [(7, 16), (8, 14), (5, 40), (3, 200)] {
        let (endless, states) = exactly(pits, seeds);
        let share = endless as f64 / states as f64;
        let sampling = Sampling { samples: 40_000, ..Sampling::default() };
        let row = sample(&[pits], &[seeds], &sampling, MEMORY, &()).unwrap().remove(0);
        assert_eq!(row.undecided, 0);
        assert!(row.never_ended > 10, "{row:?}");
        let deviation = (share * (1.0 - share) / sampling.samples as f64).sqrt();
        assert!((row.fraction - share).abs() < 4.0 * deviation, "{share} {row:?}");
    }
}

/// States that pass the Mayer test are found as often as their exact number says, for more seeds
/// than anyone could look at.
#[test]
fn the_share_of_states_that_pass_the_mayer_test() {
    for (pits, seeds) in [(2, 10u64.pow(12)), (3, 10u64.pow(12) + 1), (4, 1000), (6, 10u64.pow(9))]
    {
        let exact = count(pits, &[BigUint::from(seeds)], MEMORY, &()).unwrap().remove(0).fraction;
        let samples = 20_000;
        let mut states = States::new(pits, seeds, 0).unwrap();
        let found = (0..samples).filter(|&index| passes(&states.get(index))).count() as u64;
        let (low, high) = wilson(found, samples);
        assert!(found > 100 && low < exact && exact < high, "{low} {exact} {high}");
    }
}
