//! Turns of Omweso: the slow search against the fast engine, on random openings.
//!
//! `cargo bench --bench omweso` first prints legs a second of both, measured side by side in one
//! run, and how many times faster the engine is; then the times of the engine alone.

use std::time::Instant;

use num_bigint::BigUint;
use sowlab::analysis::hunt::Openings;
use sowlab::analysis::omweso::{Board, Choices, Engine, FastFate, Fate, turns};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::Position;

fn main() {
    // `cargo test --benches` only asks whether the benchmarks run.
    if !std::env::args().any(|argument| argument == "--test") {
        ratios();
    }
    divan::main();
}

/// No turn is followed for long, so that the captures and the choices are what is measured.
const EFFORT: Effort = Effort { lap_limit: 1 << 16, period: false };

fn positions(columns: usize, count: u64) -> Vec<Position<u64>> {
    let seeds = 4 * columns as u64;
    let openings = Openings::new(columns, seeds, seeds, 0).expect("a board of few columns");
    (0..count).map(|index| openings.get(index)).collect()
}

/// Turns and legs of those that end, by the slow search.
fn slow(positions: &[Position<BigUint>]) -> (u64, u64) {
    let (mut paths, mut legs) = (0, 0);
    for position in positions {
        for pit in position.starts() {
            let found = turns(position, pit, Choices::All, EFFORT, &()).expect("nothing stops it");
            for turn in found.iter() {
                paths += 1;
                if let Fate::Ends { legs: played, .. } = turn.fate {
                    legs += played;
                }
            }
        }
    }
    (paths, legs)
}

/// The same by the engine.
fn fast(engine: &Engine, boards: &[Board]) -> (u64, u64) {
    let (mut paths, mut legs) = (0, 0);
    for board in boards {
        for pit in board.starts() {
            engine
                .turns(board, pit, Choices::All, EFFORT, &(), &mut |turn| {
                    paths += 1;
                    if matches!(turn.fate, FastFate::Ends { .. }) {
                        legs += turn.legs;
                    }
                })
                .expect("nothing stops it");
        }
    }
    (paths, legs)
}

fn boards(positions: &[Position<u64>]) -> Vec<Board> {
    positions.iter().map(|position| Board::of(position).expect("few seeds")).collect()
}

fn ratios() {
    println!("Random openings, all turns, on one thread:");
    println!("| columns | turns | legs | slow search, legs/s | engine, legs/s | ratio |");
    println!("|---|---|---|---|---|---|");
    for columns in [4, 6, 8] {
        let positions = positions(columns, 2000);
        let big: Vec<Position<BigUint>> = positions
            .iter()
            .map(|position| {
                let side = |pits: &[u64]| pits.iter().copied().map(BigUint::from).collect();
                Position::new(side(position.own()), side(position.opponent())).expect("the same")
            })
            .collect();
        let (engine, boards) = (Engine::new(columns).expect("few columns"), boards(&positions));
        let began = Instant::now();
        let (paths, legs) = slow(&big);
        let by_search = began.elapsed().as_secs_f64();
        let times = 20;
        let by_engine = (0..times)
            .map(|_| {
                let began = Instant::now();
                assert_eq!(fast(&engine, &boards), (paths, legs));
                began.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min);
        println!(
            "| {columns} | {paths} | {legs} | {:.2e} | {:.2e} | {:.0} |",
            legs as f64 / by_search,
            legs as f64 / by_engine,
            by_search / by_engine
        );
    }
}

#[divan::bench(args = [4, 6, 8], sample_count = 20, sample_size = 1)]
fn thousand_openings(bencher: divan::Bencher, columns: usize) {
    let engine = Engine::new(columns).expect("few columns");
    let boards = boards(&positions(columns, 1000));
    bencher.bench(|| fast(&engine, divan::black_box(&boards)));
}
