//! What a printed line leaves open.

use crate::games::pas_de_deux::FirstMove;

/// Whose captures a number beside a turn of two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Those of both moves.
    Turn,
    /// Those of the last move.
    LastMove,
}

/// What a turn may capture beside which nothing is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmarked {
    /// Nothing.
    Nothing,
    /// Anything, if it is a turn of the player who begins.
    Anything,
}

/// Where the pits of the second player are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NorthCounts {
    /// From her own left, as everywhere here.
    FromHerLeft,
    /// From her right: pit 1 faces the first player's pit 1.
    FromHerRight,
}

impl Marked {
    /// `turn` or `last-move`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::LastMove => "last-move",
        }
    }
}

impl Unmarked {
    /// `nothing` or `anything`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Anything => "anything",
        }
    }
}

impl NorthCounts {
    /// `from-her-left` or `from-her-right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FromHerLeft => "from-her-left",
            Self::FromHerRight => "from-her-right",
        }
    }
}

/// How lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Whether the first move of two captures.
    pub first_move: FirstMove,
    /// What the numbers beside turns count.
    pub marked: Marked,
    /// What other turns capture.
    pub unmarked: Unmarked,
    /// How the second player's pits are counted.
    pub north_counts: NorthCounts,
}

impl Reading {
    /// Every reading: 12. Where the first move captures nothing, both ways to count captures are the
    /// same, and only one is here.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let captures = [
            (FirstMove::Captures, Marked::Turn),
            (FirstMove::Captures, Marked::LastMove),
            (FirstMove::CapturesNothing, Marked::Turn),
        ];
        let mut all = Vec::new();
        for (first_move, marked) in captures {
            for unmarked in [Unmarked::Nothing, Unmarked::Anything] {
                for north_counts in [NorthCounts::FromHerLeft, NorthCounts::FromHerRight] {
                    all.push(Self { first_move, marked, unmarked, north_counts });
                }
            }
        }
        all
    }
}
