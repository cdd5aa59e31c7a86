//! Boards in a register against the rules of Oware and Pas de Deux, on random boards of every width, and
//! whole games by two routes.

#[path = "common/numbers.rs"]
mod numbers;

use std::ops::AddAssign;

use rayon::prelude::*;
use sowlab::analysis::perft::{Extent, Plies, Ply, perft};
use sowlab::analysis::two_row::{Oware, Packed, PasDeDeux};
use sowlab::games::oware::{GrandSlam, Position, Reason, Side};
use sowlab::games::pas_de_deux::FirstMove;

use numbers::Numbers;

/// A random position: many seeds or few, in all pits or in some, one side bare now and then, some pits
/// with more than a round.
fn random(index: u64) -> Position {
    let mut numbers = Numbers(index);
    let width = if index.is_multiple_of(2) {
        [6, 8][index as usize / 2 % 2]
    } else {
        1 + numbers.below(8) as usize
    };
    let pits = 2 * width;
    let most = if numbers.below(3) == 0 { 8 } else { 120 };
    let seeds = numbers.below(most);
    let (filled, heaped) = (1 + numbers.below(pits as u64), numbers.below(2) == 0);
    let mut board = vec![0u8; pits];
    let favourite = numbers.below(pits as u64) as usize;
    for _ in 0..seeds {
        let pit = numbers.below(filled) as usize;
        // Twos and threes in a row are what captures need.
        let pit = if heaped && numbers.below(2) == 0 {
            favourite
        } else {
            (pit * 5 + index as usize) % pits
        };
        board[pit] += 1;
    }
    let mover = [Side::South, Side::North][numbers.below(2) as usize];
    match numbers.below(6) {
        0 => board[..width].fill(0),
        1 => board[width..].fill(0),
        2 => board.iter_mut().for_each(|seeds| *seeds %= 4),
        _ => {}
    }
    let stores = [numbers.below(30) as u8, numbers.below(30) as u8];
    Position::new(board, stores, mover).unwrap()
}

/// What was met.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    moves: u64,
    captures: u64,
    rounds: u64,
    grand_slams: u64,
    fed: u64,
    refused: u64,
    endings: [u64; 4],
}

impl AddAssign for Met {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.captures += other.captures;
        self.rounds += other.rounds;
        self.grand_slams += other.grand_slams;
        self.fed += other.fed;
        self.refused += other.refused;
        for (sum, other) in self.endings.iter_mut().zip(other.endings) {
            *sum += other;
        }
    }
}

impl Met {
    fn ending(&mut self, reason: Reason) {
        let index = match reason {
            Reason::Majority => 0,
            Reason::NoSeeds => 1,
            Reason::CannotFeed => 2,
            Reason::OnlyGrandSlams => 3,
            Reason::Repetition => unreachable!("one position repeats nothing"),
        };
        self.endings[index] += 1;
    }

    /// What is asked of one position besides.
    fn look_at(&mut self, position: &Position) {
        let mover = position.mover();
        let bare = position.row(mover.other()).iter().all(|&seeds| seeds == 0);
        self.fed += u64::from(bare);
        let most = 2 * position.width() as u8;
        self.rounds += position.row(mover).iter().filter(|&&seeds| seeds >= most).count() as u64;
    }
}

fn total(met: impl ParallelIterator<Item = Met>) -> Met {
    met.reduce(Met::default, |mut sum, met| {
        sum += met;
        sum
    })
}

/// Every legal move of a position under a reading.
fn oware(position: &Position, reading: GrandSlam) -> Met {
    let mut met = Met::default();
    met.look_at(position);
    let packed = Packed::from(position);
    let width = position.width();
    assert_eq!(packed.unpacked(width), *position);
    let game = Oware::new(width, position.total() as u8, reading);
    let slow = position.moves(reading);
    let fast: Vec<_> =
        if packed.majority_reached() { Vec::new() } else { game.steps(packed.board()).collect() };
    assert_eq!(slow.len(), fast.len(), "{position}");
    for ((name, played), step) in slow.iter().zip(fast) {
        assert_eq!((name.pit, name.side), (step.pit, position.mover()), "{position}");
        assert_eq!(
            (played.captured, played.grand_slam),
            (step.captured, step.grand_slam),
            "{position} {name}"
        );
        let mut after = Vec::new();
        game.plies(&packed, &(), &mut |_, ply| after.push(ply)).unwrap();
        assert!(
            after.iter().any(|ply| matches!(ply, Ply::GoesOn(next)
            if next.unpacked(width) == played.position)),
            "{position} {name}"
        );
        assert_eq!(played.position.total(), position.total());
        met.moves += 1;
        met.captures += u64::from(played.captured > 0);
        met.grand_slams += u64::from(played.grand_slam);
    }
    let own = position.row(position.mover()).iter().filter(|&&seeds| seeds > 0).count();
    met.refused += (own - slow.len()) as u64;
    assert_eq!(game.sequences(&packed, 1), slow.len() as u64, "{position}");
    if let Some(ending) = position.ending(reading) {
        assert!(slow.is_empty());
        met.ending(ending.reason);
    } else {
        assert!(!slow.is_empty());
    }
    met
}

