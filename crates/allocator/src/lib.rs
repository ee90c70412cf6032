//! The allocator of every program that names this crate (`use folkmoot_allocator as _`).
//!
//! It is a crate of its own because the functions of an allocator are compiled with the crate that declares it: every request calls them, so
//! that they are optimised in all profiles, unlike the crate of the commands.

/// Responses are built from many small allocations, which mimalloc makes faster than the system's allocator (decision 0016).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
