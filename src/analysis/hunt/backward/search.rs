//! Legs undone one after the other, from a state of a cycle, for all rotations of it at once.
//!
//! A moment is (the mover's pits without the hand, origin, hand, direction); seeds are taken back one
//! by one, so that a leg of every length is seen on the way. Which pits are inner pits, and which
//! are leftmost ones, depends on how the circuit lies on the board; whether seeds can be taken back
//! does not. So a moment has a set of rotations, from which each leg takes some away.

use std::ops::ControlFlow;

use crate::games::omweso::Direction;
use crate::observer::{Cancelled, Observer};

/// How the circuit can lie on a board of given width. Bit `r` of a set stands for the rotation by
/// which pit `p` of the circuit is pit `p + r` of the board.
#[derive(Clone, Debug)]
pub(super) struct Rotations {
    /// For each pit of the circuit, the rotations by which it is an inner pit.
    inner: Vec<u64>,
    /// And those by which it lies in the two leftmost columns.
    leftmost: Vec<u64>,
}

impl Rotations {
    pub fn new(columns: usize) -> Self {
        let pits = 2 * columns;
        let set = |pit: usize, belongs: &dyn Fn(usize) -> bool| {
            (0..pits).filter(|turn| belongs((pit + turn) % pits)).map(|turn| 1 << turn).sum()
        };
        let of = |belongs: &dyn Fn(usize) -> bool| (0..pits).map(|pit| set(pit, belongs)).collect();
        Self { inner: of(&|pit| pit >= columns), leftmost: of(&|pit| pit < 2 || pit >= pits - 2) }
    }
}

/// Which turns are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Legs before the cycle, at most.
    pub most_legs: u32,
    /// Whether no fewer legs will do.
    pub exactly: bool,
    /// Captures, at least.
    pub least_captures: u32,
}

/// A leg that was undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undone {
    /// The direction it was sown in.
    pub direction: Direction,
    /// Where it landed.
    pub landing: usize,
    /// The seeds it captured, none if it was a relay leg.
    pub loot: u16,
}

/// The beginning of a turn, on a circuit that may lie on the board in several ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning<'a> {
    /// The mover's pits without the hand.
    pub pits: &'a [u16],
    /// The pit that is sown first, empty in `pits`.
    pub origin: usize,
    /// Its seeds.
    pub hand: u16,
    /// The ways it may lie, at least one.
    pub rotations: u64,
    /// The legs that lead to the cycle, the last one first.
    pub legs: &'a [Undone],
}

/// A moment of a turn: a hand is about to be sown.
#[derive(Clone, Copy, Debug)]
struct Moment {
    origin: usize,
    hand: u16,
    direction: Direction,
    rotations: u64,
    /// The pits in which seeds are captured from this moment on.
    later: u64,
    /// Seeds of the mover that are still to be given back to the opponent.
    surplus: u16,
    legs_left: u32,
    /// Whether the moment is a state of the cycle.
    on_cycle: bool,
}

/// Why a search ended before all was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Whoever is given the beginnings has seen enough.
    Enough,
    /// The observer asked to stop.
    Cancelled(Cancelled),
}

type Flow = ControlFlow<Stop>;

/// Moments between two questions to the observer.
const POLL: u32 = 1 << 14;

/// A search that reuses its memory.
pub(super) struct Search<'a, E> {
    rotations: &'a Rotations,
    wanted: Wanted,
    observer: &'a dyn Observer,
    /// Takes each beginning that is found.
    each: E,
    pits: Vec<u16>,
    undone: Vec<Undone>,
    moments: u32,
}

