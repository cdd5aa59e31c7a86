//! Why a line is no certificate, or a certificate is false; every reason a sentence.

use num_bigint::BigUint;
use num_traits::One;
use thiserror::Error;

use super::UntrueTurn;
use crate::games::relay::StateError;
use crate::notation::show_natural;
use crate::observer::Cancelled;

/// Why a line was not found true.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The line is no certificate, so it claims nothing.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The line is a certificate, and what it says is not so.
    #[error(transparent)]
    False(#[from] Untrue),
    /// The limit on the laps came before an answer.
    #[error("nothing is decided after {}", laps_of(&(*laps).into()))]
    Undecided {
        /// Laps played.
        laps: u64,
    },
    /// The limit on the legs of a turn came before an answer.
    #[error("nothing is decided after {}", counted(&(*legs).into(), "leg"))]
    UndecidedTurn {
        /// Legs played.
        legs: u64,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Why a line is no certificate and no row of a catalogue.
///
/// Columns count characters from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Malformed {
    /// Bytes that are no text.
    #[error("column {column} is not UTF-8; accepted is text in UTF-8")]
    NotText {
        /// Where the first such byte stands.
        column: usize,
    },
    /// The first line of an input is neither of the two things that are read.
    #[error(
        "`{found}` is neither a certificate, one JSON object on a line, nor the header of a catalogue of cycles"
    )]
    UnknownKind {
        /// The line, or its beginning.
        found: String,
    },
    /// Something else than an object, or a text that is no JSON.
    #[error("no JSON object: {problem} at column {column}")]
    Json {
        /// What the reader of JSON says.
        problem: String,
        /// Where.
        column: usize,
    },
    /// A field that a line of its kind does not have.
    #[error("there is no field `{field}`")]
    UnknownField {
        /// Its name.
        field: String,
    },
    /// A field that stands there twice.
    #[error("the field `{field}` stands there twice")]
    RepeatedField {
        /// Its name.
        field: &'static str,
    },
    /// A field that is not there.
    #[error("the field `{field}` is missing")]
    MissingField {
        /// Its name.
        field: &'static str,
    },
    /// A field that this kind of proof does not have.
    #[error("a proof by {proof} has no field `{field}`")]
    FieldOfAnotherProof {
        /// Its name.
        field: &'static str,
        /// The kind of proof.
        proof: &'static str,
    },
    /// A value of the wrong kind.
    #[error("`{found}` at column {column} is no value of `{field}`; accepted is {accepted}")]
    WrongValue {
        /// The field or column of the catalogue.
        field: &'static str,
        /// The value, or its beginning.
        found: String,
        /// Where it stands.
        column: usize,
        /// What would be accepted.
        accepted: &'static str,
    },
    /// A row of a catalogue with too few or too many values.
    #[error("a row of a catalogue has {expected} values, and here are {found}")]
    Values {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// What is false about a certificate or a row of a catalogue, with what was found instead.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Untrue {
    /// The number of pits is not that of the position.
    #[error("`pits` is {}, and the position has {found}", show_natural(claimed))]
    Pits {
        /// Pits of the position.
        found: usize,
        /// Pits claimed.
        claimed: BigUint,
    },
    /// The pit sown first is not on the circuit.
    #[error("`pit` is {}, and the {pits} pits are numbered from 0", show_natural(pit))]
    Pit {
        /// The pit claimed.
        pit: BigUint,
        /// Number of pits.
        pits: usize,
    },
    /// No move starts there.
    #[error(transparent)]
    Start(#[from] StateError),
    /// A move that never ends recurs from its start on.
    #[error("`preperiod` is {}, and a move that never ends has preperiod 0", show_natural(claimed))]
    Preperiod {
        /// The preperiod claimed.
        claimed: BigUint,
    },
    /// The move ends.
    #[error("the move ends after {}", laps_of(&(*laps).into()))]
    Ends {
        /// Laps of the whole move.
        laps: u64,
    },
    /// The move never ends.
    #[error("the move never ends: its first state recurs after {}", laps_of(&(*laps).into()))]
    NeverEnds {
        /// Its period.
        laps: u64,
    },
    /// The move ends, but at another lap.
    #[error("the move ends after {}, not {}", laps_of(&(*found).into()), show_natural(claimed))]
    Laps {
        /// Laps of the whole move.
        found: u64,
        /// Laps claimed.
        claimed: BigUint,
    },
    /// The move is still going on when it should have ended.
    #[error("the move has not ended after {}", laps_of(&(*laps).into()))]
    HasNotEnded {
        /// Laps claimed.
        laps: u64,
    },
    /// The state recurs, but at another lap.
    #[error("the state recurs after {}, not {}", laps_of(found), show_natural(claimed))]
    Period {
        /// The period.
        found: BigUint,
        /// The period claimed.
        claimed: BigUint,
    },
    /// The state is another one when it should have recurred.
    #[error("the state has not recurred after {}", laps_of(&(*laps).into()))]
    HasNotRecurred {
        /// The period claimed.
        laps: u64,
    },
    /// Another number of seeds is sown.
    #[error("{} seeds are sown, not {}", show_natural(found), show_natural(claimed))]
    Sown {
        /// Seeds sown.
        found: BigUint,
        /// Seeds claimed.
        claimed: BigUint,
    },
    /// There are too few or too many labels.
    #[error("there are {claimed} labels; the hand and the pits have {found}")]
    LabelCount {
        /// One more than the number of pits.
        found: usize,
        /// Labels claimed.
        claimed: usize,
    },
    /// A label is another one.
    #[error("label {index}, counted from 0, is {found}, not {claimed}")]
    Label {
        /// Its place in the list.
        index: usize,
        /// The label.
        found: u64,
        /// The label claimed.
        claimed: u64,
    },
    /// The labels prove nothing.
    #[error(
        "labels {} and {label} differ by 1 mod {modulus}, so they prove nothing",
        before(*label, *modulus)
    )]
    Clash {
        /// The larger of the two labels, modulo the modulus.
        label: u64,
        /// One more than the number of pits.
        modulus: u64,
    },
    /// The seeds of a cycle are not as many.
    #[error("`seeds` is {}, and the position has {}", show_natural(claimed), show_natural(found))]
    Seeds {
        /// Seeds of the position.
        found: BigUint,
        /// Seeds claimed.
        claimed: BigUint,
    },
    /// The hand of a cycle is not what lies in pit 0.
    #[error("`hand` is {}, and pit 0 has {}", show_natural(claimed), show_natural(found))]
    Hand {
        /// Seeds in pit 0.
        found: BigUint,
        /// The hand claimed.
        claimed: BigUint,
    },
    /// A cycle has a larger hand than the one it is listed by.
    #[error(
        "the hand after {} is {}, larger than the first",
        laps_of(&(*laps).into()),
        show_natural(found)
    )]
    LargerHand {
        /// Laps until then.
        laps: u64,
        /// The hand.
        found: BigUint,
    },
    /// The state recurs up to rotation, but at another lap.
    #[error(
        "the state recurs up to rotation after {}, not {}",
        laps_of(&(*found).into()),
        show_natural(claimed)
    )]
    ReducedPeriod {
        /// The reduced period.
        found: u64,
        /// The reduced period claimed.
        claimed: BigUint,
    },
    /// The state is another one, and no rotation, when it should have recurred up to rotation.
    #[error("the state has not recurred up to rotation after {}", laps_of(&(*laps).into()))]
    HasNotTurned {
        /// The reduced period claimed.
        laps: u64,
    },
    /// What is false about a turn of Omweso.
    #[error(transparent)]
    Turn(#[from] UntrueTurn),
}

impl Untrue {
    /// Compares the seeds sown with those claimed.
    pub(super) fn check_sown(claimed: &BigUint, found: BigUint) -> Result<(), Self> {
        if *claimed == found {
            return Ok(());
        }
        Err(Self::Sown { found, claimed: claimed.clone() })
    }
}

/// So many laps.
fn laps_of(laps: &BigUint) -> String {
    counted(laps, "lap")
}

/// So many of something.
pub(super) fn counted(count: &BigUint, of: &str) -> String {
    format!("{} {of}{}", show_natural(count), if count.is_one() { "" } else { "s" })
}

/// The label that is smaller by 1.
pub(super) fn before(label: u64, modulus: u64) -> u64 {
    label.checked_sub(1).unwrap_or(modulus - 1)
}

/// The longest text that is given back.
const SHOWN: usize = 40;

/// A text, or its beginning and three dots.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}

/// The column of a part of a line, which must be a slice of it.
pub(super) fn column(line: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    column_at(line, offset)
}

/// The column of the character that the byte with this index belongs to.
pub(super) fn column_at(line: &str, byte: usize) -> usize {
    line.char_indices().take_while(|(start, _)| *start < byte).count() + 1
}
