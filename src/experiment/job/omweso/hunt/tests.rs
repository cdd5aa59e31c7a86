use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;
use rayon::ThreadPoolBuilder;

use crate::analysis::census::{Instructions, census};
use crate::analysis::hunt::backward::{self, Cycles, Question};
use crate::analysis::hunt::{HuntTotals, Hunting, Openings, exhaustive, hunt};
use crate::analysis::omweso::{Choices, Turn};
use crate::analysis::relay::Effort;
use crate::certificate::verify_line;
use crate::experiment::{Manifest, Options, run};
use crate::games::omweso::{Position, Setup};
use crate::games::relay::State;
use crate::notation::rows;
use crate::output::{Format, Row, TurnRow, write_rows};

/// The outputs of a step are these.
const OUTPUTS: [&str; 3] = ["data/try/a.csv", "data/try/a.jsonl", "notebooks-out/try/a.svg"];
const CERTIFICATES: &str = "output = [{file = 'a.csv'}, {file = 'a.jsonl', as = 'certificates'}]";
const ROWS: &str = "output = [{file = 'a.csv'}]";

/// A file that manifests here may name.
const FILE: &str = "# two and eight columns\n\n4 4/. ./. ./4 4\n2 2/2 2/2 2/2 2\n2 2 2 2 2 2 2 2/2 2 2 2 2 2 2 2/0 2 1 3 3 3 1 9/3 0 4 0 1 1 0 1\n";

fn manifest(step: &str) -> String {
    format!("schema = 1\nname = 'try'\n\n[[step]]\nname = 'a'\n{step}\n")
}

