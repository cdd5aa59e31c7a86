//! Oware and Pas de Deux: the moves of a position by the rules and in a register, and perft by three
//! routes.
//!
//! `cargo bench --bench oware` first prints moves a second of rules and registers, and sequences a second
//! of each route of perft, on one thread; then the times alone.

use std::time::Instant;

use sowlab::analysis::perft::{Extent, OneByOne, one_by_one, perft, perft_ahead};
use sowlab::analysis::two_row::{Oware, Packed, PasDeDeux};
use sowlab::games::oware::{GrandSlam, Position};
use sowlab::games::pas_de_deux::FirstMove;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("a thread");
    // `cargo test --benches` only asks whether the benchmarks run.
    if !std::env::args().any(|argument| argument == "--test") {
        moves();
        routes();
    }
    divan::main();
}

fn oware() -> (Oware, Position) {
    let start = Position::start(6, 4).expect("the usual board");
    (Oware::new(6, 48, GrandSlam::CapturesNothing), start)
}

fn pas_de_deux() -> (PasDeDeux, Position) {
    let start = Position::start(8, 6).expect("the usual board");
    (PasDeDeux::new(8, 96, FirstMove::Captures), start)
}

/// Sequences by the rules alone.
fn slow(position: &Position, depth: u64) -> u64 {
    let moves = position.moves(GrandSlam::CapturesNothing);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|(_, played)| slow(&played.position, depth - 1)).sum()
}

fn slow_turns(position: &Position, depth: u64) -> u64 {
    let turns = position.turns(FirstMove::Captures);
    if depth == 1 {
        return turns.len() as u64;
    }
    turns.iter().map(|(_, played)| slow_turns(&played.position, depth - 1)).sum()
}

/// What is counted, and in how many seconds.
fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let began = Instant::now();
    let counted = count();
    (counted, began.elapsed().as_secs_f64())
}

fn moves() {
    println!("Sequences counted one by one, on one thread:");
    println!("| game | depth | sequences | rules, /s | register, /s | ratio |");
    println!("|---|---|---|---|---|---|");
    let row = |game: &str, depth: u64, by_rules: (u64, f64), fast: &dyn Fn() -> u64| {
        // The best of some, since each is short.
        let times = (0..10).map(|_| timed(fast));
        let (count, time) = times.reduce(|a, b| if b.1 < a.1 { b } else { a }).expect("ten");
        assert_eq!(count, by_rules.0);
        let rates = [by_rules.1, time].map(|time| count as f64 / time);
        let ratio = by_rules.1 / time;
        println!(
            "| {game} | {depth} | {count} | {:.2e} | {:.2e} | {ratio:.0} |",
            rates[0], rates[1]
        );
    };
    let (game, start) = oware();
    let packed = Packed::from(&start);
    row("Oware", 7, timed(|| slow(&start, 7)), &|| game.at_once(&packed, 7));
    let (game, start) = pas_de_deux();
    let packed = Packed::from(&start);
    row("Pas de Deux", 3, timed(|| slow_turns(&start, 3)), &|| game.at_once(&packed, 3));
}

/// Sequences of the last level that are counted in a second, by levels that keep all positions before
/// the last, with the last moves counted in one go, and one by one.
fn routes() {
    println!("\nPerft of all depths up to the last, on one thread:");
    println!(
        "| game | depth | sequences | levels, /s | last moves in one go, /s | one by one, /s |"
    );
    println!("|---|---|---|---|---|---|");
    let (game, start) = oware();
    for depth in [10, 11] {
        row("Oware", &game, &Packed::from(&start), depth);
    }
    let (game, start) = pas_de_deux();
    row("Pas de Deux", &game, &Packed::from(&start), 4);
}

fn row<G: OneByOne>(name: &str, game: &G, start: &G::Position, depth: u64) {
    let extent = Extent { depth, distinct: false, memory: 8 << 30 };
    let number = |number: &num_bigint::BigUint| u64::try_from(number).expect("it is small");
    let mut last = 0;
    let levels = timed(|| {
        perft(game, start, extent, &(), |level| last = number(&level.sequences)).expect("memory");
        last
    });
    let ahead = timed(|| {
        perft_ahead(game, start, extent, &(), |level| last = number(&level.sequences))
            .expect("memory");
        last
    });
    let alone = timed(|| {
        let count =
            |depth| number(&one_by_one(game, start, depth, &()).expect("not stopped").sequences);
        (1..=depth).map(count).last().expect("a level")
    });
    assert!(levels.0 == ahead.0 && ahead.0 == alone.0);
    let rates = [levels, ahead, alone].map(|(count, time)| format!("{:.2e}", count as f64 / time));
    println!("| {name} | {depth} | {} | {} |", levels.0, rates.join(" | "));
}

#[divan::bench(args = [6, 8])]
fn oware_one_by_one(bencher: divan::Bencher, depth: u64) {
    let (game, start) = oware();
    let start = Packed::from(&start);
    bencher.bench(|| one_by_one(&game, divan::black_box(&start), depth, &()));
}

#[divan::bench(args = [6, 8], sample_count = 10)]
fn oware_levels(bencher: divan::Bencher, depth: u64) {
    let (game, start) = oware();
    let (start, extent) =
        (Packed::from(&start), Extent { depth, distinct: false, memory: 1 << 30 });
    bencher.bench(|| perft(&game, divan::black_box(&start), extent, &(), |_| ()));
}

#[divan::bench(sample_count = 10)]
fn pas_de_deux_one_by_one(bencher: divan::Bencher) {
    let (game, start) = pas_de_deux();
    let start = Packed::from(&start);
    bencher.bench(|| one_by_one(&game, divan::black_box(&start), 3, &()));
}
