//! Relay moves: the rules against the engines, and the engines against memory itself.
//!
//! `cargo bench --bench relay` first prints how many times faster the engines are than the rules,
//! measured side by side in one run; then how many bytes of pits are sown into a second, beside
//! plain additions to the same pits and copies of them; then the times of the engines alone.

#[path = "../tests/common/numbers.rs"]
mod numbers;

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use sowlab::analysis::relay::{Effort, Fate, Rule, decide, digits_periods};
use sowlab::games::relay::{Extended, State};
use sowlab::orbit::{Orbit, classify};
use sowlab::sowing::Seeds;

use numbers::Numbers;

fn main() {
    // `cargo test --benches` only asks whether the benchmarks run.
    if !std::env::args().any(|argument| argument == "--test") {
        ratios();
        memory();
    }
    divan::main();
}

/// So many seeds, each in a random pit, and the fullest pit the pivot.
fn random(pits: usize, seeds: u64) -> State<u64> {
    let mut numbers = Numbers(seeds);
    let mut contents = vec![0; pits];
    for _ in 0..seeds {
        contents[numbers.below(pits as u64) as usize] += 1;
    }
    let fullest = (0..pits).max_by_key(|&pit| contents[pit]).unwrap_or(0);
    State::new(contents, fullest).expect("the fullest pit holds a seed")
}

/// A state whose hands are about as long as the circuit: each pit holds as many seeds as there are
/// pits, more or less.
fn full(pits: usize) -> State<u64> {
    let mut numbers = Numbers(pits as u64);
    let contents = (0..pits).map(|_| 1 + numbers.below(2 * pits as u64)).collect();
    State::new(contents, 0).expect("every pit holds a seed")
}

/// Seconds a lap of the extended map takes by the rules, with Brent's comparisons.
fn by_the_rules<S: Seeds>(start: &State<S>, laps: u64) -> f64 {
    let began = Instant::now();
    let orbit = classify(&Extended::default(), start, laps, &());
    assert_eq!(orbit, Ok(Orbit::Undecided { steps: laps }));
    began.elapsed().as_secs_f64() / laps as f64
}

/// Seconds a lap takes by the engine for its size, without the time to prepare.
fn by_engine<S: Seeds + Into<BigUint>>(start: &State<S>, laps: u64) -> f64 {
    let time = |lap_limit| {
        let began = Instant::now();
        let effort = Effort { lap_limit, period: true };
        let fate = decide(start, Rule::Extended, effort, &()).expect("nothing stops it").fate;
        assert!(matches!(fate, Fate::Undecided | Fate::NeverEnds(None)));
        began.elapsed()
    };
    let prepared = (0..3).map(|_| time(1)).min().unwrap_or_default();
    let spent = (0..3).map(|_| time(laps)).min().unwrap_or_default();
    spent.saturating_sub(prepared).max(Duration::from_nanos(1)).as_secs_f64() / laps as f64
}

fn ratios() {
    println!("The extended map, a lap by the rules and by the engine, on one thread:");
    println!("| circuit | rules | engine | ratio |");
    println!("|---|---|---|---|");
    for (pits, seeds, slow, fast) in [
        (12, 60, 1 << 20, 1 << 26),
        (16, 64, 1 << 20, 1 << 26),
        (16, 100, 1 << 20, 1 << 26),
        (32, 200, 1 << 20, 1 << 25),
        (16, 1000, 1 << 20, 1 << 25),
        (16, 1_000_000, 1 << 20, 1 << 25),
        (1000, 10_000, 1 << 20, 1 << 23),
        (100_000, 1_000_000, 1 << 13, 1 << 24),
    ] {
        row(&format!("{pits} pits, {seeds} seeds"), &random(pits, seeds), slow, fast);
    }
    row("100000 pits, about 100000 in each", &full(100_000), 1 << 12, 1 << 24);
    let huge = random(16, 100).pits().iter().map(|&pit| BigUint::from(pit) << 100u32).collect();
    let huge = State::new(huge, 0).expect("the first pit holds a seed");
    row("16 pits, 100 * 2^100 seeds", &huge, 1 << 15, 1 << 18);
}

fn row<S: Seeds + Into<BigUint>>(name: &str, start: &State<S>, slow: u64, fast: u64) {
    let (slow, fast) = (by_the_rules(start, slow), by_engine(start, fast));
    println!("| {name} | {:.1} ns | {:.1} ns | {:.0} |", slow * 1e9, fast * 1e9, slow / fast);
}

/// Bytes a second, the shortest of a few times.
fn rate(bytes: f64, mut work: impl FnMut()) -> f64 {
    let shortest = (0..5)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed()
        })
        .min()
        .unwrap_or_default();
    bytes / shortest.as_secs_f64() / 1e9
}

fn memory() {
    println!("\nGigabytes of pits a second that are sown into:");
    println!("| circuit | additions to all pits | copying all pits | laps |");
    println!("|---|---|---|---|");
    for (name, start, width, laps) in [
        ("100000 pits, 10^6 seeds", random(100_000, 1_000_000), 4, 1u64 << 24),
        ("100000 pits, 10^10 seeds", full(100_000), 8, 1 << 24),
    ] {
        let pits = start.pits().len();
        let times = 200;
        let bytes = (pits * width * times) as f64;
        let mut words = vec![1u32; pits * width / 4];
        let added = rate(bytes, || {
            for _ in 0..times {
                for word in divan::black_box(&mut words).iter_mut() {
                    *word += 1;
                }
            }
        });
        let from = words.clone();
        let copied = rate(bytes, || {
            for _ in 0..times {
                divan::black_box(&mut words).copy_from_slice(divan::black_box(&from));
            }
        });
        // The rests of the hands are the pits that a lap changes, whole rounds apart.
        let mut state = start.clone();
        let played = laps.min(1 << 14);
        let touched: u64 = (0..played)
            .map(|_| {
                let rest = state.hand() % pits as u64;
                state.lap();
                rest
            })
            .sum();
        let each = touched as f64 / played as f64 * width as f64;
        let laps = each / by_engine(&start, laps) / 1e9;
        println!("| {name}, {each:.0} bytes a lap | {added:.1} | {copied:.1} | {laps:.1} |");
    }
}

#[divan::bench(args = [(16, 64), (16, 100), (17, 100), (16, 1000), (16, 1_000_000), (100_000, 1_000_000)], sample_count = 3, sample_size = 1)]
fn million_laps((pits, seeds): (usize, u64)) -> Fate {
    let effort = Effort { lap_limit: 1 << 20, period: true };
    decide(&random(pits, seeds), Rule::Extended, effort, &()).expect("nothing stops it").fate
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn digits_up_to_99999() -> Vec<Option<u128>> {
    let numbers: Vec<BigUint> = (1..100_000u32).map(Into::into).collect();
    digits_periods(&numbers, u64::MAX, &()).expect("numbers above 0")
}
