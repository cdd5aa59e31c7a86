//! The jobs of relay sowing, run as experiments, held against the analyses that they are cut from.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;
use sowlab::analysis::census::{CensusRow, Cycle, Instructions, Plan, census};
use sowlab::analysis::longest::{self, LongestMove};
use sowlab::analysis::relay::digits_periods;
use sowlab::analysis::{mayer, relay};
use sowlab::certificate::verify_line;
use sowlab::experiment::manifest::ManifestError;
use sowlab::experiment::run::StepReport;
use sowlab::experiment::{Manifest, Options, run};
use sowlab::output::chart::{self, PeriodCount, period_chart};
use sowlab::output::{
    CatalogueFormat, CatalogueWriter, CycleRow, DigitsRow, Format, Row, write_rows,
};

fn manifest(step: &str) -> Result<Manifest, ManifestError> {
    let text = format!("schema = 1\n[[step]]\nname = \"step\"\n{step}");
    let none = |_: &str| Err(io::Error::other("there are no files"));
    Manifest::parse(Path::new("try.toml"), &text, &none)
}

fn options(folder: &Path) -> Options {
    Options {
        root: folder.to_owned(),
        work: folder.join("work"),
        shard: None,
        ledger: None,
        force: false,
        verify: false,
        memory: 1 << 28,
        threads: 1,
        version: "0".to_owned(),
        commit: "0".to_owned(),
        now: || "2000-01-01T00:00:00Z".to_owned(),
    }
}

/// Runs a step on so many threads: its report, and the bytes of its outputs by their names.
fn outputs_with(threads: usize, step: &str) -> (StepReport, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path());
    let manifest = manifest(step).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut reports = pool.install(|| run(&manifest, &options, &())).unwrap();
    let report = reports.remove(0);
    let files = report.outputs.iter().map(|output| {
        let name = output.rsplit('/').next().unwrap().to_owned();
        (name, fs::read(folder.path().join(output)).unwrap())
    });
    let files = files.collect();
    (report, files)
}

fn outputs(step: &str) -> BTreeMap<String, Vec<u8>> {
    outputs_with(2, step).1
}

fn csv<R: Row>(rows: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_rows(Format::Csv, rows, &mut bytes).unwrap();
    bytes
}

/// The rows and the cycles of a census, of the totals asked for.
fn asked(pits: &[u64], seeds: &[u64]) -> (Vec<CensusRow>, Vec<Cycle>) {
    let (least, most) = (*seeds.iter().min().unwrap(), *seeds.iter().max().unwrap());
    let (mut rows, mut cycles) = (Vec::new(), Vec::new());
    for &pits in pits {
        let mut take = |cycle: Cycle| {
            if seeds.contains(&cycle.seeds().into()) {
                cycles.push(cycle);
            }
            ControlFlow::Continue(())
        };
        let with = Instructions::Portable;
        let found = census(pits, least, most, with, Some(&mut take), &()).unwrap();
        rows.extend(seeds.iter().map(|seeds| found[(seeds - least) as usize].clone()));
    }
    (rows, cycles)
}

fn catalogue(format: CatalogueFormat, cycles: &[Cycle]) -> Vec<u8> {
    let mut writer = CatalogueWriter::new(format, Vec::new()).unwrap();
    for cycle in cycles {
        writer.push(&CycleRow::from(cycle)).unwrap();
    }
    writer.finish().unwrap()
}

const CENSUS: &str = r#"
job = "relay census"
pits = "8,1,3..4"
seeds = "11,3..9"
output = [
    { file = "rows.csv" },
    { file = "cycles.csv", as = "catalogue" },
    { file = "cycles.parquet", as = "catalogue" },
    { file = "recurrence.jsonl", as = "recurrence-certificates" },
    { file = "mayer.jsonl", as = "mayer-certificates" },
]
chart = [{ file = "states.svg" }, { file = "periods.svg", kind = "periods" }]
"#;

