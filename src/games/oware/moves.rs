//! One move: what sowing a pit does, which pits may be sown, and when a game has ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{MOST_WIDTH, Position, Side, Stores};
use crate::sowing::sow_skipping;

/// How a grand slam is read: a sowing that would capture every seed of the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It is a legal move that captures nothing.
    #[default]
    CapturesNothing,
    /// It is no legal move.
    Forbidden,
}

impl GrandSlam {
    /// `captures-nothing` or `forbidden`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CapturesNothing => "captures-nothing",
            Self::Forbidden => "forbidden",
        }
    }
}

/// What sowing a pit does to the board, before anything is captured, and what it would capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sown {
    /// Seeds in all pits after the sowing.
    pub pits: Vec<u8>,
    /// Index of the pit that got the last seed.
    pub landing: usize,
    /// Indices of the pits that are captured if captures count: the landing pit and those before it,
    /// as long as they are the opponent's and hold 2 or 3.
    pub captured: Vec<usize>,
}

impl Sown {
    /// The board after the captures.
    #[must_use]
    pub fn with_captures(&self) -> Vec<u8> {
        let mut pits = self.pits.clone();
        for &pit in &self.captured {
            pits[pit] = 0;
        }
        pits
    }

    /// The board in the end and the pits captured; none in a grand slam.
    pub(in crate::games) fn settled(self, grand_slam: bool) -> (Vec<u8>, Vec<usize>) {
        if grand_slam { (self.pits, Vec::new()) } else { (self.with_captures(), self.captured) }
    }
}

/// What a move of Oware does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Seeds captured.
    pub captured: u8,
    /// Indices of the pits captured.
    pub captured_pits: Vec<usize>,
    /// Whether it is a grand slam, so that nothing is captured.
    pub grand_slam: bool,
    /// The position after it, with the opponent to move.
    pub position: Position,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A player has captured more than half of all seeds.
    Majority,
    /// The player to move has no seed; the seeds on the other side go to their owner.
    NoSeeds,
    /// The opponent has no seed, and no move gives one; the mover takes the seeds on the mover's side.
    CannotFeed,
    /// Every move is a grand slam and these are forbidden; each player takes the seeds on their own
    /// side.
    OnlyGrandSlams,
    /// A position has come back.
    Repetition,
}

impl Reason {
    /// `majority`, `no-seeds`, `cannot-feed`, `only-grand-slams` or `repetition`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Majority => "majority",
            Self::NoSeeds => "no-seeds",
            Self::CannotFeed => "cannot-feed",
            Self::OnlyGrandSlams => "only-grand-slams",
            Self::Repetition => "repetition",
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Twice what South and North have in the end, in seeds: what is left may be split evenly, and
    /// halves count. After a majority what is left on the board is nobody's.
    pub halves: [u16; 2],
}

impl Ending {
    /// An ending with whole seeds.
    pub(in crate::games) fn new(reason: Reason, stores: Stores) -> Self {
        Self { reason, halves: stores.map(|seeds| 2 * u16::from(seeds)) }
    }

    /// The winner, who has more; nobody after a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let [south, north] = self.halves;
        match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(Side::South),
            std::cmp::Ordering::Less => Some(Side::North),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// `south-wins`, `north-wins` or `draw`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.winner() {
            Some(Side::South) => "south-wins",
            Some(Side::North) => "north-wins",
            None => "draw",
        }
    }
}

/// Why a pit may not be sown.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// There is no such pit.
    #[error("there is no pit {pit} among the {width} pits of the mover, counted from 0")]
    NoSuchPit {
        /// The pit, counted from the mover's left from 0.
        pit: usize,
        /// Pits of the mover.
        width: usize,
    },
    /// The pit is empty.
    #[error("the pit is empty")]
    Empty,
    /// The opponent has no seed, and the move gives none.
    #[error("the opponent has no seed, and the move gives none")]
    DoesNotFeed,
    /// The move is a grand slam, and these are forbidden.
    #[error("the move is a grand slam, which is forbidden")]
    GrandSlam,
}

impl Position {
    /// Sows one of the mover's pits, counted from the mover's left from 0, by the text of the rules:
    /// counter-clockwise, one seed into each pit, the origin skipped. Whether that is a move is not
    /// asked; an empty pit changes nothing and captures nothing.
    ///
    /// # Panics
    /// If there is no such pit.
    #[must_use]
    pub fn sown(&self, pit: usize) -> Sown {
        assert!(pit < self.width(), "a pit of the mover");
        let (side, opponent) = (self.mover(), self.mover().other());
        let mut pits = self.pits().to_vec();
        let landing = sow_skipping(&mut pits, self.index(side, pit));
        // Backwards from the landing pit, to the first that is not the opponent's or holds another
        // number. The pit before the opponent's first one is the mover's.
        let first = self.index(opponent, 0);
        let theirs = first..first + self.width();
        let captured = (theirs.start..=landing)
            .rev()
            .take_while(|pit| theirs.contains(pit) && matches!(pits[*pit], 2 | 3))
            .collect();
        Sown { pits, landing, captured }
    }

