//! What other processes of the same user can read of a running server, and what it leaves when it is aborted.

use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Output};

use crate::privacy::canaries::SECRET;
use crate::privacy::site::command;
use crate::support::cluster::is_root;
use crate::support::fixture::Platform;
use crate::support::{Data, Server};

/// A command with the rights of an ordinary user. Root has capabilities with which it reads every process, and loses them here.
fn as_ordinary_user(program: impl AsRef<OsStr>) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let lost = "-sys_ptrace,-sys_admin,-perfmon";
    command.arg(format!("--bounding-set={lost}")).arg(format!("--inh-caps={lost}")).arg(program);
    command
}

/// The same command with these rights, and with a program and arguments before it.
fn wrapped(mut outer: Command, command: &Command) -> Command {
    outer.args(command.get_args()).env_clear();
    outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    outer.current_dir(command.get_current_dir().unwrap());
    outer
}

fn of_process(process: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap()
}

/// Reads a file as another process of the same user.
fn read_as_same_user(path: &str) -> Output {
    as_ordinary_user("cat").arg(path).output().unwrap()
}

struct Sleep(Child);

impl Drop for Sleep {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_memory_and_environment_of_a_server_are_readable_by_root_alone() {
    let (data, temporary) = (Data::with(&Platform::empty()), tempfile::tempdir().unwrap());
    let mut serve = command(&data, &temporary, "json");
    serve.args(["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::start(&mut wrapped(as_ordinary_user(serve.get_program()), &serve));
    server.wait_until_ready();
    let process = server.process_id();
    let limits = of_process(process, "limits");
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().skip(4).collect::<Vec<_>>(), ["0", "0", "bytes"], "{core}");
    for file in ["environ", "maps", "fd/0"] {
        let output = read_as_same_user(&format!("/proc/{process}/{file}"));
        assert!(!output.status.success(), "{file} is readable");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{file}");
    }
    // A control: the environment of a process without this protection is readable in the same way.
    let other = Sleep(as_ordinary_user("sleep").arg("600").env_clear().env("NAME", SECRET).spawn().unwrap());
    let path = format!("/proc/{}/environ", other.0.id());
    crate::support::eventually("the environment is not readable", || {
        String::from_utf8(read_as_same_user(&path).stdout).unwrap().contains(SECRET)
    });
    // Everybody can read the arguments. A secret in the environment is not among them.
    let arguments = of_process(process, "cmdline");
    assert!(arguments.contains("serve") && !arguments.contains(SECRET), "{arguments}");
}

#[test]
fn an_aborted_server_leaves_no_core_file() {
    let (data, temporary) = (Data::with(&Platform::empty()), tempfile::tempdir().unwrap());
    let mut serve = command(&data, &temporary, "json");
    serve.args(["serve", "--listen", "127.0.0.1:0"]);
    // The shell permits core files, as far as it may.
    let with_core = r#"ulimit -c unlimited 2> /dev/null; exec "$@""#;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", with_core, "sh"]).arg(serve.get_program());
    let mut server = Server::start(&mut wrapped(shell, &serve));
    server.wait_until_ready();
    server.signal("-ABRT");
    let status = server.wait();
    assert_eq!((status.signal(), status.core_dumped()), (Some(6), false));
    // A control, where the machine writes core files itself and permits them.
    if std::fs::read_to_string("/proc/sys/kernel/core_pattern").unwrap().starts_with('|') {
        return;
    }
    let control = tempfile::tempdir().unwrap();
    let mut abort = Command::new("/bin/sh");
    abort.args(["-c", "ulimit -c unlimited && kill -ABRT $$"]).current_dir(control.path());
    let status = abort.status().unwrap();
    if status.signal() == Some(6) {
        assert!(status.core_dumped(), "the control leaves no core file");
    }
}
