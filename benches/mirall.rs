//! El Mirall: playing against the sieve, the laps and the flushes.
//!
//! `cargo bench` first prints how many times faster the fast methods are than playing, measured
//! side by side in one run, which is what holds from one machine to another; then the times of
//! each method alone, where playing could not follow.

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use sowlab::analysis::mirall::{Method, MoveTable, table};

fn main() {
    // `cargo test --benches` only asks whether the benchmarks run.
    if !std::env::args().any(|argument| argument == "--test") {
        ratios();
    }
    divan::main();
}

/// A question: numbers of pits, numbers of seeds.
type Question = (&'static str, Vec<u64>, Vec<BigUint>);

fn range(to: u64) -> Vec<BigUint> {
    (1..=to).map(Into::into).collect()
}

fn ask((_, pits, seeds): &Question, method: Method) -> MoveTable {
    table(pits, seeds, method, 1 << 32, &()).expect("within reach of the method")
}

/// The shortest of the times that fit into a second, at least one.
fn shortest(question: &Question, method: Method) -> (Duration, MoveTable) {
    let began = Instant::now();
    let answer = ask(question, method);
    let mut shortest = began.elapsed();
    while began.elapsed() < Duration::from_secs(1) {
        let again = Instant::now();
        divan::black_box(ask(question, method));
        shortest = shortest.min(again.elapsed());
    }
    (shortest, answer)
}

fn ratios() {
    let one = || vec![BigUint::from(1u8)];
    let ten = BigUint::from(10u8);
    let questions: [Question; 7] = [
        ("table 1..30 x 1..30", (1..=30).collect(), range(30)),
        ("table 1..100 x 1..100", (1..=100).collect(), range(100)),
        ("M(1000,1)", vec![1000], one()),
        ("M(3000,1)", vec![3000], one()),
        ("M(300,100)", vec![300], vec![100u8.into()]),
        ("M(20,10^6)", vec![20], vec![ten.pow(6)]),
        ("M(4,10^60)", vec![4], vec![ten.pow(60)]),
    ];
    println!("Times faster than playing every move by the rules (threads: {}):", threads());
    println!("| question | playing | sieve | lap | flush | chosen |");
    println!("|---|---|---|---|---|---|");
    for question in &questions {
        let (played, answer) = shortest(question, Method::Direct);
        let ratio = |method: Method| {
            let reach = table(&question.1, &question.2, method, 1 << 32, &());
            if reach.is_err() {
                return "beyond it".to_owned();
            }
            let (time, same) = shortest(question, method);
            assert_eq!(same, answer, "{method:?}");
            format!("{:.0}", played.as_secs_f64() / time.as_secs_f64())
        };
        println!(
            "| {} | {:.3} s | {} | {} | {} | {} |",
            question.0,
            played.as_secs_f64(),
            ratio(Method::Sieve),
            ratio(Method::Lap),
            ratio(Method::Flush),
            ratio(Method::Auto),
        );
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

#[divan::bench(args = [100, 300, 1000], sample_count = 3, sample_size = 1)]
fn square_table(size: u64) -> MoveTable {
    ask(&("", (1..=size).collect(), range(size)), Method::Auto)
}

#[divan::bench(args = [10_000, 1_000_000, 100_000_000], sample_count = 3, sample_size = 1)]
fn one_seed_in_each_of(pits: u64) -> MoveTable {
    ask(&("", vec![pits], vec![1u8.into()]), Method::Lap)
}

#[divan::bench(args = [300, 1000, 3000], sample_count = 3, sample_size = 1)]
fn line_of_the_table_by_sieve(size: u64) -> MoveTable {
    ask(&("", vec![size], range(size)), Method::Sieve)
}

#[divan::bench(args = [(2, 1000), (3, 1000), (4, 1000), (5, 100), (8, 24), (16, 12)], sample_count = 3, sample_size = 1)]
fn ten_to_a_power((pits, exponent): (u64, u32)) -> MoveTable {
    ask(&("", vec![pits], vec![BigUint::from(10u8).pow(exponent)]), Method::Flush)
}
