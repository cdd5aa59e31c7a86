//! A turn as one watches it: each leg with what it began with and what came of it.

use super::{Direction, Landing, Leg, Path, Position, StartError};
use crate::sowing::Seeds;

/// A leg that has been sown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<S> {
    /// The moment before it, its seeds in hand.
    pub before: Leg<S>,
    /// The direction it was sown in.
    pub direction: Direction,
    /// Where its last seed fell, and what came of it.
    pub landing: Landing<S>,
    /// The moment after it, the next seeds in hand.
    pub after: Leg<S>,
}

impl<S: Seeds> Step<S> {
    /// The landing pit.
    #[must_use]
    pub fn landing_pit(&self) -> usize {
        match self.landing {
            Landing::Ends { pit } | Landing::Relay { pit } | Landing::Capture { pit, .. } => pit,
        }
    }

    /// The board just after the last seed fell: what is relayed still lies in the landing pit, what is
    /// captured in the opponent's pits.
    #[must_use]
    pub fn board(&self) -> Position<S> {
        let mut position = self.after.position().clone();
        if let Landing::Relay { pit } = self.landing {
            position.own_mut()[pit] = self.after.hand().clone();
        }
        position.with_opponent(self.before.position().opponent().to_vec())
    }
}

/// The legs of a turn, one by one; counter-clockwise where the path has come to its end. A turn that
/// never ends has no last one.
///
/// # Errors
/// If no turn starts from the pit.
pub fn steps<S: Seeds>(
    position: Position<S>,
    pit: usize,
    path: Path,
) -> Result<impl Iterator<Item = Step<S>> + use<S>, StartError> {
    let mut leg = Leg::start(position, pit)?;
    let mut chosen = path.0.into_iter();
    Ok(std::iter::from_fn(move || {
        let mut direction = Direction::CounterClockwise;
        if leg.is_choice() {
            direction = chosen.next().unwrap_or(direction);
        }
        let before = leg.clone();
        let landing = leg.sow(direction)?;
        Some(Step { before, direction, landing, after: leg.clone() })
    }))
}

#[cfg(test)]
mod tests {
    use super::{Path, Position, steps};
    use crate::games::omweso::Setup;

    #[test]
    fn seeds_lie_where_they_fell() {
        let row = |text: &str| text.split(' ').map(|pit| pit.parse().unwrap()).collect();
        // From pit 2, two seeds relay in pit 4, whose column is not armed; two go on to pit 0, which
        // is occupied.
        let rows = ["0 0 2", "0 0 0", "0 1 0", "1 0 2"].map(row).to_vec();
        let position: Position<u64> = Setup { rows }.position().unwrap();
        let boards: Vec<_> = steps(position.clone(), 2, Path::default())
            .unwrap()
            .map(|step| (step.landing_pit(), step.board().to_string()))
            .collect();
        assert_eq!(boards[0], (4, "0 0 2/0 0 0/0 2 1/1 0 0".to_owned()));
        assert_eq!(boards[1], (0, "0 0 2/0 0 0/1 0 1/2 0 0".to_owned()));
        assert_eq!(boards[2], (2, "0 0 2/0 0 0/1 0 1/0 1 1".to_owned()));
        assert_eq!(boards.len(), 3);
        assert!(steps(position, 0, Path::default()).is_err());
    }
}
