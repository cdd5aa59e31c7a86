//! Manifests that are wrong, each with the place and the sentence that say so; and that no text panics.

use std::fs;

use proptest::prelude::*;

use super::*;

/// The keys of a step that is right.
const STEP: &str = "\
[[step]]
name = \"a\"
job = \"mirall table\"
pits = \"1..3\"
seeds = 2
output = [{ file = \"a.csv\" }]
";

fn parse(text: &str) -> Result<Manifest, ManifestError> {
    let load = |name: &str| match name {
        "there.csv" | "folder/there.csv" => Ok(b"pits\n".to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    Manifest::parse(Path::new("folder/m.toml"), text, &load)
}

/// A manifest of one step, with something in the place of something else.
fn with(old: &str, new: &str) -> String {
    let text = format!("schema = 1\n{STEP}");
    assert!(text.contains(old), "{old}");
    text.replace(old, new)
}

/// Asserts that a manifest is refused at a line and a column, in one sentence that holds the words.
#[track_caller]
fn refused(text: &str, line: usize, column: usize, says: &str) {
    let error = parse(text).map(|_| ()).unwrap_err();
    told(&error, line, column, says);
}

#[track_caller]
fn told(error: &ManifestError, line: usize, column: usize, says: &str) {
    assert!(error.message.contains(says), "{error}");
    assert!(!error.message.contains('\n'), "{error}");
    assert_eq!((error.line, error.column), (line, column), "{error}");
    let shown = error.to_string();
    assert!(
        shown.starts_with(&format!("folder/m.toml, line {line}, column {column}: ")),
        "{shown}"
    );
}

/// Asserts that a manifest is read but a step of it cannot be prepared.
#[track_caller]
fn unprepared(text: &str, line: usize, column: usize, says: &str) {
    let manifest = parse(text).unwrap();
    let step = &manifest.steps[0];
    let products: Vec<Product> = step.outputs.iter().map(|output| output.product).collect();
    let asked =
        super::super::job::Asked { files: &manifest.files, products: &products, observer: &() };
    let error = step.job.prepare(&asked).map(|_| ()).unwrap_err();
    told(&manifest.fault(step, &error), line, column, says);
}

#[test]
fn a_manifest_that_is_right() {
    let manifest = parse(&with("schema = 1", "schema = 1\ntitle = 'T'")).unwrap();
    assert_eq!((manifest.name.as_str(), manifest.title.as_str()), ("m", "T"));
    let step = &manifest.steps[0];
    assert_eq!(step.name, "a");
    let paths: Vec<_> = step.outputs.iter().map(|output| output.path("m")).collect();
    assert_eq!(paths, [Path::new("data/m/a.csv")]);
    let named = parse(&with("schema = 1", "schema = 1\nname = 'other'")).unwrap();
    assert_eq!(named.name, "other");
    // Expectations are no part of what the results depend on; each parameter and output is.
    let identity = |text: &str| {
        let manifest = parse(text).unwrap();
        manifest.steps[0].identity(&manifest.files).digest()
    };
    let same = identity(&with("", ""));
    let expecting = format!("schema = 1\n{STEP}expect = [{{ output = 'a.csv', rows = 3 }}]\n");
    assert_eq!(identity(&expecting), same);
    assert_eq!(identity(&with("seeds = 2", "seeds = '2'")), same);
    for (old, new) in [("seeds = 2", "seeds = 3"), ("a.csv", "b.csv"), ("a.csv", "a.json")] {
        assert_ne!(identity(&with(old, new)), same, "{new}");
    }
}

#[test]
fn ends_of_lines_and_marks() {
    let windows = with("", "").replace('\n', "\r\n");
    assert_eq!(parse(&windows).unwrap().steps.len(), 1);
    refused(&windows.replace("seeds = 2", "seedz = 2"), 6, 1, "unknown key `seedz`");
    let marked = format!("\u{FEFF}{}", with("", ""));
    assert_eq!(parse(&marked).unwrap().steps.len(), 1);
    // The mark is no column.
    refused(&marked.replace("schema = 1", "schema = 7"), 1, 10, "schema 7 is not known");
    refused(&marked.replace("seeds = 2", "seeds = true"), 6, 9, "boolean");
    // Columns count characters.
    refused(&with("{ file = \"a.csv\" }", "{ file = 'a.csv', as = 'grøn' }"), 7, 34, "`grøn`");
    refused("schema = 1 # ééé\ntitle = \"äöü\" ß", 2, 15, "");
    refused("schema = 1\n\0", 2, 2, "");
    refused(&with("\"a\"", "\"a\0\""), 3, 10, "");
}

#[test]
fn syntax() {
    refused("schema = ", 1, 10, "");
    refused("schema = 1\n[[step]\n", 2, 8, "");
    refused("schema = 1\nschema = 1\n", 2, 1, "key");
    refused(&with("\"1..3\"", "\"1..3"), 5, 13, "");
    refused(&with("[[step]]", "]"), 2, 1, "");
}

#[test]
fn the_head() {
    refused("", 1, 1, "missing key `schema`");
    refused("title = 'T'", 1, 1, "missing key `schema`");
    refused("schema = 1", 1, 1, "there is no [[step]], so nothing is computed");
    refused("schema = 1\nstep = []", 1, 1, "there is no [[step]], so nothing is computed");
    refused("schema = 1\nstep = 3", 2, 8, "a step begins with [[step]], in two brackets");
    refused("schema = 1\n[step]\nname = 'a'", 2, 1, "a step begins with [[step]], in two brackets");
    refused("schema = 1\nstep = [1]", 2, 9, "a step begins with [[step]], in two brackets");
    for (schema, says) in [
        ("2", "schema 2 is not known to this version of sowlab; accepted is 1"),
        ("-1", "schema -1 is not known"),
        ("0", "schema 0 is not known"),
        ("'1'", "string"),
        ("1.0", "float"),
        ("99999999999999999999", ""),
    ] {
        refused(&with("schema = 1", &format!("schema = {schema}")), 1, 10, says);
    }
    let unknown = "unknown key `tilte`; accepted are `schema`, `name`, `title`, `step`";
    refused(&with("schema = 1", "schema = 1\ntilte = ''"), 2, 1, unknown);
    refused(&with("schema = 1", "schema = 1\ntitle = 3"), 2, 9, "integer");
    for name in ["", ".", "..", "a/b", "/a", "a\\\\b", ".a", "-a", "ä", "a b", &"a".repeat(101)] {
        let text = with("schema = 1", &format!("schema = 1\nname = \"{name}\""));
        refused(&text, 2, 8, "the name of an experiment is `");
        refused(
            &with("name = \"a\"", &format!("name = \"{name}\"")),
            3,
            8,
            "the name of a step is `",
        );
        refused(&with("a.csv", name), 7, 20, "the name of an output is `");
    }
    let load = |_: &str| Err(io::Error::from(io::ErrorKind::NotFound));
    let file = Manifest::parse(Path::new("my file.toml"), &with("", ""), &load).unwrap_err();
    assert!(
        file.message
            .contains("the name of the file, which is that of the experiment, is `my file`")
    );
}

#[test]
fn keys_of_steps() {
    refused(&with("name = \"a\"\n", ""), 2, 1, "missing key `name`");
    refused(&with("job = \"mirall table\"\n", ""), 2, 1, "missing key `job`");
    refused(&with("seeds = 2\n", ""), 2, 1, "missing key `seeds`");
    refused(
        &with("\"mirall table\"", "\"mirall tabel\""),
        4,
        7,
        "there is no job `mirall tabel`; accepted are `mirall table`, `mirall staircase`",
    );
    refused(&with("\"mirall table\"", "7"), 4, 7, "integer");
    refused(
        &with("seeds = 2", "seed = 2"),
        6,
        1,
        "unknown key `seed`; accepted are `pits`, `seeds`, `method`",
    );
    refused(
        &with("seeds = 2", "seeds = 2\nmethod = 'magic'"),
        7,
        10,
        "unknown value `magic`; accepted are",
    );
    refused(
        &with("output = [{ file = \"a.csv\" }]\n", ""),
        2,
        1,
        "the step `a` has no output and no chart",
    );
    refused(&with("[{ file = \"a.csv\" }]", "[]"), 2, 1, "the step `a` has no output and no chart");
    refused(&with("[{ file = \"a.csv\" }]", "'a.csv'"), 7, 10, "string");
    let second = STEP.replace("a.csv", "b.csv");
    refused(
        &format!("schema = 1\n{STEP}{second}"),
        9,
        8,
        "there is a step `a` already; each has a name of its own",
    );
    let capital = second.replace("\"a\"", "\"A\"");
    refused(&format!("schema = 1\n{STEP}{capital}"), 9, 8, "there is a step `A` already");
}

#[test]
fn outputs_and_charts() {
    let output = |text: &str| with("{ file = \"a.csv\" }", text);
    refused(&output("{}"), 7, 11, "missing key `file`");
    refused(&output("{ file = 1 }"), 7, 20, "integer");
    refused(
        &output("{ file = 'a.csv', form = 'grid' }"),
        7,
        29,
        "unknown key `form`; accepted are `file` or `as`",
    );
    refused(&output("{ file = 'a.csv', as = 'gird' }"), 7, 34, "unknown value `gird`");
    refused(
        &output("{ file = 'a.csv', as = 'catalogue' }"),
        7,
        34,
        "the job `mirall table` is not written as catalogue; accepted are rows, grid, b-file",
    );
    refused(&output("{ file = 'a' }"), 7, 20, "accepted are .csv .json .jsonl .md .txt");
    refused(&output("{ file = 'a.png' }"), 7, 20, "accepted are .csv");
    refused(
        &output("{ file = 'a.json', as = 'grid' }"),
        7,
        20,
        "a grid has no json form; accepted are files that end in .csv, .md or .txt",
    );
    let doubled = "is another file of the experiment already; each has a name of its own";
    refused(&output("{ file = 'a.csv' }, { file = 'A.CSV' }"), 7, 40, doubled);
    refused(&output("{ file = 'provenance.json' }"), 7, 20, doubled);
    refused(&output("{ file = 'Provenance.json' }"), 7, 20, doubled);
    let second = STEP.replace("\"a\"", "\"b\"");
    refused(&format!("schema = 1\n{STEP}{second}"), 13, 20, doubled);
    let chart = |text: &str| format!("schema = 1\n{STEP}chart = [{text}]");
    assert_eq!(parse(&chart("{ file = 'a.svg' }")).unwrap().steps[0].outputs.len(), 2);
    refused(
        &chart("{ file = 'a.svg', kind = 'pie' }"),
        8,
        35,
        "no chart `pie` is drawn of the job `mirall table`; accepted are heat-map, against-seeds, against-pits",
    );
    refused(&chart("{ file = 'a.gif' }"), 8, 19, ".svg");
    refused(&chart("{ file = 'a.csv' }"), 8, 19, doubled);
    refused(&chart("{ file = 'a.svg', colour = 1 }"), 8, 28, "unknown key `colour`");
}

#[test]
fn expectations() {
    let expect = |text: &str| format!("schema = 1\n{STEP}expect = [{{ {text} }}]");
    let right = parse(&expect("output = 'a.csv', equals = 'folder/there.csv'")).unwrap();
    assert_eq!(right.files.keys().collect::<Vec<_>>(), ["folder/there.csv"]);
    refused(
        &expect("output = 'b.csv', rows = 1"),
        8,
        11,
        "`b.csv` is no output of this step; accepted are a.csv",
    );
    refused(&expect("rows = 1"), 8, 11, "missing key `output`");
    refused(
        &expect("output = 'a.csv'"),
        8,
        11,
        "nothing is expected of a.csv; accepted is equals, rows, has",
    );
    refused(
        &expect("output = 'a.csv', rows = 1, equals = 'there.csv'"),
        8,
        11,
        "equals and rows stand in one expectation",
    );
    refused(
        &expect("output = 'a.csv', row = 1"),
        8,
        31,
        "unknown key `row`; accepted are `output`, `equals`, `rows`, `where`, `has`",
    );
    refused(&expect("output = 'a.csv', rows = [1]"), 8, 38, "an integer, a boolean, or a text");
    refused(
        &expect("output = 'a.csv', column = 'n', rises = 'up'"),
        8,
        53,
        "unknown value `up`; accepted are `weakly` or `strictly`",
    );
    refused(
        &expect("output = 'a.csv', certificates = 'hold'"),
        8,
        11,
        "`a.csv` has no certificates",
    );
    refused(
        &expect("output = 'a.csv', equals = 'not.csv'"),
        8,
        11,
        "cannot read the file `not.csv` beside the manifest: entity not found",
    );
    let tables = format!(
        "schema = 1\n{STEP}[[step.expect]]\noutput = 'a.csv'\nrows = 3\n[[step.expect]]\noutput = 'a.csv'\nrow = 3\n"
    );
    refused(&tables, 13, 1, "unknown key `row`");
}

#[test]
fn parameters() {
    let seeds = |text: &str| with("seeds = 2", &format!("seeds = {text}"));
    refused(&seeds("-2"), 6, 9, "-2");
    refused(&seeds("2.5"), 6, 9, "float");
    refused(&seeds("''"), 6, 9, "");
    refused(&seeds("'5..1'"), 6, 9, "`5..1`");
    refused(&seeds("'1e30'"), 6, 9, "write 10^30");
    refused(&seeds("'10^9999999999'"), 6, 9, "");
    refused(&seeds("[1, 2]"), 6, 9, "a list of numbers, such as \"1..5,10^30\"");
    refused(&seeds("1979-05-27"), 6, 9, "a list of numbers");
    unprepared(&seeds("0"), 6, 9, "at least 1");
    unprepared(&seeds("'1..10^30'"), 6, 9, "up to 2^24 are accepted");
    unprepared(&seeds("'10^30'\nmethod = 'sieve'"), 7, 10, "");
    unprepared(
        &with("\"1..3\"", "0"),
        5,
        8,
        "pits 0 is out of range; numbers from 1 to 2^64-1 are accepted",
    );
    unprepared(&with("\"1..3\"", "'2^64'"), 5, 8, "is out of range");
    let gaps = with("{ file = \"a.csv\" }", "{ file = 'b.txt', as = 'b-file' }")
        .replace("\"1..3\"", "'1,3'")
        .replace("seeds = 2", "seeds = '2,7'");
    unprepared(&gaps, 2, 1, "a b-file of a table needs pits 1..P and seeds 1..S");
    let staircase =
        with("\"mirall table\"", "\"mirall staircase\"").replace("seeds = 2", "up-to = 0");
    unprepared(&staircase, 6, 9, "up-to 0 leaves nothing to sow; at least 1 is accepted");
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.toml");
    let says = |path: &Path| Manifest::load(path).map(|_| ()).unwrap_err().to_string();
    assert!(says(&path).contains("m.toml: cannot read the manifest: "));
    assert!(says(folder.path()).contains("it is a directory; the name of a file is needed"));
    fs::write(&path, b"schema = 1\n\xff").unwrap();
    assert!(says(&path).ends_with("cannot read the manifest: it is not UTF-8"));
    let large = fs::File::create(&path).unwrap();
    large.set_len(MOST_BYTES + 1).unwrap();
    assert!(says(&path).ends_with("cannot read the manifest: it is larger than 64 MiB"));
    // A file that the manifest names has the same bound.
    fs::write(
        &path,
        with("a.csv\" }]", "a.csv\" }]\nexpect = [{ output = 'a.csv', equals = 'big' }]"),
    )
    .unwrap();
    let large = fs::File::create(folder.path().join("big")).unwrap();
    large.set_len(MOST_BYTES + 1).unwrap();
    let text = says(&path);
    assert!(
        text.contains(
            "line 8, column 11: cannot read the file `big` beside the manifest: it is larger"
        ),
        "{text}"
    );
}

/// The manifests of the repository, and what they expect, are right.
#[test]
fn manifests_of_the_repository() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let manifest = Manifest::load(&path).unwrap();
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            for step in &manifest.steps {
                for (output, met) in super::super::provenance::expectations(&manifest, step, root) {
                    assert_eq!(met, Ok(()), "{}: {output}", path.display());
                }
            }
            count += 1;
        }
    }
    assert!(count > 0);
}

/// Pieces of which manifests, right and wrong, are made.
const PIECES: [&str; 28] = [
    "schema",
    "name",
    "title",
    "step",
    "[[step]]",
    "[step]",
    "job",
    "output",
    "chart",
    "expect",
    "file",
    "as",
    "kind",
    "pits",
    "seeds",
    "up-to",
    "\"mirall table\"",
    "\"mirall staircase\"",
    "\"1..5,10^30\"",
    "'a.csv'",
    "1",
    "-1",
    "2.5",
    "[",
    "]",
    "{",
    "}",
    "\u{FEFF}é\0",
];

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_pieces_panic(
        pieces in prop::collection::vec((0..PIECES.len(), prop::sample::select(vec![" ", "=", "\n", ","])), 0..60)
    ) {
        let text: String =
            pieces.iter().flat_map(|&(piece, end)| [PIECES[piece], end]).collect();
        let _ = parse(&format!("schema = 1\n{text}"));
    }

    #[test]
    fn no_broken_manifest_panics(from in 0usize..140, length in 0usize..20, new in "\\PC{0,4}") {
        let text = with("", "");
        let kept: String = text.chars().take(from).collect();
        let rest: String = text.chars().skip(from + length).collect();
        if let Ok(manifest) = parse(&format!("{kept}{new}{rest}")) {
            for step in &manifest.steps {
                let products: Vec<Product> = step.outputs.iter().map(|output| output.product).collect();
                let asked = super::super::job::Asked {
                    files: &manifest.files,
                    products: &products,
                    observer: &(),
                };
                if let Err(error) = step.job.prepare(&asked) {
                    let _ = manifest.fault(step, &error).to_string();
                }
            }
        }
    }
}
