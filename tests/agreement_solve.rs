//! Values by search against values of all boards of few seeds by plain iteration over the rules.

#[path = "common/numbers.rs"]
mod numbers;
#[path = "common/values.rs"]
mod values;

use std::collections::HashMap;

use rayon::prelude::*;
use sowlab::analysis::endgame::LineEnd;
use sowlab::analysis::solve::{Effort, Known, Repetition, Solution, solve};
use sowlab::analysis::two_row::{Board, Oware, PasDeDeux};
use sowlab::games::oware::GrandSlam;
use sowlab::games::pas_de_deux::FirstMove;
use sowlab::observer::{Cancelled, Observer};

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

/// Names of moves, and the boards after them.
type Moves<P> = Vec<(P, Board)>;

/// The solution, with the places of moves among all moves of their boards.
fn numbered<P: Copy + PartialEq>(
    solution: Solution<P>,
    board: Board,
    moves: impl Fn(Board) -> Moves<P>,
) -> Solution<usize> {
    let place = |moves: &Moves<P>, play: P| moves.iter().position(|&(other, _)| other == play);
    let first = moves(board);
    let best = solution.best.iter().map(|&play| place(&first, play).unwrap()).collect();
    let mut line = Vec::new();
    let mut board = board;
    for play in solution.line {
        let moves = moves(board);
        line.push(place(&moves, play).unwrap());
        board = moves[line[line.len() - 1]].1;
    }
    let Solution { low, high, decided, line_end, depth, nodes, .. } = solution;
    Solution { low, high, decided, best, line, line_end, depth, nodes }
}

fn searched_with(
    game: Game,
    pits: &[u8],
    repetition: Repetition,
    effort: Effort,
    known: &dyn Known,
) -> Solution<usize> {
    let (width, board) = (pits.len() / 2, packed(pits));
    let seeds = pits.iter().sum();
    match game {
        Game::Oware(reading) => {
            let game = Oware::new(width, seeds, reading);
            let found = solve(&game, board, repetition, effort, known, &()).unwrap();
            let moves = |board| game.steps(board).map(|step| (step.pit, step.board)).collect();
            numbered(found, board, moves)
        }
        Game::PasDeDeux(reading) => {
            let game = PasDeDeux::new(width, seeds, reading);
            let found = solve(&game, board, repetition, effort, known, &()).unwrap();
            let moves = |board| {
                let mut moves = Vec::new();
                game.steps(board, |step| moves.push((step.turn, step.board)));
                moves
            };
            numbered(found, board, moves)
        }
    }
}

fn searched(game: Game, pits: &[u8], repetition: Repetition) -> Solution<usize> {
    searched_with(game, pits, repetition, EFFORT, &())
}

/// The places of the moves that are best, by the values of the boards after them.
fn best(game: Game, pits: &[u8], value: i16, after: impl Fn(&Pits) -> i16) -> Vec<usize> {
    let moves = game.moves(pits).into_iter().enumerate();
    let best = moves.filter(|(_, (board, captured))| captured - after(board) == value);
    best.map(|(place, _)| place).collect()
}

/// Replays a line of best play: each move is worth what the board is.
fn plays_well(
    game: Game,
    pits: &Pits,
    found: &Solution<usize>,
    value: impl Fn(&Pits, bool) -> i16,
    endless: impl Fn(&Pits, bool) -> i16,
) {
    let mut met = vec![(pits.clone(), true)];
    let mut now = pits.clone();
    for (number, &place) in found.line.iter().enumerate() {
        let first = number % 2 == 0;
        let (after, captured) = game.moves(&now).swap_remove(place);
        assert_eq!(captured - value(&after, !first), value(&now, first), "{game:?} {pits:?}");
        met.push((after.clone(), !first));
        now = after;
    }
    let (last, before) = met.split_last().unwrap();
    let end = match () {
        () if before.contains(last) => LineEnd::Recurs,
        () if game.moves(&now).is_empty() => LineEnd::Ends,
        () => LineEnd::Cut,
    };
    assert_eq!(found.line_end, Some(end), "{game:?} {pits:?}");
    assert!(end != LineEnd::Cut, "{game:?} {pits:?}");
    // Nobody who has something to win lets it go on for ever.
    let (pits, first) = last;
    assert!(
        end != LineEnd::Recurs || endless(pits, *first) == value(pits, *first),
        "{game:?} {pits:?}"
    );
}

