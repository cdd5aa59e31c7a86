//! Fast algorithms; each has its slow twin in [`crate::games`] or [`crate::orbit`].
//!
//! Nothing here knows of a file or a screen: long work tells a [`crate::observer::Observer`] how far
//! it is. What the algorithms rest on is proved in `docs/theory.md`.

pub mod census;
pub mod claims;
pub mod endgame;
pub mod hunt;
pub mod longest;
pub mod mayer;
pub mod mirall;
pub mod omweso;
pub mod perft;
pub mod puzzle;
pub mod relay;
pub mod sample;
pub mod solve;
pub mod two_row;

mod line;
mod share;

pub use share::share;