    /// Whether a player has no seed on a board.
    pub(in crate::games) fn is_bare(&self, side: Side, pits: &[u8]) -> bool {
        let first = self.index(side, 0);
        pits[first..first + self.width()].iter().all(|&seeds| seeds == 0)
    }

    /// Whether sowing is a grand slam: everything on the opponent's side would be captured, and there
    /// is something to capture.
    pub(in crate::games) fn is_grand_slam(&self, sown: &Sown) -> bool {
        !sown.captured.is_empty() && self.is_bare(self.mover().other(), &sown.with_captures())
    }

    /// Plays a move: sows one of the mover's pits, counted from the mover's left from 0. Whether the
    /// game has ended before is not asked.
    ///
    /// # Errors
    /// If there is no such pit, it is empty, the opponent has no seed and gets none, or the move is a
    /// forbidden grand slam.
    pub fn play(&self, pit: usize, grand_slam: GrandSlam) -> Result<Played, MoveError> {
        let width = self.width();
        if pit >= width {
            return Err(MoveError::NoSuchPit { pit, width });
        }
        if self.row(self.mover())[pit] == 0 {
            return Err(MoveError::Empty);
        }
        let sown = self.sown(pit);
        if self.is_bare(self.mover().other(), &sown.pits) {
            return Err(MoveError::DoesNotFeed);
        }
        let slam = self.is_grand_slam(&sown);
        if slam && grand_slam == GrandSlam::Forbidden {
            return Err(MoveError::GrandSlam);
        }
        let (pits, captured_pits) = sown.settled(slam);
        let position = self.passed_on(pits);
        let captured =
            position.stores()[self.mover() as usize] - self.stores()[self.mover() as usize];
        Ok(Played { captured, captured_pits, grand_slam: slam, position })
    }

    /// The legal moves, from the mover's left, and what they do; none where the game has ended.
    ///
    /// # Examples
    /// ```
    /// use sowlab::games::oware::{GrandSlam, Position, Side};
    ///
    /// // E sows three seeds, the last one into b, which then holds 2; a holds 3.
    /// let position = Position::new(vec![0, 0, 0, 0, 3, 0, 2, 1, 5, 0, 0, 0], [0, 0], Side::South)?;
    /// let moves = position.moves(GrandSlam::CapturesNothing);
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(moves[0].1.captured, 5);
    /// assert_eq!(moves[0].1.position.to_string(), "0-0-0-0-0-1-0-0-5-0-0-0-5-0-N");
    /// # Ok::<(), sowlab::games::oware::PositionError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, grand_slam: GrandSlam) -> Vec<(Move, Played)> {
        if self.majority_reached() {
            return Vec::new();
        }
        let pits = 0..self.width();
        let legal = pits.filter_map(|pit| {
            let played = self.play(pit, grand_slam).ok()?;
            Some((Move { side: self.mover(), pit }, played))
        });
        legal.collect()
    }

    /// Whether a player has captured more than half of all seeds.
    pub(in crate::games) fn majority_reached(&self) -> bool {
        self.stores().iter().any(|&store| u64::from(store) >= self.majority())
    }

    /// How a game has ended with this position, if it has; repetition, which is no matter of one
    /// position, apart ([`super::Game`]).
    #[must_use]
    pub fn ending(&self, grand_slam: GrandSlam) -> Option<Ending> {
        if self.majority_reached() {
            return Some(Ending::new(Reason::Majority, self.stores()));
        }
        let bare = |side| self.is_bare(side, self.pits());
        let reason = if bare(self.mover()) {
            Reason::NoSeeds
        } else if !self.moves(grand_slam).is_empty() {
            return None;
        } else if bare(self.mover().other()) {
            Reason::CannotFeed
        } else {
            Reason::OnlyGrandSlams
        };
        Some(Ending::new(reason, self.own_sides()))
    }
}

/// A move as it is written: the letter of the pit, a capital one for South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Whose pit it is.
    pub side: Side,
    /// The pit, counted from its owner's left from 0, below 8.
    pub pit: usize,
}

/// Why a text is no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "`{text}` is no move; accepted is the letter of a pit, A to H for South's and a to h for North's"
)]
pub struct NotAMove {
    /// The text.
    pub text: String,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = match self.side {
            Side::South => b'A',
            Side::North => b'a',
        };
        write!(f, "{}", char::from(first + self.pit as u8))
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        let most = MOST_WIDTH as u8;
        match *text.as_bytes() {
            [letter] if (b'A'..b'A' + most).contains(&letter) => {
                Ok(Self { side: Side::South, pit: usize::from(letter - b'A') })
            }
            [letter] if (b'a'..b'a' + most).contains(&letter) => {
                Ok(Self { side: Side::North, pit: usize::from(letter - b'a') })
            }
            _ => Err(NotAMove { text: text.into() }),
        }
    }
}

#[cfg(test)]
mod tests;
