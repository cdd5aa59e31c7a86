//! The moves of a position of Omweso, for counting: [`crate::analysis::perft`].

use std::hash::Hash;

use num_bigint::BigUint;
use num_traits::CheckedAdd;

use super::{Choices, Fate, TurnsError, from};
use crate::analysis::perft::{Plies, Ply};
use crate::analysis::relay::Effort;
use crate::games::omweso::{Move, Position};
use crate::observer::{Cancelled, Observer};
use crate::sowing::Seeds;

/// Omweso, every path of choices being a move. A player who has no pit with 2 seeds has no moves, and
/// captures at both ends of the board end the game if they are a victory. Akakyala, which depends on
/// more than the position, is none here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OmwesoPlies<S> {
    emitwe_ebiri: bool,
    seeds: std::marker::PhantomData<S>,
}

/// A position in little memory, as the player to move sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<S> {
    /// The mover's pits, then the opponent's, each in the owner's numbering.
    pits: Box<[S]>,
}

impl<S> OmwesoPlies<S> {
    /// The game, with or without emitwe-ebiri as a victory.
    #[must_use]
    pub fn new(emitwe_ebiri: bool) -> Self {
        Self { emitwe_ebiri, seeds: std::marker::PhantomData }
    }
}

impl<S: Seeds> From<&Position<S>> for Packed<S> {
    fn from(position: &Position<S>) -> Self {
        Self { pits: [position.own(), position.opponent()].concat().into() }
    }
}

impl<S: Seeds + CheckedAdd> Packed<S> {
    /// The position.
    ///
    /// # Panics
    /// Never: it was packed from one.
    #[must_use]
    pub fn position(&self) -> Position<S> {
        let (own, opponent) = self.pits.split_at(self.pits.len() / 2);
        Position::new(own.to_vec(), opponent.to_vec()).expect("it was packed from a position")
    }
}

impl<S> Plies for OmwesoPlies<S>
where
    S: Seeds + CheckedAdd + Hash + Send + Sync + Into<BigUint> + TryFrom<BigUint>,
{
    type Position = Packed<S>;
    type Move = Move;

    const MOVE: &'static str = "move";
    const NEVER_ENDING: bool = true;

    fn plies(
        &self,
        position: &Packed<S>,
        observer: &dyn Observer,
        found: &mut dyn FnMut(Move, Ply<Packed<S>>),
    ) -> Result<(), Cancelled> {
        let position = position.position();
        // Whether a move ends is asked, not how long it would take to recur.
        let effort = Effort { period: false, ..Effort::default() };
        for pit in position.starts() {
            let turns = match from(position.clone(), pit, Choices::All, effort, observer) {
                Ok(turns) => turns,
                Err(TurnsError::Cancelled(cancelled)) => return Err(cancelled),
                Err(TurnsError::Start(_)) => unreachable!("turns start from these pits"),
            };
            for turn in turns.iter() {
                let ends_game = self.emitwe_ebiri && turn.emitwe_ebiri();
                let ply = match &turn.fate {
                    Fate::Ends { position, .. } if ends_game => Ply::Ends(turned(position)),
                    Fate::Ends { position, .. } => Ply::GoesOn(turned(position)),
                    Fate::NeverEnds { .. } => Ply::NeverEnds,
                    Fate::Undecided => unreachable!("there is no limit"),
                };
                found(Move { pit, path: turn.path }, ply);
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, position: &Packed<S>) -> u64 {
        let words = position.pits.iter().map(|pit| match pit.clone().into().bits() {
            // Small integers lie in their pits; of large ones the digits lie elsewhere.
            bits if size_of::<S>() > 16 => 16 + bits / 8,
            _ => 0,
        });
        // The allocator has its own word beside each piece.
        16 + size_of_val(&*position.pits) as u64 + words.sum::<u64>()
    }
}

/// The position that a turn leaves, as the opponent sees it.
fn turned<S: Seeds + TryFrom<BigUint>>(position: &Position<BigUint>) -> Packed<S> {
    let pits = position.opponent().iter().chain(position.own()).cloned();
    // No pit has more seeds than there were on the whole board.
    let pits = pits.map(|pit| pit.try_into().ok().expect("the total fits in the type of a pit"));
    Packed { pits: pits.collect() }
}
