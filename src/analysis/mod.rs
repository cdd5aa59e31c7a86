//! Fast algorithms; each has its slow twin in [`crate::games`] or [`crate::orbit`].
pub mod mirall;
