use super::{Choices, Fate, Turn, turns};
use crate::analysis::relay::Effort;
use crate::games::omweso::{Direction, Following, Leg, Path, Position};
use crate::orbit::{Dynamics, Orbit, classify};
use num_bigint::BigUint;

/// Every position of two columns with at most two seeds in a pit, and some of three.
fn positions() -> impl Iterator<Item = Position<u64>> {
    let two = (0..3u64.pow(8)).map(|code| (2, 3, code));
    let three = (0..4u64.pow(12)).step_by(4099).map(|code| (3, 4, code));
    two.chain(three).map(|(columns, base, code)| {
        let mut code = code;
        let mut pits = std::iter::from_fn(|| {
            let pit = code % base;
            code /= base;
            Some(pit)
        });
        let mut side = || pits.by_ref().take(2 * columns).collect();
        let (own, opponent) = (side(), side());
        Position::new(own, opponent).unwrap()
    })
}

/// Every turn, played by the rules along its path, is what it is said to be; and the cycle finder,
/// which knows nothing of captures, finds the same preperiod and period.
#[test]
fn agrees_with_the_rules_and_with_cycle_finding() {
    let (mut endless, mut with_captures, mut chosen) = (0, 0, 0);
    for position in positions() {
        for pit in position.starts() {
            let found = turns(&position.wide(), pit, Choices::All, Effort::default(), &()).unwrap();
            let mut paths = Vec::new();
            for turn in found.iter() {
                check(&position, pit, &turn);
                endless += u64::from(turn.never_ends());
                with_captures += u64::from(turn.never_ends() && turn.captures > 0);
                chosen += u64::from(!turn.path.0.is_empty());
                assert_eq!(found.along(&turn.path).as_ref(), Some(&turn));
                paths.push(turn.path);
            }
            let count = paths.len();
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), count, "no path twice");
            let known = paths.clone();
            for Path(mut path) in paths {
                path.push(Direction::CounterClockwise);
                assert_eq!(found.along(&Path(path.clone())), None, "one choice too many");
                path.truncate(path.len().saturating_sub(2));
                let is_known = known.contains(&Path(path.clone()));
                assert_eq!(found.along(&Path(path)).is_some(), is_known, "one choice too few");
            }
            assert_eq!(count, leaves(&Leg::start(position.clone(), pit).unwrap()));
        }
    }
    assert!(
        endless > 100 && with_captures > 10 && chosen > 100,
        "{endless} {with_captures} {chosen}"
    );
}

/// The number of ways to play on, by playing them all. A turn without armed columns is one.
fn leaves(leg: &Leg<u64>) -> usize {
    use Direction::{Clockwise, CounterClockwise};
    if leg.has_ended() || leg.position().armed_columns() == 0 {
        return 1;
    }
    let ways = [CounterClockwise, Clockwise].into_iter().map(|direction| {
        let mut leg = leg.clone();
        leg.sow(direction).map_or(0, |_| leaves(&leg))
    });
    ways.sum()
}

fn check(position: &Position<u64>, pit: usize, turn: &Turn) {
    let start = (Leg::start(position.clone(), pit).unwrap(), 0);
    let dynamics = Following::new(&turn.path.0);
    let orbit = classify(&dynamics, &start, u64::MAX, &()).unwrap();
    let (mut leg, mut made) = start;
    let (mut sown, mut captures, mut loot) = (0, 0u32, 0);
    let mut play = |legs: u64| {
        sown = 0;
        for _ in 0..legs {
            let before = leg.position().clone();
            sown += leg.hand();
            let mut state = (leg.clone(), made);
            assert!(dynamics.step(&mut state));
            (leg, made) = state;
            // What landed where is seen by what the opponent has lost.
            for column in 0..before.columns() {
                let (was, is) = (before.armed(column), leg.position().armed(column));
                if was != is {
                    captures |= 1 << column;
                    loot += was.unwrap();
                }
            }
        }
        (leg.clone(), made, sown)
    };
    match &turn.fate {
        Fate::Ends { legs, sown, position } => {
            assert_eq!(orbit, Orbit::Ends { steps: *legs });
            let (last, made, seeds) = play(*legs);
            assert!(last.has_ended() && made == turn.path.0.len());
            assert_eq!(
                (last.position().wide(), BigUint::from(seeds)),
                (position.clone(), sown.clone())
            );
        }
        Fate::NeverEnds { preperiod, cycle } => {
            let cycle = cycle.clone().unwrap();
            let period = u64::try_from(cycle.period).unwrap();
            assert_eq!(orbit, Orbit::Periodic { preperiod: *preperiod, period });
            play(*preperiod);
            let (last, made, seeds) = play(period);
            assert_eq!((made, BigUint::from(seeds)), (turn.path.0.len(), cycle.sown));
            // Every column that was armed has been captured in.
            let armed = (0..position.columns()).filter(|&column| position.armed(column).is_some());
            assert_eq!(captures, armed.map(|column| 1u32 << column).sum::<u32>());
            assert_eq!(last.position().armed_columns(), 0);
        }
        Fate::Undecided => panic!("there is no limit"),
    }
    assert_eq!((turn.captures, turn.captured.clone()), (captures, loot.into()));
    let all = (0..position.columns()).all(|column| captures >> column & 1 == 1);
    assert_eq!(turn.akawumbi(), all);
    let ends = captures & 1 == 1 && captures >> (position.columns() - 1) & 1 == 1;
    assert_eq!(turn.emitwe_ebiri(), ends);
}

/// On the largest board, with more seeds than a machine integer counts.
#[test]
fn huge_numbers_on_the_largest_board() {
    let huge = BigUint::from(10u8).pow(40);
    let mut ended = 0;
    for pit in 0..64usize {
        let own =
            (0..64).map(|other| BigUint::from(2 + (pit * other) % 3 - 2 * (other % 2))).collect();
        let opponent = (0..64).map(|other| &huge * (other % 3 + pit % 2)).collect();
        let position = Position::new(own, opponent).unwrap();
        if position.starts().all(|start| start != pit) {
            continue;
        }
        let effort = Effort { lap_limit: 1000, period: true };
        let found = turns(&position, pit, Choices::CounterClockwise, effort, &()).unwrap();
        let [turn] = &found.iter().collect::<Vec<_>>()[..] else { panic!("one without choices") };
        let start = (Leg::start(position, pit).unwrap(), 0);
        let orbit = |limit| classify(&Following::new(&turn.path.0), &start, limit, &()).unwrap();
        match &turn.fate {
            Fate::Ends { legs, .. } => {
                assert_eq!(orbit(u64::MAX), Orbit::Ends { steps: *legs });
                ended += 1;
            }
            Fate::NeverEnds { .. } => panic!("nobody plays such a period"),
            Fate::Undecided => assert_eq!(orbit(1000), Orbit::Undecided { steps: 1000 }),
        }
    }
    assert!(ended > 10, "{ended}");
}

#[test]
fn a_limit_on_a_stretch() {
    let position = Position::new(vec![2u64, 0, 1, 0], vec![0; 4]).unwrap().wide();
    let fates = |lap_limit| {
        let effort = Effort { lap_limit, period: true };
        let found = turns(&position, 0, Choices::All, effort, &()).unwrap();
        found.iter().map(|turn| turn.fate).collect::<Vec<_>>()
    };
    assert_eq!(fates(1), [Fate::Undecided]);
    assert!(matches!(fates(2)[..], [Fate::Ends { legs: 2, .. }]));
}
