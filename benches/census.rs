//! The census of never-ending relay moves: a plain search forwards against the search of the
//! library, with each set of instructions.
//!
//! `cargo bench --bench census` prints how many times faster the library is, side by side in one
//! run and on one thread, and then what two threads give.

#[path = "../tests/common/forward.rs"]
mod forward;

use std::time::Instant;

use sowlab::analysis::census::{Instructions, census};

fn main() {
    // `cargo test --benches` only asks whether the benchmarks run.
    let quick = std::env::args().any(|argument| argument == "--test");
    let budgets: &[u64] = if quick { &[12] } else { &[20, 24, 28, 32] };
    let forwards_up_to = if quick { 12 } else { 28 };
    println!("Omweso's side, 16 pits, all totals of 2 seeds to the budget, seconds on one thread:");
    println!("| budget | forwards | portable | AVX2 | AVX-512 | two threads | best to forwards |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    for &budget in budgets {
        let mut states = None;
        let forwards = (budget <= forwards_up_to).then(|| {
            let began = Instant::now();
            let counts = forward::count(16, budget as usize);
            states = Some(counts.iter().map(|count| count.states).sum::<u64>());
            began.elapsed().as_secs_f64()
        });
        let mut time = |instructions: Instructions, threads: usize| {
            if !instructions.available() {
                return f64::NAN;
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads can be started");
            let times = (0..3).map(|_| {
                let began = Instant::now();
                let rows = pool.install(|| census(16, 2, budget, instructions, None, &()));
                let spent = began.elapsed().as_secs_f64();
                let found = rows.expect("it is in range").iter().map(|row| row.states).sum();
                assert_eq!(*states.get_or_insert(found), found, "the searches disagree");
                spent
            });
            times.fold(f64::INFINITY, f64::min)
        };
        let [portable, avx2, avx512] = Instructions::ALL.map(|set| time(set, 1));
        let two = time(Instructions::best(), 2);
        let best = portable.min(avx2).min(avx512);
        let (forwards, ratio) = match forwards {
            Some(forwards) => (format!("{forwards:.2}"), format!("{:.0}", forwards / best)),
            None => ("-".into(), "-".into()),
        };
        println!(
            "| {budget} | {forwards} | {portable:.3} | {avx2:.3} | {avx512:.3} | {two:.3} | {ratio} |"
        );
    }
}
