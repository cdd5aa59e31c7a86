//! Every kind of expectation: met, not met, with nothing to look at, and used wrongly.

use std::fs;

use super::*;
use crate::experiment::job::Form;
use crate::output::Format;
use crate::output::chart;

/// An expectation of an output, from its other keys.
fn read(output: &str, keys: &str) -> Result<Expectation, String> {
    toml::from_str(&format!("output = \"{output}\"\n{keys}"))
        .map_err(|error: toml::de::Error| error.message().to_owned())
}

/// What is found where an output holds this text.
fn found(output: &str, text: &str, keys: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(output);
    fs::write(&path, text).unwrap();
    let files = Files::from([("a/b.csv".to_owned(), b"n,m\n1,2\n".to_vec())]);
    read(output, keys).unwrap().met(&path, &files)
}

/// Asserts that an output in CSV is found to be so, and the same rows in JSON and JSON lines too.
#[track_caller]
fn csv(text: &str, keys: &str, says: &str) {
    let fault = found("x.csv", text, keys).err().unwrap_or_default();
    assert_eq!(fault, says, "{keys}");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let objects: Vec<String> = lines
        .map(|line| {
            let values = line.split(',').map(|value| match value {
                "" => "null".to_owned(),
                number if Decimal::of_cell(number).is_some() => number.to_owned(),
                text => format!("\"{text}\""),
            });
            let pairs = names.iter().zip(values);
            let pairs: Vec<String> =
                pairs.map(|(name, value)| format!("\"{name}\":{value}")).collect();
            format!("{{{}}}", pairs.join(","))
        })
        .collect();
    for (output, text) in [
        ("x.jsonl", objects.iter().map(|object| object.clone() + "\n").collect()),
        ("x.json", format!("[\n{}\n]\n", objects.join(",\n"))),
    ] {
        let fault = found(output, &text, keys).err().unwrap_or_default();
        assert_eq!(fault.is_empty(), says.is_empty(), "{output} of {keys}: {fault}");
    }
}

#[track_caller]
fn refused(keys: &str, says: &str) {
    let error = read("x.csv", keys).map(|_| ()).unwrap_err();
    assert!(error.contains(says), "{keys}: {error}");
}

const TABLE: &str = "pits,seeds,moves,name\n2,1,2,a\n2,2,3,b\n3,1,3,\n3,2,,c\n";
const BIG: &str = "n,m,share\n1000000000000000000000000000000,999999999999999999999999999999,0.1\n";

#[test]
fn equal_files() {
    let says = |text| found("x.csv", text, "equals = 'a/b.csv'").err().unwrap_or_default();
    assert_eq!(says("n,m\n1,2\n"), "");
    assert_eq!(says("n,m\n1,3\n"), "is not equal to a/b.csv: byte 7, in line 2, differs");
    assert_eq!(says("n,m\n1,2"), "is not equal to a/b.csv: byte 8, in line 2, differs");
    assert_eq!(says("n,m\n1,2\n\n"), "is not equal to a/b.csv: byte 9, in line 3, differs");
    assert_eq!(says(""), "is not equal to a/b.csv: byte 1, in line 1, differs");
    let expectation = read("x.csv", "equals = 'a/b.csv'").unwrap();
    assert_eq!(expectation.file(), Some("a/b.csv"));
    let files = Files::from([("a/b.csv".to_owned(), Vec::new())]);
    let missing = expectation.met(Path::new("/nowhere/x.csv"), &files).unwrap_err();
    assert_eq!(missing, "is missing");
}

#[test]
fn numbers_of_rows() {
    csv(TABLE, "rows = 4", "");
    csv(TABLE, "rows = '2^2'", "");
    csv(TABLE, "rows = 5", "has 4 rows, where 5 are expected");
    csv("n\n1\n", "rows = '10^30'", &format!("has 1 row, where 1{} are expected", "0".repeat(30)));
    csv("n\n", "rows = 0", "");
    refused(
        "rows = 'many'",
        "rows is `many`, which is no number; accepted are numbers such as 100",
    );
}

