//! Whether a certificate or a row of a catalogue is true, from its text alone: nothing of the
//! library, every seed sown by itself. For small claims only.

use super::grid::{self, End};

/// A circuit and the pit that is sown next.
type State = (Vec<u128>, usize);

/// Sows one seed after the other; says how many and whether the last one fell into an empty pit. A
/// hand that alone is more than all seeds that are said to be sown is left alone.
fn lap((pits, pivot): &mut State, sown: u128) -> Option<(u128, bool)> {
    if pits[*pivot] > sown {
        return None;
    }
    let hand = std::mem::take(&mut pits[*pivot]);
    for _ in 0..hand {
        *pivot = (*pivot + 1) % pits.len();
        pits[*pivot] += 1;
    }
    Some((hand, pits[*pivot] == 1))
}

/// Whether a line is a true certificate.
pub fn certificate(line: &str) -> bool {
    judge(line).is_some()
}

fn judge(line: &str) -> Option<()> {
    let fields = fields(line)?;
    let mut names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let get = |name: &str| {
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    };
    let text = |name| get(name)?.strip_prefix('"')?.strip_suffix('"');
    let mut expected = vec![
        "claim",
        "made_by",
        "path",
        "period",
        "pit",
        "pits",
        "position",
        "preperiod",
        "proof",
        "sown",
        "system",
    ];
    if text("proof")? == "mayer" {
        expected.insert(1, "labels");
    }
    let version = text("made_by")?.strip_prefix("sowlab ")?;
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "+-".contains(c))
    };
    let parts: Vec<&str> = version.split('.').collect();
    if names != expected || parts.len() < 3 || !parts.into_iter().all(part) {
        return None;
    }
    if text("system")? == "omweso" {
        return turn(get);
    }
    let position = list(get("position")?)?;
    let (pits, pit) = (number(get("pits")?)?, number(get("pit")?)?);
    let start = (position, pit as usize);
    let fine = text("system")? == "relay"
        && text("path")?.is_empty()
        && pits == start.0.len() as u128
        && pit < pits
        && start.0[start.1] >= 2;
    if !fine {
        return None;
    }
    let preperiod = number(get("preperiod")?)?;
    match (text("claim")?, text("proof")?) {
        ("never-ends", "recurrence") if preperiod == 0 => {
            let (period, sown) = (number(get("period")?)?, number(get("sown")?)?);
            let mut state = start.clone();
            let mut seeds = 0;
            for played in 1..=period {
                let (hand, ended) = lap(&mut state, sown)?;
                seeds += hand;
                let recurs = state == start;
                if ended || recurs != (played == period) {
                    return None;
                }
            }
            (period > 0 && seeds == sown).then_some(())
        }
        ("never-ends", "mayer") if preperiod == 0 => {
            // The pit of the hand first, and then backwards.
            let n = start.0.len();
            let seeds = (0..n).map(|steps| start.0[(start.1 + n - steps) % n]).collect();
            let (labels, found) = (list(get("labels")?)?, labels(seeds));
            let silent = get("period")? == "null" && get("sown")? == "null";
            (silent && labels == found && !clash(&labels)).then_some(())
        }
        ("ends", "play") => {
            let sown = number(get("sown")?)?;
            let mut state = start;
            let mut seeds = 0;
            for played in 1..=preperiod {
                let (hand, ended) = lap(&mut state, sown)?;
                seeds += hand;
                if ended != (played == preperiod) {
                    return None;
                }
            }
            (preperiod > 0 && seeds == sown && get("period")? == "null").then_some(())
        }
        _ => None,
    }
}

/// The labels of a hand and of the pits from its own backwards, by places, not by distances: a pit was
/// last emptied so many rounds of the circuit ago as there are seeds in it.
fn labels(seeds: Vec<u128>) -> Vec<u128> {
    let n = seeds.len() as i128;
    let places = (0..n).zip(seeds).map(|(steps, seeds)| -steps - n * seeds as i128);
    [0].into_iter().chain(places).map(|place| place.rem_euclid(n + 1) as u128).collect()
}

/// Whether two labels differ by 1.
fn clash(labels: &[u128]) -> bool {
    let near = |a: u128, b: u128| (a + 1) % labels.len() as u128 == b;
    labels.iter().any(|&a| labels.iter().any(|&b| near(a, b)))
}

