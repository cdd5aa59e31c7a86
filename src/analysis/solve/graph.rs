//! The boards that a claim is made of, and which of them wait for which.

use super::table::mixed;
use crate::analysis::two_row::Board;

/// No number of a board or of a wait.
const NONE: u32 = u32::MAX;

/// A board that has been looked into.
pub(super) struct Node {
    pub board: Board,
    /// Whether the player to move is the one who forces.
    pub forcing: bool,
    /// Whether the claim is proved.
    pub holds: bool,
    /// Moves that need not be looked at again.
    pub done: u8,
    /// The last of those that wait for it.
    waiting: u32,
}

/// The boards of one claim.
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// Boards to be looked into, the next one last.
    pub todo: Vec<u32>,
    /// Numbers of boards where their hashes say or after that, at most half of all places.
    places: Vec<u32>,
    /// Who waits, and who else waits for the same board.
    waits: Vec<[u32; 2]>,
}

impl Graph {
    pub fn new() -> Self {
        let places = vec![NONE; 1 << 4];
        Self { nodes: Vec::new(), todo: Vec::new(), places, waits: Vec::new() }
    }

    /// Whether numbers for another board, or for who waits for one, might not be there.
    pub fn is_full(&self) -> bool {
        // Between two questions there are at most as many waits more as a board has moves.
        self.nodes.len().max(self.waits.len()) >= (NONE / 2) as usize
    }

    /// About what its lists take, and half as much again while one of them grows.
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let numbers = self.todo.capacity() + self.places.capacity() + 2 * self.waits.capacity();
        let bytes = nodes + numbers * size_of::<u32>();
        (bytes + bytes / 2) as u64
    }

    /// The place of a board, or the empty one where it would be.
    fn place(&self, board: Board, forcing: bool) -> usize {
        let last = self.places.len() - 1;
        let mut place = mixed(board, forcing.into()) as usize & last;
        loop {
            let id = self.places[place];
            let is_it = |node: &Node| node.board == board && node.forcing == forcing;
            if id == NONE || is_it(&self.nodes[id as usize]) {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    /// The number of a board that is there.
    pub fn find(&self, board: Board, forcing: bool) -> Option<u32> {
        let id = self.places[self.place(board, forcing)];
        (id != NONE).then_some(id)
    }

    /// Adds a board that is not there, to be looked into next.
    pub fn add(&mut self, board: Board, forcing: bool) -> u32 {
        if 2 * self.nodes.len() >= self.places.len() {
            self.places = vec![NONE; 2 * self.places.len()];
            for id in 0..self.nodes.len() {
                let Node { board, forcing, .. } = self.nodes[id];
                let place = self.place(board, forcing);
                self.places[place] = id as u32;
            }
        }
        let id = self.nodes.len() as u32;
        let place = self.place(board, forcing);
        self.places[place] = id;
        self.nodes.push(Node { board, forcing, holds: false, done: 0, waiting: NONE });
        self.todo.push(id);
        id
    }

    /// Lets one board wait for another.
    pub fn wait(&mut self, who: u32, what: u32) {
        let wait = self.waits.len() as u32;
        let before = std::mem::replace(&mut self.nodes[what as usize].waiting, wait);
        self.waits.push([who, before]);
    }

    /// The claim holds of a board, and so of those that wait for it, if they need no more; `proved` is
    /// called with each.
    pub fn prove(&mut self, id: u32, mut proved: impl FnMut(&Node)) {
        let mut next_ones = vec![id];
        while let Some(id) = next_ones.pop() {
            let node = &mut self.nodes[id as usize];
            if std::mem::replace(&mut node.holds, true) {
                continue;
            }
            proved(node);
            let mut next = std::mem::replace(&mut node.waiting, NONE);
            while next != NONE {
                let [who, before] = self.waits[next as usize];
                if self.nodes[who as usize].forcing {
                    next_ones.push(who);
                } else {
                    self.todo.push(who);
                }
                next = before;
            }
        }
    }
}
