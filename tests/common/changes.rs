//! Small changes of lines and of the values in them.

#![allow(dead_code)] // Each test file uses its own part of this.

/// Every text that differs from a line in one byte: replaced, put in or left out.
pub fn one_byte_changes(line: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
    let line = line.as_bytes();
    let mut changed = Vec::new();
    for place in 0..=line.len() {
        let (before, after) = line.split_at(place);
        for &byte in bytes {
            changed.push([before, &[byte], after].concat());
            if !after.is_empty() && after[0] != byte {
                changed.push([before, &[byte], &after[1..]].concat());
            }
        }
        if !after.is_empty() {
            changed.push([before, &after[1..]].concat());
        }
    }
    changed
}

/// Every small change of a number.
pub fn numbers_near(value: &str) -> Vec<String> {
    let number: u64 = value.parse().unwrap();
    let mut near = vec![number + 1, 0, number * 2, number / 2, number + 17, u64::MAX];
    near.extend(number.checked_sub(1));
    let mut texts: Vec<String> = near.iter().map(ToString::to_string).collect();
    texts.extend(
        ["-1", "1.0", "1e0", "null", "\"1\"", "[1]", "{}", "true", "18446744073709551616"]
            .map(String::from),
    );
    texts.push("7".repeat(30));
    texts
}

/// Every small change of a list of numbers.
pub fn lists_near(value: &str) -> Vec<String> {
    let list: Vec<&str> = value.trim_matches(['[', ']']).split(',').collect();
    let mut near: Vec<Vec<String>> = Vec::new();
    let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    for place in 0..list.len() {
        for other in numbers_near(list[place]) {
            let mut changed = owned(&list);
            changed[place] = other;
            near.push(changed);
        }
        for other in place + 1..list.len() {
            let mut changed = owned(&list);
            changed.swap(place, other);
            near.push(changed);
        }
        let mut dropped = owned(&list);
        dropped.remove(place);
        near.push(dropped);
        let mut doubled = owned(&list);
        doubled.insert(place, list[place].to_owned());
        near.push(doubled);
        let mut turned = owned(&list);
        turned.rotate_left(place);
        near.push(turned);
    }
    let mut texts: Vec<String> = near.iter().map(|list| format!("[{}]", list.join(","))).collect();
    texts.extend(["[]", "[[]]", "null", "0", "\"2 0 1\"", "{}"].map(String::from));
    texts
}

/// Every small change of a value of a certificate, whatever it is.
pub fn values_near(value: &str) -> Vec<String> {
    let texts = ["ends", "never-ends", "mayer", "play", "recurrence", "omweso", "relay", "", "a"];
    let paths =
        ["ccw", "cw", "ccw-ccw", "cw-cw", "cw-ccw", "ccw-cw", "cw-ccw-cw", "ccw-", "-cw", "CW"];
    let values = match value.as_bytes()[0] {
        b'"' => texts
            .iter()
            .chain(&paths)
            .map(|text| format!("\"{text}\""))
            .chain([value.to_uppercase(), "null".into(), "1".into(), "[]".into()])
            .collect(),
        b'[' => lists_near(value),
        b'n' => ["0", "1", "3", "\"null\"", "false", "[]"].map(String::from).to_vec(),
        _ => numbers_near(value),
    };
    values.into_iter().filter(|other| other != value).collect()
}

/// An object of these fields.
pub fn join(fields: &[(String, String)]) -> String {
    let parts: Vec<String> =
        fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", parts.join(","))
}