/// Checks all that is said about a board; gives whether its bounds are apart.
fn agrees(game: Game, pits: &Pits, known: &HashMap<Pits, Values>) -> bool {
    let Values { low, even, high } = known[pits];
    let found = searched(game, pits, Repetition::EvenSplit);
    assert_eq!((found.value(), found.decided), (Some(even), true), "{game:?} {pits:?}");
    assert_eq!(found.best, best(game, pits, even, |after| known[after].even), "{game:?} {pits:?}");
    plays_well(game, pits, &found, |pits, _| known[pits].even, |_, _| 0);
    let found = searched(game, pits, Repetition::Bounds);
    assert_eq!((found.low, found.high, found.decided), (low, high, true), "{game:?} {pits:?}");
    assert_eq!(found.best, best(game, pits, low, |after| known[after].high), "{game:?} {pits:?}");
    let worth = |pits: &Pits, first| if first { known[pits].low } else { known[pits].high };
    let all = |pits: &Pits| pits.iter().map(|&seeds| i16::from(seeds)).sum::<i16>();
    let endless = |pits: &Pits, first| if first { -all(pits) } else { all(pits) };
    plays_well(game, pits, &found, worth, endless);
    low < high
}

/// All boards of each size; gives how many have bounds that are apart.
fn all_agree(games: [Game; 2], sizes: &[(usize, u8)]) -> usize {
    let each = sizes.iter().flat_map(|&size| games.map(|game| (game, size)));
    each.map(|(game, (width, most))| {
        let known = values(game, width, most);
        known.par_iter().filter(|(pits, _)| agrees(game, pits, &known)).count()
    })
    .sum()
}

/// Some boards of a size.
fn some_agree(games: [Game; 2], width: usize, seeds: u8, samples: usize) {
    for game in games {
        let known = values(game, width, seeds);
        let boards = boards(2 * width, seeds);
        let mut numbers = Numbers(seeds.into());
        for _ in 0..samples {
            agrees(game, &boards[numbers.index(boards.len())], &known);
        }
    }
}

#[test]
fn boards_of_few_seeds_of_oware() {
    // Endless play matters to some of them, or the boards test little.
    assert!(all_agree(OWARE, &[(1, 6), (2, 7), (3, 5), (6, 4)]) > 100);
    some_agree(OWARE, 6, 7, 20);
}

#[test]
fn boards_of_few_seeds_of_pas_de_deux() {
    assert!(all_agree(PAS_DE_DEUX, &[(1, 6), (2, 6), (3, 4), (4, 3)]) > 100);
    some_agree(PAS_DE_DEUX, 3, 7, 20);
}

/// The boards of few seeds, as a table would tell them.
struct Few<'a> {
    values: &'a HashMap<Board, Values>,
    even_only: bool,
}

impl Known for Few<'_> {
    fn bounds(&self, board: Board) -> Option<[i16; 2]> {
        let values = self.values.get(&board).filter(|_| !self.even_only);
        values.map(|values| [values.low, values.high])
    }

    fn even_split(&self, board: Board) -> Option<i16> {
        self.values.get(&board).filter(|_| self.even_only).map(|values| values.even)
    }
}

