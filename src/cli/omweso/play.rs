//! `sowlab omweso play`.

use std::fs;

use anyhow::{Context, bail, ensure};
use clap::Args;
use num_bigint::BigUint;
use sowlab::analysis::omweso::{Choices, Fate, Turn, Turns, turns};
use sowlab::analysis::relay::Effort;
use sowlab::games::omweso::{Game, Move, Played, Position, Victories};
use sowlab::output::{PlayRow, draw_game, write_rows};

use super::start::Start;
use crate::cli::global::Global;
use crate::cli::progress::Progress;
use crate::cli::text::read_for;

/// Replay a whole game of Omweso
///
/// Columns: `move,player,pit,path,legs,captured,position,result,reason`: the number of the move from 1,
/// `first` or `second`, the starting pit in the mover's own numbering, the path of choices, the legs,
/// the seeds captured, the board as the next player sees it. result is empty while the game goes on,
/// then `first-wins`, `second-wins` or `annulled`; reason is then `no-move` (the next player has no pit
/// with 2 seeds), `emitwe-ebiri` (captures at both ends in one move), `akawumbi` (in every column),
/// `akakyala` (in two moves before the opponent's first capture) or `never-ends`. A move that never
/// ends has no legs and no position, and annuls the game whatever it captures.
///
/// On a terminal, without --format, boards are drawn as the first player sees them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab omweso play --moves '0 3 1'
  sowlab omweso play --position '0 1 0 0/0 4 0 0/0 1 0 0/0 3 0 0' --moves 1:cw --format json
  echo 2 5 | sowlab omweso play --opening even --moves - --akakyala")]
pub struct Play {
    #[command(flatten)]
    start: Start,
    /// The moves, separated by spaces or commas: the number of a pit and, where there are choices of
    /// direction, a colon and the path, as in '4 12:cw 3:ccw-cw'; or a file; or - for standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    /// Captures in two separate moves before the opponent's first win too
    #[arg(long)]
    akakyala: bool,
    /// Captures at both ends of the board do not win
    #[arg(long)]
    no_emitwe_ebiri: bool,
}

impl Play {
    pub fn run(self, global: &Global) -> anyhow::Result<()> {
        ensure!(
            !(self.start.reads_stdin() && self.moves.trim() == "-"),
            "--position - and --moves - both ask for standard input; one of them can have it"
        );
        let start = self.start.read()?;
        let moves = read(&self.moves)?;
        let format = global.format()?;
        let mut data = global.sink()?;
        let progress = Progress::new(global);
        let victories = Victories { emitwe_ebiri: !self.no_emitwe_ebiri, akakyala: self.akakyala };
        let mut game = Game::new(start.clone(), victories);
        let mut rows: Vec<PlayRow> = Vec::new();
        for (number, text) in
            (1u64..).zip(moves.split(is_separator).filter(|text| !text.is_empty()))
        {
            if let Some(ending) = game.ending() {
                bail!(
                    "--moves, move {number}: the game has ended before it ({}, {}); no move is accepted",
                    ending.name(),
                    ending.reason.name()
                );
            }
            let context = || format!("--moves, move {number}");
            let chosen: Move = text.parse().with_context(context)?;
            let turn = one(game.position(), &chosen, &progress).with_context(context)?;
            let pit = chosen.pit;
            let player = game.mover();
            let result = match &turn.fate {
                Fate::Ends { position, .. } => {
                    Played::Ends { position: position.clone(), captures: turn.captures }
                }
                Fate::NeverEnds { .. } | Fate::Undecided => Played::NeverEnds,
            };
            game.play(result).with_context(context)?;
            rows.push(PlayRow::new(number, player, pit, turn, game.ending()));
        }
        drop(progress);
        let colour = global.colours();
        data.write(|out| {
            if global.draws() {
                draw_game(&start, &rows, colour, out)
            } else {
                write_rows(format, &rows, out)
            }
        })?;
        data.finish()
    }
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// The text of the moves, which may be in a file or on standard input.
fn read(text: &str) -> anyhow::Result<String> {
    if text.trim() == "-" {
        return read_for("--moves", "-");
    }
    let moves = text.chars().all(|c| c.is_ascii_digit() || is_separator(c) || ":-cw".contains(c));
    if !moves && fs::exists(text).unwrap_or(false) {
        return read_for("--moves", text);
    }
    // Nobody writes a move with a dot, a slash or several letters and no digit; it was meant to be the
    // name of a file.
    let name = text.contains(['.', '/']) || !text.contains(|c: char| c.is_ascii_digit());
    ensure!(
        text.trim().is_empty() || !name,
        "--moves: there is no file `{text}`, and it is no list of moves; accepted are moves such as '4 12:cw 3:ccw-cw', or the name of a file of them"
    );
    Ok(text.to_owned())
}

/// The one turn that a move is.
fn one(position: &Position<BigUint>, chosen: &Move, progress: &Progress) -> anyhow::Result<Turn> {
    let effort = Effort { period: false, ..Effort::default() };
    let found = turns(position, chosen.pit, Choices::All, effort, progress).with_context(|| {
        let pits: Vec<String> = position.starts().map(|pit| pit.to_string()).collect();
        format!("the mover may start from {}", pits.join(" "))
    })?;
    found.along(&chosen.path).with_context(|| {
        let there = accepted(chosen.pit, &found);
        format!("`{chosen}` is not one of the ways to play pit {}; accepted: {there}", chosen.pit)
    })
}

/// How many ways to play a pit an error names.
const NAMED: usize = 8;

/// The ways to play a pit, as they are written.
fn accepted(pit: usize, turns: &Turns) -> String {
    let mut ways = turns.iter().map(|turn| Move { pit, path: turn.path }.to_string());
    let named: Vec<String> = ways.by_ref().take(NAMED).collect();
    let more = if ways.next().is_some() { " ..." } else { "" };
    named.join(" ") + more
}
