use super::{Beginnings, Extent, Level, PerftError, Plies, Ply, begin, divide, go_on, perft};
use crate::analysis::omweso::{FastPlies, OmwesoPlies, Packed};
use crate::games::omweso::{Direction, Game, Leg, Move, Path, Played, Position, Victories};
use crate::observer::{Cancelled, Observer};
use num_bigint::BigUint;

const EXTENT: Extent = Extent { depth: 0, distinct: false, memory: u64::MAX };

/// Every move of a position by nothing but the rules.
fn every_move(position: &Position<u8>) -> Vec<Move> {
    let mut moves = Vec::new();
    for pit in position.starts() {
        let mut open = vec![(Leg::start(position.clone(), pit).unwrap(), Path::default())];
        while let Some((leg, path)) = open.pop() {
            // Without armed columns there are no captures, and so no choices.
            if leg.has_ended() || leg.position().armed_columns() == 0 {
                moves.push(Move { pit, path });
                continue;
            }
            for direction in [Direction::Clockwise, Direction::CounterClockwise] {
                let mut next = leg.clone();
                if next.sow(direction).is_some() {
                    let mut path = path.clone();
                    if leg.is_choice() {
                        path.0.push(direction);
                    }
                    open.push((next, path));
                }
            }
        }
    }
    moves
}

/// Plays every sequence on its own; counts those that end and those that do not.
fn by_playing(game: &Game<u8>, depth: u64) -> [u64; 2] {
    let mut counts = [0; 2];
    if game.ending().is_some() {
        return counts;
    }
    for Move { pit, path } in every_move(game.position()) {
        let played = Played::by_the_rules(game.position(), pit, &path, &()).unwrap();
        let never_ends = played == Played::NeverEnds;
        let mut next = game.clone();
        next.play(played).unwrap();
        if depth == 1 {
            counts[usize::from(never_ends)] += 1;
        } else {
            let further = by_playing(&next, depth - 1);
            counts = [counts[0] + further[0], counts[1] + further[1]];
        }
    }
    counts
}

/// The levels, by the fast engine and by the slow one.
fn levels(position: &Position<u8>, emitwe_ebiri: bool, depth: u64, distinct: bool) -> Vec<Level> {
    let extent = Extent { depth, distinct, ..EXTENT };
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    let (game, start) = FastPlies::new(position, emitwe_ebiri).unwrap();
    perft(&game, &start, extent, &(), |level| fast.push(level)).unwrap();
    let game = OmwesoPlies::new(emitwe_ebiri);
    perft(&game, &Packed::from(position), extent, &(), |level| slow.push(level)).unwrap();
    assert_eq!(fast, slow, "{position}");
    fast
}

/// Compares with the twin; returns what is counted last.
fn check(position: &Position<u8>, emitwe_ebiri: bool, depth: u64) -> [u64; 2] {
    let game = Game::new(position.clone(), Victories { emitwe_ebiri, akakyala: false });
    let levels = levels(position, emitwe_ebiri, depth, false);
    assert_eq!(levels.len() as u64, depth);
    let mut last = [0; 2];
    for level in &levels {
        last = by_playing(&game, level.depth);
        let counted = [&level.sequences, &level.never_ending];
        assert_eq!(counted, last.map(BigUint::from).each_ref(), "{position} {}", level.depth);
    }
    let mut sums = [BigUint::ZERO, BigUint::ZERO];
    let extent = Extent { depth, ..EXTENT };
    let (plies, start) = FastPlies::new(position, emitwe_ebiri).unwrap();
    let mut moves = Vec::new();
    divide(&plies, &start, extent, &(), |name, level| {
        moves.push(name);
        sums[0] += level.sequences;
        sums[1] += level.never_ending;
    })
    .unwrap();
    assert_eq!(sums, last.map(BigUint::from), "{position}");
    assert_eq!(moves, every_move(position));
    last
}

/// Every board of two columns with at most two seeds in a pit, and some of three.
fn boards() -> impl Iterator<Item = Position<u8>> {
    let two = (0..3u64.pow(8)).step_by(7).map(|code| (2, 3, code));
    let three = (0..4u64.pow(12)).step_by(90_001).map(|code| (3, 4, code));
    two.chain(three).map(|(columns, base, mut code)| {
        let mut side = || {
            let pits = (0..2 * columns).map(|_| {
                let pit = code % base;
                code /= base;
                pit as u8
            });
            pits.collect()
        };
        let (own, opponent) = (side(), side());
        Position::new(own, opponent).unwrap()
    })
}

