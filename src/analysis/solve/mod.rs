//! The exact value of a board of Oware or Pas de Deux by search, or as much of it as a limit allows.
//!
//! A value is the seeds that the mover will get of those now on the board, less those that the opponent
//! will get, if both play for that difference. Stores do not count, so that a majority ends no search;
//! the sign of stores and value together is that of the game. What endless play is worth is a matter of
//! the rule ([`Repetition`]), and of most boards of 12 seeds and more the value depends on it.
//!
//! Alpha-beta to growing depths, and claims that need no depth, take turns. Why both are right is proved
//! in `docs/theory.md`. The slow twin, in `tests/agreement_solve.rs`, knows all boards of few seeds.

mod claims;
mod deepening;
mod effort;
mod game;
mod graph;
mod line;
mod search;
mod table;

use std::cmp::Ordering;

use crate::analysis::endgame::LineEnd;
use crate::analysis::two_row::Board;
use crate::observer::{Cancelled, Observer};

pub use effort::Effort;
pub use game::{Known, Solvable};

use effort::{Budget, Stop};
use search::{Interval, Search};
use table::{Rule, Table};

/// What endless play is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// It splits what is left on the board evenly.
    EvenSplit,
    /// It is left open: the value if it loses everything left for the mover of the board that is asked
    /// for, and if it wins everything.
    Bounds,
    /// The first board that recurs, with the same player to move, ends the game, and each player takes
    /// the seeds on their own side. Nothing has been played before.
    OwnSide,
}

impl Repetition {
    /// `even-split`, `bounds` or `own-side`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EvenSplit => "even-split",
            Self::Bounds => "bounds",
            Self::OwnSide => "own-side",
        }
    }
}

/// What has been found out about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P> {
    /// The value is not less; under [`Repetition::Bounds`], the value if endless play loses is not.
    pub low: i16,
    /// The value is not more; under [`Repetition::Bounds`], the value if endless play wins is not.
    pub high: i16,
    /// Whether the question is answered: `low` and `high` are equal, or, under [`Repetition::Bounds`],
    /// each is exactly the value it bounds.
    pub decided: bool,
    /// The moves that are proved to be best, where the question is answered: all of them, unless that
    /// took more work than the value, or the limit came first. Under [`Repetition::Bounds`] those that force `low`.
    pub best: Vec<P>,
    /// Best moves of both players one after the other, 100 at most: whoever has something to win makes
    /// progress.
    pub line: Vec<P>,
    /// Where the line stops, if there is one.
    pub line_end: Option<LineEnd>,
    /// The last depth that alpha-beta has completed.
    pub depth: u16,
    /// Boards looked into.
    pub nodes: u64,
}

impl<P> Solution<P> {
    /// The value, if it is known under the rule; under [`Repetition::Bounds`], if it is the same under
    /// every rule.
    #[must_use]
    pub fn value(&self) -> Option<i16> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether the mover wins, draws or loses a game in which the mover's store holds `lead` seeds more
    /// than the opponent's, if that is settled: it may be where the value is not.
    #[must_use]
    pub fn outcome(&self, lead: i16) -> Option<Outcome> {
        let sign = |value: i16| Outcome::of(lead + value);
        (sign(self.low) == sign(self.high)).then(|| sign(self.low))
    }
}

/// What becomes of a game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The mover gets more than the opponent.
    Win,
    /// Both get the same.
    Draw,
    /// The mover gets less.
    Loss,
}