/// Every legal turn of a position under a reading.
fn pas_de_deux(position: &Position, reading: FirstMove) -> Met {
    let mut met = Met::default();
    met.look_at(position);
    let packed = Packed::from(position);
    let width = position.width();
    let game = PasDeDeux::new(width, position.total() as u8, reading);
    let slow = position.turns(reading);
    let mut fast = Vec::new();
    if !packed.majority_reached() {
        game.steps(packed.board(), |step| fast.push(step));
    }
    let mut next = Vec::new();
    game.plies(&packed, &(), &mut |_, ply| next.push(ply)).unwrap();
    assert_eq!((slow.len(), slow.len()), (fast.len(), next.len()), "{position}");
    for (((turn, played), step), next) in slow.iter().zip(fast).zip(next) {
        assert_eq!(*turn, step.turn, "{position}");
        assert_eq!(
            (played.first_captured, played.second_captured, played.grand_slam),
            (step.first_captured, step.second_captured, step.grand_slam),
            "{position} {turn}"
        );
        let Ply::GoesOn(next) = next else { panic!("turns end") };
        assert_eq!(next.unpacked(width), played.position, "{position} {turn}");
        assert_eq!(played.position.total(), position.total());
        met.moves += 1;
        met.captures += u64::from(played.captured() > 0);
        met.grand_slams += u64::from(played.grand_slam);
    }
    let own: Vec<_> = position.row(position.mover()).iter().filter(|&&seeds| seeds > 0).collect();
    met.refused +=
        u64::from(slow.iter().filter(|(turn, _)| turn.second.is_none()).count() < own.len());
    assert_eq!(game.sequences(&packed, 1), slow.len() as u64);
    match position.turns_ending() {
        Some(ending) => {
            assert!(slow.is_empty(), "{position}");
            met.ending(ending.reason);
        }
        None => assert!(!slow.is_empty(), "{position}"),
    }
    met
}

const BOARDS: u64 = 200_000;

#[test]
fn random_boards_of_oware() {
    for reading in [GrandSlam::CapturesNothing, GrandSlam::Forbidden] {
        let met = total((0..BOARDS).into_par_iter().map(|index| oware(&random(index), reading)));
        // Each kind is met often, or the boards test little.
        let Met { moves, captures, rounds, fed, refused, grand_slams, endings } = met;
        for often in [moves, captures, rounds, fed, refused, endings[0], endings[1], endings[2]] {
            assert!(often > 1000, "{met:?}");
        }
        match reading {
            GrandSlam::CapturesNothing => assert!(grand_slams > 1000 && endings[3] == 0, "{met:?}"),
            GrandSlam::Forbidden => assert!(grand_slams == 0 && endings[3] > 100, "{met:?}"),
        }
    }
}

#[test]
fn random_boards_of_pas_de_deux() {
    for reading in [FirstMove::Captures, FirstMove::CapturesNothing] {
        let met =
            total((0..BOARDS).into_par_iter().map(|index| pas_de_deux(&random(index), reading)));
        let Met { moves, captures, rounds, fed, refused, grand_slams, endings } = met;
        for often in [moves, captures, rounds, fed, refused, grand_slams, endings[0], endings[1]] {
            assert!(often > 1000, "{met:?}");
        }
    }
}

/// Sequences of moves by the rules alone.
fn by_the_rules(position: &Position, depth: u64) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else { return 1 };
    let moves = position.moves(GrandSlam::CapturesNothing);
    moves.iter().map(|(_, played)| by_the_rules(&played.position, deeper)).sum()
}

fn turns_by_the_rules(position: &Position, depth: u64) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else { return 1 };
    let turns = position.turns(FirstMove::Captures);
    turns.iter().map(|(_, played)| turns_by_the_rules(&played.position, deeper)).sum()
}

#[test]
fn sequences_by_the_rules_one_by_one_and_by_levels() {
    let start = Position::start(6, 4).unwrap();
    let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
    let packed = Packed::from(&start);
    let mut counted = Vec::new();
    let extent = Extent { depth: 10, distinct: false, memory: 1 << 30 };
    perft(&game, &packed, extent, &(), |level| counted.push(level.sequences)).unwrap();
    for depth in 1..=10 {
        assert_eq!(counted[depth as usize - 1], game.sequences(&packed, depth).into());
    }
    for depth in 1..=7 {
        assert_eq!(counted[depth as usize - 1], by_the_rules(&start, depth).into());
    }
}

#[test]
fn turns_by_the_rules_one_by_one_and_by_levels() {
    let start = Position::start(8, 6).unwrap();
    let game = PasDeDeux::new(8, 96, FirstMove::Captures);
    let packed = Packed::from(&start);
    let mut counted = Vec::new();
    let extent = Extent { depth: 4, distinct: false, memory: 1 << 30 };
    perft(&game, &packed, extent, &(), |level| counted.push(level.sequences)).unwrap();
    for depth in 1..=4 {
        assert_eq!(counted[depth as usize - 1], game.sequences(&packed, depth).into());
    }
    for depth in 1..=3 {
        assert_eq!(counted[depth as usize - 1], turns_by_the_rules(&start, depth).into());
    }
}
