//! Values from the literature, byte for byte; their sources are in `tests/fixtures/README.md`.

mod common;

use common::Sandbox;

#[test]
fn the_published_table_of_el_mirall() {
    let output = Sandbox::new()
        .sowlab("mirall table --pits 1..4 --seeds 1..5 --format csv")
        .success()
        .get_output()
        .stdout
        .clone();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        include_str!("fixtures/el-mirall-published.csv")
    );
}
