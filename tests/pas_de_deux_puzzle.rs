//! The published puzzle of Pas de Deux: searched backwards by the library, held against all boards tried
//! one by one, and against the rules played slowly.

#[path = "common/numbers.rs"]
mod numbers;

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use sowlab::analysis::puzzle::{
    Fate, Line, Mark, Marked, Misprint, NorthCounts, Ply, Prover, Published, Reader, Reading,
    Unmarked, position, survey,
};
use sowlab::analysis::two_row::{Board, Packed, PasDeDeux};
use sowlab::games::oware::{Position, Side};
use sowlab::games::pas_de_deux::{FirstMove, Played, Turn};

use numbers::Numbers;

/// The position of a puzzle: North needs one of its seeds, and no more.
fn puzzle(pits: &[u8], north: u8) -> Position {
    let seeds: u8 = pits.iter().sum();
    Position::new(pits.to_vec(), [north + 2 - seeds, north], Side::South).unwrap()
}

/// Whether a turn captures what is noted beside it, in the words of the description.
fn agrees(reading: Reading, side: Side, mark: Mark, played: &Played, double: bool) -> bool {
    let (both, last) = (played.captured(), played.second_captured);
    let counted = if double && reading.marked == Marked::LastMove { last } else { both };
    match (side, mark) {
        (Side::North, _) => both == 0,
        (_, Mark::None) => both == 0 || reading.unmarked == Unmarked::Anything,
        (_, Mark::Captures(seeds)) => counted == seeds,
        (_, Mark::CapturesSome) => counted > 0,
    }
}

/// How many plies of a line can be played, by the rules alone, with the last turns as one more.
fn plies(reading: Reading, line: &Line, start: &Position) -> usize {
    let mut now = start.clone();
    for (number, Ply { turn, mark }) in line.plies.iter().enumerate() {
        let side = now.mover();
        let turned = side == Side::North && reading.north_counts == NorthCounts::FromHerRight;
        let pit = |pit: usize| if turned { now.width() - 1 - pit } else { pit };
        let turn = Turn { first: pit(turn.first), second: turn.second.map(pit) };
        if now.turns_ending().is_some() {
            return number;
        }
        match now.play_turn(turn, reading.first_move) {
            Ok(played) if agrees(reading, side, *mark, &played, turn.second.is_some()) => {
                now = played.position;
            }
            _ => return number,
        }
    }
    let all = 2 * (now.total() - u64::from(start.stores()[1])) as u16;
    let wins = |turn: &Turn| {
        let Ok(played) = now.play_turn(*turn, reading.first_move) else { return false };
        played.position.turns_ending().is_some_and(|ending| ending.halves[0] == all)
    };
    let left = line.left.is_none_or(|left| u64::from(left) == now.on_board());
    let won = now.turns_ending().is_none() && left && line.last.iter().all(wins);
    line.plies.len() + usize::from(won)
}

fn fits(reading: Reading, line: &Line, start: &Position) -> bool {
    plies(reading, line, start) > line.plies.len()
}

/// Calls `found` with all boards of so many seeds.
fn each_board(pits: &mut [u8], from: usize, seeds: u8, found: &mut impl FnMut(&[u8])) {
    if from + 1 == pits.len() {
        pits[from] = seeds;
        return found(pits);
    }
    for here in 0..=seeds {
        pits[from] = here;
        each_board(pits, from + 1, seeds - here, found);
    }
}

