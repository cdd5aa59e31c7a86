//! The rules of Omweso once more, from their text: a board of four rows, seeds that are walked one by
//! one from pit to pit, and every moment remembered. Nothing of the library, no pit numbers; slow.

#![allow(dead_code)] // Each test file uses its own part of this.

use std::collections::HashMap;

/// Seeds by row and column, as the mover sees them: the opponent's outer row, the opponent's inner
/// row, the mover's inner row, the mover's outer row.
pub type Grid = [Vec<u32>; 4];

/// A row and a column.
pub type Place = (usize, usize);

/// The mover's inner row.
pub const INNER: usize = 2;
/// The mover's outer row.
pub const OUTER: usize = 3;

/// What became of a way to play a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The directions chosen, as in `ccw-cw`.
    pub path: String,
    /// Legs of a turn that ends; of one that never ends, legs before the first moment that recurs.
    pub legs: u64,
    /// Legs until that moment recurs, if the turn never ends.
    pub period: Option<u64>,
    /// Seeds sown in the whole turn, or in one period.
    pub sown: u64,
    /// The columns captured in, in the order of the captures.
    pub captures: Vec<usize>,
    /// Seeds captured.
    pub captured: u64,
    /// Legs up to and with the last capture, 0 if there was none.
    pub last_capture: u64,
    /// Whether the captured seeds were then to be sown from a pit that was occupied.
    pub origin_occupied: bool,
    /// Whether the Mayer test proves that the turn never ends.
    pub mayer: bool,
    /// The board without the hand at the first moment that recurs, or at the end.
    pub board: Grid,
}

/// A hand before it is sown: the board without it, where it was taken, how many seeds, and whether
/// they go clockwise.
type Moment = (Grid, Place, u32, bool);

/// The pit in which the next seed falls: a player's outer row is sown from left to right and the
/// inner row from right to left, or both the other way round.
fn next((row, column): Place, columns: usize, clockwise: bool) -> Place {
    let rightwards = (row == OUTER) != clockwise;
    let other = if row == OUTER { INNER } else { OUTER };
    if rightwards {
        if column + 1 == columns { (other, column) } else { (row, column + 1) }
    } else if column == 0 {
        (other, column)
    } else {
        (row, column - 1)
    }
}

/// Lays down a hand, one seed after the other; says where the last one fell and whether that pit
/// was occupied.
fn lay(board: &mut Grid, from: Place, hand: u32, clockwise: bool) -> (Place, bool) {
    let mut place = from;
    let mut occupied = false;
    for _ in 0..hand {
        place = next(place, board[0].len(), clockwise);
        occupied = board[place.0][place.1] > 0;
        board[place.0][place.1] += 1;
    }
    (place, occupied)
}

/// Whether the opponent has seeds in both pits of a column.
pub fn armed(board: &Grid, column: usize) -> bool {
    board[0][column] > 0 && board[1][column] > 0
}

/// Whether a hand captures at once if it is laid down clockwise.
fn captures_clockwise(board: &Grid, from: Place, hand: u32) -> bool {
    let mut board = board.clone();
    let ((row, column), occupied) = lay(&mut board, from, hand, true);
    occupied && row == INNER && armed(&board, column)
}

/// The Mayer test of a hand beside an empty origin: each pit of the mover, going backwards from the
/// origin, is marked with its seeds less the steps to it, and the hand with 0, as remainders of the
/// number of pits and one more. It passes if no mark is by one larger than another.
fn mayer(board: &Grid, origin: Place, hand: u32) -> bool {
    let columns = board[0].len();
    let modulus = 2 * columns as i64 + 1;
    let mut marks = vec![0, i64::from(hand) % modulus];
    let mut place = origin;
    for steps in 1..2 * columns as i64 {
        place = next(place, columns, true);
        marks.push((i64::from(board[place.0][place.1]) - steps).rem_euclid(modulus));
    }
    marks.iter().all(|mark| !marks.contains(&((mark + 1) % modulus)))
}

