//! How titles name what was asked for.

use crate::notation::{List, show_natural};

/// A list as a title says it: as it is written, or how many numbers from where to where if that is too
/// long.
#[must_use]
pub fn list_title(list: &List) -> String {
    let (least, largest) = (list.iter().min(), list.iter().max());
    if largest.as_ref().is_none_or(|largest| largest.bits() <= 256) {
        let text = list.to_string();
        if text.len() <= 60 {
            return text;
        }
    }
    let ends = [least, largest].map(|end| end.map_or_else(String::new, |end| show_natural(&end)));
    if ends[0] == ends[1] {
        return ends[0].clone();
    }
    format!("{} numbers from {} to {}", list.count(), ends[0], ends[1])
}
