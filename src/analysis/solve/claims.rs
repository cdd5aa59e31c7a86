//! Claims that a player can force so much, decided without a depth: what can be forced in finitely many
//! moves is the least set of boards that the rules close (Theorem S2).
//!
//! Boards of one number of seeds are looked into one after the other, each once, and wait for the
//! boards that they depend on. Boards after a capture are claims of their own. A board that is still
//! waiting when nothing is left to be looked into cannot be forced.

use super::effort::Stop;
use super::game::Solvable;
use super::graph::{Graph, Node};
use super::search::{Interval, Search, Successor};
use super::table::Rule;
use crate::analysis::two_row::Board;

/// A claim about each board of one number of seeds: the forcing player gets at least `need` of what is
/// on the board more than the other one.
#[derive(Clone, Copy, Debug)]
struct Claim {
    need: i16,
    /// Whether endless play splits what is left evenly; else the forcing player loses it.
    even: bool,
}

impl Claim {
    /// The rule that the value of a board is of, as its mover sees it.
    fn rule(self, forcing: bool) -> Rule {
        match (self.even, forcing) {
            (true, _) => Rule::Even,
            (false, true) => Rule::Loses,
            (false, false) => Rule::Wins,
        }
    }

    /// Whether it is true of a board whose value, as its mover sees it, is in an interval.
    fn holds(self, forcing: bool, value: Interval) -> Option<bool> {
        if forcing {
            value.at_least(self.need)
        } else {
            value.at_least(1 - self.need).map(|no| !no)
        }
    }

    /// What it says about the value of a board, if it is true or if it is not.
    fn says(self, forcing: bool, holds: bool, all: Interval) -> Interval {
        match (forcing, holds) {
            (true, true) => Interval { low: self.need, ..all },
            (true, false) => Interval { high: self.need - 1, ..all },
            (false, true) => Interval { high: -self.need, ..all },
            (false, false) => Interval { low: 1 - self.need, ..all },
        }
    }

    /// The claim after a move, with which the player who moves captures seeds.
    fn after(self, forcing: bool, captured: u8) -> Self {
        let captured = i16::from(captured);
        Self { need: self.need + if forcing { -captured } else { captured }, ..self }
    }
}

