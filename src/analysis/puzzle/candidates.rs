//! The boards on which the published puzzle may have been set, and what can be forced from each.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::published::{OTHERS, WIDTH};
use super::{Fate, Found, Line, Misprint, Prover, Published, Reader, Reading};
use crate::analysis::two_row::{Board, seeds_on};
use crate::games::pas_de_deux::{FirstMove, Turn};
use crate::observer::{Cancelled, Observer, Unreported};

/// A board that fits both lines if one number is a misprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The board.
    pub board: Board,
    /// The first reading under which it fits.
    pub reading: Reading,
    /// The numbers each of which can be the only misprint.
    pub misprints: Vec<Misprint>,
    /// What can be forced by each turn.
    pub turns: Vec<(Turn, Fate)>,
    /// For each turn of South's in the main line, as far as it can be played, and the last one: that turn
    /// and those that force everything there; none if the board is not known to be won.
    pub main: Vec<(Turn, Vec<Turn>)>,
}

impl Candidate {
    /// Turns of South's within which everything is forced; none if it cannot be, or is not known to be.
    #[must_use]
    pub fn won_in(&self) -> Option<u8> {
        let turns = self.turns.iter().filter_map(|(_, fate)| match fate {
            Fate::Won { turns } => Some(*turns),
            Fate::NotWon { .. } | Fate::Undecided => None,
        });
        turns.min()
    }

    /// The turns that force everything.
    #[must_use]
    pub fn winning(&self) -> Vec<Turn> {
        winning(&self.turns)
    }

    /// `won`, `not-won`, `not-won-even-split` where that is proved for endless play that is split evenly
    /// only, or `undecided`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        let mut fates = self.turns.iter().map(|(_, fate)| fate);
        if self.won_in().is_some() {
            "won"
        } else if fates.clone().any(|fate| matches!(fate, Fate::Undecided)) {
            "undecided"
        } else if fates.any(|fate| matches!(fate, Fate::NotWon { own_seed: false, .. })) {
            "not-won-even-split"
        } else {
            "not-won"
        }
    }
}

/// The turns that force everything.
fn winning(turns: &[(Turn, Fate)]) -> Vec<Turn> {
    let won = turns.iter().filter(|(_, fate)| matches!(fate, Fate::Won { .. }));
    won.map(|(turn, _)| *turn).collect()
}

/// The boards of a survey that fit both lines, with a misprint if it must be, and what can be forced from
/// each; at most `limit` boards are looked into for each of its turns. Boards on which the
/// first move captures come first, then those of fewer seeds.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Panics
/// Never: the printed lines are lines.
pub fn candidates(
    survey: &[Found],
    limit: u64,
    observer: &dyn Observer,
) -> Result<Vec<Candidate>, Cancelled> {
    let mut boards: BTreeMap<_, (Reading, BTreeSet<Option<Misprint>>)> = BTreeMap::new();
    for found in survey {
        let captures_nothing = found.reading.first_move == FirstMove::CapturesNothing;
        for &board in &found.both {
            let key = (captures_nothing, seeds_on(board), board);
            let (_, misprints) =
                boards.entry(key).or_insert_with(|| (found.reading, BTreeSet::new()));
            misprints.insert(found.misprint);
        }
    }
    observer.begin(Some(boards.len() as u64));
    let main = Published::printed().unwrap_or_else(|error| panic!("{error}")).main.without_left();
    let boards: Vec<_> = boards.into_iter().collect();
    let candidate = |((_, _, board), (reading, misprints)): ((bool, u8, Board), _)| {
        let misprints: BTreeSet<Option<Misprint>> = misprints;
        let unreported = Unreported(observer);
        let reader = Reader::new(WIDTH, OTHERS, reading);
        let mut prover = Prover::new(reader.game(), limit, &unreported);
        let turns = prover.turns(board)?;
        let mut candidate = Candidate {
            board,
            reading,
            misprints: misprints.into_iter().flatten().collect(),
            turns,
            main: Vec::new(),
        };
        if candidate.won_in().is_some() {
            candidate.main = along(&reader, &main, board, &mut prover)?;
        }
        observer.advance(1);
        Ok(candidate)
    };
    boards.into_par_iter().map(candidate).collect()
}

/// What South can play along a line instead of what is printed.
fn along(
    reader: &Reader,
    line: &Line,
    board: Board,
    prover: &mut Prover,
) -> Result<Vec<(Turn, Vec<Turn>)>, Cancelled> {
    let printed = line.plies.iter().map(|ply| ply.turn).chain(line.last.first().copied());
    let boards = reader.boards(line, board).into_iter();
    let mut found = Vec::new();
    for (turn, board) in printed.zip(boards).step_by(2) {
        found.push((turn, winning(&prover.turns(board)?)));
    }
    Ok(found)
}