/// What a step makes of each of [`OUTPUTS`], on so many threads.
fn outputs(step: &str, file: &str, threads: usize) -> Result<[Option<String>; 3], String> {
    let load = |name: &str| match name {
        "beside.txt" => Ok(file.as_bytes().to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let manifest = Manifest::parse(Path::new("try.toml"), &manifest(step), &load);
    let manifest = manifest.map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        root: folder.path().to_owned(),
        work: folder.path().join("work"),
        shard: None,
        ledger: None,
        force: false,
        verify: false,
        memory: 1 << 30,
        threads: threads as u64,
        version: "0".to_owned(),
        commit: String::new(),
        now: String::new,
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| run(&manifest, &options, &())).map_err(|error| error.to_string())?;
    Ok(OUTPUTS.map(|name| fs::read_to_string(folder.path().join(name)).ok()))
}

/// The rows and the certificates, the same on one thread and on three.
fn made(step: &str) -> (String, Option<String>) {
    let made = outputs(step, FILE, 1).unwrap();
    assert_eq!(made, outputs(step, FILE, 3).unwrap());
    let [rows, certificates, _] = made;
    (rows.unwrap(), certificates)
}

fn csv<R: Row>(rows: impl IntoIterator<Item = R>) -> String {
    let mut out = Vec::new();
    write_rows(Format::Csv, rows, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn row(position: &Position<BigUint>, pit: usize, turn: Turn) -> TurnRow<2> {
    TurnRow { position: position.to_string(), pit: pit as u64, turn }
}

/// The rows of all turns that never end.
fn decided(
    count: u64,
    position: impl Fn(u64) -> Position<u64> + Sync,
    period: bool,
) -> (Vec<TurnRow<2>>, HuntTotals) {
    let effort = Effort { period, ..Effort::default() };
    let hunting = Hunting { choices: Choices::All, effort, finds: true };
    let (mut rows, mut totals) = (Vec::new(), HuntTotals::default());
    for found in hunt(count, position, hunting, &()) {
        let found = found.unwrap();
        totals.add(&found.count);
        let wide = found.position.wide();
        rows.extend(found.finds.into_iter().map(|(pit, turn)| row(&wide, pit, turn)));
    }
    (rows, totals)
}

/// Each line is a true certificate of the row beside it.
fn check_certificates(certificates: Option<String>, rows: &[TurnRow<2>]) {
    let certificates = certificates.unwrap();
    assert_eq!(certificates.lines().count(), rows.len());
    for (line, row) in certificates.lines().zip(rows) {
        assert_eq!(verify_line(line), Ok(()));
        let path = format!("\"path\":\"{}\"", row.turn.path);
        assert!(line.replace(' ', "").contains(&path), "{line}");
    }
}

#[test]
fn random_openings() {
    let openings = Openings::new(3, 12, 12, 5).unwrap();
    let (rows, totals) = decided(5000, |index| openings.get(index), true);
    assert!(rows.len() > 20 && rows.iter().any(|row| row.turn.captures.count_ones() > 1));
    let step = "job = 'omweso hunt random'\nrandom = 5000\nseed = 5\ncolumns = 3";
    let counts = made(&format!("{step}\ncounts = true\n{ROWS}")).0;
    assert_eq!(counts, csv([totals.row(true)]));

    let (all, certificates) = made(&format!("{step}\n{CERTIFICATES}"));
    assert_eq!(all, csv(&rows));
    check_certificates(certificates, &rows);

    let few: Vec<_> =
        rows.iter().filter(|row| row.turn.captures.count_ones() > 1).take(7).collect();
    let asked = format!("{step}\nlimit = 7\nleast-captures = 2\n{ROWS}");
    assert_eq!(made(&asked).0, csv(few));

    let even = Position::even(3).unwrap();
    let (against, totals) = decided(60, |index| openings.get(index).against(&even), true);
    let step = "job = 'omweso hunt random'\nrandom = 60\nseed = 5\ncolumns = 3\nagainst = 'even'";
    assert_eq!(made(&format!("{step}\n{ROWS}")).0, csv(&against));
    assert_eq!(made(&format!("{step}\ncounts = true\n{ROWS}")).0, csv([totals.row(true)]));
}

#[test]
fn openings_of_a_file_and_by_name() {
    let lines = FILE.lines().filter(|line| line.contains('/'));
    let openings: Vec<Position<u64>> = lines
        .map(|line| {
            let position = Setup { rows: rows(line).unwrap() }.position().unwrap();
            let side = |pits: &[BigUint]| {
                pits.iter().map(|seeds| u64::try_from(seeds.clone()).unwrap()).collect()
            };
            Position::new(side(position.own()), side(position.opponent())).unwrap()
        })
        .collect();
    let (rows, totals) = decided(3, |index| openings[index as usize].clone(), false);
    assert!(!rows.is_empty());
    let step = "job = 'omweso hunt openings'\nopening = 'beside.txt'\nno-period = true";
    let (all, certificates) = made(&format!("{step}\n{CERTIFICATES}"));
    assert_eq!(all, csv(&rows));
    check_certificates(certificates, &rows);
    assert_eq!(made(&format!("{step}\ncounts = true\n{ROWS}")).0, csv([totals.row(false)]));

    let (rows, _) = decided(1, |_| Position::even(4).unwrap(), true);
    let step = "job = 'omweso hunt openings'\nopening = 'even'\ncolumns = 4";
    assert_eq!(made(&format!("{step}\n{ROWS}")).0, csv(rows));
}

#[test]
fn all_positions_counted() {
    // The largest number of the mover's seeds has two units.
    let (own, opponent) = ([11, 4], [3, 0]);
    let rows = exhaustive::counts(3, &own, &opponent, &()).unwrap();
    let step = "job = 'omweso hunt exhaustive'\ncolumns = 3\nown-seeds = '11,4'\nopponent-seeds = '3,0'\ncounts = true";
    assert_eq!(made(&format!("{step}\n{ROWS}")).0, csv(&rows));
    let [_, _, chart] = outputs(&format!("{step}\nchart = [{{file = 'a.svg'}}]"), "", 2).unwrap();
    assert!(chart.unwrap().contains("own seeds 11,4, opponent's seeds 3,0"));
}

#[test]
fn all_positions_listed() {
    let (own, opponent) = ([11, 4], [0, 2]);
    let found = exhaustive::finds(3, &own, &opponent, true, &()).unwrap();
    let found = found.map(|find| {
        let find = find.unwrap();
        row(&find.position.wide(), find.pit, find.turn)
    });
    let rows: Vec<_> = found.collect();
    let beyond = rows.iter().filter(|row| row.turn.captures > 0);
    assert!(beyond.count() > 10);
    let step =
        "job = 'omweso hunt exhaustive'\ncolumns = 3\nown-seeds = '11,4'\nopponent-seeds = '0,2'";
    assert_eq!(made(&format!("{step}\n{ROWS}")).0, csv(&rows));
    let (few, certificates) = made(&format!("{step}\nlimit = 20\n{CERTIFICATES}"));
    assert_eq!(few, csv(&rows[..20]));
    check_certificates(certificates, &rows[..20]);
}

/// All cycles on 4 pits that openings on two columns lead to.
fn cycles() -> Cycles {
    let mut cycles = Cycles::for_openings(2).unwrap();
    let mut take = |cycle: crate::analysis::census::Cycle| {
        let pits = cycle.position.iter().copied().map(BigUint::from).collect();
        cycles.add(&State::start(pits, 0).unwrap(), u64::MAX, &()).unwrap();
        ControlFlow::Continue(())
    };
    census(4, 8, 16, Instructions::Portable, Some(&mut take), &()).unwrap();
    cycles
}

#[test]
fn backwards_from_all_cycles() {
    let cycles = cycles();
    assert!(cycles.len() > 3);
    let question = Question { most_legs: 4, least_captures: 1 };
    let counted = backward::count(&cycles, question, &()).unwrap();
    assert!(counted.len() > 2);
    let step =
        "job = 'omweso hunt backward'\ncolumns = 2\nseeds = '16,8,10..15'\nleast-captures = 1";
    assert_eq!(made(&format!("{step}\ncounts = true\n{ROWS}")).0, csv(&counted));

    let finds = backward::Finds::new(&cycles, question, 100, true, &());
    let rows: Vec<_> = finds
        .map(|find| find.unwrap())
        .map(|find| row(&find.position, find.pit, find.turn))
        .collect();
    let (all, certificates) = made(&format!("{step}\n{CERTIFICATES}"));
    assert_eq!(all, csv(&rows));
    check_certificates(certificates, &rows);
    let few = &rows[..rows.len() / 2];
    assert_eq!(made(&format!("{step}\nlimit = {}\n{ROWS}", few.len())).0, csv(few));
}

#[test]
fn backwards_from_the_states_of_a_file() {
    let mut cycles = Cycles::for_openings(3).unwrap();
    let state = State::start([7u8, 3, 4, 3, 2, 1].map(Into::into).to_vec(), 0).unwrap();
    cycles.add(&state, u64::MAX, &()).unwrap();
    let question = Question { most_legs: 3, least_captures: 0 };
    let counted = backward::count(&cycles, question, &()).unwrap();
    assert!(!counted.is_empty());
    let step = "job = 'omweso hunt backward'\ncolumns = 3\nstates = 'beside.txt'\nmost-legs = 3\ncounts = true";
    let [rows, ..] = outputs(&format!("{step}\n{ROWS}"), "# one\n7 3 4 3 2 1 @ 0\n", 2).unwrap();
    assert_eq!(rows.unwrap(), csv(&counted));
}

/// Each error names the line of the key that it is about.
#[test]
fn what_is_refused() {
    let random = "job = 'omweso hunt random'\nrandom = 9";
    let openings = "job = 'omweso hunt openings'\nopening = 'even'";
    let file = "job = 'omweso hunt openings'\nopening = 'beside.txt'";
    let all = "job = 'omweso hunt exhaustive'\nown-seeds = '2..5'\nopponent-seeds = 2";
    let back = "job = 'omweso hunt backward'\nseeds = 34";
    let states = "job = 'omweso hunt backward'\ncolumns = 2\nstates = 'beside.txt'";
    let refused = [
        (format!("{random}\ncounts = true\nlimit = 3"), "limit", "counts = true"),
        (format!("{random}\nlimit = 0"), "limit", "at least 1"),
        (format!("{random}\nleg-limit = 0"), "leg-limit", "at least 1"),
        (format!("{random}\ncolumns = 33"), "columns", "2 to 32"),
        (format!("{random}\nown-seeds = 3"), "own-seeds", "unknown key"),
        ("random = 0\njob = 'omweso hunt random'".to_owned(), "random", "at least 1"),
        (format!("{openings}\ncounts = true\nleast-captures = 1"), "least-captures", "counts"),
        (format!("{openings}\nchoices = 'cw'"), "choices", "`all`"),
        (format!("{file}\ncolumns = 4"), "opening", "line 3: the board has 2 columns"),
        (format!("{all}\ncolumns = 9"), "columns", "2 to 8"),
        (format!("{all}\nleg-limit = 5"), "leg-limit", "unknown key"),
        (format!("{all}\nchart = [{{file = 'a.svg'}}]"), "chart", "counts = true"),
        (format!("{back}\nstates = 'beside.txt'"), "states", "exactly one"),
        (format!("{back}\nmost-legs = 1001"), "most-legs", "0 to 1000"),
        (back.replace("34", "33"), "seeds", "34 to 64"),
        (states.to_owned(), "states", "line 3: no pit is named"),
        ("job = 'omweso hunt backward'".to_owned(), "[[step]]", "exactly one"),
    ];
    let certificates = [random, openings, all, back].map(|step| {
        let step = format!("{step}\ncounts = true\n{CERTIFICATES}");
        (step, "output", "certificates are of single turns")
    });
    for (step, key, words) in refused.into_iter().chain(certificates) {
        let step = if step.contains("output") { step } else { format!("{step}\n{ROWS}") };
        let error = outputs(&step, FILE, 1).unwrap_err();
        let line = manifest(&step).lines().position(|line| line.starts_with(key)).unwrap() + 1;
        assert!(error.starts_with(&format!("try.toml, line {line}, ")), "{key}: {error}");
        assert!(error.contains(words), "{key}: {error}");
    }
    let (step, one) = (format!("{states}\n{ROWS}"), "1 1 1 1 @ 0\n");
    for (file, words) in [
        (one, "line 1: "),
        ("8 0 0 0 @ 4", "pit 4 is not on the circuit"),
        ("9 0 0 0 @ 0", "10 to 16"),
        ("# none\n", "no line"),
    ] {
        let error = outputs(&step, file, 1).unwrap_err();
        assert!(error.contains(words) && error.contains("beside.txt"), "{error}");
    }
}
