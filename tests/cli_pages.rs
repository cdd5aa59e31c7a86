//! Help, version, completions and man pages of every command.

mod common;

use common::{Sandbox, commands};

#[test]
fn every_command_has_help_with_an_example_and_pages() {
    let sandbox = Sandbox::new();
    let commands = commands(&sandbox);
    assert!(commands.contains(&"mirall staircase".to_owned()), "{commands:?}");
    for path in &commands {
        let help = sandbox.stdout(&format!("{path} --help"));
        assert!(help.contains("\nExamples:\n  sowlab "), "{path}: {help}");
        for line in help.lines().filter(|line| line.trim_start().starts_with('-')) {
            let described = line.trim().contains("  ") || help.contains(&format!("{line}\n    "));
            assert!(described, "{path}: {line} has no description");
        }
        let page = sandbox.stdout(&format!("man {path}"));
        assert!(page.contains(".TH"), "{path}");
        assert!(page.contains("Examples:"), "{path}");
    }

    sandbox.sowlab("man --output pages/man1").success();
    for path in &commands {
        let words: Vec<&str> = "sowlab".split(' ').chain(path.split_whitespace()).collect();
        let page = sandbox.read(&format!("pages/man1/{}.1", words.join("-")));
        assert!(page.contains(".TH"), "{path}");
    }

    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sandbox.stdout(&format!("completions {shell}"));
        for word in commands.iter().flat_map(|path| path.split(' ')) {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn the_version_names_a_commit_or_says_that_it_is_unknown() {
    let version = Sandbox::new().stdout("--version");
    let commit = version
        .strip_prefix(concat!("sowlab ", env!("CARGO_PKG_VERSION"), " (commit "))
        .and_then(|rest| rest.strip_suffix(")\n"))
        .unwrap_or_else(|| panic!("{version}"));
    let hash = commit.split(' ').next().unwrap();
    let known = hash.len() >= 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(known || commit == "unknown", "{version}");
}

#[test]
fn a_page_that_is_not_there() {
    let sandbox = Sandbox::new();
    sandbox.refused(&["man", "mirall", "tables"], "`tables`; there is table, trace");
    sandbox.refused(
        &["man", "chess"],
        "there is mirall, relay, omweso, oware, pas-de-deux, run, merge, slurm, verify, completions, man",
    );
}
