//! Experiments: what is computed from a manifest, in units that survive being killed, and put in
//! its place with its provenance.
//!
//! | Module | Holds |
//! |---|---|
//! | [`manifest`] | a TOML file that says what is to be computed, read with errors that name the line and the column |
//! | [`job`] | what a step can ask for: its parameters, its units of work, and what its results become |
//! | [`ledger`] | the results of units, in an SQLite file that is whole after every commit |
//! | [`shard`] | which units belong to which of several computations of one experiment |
//! | [`mod@run`] | runs a manifest: computes what is missing, puts the outputs in their places |
//! | [`mod@merge`] | joins shards into what one run would have made |
//! | [`place`] | writes outputs under another name until they are whole |
//! | [`expect`] | what a step's outputs are expected to be |
//! | [`provenance`] | where results come from, and whether they are still what they were |
//! | [`slurm`] | the scripts that compute the shards of an experiment on a cluster |
//!
//! This is the one room of the library that reads and writes files. It prints nothing; the time and
//! the name of the program, which go into the provenance alone, are given to it.

pub mod expect;
pub mod job;
pub mod ledger;
pub mod manifest;
pub mod merge;
pub mod place;
pub mod provenance;
pub mod run;
pub mod shard;
pub mod slurm;

pub use manifest::{Manifest, ManifestError};
pub use merge::{Merged, merge};
pub use run::{Options, RunError, run};
pub use shard::Shard;
