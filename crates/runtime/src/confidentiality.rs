//! Protects the memory and the new files of the process, which contain secrets and records of people.

use std::io;

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, setrlimit, umask};

/// Disables core files, and on Linux also every access of other processes of the same user: they cannot attach a debugger and
/// cannot read the memory or the environment, because the files in `/proc/PID` then belong to root.
///
/// Two mechanisms, because each alone has a gap: a `core_pattern` with a program, as of systemd-coredump, ignores the limit, and
/// only Linux has the attribute `dumpable`. There is no setting: a core file contains every secret and every record in the
/// caches, and root can attach a debugger at any time.
pub fn protect_memory() -> io::Result<()> {
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    Ok(())
}

/// Gives new files and folders to the user of the process alone, whatever folder they are in: databases, contents, exports and
/// temporary files. Existing files retain their permissions.
pub fn restrict_new_files() {
    umask(Mode::RWXG | Mode::RWXO);
}
