//! Lines broken into dashes. Knows only places on the page.

/// Length of a dash.
const DASH: f64 = 8.0;
/// Length of a gap.
const GAP: f64 = 5.0;

/// The dashes of a line through points: each begins where the one before, and a gap, end along the
/// line, whatever its bends. A line ends with a dash, perhaps a short one, or with a gap.
pub(super) fn dashed(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut dashes = Vec::new();
    let mut dash: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    let (mut drawn, mut left) = (true, DASH);
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut along = 0.0;
        while length - along > left {
            along += left;
            let part = along / length;
            let place = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            dash.push(place);
            if drawn {
                dashes.push(std::mem::take(&mut dash));
            } else {
                dash = vec![place];
            }
            drawn = !drawn;
            left = if drawn { DASH } else { GAP };
        }
        left -= length - along;
        if drawn {
            dash.push(to);
        }
    }
    if drawn && dash.len() > 1 {
        dashes.push(dash);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::{DASH, GAP, dashed};

    fn length(points: &[(f64, f64)]) -> f64 {
        let step = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        points.windows(2).map(step).sum()
    }

    #[test]
    fn dashes_and_gaps_have_their_lengths_round_corners_too() {
        let straight = [(0.0, 0.0), (100.0, 0.0)];
        let bent = [(0.0, 0.0), (3.0, 4.0), (3.0, 5.5), (30.0, 5.5), (30.0, 71.5)];
        for line in [&straight[..], &bent] {
            let dashes = dashed(line);
            let whole = length(line);
            assert_eq!(dashes.len(), (whole / (DASH + GAP)).ceil() as usize);
            for dash in &dashes[..dashes.len() - 1] {
                assert!((length(dash) - DASH).abs() < 1e-9, "{dash:?}");
            }
            let drawn: f64 = dashes.iter().map(|dash| length(dash)).sum();
            let full = (whole / (DASH + GAP)).floor();
            let expected = full * DASH + (whole - full * (DASH + GAP)).min(DASH);
            assert!((drawn - expected).abs() < 1e-9, "{drawn} {expected}");
        }
        assert_eq!(dashed(&[(1.0, 1.0), (2.0, 1.0)]), [[(1.0, 1.0), (2.0, 1.0)]]);
        assert!(dashed(&[(1.0, 1.0)]).is_empty() && dashed(&[]).is_empty());
    }
}