#[test]
fn a_census_has_the_rows_and_cycles_of_the_analysis() {
    let made = outputs(CENSUS);
    let (rows, cycles) = asked(&[8, 1, 3, 4], &[11, 3, 4, 5, 6, 7, 8, 9]);
    assert!(rows.iter().any(|row| row.states > row.mayer_states), "some are sporadic");
    assert_eq!(made["rows.csv"], csv(&rows));
    assert_eq!(made["cycles.csv"], catalogue(CatalogueFormat::Csv, &cycles));
    assert_eq!(made["cycles.parquet"], catalogue(CatalogueFormat::Parquet, &cycles));

    let count = |cycle: &Cycle| PeriodCount {
        pits: cycle.position.len() as u64,
        reduced_period: cycle.reduced_period,
        cycles: 1,
    };
    let counts: Vec<PeriodCount> = cycles.iter().map(count).collect();
    let drawn = period_chart(&counts, "8,1,3..4", "11,3..9", chart::Format::Svg).unwrap();
    assert_eq!(made["periods.svg"], drawn);
}

#[test]
fn each_cycle_of_a_census_is_certified() {
    let made = outputs(CENSUS);
    let (_, cycles) = asked(&[8, 1, 3, 4], &[11, 3, 4, 5, 6, 7, 8, 9]);
    let lines = |name: &str| -> Vec<String> {
        String::from_utf8(made[name].clone()).unwrap().lines().map(str::to_owned).collect()
    };
    let start = |cycle: &Cycle| {
        let words: Vec<String> = cycle.position.iter().map(ToString::to_string).collect();
        format!("\"position\":[{}]", words.join(","))
    };
    let passing: Vec<&Cycle> = cycles.iter().filter(|cycle| cycle.passes_mayer_test()).collect();
    assert!(passing.len() < cycles.len());
    for (name, proof, cycles) in [
        ("recurrence.jsonl", "recurrence", cycles.iter().collect()),
        ("mayer.jsonl", "mayer", passing),
    ] {
        let lines = lines(name);
        assert_eq!(lines.len(), cycles.len());
        for (line, cycle) in lines.iter().zip(cycles) {
            assert!(line.contains(&start(cycle)), "{line}");
            assert!(line.contains(&format!("\"proof\":\"{proof}\"")), "{line}");
            assert_eq!(verify_line(line), Ok(()), "{line}");
        }
    }
}

const LARGER: &str = r#"
job = "relay census"
pits = "11,16"
seeds = "2..22"
output = [{ file = "rows.csv" }, { file = "cycles.jsonl", as = "catalogue" }]
chart = [{ file = "periods.svg", kind = "periods" }]
"#;

#[test]
fn units_keep_the_order_of_the_cycles_whatever_the_threads() {
    let (report, made) = outputs_with(3, LARGER);
    assert!(report.units > 8, "{} units", report.units);
    let seeds: Vec<u64> = (2..=22).collect();
    let (rows, cycles) = asked(&[11, 16], &seeds);
    assert_eq!(made["rows.csv"], csv(&rows));
    assert_eq!(made["cycles.jsonl"], catalogue(CatalogueFormat::Jsonl, &cycles));
    assert_eq!(outputs_with(1, LARGER).1, made);
}

#[test]
fn parts_do_not_depend_on_the_instructions() {
    let sets = Instructions::ALL.into_iter().filter(|set| set.available());
    let plans: Vec<Plan> = sets.map(|set| Plan::new(16, 12, 24, true, set, &()).unwrap()).collect();
    assert!(plans[0].parts() > 100);
    let mut kept = 0;
    for part in 0..=plans[0].parts() {
        let parts: Vec<_> = plans.iter().map(|plan| plan.part(part, &()).unwrap()).collect();
        kept += parts[0].cycles.len();
        for other in &parts[1..] {
            assert_eq!(*other, parts[0], "part {part}");
        }
    }
    let all = asked(&[16], &(12..=24).collect::<Vec<_>>()).1;
    assert_eq!(kept, all.len());
    assert!(plans.iter().all(|plan| plan.parts() == plans[0].parts()));
}

