//! The `sowlab` command.
fn main() {}
