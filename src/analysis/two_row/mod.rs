//! Boards of two rows in a machine register: the fast twin of [`crate::games::oware`] and
//! [`crate::games::pas_de_deux`].
//!
//! A pit is a byte, and a board of at most 16 pits and 255 seeds is a `u128` as the mover sees it: the
//! mover's pits in the lowest bytes, the opponent's after them. Sowing a hand adds one constant, which
//! a table has for each pit and hand; no byte overflows, since the total does not.

mod board;
mod oware;
mod pas_de_deux;
mod position;
mod replay;
#[cfg(test)]
mod tests;

pub use board::{Board, Engine};
pub(crate) use board::{seeds_in, seeds_on};
pub use oware::{Oware, Step};
pub use pas_de_deux::{PasDeDeux, TurnStep};
pub use position::Packed;
pub use replay::{MoveFault, Played, Refusal, ReplayError, Replayed, Rules, replay};