#[test]
fn the_longest_moves_are_those_of_the_analysis() {
    let step = r#"
job = "relay longest"
pits = "16,1,4..5"
seeds = "16,3..6"
output = [{ file = "longest.csv" }]
"#;
    let (report, made) = outputs_with(2, step);
    assert!(report.units > 4, "{} units", report.units);
    let found = [16, 1, 4, 5].map(|pits| longest::longest(pits, 3, 16, &()).unwrap());
    let rows: Vec<&LongestMove> =
        found.iter().flat_map(|moves| [16, 3, 4, 5, 6].map(|seeds| &moves[seeds - 3])).collect();
    assert_eq!(made["longest.csv"], csv(rows));
}

#[test]
fn the_states_that_pass_are_those_of_the_formula() {
    let step = r#"
job = "relay mayer"
pits = "5,16,1"
seeds = "2..40,10^30"
output = [{ file = "mayer.csv" }]
"#;
    let totals: Vec<BigUint> =
        (2u32..=40).map(Into::into).chain([BigUint::from(10u8).pow(30)]).collect();
    let counts = [5, 16, 1].map(|pits| mayer::count(pits, &totals, 1 << 28, &()).unwrap());
    assert_eq!(outputs(step)["mayer.csv"], csv(counts.iter().flatten()));
}

#[test]
fn the_digits_of_numbers_are_sown_in_their_order() {
    let step = r#"
job = "relay digits"
numbers = "5000..7200,541,123456789"
lap-limit = 400
output = [{ file = "digits.csv" }]
"#;
    let (report, made) = outputs_with(2, step);
    assert!(report.units > 2, "{} units", report.units);
    let numbers: Vec<BigUint> =
        (5000u32..=7200).chain([541, 123_456_789]).map(Into::into).collect();
    let periods = digits_periods(&numbers, 400, &()).unwrap();
    assert!(periods.iter().any(Option::is_none) && periods.iter().any(Option::is_some));
    let rows = numbers.iter().zip(periods).map(|(n, period)| DigitsRow { n: n.clone(), period });
    assert_eq!(made["digits.csv"], csv(rows));
    assert_eq!(relay::digits_period(&541u32.into(), 400, &()), Ok(Some(51)));
}

#[test]
fn what_is_out_of_range_is_refused_at_its_place() {
    let refused = |step: &str| {
        let manifest = manifest(step).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path());
        run(&manifest, &options, &()).unwrap_err().to_string()
    };
    let out = "output = [{ file = \"a.csv\" }]";
    for (parameters, message) in [
        (
            "job = \"relay census\"\npits = \"2,65\"\nseeds = 5",
            "line 5, column 8: pits 65 is out of range; numbers from 1 to 64 are accepted",
        ),
        (
            "job = \"relay longest\"\npits = 4\nseeds = \"1..5\"",
            "line 6, column 9: seeds 1 is out of range; numbers from 2 to 120 are accepted",
        ),
        (
            "job = \"relay mayer\"\npits = 4\nseeds = \"1..5\"",
            "line 6, column 9: seeds 1 is too few; a move starts from a pit with at least 2 seeds",
        ),
        (
            "job = \"relay digits\"\nnumbers = \"0..5\"",
            "line 5, column 11: the number 0 has no digit to sow; numbers from 1 on are accepted",
        ),
        (
            "job = \"relay digits\"\nnumbers = 5\nlap-limit = 0",
            "line 6, column 13: lap-limit 0 decides nothing; at least 1 is accepted",
        ),
    ] {
        let error = refused(&format!("{parameters}\n{out}"));
        assert!(error.contains(message), "{error}\nis not\n{message}");
    }
}
