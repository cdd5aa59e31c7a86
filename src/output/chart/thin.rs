//! Lines thinned to what a page can show, however many points they have. Knows only places on the
//! page.

/// The points of a line without those that no page could show: of a run of points in one half
/// pixel column, only the first, the highest, the lowest and the last stay; of a run on one
/// straight line, only the ends.
pub(super) fn thinned(points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut kept = Vec::new();
    let mut run: Vec<(f64, f64)> = Vec::new();
    let column = |x: f64| (x * 2.0).floor();
    for point in points {
        if run.first().is_some_and(|first| column(first.0).total_cmp(&column(point.0)).is_ne()) {
            flush(&mut run, &mut kept);
        }
        run.push(point);
        // Bounds the memory of a run; a kept point too many does no harm.
        if run.len() > 4096 {
            flush(&mut run, &mut kept);
        }
    }
    flush(&mut run, &mut kept);
    straightened(&kept)
}

fn flush(run: &mut Vec<(f64, f64)>, kept: &mut Vec<(f64, f64)>) {
    let by_height = |a: &usize, b: &usize| run[*a].1.total_cmp(&run[*b].1);
    let mut places = vec![0, run.len().saturating_sub(1)];
    places.extend((0..run.len()).min_by(by_height));
    places.extend((0..run.len()).max_by(by_height));
    places.sort_unstable();
    places.dedup();
    kept.extend(places.into_iter().filter_map(|place| run.get(place)));
    run.clear();
}

fn straightened(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    // How far a point may lie from the line that replaces it.
    const SLACK: f64 = 0.05;
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut start = 0;
    for end in 1..points.len() {
        let next = end + 1;
        // A short look back keeps the time linear.
        let straight = next < points.len()
            && next - start <= 32
            && (start + 1..next).all(|i| off_line(points[start], points[next], points[i]) < SLACK);
        if !straight {
            if kept.is_empty() {
                kept.push(points[start]);
            }
            kept.push(points[end]);
            start = end;
        }
    }
    if kept.is_empty() {
        kept.extend(points);
    }
    kept
}

/// How far `point` lies from the straight way from `a` to `b`; far if it is not between them.
fn off_line(a: (f64, f64), b: (f64, f64), point: (f64, f64)) -> f64 {
    let (way, to) = ((b.0 - a.0, b.1 - a.1), (point.0 - a.0, point.1 - a.1));
    let length = way.0.hypot(way.1);
    let along = (way.0 * to.0 + way.1 * to.1) / length.max(1e-12);
    if along < -1e-9 || along > length + 1e-9 {
        return f64::INFINITY;
    }
    (way.0 * to.1 - way.1 * to.0).abs() / length.max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_runs_keep_their_ends_and_bends() {
        let line = (0..100).map(|i| (f64::from(i), 2.0 * f64::from(i)));
        let kept = thinned(line);
        assert!(kept.len() <= 6, "{kept:?}");
        assert_eq!((kept[0], kept[kept.len() - 1]), ((0.0, 0.0), (99.0, 198.0)));
        let bend = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (20.0, 9.0), (30.0, 9.0)];
        let kept = thinned(bend.into_iter());
        assert_eq!(kept, [(0.0, 0.0), (20.0, 0.0), (20.0, 9.0), (30.0, 9.0)]);
        assert_eq!(thinned([(1.0, 1.0)].into_iter()), [(1.0, 1.0)]);
    }

    #[test]
    fn crowded_columns_keep_their_extremes() {
        let wild = (0..100_000u32).map(|i| (f64::from(i) / 1000.0, f64::from(i * 7919 % 500)));
        let points: Vec<_> = wild.collect();
        let kept = thinned(points.iter().copied());
        assert!(kept.len() <= 4 * 201, "{}", kept.len());
        let top = |points: &[(f64, f64)]| points.iter().map(|p| p.1).fold(0.0, f64::max);
        assert!((top(&kept) - top(&points)).abs() < 1e-12);
    }

    #[test]
    fn a_line_that_turns_back_keeps_its_turn() {
        let there_and_back = [(0.0, 0.0), (50.0, 0.0), (10.0, 0.0)];
        assert_eq!(thinned(there_and_back.into_iter()), there_and_back);
    }
}
