//! Files with a position or a state in each line, beside a manifest.

use crate::experiment::job::JobError;
use crate::experiment::manifest::Files;

/// Makes something of each line of a file, which a key of the manifest names; empty lines, and lines
/// that begin with `#`, are left out.
///
/// # Errors
/// If a line is refused, with its number, or there is none.
pub(super) fn lines<T>(
    key: &'static str,
    name: &str,
    files: &Files,
    mut make: impl FnMut(&str) -> Result<T, JobError>,
) -> Result<Vec<T>, JobError> {
    let refused = |message: String| JobError::refused(key, message);
    let bytes = files.get(name).map(Vec::as_slice).unwrap_or_default();
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let byte = error.valid_up_to() + 1;
        refused(format!("{name}: byte {byte} is not UTF-8; accepted is text in UTF-8"))
    })?;
    // Some editors begin a file with a mark.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut found = Vec::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        found.push(make(line).map_err(|error| match error {
            JobError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
            error => refused(format!("{name}, line {number}: {error}")),
        })?);
    }
    if found.is_empty() {
        return Err(refused(format!("{name}: no line holds anything; one a line is accepted")));
    }
    Ok(found)
}
