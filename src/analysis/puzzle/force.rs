//! Whether the player to move can force to get everything that is on the board.
//!
//! The opponent is safe as soon as she captures, or the player to move is left without a seed: then she
//! has one. The player wins when she is left without a seed at her turn. So only these two ends matter,
//! and play may go on without end.
//!
//! That everything can be forced is proved by all replies up to some number of turns, each time one
//! more. That it cannot is proved by a *book* of the opponent: a set of boards such that whatever is
//! played on one of them, she is safe at once or has a reply that leads to another one. The first proof
//! needs no board twice, so it holds under every rule of repetition. The second leads to play without
//! end with at least two seeds; split evenly, they leave her one. If she also has a seed of her own on
//! every board of the book, it holds as well where each player takes the seeds on their own side.

use std::collections::{HashMap, HashSet};

use super::forward::is_bare;
use crate::analysis::two_row::{Board, PasDeDeux, seeds_on};
use crate::games::pas_de_deux::Turn;
use crate::observer::{Cancelled, Observer};

/// What can be forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The player to take everything does so, in so many more turns of theirs if the opponent holds out
    /// as long as she can.
    Won {
        /// Turns of the player.
        turns: u8,
    },
    /// The opponent keeps a seed.
    NotWon {
        /// The boards of her book, as the player to take everything sees them, in their order; none if
        /// she is safe at once.
        book: Vec<Board>,
        /// Whether she has a seed of her own on each of them.
        own_seed: bool,
    },
    /// Not known: as many boards have been looked into as may be.
    Undecided,
}

/// Turns within which a board is known to be won, and not to be.
#[derive(Clone, Copy, Debug)]
struct Known {
    won: u8,
    not_won: u8,
}

/// Why a search stops.
enum Stop {
    Limit,
    Cancelled(Cancelled),
}

/// Finds out what can be forced, and remembers it. The memory is about 100 bytes for each board that is
/// looked into.
pub struct Prover<'a> {
    game: &'a PasDeDeux,
    /// Boards as the player to take everything sees them.
    known: HashMap<Board, Known>,
    looked: u64,
    limit: u64,
    observer: &'a dyn Observer,
}

/// Boards between two questions whether to go on.
const PATIENCE: u64 = 1 << 8;
/// More turns are not looked ahead.
const MOST_TURNS: u8 = 200;

/// A book of more boards is given up, and tried again when more turns have been looked ahead: boards
/// that are chosen with little knowledge make long books.
fn largest_book(ahead: u8) -> usize {
    256 << (ahead / 2).min(12)
}

/// What the opponent can do at her turn.
enum Replies {
    /// She is safe at once.
    Safe,
    /// Nothing else than to lead to these boards; none if she has lost.
    Boards(Vec<Board>),
}

/// An order of boards, as the player to take everything sees them, in which answers are found early:
/// those first on which that player's left pits hold little.
fn order(board: Board) -> Board {
    board.swap_bytes()
}

impl<'a> Prover<'a> {
    /// For boards that the game is for; looks into at most `limit` boards for each turn.
    #[must_use]
    pub fn new(game: &'a PasDeDeux, limit: u64, observer: &'a dyn Observer) -> Self {
        Self { game, known: HashMap::new(), looked: 0, limit, observer }
    }

    /// What can be forced from a board by each of its turns, in the order of the turns; the number of
    /// turns of a win counts this one.
    ///
    /// # Errors
    /// If the observer asks to stop.
    pub fn turns(&mut self, board: Board) -> Result<Vec<(Turn, Fate)>, Cancelled> {
        let mut turns = Vec::new();
        self.game.steps(board, |step| turns.push((step.turn, step.board)));
        let mut fates: HashMap<Board, Fate> = HashMap::new();
        let mut found = Vec::new();
        for (turn, after) in turns {
            let fate = match fates.get(&after) {
                Some(fate) => fate.clone(),
                None => self.after(after)?,
            };
            fates.insert(after, fate.clone());
            found.push((turn, fate));
        }
        Ok(found)
    }

    /// What can be forced after a turn, by the board that the opponent sees.
    fn after(&mut self, board: Board) -> Result<Fate, Cancelled> {
        self.looked = 0;
        for ahead in 0..MOST_TURNS {
            match self.within(board, ahead) {
                Ok(Some(fate)) => return Ok(fate),
                Ok(None) => {}
                Err(Stop::Limit) => break,
                Err(Stop::Cancelled(cancelled)) => return Err(cancelled),
            }
        }
        Ok(Fate::Undecided)
    }

