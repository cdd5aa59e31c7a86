//! Rows about turns of Omweso.

use num_bigint::BigUint;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Row;
use crate::analysis::omweso::{Fate, Turn};
use crate::notation::serialize_natural;

/// A turn of Omweso and what becomes of it. `LEADING` says how many columns before the others tell
/// what it is a turn of: none, `pit`, or `position` and `pit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRow<const LEADING: usize> {
    /// The position at the beginning, as its mover sees it.
    pub position: String,
    /// The pit that is sown first, from 0.
    pub pit: u64,
    /// The turn.
    pub turn: Turn,
}

/// All columns.
const COLUMNS: [&str; 14] = [
    "position",
    "pit",
    "path",
    "outcome",
    "mayer",
    "legs",
    "sown",
    "captures",
    "captured",
    "preperiod",
    "period",
    "emitwe_ebiri",
    "akawumbi",
    "final_position",
];

impl<const LEADING: usize> Row for TurnRow<LEADING> {
    const COLUMNS: &'static [&'static str] = COLUMNS.split_at(2 - LEADING).1;
}

impl<const LEADING: usize> Serialize for TurnRow<LEADING> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turn = &self.turn;
        let mut row = serializer.serialize_struct("TurnRow", Self::COLUMNS.len())?;
        if LEADING == 2 {
            row.serialize_field("position", &self.position)?;
        }
        if LEADING >= 1 {
            row.serialize_field("pit", &self.pit)?;
        }
        let (mut legs, mut sown, mut left) = (None, None, None);
        let (mut before, mut period) = (None, None);
        let outcome = match &turn.fate {
            Fate::Ends { legs: played, sown: seeds, position } => {
                (legs, sown, left) =
                    (Some(played), Some(Natural(seeds)), Some(position.to_string()));
                "ends"
            }
            Fate::NeverEnds { preperiod, cycle } => {
                sown = cycle.as_ref().map(|cycle| Natural(&cycle.sown));
                (before, period) = (Some(preperiod), cycle.as_ref().map(|cycle| cycle.period));
                "never-ends"
            }
            Fate::Undecided => "undecided",
        };
        row.serialize_field("path", &turn.path.to_string())?;
        row.serialize_field("outcome", outcome)?;
        row.serialize_field("mayer", &turn.mayer)?;
        row.serialize_field("legs", &legs)?;
        row.serialize_field("sown", &sown)?;
        row.serialize_field("captures", &turn.captures.count_ones())?;
        row.serialize_field("captured", &Natural(&turn.captured))?;
        row.serialize_field("preperiod", &before)?;
        row.serialize_field("period", &period)?;
        row.serialize_field("emitwe_ebiri", &turn.emitwe_ebiri())?;
        row.serialize_field("akawumbi", &turn.akawumbi())?;
        row.serialize_field("final_position", &left)?;
        row.end()
    }
}

/// A number in whatever form the format has for it.
struct Natural<'a>(&'a BigUint);

impl Serialize for Natural<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_natural(self.0, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, TurnRow};
    use crate::analysis::omweso::{Choices, turns};
    use crate::analysis::relay::Effort;
    use crate::games::omweso::Position;
    use crate::output::{Format, write_rows};
    use num_bigint::BigUint;

    /// The rows of all turns from pit 0 of a position of two columns.
    fn csv<const LEADING: usize>(own: [u8; 4], opponent: [u8; 4]) -> String {
        let [own, opponent] = [own, opponent].map(|side| side.map(BigUint::from).to_vec());
        let position = Position::new(own, opponent).unwrap();
        let found = turns(&position, 0, Choices::All, Effort::default(), &()).unwrap();
        let rows = found.iter().map(|turn| {
            let row = TurnRow::<LEADING> { position: position.to_string(), pit: 0, turn };
            let json = serde_json::to_value(&row).unwrap();
            let mut keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
            let mut columns = TurnRow::<LEADING>::COLUMNS.to_vec();
            keys.sort();
            columns.sort_unstable();
            assert_eq!(keys, columns);
            row
        });
        let mut out = Vec::new();
        write_rows(Format::Csv, rows, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_as_many_as_are_asked_for() {
        let header = "path,outcome,mayer,legs,sown,captures,captured,preperiod,period,emitwe_ebiri,akawumbi,final_position\n";
        let ends = ",ends,false,1,2,0,0,,,false,false,0 1/0 1/0 1/0 1\n";
        let (own, opponent) = ([2, 0, 0, 0], [1, 0, 0, 1]);
        assert_eq!(csv::<0>(own, opponent), format!("{header}{ends}"));
        assert_eq!(csv::<1>(own, opponent), format!("pit,{header}0,{ends}"));
        assert_eq!(
            csv::<2>(own, opponent),
            format!("position,pit,{header}0 1/0 1/0 0/2 0,0,{ends}")
        );
        // Never ends: the last seed is always captured with, or falls onto another one.
        let endless = ",never-ends,true,,20,0,0,0,8,false,false,\n";
        assert_eq!(csv::<0>([3, 1, 0, 1], [0; 4]), format!("{header}{endless}"));
    }
}
