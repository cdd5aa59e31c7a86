//! Values from the literature, byte for byte; their sources are in `tests/fixtures/README.md`.

mod common;

use common::Sandbox;

/// What a command prints.
fn printed(words: &str) -> String {
    let output = Sandbox::new().sowlab(words).success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn the_published_table_of_el_mirall() {
    assert_eq!(
        printed("mirall table --pits 1..4 --seeds 1..5 --format csv"),
        include_str!("fixtures/el-mirall-published.csv")
    );
}

#[test]
fn the_first_terms_of_a216476() {
    assert_eq!(
        printed("relay digits 1..90 --format csv"),
        include_str!("fixtures/oeis-a216476.csv")
    );
    // A remark of the same entry.
    assert_eq!(printed("relay digits 541 --format csv"), "n,period\n541,51\n");
}