/// A line that was played on a random board, by the rules, with some captures noted.
fn random_line(numbers: &mut Numbers, width: usize, seeds: u8, reading: Reading) -> Option<Line> {
    let mut pits = vec![0u8; 2 * width];
    for _ in 0..seeds {
        pits[numbers.below(2 * width as u64) as usize] += 1;
    }
    let mut now = puzzle(&pits, 30);
    let mut plies = Vec::new();
    for _ in 0..2 * numbers.below(3) {
        let turns = now.turns(reading.first_move);
        if turns.is_empty() {
            return None;
        }
        let (turn, played) = &turns[numbers.below(turns.len() as u64) as usize];
        let mark = match numbers.below(4) {
            0 if played.captured() > 0 => Mark::CapturesSome,
            1 | 2 if played.captured() > 0 => Mark::Captures(played.captured()),
            _ => Mark::None,
        };
        let turned =
            now.mover() == Side::North && reading.north_counts == NorthCounts::FromHerRight;
        let pit = |pit: usize| if turned { width - 1 - pit } else { pit };
        let turn = Turn { first: pit(turn.first), second: turn.second.map(pit) };
        plies.push(Ply { turn, mark });
        now = played.position.clone();
    }
    let turns = now.turns(reading.first_move);
    let wins: Vec<Turn> = turns
        .iter()
        .filter(|(_, played)| played.position.row(Side::North).iter().all(|&seeds| seeds == 0))
        .map(|(turn, _)| *turn)
        .collect();
    let last = wins.get(..1 + numbers.below(2) as usize).or(wins.get(..1))?.to_vec();
    let left = (numbers.below(2) == 0).then_some(now.on_board() as u8);
    Some(Line { plies, last, left })
}

#[test]
fn backwards_is_every_board_tried() {
    let (mut lines, mut found, mut largest) = (0, 0, 0);
    let readings = Reading::all();
    for index in 0..1200u64 {
        let mut numbers = Numbers(index);
        let width = 1 + numbers.below(3) as usize;
        let most = if width == 3 { 6 } else { 9 };
        let reading = readings[index as usize % readings.len()];
        let line = (0..200).find_map(|_| {
            let seeds = 1 + numbers.below(u64::from(most)) as u8;
            random_line(&mut numbers, width, seeds, reading)
        });
        let Some(line) = line else { continue };
        let mut tried = Vec::new();
        let mut pits = vec![0; 2 * width];
        for seeds in 0..=most {
            each_board(&mut pits, 0, seeds, &mut |pits| {
                let position = puzzle(pits, 30);
                if fits(reading, &line, &position) {
                    tried.push(Packed::from(&position).board());
                }
            });
        }
        tried.sort_unstable();
        let starts = Reader::new(width, most, reading).starts(&line, &()).unwrap();
        assert_eq!(starts, tried, "{reading:?} {line:?}");
        lines += 1;
        found += usize::from(!tried.is_empty());
        largest = largest.max(line.plies.len());
    }
    // Lines were played, with captures noted that other readings count otherwise.
    assert!(lines > 600 && found > 500 && largest == 4, "{lines} {found} {largest}");
}

fn row(south: [u8; 8], north: [u8; 8]) -> Board {
    let pits = [south, north].concat();
    Packed::from(&puzzle(&pits, 47)).board()
}

/// The seven boards on which both lines can be played if the main line's last turn wins two seeds.
fn seven() -> Vec<Board> {
    let walker = [0, 1, 0, 0, 0, 0, 0, 0];
    let mut boards = [
        [1, 0, 0, 0, 0, 0, 8, 6],
        [1, 0, 0, 0, 1, 0, 7, 6],
        [1, 0, 0, 0, 2, 0, 7, 5],
        [1, 0, 1, 0, 0, 0, 7, 6],
        [1, 0, 1, 0, 1, 0, 7, 5],
        [2, 0, 0, 0, 0, 0, 7, 6],
        [2, 0, 0, 0, 1, 0, 7, 5],
    ]
    .map(|south| row(south, walker))
    .to_vec();
    boards.sort_unstable();
    boards
}

