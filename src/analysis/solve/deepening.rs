//! Alpha-beta to a fixed depth, where the horizon counts as the worst for one of the players.
//!
//! What that player is then sure of holds to any depth (Theorem S1). With [`Rule::Any`] no repetition
//! is looked for; with [`Rule::OwnSide`] the first board that recurs on the path ends the game, and
//! only boards right after a capture are looked up and kept (Theorem S4).

use super::effort::Stop;
use super::game::Solvable;
use super::search::{Interval, Search};
use super::table::{Rule, Stuck};
use crate::analysis::two_row::{Board, seeds_on};

/// No search is deeper.
pub(super) const MOST_DEPTH: u16 = 1000;

/// Who is sure of what a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sure {
    Mover,
    Opponent,
}

impl Sure {
    fn turned(self) -> Self {
        match self {
            Self::Mover => Self::Opponent,
            Self::Opponent => Self::Mover,
        }
    }
}

impl<G: Solvable> Search<'_, G> {
    /// Narrows what is known of the value of a board, depth by depth, until it is exact or the budget
    /// is used; `depth` is the last one that was completed.
    pub fn deepen(
        &mut self,
        board: Board,
        rule: Rule,
        found: &mut Interval,
        depth: &mut u16,
    ) -> Result<(), Stop> {
        while !found.is_exact() && *depth < MOST_DEPTH {
            for sure in [Sure::Mover, Sure::Opponent] {
                self.look(board, rule, sure, *depth + 1, found)?;
            }
            *depth += 1;
        }
        Ok(())
    }

    /// Whether a board is worth at least so much to the mover, after others since the last capture.
    pub fn own_side_at_least(
        &mut self,
        history: &[Board],
        board: Board,
        need: i16,
    ) -> Result<bool, Stop> {
        let all = Interval::of(board);
        let mut found = Interval { low: need - 1, high: need };
        if let Some(answer) = all.at_least(need) {
            return Ok(answer);
        }
        for depth in 1..=MOST_DEPTH {
            for sure in [Sure::Mover, Sure::Opponent] {
                self.path.clear();
                self.path.extend(history);
                self.look(board, Rule::OwnSide, sure, depth, &mut found)?;
                if found.is_exact() {
                    return Ok(found.low == need);
                }
            }
        }
        Err(Stop::Limit)
    }

    /// One search from the root, which narrows the interval.
    fn look(
        &mut self,
        board: Board,
        rule: Rule,
        sure: Sure,
        depth: u16,
        found: &mut Interval,
    ) -> Result<(), Stop> {
        if found.is_exact() {
            return Ok(());
        }
        self.moves.clear();
        let result = self.searched(board, rule, sure, *found, depth, 0);
        if result.is_err() {
            self.path.clear();
        }
        let value = result?;
        match sure {
            Sure::Mover => found.low = found.low.max(value.min(found.high)),
            Sure::Opponent => found.high = found.high.min(value.max(found.low)),
        }
        Ok(())
    }

    /// A value of a board as good as the true one of this depth for a parent that asks whether it is
    /// above `window.low` and below `window.high`. The path since the last capture begins at `since`.
    fn searched(
        &mut self,
        board: Board,
        rule: Rule,
        sure: Sure,
        window: Interval,
        depth: u16,
        since: usize,
    ) -> Result<i16, Stop> {
        let all = Interval::of(board);
        if all.high <= window.low {
            return Ok(all.high);
        }
        if all.low >= window.high {
            return Ok(all.low);
        }
        if depth == 0 {
            return Ok(if sure == Sure::Mover { all.low } else { all.high });
        }
        let fresh = rule == Rule::Any || self.path.len() == since;
        let facts = if fresh { self.facts(board, rule) } else { all };
        if facts.is_exact() || facts.low >= window.high {
            return Ok(facts.low);
        }
        if facts.high <= window.low {
            return Ok(facts.high);
        }
        let mut entry = self.table.get(board, rule, i16::from(seeds_on(board)));
        if fresh {
            let stuck = entry.stuck_low;
            if sure == Sure::Mover && stuck.depth >= depth && stuck.value <= window.low {
                return Ok(stuck.value);
            }
            let stuck = entry.stuck_high;
            if sure == Sure::Opponent && stuck.depth >= depth && stuck.value >= window.high {
                return Ok(stuck.value);
            }
        }
        self.budget.spend()?;
        let window = window.and(facts);
        let first = self.moves.len();
        self.lay_moves(board, entry.best);
        let last = self.moves.len();
        let (value, best) = if first == last {
            (self.own_sides(board), u8::MAX)
        } else {
            self.path.push(board);
            let found = self.best_of(first..last, rule, sure, window, depth, since)?;
            self.path.pop();
            found
        };
        let ended = first == last;
        self.moves.truncate(first);
        // What is known before may be false, if it was not made by us: then the two may even cross.
        let value = value.max(facts.low).min(facts.high);
        if fresh {
            if ended || sure == Sure::Mover && value > window.low {
                entry.low = entry.low.max(value);
            }
            if ended || sure == Sure::Opponent && value < window.high {
                entry.high = entry.high.min(value);
            }
            if sure == Sure::Mover && value < window.high {
                entry.stuck_low = Stuck { depth, value };
            }
            if sure == Sure::Opponent && value > window.low {
                entry.stuck_high = Stuck { depth, value };
            }
            entry.best = best;
            self.table.put(entry);
        }
        Ok(value)
    }

    /// The value of the best of the moves that are laid, and its number.
    fn best_of(
        &mut self,
        moves: std::ops::Range<usize>,
        rule: Rule,
        sure: Sure,
        window: Interval,
        depth: u16,
        since: usize,
    ) -> Result<(i16, u8), Stop> {
        let mut found = (i16::MIN, u8::MAX);
        for index in moves {
            let child = self.moves[index];
            let captured = i16::from(child.captured);
            let since = if captured > 0 { self.path.len() } else { since };
            let after = if rule == Rule::OwnSide && self.recurs(child.board, since) {
                self.own_sides(child.board)
            } else {
                let low = window.low.max(found.0);
                let window = Interval { low: captured - window.high, high: captured - low };
                self.searched(child.board, rule, sure.turned(), window, depth - 1, since)?
            };
            let value = captured - after;
            if value > found.0 {
                found = (value, child.number);
                if value >= window.high {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Whether a board has been on the path since the last capture, with the same player to move.
    fn recurs(&self, board: Board, since: usize) -> bool {
        self.path[since..].iter().rev().skip(1).step_by(2).any(|&before| before == board)
    }
}
