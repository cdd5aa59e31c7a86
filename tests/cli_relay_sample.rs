//! `sowlab relay sample`, the real binary: rows, every format, seeds, threads, bad input.

mod common;

use common::Sandbox;

const HEADER: &str = "pits,seeds,samples,ended,never_ended,undecided,fraction,low,high,mean_laps\n";

/// The fields of each row but the header.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn rows_for_every_pair() {
    let sandbox = Sandbox::new();
    // What becomes of these is known: one pit never lets a move end, and 2 seeds on 2 pits end in
    // one lap, for they come back to the emptied pit. The inner bounds are 4 / (4 + z^2) and
    // z^2 / (4 + z^2) with z = 1.95996398454005423552, which is 0.51010916354540263823 and
    // 0.48989083645459736177; rounding costs a unit of the last place.
    assert_eq!(
        sandbox.stdout("relay sample --pits 1,2 --seeds 2 --samples 4"),
        format!(
            "{HEADER}1,2,4,0,4,0,1.0,0.5101091635454027,1.0,\n\
             2,2,4,4,0,0,0.0,0.0,0.48989083645459736,1.0\n"
        )
    );
    let all = rows(&sandbox.stdout("relay sample --pits 5,16 --seeds 9,30..31 --samples 500"));
    let pairs: Vec<String> = all.iter().map(|row| row[..3].join(",")).collect();
    assert_eq!(pairs, ["5,9,500", "5,30,500", "5,31,500", "16,9,500", "16,30,500", "16,31,500"]);
    for row in &all {
        let count = |column: usize| row[column].parse::<u64>().unwrap();
        let real = |column: usize| row[column].parse::<f64>().unwrap();
        assert_eq!(count(3) + count(4) + count(5), 500);
        assert!(0.0 <= real(7) && real(7) <= real(6) && real(6) <= real(8) && real(8) <= 1.0);
        assert!(real(9) >= 1.0);
    }
}

#[test]
fn defaults_are_numbers_not_the_clock() {
    let sandbox = Sandbox::new();
    let plain = sandbox.stdout("relay sample --pits 6 --seeds 12");
    let spelt = "--samples 10^4 --seed 0 --lap-limit 1000000";
    assert_eq!(sandbox.stdout(&format!("relay sample --pits 6 --seeds 12 {spelt}")), plain);
    assert_ne!(sandbox.stdout("relay sample --pits 6 --seeds 12 --seed 1"), plain);
    let largest = sandbox.stdout("relay sample --pits 6 --seeds 12 --seed 2^64-1");
    assert_ne!(largest, plain);
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let sandbox = Sandbox::new();
    let words = "relay sample --pits 3,16,200 --seeds 20,300 --samples 300 --lap-limit 10^4";
    let one = sandbox.stdout(&format!("{words} --threads 1"));
    for more in ["--threads 2", "--threads 5", "--memory 200kB", "--quiet"] {
        assert_eq!(sandbox.stdout(&format!("{words} {more}")), one, "{more}");
    }
    // A pair has the same row in other company.
    let alone = sandbox.stdout(
        "relay sample --pits 16 --seeds 300 --samples 300 --lap-limit 10^4 --output alone.csv",
    );
    assert_eq!(alone, "");
    assert_eq!(rows(&sandbox.read("alone.csv"))[0], rows(&one)[3]);
}

#[test]
fn what_is_undecided_is_said_in_the_row() {
    let sandbox = Sandbox::new();
    let found = sandbox
        .sowlab("relay sample --pits 9 --seeds 30 --samples 200 --lap-limit 3")
        .success()
        .stderr("")
        .get_output()
        .stdout
        .clone();
    let row = rows(&String::from_utf8(found).unwrap()).remove(0);
    let undecided: u64 = row[5].parse().unwrap();
    assert!(undecided > 50, "{row:?}");
    // The interval has room for all of them.
    let (low, high): (f64, f64) = (row[7].parse().unwrap(), row[8].parse().unwrap());
    assert!(high - low > undecided as f64 / 200.0, "{row:?}");
}

