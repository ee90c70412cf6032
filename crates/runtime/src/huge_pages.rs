//! The size of the pages in which the process gets its memory.

/// Disables transparent huge pages for this process, on Linux.
///
/// What the allocator has freed is scattered, and a page of 2 MiB remains while any part of it is in use: after an hour, half of a server's heap
/// was zeros in such pages. An import spent a tenth of its time on filling them with zeros.
#[cfg(target_os = "linux")]
pub fn disable() -> std::io::Result<()> {
    rustix::thread::disable_transparent_huge_pages(true).map_err(Into::into)
}

/// Other systems have no such setting.
#[cfg(not(target_os = "linux"))]
pub fn disable() -> std::io::Result<()> {
    Ok(())
}
