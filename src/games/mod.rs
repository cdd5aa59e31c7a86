//! The rules of each game, pure and slow, written to be read beside `docs/rules.md`.
//!
//! Nothing here knows of a search, a file, a clock, a thread or a screen. The rules are the
//! definition: every fast algorithm of [`crate::analysis`] is held against them.

pub mod mirall;
pub mod omweso;
pub mod oware;
pub mod pas_de_deux;
pub mod relay;
