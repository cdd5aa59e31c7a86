//! `sowlab verify` and `sowlab relay certify`, the real binary: verdicts, strange inputs, limits,
//! signals.

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Sandbox;

/// The header of a catalogue, and a true row.
const HEADER: &str = "pits,seeds,position,hand,reduced_period,period,sown";
const ROW: &str = "3,3,2 0 1,2,1,3,6";

/// A true certificate.
fn line() -> String {
    certificate("2,0,1", "3", "6")
}

fn certificate(position: &str, period: &str, sown: &str) -> String {
    let pits = position.split(',').count();
    format!(
        "{{\"claim\":\"never-ends\",\"proof\":\"recurrence\",\"system\":\"relay\",\"pits\":{pits},\
         \"position\":[{position}],\"pit\":0,\"path\":\"\",\"preperiod\":0,\"period\":{period},\
         \"sown\":{sown},\"made_by\":\"sowlab x.y.z\"}}"
    )
}

/// A move that never ends, by its labels, and whose period is more than anyone plays.
const ENDLESS: &str = "6,2,3,0,7,8,7,15,14,15,3,5,6,0,12,5";

impl Sandbox {
    /// What `verify` says of a file with these bytes: the exit code and standard output.
    fn verdict(&self, bytes: &[u8], options: &str) -> (i32, String) {
        fs::write(self.path("a"), bytes).unwrap();
        let assert = self.sowlab(&format!("verify a {options}"));
        let output = assert.get_output();
        (output.status.code().unwrap(), String::from_utf8(output.stdout.clone()).unwrap())
    }
}

#[test]
fn the_verdict_is_one_line() {
    let sandbox = Sandbox::new();
    let (good, bad) = (line(), certificate("2,0,1", "6", "12"));
    let (ok, no) = (|count| (0, format!("ok {count}\n")), |text: &str| (1, format!("{text}\n")));
    let verdict = |text: &str| sandbox.verdict(text.as_bytes(), "");
    let false_at = |at| no(&format!("false: a:{at}: the state recurs after 3 laps, not 6"));
    assert_eq!(verdict(""), ok(0));
    assert_eq!(verdict("\n \r\n\n"), ok(0));
    assert_eq!(verdict(&good), ok(1), "without an end of line");
    assert_eq!(verdict(&format!("{good}\n")), ok(1));
    assert_eq!(verdict(&format!("\u{FEFF}\r\n\r\n{good}\r\n\r\n  {good}  \r\n")), ok(2));
    assert_eq!(verdict(&format!("{good}\n\n{bad}\n{good}\n{bad}\n")), false_at(3));
    assert_eq!(
        verdict(&format!("{good}\n{{}}\n{bad}")),
        no("malformed: a:2: the field `claim` is missing")
    );
    assert_eq!(
        verdict(&format!("{good}\n{}", &good[..90])),
        no("malformed: a:2: no JSON object: the line breaks off at column 90")
    );
    assert_eq!(
        verdict(&format!("{good}\n\u{FEFF}{good}")),
        no("malformed: a:2: no JSON object: expected value at column 1"),
        "a mark in the middle"
    );
    assert_eq!(
        verdict("a certificate\n"),
        no(
            "malformed: a:1: `a certificate` is neither a certificate, one JSON object on a line, nor the header of a catalogue of cycles"
        )
    );
    let bytes = [good.as_bytes(), b"\n", &good.as_bytes()[..9], b"\xFF\n"].concat();
    assert_eq!(
        sandbox.verdict(&bytes, ""),
        no("malformed: a:2: column 10 is not UTF-8; accepted is text in UTF-8")
    );
    // A field may hold anything, and the verdict stays one line.
    assert_eq!(verdict("{\"a\\nb\":1}"), no("malformed: a:1: there is no field `a\\nb`"));
    assert_eq!(sandbox.verdict(good.as_bytes(), "--output verdict"), (0, String::new()));
    assert_eq!(sandbox.read("verdict"), "ok 1\n");
    assert_eq!(sandbox.verdict(bad.as_bytes(), "-o verdict"), (1, String::new()));
    assert_eq!(sandbox.read("verdict"), "false: a:1: the state recurs after 3 laps, not 6\n");
}