#[test]
fn agrees_with_playing_every_sequence_on_small_boards() {
    let (mut sequences, mut never_ending, mut differ) = (0, 0, 0);
    for position in boards() {
        let with = check(&position, true, 3);
        let without = check(&position, false, 3);
        sequences += with[0];
        never_ending += with[1];
        differ += u64::from(with != without);
    }
    assert!(
        sequences > 1000 && never_ending > 100 && differ > 10,
        "{sequences} {never_ending} {differ}"
    );
}

#[test]
fn agrees_with_playing_every_sequence_from_the_openings() {
    for position in [Position::traditional(8).unwrap(), Position::even(8).unwrap()] {
        check(&position, true, 3);
    }
}

#[test]
#[ignore = "long suite: plays every sequence of four moves from two openings"]
fn agrees_with_playing_four_moves_from_the_openings() {
    for position in [Position::traditional(8).unwrap(), Position::even(8).unwrap()] {
        check(&position, true, 4);
    }
}

/// Different positions, by collecting them.
#[test]
fn different_positions_are_counted_once() {
    let mut fewer = 0;
    for position in boards().step_by(5) {
        for emitwe_ebiri in [true, false] {
            let game = Game::new(position.clone(), Victories { emitwe_ebiri, akakyala: false });
            let mut games = vec![game];
            for level in levels(&position, emitwe_ebiri, 3, true) {
                let mut next = Vec::new();
                for game in games.iter().filter(|game| game.ending().is_none()) {
                    for Move { pit, path } in every_move(game.position()) {
                        let played =
                            Played::by_the_rules(game.position(), pit, &path, &()).unwrap();
                        if played != Played::NeverEnds {
                            let mut after = game.clone();
                            after.play(played).unwrap();
                            next.push(after);
                        }
                    }
                }
                games = next;
                let mut boards: Vec<_> =
                    games.iter().map(|game| game.position().to_string()).collect();
                boards.sort();
                boards.dedup();
                assert_eq!(level.positions, Some(boards.len() as u64), "{position}");
                assert_eq!(level.sequences, games.len().into());
                fewer += games.len() - boards.len();
            }
        }
    }
    assert!(fewer > 50, "{fewer}");
}

/// Numbers of any size make the same counts.
#[test]
fn small_and_large_pits_agree() {
    let small = Position::<u8>::even(4).unwrap();
    let large = Position::<BigUint>::even(4).unwrap();
    let mut found = Vec::new();
    let extent = Extent { depth: 4, distinct: true, ..EXTENT };
    perft(&OmwesoPlies::new(true), &Packed::from(&large), extent, &(), |level| found.push(level))
        .unwrap();
    assert_eq!(found, levels(&small, true, 4, true));
}

/// A game with three ways to one of two positions, and one way that never ends: `6^d` and more.
struct Coins;

impl Plies for Coins {
    type Position = bool;
    type Move = u8;

    const MOVE: &'static str = "move";
    const NEVER_ENDING: bool = true;

    fn plies(
        &self,
        _: &bool,
        observer: &dyn Observer,
        found: &mut dyn FnMut(u8, Ply<bool>),
    ) -> Result<(), Cancelled> {
        if observer.cancelled() {
            return Err(Cancelled);
        }
        for name in 0..6 {
            found(name, Ply::GoesOn(name % 2 == 0));
        }
        found(6, Ply::NeverEnds);
        Ok(())
    }

    fn heap_bytes(&self, _: &bool) -> u64 {
        0
    }
}

#[test]
fn numbers_of_sequences_have_any_size() {
    let mut depth = 0;
    let extent = Extent { depth: 100, distinct: true, ..EXTENT };
    perft(&Coins, &true, extent, &(), |level| {
        let before = BigUint::from(6u8).pow(depth);
        depth += 1;
        assert_eq!(level.depth, u64::from(depth));
        assert_eq!((level.sequences, level.positions), (&before * 6u8, Some(2)));
        assert_eq!(level.never_ending, before);
    })
    .unwrap();
    assert_eq!(depth, 100);
}

