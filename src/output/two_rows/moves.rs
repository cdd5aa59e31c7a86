//! The moves and turns of a position.

use serde::Serialize;

use crate::games::{oware, pas_de_deux};
use crate::output::Row;

/// A legal move of Oware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwareMoveRow {
    /// The letter of the pit.
    #[serde(rename = "move")]
    pub name: String,
    /// Seeds captured.
    pub captured: u8,
    /// Whether it is a grand slam, so that it captures nothing.
    pub grand_slam: bool,
    /// The position after it.
    pub position: String,
}

impl Row for OwareMoveRow {
    const COLUMNS: &'static [&'static str] = &["move", "captured", "grand_slam", "position"];
}

impl From<&(oware::Move, oware::Played)> for OwareMoveRow {
    fn from((name, played): &(oware::Move, oware::Played)) -> Self {
        let oware::Played { captured, grand_slam, position, .. } = played;
        Self {
            name: name.to_string(),
            captured: *captured,
            grand_slam: *grand_slam,
            position: position.to_string(),
        }
    }
}

/// A legal turn of Pas de Deux.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnStepRow {
    /// Its pits, from 1.
    pub turn: String,
    /// Seeds captured in all.
    pub captured: u8,
    /// The position after it.
    pub position: String,
}

impl Row for TurnStepRow {
    const COLUMNS: &'static [&'static str] = &["turn", "captured", "position"];
}

impl From<&(pas_de_deux::Turn, pas_de_deux::Played)> for TurnStepRow {
    fn from((turn, played): &(pas_de_deux::Turn, pas_de_deux::Played)) -> Self {
        Self {
            turn: turn.to_string(),
            captured: played.captured(),
            position: played.position.to_string(),
        }
    }
}