#[test]
fn catalogues_are_known_by_their_header() {
    let sandbox = Sandbox::new();
    let verdict = |text: &str| sandbox.verdict(text.as_bytes(), "");
    let ok = |count| (0, format!("ok {count}\n"));
    assert_eq!(verdict(HEADER), ok(0));
    assert_eq!(verdict(&format!("{HEADER}\n{ROW}\n{ROW}\n")), ok(2));
    assert_eq!(verdict(&format!("\u{FEFF}{HEADER}\r\n{ROW}\r\n")), ok(1));
    let wrong = "malformed: a:3: a row of a catalogue has 7 values, and here are 6\n";
    assert_eq!(verdict(&format!("{HEADER}\n{ROW}\n3,3,2 0 1,2,1,3")), (1, wrong.into()));
    let wrong = "false: a:2: the state recurs after 3 laps, not 9\n";
    assert_eq!(verdict(&format!("{HEADER}\n3,3,2 0 1,2,1,9,6\n{ROW}")), (1, wrong.into()));
    let json = |seeds: u8| {
        format!(
            "{{\"pits\":3,\"seeds\":{seeds},\"position\":\"2 0 1\",\"hand\":2,\
             \"reduced_period\":1,\"period\":3,\"sown\":6}}"
        )
    };
    assert_eq!(verdict(&format!("{}\n{}\n", json(3), json(3))), ok(2));
    let wrong = "false: a:2: `seeds` is 4, and the position has 3\n";
    assert_eq!(verdict(&format!("{}\n{}\n", json(3), json(4))), (1, wrong.into()));
    assert_eq!(verdict(&format!("{}\n{}\n", json(3), line())).0, 1);
    assert_eq!(verdict(&format!("{}\n{}\n", line(), json(3))).0, 1);
    assert_eq!(verdict(ROW).0, 1);
    assert_eq!(verdict(&format!("{HEADER}\n{}", line())).0, 1);
    assert_eq!(verdict(&format!("{}\n{HEADER}\n{ROW}", line())).0, 1);
}

#[test]
fn several_inputs() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("a"), line() + "\n" + &line()).unwrap();
    fs::write(sandbox.path("b"), format!("{HEADER}\n{ROW}\n")).unwrap();
    fs::write(sandbox.path("c"), certificate("2,0,1", "6", "12")).unwrap();
    assert_eq!(sandbox.stdout("verify a b a"), "ok 5\n");
    sandbox
        .sowlab("verify b c a")
        .code(1)
        .stdout("false: c:1: the state recurs after 3 laps, not 6\n")
        .stderr("");
    sandbox.shell("cat a | $SOWLAB verify b - a").success().stdout("ok 5\n");
    sandbox.shell("cat c | $SOWLAB verify -").code(1).stdout(predicates::str::contains("-:1:"));
    sandbox.shell("$SOWLAB verify /dev/stdin < a").success().stdout("ok 2\n");
    sandbox.shell("mkfifo pipe; cat a > pipe & $SOWLAB verify pipe").success().stdout("ok 2\n");
    for (words, says) in [
        ("verify a missing", "cannot read missing: No such file"),
        ("verify c missing", "cannot read missing: No such file"),
        ("verify a .", "cannot read .: it is a directory"),
        ("verify - -", "- is given 2 times"),
        ("verify a --lap-limit 1e3", "write 10^3"),
        ("verify a --memory 2G", "is not a size"),
        ("verify a --memory 1kB", "a:1: the line is longer than 15 bytes, a 64th of the memory"),
        ("verify a --output missing/verdict", "cannot write to missing/verdict"),
        ("verify", "--help says what is accepted"),
    ] {
        sandbox.refused(&words.split(' ').collect::<Vec<_>>(), says);
    }
}