/// A turn of Omweso. All moments are remembered, so that the first one that recurs is found by its
/// definition.
fn turn<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Option<()> {
    let text = |name| get(name)?.strip_prefix('"')?.strip_suffix('"');
    let position = list(get("position")?)?;
    let (pits, pit) = (number(get("pits")?)?, number(get("pit")?)?);
    let path: Option<Vec<bool>> = match text("path")? {
        "" => Some(Vec::new()),
        path => path
            .split('-')
            .map(|word| ["ccw", "cw"].iter().position(|known| *known == word).map(|way| way == 1))
            .collect(),
    };
    let path = path?;
    let columns = position.len() / 4;
    let fine = position.len() % 4 == 0
        && (2..=32).contains(&columns)
        && pits == position.len() as u128
        && pit < 2 * columns as u128
        && position[pit as usize] >= 2;
    if !fine {
        return None;
    }
    let pit = pit as usize;
    let preperiod = number(get("preperiod")?)?;
    let silent = |name| get(name) == Some("null");
    match (text("claim")?, text("proof")?) {
        ("never-ends", "recurrence") => {
            let (period, sown) = (number(get("period")?)?, number(get("sown")?)?);
            let legs = preperiod.checked_add(period)?.checked_add(1)?;
            let turn = grid::turn(&position, pit, &path, legs);
            let End::Again(first) = turn.end else { return None };
            let cycle = &turn.moments[first..];
            let seeds: u128 = cycle.iter().map(grid::Moment::hand).sum();
            let is = first as u128 == preperiod && cycle.len() as u128 == period && seeds == sown;
            (is && cycle[0].made() == path.len()).then_some(())
        }
        ("never-ends", "mayer") => {
            let turn = grid::turn(&position, pit, &path, preperiod);
            let [before @ .., last] = &turn.moments[..] else { return None };
            let first = last.is_relay() && !before.last().is_some_and(grid::Moment::is_relay);
            let claimed = list(get("labels")?)?;
            let fine = turn.end == End::Enough
                && first
                && last.made() == path.len()
                && claimed == labels(last.backwards())
                && !clash(&claimed)
                && silent("period")
                && silent("sown");
            fine.then_some(())
        }
        ("ends", "play") => {
            let sown = number(get("sown")?)?;
            let turn = grid::turn(&position, pit, &path, preperiod);
            let seeds: u128 = turn.moments.iter().map(grid::Moment::hand).sum();
            let last = turn.moments.last()?;
            let fine = turn.end == End::Empty
                && turn.moments.len() as u128 == preperiod
                && last.made_after() == path.len()
                && seeds == sown
                && silent("period");
            fine.then_some(())
        }
        _ => None,
    }
}

/// Whether a line is a true row of a catalogue.
pub fn cycle(row: &str) -> bool {
    judge_cycle(row).is_some()
}

fn judge_cycle(row: &str) -> Option<()> {
    let values: Vec<&str> = row.split(',').collect();
    let [pits, seeds, position, hand, reduced_period, period, sown] = values[..] else {
        return None;
    };
    let position: Option<Vec<u128>> = position.split(' ').map(number).collect();
    let start = (position?, 0);
    let n = start.0.len();
    let reduced_period = number(reduced_period)?;
    let period = number(period)?;
    let sown = number(sown)?;
    if number(pits)? != n as u128
        || number(seeds)? != start.0.iter().sum::<u128>()
        || number(hand)? != start.0[0]
        || start.0[0] < 2
        || period == 0
    {
        return None;
    }
    let mut state = start.clone();
    let mut total = 0;
    for played in 1..=period {
        let (hand, ended) = lap(&mut state, sown)?;
        total += hand;
        let turned = (0..n).all(|pit| state.0[(state.1 + pit) % n] == start.0[pit]);
        let first = played < reduced_period && turned;
        let missed = played == reduced_period && !turned;
        if ended || hand > start.0[0] || first || missed || (state == start) != (played == period) {
            return None;
        }
    }
    (total == sown && (1..=period).contains(&reduced_period)).then_some(())
}

fn number(text: &str) -> Option<u128> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok()?;
    (plain && (text == "0" || !text.starts_with('0'))).then_some(number)
}

fn list(text: &str) -> Option<Vec<u128>> {
    match text.strip_prefix('[')?.strip_suffix(']')? {
        "" => Some(Vec::new()),
        inside => inside.split(',').map(number).collect(),
    }
}

/// The fields of an object, each value as its text without spaces; nothing if the line is no object
/// of texts, numbers, lists of numbers and nulls. A text with an escaped character is refused, for no
/// field needs one.
pub fn fields(line: &str) -> Option<Vec<(String, String)>> {
    let mut rest = Rest(line);
    let mut fields = Vec::new();
    rest.token("{")?;
    loop {
        let name = rest.text()?;
        rest.token(":")?;
        fields.push((name.trim_matches('"').to_owned(), rest.value()?));
        if rest.token(",").is_none() {
            break;
        }
    }
    rest.token("}")?;
    rest.space();
    rest.0.is_empty().then_some(fields)
}

/// What is still to be read.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn space(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn token(&mut self, token: &str) -> Option<()> {
        self.space();
        self.0 = self.0.strip_prefix(token)?;
        Some(())
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    /// A text with its quotation marks.
    fn text(&mut self) -> Option<String> {
        self.space();
        let inside = self.0.strip_prefix('"')?;
        let length = inside.find('"')?;
        if inside[..length].contains(|c: char| c == '\\' || c < ' ') {
            return None;
        }
        Some(self.take(length + 2).to_owned())
    }

    fn digits(&mut self) -> Option<&'a str> {
        self.space();
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        (end > 0).then(|| self.take(end))
    }

    fn value(&mut self) -> Option<String> {
        self.space();
        if self.0.starts_with('"') {
            return self.text();
        }
        if self.token("null").is_some() {
            return Some("null".into());
        }
        if self.token("[").is_none() {
            return self.digits().map(str::to_owned);
        }
        let mut list = Vec::new();
        if self.token("]").is_some() {
            return Some("[]".into());
        }
        loop {
            list.push(self.digits()?);
            if self.token(",").is_none() {
                break;
            }
        }
        self.token("]")?;
        Some(format!("[{}]", list.join(",")))
    }
}
