//! `sowlab run`, killed, stopped and out of room: what was computed is kept, and the same command goes
//! on with it to the same bytes.

#![cfg(unix)]

mod common;
#[path = "common/numbers.rs"]
mod numbers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Sandbox;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use numbers::Numbers;
use rusqlite::Connection;

/// Two steps of a few hundred units in all, some milliseconds each.
const MANIFEST: &str = "\
schema = 1
[[step]]
name = 'wide'
job = 'mirall table'
pits = '301..500'
seeds = '1..100'
output = [{ file = 'wide.csv' }, { file = 'grid.md', as = 'grid' }]
[[step]]
name = 'narrow'
job = 'mirall table'
pits = '1001..1040'
seeds = '1..3'
output = [{ file = 'narrow.jsonl' }]
";
const OUTPUTS: [&str; 3] = ["wide.csv", "grid.md", "narrow.jsonl"];
const RUN: &str = "run e.toml --quiet --threads 2";

/// A folder with the manifest.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("e.toml"), MANIFEST).unwrap();
    sandbox
}

/// The bytes of all outputs below a root.
fn outputs(root: &Path) -> Vec<Vec<u8>> {
    OUTPUTS.iter().map(|name| fs::read(root.join("data/e").join(name)).unwrap()).collect()
}

/// What an undisturbed run makes, and how long it takes; done once.
fn undisturbed() -> (Vec<Vec<u8>>, Duration) {
    static DONE: OnceLock<(Vec<Vec<u8>>, Duration)> = OnceLock::new();
    let run = || {
        let sandbox = sandbox();
        let start = Instant::now();
        sandbox.sowlab(RUN).success();
        (outputs(&sandbox.path("")), start.elapsed())
    };
    DONE.get_or_init(run).clone()
}

/// The units that are safe in a ledger: those of the steps that are done, and those that are there.
/// Looks at a copy, so that what a killed process left is still for the next one to mend.
fn units(work: &Path) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ledger.sqlite", "ledger.sqlite-wal"] {
        let _ = fs::copy(work.join("e").join(name), folder.path().join(name));
    }
    let ledger = Connection::open(folder.path().join("ledger.sqlite")).unwrap();
    // A process may have been killed before it made the tables.
    let sql = "SELECT (SELECT count(*) FROM unit)
                    + (SELECT coalesce(sum(units), 0) FROM step WHERE done IS NOT NULL)";
    ledger.query_row(sql, [], |row| row.get(0)).unwrap_or(0)
}

/// The files below a folder that are neither outputs nor the provenance.
fn leftovers(sandbox: &Sandbox) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path("data/e")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !OUTPUTS.contains(&&**name) && name != "provenance.json").collect()
}

/// Kills runs at so many moments, each run but the killed ones going on with what is there; whenever
/// an experiment is done, the next one begins from nothing.
fn killed(moments: u32) {
    let (expected, whole) = undisturbed();
    let mut random = Numbers(5);
    let mut kills = 0;
    let mut kept = 0;
    while kills < moments {
        let sandbox = sandbox();
        let mut before = 0;
        loop {
            let mut run = sandbox.spawn(RUN);
            let share = random.below(1000) as u32;
            let delay = whole * share / 1000 / 8;
            let done = kills == moments || ended_within(&mut run, delay);
            if !done {
                run.kill().unwrap();
                kills += 1;
            }
            let end = run.wait_with_output().unwrap();
            let now = units(&sandbox.path("work"));
            assert!(now >= before, "after {kills} kills {now} units are left of {before}");
            kept += u32::from((1..240).contains(&now));
            before = now;
            if done {
                assert!(end.status.success(), "{end:?}");
                break;
            }
        }
        assert_eq!(outputs(&sandbox.path("")), expected, "after {kills} kills");
        assert_eq!(leftovers(&sandbox), Vec::<String>::new());
        sandbox.sowlab("run e.toml --check").success();
    }
    // Else nothing has been tried.
    assert!(kept > moments / 5, "only {kept} of {moments} runs were killed at work");
}

/// Whether a process ends by itself in some time.
fn ended_within(run: &mut Child, time: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < time {
        if run.try_wait().unwrap().is_some() {
            return true;
        }
        sleep(Duration::from_millis(1));
    }
    run.try_wait().unwrap().is_some()
}

#[test]
fn killed_at_fifty_moments() {
    killed(50);
}