/// One way to play, so far.
#[derive(Clone)]
struct Way {
    board: Grid,
    origin: Place,
    hand: u32,
    path: Vec<&'static str>,
    /// Whether every moment is remembered.
    remembers: bool,
    /// Whether the Mayer test is believed.
    trusts: bool,
    /// Every moment so far, with the legs and the seeds sown before it.
    seen: HashMap<Moment, (u64, u64)>,
    /// The moment from which on there are only relays, likewise.
    settled: Option<(Moment, (u64, u64))>,
    legs: u64,
    /// Seeds sown.
    sown: u64,
    captures: Vec<usize>,
    captured: u64,
    last_capture: u64,
    origin_occupied: bool,
}

impl Way {
    fn played(&self, legs: u64, period: Option<u64>, sown: u64, mayer: bool) -> Played {
        Played {
            path: self.path.join("-"),
            legs,
            period,
            sown,
            captures: self.captures.clone(),
            captured: self.captured,
            last_capture: self.last_capture,
            origin_occupied: self.origin_occupied,
            mayer,
            board: self.board.clone(),
        }
    }
}

/// Every way to play a turn from a pit, counter-clockwise before clockwise at each choice.
pub fn turns(board: &Grid, pit: Place) -> Vec<Played> {
    all(board, pit, true, false)
}

/// The same where periods are too long to remember every moment of them: once nothing can be captured
/// and the hand was taken out of an origin that is empty, only that moment is, for by theory it is the
/// one that comes again.
pub fn long_turns(board: &Grid, pit: Place) -> Vec<Played> {
    all(board, pit, false, false)
}

/// As [`long_turns`], but what the Mayer test proves endless is played no further: its period is said
/// to be 0.
pub fn proved_turns(board: &Grid, pit: Place) -> Vec<Played> {
    all(board, pit, false, true)
}

fn all(board: &Grid, pit: Place, remembers: bool, trusts: bool) -> Vec<Played> {
    let mut board = board.clone();
    let hand = std::mem::take(&mut board[pit.0][pit.1]);
    assert!(hand >= 2 && pit.0 >= INNER);
    let mut found = Vec::new();
    let way = Way {
        board,
        origin: pit,
        hand,
        path: Vec::new(),
        remembers,
        trusts,
        seen: HashMap::new(),
        settled: None,
        legs: 0,
        sown: 0,
        captures: Vec::new(),
        captured: 0,
        last_capture: 0,
        origin_occupied: false,
    };
    play(way, true, false, &mut found);
    found
}

/// Plays on until the turn is decided, in each direction that is allowed. `scooped` says that the hand
/// came out of one of the mover's own pits, `clockwise` the direction of the leg before.
fn play(mut way: Way, mut scooped: bool, mut clockwise: bool, found: &mut Vec<Played>) {
    loop {
        let leftmost = way.origin.1 < 2;
        let allowed = if scooped { leftmost } else { clockwise };
        if allowed && captures_clockwise(&way.board, way.origin, way.hand) {
            for (word, clockwise) in [("ccw", false), ("cw", true)] {
                let mut way = way.clone();
                way.path.push(word);
                if let Some(scooped) = sow(&mut way, clockwise, found) {
                    play(way, scooped, clockwise, found);
                }
            }
            return;
        }
        clockwise = false;
        match sow(&mut way, clockwise, found) {
            Some(next) => scooped = next,
            None => return,
        }
    }
}