impl Outcome {
    /// By the seeds that the mover has more than the opponent in the end.
    fn of(difference: i16) -> Self {
        match difference.cmp(&0) {
            Ordering::Greater => Self::Win,
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// Boards looked into in the first turn of each part of the search.
const FIRST_SHARE: u64 = 1 << 12;

/// Boards looked into for the best moves and a line, if the value has taken fewer.
const LINE_SHARE: u64 = 1 << 20;

/// Finds the value of a board, the best moves and a line of best play.
///
/// The time is proportional to `effort.limit` at most: one or two million boards a second. The answer
/// is the same on every machine; the limit and the memory are part of the question.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Panics
/// If there are more seeds on the board than the game was made for.
///
/// # Examples
/// ```
/// use sowlab::analysis::solve::{Effort, Repetition, solve};
/// use sowlab::analysis::two_row::Oware;
/// use sowlab::games::oware::GrandSlam;
///
/// // The mover sows the last pit and captures two seeds; the third one goes to its owner.
/// let board = u128::from_le_bytes([0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
/// let game = Oware::new(6, 48, GrandSlam::CapturesNothing);
/// let effort = Effort { limit: 100_000, memory: 1 << 20 };
/// let solution = solve(&game, board, Repetition::EvenSplit, effort, &(), &())?;
/// assert_eq!((solution.value(), solution.best), (Some(1), vec![5]));
/// # Ok::<(), sowlab::observer::Cancelled>(())
/// ```
pub fn solve<G: Solvable>(
    game: &G,
    board: Board,
    repetition: Repetition,
    effort: Effort,
    known: &dyn Known,
    observer: &dyn Observer,
) -> Result<Solution<G::Play>, Cancelled> {
    let mut search = Search {
        game,
        known,
        budget: Budget::new(effort.limit, observer),
        table: Table::new(effort.memory / 2),
        graph_memory: effort.memory / 2,
        moves: Vec::new(),
        path: Vec::new(),
    };
    let mut asked = Asked::new(board, repetition);
    search.answer(&mut asked)?;
    let found = asked.found();
    let decided = asked.is_answered();
    let (mut best, mut line, mut line_end) = (Vec::new(), Vec::new(), None);
    if decided {
        // Nobody waits for a line longer than for the value, but for a second.
        search.budget.allow(search.budget.nodes().max(LINE_SHARE));
        best = search.best_moves(board, asked.rule(), found.low)?;
        let found = search.best_line(board, asked.rule(), found.low)?;
        (line, line_end) = (found.moves, Some(found.end));
    }
    let nodes = search.budget.nodes();
    let Interval { low, high } = found;
    Ok(Solution { low, high, decided, best, line, line_end, depth: asked.depth, nodes })
}

/// What is asked, and what is known so far.
struct Asked {
    board: Board,
    repetition: Repetition,
    /// Under any rule.
    any: Interval,
    /// Under the rules of endless play that the answer needs.
    under: Vec<(Rule, Interval)>,
    /// If the first board that recurs ends the game.
    own_side: Interval,
    depth: u16,
    own_side_depth: u16,
}

impl Asked {
    fn new(board: Board, repetition: Repetition) -> Self {
        let all = Interval::of(board);
        let rules = match repetition {
            Repetition::EvenSplit => &[Rule::Even][..],
            Repetition::Bounds | Repetition::OwnSide => &[Rule::Loses, Rule::Wins],
        };
        let under = rules.iter().map(|&rule| (rule, all)).collect();
        let (depth, own_side_depth) = (0, 0);
        Self { board, repetition, any: all, under, own_side: all, depth, own_side_depth }
    }

    /// The rule of which a value is wanted for the best moves.
    fn rule(&self) -> Rule {
        match self.repetition {
            Repetition::EvenSplit => Rule::Even,
            Repetition::Bounds => Rule::Loses,
            Repetition::OwnSide => Rule::OwnSide,
        }
    }

    /// Lets each of the intervals know what the others say.
    fn compare(&mut self) {
        for (_, interval) in &mut self.under {
            *interval = interval.and(self.any);
        }
        // The values under all rules lie between these two.
        let low = self.under.iter().map(|(_, interval)| interval.low).min();
        let high = self.under.iter().map(|(_, interval)| interval.high).max();
        if let (Some(low), Some(high)) = (low, high) {
            self.own_side = self.own_side.and(Interval { low, high });
        }
    }

    fn is_answered(&self) -> bool {
        match self.repetition {
            Repetition::OwnSide => self.own_side.is_exact(),
            _ => self.under.iter().all(|(_, interval)| interval.is_exact()),
        }
    }

    fn found(&self) -> Interval {
        match self.repetition {
            Repetition::EvenSplit => self.under[0].1,
            Repetition::Bounds => Interval { low: self.under[0].1.low, high: self.under[1].1.high },
            Repetition::OwnSide => self.own_side,
        }
    }
}

/// What was found before a limit is kept; only the observer ends everything.
fn goes_on(result: Result<(), Stop>) -> Result<(), Cancelled> {
    match result {
        Err(Stop::Cancelled(cancelled)) => Err(cancelled),
        _ => Ok(()),
    }
}

impl<G: Solvable> Search<'_, G> {
    /// Lets the parts of the search take turns, each time with four times as many boards.
    fn answer(&mut self, asked: &mut Asked) -> Result<(), Cancelled> {
        let board = asked.board;
        let mut share = FIRST_SHARE;
        while !asked.is_answered() && !self.budget.is_spent() {
            self.budget.allow(share);
            goes_on(self.deepen(board, Rule::Any, &mut asked.any, &mut asked.depth))?;
            asked.compare();
            for (rule, interval) in &mut asked.under {
                self.budget.allow(2 * share);
                goes_on(self.claim(board, *rule, interval))?;
            }
            asked.compare();
            if asked.repetition == Repetition::OwnSide {
                self.budget.allow(share);
                let (interval, depth) = (&mut asked.own_side, &mut asked.own_side_depth);
                goes_on(self.deepen(board, Rule::OwnSide, interval, depth))?;
            }
            share = share.saturating_mul(4);
        }
        Ok(())
    }
}
