//! What is published of Omweso, once more by rules that share no code with the library: games move by
//! move, and single turns.

#[path = "common/omweso.rs"]
mod rules;

use std::path::Path;

use rules::{Grid, INNER, OUTER, Place, armed, long_turns, proved_turns, starts, way_to_relay};
use sowlab::analysis::hunt::{HuntTotals, Hunting, Openings, hunt};
use sowlab::analysis::omweso::{Choices, FastPlies};
use sowlab::analysis::perft::{Extent, perft};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::Position;

/// The traditional opening.
fn traditional() -> Grid {
    [vec![4; 8], vec![0; 8], vec![0; 8], vec![4; 8]]
}

/// The board as the other player sees it.
fn turned([first, second, inner, outer]: Grid) -> Grid {
    let backwards = |row: Vec<u32>| row.into_iter().rev().collect();
    [outer, inner, second, first].map(backwards)
}

/// Plays every game of so many moves: how many there are of which every move ends, and of which only
/// the last one does not. Captures at both ends win.
fn games(board: &Grid, depth: u64) -> [u64; 2] {
    let mut counts = [0; 2];
    for pit in starts(board) {
        for played in long_turns(board, pit) {
            let won = [0, 7].iter().all(|end| played.captures.contains(end));
            if depth == 1 {
                counts[usize::from(played.period.is_some())] += 1;
            } else if played.period.is_none() && !won {
                let further = games(&turned(played.board), depth - 1);
                counts = [counts[0] + further[0], counts[1] + further[1]];
            }
        }
    }
    counts
}

fn check(depths: u64) -> Vec<[u64; 2]> {
    let position = Position::<u8>::traditional(8).unwrap();
    let (game, start) = FastPlies::new(&position, true).unwrap();
    let mut counted = Vec::new();
    let extent = Extent { depth: depths, distinct: false, memory: 1 << 30 };
    perft(&game, &start, extent, &(), |level| {
        let numbers = [level.sequences, level.never_ending];
        counted.push(numbers.map(|number| u64::try_from(number).unwrap()));
    })
    .unwrap();
    for (depth, counted) in (1..).zip(&counted) {
        assert_eq!(games(&traditional(), depth), *counted, "{depth} moves");
    }
    counted
}

#[test]
fn the_shortest_annulled_game_has_six_moves_and_is_the_only_one() {
    let games = [[8, 0], [64, 0], [420, 0], [2773, 0], [21_792, 0], [167_824, 1]];
    assert_eq!(check(6), games);
}

#[test]
#[ignore = "long suite: plays more than a million games"]
fn eighteen_games_of_seven_moves_are_annulled() {
    assert_eq!(check(7)[6], [1_377_869, 18]);
}

/// The place of one of the mover's pits.
fn place(pit: usize) -> Place {
    if pit < 8 { (OUTER, pit) } else { (INNER, 15 - pit) }
}

/// The annulled game, and where its last move goes.
#[test]
fn the_annulled_game_move_by_move() {
    let mut board = traditional();
    for (pit, path) in [(0, ""), (2, ""), (2, ""), (4, "cw-ccw"), (9, "")] {
        let all = long_turns(&board, place(pit));
        let played = all.into_iter().find(|played| played.path == path).unwrap();
        assert_eq!(played.period, None);
        board = turned(played.board);
    }
    let [last] = &long_turns(&board, place(11))[..] else { panic!("there is no choice") };
    assert_eq!((last.legs, last.period, last.sown), (0, Some(5_116_656), 23_027_792));
}