impl<G: Solvable> Search<'_, G> {
    /// Narrows what is known of the value of a board until it is exact or the budget is used.
    pub fn claim(&mut self, board: Board, rule: Rule, found: &mut Interval) -> Result<(), Stop> {
        while !found.is_exact() {
            let need = found.low + (found.high - found.low + 1) / 2;
            if self.at_least(board, rule, need)? {
                found.low = need;
            } else {
                found.high = need - 1;
            }
        }
        Ok(())
    }

    /// Whether the value of a board is at least so much. The rule is one of endless play.
    pub fn at_least(&mut self, board: Board, rule: Rule, need: i16) -> Result<bool, Stop> {
        let even = rule == Rule::Even;
        match rule {
            Rule::Wins => {
                let claim = Claim { need: 1 - need, even };
                Ok(!self.decide(board, false, claim)?)
            }
            _ => self.decide(board, true, Claim { need, even }),
        }
    }

    /// Whether a claim is true of a board.
    fn decide(&mut self, board: Board, forcing: bool, claim: Claim) -> Result<bool, Stop> {
        let facts = self.facts(board, claim.rule(forcing));
        if let Some(answer) = claim.holds(forcing, facts) {
            return Ok(answer);
        }
        if claim.even && claim.need <= 0 {
            // Endless play is enough for one player, so the other one would have to force the rest.
            let other = Claim { need: 1 - claim.need, ..claim };
            return Ok(!self.force(board, !forcing, other)?);
        }
        self.force(board, forcing, claim)
    }

    /// Whether a claim that needs finite play is true of a board.
    fn force(&mut self, board: Board, forcing: bool, claim: Claim) -> Result<bool, Stop> {
        let mut graph = Graph::new();
        self.explore(&mut graph, board, forcing, claim)
    }

    fn explore(
        &mut self,
        graph: &mut Graph,
        board: Board,
        forcing: bool,
        claim: Claim,
    ) -> Result<bool, Stop> {
        let (root, _) = self.node(graph, board, forcing)?;
        while let Some(id) = graph.todo.pop() {
            if !graph.nodes[id as usize].holds && self.visit(graph, id, claim)? {
                graph.prove(id, |node| self.conclude(node.board, node.forcing, claim, true));
                if graph.nodes[root as usize].holds {
                    return Ok(true);
                }
            }
        }
        // Those that hold have been noted.
        for node in graph.nodes.iter().filter(|node| !node.holds) {
            self.conclude(node.board, node.forcing, claim, false);
        }
        Ok(false)
    }

    fn conclude(&mut self, board: Board, forcing: bool, claim: Claim, holds: bool) {
        let says = claim.says(forcing, holds, Interval::of(board));
        self.note(board, claim.rule(forcing), says);
    }

    /// The number of a board in a graph, and whether it is new.
    fn node(
        &mut self,
        graph: &mut Graph,
        board: Board,
        forcing: bool,
    ) -> Result<(u32, bool), Stop> {
        if let Some(id) = graph.find(board, forcing) {
            return Ok((id, false));
        }
        self.budget.spend()?;
        let id = graph.add(board, forcing);
        if graph.bytes() > self.graph_memory || graph.is_full() {
            return Err(Stop::Memory);
        }
        Ok((id, true))
    }

    /// Whether the claim is true of a board after a move, as far as that is known already.
    fn seen(
        &self,
        graph: &Graph,
        child: &Successor<G::Play>,
        forcing: bool,
        claim: Claim,
    ) -> Option<bool> {
        let after = claim.after(!forcing, child.captured);
        if child.captured == 0
            && let Some(id) = graph.find(child.board, forcing)
        {
            return graph.nodes[id as usize].holds.then_some(true);
        }
        after.holds(forcing, self.facts(child.board, claim.rule(forcing)))
    }

    /// Looks into a board, as far as it can before others; whether the claim holds of it is the answer,
    /// if it does already.
    fn visit(&mut self, graph: &mut Graph, id: u32, claim: Claim) -> Result<bool, Stop> {
        let Node { board, forcing, done, .. } = graph.nodes[id as usize];
        let moves = self.moves_of(board);
        if moves.is_empty() {
            let value = self.own_sides(board);
            let value = Interval { low: value, high: value };
            return Ok(claim.holds(forcing, value) == Some(true));
        }
        // One move is enough for the player whom it suits.
        if moves.iter().any(|child| self.seen(graph, child, !forcing, claim) == Some(forcing)) {
            return Ok(forcing);
        }
        if !forcing {
            // One that is waited for anyway costs nothing.
            let there = moves.iter().filter(|child| child.captured == 0);
            let mut there = there.filter_map(|child| graph.find(child.board, true));
            if let Some(what) = there.find(|&what| !graph.nodes[what as usize].holds) {
                graph.wait(id, what);
                return Ok(false);
            }
        }
        for child in &moves[usize::from(done)..] {
            graph.nodes[id as usize].done += u8::from(forcing);
            let answer = match self.seen(graph, child, !forcing, claim) {
                None if child.captured > 0 => {
                    let after = claim.after(forcing, child.captured);
                    // What this graph takes is not there for those of fewer seeds.
                    let memory = self.graph_memory;
                    self.graph_memory = memory.saturating_sub(graph.bytes());
                    let answer = self.decide(child.board, !forcing, after);
                    self.graph_memory = memory;
                    Some(answer?)
                }
                seen => seen,
            };
            if answer == Some(forcing) {
                return Ok(forcing);
            }
            if answer.is_none() {
                let (what, new) = self.node(graph, child.board, !forcing)?;
                graph.wait(id, what);
                if !forcing {
                    return Ok(false);
                }
                if new {
                    // The board itself comes again after what it leads to.
                    let last = graph.todo.len() - 1;
                    graph.todo.insert(last, id);
                    return Ok(false);
                }
            }
        }
        Ok(!forcing)
    }
}