#[test]
fn no_board_fits_both_lines_as_they_are_printed() {
    let survey = survey(&()).unwrap();
    assert_eq!(survey.len(), 12 * 5);
    let Published { main, variation } = Published::printed().unwrap();
    for found in &survey {
        let reading = found.reading;
        let captures = reading.first_move == FirstMove::Captures;
        let expected = match found.misprint {
            _ if captures || reading.north_counts == NorthCounts::FromHerRight => 0,
            None | Some(Misprint::VariationLeft) => 0,
            Some(Misprint::MainLeft) if reading.unmarked == Unmarked::Anything => 13,
            Some(Misprint::MainLeft) => 7,
            Some(Misprint::MainCaptured | Misprint::VariationCaptured) => 3,
        };
        assert_eq!(found.both.len(), expected, "{reading:?} {:?}", found.misprint);
        // What is found can be played, by the rules.
        let (main, variation) = match found.misprint {
            None => (main.clone(), variation.clone()),
            Some(Misprint::MainLeft) => (main.without_left(), variation.clone()),
            Some(Misprint::MainCaptured) => (main.without_captured(), variation.clone()),
            Some(Misprint::VariationLeft) => (main.clone(), variation.without_left()),
            Some(Misprint::VariationCaptured) => (main.clone(), variation.without_captured()),
        };
        for &board in &found.both {
            assert!(fits(reading, &main, &position(board)));
            assert!(fits(reading, &variation, &position(board)));
        }
        for &board in &found.variations {
            assert!(fits(reading, &variation, &position(board)));
            assert!(plies(reading, &main, &position(board)) <= found.main_plies.unwrap());
        }
        if found.misprint == Some(Misprint::MainLeft)
            && !captures
            && reading.unmarked == Unmarked::Nothing
            && reading.north_counts == NorthCounts::FromHerLeft
        {
            assert_eq!(found.both, seven());
        }
    }
}

#[test]
fn seeds_are_counted_in_vain() {
    // If only 7-8 captures, the main line has 14 + 1 seeds and the variation 14 + 2.
    let Published { main, variation } = Published::printed().unwrap();
    for reading in Reading::all() {
        if reading.unmarked == Unmarked::Nothing {
            let reader = Reader::new(8, 49, reading);
            for (line, seeds) in [(&main, 15), (&variation, 16)] {
                for board in reader.starts(line, &()).unwrap() {
                    assert_eq!(position(board).on_board(), seeds);
                }
            }
        }
    }
}

/// Whether South gets every seed within so many turns, by the rules.
fn wins(
    position: &Position,
    turns: u8,
    first_move: FirstMove,
    known: &mut HashMap<(Position, u8), bool>,
) -> bool {
    if turns == 0 {
        return false;
    }
    let key = (position.clone(), turns);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let all = 2 * (position.total() as u16 - u16::from(position.stores()[1]));
    let mut won = false;
    for (_, played) in position.turns(first_move) {
        let after = played.position;
        let wins = match after.turns_ending() {
            Some(ending) => ending.halves[0] == all,
            None => after.turns(first_move).into_iter().all(|(_, reply)| {
                let position = reply.position;
                position.turns_ending().is_none()
                    && position.stores()[1] == after.stores()[1]
                    && wins(&position, turns - 1, first_move, known)
            }),
        };
        if wins {
            won = true;
            break;
        }
    }
    known.insert(key, won);
    won
}

#[test]
fn the_seven_boards_are_won() {
    let game = PasDeDeux::new(8, 49, FirstMove::CapturesNothing);
    for board in seven() {
        let mut prover = Prover::new(&game, 1_000_000, &());
        let turns = prover.turns(board).unwrap();
        let won: Vec<u8> = turns
            .iter()
            .filter_map(
                |(_, fate)| if let Fate::Won { turns } = fate { Some(*turns) } else { None },
            )
            .collect();
        let least = *won.iter().min().unwrap();
        let mut known = HashMap::new();
        for turns in 1..=5 {
            let wins = wins(&position(board), turns, FirstMove::CapturesNothing, &mut known);
            assert_eq!(wins, turns >= least, "{}", position(board));
        }
        assert!(least <= 5);
        // The printed first turn wins as well, and never alone.
        let printed = &turns[0];
        assert!(printed.0.to_string() == "1" && matches!(printed.1, Fate::Won { .. }));
        assert!(won.len() > 1);
    }
}

