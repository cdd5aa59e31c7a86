//! Every position of a circuit.

/// Every way to lay `seeds` seeds into `pits >= 1` pits.
pub fn positions<S: Clone + TryFrom<u32>>(pits: usize, seeds: u32) -> Vec<Vec<S>> {
    let number = |seeds| S::try_from(seeds).ok().expect("a number of seeds fits");
    if pits == 1 {
        return vec![vec![number(seeds)]];
    }
    (0..=seeds)
        .flat_map(|first| {
            positions(pits - 1, seeds - first).into_iter().map(move |mut rest| {
                rest.insert(0, number(first));
                rest
            })
        })
        .collect()
}
