//! Jobs about Omweso.

pub mod hunt;

mod perft;
mod play;

pub use perft::Perft;
pub use play::Play;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::JobError;
use crate::games::omweso::{Position, Setup};
use crate::notation::rows;

/// Columns of the usual board.
const COLUMNS: usize = 8;

/// An opening by name, on 8 columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// 4 seeds in each pit of the outer rows.
    #[default]
    Traditional,
    /// 2 seeds in every pit.
    Even,
}

/// Where a game begins: with a position, with an opening, or without either with the traditional one.
fn beginning(
    position: Option<&str>,
    opening: Option<Opening>,
) -> Result<Position<BigUint>, JobError> {
    let Some(text) = position else {
        let opening = match opening.unwrap_or_default() {
            Opening::Traditional => Position::traditional(COLUMNS),
            Opening::Even => Position::even(COLUMNS),
        };
        return opening.map_err(|error| JobError::refused("opening", error));
    };
    if opening.is_some() {
        return Err(JobError::refused(
            "opening",
            "position and opening are both given; a game begins with one of them",
        ));
    }
    let rows = rows(text).map_err(|error| JobError::refused("position", error))?;
    Setup { rows }.position().map_err(|error| JobError::refused("position", error))
}

/// The opening that a job without a position has, if none was named.
fn or_default(position: Option<&str>, opening: Option<Opening>) -> Option<Opening> {
    opening.or_else(|| position.is_none().then(Opening::default))
}