/// Levels of pieces add up to those of the whole, wherever it is cut and into however many.
#[test]
fn pieces_add_up() {
    let (game, start) = FastPlies::new(&Position::<u8>::even(4).unwrap(), true).unwrap();
    let extent = Extent { depth: 5, ..EXTENT };
    let mut whole = Vec::new();
    perft(&game, &start, extent, &(), |level| whole.push(level)).unwrap();
    let mut depths = Vec::new();
    for (wanted, most) in [(0, 1), (2, 3), (20, 7), (usize::MAX, 1000), (usize::MAX, 10)] {
        let mut levels = Vec::new();
        let reached =
            begin(&game, &start, extent, wanted, &(), |level| levels.push(level)).unwrap();
        assert_eq!(reached.depth, levels.len() as u64);
        assert!(reached.positions.is_sorted(), "the order is that of the positions");
        assert!(reached.positions.len() >= wanted || reached.depth == 4);
        depths.push(reached.depth);
        let pieces = reached.pieces(most);
        assert_eq!(pieces.len(), most.min(reached.positions.len()));
        let sizes = pieces.iter().map(|piece| piece.positions.len());
        assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        let known = levels.len();
        for piece in &pieces {
            let mut further = Vec::new();
            go_on(&game, piece, extent, &(), |level| further.push(level)).unwrap();
            assert_eq!(further.len(), 5 - known);
            for (index, level) in (known..).zip(further) {
                match levels.get_mut(index) {
                    Some(sum) => {
                        assert_eq!(sum.depth, level.depth);
                        sum.sequences += level.sequences;
                        sum.never_ending += level.never_ending;
                    }
                    None => levels.push(level),
                }
            }
        }
        assert_eq!(levels, whole, "{wanted} {most}");
    }
    assert_eq!((depths[0], depths[3]), (0, 4));
    assert!(depths[1] < depths[2] && depths[2] < 4, "{depths:?}");
}

/// Where there is nothing to go on from, there is one piece, and its levels are empty.
#[test]
fn nothing_is_one_piece() {
    let nothing = Beginnings::<bool> { depth: 2, positions: Vec::new() };
    assert_eq!(nothing.pieces(9), std::slice::from_ref(&nothing));
    let mut levels = Vec::new();
    let extent = Extent { depth: 4, ..EXTENT };
    go_on(&Coins, &nothing, extent, &(), |level| levels.push(level)).unwrap();
    assert_eq!(levels.iter().map(|level| level.depth).collect::<Vec<_>>(), [3, 4]);
    assert!(levels.iter().all(|level| level.sequences == BigUint::ZERO));
    // Numbers of sequences beyond 2^128 are gone on with.
    let depth = 60;
    let reached =
        begin(&Coins, &true, Extent { depth, ..EXTENT }, usize::MAX, &(), |_| {}).unwrap();
    let sum: BigUint = reached.positions.iter().map(|(_, count)| count).sum();
    assert_eq!((reached.depth, sum), (59, BigUint::from(6u8).pow(59)));
    let extent = Extent { depth, ..EXTENT };
    go_on(&Coins, &reached, extent, &(), |level| {
        assert_eq!(level.sequences, BigUint::from(6u8).pow(60));
    })
    .unwrap();
}

/// Stops everything.
struct Stop;

impl Observer for Stop {
    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn memory_and_cancelling() {
    let start = Packed::from(&Position::<u8>::traditional(8).unwrap());
    let extent = Extent { depth: 4, distinct: false, memory: 5000 };
    let mut known = Vec::new();
    let error =
        perft(&OmwesoPlies::new(true), &start, extent, &(), |level| known.push(level.depth));
    assert!(matches!(error, Err(PerftError::Memory { depth: 2, allowed: 5000, .. })), "{error:?}");
    assert_eq!(known, [1], "what is known before is given");
    let extent = Extent { depth: 1, ..EXTENT };
    assert_eq!(perft(&Coins, &true, extent, &Stop, |_| {}), Err(Cancelled.into()));
}

#[test]
fn threads_do_not_matter() {
    let position = Position::<u8>::even(8).unwrap();
    let counted = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| levels(&position, true, 4, true))
    });
    assert!(counted.iter().all(|levels| *levels == counted[0]));
}
