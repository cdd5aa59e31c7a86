//! Texts that are read from files or from standard input.

use std::fs::{self, File};
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};

/// The text of a file, or of standard input for `-`, without the mark that some editors put before it.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        stdin().read_to_end(&mut bytes)?;
    } else {
        let folder = fs::metadata(path)?.is_dir();
        ensure!(!folder, "it is a directory; the name of a file is needed");
        File::open(path)?.read_to_end(&mut bytes)?;
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        anyhow!("byte {byte} is not UTF-8; accepted is text in UTF-8")
    })?;
    Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text))
}

/// The same, with the option that names it.
pub fn read_for(option: &str, name: &str) -> anyhow::Result<String> {
    read(Path::new(name)).with_context(|| format!("{option} {name}"))
}
