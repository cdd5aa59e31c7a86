//! The tree of the choices of a turn, equal branches grown once.

use std::collections::HashMap;
use std::hash::Hash;

use num_bigint::BigUint;
use num_traits::CheckedAdd;

use super::{Choices, Fate, Turn};
use crate::analysis::relay::{self, Effort, Rule, decide};
use crate::games::omweso::{Direction, Landing, Leg, Path, Position};
use crate::games::relay::State;
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

/// All turns from one pit, as a graph of the moments at which there is a choice.
#[derive(Clone, Debug)]
pub struct Turns {
    columns: usize,
    /// The way to the first choice.
    trunk: Branch,
    forks: Vec<Fork>,
    ends: Vec<End>,
}

/// What follows a moment at which there is a choice: counter-clockwise first.
type Fork = Vec<(Direction, Branch)>;

/// Legs without a choice between them.
#[derive(Clone, Debug)]
struct Branch {
    passed: Passed,
    to: To,
}

/// What was seen on the way.
#[derive(Clone, Debug, Default)]
struct Passed {
    legs: u64,
    sown: BigUint,
    captures: u32,
    captured: BigUint,
}

/// A place on the way that is still to be gone on from: what lies behind it, the choices made, and
/// where it leads.
type Open = (Passed, Vec<Direction>, To);

/// Where a branch leads.
#[derive(Clone, Copy, Debug)]
enum To {
    /// A choice, by its index.
    Fork(usize),
    /// An end, by its index.
    End(usize),
}

/// What becomes of a turn from some moment on.
#[derive(Clone, Debug)]
struct End {
    mayer: bool,
    fate: Fate,
}

impl Passed {
    fn add(&mut self, other: &Self) {
        self.legs += other.legs;
        self.sown += &other.sown;
        self.captures |= other.captures;
        self.captured += &other.captured;
    }
}

/// A graph that is not yet complete.
struct Growing<'a, S> {
    choices: Choices,
    effort: Effort,
    observer: &'a dyn Observer,
    /// The moments that are known: their places among the choices or the ends.
    known: HashMap<Leg<S>, To>,
    /// Choices of which the branches are still to be grown.
    bare: Vec<Leg<S>>,
    ends: Vec<End>,
}

impl Turns {
    /// Follows a turn from its beginning along all its choices.
    pub(super) fn grow<S: Seeds + CheckedAdd + Hash + Into<BigUint>>(
        start: Leg<S>,
        choices: Choices,
        effort: Effort,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        let columns = start.position().columns();
        let known = HashMap::new();
        let mut growing =
            Growing { choices, effort, observer, known, bare: Vec::new(), ends: Vec::new() };
        let trunk = growing.follow(start, Passed::default())?;
        let mut forks = Vec::new();
        while let Some(leg) = growing.bare.get(forks.len()).cloned() {
            forks.push(growing.fork(&leg)?);
        }
        Ok(Self { columns, trunk, forks, ends: growing.ends })
    }

    /// Number of different moments at which there is a choice.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.forks.len()
    }

    /// The turns one by one, counter-clockwise before clockwise at each choice. There can be very many
    /// where there are many choices, and they are not held in memory.
    pub fn iter(&self) -> impl Iterator<Item = Turn> + '_ {
        let mut open = self.root();
        std::iter::from_fn(move || self.next(&mut open))
    }

    /// As [`Turns::iter`], keeping what it needs.
    pub fn into_turns(self) -> impl Iterator<Item = Turn> {
        let mut open = self.root();
        std::iter::from_fn(move || self.next(&mut open))
    }

    /// What is open at the beginning: the first choice.
    fn root(&self) -> Vec<Open> {
        vec![(self.trunk.passed.clone(), Vec::new(), self.trunk.to)]
    }

    /// The next of the turns that are open.
    fn next(&self, open: &mut Vec<Open>) -> Option<Turn> {
        loop {
            let (passed, path, to) = open.pop()?;
            match to {
                To::End(end) => return Some(self.turn(&passed, path, &self.ends[end])),
                To::Fork(fork) => {
                    for (direction, branch) in self.forks[fork].iter().rev() {
                        let mut passed = passed.clone();
                        passed.add(&branch.passed);
                        let mut path = path.clone();
                        path.push(*direction);
                        open.push((passed, path, branch.to));
                    }
                }
            }
        }
    }

    /// The turn with the given choices; none if they are not, one for one, those on some way.
    #[must_use]
    pub fn along(&self, path: &Path) -> Option<Turn> {
        let mut passed = self.trunk.passed.clone();
        let mut to = self.trunk.to;
        let mut directions = path.0.iter();
        loop {
            match (to, directions.next()) {
                (To::End(end), None) => {
                    return Some(self.turn(&passed, path.0.clone(), &self.ends[end]));
                }
                (To::Fork(fork), Some(chosen)) => {
                    let mut branches = self.forks[fork].iter();
                    let (_, branch) = branches.find(|(direction, _)| direction == chosen)?;
                    passed.add(&branch.passed);
                    to = branch.to;
                }
                _ => return None,
            }
        }
    }

    fn turn(&self, passed: &Passed, path: Vec<Direction>, end: &End) -> Turn {
        let fate = match end.fate.clone() {
            Fate::Ends { legs, sown, position } => {
                Fate::Ends { legs: passed.legs + legs, sown: &passed.sown + sown, position }
            }
            Fate::NeverEnds { preperiod, cycle } => {
                Fate::NeverEnds { preperiod: passed.legs + preperiod, cycle }
            }
            Fate::Undecided => Fate::Undecided,
        };
        Turn {
            path: Path(path),
            columns: self.columns,
            captures: passed.captures,
            captured: passed.captured.clone(),
            mayer: end.mayer,
            fate,
        }
    }
}

