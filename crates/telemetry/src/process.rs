//! The metrics of the process that Prometheus's own clients record, with the same names. Read from `/proc`, so on Linux only.

/// Records the metrics of this process. What cannot be read is left out.
#[cfg(target_os = "linux")]
pub fn record() {
    if let Some(memory) = linux::memory() {
        metrics::gauge!("process_resident_memory_bytes").set(memory.resident_bytes);
        metrics::gauge!("process_virtual_memory_bytes").set(memory.virtual_bytes);
    }
    if let Some(stat) = linux::stat() {
        metrics::counter!("process_cpu_seconds_total").absolute(stat.cpu_seconds);
        metrics::gauge!("process_threads").set(stat.threads);
        metrics::gauge!("process_start_time_seconds").set(stat.started_at_seconds);
    }
    if let Some(open) = linux::open_descriptors() {
        metrics::gauge!("process_open_fds").set(open);
    }
    if let Some(maximum) = linux::maximum_descriptors() {
        metrics::gauge!("process_max_fds").set(maximum);
    }
}

/// Records nothing, because only Linux has `/proc`.
#[cfg(not(target_os = "linux"))]
pub fn record() {}

#[cfg(target_os = "linux")]
#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
mod linux {
    use std::fs::{read_dir, read_to_string};

    use rustix::param::{clock_ticks_per_second, page_size};

    /// The memory of the process.
    pub struct Memory {
        pub resident_bytes: f64,
        pub virtual_bytes: f64,
    }

    /// Further values of the process.
    pub struct Stat {
        pub cpu_seconds: u64,
        pub threads: f64,
        pub started_at_seconds: f64,
    }

    pub fn memory() -> Option<Memory> {
        let statm = read_to_string("/proc/self/statm").ok()?;
        let mut pages = statm.split_whitespace().map(|pages| Some(pages.parse::<u64>().ok()? as f64));
        let page_size = page_size() as f64;
        let (total, resident) = (pages.next()??, pages.next()??);
        Some(Memory { resident_bytes: resident * page_size, virtual_bytes: total * page_size })
    }

    pub fn stat() -> Option<Stat> {
        let (process, system) = (read_to_string("/proc/self/stat").ok()?, read_to_string("/proc/stat").ok()?);
        parse(&process, &system, clock_ticks_per_second())
    }

    /// Reads proc(5): the fields of `/proc/self/stat`, and the time at which the system started.
    pub fn parse(process: &str, system: &str, ticks_per_second: u64) -> Option<Stat> {
        // The name of the program may contain spaces and parentheses. After it, the third field follows.
        let fields: Vec<&str> = process.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let boot = system.lines().find_map(|line| line.strip_prefix("btime "))?;
        let boot: u64 = boot.trim().parse().ok()?;
        Some(Stat {
            cpu_seconds: (field(14)? + field(15)?) / ticks_per_second,
            threads: field(20)? as f64,
            started_at_seconds: boot as f64 + field(22)? as f64 / ticks_per_second as f64,
        })
    }

    pub fn open_descriptors() -> Option<f64> {
        // The descriptor that reads the folder is among them.
        Some(read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64)
    }

    pub fn maximum_descriptors() -> Option<f64> {
        let limits = read_to_string("/proc/self/limits").ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::linux;

    #[test]
    fn a_name_with_spaces_and_parentheses_does_not_shift_the_fields() {
        let process = "7 (a (b) c) S 1 7 7 0 -1 4194560 5 0 0 0 250 150 0 0 20 0 9 0 1000 8192 3";
        let stat = linux::parse(process, "cpu 1 2\nbtime 1700000000\n", 100).unwrap();
        assert_eq!((stat.cpu_seconds, stat.threads, stat.started_at_seconds), (4, 9.0, 1_700_000_010.0));
        assert!(linux::parse("7 (short) S 1", "btime 1\n", 100).is_none());
    }

    #[test]
    fn the_values_of_this_process_are_plausible() {
        let memory = linux::memory().unwrap();
        assert!(memory.resident_bytes > 100_000.0 && memory.virtual_bytes >= memory.resident_bytes);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
        let stat = linux::stat().unwrap();
        assert!((now - stat.started_at_seconds).abs() < 3600.0, "{}", stat.started_at_seconds);
        assert!(stat.threads >= 1.0);
        let (open, maximum) = (linux::open_descriptors().unwrap(), linux::maximum_descriptors().unwrap());
        assert!(open >= 3.0 && maximum >= open, "{open} of {maximum}");
    }
}
