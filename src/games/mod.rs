//! The rules of each game, pure, written to be read beside `docs/rules.md`.
pub mod mirall;
