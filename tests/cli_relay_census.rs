//! `sowlab relay census` and `relay longest`, the real binary: rows, catalogues, charts. What they
//! claim is held against `relay move` and `verify`.

mod common;

use std::collections::BTreeMap;
use std::fs::{self, File};

use common::Sandbox;
use predicates::str::contains;
use sowlab::analysis::census::Instructions;
use sowlab::output::{CatalogueFormat, CatalogueReader, CycleRow};

const HEADER: &str = "pits,seeds,cycles,states,mayer_states,longest_reduced_period,longest_period,\
                      all_states,fraction\n";
const ELEVEN: &str = "16,11,1,8,8,8,128,1307504,6.118528126873799e-6\n";

/// The cells of each row of a CSV.
fn cells(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

fn sum(csv: &str, column: usize) -> u64 {
    cells(csv).iter().map(|row| row[column].parse::<u64>().unwrap()).sum()
}

/// The rows of a catalogue.
fn cycles(sandbox: &Sandbox, name: &str) -> Vec<CycleRow> {
    let format = CatalogueFormat::of_path(name.as_ref()).unwrap();
    let file = File::open(sandbox.path(name)).unwrap();
    CatalogueReader::new(format, file).unwrap().collect::<Result<_, _>>().unwrap()
}

/// What `relay move` says of positions that are sown at pit 0, cell by cell.
fn moves(sandbox: &Sandbox, positions: impl IntoIterator<Item = String>) -> Vec<Vec<String>> {
    let lines: Vec<String> = positions.into_iter().map(|position| position + " @ 0\n").collect();
    fs::write(sandbox.path("moves.txt"), lines.concat()).unwrap();
    let rows = sandbox.stdout("relay move --positions moves.txt");
    let found: Vec<Vec<String>> =
        cells(&rows).iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(found.len(), lines.len());
    found
}

/// Every position with at least 2 seeds in pit 0.
fn positions(pits: usize, seeds: usize) -> Vec<String> {
    fn rest(pits: usize, seeds: usize) -> Vec<String> {
        match pits {
            0 => vec![String::new(); usize::from(seeds == 0)],
            _ => (0..=seeds)
                .flat_map(|first| {
                    let others = rest(pits - 1, seeds - first).into_iter();
                    others.map(move |others| format!(" {first}{others}"))
                })
                .collect(),
        }
    }
    (2..=seeds)
        .flat_map(|hand| {
            let others = rest(pits - 1, seeds - hand).into_iter();
            others.map(move |others| format!("{hand}{others}"))
        })
        .collect()
}

#[test]
fn the_smallest_endless_move_on_omwesos_side() {
    let sandbox = Sandbox::new();
    let rows = sandbox.stdout("relay census --pits 16 --seeds 2..14 --catalogue c.csv");
    let first = cells(&rows).into_iter().find(|row| row[2] != "0").unwrap().join(",");
    assert_eq!(first + "\n", ELEVEN);
    assert!(rows.starts_with(&format!("{HEADER}16,2,0,0,0,,,1,0.0\n16,3,0,0,0,,,16,0.0\n")));
    let catalogue = sandbox.read("c.csv");
    let eleven: Vec<&str> = catalogue.lines().filter(|line| line.starts_with("16,11,")).collect();
    assert_eq!(eleven, ["16,11,3 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1,3,8,128,272"]);
}

#[test]
fn every_format() {
    let sandbox = Sandbox::new();
    let words = "relay census --pits 16 --seeds 11";
    let json = "{\"pits\":16,\"seeds\":11,\"cycles\":1,\"states\":8,\"mayer_states\":8,\
                \"longest_reduced_period\":8,\"longest_period\":128,\"all_states\":1307504,\
                \"fraction\":6.118528126873799e-6}\n";
    assert_eq!(sandbox.stdout(&format!("{words} --format csv")), format!("{HEADER}{ELEVEN}"));
    assert_eq!(sandbox.stdout(&format!("{words} --format jsonl")), json);
    for ending in ["csv", "json", "jsonl", "md", "txt"] {
        assert_eq!(sandbox.stdout(&format!("{words} --output a.{ending}")), "");
    }
    assert_eq!(sandbox.read("a.csv"), format!("{HEADER}{ELEVEN}"));
    assert_eq!(sandbox.read("a.json"), format!("[\n{json}]\n"));
    assert_eq!(sandbox.read("a.jsonl"), json);
    assert!(
        sandbox
            .read("a.md")
            .ends_with("| 16 | 11 | 1 | 8 | 8 | 8 | 128 | 1307504 | 6.118528126873799e-6 |\n")
    );
    assert!(sandbox.read("a.txt").contains("┆            128 ┆    1307504 ┆"));
    // A missing value is missing, not 0.
    let none = sandbox.stdout("relay census --pits 16 --seeds 4 --format jsonl");
    assert!(none.contains("\"longest_reduced_period\":null,\"longest_period\":null"), "{none}");
    assert_eq!(
        sandbox.stdout("relay longest --pits 1,2 --seeds 3 --format jsonl"),
        "{\"pits\":1,\"seeds\":3,\"laps\":null,\"sown\":null,\"position\":null}\n\
         {\"pits\":2,\"seeds\":3,\"laps\":2,\"sown\":5,\"position\":\"3 0\"}\n"
    );
}

#[test]
fn a_list_of_totals_gives_the_rows_of_the_range() {
    let sandbox = Sandbox::new();
    for command in ["census", "longest"] {
        let most = if command == "census" { 20 } else { 13 };
        let range = sandbox.stdout(&format!("relay {command} --pits 7,16 --seeds 2..{most}"));
        let rows: Vec<&str> = range.lines().collect();
        let list = sandbox.stdout(&format!("relay {command} --pits 16,7 --seeds 11,8,{most}"));
        // In the order asked for.
        let mut expected = vec![rows[0]];
        for pits in ["16", "7"] {
            for seeds in ["11", "8", &most.to_string()] {
                let start = format!("{pits},{seeds},");
                expected.extend(rows.iter().find(|row| row.starts_with(&start)));
            }
        }
        assert_eq!(list.lines().collect::<Vec<_>>(), expected, "{command}");
    }
    sandbox.stdout("relay census --pits 16 --seeds 2..20 --catalogue all.csv");
    sandbox.stdout("relay census --pits 16 --seeds 20,15,11 --catalogue some.csv");
    let sorted = |name| {
        let mut cycles: Vec<CycleRow> = cycles(&sandbox, name);
        cycles.retain(|cycle| [11, 15, 20].contains(&cycle.seeds));
        cycles.sort_by(|a, b| (a.seeds, &a.position).cmp(&(b.seeds, &b.position)));
        cycles
    };
    assert_eq!(sorted("some.csv"), sorted("all.csv"));
    assert_eq!(cycles(&sandbox, "some.csv").len(), sorted("some.csv").len());
}

#[test]
fn the_rows_are_those_of_every_move() {
    let sandbox = Sandbox::new();
    for (pits, seeds) in [(1, 7), (2, 9), (3, 10), (4, 9), (5, 8), (6, 7)] {
        let place = format!("{pits} pits, {seeds} seeds");
        let played = moves(&sandbox, positions(pits, seeds));
        let (endless, ending): (Vec<_>, Vec<_>) =
            played.iter().partition(|row| row[0] == "never-ends");
        let most = |rows: &[&Vec<String>], column: usize| {
            rows.iter().map(|row| row[column].parse::<u64>().unwrap()).max()
        };
        let text = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let census = sandbox.stdout(&format!("relay census --pits {pits} --seeds {seeds}"));
        let row = &cells(&census)[0];
        assert_eq!(row[3], endless.len().to_string(), "{place}");
        let mayer = endless.iter().filter(|row| row[1] == "true").count();
        assert_eq!(row[4], mayer.to_string(), "{place}");
        assert_eq!(row[5], text(most(&endless, 6)), "{place}");
        assert_eq!(row[6], text(most(&endless, 5)), "{place}");
        assert_eq!(row[7], played.len().to_string(), "{place}");
        let longest = sandbox.stdout(&format!("relay longest --pits {pits} --seeds {seeds}"));
        assert_eq!(cells(&longest)[0][2], text(most(&ending, 2)), "{place}");
    }
}

#[test]
fn the_longest_moves_are_what_their_positions_do() {
    let sandbox = Sandbox::new();
    let csv = sandbox.stdout("relay longest --pits 2..9,16,17,64 --seeds 2..12");
    let rows = cells(&csv);
    assert_eq!(rows.len(), 11 * 11);
    let found = moves(&sandbox, rows.iter().map(|row| row[4].to_owned()));
    for (row, played) in rows.iter().zip(found) {
        assert_eq!(played[0], "ends", "{row:?}");
        assert_eq!(played[2..4], row[2..4], "{row:?}");
        let pits: Vec<u64> = row[4].split(' ').map(|pit| pit.parse().unwrap()).collect();
        assert_eq!(pits.len().to_string(), row[0]);
        assert_eq!(pits.iter().sum::<u64>().to_string(), row[1]);
    }
}

#[test]
fn a_catalogue_holds_what_the_rows_count() {
    let sandbox = Sandbox::new();
    let words = "relay census --pits 1,2,5,16 --seeds 2..20 --output r.csv --catalogue";
    for name in ["c.csv", "c.jsonl", "c.parquet"] {
        sandbox.stdout(&format!("{words} {name}"));
    }
    let found = cycles(&sandbox, "c.csv");
    assert!(found.len() > 1000);
    for name in ["c.jsonl", "c.parquet"] {
        assert_eq!(cycles(&sandbox, name), found, "{name}");
    }
    let rows = sandbox.read("r.csv");
    assert_eq!(found.len() as u64, sum(&rows, 2));
    assert_eq!(found.iter().map(|cycle| cycle.reduced_period).sum::<u64>(), sum(&rows, 3));
    for name in ["c.csv", "c.jsonl", "c.parquet"] {
        assert_eq!(sandbox.stdout(&format!("verify {name}")), format!("ok {}\n", found.len()));
    }
    // Each one played, by a command that knows nothing of the census.
    let played = moves(&sandbox, found.iter().map(|cycle| cycle.position.clone()));
    let mut mayer = BTreeMap::<_, u64>::new();
    for (cycle, played) in found.iter().zip(played) {
        let CycleRow { sown, period, reduced_period, .. } = cycle;
        let expected = format!(",{sown},0,{period},{reduced_period},");
        assert_eq!(format!("{},", played[2..7].join(",")), expected, "{cycle:?}");
        assert_eq!(played[0], "never-ends", "{cycle:?}");
        if played[1] == "true" {
            *mayer.entry((cycle.pits, cycle.seeds)).or_default() += reduced_period;
        }
    }
    for row in cells(&rows) {
        let key = (row[0].parse().unwrap(), row[1].parse().unwrap());
        assert_eq!(row[4], mayer.remove(&key).unwrap_or(0).to_string(), "{key:?}");
    }
}

#[test]
fn a_catalogue_that_was_altered_is_caught() {
    let sandbox = Sandbox::new();
    let words = "relay census --pits 16 --seeds 2..16 --output r.csv --catalogue";
    let altered = |name: &str, bytes: &[u8], codes: &[i32]| {
        fs::write(sandbox.path(name), bytes).unwrap();
        let output = sandbox.sowlab(&format!("verify {name}")).get_output().clone();
        let code = output.status.code().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(codes.contains(&code), "{name}: {code} {said}");
        assert!(!said.contains("ok ") && said.lines().count() == 1, "{name}: {said}");
    };
    for name in ["c.csv", "c.jsonl"] {
        sandbox.stdout(&format!("{words} {name}"));
        let text = sandbox.read(name);
        // Cut off in the middle of the last row, where every value is still a number.
        altered(name, &text.as_bytes()[..text.len() - 3], &[1]);
        altered(name, &text.as_bytes()[..text.len() - 20], &[1]);
        let row = text.lines().nth(7).unwrap();
        let digits = row.char_indices().filter(|(_, character)| character.is_ascii_digit());
        for (place, digit) in digits {
            let other =
                if digit == '9' { "8".to_owned() } else { (digit as u8 - b'0' + 1).to_string() };
            let mut wrong = row.to_owned();
            wrong.replace_range(place..=place, &other);
            altered(name, text.replacen(row, &wrong, 1).as_bytes(), &[1]);
        }
    }
    sandbox.stdout(&format!("{words} c.parquet"));
    let bytes = fs::read(sandbox.path("c.parquet")).unwrap();
    fs::write(sandbox.path("whole.parquet"), &bytes).unwrap();
    for length in [1, 4, 100, bytes.len() / 2, bytes.len() - 8, bytes.len() - 1] {
        altered("c.parquet", &bytes[..length], &[1, 2]);
    }
    // A single bit: what is not caught has changed no row.
    let found = cycles(&sandbox, "whole.parquet");
    let mut caught = 0;
    for place in (0..bytes.len()).step_by(bytes.len() / 120) {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        fs::write(sandbox.path("c.parquet"), bytes).unwrap();
        let code = sandbox.sowlab("verify c.parquet").get_output().status.code();
        if code == Some(0) {
            assert_eq!(cycles(&sandbox, "c.parquet"), found, "byte {place}");
        } else {
            assert!(matches!(code, Some(1 | 2)), "byte {place}: {code:?}");
            caught += 1;
        }
    }
    assert!(caught > 60, "{caught}");
}

#[test]
fn results_depend_on_the_question_alone() {
    let sandbox = Sandbox::new();
    let mut expected: Option<Vec<Vec<u8>>> = None;
    for set in ["portable", "avx2", "avx512", "auto"] {
        let words = format!("relay census --pits 7,16 --seeds 2..18 --instructions {set}");
        let known =
            Instructions::ALL.into_iter().find(|known| format!("{known:?}").to_lowercase() == set);
        if known.is_some_and(|known| !known.available()) {
            let says = format!("--instructions {set}: this processor does not have them");
            sandbox.refused(&words.split(' ').collect::<Vec<_>>(), &says);
            continue;
        }
        for threads in [1, 2, 7] {
            let names = ["r.csv", "c.csv", "c.jsonl", "c.parquet", "c.svg"];
            for name in &names[1..4] {
                let results =
                    format!("--output r.csv --chart c.svg --chart-kind periods --catalogue {name}");
                sandbox.stdout(&format!("{words} --threads {threads} {results}"));
            }
            let found = names.map(|name| fs::read(sandbox.path(name)).unwrap()).to_vec();
            assert!(
                *expected.get_or_insert_with(|| found.clone()) == found,
                "{set}, {threads} threads"
            );
        }
    }
    let longest = "relay longest --pits 3,16 --seeds 2..13 --threads";
    let one = sandbox.stdout(&format!("{longest} 1"));
    for threads in [2, 7] {
        assert_eq!(sandbox.stdout(&format!("{longest} {threads}")), one);
    }
}

#[test]
fn charts_of_every_kind() {
    let sandbox = Sandbox::new();
    let mut pictures = Vec::new();
    for kind in ["states", "share", "mayer-share", "longest-period", "periods"] {
        let words = format!(
            "relay census --pits 8,16 --seeds 2..15 --output r.csv --chart-kind {kind} --chart"
        );
        sandbox.stdout(&format!("{words} a.svg"));
        sandbox.stdout(&format!("{words} a.png"));
        let svg = sandbox.read("a.svg");
        let page = roxmltree::Document::parse(&svg).unwrap();
        assert!(page.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{kind}");
        assert!(page.descendants().count() > 20, "{kind}");
        assert!(fs::read(sandbox.path("a.png")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
        // A single total is a picture too.
        sandbox.stdout(&format!(
            "relay census --pits 16 --seeds 11 --output r.csv --chart b.svg --chart-kind {kind}"
        ));
        pictures.push(svg);
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 5);
}

#[test]
fn charts_where_nothing_never_ends() {
    let sandbox = Sandbox::new();
    let words = "relay census --pits 16 --seeds 2..10 --chart a.svg --output r.csv --chart-kind";
    for kind in ["states", "share", "longest-period"] {
        sandbox.stdout(&format!("{words} {kind}"));
        roxmltree::Document::parse(&sandbox.read("a.svg")).unwrap();
        fs::remove_file(sandbox.path("a.svg")).unwrap();
    }
    // Here there is nothing to show; the rows are safe.
    for kind in ["mayer-share", "periods"] {
        sandbox
            .sowlab(&format!("{words} {kind}"))
            .code(2)
            .stderr(contains("needs at least 1 never-ending move, and was given none"));
        assert_eq!(sandbox.names(), ["r.csv"]);
        assert_eq!(sandbox.read("r.csv").lines().count(), 1 + 9);
    }
    sandbox.stdout("relay census --pits 16 --seeds 2..10 --output r.csv --catalogue c.parquet");
    assert_eq!(sandbox.stdout("verify c.parquet"), "ok 0\n");
}
