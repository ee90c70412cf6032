//! Programs whose system calls strace records, or lets fail.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::require_command;

/// The calls that change a disk, except those that also write to sockets.
pub const DISK_CALLS: &str = "fsync,fdatasync,pwrite64,rename,renameat,renameat2,unlink,unlinkat,rmdir,ftruncate,mkdir,mkdirat,link,linkat";

/// The same command, run by strace with these options.
pub fn traced(command: &Command, options: &[&str]) -> Command {
    require_command("strace");
    let mut traced = Command::new("strace");
    traced.env_clear().args(["--follow-forks", "--quiet=all"]).args(options).arg("--");
    traced.arg(command.get_program()).args(command.get_args());
    traced.current_dir(command.get_current_dir().unwrap_or(Path::new("/")));
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            traced.env(name, value);
        }
    }
    traced
}

/// System calls of a running process that fail until this is dropped.
#[derive(Debug)]
pub struct Faults(Child);

impl Faults {
    /// Lets these calls of a process fail with an error: `fsync,fdatasync`, `EIO`.
    pub fn inject(process: u32, calls: &str, error: &str) -> Self {
        Self::inject_with(process, calls, error, &[])
    }

    /// Lets these calls fail on one file only.
    pub fn inject_on(file: &Path, process: u32, calls: &str, error: &str) -> Self {
        Self::inject_with(process, calls, error, &[&format!("--trace-path={}", file.display())])
    }

    fn inject_with(process: u32, calls: &str, error: &str, options: &[&str]) -> Self {
        require_command("strace");
        let mut strace = Command::new("strace")
            .args(options)
            .args(["--follow-forks", "--output=/dev/null", &format!("--trace={calls}")])
            .arg(format!("--inject={calls}:error={error}"))
            .arg(format!("--attach={process}"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stderr = BufReader::new(strace.stderr.take().unwrap());
        stderr.read_line(&mut line).unwrap();
        assert!(line.contains("attached"), "{line}");
        // The pipe must not be full.
        std::thread::spawn(move || stderr.lines().count());
        Self(strace)
    }

    /// Waits until the process has ended, which was killed. A strace that is told to detach from a process that is ending may wait
    /// for it forever.
    pub fn until_the_process_ends(mut self) {
        self.0.wait().unwrap();
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            // With SIGTERM, strace detaches; the process continues.
            let _ = Command::new("kill").arg(self.0.id().to_string()).status();
            let _ = self.0.wait();
        }
    }
}
