//! Puzzles of Pas de Deux whose diagram is lost and whose solution is printed: all boards that the
//! printed lines can be played on, and what can be forced from each.
//!
//! The player who begins is to take everything that is left. The opponent therefore captures nothing in
//! any line: a single seed is what she needs.

mod backward;
mod candidates;
mod force;
mod forward;
mod line;
mod published;
mod reading;

pub use candidates::{Candidate, candidates};
pub use force::{Fate, Prover};
pub use forward::Reader;
pub use line::{Line, LineError, Mark, Ply};
pub use published::{Found, Misprint, Published, position, survey};
pub use reading::{Marked, NorthCounts, Reading, Unmarked};
