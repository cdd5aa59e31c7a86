//! What a search may cost, and why it stops.

use crate::observer::{Cancelled, Observer};

/// What a search may cost. The answer depends on it where it is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most boards that are looked into, each as often as it is.
    pub limit: u64,
    /// Bytes that tables may take.
    pub memory: u64,
}

/// Why a search has stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has used what it was allowed.
    Limit,
    /// What it must keep does not fit.
    Memory,
    /// The observer asks for it.
    Cancelled(Cancelled),
}

/// Boards looked into, and how many may be.
pub(super) struct Budget<'a> {
    nodes: u64,
    /// When the present part of the work stops.
    until: u64,
    limit: u64,
    observer: &'a dyn Observer,
}

/// Boards between two questions whether to go on.
const PATIENCE: u64 = 1 << 12;

impl<'a> Budget<'a> {
    pub fn new(limit: u64, observer: &'a dyn Observer) -> Self {
        observer.begin(Some(limit));
        Self { nodes: 0, until: limit, limit, observer }
    }

    /// Boards looked into so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.nodes >= self.limit
    }

    /// The next part of the work may look into so many boards, if they are left.
    pub fn allow(&mut self, nodes: u64) {
        self.until = self.nodes.saturating_add(nodes).min(self.limit);
    }

    /// Another board is looked into.
    pub fn spend(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.until {
            return Err(Stop::Limit);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) {
            self.observer.advance(PATIENCE);
            if self.observer.cancelled() {
                return Err(Stop::Cancelled(Cancelled));
            }
        }
        Ok(())
    }
}