/// Every never-ending first move that is kept: its opening is legal, it captures in exactly the armed
/// columns, and the way to the cycle is what its row says.
#[test]
fn never_ending_first_moves_capture_in_every_armed_column() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/omweso");
    let (mut seen, mut everything) = (0, 0);
    for file in ["random-finds.csv", "backward-finds.csv", "akawumbi.csv"] {
        let kept = std::fs::read_to_string(root.join(file)).unwrap();
        for row in kept.lines().skip(1) {
            let values: Vec<&str> = row.split(',').collect();
            let [position, pit, path, outcome, mayer, _, _, captures, loot, preperiod] =
                values[..10]
            else {
                panic!("{row}")
            };
            let rows = position.split('/').map(|row| {
                row.split(' ').map(|seeds| seeds.parse().unwrap()).collect::<Vec<u32>>()
            });
            let board: Grid = rows.collect::<Vec<_>>().try_into().unwrap();
            let seeds = |rows: &[Vec<u32>]| rows.iter().flatten().sum::<u32>();
            assert_eq!([seeds(&board[..2]), seeds(&board[2..])], [32, 32]);
            // Its period may be as long as it likes: what is played is only the way to the cycle.
            let mut way = way_to_relay(&board, place(pit.parse().unwrap()), path).unwrap();
            assert_eq!((outcome, mayer == "true"), ("never-ends", way.mayer), "{row}");
            way.captures.sort_unstable();
            let columns: Vec<usize> = (0..8).filter(|&column| armed(&board, column)).collect();
            assert_eq!(way.captures, columns, "{row}");
            let found = [way.captures.len() as u64, way.captured, way.legs];
            let said = [captures, loot, preperiod].map(|number| number.parse::<u64>().unwrap());
            assert_eq!(found, said, "{row}");
            seen += 1;
            everything += u32::from(columns.len() == 8 && way.captured == 32);
        }
    }
    assert!(seen >= 120 && everything >= 5, "{seen} {everything}");
}

/// Random openings: not only is every find true, none is missed. The openings are the library's, what
/// becomes of them is not.
fn check_random_openings(count: u64, against: Option<&Position<u64>>) -> [u64; 5] {
    let openings = Openings::new(8, 32, 32, 1).unwrap();
    let opening = |index| match against {
        None => openings.get(index),
        Some(opponent) => openings.get(index).against(opponent),
    };
    let effort = Effort { period: false, ..Effort::default() };
    let hunting = Hunting { choices: Choices::All, effort, finds: false };
    let mut totals = HuntTotals::default();
    for found in hunt(count, opening, hunting, &()) {
        totals.add(&found.unwrap().count);
    }
    let row = serde_json::to_value(totals.row(true)).unwrap();
    let names = ["starts", "paths", "never_ending_starts", "never_ending_paths", "mayer_starts"];
    let counted = names.map(|name| row[name].as_u64().unwrap());
    let mut played = [0; 5];
    for index in 0..count {
        let text = opening(index).to_string();
        let rows = text.split('/').map(|row| row.split(' ').map(|seeds| seeds.parse().unwrap()));
        let rows: Vec<Vec<u32>> = rows.map(Iterator::collect).collect();
        let board: Grid = rows.try_into().unwrap();
        for pit in starts(&board) {
            let all = proved_turns(&board, pit);
            let endless = all.iter().filter(|played| played.period.is_some());
            let mayer = endless.clone().any(|played| played.mayer);
            let never_ending = endless.count() as u64;
            let here =
                [1, all.len() as u64, u64::from(never_ending > 0), never_ending, mayer.into()];
            for (sum, here) in played.iter_mut().zip(here) {
                *sum += here;
            }
        }
    }
    assert_eq!(counted, played);
    played
}

#[test]
fn a_hundred_thousand_random_openings() {
    assert_eq!(check_random_openings(100_000, None), [734_024, 935_765, 18, 19, 16]);
}

#[test]
#[ignore = "long suite: plays twenty million turns seed by seed"]
fn a_million_random_openings() {
    let counted = check_random_openings(1_000_000, None);
    assert_eq!(counted, [7_340_263, 9_359_860, 132, 139, 120]);
    let even = Position::even(8).unwrap();
    let counted = check_random_openings(1_000_000, Some(&even));
    assert_eq!(counted, [7_340_263, 12_221_582, 106, 113, 104]);
}