    /// The same, if it is found when so many turns are looked ahead.
    fn within(&mut self, board: Board, ahead: u8) -> Result<Option<Fate>, Stop> {
        if self.lost_within(board, ahead)? {
            return Ok(Some(Fate::Won { turns: ahead + 1 }));
        }
        let Some(book) = self.book(board, ahead, false)? else { return Ok(None) };
        // A book of boards on which she has a seed proves more, and is harder to find.
        match self.book(board, ahead, true) {
            Ok(Some(book)) => Ok(Some(Fate::NotWon { book, own_seed: true })),
            Ok(None) | Err(Stop::Limit) => Ok(Some(Fate::NotWon { book, own_seed: false })),
            Err(stop) => Err(stop),
        }
    }

    /// Another board is looked into.
    fn look(&mut self) -> Result<(), Stop> {
        if self.looked >= self.limit {
            return Err(Stop::Limit);
        }
        if self.looked.is_multiple_of(PATIENCE) && self.observer.cancelled() {
            return Err(Stop::Cancelled(Cancelled));
        }
        self.looked += 1;
        Ok(())
    }

    /// The boards after each turn of the player, without doubles; those that leave the opponent little
    /// first.
    fn played(&self, board: Board) -> Vec<Board> {
        let mut boards = Vec::new();
        self.game.steps(board, |step| boards.push(step.board));
        boards.sort_unstable_by_key(|&board| order(self.game.engine().turned(board)));
        boards.dedup();
        boards.sort_by_key(|&board| {
            let own = board & self.game.engine().own();
            own.to_le_bytes().iter().filter(|&&seeds| seeds > 0).count()
        });
        boards
    }

    /// What the opponent can do on a board that she sees.
    fn replies(&self, board: Board) -> Replies {
        let mut boards = Vec::new();
        let mut safe = false;
        self.game.steps(board, |step| {
            safe |= step.captured() > 0 || is_bare(self.game, step.board);
            boards.push(step.board);
        });
        if safe {
            return Replies::Safe;
        }
        boards.sort_unstable_by_key(|&board| order(board));
        boards.dedup();
        Replies::Boards(boards)
    }

    /// Whether the opponent, at her turn, has lost within so many turns of the player.
    fn lost_within(&mut self, board: Board, turns: u8) -> Result<bool, Stop> {
        if is_bare(self.game, board) {
            return Ok(true);
        }
        if turns == 0 {
            return Ok(false);
        }
        let Replies::Boards(boards) = self.replies(board) else { return Ok(false) };
        let refuted = |board| self.known.get(board).is_some_and(|known| known.not_won >= turns);
        if boards.iter().any(refuted) {
            return Ok(false);
        }
        for board in boards {
            if !self.won_within(board, turns)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the player, at turn, wins within so many turns, of which there is at least one.
    fn won_within(&mut self, board: Board, turns: u8) -> Result<bool, Stop> {
        if let Some(known) = self.known.get(&board) {
            if known.won <= turns {
                return Ok(true);
            }
            if known.not_won >= turns {
                return Ok(false);
            }
        }
        self.look()?;
        let mut won = false;
        for after in self.played(board) {
            if self.lost_within(after, turns - 1)? {
                won = true;
                break;
            }
        }
        let known = self.known.entry(board).or_insert(Known { won: u8::MAX, not_won: 0 });
        if won {
            known.won = known.won.min(turns);
        } else {
            known.not_won = known.not_won.max(turns);
        }
        Ok(won)
    }

    /// A book of the opponent from a board that she sees, of boards that are not won within so many
    /// turns, with a seed of her own on each if that is asked for; none if there is none of these.
    fn book(
        &mut self,
        board: Board,
        turns: u8,
        own_seed: bool,
    ) -> Result<Option<Vec<Board>>, Stop> {
        let theirs = self.game.engine().theirs();
        let mut book = HashSet::new();
        let mut open = vec![board];
        while let Some(board) = open.pop() {
            if is_bare(self.game, board) || book.len() > largest_book(turns) {
                return Ok(None);
            }
            let Replies::Boards(replies) = self.replies(board) else { continue };
            if replies.iter().any(|reply| book.contains(reply)) {
                continue;
            }
            let mut answer = None;
            for reply in replies {
                let safe = seeds_on(reply) >= 2 && (!own_seed || reply & theirs != 0);
                if safe && !self.won_within(reply, turns.max(1))? {
                    answer = Some(reply);
                    break;
                }
            }
            let Some(reply) = answer else { return Ok(None) };
            self.look()?;
            book.insert(reply);
            open.extend(self.played(reply));
        }
        let mut book: Vec<Board> = book.into_iter().collect();
        book.sort_unstable();
        Ok(Some(book))
    }
}