#[test]
fn strange_lines_are_refused_in_a_moment() {
    let sandbox = Sandbox::new();
    let began = Instant::now();
    let deep = 1_000_000;
    for (text, says) in [
        (
            certificate("2,0,1", "18446744073709551616", "6"),
            "false: a:1: the state recurs after 3 laps, not 18446744073709551616",
        ),
        (
            certificate("2,0,1", &"9".repeat(1_000_000), "6"),
            "false: a:1: the state recurs after 3 laps, not about 10^1000000",
        ),
        (certificate("2,0,1", &"9".repeat(2_000_000), "6"), "malformed: a:1: `99999999"),
        (
            certificate("2,0,1", "3", &"9".repeat(1_000_000)),
            "false: a:1: 6 seeds are sown, not about 10^1000000",
        ),
        (
            certificate(&format!("2,{},1", "9".repeat(1_000_000)), "3", "6"),
            "false: a:1: the state has not recurred after 3 laps",
        ),
        (
            line().replace("\"pits\":3", "\"pits\":1000000000000000000"),
            "false: a:1: `pits` is 1000000000000000000, and the position has 3",
        ),
        (line().replace("\"pit\":0", "\"pit\":1000000000000000000000"), "false: a:1: `pit` is"),
        (
            format!("{{\"claim\":{}{}}}", "[".repeat(deep), "]".repeat(deep)),
            "malformed: a:1: `[[[[",
        ),
        (
            format!("{{\"position\":{}", "{\"a\":".repeat(deep)),
            "malformed: a:1: no JSON object: the line breaks off",
        ),
        (
            format!("{{\"{}\":1}}", "x".repeat(deep)),
            "malformed: a:1: there is no field `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...`",
        ),
        (line().replace("sowlab x.y.z", &"x".repeat(deep)), "malformed: a:1: `\"xxxx"),
        (
            line().replace("\"pit\":0", "\"pit\":{\"$serde_json::private::Number\":\"0\"}"),
            "malformed: a:1: `{\"$serde",
        ),
        (
            line().replace("\"pit\":0", "\"pit\":{\"$serde_json::private::RawValue\":\"0\"}"),
            "malformed: a:1: `{\"$serde",
        ),
        (
            format!("{{{}", ",".repeat(deep)),
            "malformed: a:1: no JSON object: key must be a string at column 2",
        ),
        (" ".repeat(deep) + &line() + " x", "malformed: a:1: no JSON object: trailing characters"),
    ] {
        let (code, verdict) = sandbox.verdict(text.as_bytes(), "");
        assert!(code == 1 && verdict.starts_with(says), "{says}: {verdict}");
        assert_eq!(verdict.lines().count(), 1);
    }
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    // A circuit of a million pits is as good as any other.
    let wide = "2,1".to_owned() + &",0,1".repeat(500_000);
    let (code, verdict) = sandbox.verdict(certificate(&wide, "1", "2").as_bytes(), "");
    assert_eq!((code, verdict.as_str()), (1, "false: a:1: the move ends after 1 lap\n"));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let sandbox = Sandbox::new();
    // Long and short lines in turn, and false ones far from the first.
    let long =
        sandbox.stdout("relay certify --position 2,6,8,4,1,2,8,5,10,9 --pit 0 --proof recurrence");
    let short = line() + "\n";
    let lines = (0..20_000).map(|index| if index % 5_000 == 17 { &*long } else { &*short });
    let true_text: String = lines.collect();
    let bad = certificate("2,0,1", "6", "12");
    let text = format!("{true_text}{bad}\n{{}}\n{true_text}");
    for threads in [1, 2, 7] {
        let options = format!("--threads {threads}");
        let (code, verdict) = sandbox.verdict(text.as_bytes(), &options);
        let expected = "false: a:20001: the state recurs after 3 laps, not 6\n";
        assert_eq!((code, verdict.as_str()), (1, expected));
        assert_eq!(sandbox.verdict(true_text.as_bytes(), &options), (0, "ok 20000\n".into()));
    }
}

#[test]
fn a_false_line_is_found_beside_an_endless_one() {
    let sandbox = Sandbox::new();
    let endless = certificate(ENDLESS, "1000000000000000000", "1");
    // The endless line comes after the false one, in the same batch.
    let text = format!("{}\n{{}}\n{endless}\n", line());
    let (code, verdict) = sandbox.verdict(text.as_bytes(), "--threads 2");
    assert_eq!((code, verdict.as_str()), (1, "malformed: a:2: the field `claim` is missing\n"));
}

#[test]
fn a_limit_leaves_lines_undecided() {
    let sandbox = Sandbox::new();
    let endless = certificate(ENDLESS, "1000000000000000000", "1");
    fs::write(sandbox.path("a"), format!("{}\n{endless}\n{endless}\n", line())).unwrap();
    sandbox
        .sowlab("verify a --lap-limit 10^4 --output verdict")
        .code(3)
        .stdout("")
        .stderr("sowlab: undecided: a:2 and 1 other line, within the limit of 10000 laps or legs; a higher --lap-limit, or none, may decide; 1 are true and none is false\n");
    assert_eq!(sandbox.names(), ["a"]);
    // What is decided within the limit is said all the same.
    fs::write(sandbox.path("b"), "{}").unwrap();
    sandbox.sowlab("verify a b --lap-limit 10^4").code(1).stdout(predicates::str::contains("b:1"));
    sandbox.shell("head -n 1 a > c; $SOWLAB verify c --lap-limit 3").success().stdout("ok 1\n");
    sandbox.sowlab("verify c --lap-limit 2").code(3);
}

