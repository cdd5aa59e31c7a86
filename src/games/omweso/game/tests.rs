use super::{Ending, Game, GameOver, PlayError, Played, Player, Reason, Victories};
use crate::games::omweso::{Move, Position, Setup, StartError};

/// A board as it is drawn, the rows with `/` between them.
fn board(text: &str) -> Position<u64> {
    let seeds = |pit: &str| pit.parse().unwrap();
    let rows = text.split('/').map(|row| row.split_whitespace().map(seeds).collect());
    Setup { rows: rows.collect() }.position().unwrap()
}

/// Plays moves one after the other.
fn play(game: &mut Game<u64>, moves: &str) {
    for text in moves.split_whitespace() {
        let Move { pit, path } = text.parse().unwrap();
        let played = Played::by_the_rules(game.position(), pit, &path, &()).unwrap();
        game.play(played).unwrap();
    }
}

/// How a game ends that begins with a board.
fn ending(victories: Victories, position: &str, moves: &str) -> Option<Ending> {
    let mut game = Game::new(board(position), victories);
    play(&mut game, moves);
    game.ending()
}

fn won(player: Player, reason: Reason) -> Ending {
    Ending { winner: Some(player), reason }
}

const ONLY_BY_MOVES: Victories = Victories { emitwe_ebiri: false, akakyala: false };

#[test]
fn who_cannot_move_has_lost() {
    let usual = Victories::default();
    // Before the first move.
    assert_eq!(ending(usual, "2 0/0 0/1 1/1 1", ""), Some(won(Player::Second, Reason::NoMove)));
    // The second player is left with single seeds.
    assert_eq!(ending(usual, "1 0/0 0/0 0/2 0", "0"), Some(won(Player::First, Reason::NoMove)));
    // The first player moves into single seeds, and has lost at the next move.
    let position = "2 0/0 0/0 0/2 0";
    assert_eq!(ending(usual, position, "0"), None);
    assert_eq!(ending(usual, position, "0 1"), Some(won(Player::Second, Reason::NoMove)));
}

/// From pit 1, two seeds end in pit 3, column 2, and capture the 3 seeds facing it.
const BEGINNING: &str = "2 2 2/2 0 1/0 0 1/0 2 0";

#[test]
fn the_board_is_turned_after_each_move() {
    let mut game = Game::new(board(BEGINNING), Victories::default());
    assert_eq!((game.mover(), game.ending()), (Player::First, None));
    play(&mut game, "1");
    let second = game.position().clone();
    assert_eq!((game.mover(), game.ending()), (Player::Second, None));
    // What the second player sees below is what the first player saw above.
    let [_, _, inner, outer] =
        second.rows().map(|row| row.into_iter().copied().collect::<Vec<_>>());
    assert_eq!((inner, outer), (vec![0, 0, 2], vec![0, 2, 2]));
    assert_eq!([Player::First, Player::Second].map(|player| game.capturing_turns(player)), [1, 0]);
    play(&mut game, "2");
    assert_eq!((game.mover(), game.ending()), (Player::First, None));
    assert_eq!(game.capturing_turns(Player::Second), 0);
}

#[test]
fn both_ends_in_one_turn() {
    let position = "1 2 1/1 0 2/1 0 2/0 0 1";
    assert_eq!(
        ending(Victories::default(), position, "3"),
        Some(won(Player::First, Reason::EmitweEbiri))
    );
    // The opponent is left with a pit of 2 seeds, and plays on if that is no victory.
    assert_eq!(ending(ONLY_BY_MOVES, position, "3"), None);
}

#[test]
fn every_column_in_one_turn() {
    let position = "1 1 1/1 1 2/1 0 0/0 1 3";
    for victories in [Victories::default(), ONLY_BY_MOVES] {
        assert_eq!(ending(victories, position, "2"), Some(won(Player::First, Reason::Akawumbi)));
    }
}

#[test]
fn captures_in_two_turns_before_the_opponents_first() {
    let victories = Victories { akakyala: true, ..Victories::default() };
    assert_eq!(ending(victories, BEGINNING, "1 2"), None);
    assert_eq!(ending(victories, BEGINNING, "1 2 2"), Some(won(Player::First, Reason::Akakyala)));
    assert_eq!(ending(Victories::default(), BEGINNING, "1 2 2"), None);
    // Not if the opponent has captured: the same turns after one that says so.
    let mut game = Game::new(board(BEGINNING), victories);
    play(&mut game, "1");
    let position = game.position().clone();
    game.play(Played::Ends { position, captures: 0b10 }).unwrap();
    let position = game.position().clone();
    game.play(Played::Ends { position, captures: 0b10 }).unwrap();
    assert_eq!(game.ending(), None);
    assert_eq!([Player::First, Player::Second].map(|player| game.capturing_turns(player)), [2, 1]);
}

#[test]
fn a_move_that_never_ends_annuls() {
    let annulled = Some(Ending { winner: None, reason: Reason::NeverEnds });
    assert_eq!(ending(Victories::default(), "0 0 0/0 0 0/1 2 0/2 0 1", "0"), annulled);
    // Even where it has captured at both ends.
    assert_eq!(ending(Victories::default(), "1 0 1/1 1 1/0 3 0/0 3 1", "4"), annulled);
}

#[test]
fn what_is_refused() {
    let mut game = Game::new(board("1 0/0 0/0 0/2 0"), Victories::default());
    play(&mut game, "0");
    let ending = game.ending().unwrap();
    let before = game.clone();
    assert_eq!(game.play(Played::NeverEnds), Err(GameOver { ending }));
    assert_eq!(game, before);

    let by_the_rules = |position: &str, text: &str| {
        let Move { pit, path } = text.parse().unwrap();
        Played::by_the_rules(&board(position), pit, &path, &()).unwrap_err()
    };
    let choice = "0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0";
    assert_eq!(by_the_rules(choice, "1"), PlayError::Path { given: 0, choices: 1 });
    assert_eq!(by_the_rules(choice, "1:cw-cw"), PlayError::Path { given: 2, choices: 1 });
    assert_eq!(
        by_the_rules(choice, "0"),
        PlayError::Start(StartError::FewSeeds { pit: 0, seeds: 0 })
    );
}
