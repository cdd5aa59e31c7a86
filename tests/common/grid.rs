//! Omweso on a grid of four rows, for the oracle: nothing of the library. A place is a row and a
//! column, seen by the mover, who sits below; a hand walks from place to place.

#![allow(dead_code)] // Each test file uses its own part of this.

use std::collections::HashMap;

/// A row of the grid: 0 and 1 are the opponent's outer and inner row, 2 and 3 the mover's inner and
/// outer row.
type Place = (usize, usize);

/// What there is before a hand is sown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Moment {
    grid: [Vec<u128>; 4],
    /// Where the hand starts from.
    place: Place,
    hand: u128,
    /// Whether it may be sown against the clock and with it.
    both: bool,
    /// How many choices have been made.
    made: usize,
}

/// A turn as far as it was played: what there was before each leg.
pub struct Turn {
    pub moments: Vec<Moment>,
    pub end: End,
}

/// Why a turn was played no further.
#[derive(PartialEq, Eq)]
pub enum End {
    /// The last seed fell into an empty pit.
    Empty,
    /// What there is was there before this many legs.
    Again(usize),
    /// A choice came that the path does not have.
    NoChoice,
    /// There were as many legs as were asked for.
    Enough,
}

/// Plays a turn; the position is the mover's pits as the mover counts them, then the opponent's as the
/// opponent counts them.
pub fn turn(position: &[u128], pit: usize, path: &[bool], most: u128) -> Turn {
    let mut moment = Moment::start(position, pit);
    let mut known = HashMap::new();
    let mut moments = Vec::new();
    let end = loop {
        if let Some(&before) = known.get(&moment) {
            break End::Again(before);
        }
        if moments.len() as u128 == most {
            // What there is then belongs to it.
            moments.push(moment);
            break End::Enough;
        }
        let clockwise = match path.get(moment.made) {
            Some(&chosen) if moment.both => chosen,
            None if moment.both => break End::NoChoice,
            _ => false,
        };
        known.insert(moment.clone(), moments.len());
        let next = moment.leg(clockwise);
        moments.push(moment);
        match next {
            Some(next) => moment = next,
            None => break End::Empty,
        }
    };
    Turn { moments, end }
}

impl Moment {
    fn start(position: &[u128], pit: usize) -> Self {
        let width = position.len() / 4;
        let mut grid: [Vec<u128>; 4] = std::array::from_fn(|_| vec![0; width]);
        // Each player counts the outer row from the own left, then the inner row back again.
        for column in 0..width {
            grid[3][column] = position[column];
            grid[2][width - 1 - column] = position[width + column];
            grid[0][width - 1 - column] = position[2 * width + column];
            grid[1][column] = position[3 * width + column];
        }
        let place = if pit < width { (3, pit) } else { (2, 2 * width - 1 - pit) };
        Self { grid, place, hand: 0, both: false, made: 0 }.lift(place)
    }

    /// Takes a hand out of a pit.
    fn lift(mut self, place: Place) -> Self {
        self.place = place;
        self.hand = std::mem::take(&mut self.grid[place.0][place.1]);
        self.both = place.1 <= 1 && self.captures_clockwise();
        self
    }

    fn next(&self, (row, column): Place, clockwise: bool) -> Place {
        let right = self.grid[0].len() - 1;
        match (row, clockwise) {
            (3, false) if column == right => (2, right),
            (3, false) => (3, column + 1),
            (2, false) if column == 0 => (3, 0),
            (2, false) => (2, column - 1),
            (3, true) if column == 0 => (2, 0),
            (3, true) => (3, column - 1),
            (2, true) if column == right => (3, right),
            _ => (2, column + 1),
        }
    }

    /// Sows the hand; says where the last seed fell and whether there was something.
    fn sow(&mut self, clockwise: bool) -> (Place, bool) {
        let pits = 2 * self.grid[0].len() as u128;
        // Nobody drops 10^30 seeds one by one: the first rounds of a hand that is so large at once.
        if self.hand > 1000 {
            let rounds = self.hand / pits - 1;
            self.grid[2].iter_mut().for_each(|seeds| *seeds += rounds);
            self.grid[3].iter_mut().for_each(|seeds| *seeds += rounds);
            self.hand -= rounds * pits;
        }
        let mut place = self.place;
        let mut occupied = false;
        while self.hand > 0 {
            place = self.next(place, clockwise);
            occupied = self.grid[place.0][place.1] > 0;
            self.grid[place.0][place.1] += 1;
            self.hand -= 1;
        }
        (place, occupied)
    }

    /// Whether there is something to be captured in a column.
    fn armed(&self, column: usize) -> bool {
        self.grid[0][column] > 0 && self.grid[1][column] > 0
    }

    fn captures_clockwise(&self) -> bool {
        let (place, occupied) = self.clone().sow(true);
        occupied && place.0 == 2 && self.armed(place.1)
    }

    /// What there is after a leg, if the turn goes on.
    fn leg(&self, clockwise: bool) -> Option<Self> {
        let mut after = self.clone();
        after.made += usize::from(self.both);
        let (last, occupied) = after.sow(clockwise);
        if !occupied {
            return None;
        }
        if last.0 == 3 || !self.armed(last.1) {
            return Some(after.lift(last));
        }
        for row in [0, 1] {
            after.hand += std::mem::take(&mut after.grid[row][last.1]);
        }
        after.both = clockwise && after.captures_clockwise();
        Some(after)
    }

    /// The seeds that are sown next.
    pub fn hand(&self) -> u128 {
        self.hand
    }

    /// How many choices have been made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// How many choices have been made after the next leg.
    pub fn made_after(&self) -> usize {
        self.made + usize::from(self.both)
    }

    /// Whether nothing can be captured any more and the hand was all that lay in its pit.
    pub fn is_relay(&self) -> bool {
        let armed = (0..self.grid[0].len()).any(|column| self.armed(column));
        !armed && self.grid[self.place.0][self.place.1] == 0
    }

    /// The seeds of the mover, the hand first and then backwards from its pit.
    pub fn backwards(&self) -> Vec<u128> {
        let mut seeds = vec![self.hand];
        let mut place = self.next(self.place, true);
        while place != self.place {
            seeds.push(self.grid[place.0][place.1]);
            place = self.next(place, true);
        }
        seeds
    }
}
