//! Jobs about Omweso.