impl<S: Seeds + CheckedAdd + Hash + Into<BigUint>> Growing<'_, S> {
    /// The branches of a choice.
    fn fork(&mut self, leg: &Leg<S>) -> Result<Fork, Cancelled> {
        let directions = match self.choices {
            Choices::All => &[Direction::CounterClockwise, Direction::Clockwise][..],
            Choices::CounterClockwise => &[Direction::CounterClockwise],
        };
        let branches = directions.iter().map(|&direction| {
            let mut leg = leg.clone();
            let mut passed = Passed::default();
            step(&mut leg, direction, &mut passed);
            Ok((direction, self.follow(leg, passed)?))
        });
        branches.collect()
    }

    /// Plays on from a moment until the next choice or the end.
    fn follow(&mut self, mut leg: Leg<S>, mut passed: Passed) -> Result<Branch, Cancelled> {
        let mut armed = leg.position().armed_columns();
        let mut since_capture = 0;
        let to = loop {
            if let Some(&to) = self.known.get(&leg) {
                break to;
            }
            if leg.has_ended() {
                break self.end(leg, |leg| {
                    let (legs, sown) = (0, BigUint::ZERO);
                    let fate = Fate::Ends { legs, sown, position: leg.position().wide() };
                    Ok(End { mayer: false, fate })
                })?;
            }
            if leg.is_choice() {
                let to = To::Fork(self.bare.len());
                self.bare.push(leg.clone());
                self.known.insert(leg, to);
                break to;
            }
            if armed == 0 && leg.position().own()[leg.origin()].is_zero() {
                let (effort, observer) = (self.effort, self.observer);
                break self.end(leg, |leg| relay(leg, effort, observer))?;
            }
            if self.observer.cancelled() {
                return Err(Cancelled);
            }
            if since_capture == self.effort.lap_limit {
                // Not for others to come upon: they may be here sooner, and go on.
                let to = To::End(self.ends.len());
                self.ends.push(End { mayer: false, fate: Fate::Undecided });
                break to;
            }
            since_capture += 1;
            if step(&mut leg, Direction::CounterClockwise, &mut passed) {
                armed -= 1;
                since_capture = 0;
            }
        };
        Ok(Branch { passed, to })
    }

    /// The place of an end, which is new.
    fn end(
        &mut self,
        leg: Leg<S>,
        decide: impl FnOnce(&Leg<S>) -> Result<End, Cancelled>,
    ) -> Result<To, Cancelled> {
        let to = To::End(self.ends.len());
        self.ends.push(decide(&leg)?);
        self.known.insert(leg, to);
        Ok(to)
    }
}

/// Plays a leg; says whether it captured.
fn step<S: Seeds + Into<BigUint>>(
    leg: &mut Leg<S>,
    direction: Direction,
    passed: &mut Passed,
) -> bool {
    passed.legs += 1;
    passed.sown += leg.hand().clone().into();
    match leg.sow(direction) {
        Some(Landing::Capture { column, seeds, .. }) => {
            passed.captures |= 1 << column;
            passed.captured += seeds.into();
            true
        }
        _ => false,
    }
}

/// What becomes of a moment with no armed column, its origin empty: relay sowing on the mover's side.
fn relay<S: Seeds + CheckedAdd + Into<BigUint>>(
    leg: &Leg<S>,
    effort: Effort,
    observer: &dyn Observer,
) -> Result<End, Cancelled> {
    let mut pits = leg.position().own().to_vec();
    pits[leg.origin()] = leg.hand().clone();
    let state = State::new(pits, leg.origin()).expect("a hand in a pit of a board in range");
    let decision = decide(&state, Rule::Move, effort, observer)?;
    let fate = match decision.fate {
        relay::Fate::Ends { laps, sown, pits } => {
            let opponent = leg.position().wide().opponent().to_vec();
            let position = Position::new(pits, opponent);
            let position = position.expect("numbers of any size on the same board");
            Fate::Ends { legs: laps, sown, position }
        }
        relay::Fate::NeverEnds(cycle) => Fate::NeverEnds { preperiod: 0, cycle },
        relay::Fate::Undecided => Fate::Undecided,
    };
    Ok(End { mayer: decision.mayer, fate })
}
