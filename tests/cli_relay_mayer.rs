//! `sowlab relay mayer`, the real binary: both forms, every format, bad input.

mod common;

use common::Sandbox;

#[test]
fn a_position_is_explained() {
    let sandbox = Sandbox::new();
    assert_eq!(
        sandbox.stdout("relay mayer --position 2,0,1"),
        "pit,passes,labels,clash\n0,true,0 2 0 2,\n"
    );
    assert_eq!(
        sandbox.stdout("relay mayer --position 3,0,1,2"),
        "pit,passes,labels,clash\n0,false,0 3 1 4 2,hand=0 pit3=1\n3,false,0 2 0 3 0,pit3=2 pit1=3\n"
    );
    assert_eq!(
        sandbox.stdout("relay mayer --position 3,0,1,2 --pit 3 --format jsonl"),
        "{\"pit\":3,\"passes\":false,\"labels\":\"0 2 0 3 0\",\"clash\":\"pit3=2 pit1=3\"}\n"
    );
    assert_eq!(
        sandbox.stdout("relay mayer --position 2,0,1 --format jsonl"),
        "{\"pit\":0,\"passes\":true,\"labels\":\"0 2 0 2\",\"clash\":null}\n"
    );
    // 10^30 is 1 modulo 3, and 0 modulo 2.
    assert_eq!(
        sandbox.stdout("relay mayer --position 10^30,1"),
        "pit,passes,labels,clash\n0,false,0 1 0,hand=0 pit0=1\n"
    );
    assert_eq!(
        sandbox.stdout("relay mayer --position 10^30"),
        "pit,passes,labels,clash\n0,true,0 0,\n"
    );
    // No pit to be sown: no row.
    assert_eq!(sandbox.stdout("relay mayer --position 0,1,1"), "pit,passes,labels,clash\n");
    assert_eq!(sandbox.stdout("relay mayer --position 0 --format json"), "[]\n");
    let table = sandbox.stdout("relay mayer --position 2,0,1 --format table");
    assert!(table.contains("│   0 ┆   true ┆ 0 2 0 2 ┆       │"), "{table}");
}

#[test]
fn states_are_counted() {
    let sandbox = Sandbox::new();
    assert_eq!(
        sandbox.stdout("relay mayer --pits 1,4 --seeds 2,3,5"),
        "pits,seeds,mayer_states,all_states,fraction\n\
         1,2,1,1,1.0\n1,3,0,1,0.0\n1,5,0,1,0.0\n4,2,0,1,0.0\n4,3,0,4,0.0\n4,5,2,20,0.1\n"
    );
    sandbox.stdout("relay mayer --pits 16 --seeds 11,10^6 --output a.jsonl");
    let rows = sandbox.read("a.jsonl");
    assert_eq!(
        rows.lines().next(),
        Some(
            "{\"pits\":16,\"seeds\":11,\"mayer_states\":8,\"all_states\":1307504,\
             \"fraction\":6.118528126873799e-6}"
        )
    );
    assert_eq!(rows.lines().count(), 2);
    // The share of a share, in numbers that no floating-point number holds.
    let huge = sandbox.stdout("relay mayer --pits 20 --seeds 10^300 --memory 100MB --format json");
    assert!(huge.contains("\"fraction\":"), "{huge}");
    let one = sandbox.stdout("relay mayer --pits 9 --seeds 2..30 --threads 1");
    assert_eq!(sandbox.stdout("relay mayer --pits 9 --seeds 2..30 --threads 3"), one);
}

#[test]
fn what_is_refused() {
    let sandbox = Sandbox::new();
    for (words, says) in [
        ("", "nothing to test; accepted are --position LIST"),
        ("--position 2,0,1 --pits 3 --seeds 4", "cannot be used with"),
        ("--position 2,0,1 --seeds 4", "cannot be used with"),
        ("--pits 3", "--seeds <LIST>"),
        ("--seeds 3", "--pits <LIST>"),
        ("--pits 3 --seeds 4 --pit 0", "cannot be used with"),
        ("--pit 0", "--position <LIST>"),
        ("--position 2,0,1 --pit 3", "pit 3 is not on the circuit; its pits are numbered 0 to 2"),
        ("--position 2,0,1 --pit 10^40", "pit about 10^40 is not on the circuit"),
        ("--position 2,0,1 --pit 1", "pit 1 is empty"),
        (
            "--position 2,0,1 --pit 2",
            "pit 2 holds 1 seed; a move starts from a pit with at least 2",
        ),
        ("--position 2,,1", "nothing stands at column 3"),
        ("--position 2,x,1", "`x` at column 3 is not a natural number"),
        ("--position 2,0,1 --pit x", "`x` at column 1 is not a natural number"),
        ("--pits 0,3 --seeds 4", "pits 0 is not a circuit; relay sowing needs at least 1 pit"),
        ("--pits 3 --seeds 1..4", "seeds 1 is too few; a move starts from a pit with at least 2"),
        ("--pits 3 --seeds 0", "seeds 0 is too few"),
        ("--pits 3 --seeds 4..2", "runs backwards"),
        ("--pits 64 --seeds 1000 --memory 100kB", "of memory, and 97.65 KiB are allowed"),
        ("--pits 10^9 --seeds 10^30", "of memory, and"),
        ("--pits 2^70 --seeds 3", "too large; numbers below 2^64 are accepted"),
        ("--pits 1..10^12 --seeds 3", "of memory, and"),
        ("--position 2,0,1 --memory 1GB", "cannot be used with"),
        ("--memory 1GB", "--pits <LIST>"),
        ("--position 2,0,1 --output a.xyz", "the ending of"),
    ] {
        let words: Vec<&str> =
            ["relay", "mayer"].into_iter().chain(words.split_whitespace()).collect();
        sandbox.refused(&words, says);
    }
}