#[test]
fn values_of_some_rows() {
    csv(TABLE, "where = { pits = 2, seeds = 2 }\nhas = { moves = 3, name = 'b' }", "");
    csv(TABLE, "where = { name = '' }\nhas = { seeds = '1' }", "");
    csv(TABLE, "where = { moves = '' }\nhas = { name = 'c' }", "");
    let every = "where = { pits = 2 }\nhas = { moves = 2 }";
    csv(TABLE, every, "has moves = `3` in line 3, where `2` is expected");
    csv(
        TABLE,
        "where = { pits = 9, seeds = 1 }\nhas = { moves = 2 }",
        "has no row with pits = 9, seeds = 1",
    );
    csv("n\n", "has = { n = 1 }", "has no row");
    let unknown = "has no column `move` in line 2; there are pits, seeds, moves, name";
    csv(TABLE, "has = { move = 2 }", unknown);
    csv(TABLE, "where = { move = 2 }\nhas = { pits = 2 }", unknown);
    csv(BIG, "where = { n = '10^30' }\nhas = { m = '10^30-1', share = '0.10' }", "");
    csv(
        BIG,
        "has = { n = '10^30-1' }",
        "has n = `1000000000000000000000000000000` in line 2, where `10^30-1` is expected",
    );
    refused("has = {}", "has names no column");
    refused("has = { n = 0.5 }", "an integer, a boolean, or a text");
    refused("has = { n = [1] }", "an integer, a boolean, or a text");
    refused("where = { n = 1 }", "nothing is expected of x.csv; accepted is equals, rows");
}

#[test]
fn columns_beside_others_and_numbers() {
    csv(TABLE, "column = 'seeds'\nat-most = 'pits'", "");
    csv(TABLE, "column = 'pits'\nat-least = 2", "");
    csv(TABLE, "column = 'moves'\nat-most = 3", "");
    csv(TABLE, "column = 'moves'\nequals-column = 3\nwhere = { pits = 3 }", "");
    csv(TABLE, "column = 'name'\nequals-column = 'name'", "");
    csv(
        TABLE,
        "column = 'moves'\nat-most = 'pits'",
        "has moves = 3 in line 3, which is not at most pits = 2",
    );
    csv(
        TABLE,
        "column = 'pits'\nat-least = 'moves'\nwhere = { seeds = 2 }",
        "has pits = 2 in line 3, which is not at least moves = 3",
    );
    csv(
        TABLE,
        "column = 'moves'\nequals-column = '2.0'",
        "has moves = 3 in line 3, which is not equal to 2",
    );
    csv(
        TABLE,
        "column = 'moves'\nat-most = 9\nwhere = { name = 'c' }",
        "has no value of moves in the rows with name = c",
    );
    csv("n\n", "column = 'n'\nat-most = 9", "has no value of n");
    csv(TABLE, "column = 'name'\nat-most = 9", "has name = `a` in line 2, which is no number");
    csv(
        TABLE,
        "column = 'moves'\nat-most = 'pit'",
        "has no column `pit` in line 2; there are pits, seeds, moves, name",
    );
    // Neither fits a machine word, and a half is not rounded.
    csv(BIG, "column = 'n'\nat-least = 'm'", "");
    csv(
        BIG,
        "column = 'm'\nat-least = 'n'",
        "has m = 999999999999999999999999999999 in line 2, which is not at least n = 1000000000000000000000000000000",
    );
    csv(BIG, "column = 'share'\nat-most = '0.1'", "");
    csv(
        BIG,
        "column = 'share'\nat-least = '0.10000000000000000000001'",
        "has share = 0.1 in line 2, which is not at least 0.10000000000000000000001",
    );
    refused("at-most = 3", "at-most needs a column");
    refused("column = 'n'", "nothing is expected");
    refused(
        "column = 'n'\nat-most = 3\nat-least = 2",
        "at-most and at-least stand in one expectation",
    );
}

