//! `sowlab omweso hunt --exhaustive`, the real binary: rows, every format, threads, bad input, signals.

mod common;

use common::Sandbox;

const COUNTS: &str = "columns,own_seeds,opponent_seeds,positions,starts,paths,never_ending_starts,\
                      never_ending_paths,mayer_starts,fraction\n";
const FINDS: &str = "position,pit,path,outcome,mayer,legs,sown,captures,captured,preperiod,period,\
                     emitwe_ebiri,akawumbi,final_position\n";

fn hunt(columns: u32, own: &str, opponent: &str) -> String {
    format!(
        "omweso hunt --exhaustive --columns {columns} --own-seeds {own} --opponent-seeds {opponent}"
    )
}

#[test]
fn counts_in_the_order_asked_for() {
    let sandbox = Sandbox::new();
    // What the counts are is asked in tests/agreement_omweso_exhaustive.rs.
    let text = sandbox.stdout(&format!("{} --counts", hunt(2, "3,0..1", "1,0")));
    let cells: Vec<String> = text
        .strip_prefix(COUNTS)
        .unwrap()
        .lines()
        .map(|row| row.split(',').take(5).collect::<Vec<_>>().join(","))
        .collect();
    // 20, 1 and 4 ways to lay the mover's seeds; 4 with three seeds in a pit and 12 with two.
    assert_eq!(
        cells,
        ["2,3,1,80,64", "2,3,0,20,16", "2,0,1,4,0", "2,0,0,1,0", "2,1,1,16,0", "2,1,0,4,0"]
    );
    assert!(text.ends_with("2,1,0,4,0,0,0,0,0,\n"), "{text}");
    let json = sandbox.stdout(&format!("{} --counts --format jsonl", hunt(2, "1", "0")));
    assert!(json.contains("\"starts\":0,") && json.contains("\"fraction\":null"), "{json}");
}

#[test]
fn finds_are_what_omweso_move_says_of_them() {
    let sandbox = Sandbox::new();
    let text = sandbox.stdout(&hunt(2, "6", "4,0"));
    let rows: Vec<&str> = text.strip_prefix(FINDS).unwrap().lines().collect();
    assert!(rows.len() > 10);
    let mut captures = 0;
    for row in rows.iter().step_by(1 + rows.len() / 12) {
        let (position, rest) = row.split_once(',').unwrap();
        let (pit, turn) = rest.split_once(',').unwrap();
        let arguments = ["omweso", "move", "--position", position, "--pit", pit];
        let said = sandbox.sowlab_with(&arguments).success().get_output().stdout.clone();
        let said = String::from_utf8(said).unwrap();
        assert!(said.lines().any(|line| line == turn), "{row} is not in {said}");
        captures += usize::from(!turn.contains(",0,0,0,"));
    }
    assert!(captures > 0);
    // As many as are counted.
    let counted = sandbox.stdout(&format!("{} --counts", hunt(2, "6", "4,0")));
    let paths = counted.lines().skip(1).map(|row| row.split(',').nth(7).unwrap());
    assert_eq!(paths.map(|paths| paths.parse::<usize>().unwrap()).sum::<usize>(), rows.len());
    // The period is left out where the Mayer test makes it needless, and nothing else changes.
    let quick = sandbox.stdout(&format!("{} --no-period", hunt(2, "6", "4,0")));
    let columns = |text: &str| -> Vec<String> {
        text.lines().map(|row| row.split(',').take(5).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(columns(&quick), columns(&text));
    assert_ne!(quick, text);
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let sandbox = Sandbox::new();
    for words in [hunt(3, "0..7", "5,0..3"), format!("{} --counts", hunt(4, "0..6", "0..5"))] {
        let one = sandbox.stdout(&format!("{words} --threads 1"));
        assert!(one.lines().count() > 40);
        for more in ["--threads 2", "--threads 7", "--quiet"] {
            assert_eq!(sandbox.stdout(&format!("{words} {more}")), one, "{more}");
        }
        assert_eq!(sandbox.stdout(&format!("{words} --output rows.csv")), "");
        assert_eq!(sandbox.read("rows.csv"), one);
    }
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let sandbox = Sandbox::new();
    for (words, says) in [
        (
            "--columns 1 --own-seeds 2 --opponent-seeds 2",
            "`1` is not accepted; accepted are 2 to 32 columns",
        ),
        ("--columns 9 --own-seeds 2 --opponent-seeds 2", "2 to 8 are accepted"),
        ("--own-seeds 2", "--opponent-seeds <LIST>"),
        ("--opponent-seeds 2", "--own-seeds <LIST>"),
        ("--own-seeds 1,x --opponent-seeds 2", "--own-seeds"),
        ("--own-seeds -1 --opponent-seeds 2", "--own-seeds"),
        ("--own-seeds 2 --opponent-seeds 0..256", "--opponent-seeds 256 is too large"),
        ("--own-seeds 0..10^30 --opponent-seeds 2", "up to 255 are accepted"),
        ("--columns 2 --own-seeds 200 --opponent-seeds 56", "up to 255 in all"),
        ("--own-seeds 200 --opponent-seeds 1", "up to 2^48 ways"),
        ("--own-seeds 2 --opponent-seeds 2 --leg-limit 9", "--leg-limit"),
        ("--own-seeds 2 --opponent-seeds 2 --opening even", "--opening"),
        ("--own-seeds 2 --opponent-seeds 2 --output a.xyz", "the ending of"),
    ] {
        let words: Vec<&str> = ["omweso", "hunt", "--exhaustive"]
            .into_iter()
            .chain(words.split_whitespace())
            .collect();
        sandbox.refused(&words, says);
    }
    sandbox.refused(&["omweso", "hunt", "--opening", "even", "--own-seeds", "2"], "--own-seeds");
}

/// Work that nobody would wait for ends at a signal, and leaves no file.
#[cfg(unix)]
#[test]
fn a_signal_stops_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let sandbox = Sandbox::new();
    for more in ["", " --counts"] {
        let words = format!("{}{more} --output never.csv", hunt(8, "25", "20"));
        let child = sandbox.spawn(&words);
        while sandbox.names().is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
        assert!(sandbox.names().is_empty());
    }
}
