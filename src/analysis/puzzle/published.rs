//! The published puzzle of Pas de Deux: its two lines, and what fits them under each reading.
//!
//! Of the diagram it is known that South is to play and win, and that "North only needs one seed to
//! draw": 47 of 96 are hers, so South, with all others, is to get everything that is on the board.

use std::iter;

use rayon::prelude::*;

use super::{Line, LineError, Reader, Reading};
use crate::analysis::two_row::{Board, Packed, seeds_on};
use crate::games::oware::{Position, Side};
use crate::observer::{Cancelled, Observer, Unreported};

/// Seeds in North's store.
const NORTH: u8 = 47;
/// Seeds that are on the board or in South's store.
pub(super) const OTHERS: u8 = 96 - NORTH;
/// Pits of a row.
pub(super) const WIDTH: usize = 8;

/// The two lines of a solution: the main one, and another defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The main line.
    pub main: Line,
    /// The variation.
    pub variation: Line,
}

impl Published {
    /// The lines as they are printed.
    ///
    /// # Errors
    /// None: they are lines.
    pub fn printed() -> Result<Self, LineError> {
        Ok(Self {
            main: Line::parse("1 2 2 3 3 4 4 5 5 6 6 7 7-8x14 8", "1", Some(1))?,
            variation: Line::parse("1 2-3 2-3 4-5 4-5 6-7 7-8x14 8", "1 6", Some(2))?,
        })
    }
}

/// A printed number that is taken for a misprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Misprint {
    /// How many seeds the last turn of the main line wins.
    MainLeft,
    /// How many seeds 7-8 captures in the main line.
    MainCaptured,
    /// How many seeds the last turn of the variation wins.
    VariationLeft,
    /// How many seeds 7-8 captures in the variation.
    VariationCaptured,
}

impl Misprint {
    /// Every one.
    pub const ALL: [Self; 4] =
        [Self::MainLeft, Self::MainCaptured, Self::VariationLeft, Self::VariationCaptured];

    /// `main-left`, `main-captured`, `variation-left` or `variation-captured`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MainLeft => "main-left",
            Self::MainCaptured => "main-captured",
            Self::VariationLeft => "variation-left",
            Self::VariationCaptured => "variation-captured",
        }
    }
}

/// What fits under a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The reading.
    pub reading: Reading,
    /// The number that is taken for a misprint, if one is.
    pub misprint: Option<Misprint>,
    /// How many boards fit the main line; not known if a number of it is a misprint.
    pub main: Option<usize>,
    /// How many boards fit the variation; not known if a number of it is a misprint.
    pub variation: Option<usize>,
    /// The boards that fit both.
    pub both: Vec<Board>,
    /// The most plies of the main line that can be played on a board that fits the variation, the last
    /// turn included.
    pub main_plies: Option<usize>,
    /// The most plies of the variation that can be played on a board that fits the main line.
    pub variation_plies: Option<usize>,
    /// The boards that fit the variation, if no number is a misprint.
    pub variations: Vec<Board>,
}

/// All boards of the published puzzle, under every reading, with every number right and with each of the
/// four taken for a misprint: every board of 1 to 49 seeds is covered.
///
/// # Errors
/// If the observer asks to stop.
///
/// # Panics
/// Never: the printed lines are lines.
pub fn survey(observer: &dyn Observer) -> Result<Vec<Found>, Cancelled> {
    let published = Published::printed().unwrap_or_else(|error| panic!("{error}"));
    let readings = Reading::all();
    observer.begin(Some(readings.len() as u64));
    let found: Vec<Vec<Found>> = readings
        .into_par_iter()
        .map(|reading| {
            let found = under(&published, reading, &Unreported(observer))?;
            observer.advance(1);
            Ok(found)
        })
        .collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// What fits under one reading.
fn under(
    published: &Published,
    reading: Reading,
    observer: &dyn Observer,
) -> Result<Vec<Found>, Cancelled> {
    let Published { main, variation } = published;
    let reader = Reader::new(WIDTH, OTHERS, reading);
    let mains = reader.starts(main, observer)?;
    let variations = reader.starts(variation, observer)?;
    // The most plies of a line that can be played on some of the boards, and those that it fits.
    let compare = |boards: &[Board], line: &Line| {
        let plies: Vec<usize> = boards.iter().map(|&board| reader.plies(line, board)).collect();
        let fit = boards.iter().zip(&plies).filter(|&(_, &plies)| plies > line.plies.len());
        let both: Vec<Board> = fit.map(|(&board, _)| board).collect();
        (plies.into_iter().max(), both)
    };
    let found = |misprint| {
        let (freed, of_main) = match misprint {
            None => (main.clone(), true),
            Some(Misprint::MainLeft) => (main.without_left(), true),
            Some(Misprint::MainCaptured) => (main.without_captured(), true),
            Some(Misprint::VariationLeft) => (variation.without_left(), false),
            Some(Misprint::VariationCaptured) => (variation.without_captured(), false),
        };
        let (most, both) = compare(if of_main { &variations } else { &mains }, &freed);
        let known = |boards: &[Board], freed: bool| (!freed).then_some(boards.len());
        Found {
            reading,
            misprint,
            main: known(&mains, misprint.is_some() && of_main),
            variation: known(&variations, !of_main),
            both,
            main_plies: most.filter(|_| of_main),
            variation_plies: match misprint {
                None => compare(&mains, variation).0,
                Some(_) => most.filter(|_| !of_main),
            },
            variations: if misprint.is_none() { variations.clone() } else { Vec::new() },
        }
    };
    Ok(iter::once(None).chain(Misprint::ALL.map(Some)).map(found).collect())
}

/// The position of the puzzle that a board is: South to move, with all seeds that are neither on it nor
/// North's.
///
/// # Panics
/// If the board is none of eight pits in a row and at most 49 seeds.
#[must_use]
pub fn position(board: Board) -> Position {
    let south = OTHERS.checked_sub(seeds_on(board)).unwrap_or_else(|| panic!("too many seeds"));
    Packed::new(board, [south, NORTH], Side::South).unpacked(WIDTH)
}
