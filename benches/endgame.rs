//! Endgame tables: plain iteration over the rules against building backwards, on all boards with few
//! seeds.
//!
//! `cargo bench --bench endgame` first prints boards a second of both, on one thread, measured one after
//! the other in one run, and how many times faster building is; then the times of building and verifying
//! alone.

#[path = "../tests/common/values.rs"]
mod values;

use std::time::Instant;

use sowlab::analysis::endgame::{EndgameError, Endless, Rules, Table, build, verify};
use sowlab::games::oware::GrandSlam;

use values::Game;

fn main() {
    // `cargo test --benches` only asks whether the benchmarks run.
    if !std::env::args().any(|argument| argument == "--test") {
        ratios();
    }
    divan::main();
}

const READING: GrandSlam = GrandSlam::CapturesNothing;

fn table(seeds: usize, repetition: Endless) -> Table {
    let rules = Rules { width: 6, grand_slam: READING, repetition };
    let mut table = Table::new(rules, seeds).expect("boards of few seeds");
    build(&mut table, 1 << 32, &(), |_, _| Ok::<(), EndgameError>(())).expect("nothing stops it");
    table
}

fn ratios() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    one.install(|| {
        for seeds in [4, 5, 6, 7] {
            let start = Instant::now();
            let slow = values::values(Game::Oware(READING), 6, seeds).len();
            let slow_time = start.elapsed().as_secs_f64();
            let start = Instant::now();
            // Both rules about endless play, as the iteration finds them.
            let fast = [Endless::EvenSplit, Endless::Bounds].map(|rule| table(seeds.into(), rule));
            let fast_time = start.elapsed().as_secs_f64();
            assert!(fast.iter().all(Table::is_complete));
            println!(
                "{seeds} seeds, {slow} boards: iteration {:.0}, building {:.0} boards a second, {:.0} times faster",
                slow as f64 / slow_time,
                slow as f64 / fast_time,
                slow_time / fast_time
            );
        }
    });
}

#[divan::bench(args = [8, 10], sample_count = 3)]
fn building(seeds: usize) -> Table {
    table(seeds, Endless::EvenSplit)
}

#[divan::bench(args = [8, 10], sample_count = 3)]
fn verifying(bencher: divan::Bencher, seeds: usize) {
    let table = table(seeds, Endless::EvenSplit);
    bencher.bench_local(|| verify(&table, &()));
}