impl<'a, E: FnMut(Beginning<'_>) -> ControlFlow<()>> Search<'a, E> {
    pub fn new(
        rotations: &'a Rotations,
        wanted: Wanted,
        observer: &'a dyn Observer,
        each: E,
    ) -> Self {
        let (pits, undone) = (Vec::new(), Vec::new());
        Self { rotations, wanted, observer, each, pits, undone, moments: 0 }
    }

    /// Finds the beginnings of all turns that fall into a cycle at one of its states, in any of its
    /// rotations. The mover has `surplus` seeds more there than at the beginning.
    pub fn search(&mut self, pits: &[u16], pivot: usize, surplus: u16) -> Flow {
        let circuit = pits.len();
        self.pits.clear();
        self.pits.extend_from_slice(pits);
        let hand = std::mem::take(&mut self.pits[pivot]);
        self.look(Moment {
            origin: pivot,
            hand,
            direction: Direction::CounterClockwise,
            rotations: u64::MAX >> (64 - circuit),
            later: 0,
            surplus,
            legs_left: self.wanted.most_legs,
            on_cycle: true,
        })
    }

    /// Looks at a moment and at what can have been before it. The pits are left as they are found.
    fn look(&mut self, moment: Moment) -> Flow {
        self.moments = self.moments.wrapping_add(1);
        if self.moments.is_multiple_of(POLL) && self.observer.cancelled() {
            return Flow::Break(Stop::Cancelled(Cancelled));
        }
        let missing = self.wanted.least_captures.saturating_sub(moment.later.count_ones());
        if missing > moment.legs_left || 2 * missing > moment.surplus.into() {
            return Flow::Continue(());
        }
        let picked_up = self.pits[moment.origin] == 0;
        let done = !self.wanted.exactly || moment.legs_left == 0;
        if moment.surplus == 0 && picked_up && done {
            let found = Beginning {
                pits: &self.pits,
                origin: moment.origin,
                hand: moment.hand,
                rotations: moment.rotations,
                legs: &self.undone,
            };
            if (self.each)(found).is_break() {
                return Flow::Break(Stop::Enough);
            }
        }
        // A last leg can only capture all that there is still to capture.
        let last = moment.legs_left == 1;
        if moment.legs_left == 0 || (last && ![0, moment.hand].contains(&moment.surplus)) {
            return Flow::Continue(());
        }
        // What the landing pit of a relay leg holds is all picked up; where seeds are captured
        // later, no leg before lands without capturing them.
        if picked_up && moment.later >> moment.origin & 1 == 0 && !(last && moment.surplus > 0) {
            self.undo_relay(moment)?;
        }
        if loot(moment.hand, moment.surplus) {
            // After a counter-clockwise capture the loot is sown counter-clockwise.
            if moment.direction == Direction::CounterClockwise {
                self.undo_capture(moment, Direction::CounterClockwise)?;
            }
            self.undo_capture(moment, Direction::Clockwise)?;
        }
        Flow::Continue(())
    }

    /// Undoes a relay leg that landed in the origin of a moment, in each way that it can have gone.
    fn undo_relay(&mut self, moment: Moment) -> Flow {
        let landing = moment.origin;
        self.pits[landing] = moment.hand;
        self.undone.push(Undone { direction: Direction::CounterClockwise, landing, loot: 0 });
        let mut origin = landing;
        let mut hand = 0;
        let mut flow = Flow::Continue(());
        while flow.is_continue() && self.pits[origin] > 0 {
            self.pits[origin] -= 1;
            hand += 1;
            origin = self.before(origin);
            // Seeds that lie in the origin were there when loot was sown from it, after a capture.
            // With none the leg can be any; but what leads to a cycle by such a leg is on it.
            let possible = match self.pits[origin] {
                0 => !moment.on_cycle,
                _ => moment.legs_left > 1 && loot(hand, moment.surplus),
            };
            if hand >= 2 && possible {
                flow = self.look(Moment {
                    origin,
                    hand,
                    direction: Direction::CounterClockwise,
                    legs_left: moment.legs_left - 1,
                    on_cycle: false,
                    ..moment
                });
            }
        }
        for _ in 0..hand {
            origin = self.after(origin);
            self.pits[origin] += 1;
        }
        self.undone.pop();
        self.pits[landing] = 0;
        flow
    }

    /// Undoes a leg that captured the hand of a moment, wherever it can have landed.
    fn undo_capture(&mut self, moment: Moment, direction: Direction) -> Flow {
        let rotations = match direction {
            Direction::CounterClockwise => moment.rotations,
            Direction::Clockwise => moment.rotations & self.rotations.leftmost[moment.origin],
        };
        if rotations == 0 {
            return Flow::Continue(());
        }
        let mut landing = moment.origin;
        let mut hand = 0u16;
        let mut flow = Flow::Continue(());
        loop {
            let next = self.step(landing, direction);
            if flow.is_break() || self.pits[next] == 0 {
                break;
            }
            landing = next;
            self.pits[landing] -= 1;
            hand += 1;
            let rotations = rotations & self.rotations.inner[landing];
            // Occupied before the last seed fell: by what lay there, or by a seed of this leg.
            let occupied = self.pits[landing] > 0 || usize::from(hand) > self.pits.len();
            if hand >= 2 && occupied && rotations != 0 && moment.later >> landing & 1 == 0 {
                self.undone.push(Undone { direction, landing, loot: moment.hand });
                flow = self.look(Moment {
                    hand,
                    direction,
                    rotations,
                    later: moment.later | 1 << landing,
                    surplus: moment.surplus - moment.hand,
                    legs_left: moment.legs_left - 1,
                    on_cycle: false,
                    ..moment
                });
                self.undone.pop();
            }
        }
        for _ in 0..hand {
            self.pits[landing] += 1;
            landing = match direction {
                Direction::CounterClockwise => self.before(landing),
                Direction::Clockwise => self.after(landing),
            };
        }
        flow
    }

    fn step(&self, pit: usize, direction: Direction) -> usize {
        match direction {
            Direction::CounterClockwise => self.after(pit),
            Direction::Clockwise => self.before(pit),
        }
    }

    fn after(&self, pit: usize) -> usize {
        if pit + 1 == self.pits.len() { 0 } else { pit + 1 }
    }

    fn before(&self, pit: usize) -> usize {
        if pit == 0 { self.pits.len() - 1 } else { pit - 1 }
    }
}

/// Whether a hand can be loot where so many seeds were captured up to then: what is left of them was
/// captured too, in at least 2 seeds, or there was none.
fn loot(hand: u16, surplus: u16) -> bool {
    hand <= surplus && surplus - hand != 1
}

impl Beginning<'_> {
    /// The seeds of each capture, the last one first.
    pub fn loots(&self) -> impl Iterator<Item = u16> {
        self.legs.iter().map(|leg| leg.loot).filter(|&loot| loot > 0)
    }

    /// Number of captures.
    pub fn captures(&self) -> usize {
        self.loots().count()
    }

    /// The seeds captured in each column by one of the rotations.
    pub fn loot(&self, rotation: usize, columns: usize) -> Vec<u16> {
        let pits = self.pits.len();
        let mut loot = vec![0; columns];
        for leg in self.legs.iter().filter(|leg| leg.loot > 0) {
            loot[pits - 1 - (leg.landing + rotation) % pits] = leg.loot;
        }
        loot
    }
}
