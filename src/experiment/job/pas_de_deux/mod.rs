//! Jobs about Pas de Deux.

mod perft;
mod play;

pub use perft::Perft;
pub use play::Play;

use crate::games::pas_de_deux::FirstMove;

/// Whether the first move of a turn of two captures, where it is not said.
fn yes() -> bool {
    true
}

/// The reading of the first move.
fn first_move(captures: bool) -> FirstMove {
    if captures { FirstMove::Captures } else { FirstMove::CapturesNothing }
}