/// What is known before saves work and changes no answer.
#[test]
fn values_known_before() {
    let game = OWARE[0];
    let all = values(game, 3, 7);
    let few = all.iter().filter(|(pits, _)| pits.iter().sum::<u8>() <= 5);
    let few: HashMap<Board, Values> = few.map(|(pits, &values)| (packed(pits), values)).collect();
    for even_only in [false, true] {
        let few = Few { values: &few, even_only };
        let (mut with, mut without) = (0, 0);
        for pits in boards(6, 7).iter().step_by(7) {
            for repetition in [Repetition::EvenSplit, Repetition::Bounds] {
                let alone = searched(game, pits, repetition);
                let found = searched_with(game, pits, repetition, EFFORT, &few);
                assert_eq!((found.low, found.high), (alone.low, alone.high), "{pits:?}");
                assert_eq!(found.best, alone.best, "{pits:?}");
                with += found.nodes;
                without += alone.nodes;
            }
        }
        assert!(with < without, "{with} of {without}");
    }
}

/// Whatever the limit, what is said is true, and nothing is said twice with other words.
#[test]
fn limits_are_honest() {
    for game in [OWARE[0], PAS_DE_DEUX[0]] {
        let all = values(game, 3, 6);
        let mut undecided = 0;
        for pits in boards(6, 6).iter().step_by(5) {
            let Values { low, even, high } = all[pits];
            for limit in [1, 2, 5, 30, 200, 1000, 5000] {
                for memory in [0, 1 << 14, 1 << 26] {
                    let effort = Effort { limit, memory };
                    let found = searched_with(game, pits, Repetition::EvenSplit, effort, &());
                    assert!(found.low <= even && even <= found.high, "{pits:?} {effort:?}");
                    assert!(found.nodes <= limit);
                    assert_eq!(found.decided, found.low == found.high);
                    let found = searched_with(game, pits, Repetition::Bounds, effort, &());
                    assert!(found.low <= low && high <= found.high, "{pits:?} {effort:?}");
                    assert!(!found.decided || (low, high) == (found.low, found.high));
                    let right = best(game, pits, low, |after| all[after].high);
                    assert!(found.best.iter().all(|place| right.contains(place)));
                    undecided += usize::from(!found.decided);
                    assert!(found.decided || found.best.is_empty() && found.line_end.is_none());
                    let again = searched_with(game, pits, Repetition::Bounds, effort, &());
                    assert_eq!(found, again);
                }
            }
        }
        assert!(undecided > 100);
    }
}

#[test]
fn games_that_are_over() {
    for (pits, value) in [
        (vec![0u8; 12], 0),
        (vec![0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0], -3),
        (vec![1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0], 3),
    ] {
        for repetition in [Repetition::EvenSplit, Repetition::Bounds, Repetition::OwnSide] {
            let effort = Effort { limit: 10, memory: 1 << 20 };
            let found = searched_with(OWARE[0], &pits, repetition, effort, &());
            assert_eq!((found.value(), found.decided), (Some(value), true), "{pits:?}");
            assert_eq!((found.best, found.line), (vec![], vec![]));
            assert_eq!(found.line_end, Some(LineEnd::Ends));
        }
    }
}

#[test]
fn a_search_can_be_stopped() {
    struct Impatient;
    impl Observer for Impatient {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
    let board = packed(&[4; 12]);
    let stopped = solve(&game, board, Repetition::Bounds, EFFORT, &(), &Impatient);
    assert_eq!(stopped, Err(Cancelled));
}

/// The score of this board and of its moves, in the order of the pits, in the database of J. W. Romein
/// and H. E. Bal, *Solving awari with parallel retrograde analysis*, 2003: endless play splits evenly.
#[test]
#[ignore = "long suite: a minute or two, and 2 GB"]
fn the_published_value_by_search_alone() {
    let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
    let board = packed(&[1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]);
    let effort = Effort { limit: 400_000_000, memory: 4 << 30 };
    let found = solve(&game, board, Repetition::EvenSplit, effort, &(), &()).unwrap();
    assert_eq!((found.value(), found.best), (Some(0), vec![5]));
}

fn own_sides_agree(games: [Game; 2], sizes: &[(usize, u8)]) {
    for &(width, most) in sizes {
        for game in games {
            let mut known = HashMap::new();
            for pits in (0..=most).flat_map(|seeds| boards(2 * width, seeds)) {
                let value = own_side(game, &mut vec![pits.clone()], &mut known);
                let found = searched(game, &pits, Repetition::OwnSide);
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
