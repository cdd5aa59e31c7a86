//! Values by search against values of all boards of few seeds by plain iteration over the rules.

#[path = "common/numbers.rs"]
mod numbers;
#[path = "common/values.rs"]
mod values;

use std::collections::HashMap;

use rayon::prelude::*;
use sowlab::analysis::solve::{Effort, Repetition, Solution, solve};
use sowlab::analysis::two_row::{Board, Oware, PasDeDeux};
use sowlab::games::oware::GrandSlam;
use sowlab::games::pas_de_deux::FirstMove;

use numbers::Numbers;
use values::{Game, Pits, Values, boards, own_side, values};

const EFFORT: Effort = Effort { limit: 20_000_000, memory: 1 << 26 };

const OWARE: [Game; 2] =
    [Game::Oware(GrandSlam::CapturesNothing), Game::Oware(GrandSlam::Forbidden)];
const PAS_DE_DEUX: [Game; 2] =
    [Game::PasDeDeux(FirstMove::Captures), Game::PasDeDeux(FirstMove::CapturesNothing)];

fn packed(pits: &[u8]) -> Board {
    pits.iter().rev().fold(0, |board, &seeds| board << 8 | Board::from(seeds))
}

/// The solution, with the places of the best moves among all moves.
fn searched(game: Game, pits: &[u8], repetition: Repetition, effort: Effort) -> Solution<usize> {
    fn numbered<P: Copy + PartialEq>(solution: Solution<P>, all: &[P]) -> Solution<usize> {
        let place = |play: &P| all.iter().position(|other| other == play).unwrap();
        let Solution { low, high, decided, best, line, depth, nodes } = solution;
        let best = best.iter().map(place).collect();
        // Later moves are of other boards.
        let line = line.iter().take(1).map(place).collect();
        Solution { low, high, decided, best, line, depth, nodes }
    }
    let (width, board) = (pits.len() / 2, packed(pits));
    let seeds = pits.iter().sum();
    match game {
        Game::Oware(reading) => {
            let game = Oware::new(width, seeds, reading);
            let all: Vec<usize> = game.steps(board).map(|step| step.pit).collect();
            numbered(solve(&game, board, repetition, effort, &(), &()).unwrap(), &all)
        }
        Game::PasDeDeux(reading) => {
            let game = PasDeDeux::new(width, seeds, reading);
            let mut all = Vec::new();
            game.steps(board, |step| all.push(step.turn));
            numbered(solve(&game, board, repetition, effort, &(), &()).unwrap(), &all)
        }
    }
}

/// The places of the moves that are best, by the values of the boards after them.
fn best(game: Game, pits: &[u8], value: i16, after: impl Fn(&Pits) -> i16) -> Vec<usize> {
    let moves = game.moves(pits).into_iter().enumerate();
    let best = moves.filter(|(_, (board, captured))| captured - after(board) == value);
    best.map(|(place, _)| place).collect()
}

/// Checks all that is said about a board; gives how many bounds are apart.
fn agrees(game: Game, pits: &Pits, known: &HashMap<Pits, Values>) -> u64 {
    let Values { low, even, high } = known[pits];
    let found = searched(game, pits, Repetition::EvenSplit, EFFORT);
    assert_eq!((found.value(), found.decided), (Some(even), true), "{game:?} {pits:?}");
    assert_eq!(found.best, best(game, pits, even, |after| known[after].even), "{game:?} {pits:?}");
    assert_eq!(
        found.line.first(),
        found.best.iter().find(|&&place| found.line.first() == Some(&place))
    );
    let found = searched(game, pits, Repetition::Bounds, EFFORT);
    assert_eq!((found.low, found.high, found.decided), (low, high, true), "{game:?} {pits:?}");
    assert_eq!(found.best, best(game, pits, low, |after| known[after].high), "{game:?} {pits:?}");
    u64::from(low < high)
}

fn all_agree(games: [Game; 2], sizes: &[(usize, u8)]) {
    for &(width, most) in sizes {
        for game in games {
            let known = values(game, width, most);
            let apart: u64 = known.par_iter().map(|(pits, _)| agrees(game, pits, &known)).sum();
            println!("{game:?} {width} {most}: {apart} of {}", known.len());
        }
    }
}

#[test]
fn all_boards_of_few_seeds_of_oware() {
    all_agree(OWARE, &[(1, 8), (2, 8), (3, 7), (6, 5)]);
}

#[test]
fn all_boards_of_few_seeds_of_pas_de_deux() {
    all_agree(PAS_DE_DEUX, &[(1, 8), (2, 7), (3, 6), (4, 4)]);
}

fn own_sides_agree(games: [Game; 2], sizes: &[(usize, u8)]) {
    for &(width, most) in sizes {
        for game in games {
            let mut known = HashMap::new();
            for pits in (0..=most).flat_map(|seeds| boards(2 * width, seeds)) {
                let value = own_side(game, &mut vec![pits.clone()], &mut known);
                let found = searched(game, &pits, Repetition::OwnSide, EFFORT);
                assert_eq!(
                    (found.value(), found.decided),
                    (Some(value), true),
                    "{game:?} {pits:?}"
                );
                let best = best(game, &pits, value, |after| {
                    if after.iter().sum::<u8>() < pits.iter().sum() {
                        return known[after];
                    }
                    own_side(game, &mut vec![pits.clone(), after.clone()], &mut HashMap::new())
                });
                assert_eq!(found.best, best, "{game:?} {pits:?}");
            }
        }
    }
}

#[test]
fn own_sides_of_oware() {
    own_sides_agree(OWARE, &[(1, 5), (2, 4), (3, 3)]);
}

#[test]
fn own_sides_of_pas_de_deux() {
    own_sides_agree(PAS_DE_DEUX, &[(1, 5), (2, 3)]);
}