#[test]
fn stopped_by_a_signal() {
    let (expected, _) = undisturbed();
    let sandbox = sandbox();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let before = units(&sandbox.path("work"));
        let run = sandbox.spawn(RUN);
        // It is at work once there are more units than before.
        let start = Instant::now();
        while units(&sandbox.path("work")) <= before && start.elapsed() < Duration::from_mins(1) {
            sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(run.id() as i32), signal).unwrap();
        let end = run.wait_with_output().unwrap();
        assert_eq!(end.status.code(), Some(3), "{signal}: {end:?}");
        assert_eq!(
            said(&end),
            "sowlab: stopped by a signal; what was computed is kept, and the same command goes on with it\n"
        );
        assert!(units(&sandbox.path("work")) > before);
    }
    sandbox.sowlab(RUN).success();
    assert_eq!(outputs(&sandbox.path("")), expected);
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A small file system in memory, unmounted at the end.
struct Small(PathBuf);

impl Small {
    /// `None`, and a word about it, where mounting is not allowed.
    fn mount(place: PathBuf, size: &str) -> Option<Self> {
        fs::create_dir_all(&place).unwrap();
        let mut mount = Command::new("mount");
        let options = format!("size={size}");
        mount.args(["-t", "tmpfs", "-o", &options, "none"]).arg(&place);
        match mount.output() {
            Ok(output) if output.status.success() => Some(Self(place)),
            other => {
                eprintln!("NOT TESTED: a full disk, for nothing can be mounted here: {other:?}");
                None
            }
        }
    }

    /// Fills it but for some bytes.
    fn fill(&self, but: usize) {
        let ballast = self.0.join("ballast");
        let mut bytes = 0;
        let mut file = fs::File::create(&ballast).unwrap();
        while let Ok(written) = std::io::Write::write(&mut file, &[1; 4096]) {
            bytes += written;
        }
        file.set_len(bytes.saturating_sub(but) as u64).unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Runs with all in a small place, and asserts that the run stops for lack of room and says so.
fn stopped(words: &str, sandbox: &Sandbox, about: &str) {
    let assert = sandbox.sowlab(words).code(3).stdout("");
    let text = said(assert.get_output());
    assert!(text.contains(about), "{about}: {text}");
    assert!(text.contains("when there is room the same command goes on with it"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn no_room_for_the_ledger() {
    let (expected, _) = undisturbed();
    // Not even for an empty one; for nothing but its tables; for some of the units.
    for room in [0, 16 << 10, 100 << 10] {
        let sandbox = sandbox();
        let Some(small) = Small::mount(sandbox.path("small"), "2m") else { return };
        small.fill(room);
        let run = format!("{RUN} --work small");
        stopped(&run, &sandbox, "the disk is full");
        stopped(&run, &sandbox, "the disk is full");
        let before = units(&small.0);
        small.make_room();
        assert!(units(&small.0) >= before);
        sandbox.sowlab(&run).success();
        assert_eq!(outputs(&sandbox.path("")), expected, "{room} bytes");
    }
}

#[test]
fn no_room_for_the_outputs() {
    let (expected, _) = undisturbed();
    let sandbox = sandbox();
    let Some(small) = Small::mount(sandbox.path("small"), "2m") else { return };
    let run = format!("{RUN} --root small --work work");
    for room in [0, 8192, 32 << 10] {
        small.fill(room);
        stopped(&run, &sandbox, "cannot write small/data/e");
        // What was not whole has not been left behind.
        let names = fs::read_dir(small.0.join("data/e")).map_or(0, Iterator::count);
        assert!(names <= OUTPUTS.len(), "{room} bytes");
        let left = fs::read_dir(small.0.join("data/e")).into_iter().flatten().flatten();
        let left = left.filter(|entry| entry.path().extension().is_some_and(|end| end == "part"));
        assert_eq!(left.count(), 0, "{room} bytes");
        small.make_room();
    }
    sandbox.sowlab(&run).success();
    assert_eq!(outputs(&small.0), expected);
}

#[test]
fn a_limit_on_the_size_of_files() {
    let (expected, _) = undisturbed();
    let sandbox = sandbox();
    // In blocks of 512 bytes, beyond which a write fails: that of the ledger does.
    for _ in 0..2 {
        let assert = sandbox.shell(&format!("ulimit -f 60; exec $SOWLAB {RUN}")).code(3);
        let text = said(assert.get_output());
        assert!(text.contains("a quota or a limit on the size of a file"), "{text}");
        assert!(text.contains("when there is room the same command goes on with it"), "{text}");
    }
    sandbox.sowlab(RUN).success();
    assert_eq!(outputs(&sandbox.path("")), expected);
}
