//! Pas de Deux, the rules: Oware on two rows of 8 pits, in which a turn is one move or two.
//!
//! Invented by R. Gering in 2004 and revised in 2007; the rules are those of the description that the
//! project grew from (*Pas de Deux*, Wikimanqala), with the readings of `docs/rules.md`. Boards,
//! positions, sowing and captures are those of [`crate::games::oware`], and the usual board has 6 seeds
//! in each of 16 pits, so that 49 are more than half.
//!
//! Pits are written as their owner counts them, from 1 at the left; a turn is `a` or `a-b`.

mod turn;

pub use turn::{FirstMove, NotATurn, Played, Turn, TurnError};

use crate::games::oware::Usual;

/// 2 rows of 8 pits, 6 seeds each.
pub const USUAL: Usual = Usual { width: 8, seeds: 6 };
