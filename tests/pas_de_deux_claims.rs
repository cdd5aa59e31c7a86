//! The two numbers that the description of Pas de Deux states: counted by playing with nothing but the
//! rules, against the counts of the library.

use std::collections::HashSet;

use sowlab::analysis::claims::{Counted, Kind, claims};
use sowlab::games::oware::Position;
use sowlab::games::pas_de_deux::FirstMove;

/// Sequences of so many turns of a kind, the different positions that they lead to, and the different
/// boards.
fn play(first_move: FirstMove, kind: Kind, turns: u64) -> [u64; 3] {
    let mut reached = vec![Position::start(8, 6).unwrap()];
    for _ in 0..turns {
        let played = reached.iter().flat_map(|position| position.turns(first_move));
        let of_kind = played.filter(|(turn, _)| match (kind, turn.second) {
            (Kind::All, _)
            | (Kind::OneMove | Kind::Unordered, None)
            | (Kind::TwoMoves, Some(_)) => true,
            (Kind::OneMove, Some(_)) | (Kind::TwoMoves, None) => false,
            (Kind::Unordered, Some(second)) => turn.first < second,
        });
        reached = of_kind.map(|(_, played)| played.position).collect();
    }
    let positions: HashSet<&Position> = reached.iter().collect();
    let boards: HashSet<&[u8]> = reached.iter().map(Position::pits).collect();
    [reached.len(), positions.len(), boards.len()].map(|count| count as u64)
}

#[test]
fn counts_are_those_of_playing() {
    let claims = claims(&()).unwrap();
    assert_eq!(claims.len(), 48);
    for claim in claims {
        let [ways, positions, boards] = play(claim.first_move, claim.kind, claim.statement.turns);
        let played = match claim.what {
            Counted::Ways => ways,
            Counted::Positions => positions,
            Counted::Boards => boards,
        };
        assert_eq!(claim.counted, played.into(), "{claim:?}");
    }
}

#[test]
fn ways_to_begin() {
    for first_move in [FirstMove::Captures, FirstMove::CapturesNothing] {
        // 8 single moves, and each of 8 pits with each of the 7 others.
        assert_eq!(play(first_move, Kind::OneMove, 1)[0], 8);
        assert_eq!(play(first_move, Kind::TwoMoves, 1)[0], 56);
        assert_eq!(play(first_move, Kind::All, 1)[0], 64);
        assert_eq!(play(first_move, Kind::All, 2)[0], 4096);
    }
}