/// Sows the hand. If the turn goes on, says whether the next hand was scooped out of an own pit.
fn sow(way: &mut Way, clockwise: bool, found: &mut Vec<Played>) -> Option<bool> {
    let moment = || (way.board.clone(), way.origin, way.hand, clockwise);
    let columns = way.board[0].len();
    let settled = way.board[way.origin.0][way.origin.1] == 0
        && (0..columns).all(|column| !armed(&way.board, column));
    let before = if way.remembers {
        way.seen.insert(moment(), (way.legs, way.sown))
    } else if let Some((first, before)) = &way.settled {
        (way.hand == first.2 && moment() == *first).then_some(*before)
    } else {
        if settled {
            if way.trusts && mayer(&way.board, way.origin, way.hand) {
                found.push(way.played(way.legs, Some(0), 0, true));
                return None;
            }
            way.settled = Some((moment(), (way.legs, way.sown)));
        }
        None
    };
    if let Some((legs, sown)) = before {
        let mayer = mayer(&way.board, way.origin, way.hand);
        found.push(way.played(legs, Some(way.legs - legs), way.sown - sown, mayer));
        return None;
    }
    way.legs += 1;
    way.sown += u64::from(way.hand);
    let (landing, occupied) = lay(&mut way.board, way.origin, way.hand, clockwise);
    let (row, column) = landing;
    if !occupied {
        found.push(way.played(way.legs, None, way.sown, false));
        return None;
    }
    if row == INNER && armed(&way.board, column) {
        let outer = std::mem::take(&mut way.board[0][column]);
        let inner = std::mem::take(&mut way.board[1][column]);
        way.hand = outer + inner;
        way.captures.push(column);
        way.captured += u64::from(way.hand);
        way.last_capture = way.legs;
        way.origin_occupied = way.board[way.origin.0][way.origin.1] > 0;
        return Some(false);
    }
    way.hand = std::mem::take(&mut way.board[row][column]);
    way.origin = landing;
    Some(true)
}

/// Plays one path until nothing but relays can follow: no column is armed, and the hand was taken out
/// of an origin that is empty. Nothing, if the turn ends before or the path is another one.
pub fn way_to_relay(board: &Grid, pit: Place, path: &str) -> Option<Played> {
    let mut board = board.clone();
    let mut hand = std::mem::take(&mut board[pit.0][pit.1]);
    let (mut origin, mut scooped, mut clockwise) = (pit, true, false);
    let mut words = path.split('-').filter(|word| !word.is_empty());
    let (mut legs, mut captures, mut loot) = (0, Vec::new(), 0);
    let columns = board[0].len();
    while (0..columns).any(|column| armed(&board, column)) || board[origin.0][origin.1] > 0 {
        let choice = (scooped && origin.1 < 2 || !scooped && clockwise)
            && captures_clockwise(&board, origin, hand);
        clockwise = choice && words.next()? == "cw";
        let ((row, column), occupied) = lay(&mut board, origin, hand, clockwise);
        legs += 1;
        if !occupied {
            return None;
        }
        scooped = !(row == INNER && armed(&board, column));
        hand = if scooped {
            origin = (row, column);
            std::mem::take(&mut board[row][column])
        } else {
            captures.push(column);
            std::mem::take(&mut board[0][column]) + std::mem::take(&mut board[1][column])
        };
        loot += if scooped { 0 } else { u64::from(hand) };
    }
    let mayer = mayer(&board, origin, hand);
    words.next().is_none().then_some(Played {
        path: path.to_owned(),
        legs,
        period: None,
        sown: 0,
        captures,
        captured: loot,
        last_capture: 0,
        origin_occupied: false,
        mayer,
        board,
    })
}

/// Every board with so many seeds on either side.
pub fn boards(columns: usize, own: u32, opponent: u32) -> impl Iterator<Item = Grid> {
    let above = sides(columns, opponent);
    sides(columns, own).into_iter().flat_map(move |[inner, outer]| {
        let boards = above.clone().into_iter();
        boards.map(move |[first, second]| [first, second, inner.clone(), outer.clone()])
    })
}

/// The pits that a turn can start from.
pub fn starts(board: &Grid) -> Vec<Place> {
    let pits = [INNER, OUTER].into_iter();
    let pits = pits.flat_map(|row| (0..board[0].len()).map(move |column| (row, column)));
    pits.filter(|&(row, column)| board[row][column] >= 2).collect()
}

/// Every way to lay seeds in two rows.
fn sides(columns: usize, seeds: u32) -> Vec<[Vec<u32>; 2]> {
    let mut begun = vec![(vec![], seeds)];
    for _ in 0..2 * columns {
        let more = begun.into_iter().flat_map(|(pits, left): (Vec<u32>, u32)| {
            (0..=left).map(move |here| ([&pits[..], &[here]].concat(), left - here))
        });
        begun = more.collect();
    }
    let whole = begun.into_iter().filter(|(_, left)| *left == 0);
    whole.map(|(pits, _)| [pits[..columns].to_vec(), pits[columns..].to_vec()]).collect()
}
