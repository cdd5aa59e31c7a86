//! A census of never-ending cycles by another search, which shares nothing with the library's: lazy
//! too, but forwards from the largest hand, one state after the other, and in the order of words.

/// What the search counts for one total of seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cycles, up to rotation.
    pub cycles: u64,
    /// States on them, up to rotation.
    pub states: u64,
    /// The longest reduced period.
    pub longest: u64,
}

struct Search {
    pits: usize,
    budget: usize,
    counts: Vec<Count>,
}

/// A state on the way: the pits from the pivot on, which are `None` where unknown, what was sown
/// into them since the start, and what they held at the start.
#[derive(Clone)]
struct Way {
    pivot: usize,
    seeds: Vec<usize>,
    start: Vec<Option<usize>>,
    known: usize,
}

/// Counts the cycles with up to `budget` seeds on `pits >= 2` pits; entry `N` is for `N` seeds.
pub fn count(pits: usize, budget: usize) -> Vec<Count> {
    let mut search = Search { pits, budget, counts: vec![Count::default(); budget + 1] };
    for largest in 2..=budget {
        let mut way = Way { pivot: 0, seeds: vec![0; pits], start: vec![None; pits], known: 0 };
        way.seeds[0] = largest;
        way.start[0] = Some(largest);
        way.known = largest;
        search.go_on(way, &mut Vec::new(), 1);
    }
    search.counts
}

impl Search {
    /// Plays on; `word` has the hands so far, and `period` is the length of the longest word among
    /// its beginnings that is larger than its own other rotations and of which the rest are
    /// repetitions (J.-P. Duval).
    fn go_on(&mut self, mut way: Way, word: &mut Vec<usize>, mut period: usize) {
        let begun = word.len();
        let whole = way.start.iter().all(Option::is_some);
        loop {
            let hand = way.seeds[way.pivot];
            if !word.is_empty() {
                if whole && word.len().is_multiple_of(period) && self.is_back(&way) {
                    let count = &mut self.counts[way.known];
                    count.cycles += 1;
                    count.states += period as u64;
                    count.longest = count.longest.max(period as u64);
                    break;
                }
                let expected = word[word.len() - period];
                if hand > expected {
                    break;
                }
                if hand < expected {
                    period = word.len() + 1;
                }
            }
            word.push(hand);
            way.seeds[way.pivot] = 0;
            for _ in 0..hand {
                way.pivot = (way.pivot + 1) % self.pits;
                way.seeds[way.pivot] += 1;
            }
            if way.start[way.pivot].is_none() {
                // Whatever it held, up to the budget and to the largest hand.
                let sown = way.seeds[way.pivot];
                for held in 0..=self.budget - way.known {
                    if sown + held > word[0] {
                        break;
                    }
                    if sown + held > 1 {
                        let mut next = way.clone();
                        next.seeds[way.pivot] += held;
                        next.start[way.pivot] = Some(held);
                        next.known += held;
                        self.go_on(next, word, period);
                    }
                }
                break;
            }
            if way.seeds[way.pivot] == 1 {
                break;
            }
        }
        word.truncate(begun);
    }

    /// Whether the state is the start, up to rotation.
    fn is_back(&self, way: &Way) -> bool {
        (0..self.pits).all(|pit| Some(way.seeds[(way.pivot + pit) % self.pits]) == way.start[pit])
    }
}