#[test]
fn rising_columns() {
    let by = "column = 'moves'\nrises = 'strictly'\nby = ['pits']";
    csv(TABLE, "column = 'moves'\nrises = 'weakly'", "");
    csv(TABLE, by, "");
    csv(
        TABLE,
        "column = 'moves'\nrises = 'strictly'",
        "has moves = 3 in line 4 after 3 in line 3, and is to rise strictly",
    );
    csv(
        TABLE,
        "column = 'seeds'\nrises = 'weakly'",
        "has seeds = 1 in line 4 after 2 in line 3, and is to rise weakly",
    );
    // The rows of a group need not stand together.
    csv(
        "g,n\na,5\nb,1\na,4\n",
        "column = 'n'\nrises = 'weakly'\nby = ['g']",
        "has n = 4 in line 4 after 5 in line 2, and is to rise weakly",
    );
    csv(
        "g,n\na,5\nb,4\n",
        "column = 'n'\nrises = 'weakly'\nby = ['g']",
        "has no two rows in which n could rise",
    );
    csv("n,m\n1,\n2,\n", "column = 'm'\nrises = 'weakly'", "has no two rows in which m could rise");
    csv("n\n-2\n-1.5\n10\n", "column = 'n'\nrises = 'strictly'", "");
    csv(
        TABLE,
        "column = 'moves'\nrises = 'weakly'\nby = ['g']",
        "has no column `g` in line 2; there are pits, seeds, moves, name",
    );
    refused("column = 'n'\nrises = 'fast'", "expected `weakly` or `strictly`");
    refused(
        "column = 'n'\nrises = 'weakly'\nwhere = { n = 1 }",
        "where says nothing beside rises; leave it out",
    );
    refused("rows = 3\nby = ['n']", "by says nothing beside rows");
}

#[test]
fn sums_of_columns() {
    csv(TABLE, "column = 'moves'\nsum = 8", "");
    csv(TABLE, "column = 'moves'\nsum = 9", "has 8 as the sum of moves, where 9 is expected");
    csv(BIG, "column = 'n'\nsum = '10^30'", "");
    csv("n\n0.1\n0.2\n1e-1\n", "column = 'n'\nsum = '0.4'", "");
    csv("n,m\n1,\n", "column = 'm'\nsum = 0", "has no value of m");
    csv("n\n", "column = 'n'\nsum = 0", "has no value of n");
    refused("column = 'n'\nsum = 'n'", "sum is `n`, which is no number");
}

#[test]
fn certificates_that_hold() {
    let certificate = |period| {
        format!(
            "{{\"claim\":\"never-ends\",\"proof\":\"recurrence\",\"system\":\"relay\",\"pits\":3,\
             \"position\":[2,0,1],\"pit\":0,\"path\":\"\",\"preperiod\":0,\"period\":{period},\
             \"sown\":{},\"made_by\":\"sowlab x.y.z\"}}\n",
            2 * period
        )
    };
    let says =
        |output, text: &str| found(output, text, "certificates = 'hold'").err().unwrap_or_default();
    assert_eq!(says("x.jsonl", &certificate(3)), "");
    assert_eq!(
        says("x.jsonl", &(certificate(3) + &certificate(6))),
        "has a certificate in line 2 that does not hold: the state recurs after 3 laps, not 6"
    );
    assert_eq!(says("x.jsonl", ""), "has no certificate");
    let header = "pits,seeds,position,hand,reduced_period,period,sown\n";
    assert_eq!(says("x.csv", &format!("{header}3,3,2 0 1,2,1,3,6\n")), "");
    assert_ne!(says("x.csv", &format!("{header}3,3,2 0 1,2,1,3,7\n")), "");
    assert_eq!(says("x.csv", header), "has no certificate");
    refused("certificates = 'maybe'", "`hold`");
    refused("certificates = true", "");
}

#[test]
fn outputs_that_cannot_be_read_back() {
    assert!(found("x.csv", "n,m\n1\n", "rows = 1").unwrap_err().starts_with("cannot be read: "));
    let broken = found("x.jsonl", "{\"n\":1}\n{\"n\":", "rows = 1").unwrap_err();
    assert!(broken.starts_with("cannot be read in line 2: "), "{broken}");
    let text = found("x.json", "{}", "rows = 1").unwrap_err();
    assert!(text.starts_with("cannot be read: "), "{text}");
    let missing =
        read("x.csv", "rows = 1").unwrap().met(Path::new("/nowhere/x.csv"), &Files::new());
    assert!(missing.unwrap_err().starts_with("cannot be read: "));
}