#[test]
fn every_format() {
    let sandbox = Sandbox::new();
    let words = "relay sample --pits 1 --seeds 2^62 --samples 1 --format";
    // 2^62 is 0 modulo 2: the Mayer test answers at once.
    let fields = "\"pits\":1,\"seeds\":4611686018427387904,\"samples\":1,\"ended\":0,\
         \"never_ended\":1,\"undecided\":0,\"fraction\":1.0,\"low\":0.20654931437723736,\
         \"high\":1.0,\"mean_laps\":null";
    assert_eq!(sandbox.stdout(&format!("{words} jsonl")), format!("{{{fields}}}\n"));
    assert_eq!(sandbox.stdout(&format!("{words} json")), format!("[\n{{{fields}}}\n]\n"));
    let table = sandbox.stdout(&format!("{words} table"));
    assert!(table.contains("│    1 ┆ 4611686018427387904 ┆"), "{table}");
    assert!(sandbox.stdout(&format!("{words} markdown")).starts_with("| pits | seeds |"));
}

#[test]
fn a_chart_beside_the_rows() {
    let sandbox = Sandbox::new();
    let words = "relay sample --pits 4,6 --seeds 2..9 --samples 200";
    let rows = sandbox.stdout(words);
    for threads in ["1", "3"] {
        let chart = format!("{words} --threads {threads} --chart {threads}.svg");
        assert_eq!(sandbox.stdout(&chart), rows);
    }
    assert_eq!(sandbox.read("1.svg"), sandbox.read("3.svg"));
    assert!(sandbox.read("1.svg").contains("share of the samples that never end"));
    sandbox.stdout(&format!("{words} --chart a.png"));
    assert!(std::fs::read(sandbox.path("a.png")).unwrap().starts_with(b"\x89PNG"));
    let words: Vec<&str> = words.split(' ').collect();
    sandbox.refused(&[&words[..], &["--chart", "a.gif"]].concat(), "must end in .svg or .png");
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    for (words, says) in [
        ("", "--pits <LIST>"),
        ("--pits 3", "--seeds <LIST>"),
        ("--pits 0,3 --seeds 4", "pits 0 is not a circuit; relay sowing needs at least 1 pit"),
        ("--pits 3 --seeds 1..4", "seeds 1 is too few; a move starts from a pit with at least 2"),
        ("--pits 3 --seeds 0", "seeds 0 is too few"),
        ("--pits 3 --seeds 4..2", "runs backwards"),
        ("--pits 3 --seeds 4,x", "`x` at column 3 is not a natural number"),
        ("--pits 3 --seeds 2^62+1", "--seeds 4611686018427387905 is too large; numbers up to 2^62"),
        ("--pits 3 --seeds 10^50", "--seeds about 10^50 is too large; numbers up to 2^62"),
        ("--pits 10^30 --seeds 4", "is too large; numbers up to 2^62 are accepted"),
        ("--pits 2^62 --seeds 4", "sampling states of 4611686018427387904 pits needs at least"),
        ("--pits 1000 --seeds 4 --memory 100kB", "of memory, and 97.65 KiB are allowed"),
        ("--pits 3 --seeds 2..10^12", "of memory, and"),
        ("--pits 3 --seeds 4 --samples 0", "`0` shows nothing; at least 1 sample is accepted"),
        ("--pits 3 --seeds 4 --samples 2^64", "`2^64` is too large; numbers below 2^64"),
        ("--pits 3 --seeds 4 --samples 1e4", "floating-point notation; write 10^4"),
        ("--pits 3 --seeds 4,5 --samples 2^63", "for 2 pairs of pits and seeds are too many"),
        ("--pits 3 --seeds 4 --samples -1", "`-1` at column 1 is negative"),
        ("--pits 3 --seeds 4 --seed 2^64", "`2^64` is too large; numbers below 2^64"),
        ("--pits 3 --seeds 4 --seed x", "`x` at column 1 is not a natural number"),
        ("--pits 3 --seeds 4 --lap-limit 0", "`0` decides nothing; at least 1 lap is accepted"),
        ("--pits 3 --seeds 4 --output a.xyz", "the ending of"),
    ] {
        let words: Vec<&str> =
            ["relay", "sample"].into_iter().chain(words.split_whitespace()).collect();
        sandbox.refused(&words, says);
    }
}

/// Work that nobody would wait for ends at a signal, and leaves no file.
#[cfg(unix)]
#[test]
fn a_signal_stops_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let sandbox = Sandbox::new();
    let words = "relay sample --pits 16 --seeds 60 --samples 10^15 --output never.csv";
    let child = sandbox.spawn(words);
    while sandbox.names().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert!(sandbox.names().is_empty());
}