#[test]
#[cfg(unix)]
fn signals_stop_it() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("a"), certificate(ENDLESS, "1000000000000000000", "1")).unwrap();
    // Nobody ever writes into it.
    sandbox.shell("mkfifo pipe").success();
    let certify =
        format!("relay certify --position {ENDLESS} --pit 0 --proof recurrence --output c.jsonl");
    for words in ["verify a --output verdict", "verify pipe", &certify] {
        let mut child = sandbox.spawn(words);
        sleep(Duration::from_millis(200));
        let sent = Instant::now();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(4), "{words}");
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(3), "{words}: {said}");
        assert!(said.contains("stopped by a signal") && said.lines().count() == 1, "{said}");
        assert_eq!(sandbox.names(), ["a", "pipe"]);
    }
}

#[test]
fn certificates_are_made_and_hold() {
    let sandbox = Sandbox::new();
    let version = env!("CARGO_PKG_VERSION");
    let certify = |words: &str| sandbox.stdout(&format!("relay certify {words}"));
    assert_eq!(
        certify("--position 2,0,1 --pit 0 --proof recurrence"),
        line().replace("x.y.z", version) + "\n"
    );
    assert_eq!(
        certify("--position 2,0,1 --pit 0"),
        format!(
            "{{\"claim\":\"never-ends\",\"proof\":\"mayer\",\"system\":\"relay\",\"pits\":3,\
             \"position\":[2,0,1],\"pit\":0,\"path\":\"\",\"preperiod\":0,\"period\":null,\
             \"sown\":null,\"labels\":[0,2,0,2],\"made_by\":\"sowlab {version}\"}}\n"
        )
    );
    let mut all = String::new();
    for (words, holds) in [
        ("--position 3,0,0,1,0,0 --pit 0", "\"claim\":\"ends\""),
        (
            "--position 3,0,0,1,0,0 --pit 0 --proof play",
            "\"preperiod\":2,\"period\":null,\"sown\":5",
        ),
        ("--position 7 --pit 0", "\"recurrence\""),
        ("--position 2^70,0,3 --pit 0", "[1180591620717411303424,0,3]"),
    ] {
        let made = certify(words);
        assert!(made.contains(holds), "{words}: {made}");
        all += &made;
    }
    all += &certify(&format!("--position {ENDLESS} --pit 0"));
    assert_eq!(sandbox.verdict(all.as_bytes(), ""), (0, "ok 5\n".into()));

    for (words, code, says) in [
        ("--position 2,0,1 --pit 0 --proof play", 1, "the move never ends"),
        ("--position 3,0,0,1,0,0 --pit 0 --proof recurrence", 1, "the move ends"),
        ("--position 2,3,1 --pit 0 --proof mayer", 1, "labels 0 and 1 differ by 1 mod 4"),
        (
            &format!("--position {ENDLESS} --pit 0 --proof play --lap-limit 1000"),
            3,
            "limit of 1000 laps",
        ),
        ("--position 2,0,1 --pit 3", 2, "--pit <N>: pit 3 is not on the circuit"),
        ("--position 2,0,1 --pit 10^30", 2, "is not on the circuit"),
        ("--position 2,0,1 --pit 1", 2, "--pit <N>: pit 1 is empty"),
        ("--position 2,0,1 --pit 2", 2, "--pit <N>: pit 2 holds 1 seed"),
        ("--position 2,,1 --pit 2", 2, "--position <LIST>: nothing stands at column 3"),
        ("--position 2,0,1 --pit -1", 2, "--pit <N>: `-1` at column 1 is negative"),
        ("--position 2,0,1", 2, "--pit"),
    ] {
        let assert = sandbox.sowlab(&format!("relay certify {words}")).code(code).stdout("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(said.contains(says) && said.lines().count() == 1, "{words}: {said}");
    }
}

#[test]
#[ignore = "long suite: a million lines, and lines of 100 MB, in little memory"]
#[cfg(target_os = "linux")]
fn a_million_lines_take_no_more_memory_than_one() {
    let sandbox = Sandbox::new();
    let mut file = std::io::BufWriter::new(fs::File::create(sandbox.path("a")).unwrap());
    for _ in 0..1_000_000 {
        writeln!(file, "{}", line()).unwrap();
    }
    file.flush().unwrap();
    // Address space, not memory: the stacks of the threads are in it.
    sandbox
        .shell("ulimit -v 200000; $SOWLAB verify a --threads 2 --memory 1GB")
        .success()
        .stdout("ok 1000000\n");
    // One line of 100 MB: a circuit of 50 million pits, of which the first move ends at once.
    let wide = "2,1".to_owned() + &",0,1".repeat(25_000_000);
    let pits = wide.split(',').count();
    let ends = certificate(&wide, "1", "2");
    drop(wide);
    assert_eq!(
        sandbox.verdict(ends.as_bytes(), "--memory 8GB"),
        (1, "false: a:1: the move ends after 1 lap\n".into())
    );
    assert!(pits > 50_000_000);
}
