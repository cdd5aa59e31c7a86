//! Tells the command which commit it was built from, for `--version`.

use std::env;
use std::path::Path;
use std::process::Command;

/// What the build depends on; a change in one of these makes a build that is not its commit's.
const SOURCES: [&str; 4] = ["src", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let commit = commit().unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=SOWLAB_COMMIT={commit}");
}

/// The commit checked out here, marked if the sources have been changed since; nothing without
/// git, or where the package only lies inside somebody else's repository.
fn commit() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let here = env::var_os("CARGO_MANIFEST_DIR")?;
    if Path::new(&top).canonicalize().ok()? != Path::new(&here).canonicalize().ok()? {
        return None;
    }
    // HEAD moves by a checkout, and the branch it names by a commit.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for file in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        if let Some(path) = git(&["rev-parse", "--git-path", file])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let hash = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--"][..], &SOURCES[..]].concat())?;
    let mark = if changes.is_empty() { "" } else { " with changes" };
    Some(hash + mark)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
