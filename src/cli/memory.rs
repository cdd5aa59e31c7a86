//! How much memory there is to use.

use anyhow::ensure;
use num_bigint::BigUint;
use sowlab::notation::show_bytes;
use sysinfo::{ProcessesToUpdate, System};

/// Bytes that one exact integer takes at least: three words for the vector of its digits, one
/// for the digits, and the allocator's own.
pub const INTEGER_BYTES: u64 = 56;

/// What is taken to be available where the system does not say.
const UNKNOWN: u64 = 1 << 30;

/// Three quarters of what the machine has available, or of what the limits of the container leave; at
/// most half of the address space that the process may have (`ulimit -v`).
pub fn available() -> u64 {
    let Ok(mut system) = System::new() else {
        return UNKNOWN;
    };
    system.refresh_memory();
    let own = sysinfo::get_current_pid().ok().and_then(|pid| {
        system.refresh_processes(ProcessesToUpdate::Some(&[pid]), false);
        system.process(pid)?.cgroup_limits()
    });
    let limits = [own, system.cgroup_limits()];
    let free = limits.iter().flatten().map(|limits| limits.free_memory);
    let available = free.fold(system.available_memory(), u64::min) / 4 * 3;
    address_space().map_or(available, |most| available.min(most / 2))
}

/// How large the address space of the process may become, if there is a limit.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (most, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (most != RLIM_INFINITY).then_some(most)
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

/// Bytes that a cell of a drawn table takes while its columns are measured.
pub const DRAWN_CELL_BYTES: u64 = 400;

/// Refuses, before it begins, work of which `integers` integers alone do not fit.
pub fn require(what: &str, integers: &BigUint, allowed: u64) -> anyhow::Result<()> {
    require_bytes(what, &(integers * INTEGER_BYTES), allowed)
}

/// Refuses, before it begins, work that needs so many bytes.
pub fn require_bytes(what: &str, needed: &BigUint, allowed: u64) -> anyhow::Result<()> {
    ensure!(
        *needed <= BigUint::from(allowed),
        "{what} needs at least {} of memory, and {} are allowed; ask for less",
        show_bytes(needed),
        show_bytes(&allowed.into()),
    );
    Ok(())
}
