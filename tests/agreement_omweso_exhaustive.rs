//! The exhaustive hunt against every position, one by one, played by rules that share no code with
//! the library; and what holds for every turn that never ends.

#[path = "common/omweso.rs"]
mod oracle;

use oracle::{Grid, OUTER, Place, Played, armed, boards, starts, turns};
use sowlab::analysis::hunt::exhaustive::{ExhaustiveRow, counts, finds};
use sowlab::analysis::omweso::Fate;

/// The number of a pit: the outer row from the left, then the inner row from the right.
fn number(board: &Grid, (row, column): Place) -> usize {
    if row == OUTER { column } else { 2 * board[0].len() - 1 - column }
}

fn text(board: &Grid) -> String {
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

/// What the rules say of a cell.
#[derive(Default)]
struct Cell {
    positions: u64,
    starts: u64,
    paths: u64,
    never_ending_starts: u64,
    never_ending_paths: u64,
    mayer_starts: u64,
    /// Position, pit, path, preperiod, period, seeds sown, captures, seeds captured, Mayer test.
    finds: Vec<String>,
    with_captures: u64,
}

impl Cell {
    fn of(columns: usize, own: u32, opponent: u32) -> Self {
        let mut cell = Self::default();
        for board in boards(columns, own, opponent) {
            cell.positions += 1;
            for pit in starts(&board) {
                let played = turns(&board, pit);
                cell.starts += 1;
                cell.paths += played.len() as u64;
                let never: Vec<&Played> =
                    played.iter().filter(|turn| turn.period.is_some()).collect();
                cell.never_ending_starts += u64::from(!never.is_empty());
                cell.never_ending_paths += never.len() as u64;
                cell.mayer_starts += u64::from(never.iter().any(|turn| turn.mayer));
                for turn in never {
                    theorems(&board, turn);
                    cell.with_captures += u64::from(turn.captured > 0);
                    cell.finds.push(format!(
                        "{},{},{},{},{},{},{},{},{}",
                        text(&board),
                        number(&board, pit),
                        turn.path,
                        turn.legs,
                        turn.period.unwrap(),
                        turn.sown,
                        turn.captures.len(),
                        turn.captured,
                        turn.mayer
                    ));
                }
            }
        }
        cell.finds.sort();
        cell
    }
}

/// What holds for every turn that never ends, seen on the board.
fn theorems(board: &Grid, turn: &Played) {
    // It captures in every armed column, once, and in no other one.
    let mut captures = turn.captures.clone();
    captures.sort_unstable();
    let columns = 0..board[0].len();
    assert_eq!(
        captures,
        columns.clone().filter(|&column| armed(board, column)).collect::<Vec<_>>()
    );
    assert!(columns.into_iter().all(|column| !armed(&turn.board, column)));
    // It recurs as soon as no column is armed; only a captured hand that is sown from an occupied
    // pit is still on the way.
    assert_eq!(turn.legs, turn.last_capture + u64::from(turn.origin_occupied), "{board:?}");
}

/// Compares all cells with up to so many seeds; returns the turns that never end after captures.
fn compare(columns: usize, most_own: u32, most_opponent: u32) -> u64 {
    let own: Vec<u64> = (0..=most_own.into()).collect();
    let opponent: Vec<u64> = (0..=most_opponent.into()).collect();
    let mut rows = counts(columns, &own, &opponent, &()).unwrap().into_iter();
    let mut with_captures = 0;
    for own in 0..=most_own {
        for opponent in 0..=most_opponent {
            let cell = Cell::of(columns, own, opponent);
            with_captures += cell.with_captures;
            let fraction = cell.never_ending_starts as f64 / cell.starts as f64;
            let expected = ExhaustiveRow {
                columns: columns as u64,
                own_seeds: own.into(),
                opponent_seeds: opponent.into(),
                positions: cell.positions.into(),
                starts: cell.starts.into(),
                paths: cell.paths.into(),
                never_ending_starts: cell.never_ending_starts.into(),
                never_ending_paths: cell.never_ending_paths.into(),
                mayer_starts: cell.mayer_starts.into(),
                fraction: (cell.starts > 0).then_some(fraction),
            };
            assert_eq!(rows.next(), Some(expected));
            let found = finds(columns, &[own.into()], &[opponent.into()], true, &()).unwrap();
            let mut found: Vec<String> = found
                .map(|find| {
                    let find = find.unwrap();
                    let Fate::NeverEnds { preperiod, cycle: Some(cycle) } = &find.turn.fate else {
                        panic!("{find:?} is no find");
                    };
                    format!(
                        "{},{},{},{preperiod},{},{},{},{},{}",
                        find.position,
                        find.pit,
                        find.turn.path,
                        cycle.period,
                        cycle.sown,
                        find.turn.captures.count_ones(),
                        find.turn.captured,
                        find.turn.mayer
                    )
                })
                .collect();
            found.sort();
            assert_eq!(found, cell.finds);
        }
    }
    assert_eq!(rows.next(), None);
    with_captures
}

#[test]
fn two_columns() {
    assert!(compare(2, 9, 8) > 100);
}

#[test]
fn three_columns() {
    assert!(compare(3, 7, 5) > 10);
}

#[test]
fn four_columns() {
    assert!(compare(4, 6, 4) > 10);
}

#[test]
#[ignore = "long suite: a few minutes"]
fn larger_totals() {
    for (columns, own, opponent) in [(2, 12, 10), (3, 9, 6), (4, 7, 5)] {
        assert!(compare(columns, own, opponent) > 1000);
    }
}

/// Three diagrams of the description, played by these rules: the first capture of the turn.
#[test]
fn the_worked_example_by_these_rules() {
    let board: Grid = [
        vec![5, 0, 0, 0, 1, 1, 1, 1],
        vec![0, 3, 0, 5, 5, 5, 0, 5],
        vec![10, 4, 1, 4, 4, 0, 0, 4],
        vec![1, 0, 0, 0, 4, 0, 0, 0],
    ];
    let after = "5 0 0 0 1 1 1 0/0 3 0 5 5 5 0 0/10 4 1 4 4 1 1 6/1 0 0 0 0 2 2 2";
    // The sixth seed falls into an empty pit.
    let played = turns(&board, (OUTER, 4));
    let [turn] = &played[..] else { panic!("{played:?}") };
    assert_eq!((turn.legs, turn.sown, turn.captured, &turn.captures[..]), (2, 10, 6, &[7][..]));
    assert_eq!(text(&turn.board), after);
}