/// Checks a book of North's by the rules: whatever South plays on one of its boards, or first from a
/// position after South's turn, North has a seed for certain or answers with another board of it.
fn check_book(after: &Position, book: &HashSet<Position>, first_move: FirstMove, own_seed: bool) {
    let answered = |after: &Position| {
        let all = 2 * (after.total() as u16 - 47);
        match after.turns_ending() {
            Some(ending) => ending.halves[0] < all,
            None => after.turns(first_move).into_iter().any(|(_, reply)| {
                let position = reply.position;
                position.stores()[1] > 47
                    || position.turns_ending().is_some_and(|ending| ending.halves[1] > 2 * 47)
                    || book.contains(&position)
            }),
        }
    };
    assert!(answered(after), "{after}");
    for position in book {
        assert!(position.on_board() >= 2);
        assert!(!own_seed || position.row(Side::North).iter().any(|&seeds| seeds > 0));
        for (_, played) in position.turns(first_move) {
            assert!(answered(&played.position), "{position}");
        }
    }
}

#[test]
fn books_hold_by_the_rules() {
    let boards = [
        (FirstMove::Captures, row([1, 0, 0, 0, 0, 0, 8, 6], [0, 1, 0, 0, 0, 0, 0, 0])),
        (FirstMove::CapturesNothing, row([1, 0, 0, 0, 0, 0, 8, 6], [0, 1, 0, 0, 0, 0, 0, 0])),
        (FirstMove::CapturesNothing, row([1, 0, 0, 0, 0, 0, 7, 6], [0, 1, 0, 0, 0, 0, 0, 0])),
    ];
    let mut books = 0;
    for (first_move, board) in boards {
        let game = PasDeDeux::new(8, 49, first_move);
        let start = position(board);
        let mut prover = Prover::new(&game, 1_000_000, &());
        for (turn, fate) in prover.turns(board).unwrap() {
            assert_ne!(fate, Fate::Undecided);
            // Of these boards only the second is won.
            assert!(
                board == boards[1].1 && first_move == boards[1].0
                    || !matches!(fate, Fate::Won { .. })
            );
            if let Fate::NotWon { book, own_seed } = fate {
                let book = book.iter().map(|&board| position(board)).collect();
                let after = start.play_turn(turn, first_move).unwrap().position;
                check_book(&after, &book, first_move, own_seed);
                books += 1;
            }
        }
    }
    assert!(books > 15, "{books}");
}

#[test]
#[ignore = "long suite"]
fn every_board_of_15_seeds() {
    const SEEDS: u8 = 15;
    let Published { main, variation } = Published::printed().unwrap();
    let reading = Reading {
        first_move: FirstMove::Captures,
        marked: Marked::Turn,
        unmarked: Unmarked::Nothing,
        north_counts: NorthCounts::FromHerLeft,
    };
    // The first ply of both lines is 1, and needs a seed there.
    let beginnings: Vec<[u8; 3]> = (1..=SEEDS)
        .flat_map(|a| (0..=SEEDS - a).map(move |b| [a, b]))
        .flat_map(|[a, b]| (0..=SEEDS - a - b).map(move |c| [a, b, c]))
        .collect();
    let count = |beginning: [u8; 3]| {
        let mut pits = [0; 16];
        pits[..3].copy_from_slice(&beginning);
        let mut found = [0, 0];
        each_board(&mut pits, 3, SEEDS - beginning.iter().sum::<u8>(), &mut |pits| {
            // The second ply of both lines is North's pit 2 or begins with it, which fewer than 9 seeds
            // in South's pit 1 do not reach.
            if pits[9] == 0 && pits[0] < 9 {
                return;
            }
            let position = puzzle(pits, 47);
            for (count, line) in found.iter_mut().zip([&main, &variation]) {
                *count += usize::from(fits(reading, line, &position));
            }
        });
        found
    };
    let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
    let found = beginnings.into_par_iter().map(count).reduce(|| [0, 0], sum);
    assert_eq!(found, [1062, 0]);
}
