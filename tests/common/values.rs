//! Values of all boards of few seeds by plain iteration, with nothing but the rules of the games.

#![allow(dead_code)] // Each test file uses its own part of this.

use std::collections::HashMap;

use sowlab::games::oware::{GrandSlam, Position, Side};
use sowlab::games::pas_de_deux::FirstMove;

/// The seeds in all pits, the mover's first.
pub type Pits = Vec<u8>;

/// A game and how it is read.
#[derive(Clone, Copy, Debug)]
pub enum Game {
    Oware(GrandSlam),
    PasDeDeux(FirstMove),
}

impl Game {
    /// The boards after each move, as the next mover sees them, and the seeds captured.
    pub fn moves(self, pits: &[u8]) -> Vec<(Pits, i16)> {
        let position = Position::new(pits.to_vec(), [0, 0], Side::South).unwrap();
        let after = match self {
            Self::Oware(reading) => {
                let moves = position.moves(reading).into_iter();
                moves.map(|(_, played)| (played.position, played.captured)).collect::<Vec<_>>()
            }
            Self::PasDeDeux(reading) => {
                let turns = position.turns(reading).into_iter();
                turns
                    .map(|(_, played)| (played.captured(), played))
                    .map(|(captured, played)| (played.position, captured))
                    .collect()
            }
        };
        let seen =
            |position: &Position| [position.row(Side::North), position.row(Side::South)].concat();
        after.iter().map(|(position, captured)| (seen(position), i16::from(*captured))).collect()
    }
}

/// The seeds on the mover's side less the others.
pub fn own_sides(pits: &[u8]) -> i16 {
    let (own, theirs) = pits.split_at(pits.len() / 2);
    let sum = |row: &[u8]| row.iter().map(|&seeds| i16::from(seeds)).sum::<i16>();
    sum(own) - sum(theirs)
}

/// All boards of so many pits and seeds.
pub fn boards(pits: usize, seeds: u8) -> Vec<Pits> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let rest = |first| boards(pits - 1, seeds - first).into_iter();
    (0..=seeds)
        .flat_map(|first| rest(first).map(move |rest| [vec![first], rest].concat()))
        .collect()
}

/// The values of a board, by what endless play is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// If it loses everything left for the mover.
    pub low: i16,
    /// If it splits what is left evenly.
    pub even: i16,
    /// If it wins everything.
    pub high: i16,
}

/// The values of all boards of rows of `width` pits and at most so many seeds.
pub fn values(game: Game, width: usize, most: u8) -> HashMap<Pits, Values> {
    let mut known: HashMap<Pits, Values> = HashMap::new();
    for seeds in 0..=most {
        let level = boards(2 * width, seeds);
        let moves: Vec<Vec<(Pits, i16)>> = level.iter().map(|pits| game.moves(pits)).collect();
        let all = i16::from(seeds);
        // What can be forced, from the least that is possible and the most: with endless play lost at
        // all levels, and at this level only.
        let mut at_all = HashMap::new();
        let mut here = HashMap::new();
        for pits in &level {
            at_all.insert(pits.clone(), [-all, all]);
            here.insert(pits.clone(), [-all, all]);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (pits, moves) in level.iter().zip(&moves) {
                let end = own_sides(pits);
                let best = |worth: &dyn Fn(&Pits) -> i16| {
                    moves
                        .iter()
                        .map(|(after, captured)| captured - worth(after))
                        .max()
                        .unwrap_or(end)
                };
                let both = |level: &HashMap<Pits, [i16; 2]>,
                            lower: &dyn Fn(&Values) -> [i16; 2]| {
                    let of = |after: &Pits| {
                        level.get(after).copied().unwrap_or_else(|| lower(&known[after]))
                    };
                    [best(&|after| of(after)[1]), best(&|after| of(after)[0])]
                };
                let next = [
                    both(&at_all, &|values| [values.low, values.high]),
                    both(&here, &|values| [values.even; 2]),
                ];
                changed |= at_all.insert(pits.clone(), next[0]) != Some(next[0]);
                changed |= here.insert(pits.clone(), next[1]) != Some(next[1]);
            }
        }
        for pits in level {
            let ([low, high], [least, most]) = (at_all[&pits], here[&pits]);
            let mut three = [least, 0, most];
            three.sort_unstable();
            known.insert(pits, Values { low, even: three[1], high });
        }
    }
    known
}

/// The value of a board if the first one that recurs ends the game and each player takes the seeds on
/// their own side: all ways to play on are tried. The boards since the last capture are `history`, the
/// present one last.
pub fn own_side(game: Game, history: &mut Vec<Pits>, known: &mut HashMap<Pits, i16>) -> i16 {
    let pits = history.last().unwrap().clone();
    if let ([_], Some(&value)) = (&history[..], known.get(&pits)) {
        return value;
    }
    let mut best = None;
    for (after, captured) in game.moves(&pits) {
        let recurs = history.iter().rev().skip(1).step_by(2).any(|before| *before == after);
        let value = if captured > 0 {
            captured - own_side(game, &mut vec![after], known)
        } else if recurs {
            -own_sides(&after)
        } else {
            history.push(after);
            let value = own_side(game, history, known);
            history.pop();
            -value
        };
        best = best.max(Some(value));
    }
    let value = best.unwrap_or_else(|| own_sides(&pits));
    if history.len() == 1 {
        known.insert(pits, value);
    }
    value
}
