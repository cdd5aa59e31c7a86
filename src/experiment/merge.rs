//! Joins shards.