#[test]
fn what_can_be_expected_of_which_output() {
    let outputs = [
        ("x.csv", Product::Rows(Format::Csv)),
        ("x.md", Product::Rows(Format::Markdown)),
        ("b.txt", Product::BFile),
        ("x.svg", Product::Chart("heat-map", chart::Format::Svg)),
        ("c.jsonl", Product::Certificates(Form::Certificates)),
        ("c.csv", Product::Catalogue(CatalogueFormat::Csv)),
        ("c.parquet", Product::Catalogue(CatalogueFormat::Parquet)),
    ]
    .map(|(file, product)| Output { file: file.to_owned(), product });
    let says = |output, keys| {
        let expected = read(output, keys).unwrap();
        expected.check(&outputs, &["n", "m"]).err().unwrap_or_default()
    };
    assert_eq!(says("x.csv", "column = 'n'\nat-most = 'm'"), "");
    let unknown = "`x.csv` has no column `k`; accepted are n, m";
    for keys in [
        "column = 'k'\nat-most = 'm'",
        "column = 'n'\nat-most = 'k'",
        "column = 'n'\nat-most = 3\nwhere = { k = 1 }",
        "where = { n = 1 }\nhas = { k = 1 }",
        "column = 'n'\nrises = 'weakly'\nby = ['k']",
        "column = 'k'\nsum = 1",
    ] {
        assert_eq!(says("x.csv", keys), unknown, "{keys}");
    }
    assert!(
        says("c.csv", "column = 'n'\nsum = 1").contains("has no column `n`; accepted are pits")
    );
    for output in ["x.csv", "x.md", "b.txt", "x.svg", "c.jsonl", "c.csv", "c.parquet"] {
        assert_eq!(says(output, "equals = 'a'"), "");
    }
    for output in ["x.csv", "c.jsonl", "c.csv"] {
        assert_eq!(says(output, "rows = 1"), "");
    }
    for output in ["c.jsonl", "c.csv"] {
        assert_eq!(says(output, "certificates = 'hold'"), "");
    }
    assert!(says("x.csv", "certificates = 'hold'").contains("has no certificates; accepted are"));
    assert!(says("c.parquet", "certificates = 'hold'").contains(".csv or .jsonl"));
    assert!(says("c.parquet", "rows = 1").contains("cannot be read back"));
    assert!(says("x.md", "rows = 1").contains("that end in .csv, .json or .jsonl"));
    assert!(says("b.txt", "rows = 1").contains("only `equals` can be expected"));
    assert!(says("x.svg", "rows = 1").contains("only `equals` can be expected"));
    assert_eq!(
        says("y.csv", "rows = 1"),
        "`y.csv` is no output of this step; accepted are x.csv, x.md, b.txt, x.svg, c.jsonl, c.csv, c.parquet"
    );
}

#[test]
fn wrong_keys() {
    refused("row = 1", "unknown field `row`");
    refused("rows = 1\nsum = 1\ncolumn = 'n'", "rows and sum stand in one expectation");
    refused("rows = 1\ncolumn = 'n'", "column says nothing beside rows");
    refused("", "nothing is expected of x.csv");
    assert!(toml::from_str::<Expectation>("rows = 1").unwrap_err().message().contains("`output`"));
}

#[test]
fn decimals() {
    let same =
        |cell: &str, shown: &str| assert_eq!(Decimal::of_cell(cell).unwrap().to_string(), shown);
    same("007", "7");
    same("-0.50", "-0.5");
    same("1.5e3", "1500");
    same("25e-4", "0.0025");
    same("0", "0");
    for text in ["", "-", ".5", "5.", "+5", "1e", "1e99999999", "0x1", "1_0", " 1", "NaN", "10^3"] {
        assert!(Decimal::of_cell(text).is_none(), "{text}");
    }
    assert_eq!(Decimal::of_manifest("10^3"), Decimal::of_cell("1000.0"));
    assert!(Decimal::of_manifest("n").is_none());
    assert!(Decimal::of_manifest("").is_none());
}
