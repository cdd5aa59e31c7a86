//! The line of a certificate, read strictly and written.

use std::fmt;
use std::str::FromStr;

use super::json::Fields;
use super::numbers::{NATURAL, Pits, push_text, word, write_list};
use super::{Certificate, Fault, Malformed, Proof, Start, Untrue, omweso, relay};

/// The names of the fields of a certificate, in the order in which they are written.
const FIELDS: [&str; 12] = [
    "claim",
    "proof",
    "system",
    "pits",
    "position",
    "pit",
    "path",
    "preperiod",
    "period",
    "sown",
    "labels",
    "made_by",
];

/// The name of the field that only proofs by labels have.
const LABELS: &str = "labels";

impl FromStr for Certificate {
    type Err = Fault;

    /// Reads one line, and checks that a move can start from its position.
    ///
    /// # Errors
    /// [`Fault::Malformed`] if the line is no certificate; [`Fault::False`] if no move starts from its
    /// position.
    fn from_str(line: &str) -> Result<Self, Fault> {
        let fields = Fields::read(line, &FIELDS)?;
        let claim = fields.one_of("claim", &["never-ends", "ends"], "never-ends or ends")?;
        let (proofs, accepted): (&[&str], _) = match claim {
            "ends" => (&["play"], "play, for a move that ends"),
            _ => (&["recurrence", "mayer"], "recurrence or mayer, for a move that never ends"),
        };
        let proof = fields.one_of("proof", proofs, accepted)?;
        let system = fields.one_of("system", &["relay", "omweso"], "relay or omweso")?;
        if fields.find(LABELS).is_some() && proof != "mayer" {
            return Err(Malformed::FieldOfAnotherProof { field: LABELS, proof }.into());
        }
        let pits = fields.natural("pits")?;
        let mut position = Pits::default();
        fields.list("position", NATURAL, |text| push_text(&mut position, text))?;
        let pit = fields.natural("pit")?;
        let path = if system == "omweso" {
            Some(omweso::path(&fields)?)
        } else {
            fields.one_of("path", &[""], "\"\", for relay sowing has no choices")?;
            None
        };
        let proof = self::proof(&fields, proof)?;
        let made_by = fields.text("made_by")?;
        if !is_maker(&made_by) {
            return Err(fields.wrong("made_by", "\"sowlab x.y.z\" with a version").into());
        }

        // The form is right; what does it say?
        if pits != position.count().into() {
            return Err(Untrue::Pits { found: position.count(), claimed: pits }.into());
        }
        let start = match path {
            None => Start::Relay(relay::Start::read(position, pit)?),
            Some(path) => Start::Omweso(omweso::Start::read(position, pit, path)?),
        };
        Ok(Self { start, proof, made_by })
    }
}

/// Reads what a kind of proof says.
fn proof(fields: &Fields, kind: &str) -> Result<Proof, Malformed> {
    let preperiod = fields.natural("preperiod")?;
    Ok(match kind {
        "recurrence" => Proof::Recurrence {
            preperiod,
            period: fields.natural("period")?,
            sown: fields.natural("sown")?,
        },
        "mayer" => {
            fields.null("period")?;
            fields.null("sown")?;
            let mut labels = Vec::new();
            let accepted = "a natural number below 2^64, in digits";
            fields.list(LABELS, accepted, |text| word(text).map(|label| labels.push(label)))?;
            Proof::Mayer { preperiod, labels }
        }
        _ => {
            fields.null("period")?;
            Proof::Play { laps: preperiod, sown: fields.natural("sown")? }
        }
    })
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (claim, proof) = match &self.proof {
            Proof::Recurrence { .. } => ("never-ends", "recurrence"),
            Proof::Mayer { .. } => ("never-ends", "mayer"),
            Proof::Play { .. } => ("ends", "play"),
        };
        write!(f, r#"{{"claim":"{claim}","proof":"{proof}","#)?;
        match &self.start {
            Start::Relay(start) => start.fmt(f)?,
            Start::Omweso(start) => start.fmt(f)?,
        }
        match &self.proof {
            Proof::Recurrence { preperiod, period, sown } => {
                write!(f, r#","preperiod":{preperiod},"period":{period},"sown":{sown}"#)?;
            }
            Proof::Mayer { preperiod, labels } => {
                write!(f, r#","preperiod":{preperiod},"period":null,"sown":null,"labels":"#)?;
                write_list(f, labels)?;
            }
            Proof::Play { laps, sown } => {
                write!(f, r#","preperiod":{laps},"period":null,"sown":{sown}"#)?;
            }
        }
        // No character of it needs to be escaped: see `is_maker`.
        write!(f, r#","made_by":"{}"}}"#, self.made_by)
    }
}

/// Whether a text is `sowlab` and a version: parts of letters, digits, `-` and `+` between full
/// stops, at least three of them.
fn is_maker(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-".contains(&b))
    };
    text.strip_prefix("sowlab ")
        .is_some_and(|version| version.split('.').all(is_part) && version.split('.').count() >= 3)
}
