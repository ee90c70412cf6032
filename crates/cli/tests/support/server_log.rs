//! Servers with a log that the test reads.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::{Data, Server, eventually};

/// The log lines of a server.
#[derive(Debug, Clone, Default)]
pub struct Log(Arc<Mutex<Vec<Value>>>);

impl Log {
    /// The lines with this message.
    pub fn lines(&self, message: &str) -> Vec<Value> {
        let lines = self.0.lock().unwrap();
        lines.iter().filter(|line| line["message"] == message).cloned().collect()
    }

    /// All lines as text.
    pub fn text(&self) -> String {
        let lines = self.0.lock().unwrap();
        lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
    }

    /// The messages of all lines.
    pub fn messages(&self) -> Vec<String> {
        let lines = self.0.lock().unwrap();
        lines.iter().filter_map(|line| Some(line["message"].as_str()?.to_owned())).collect()
    }

    /// Waits for a line with this message, and returns the first one.
    #[track_caller]
    pub fn wait_for(&self, message: &str) -> Value {
        self.wait_for_each(message, 1)
    }

    /// Waits for so many lines with this message, and returns the last of them.
    #[track_caller]
    pub fn wait_for_each(&self, message: &str, count: usize) -> Value {
        eventually(&format!("no {count} log lines '{message}'"), || self.lines(message).len() >= count);
        self.lines(message)[count - 1].clone()
    }
}

/// The command that serves this data with these arguments and writes its log as JSON.
pub fn serve(data: &Data, arguments: &[&str]) -> Command {
    let mut command = data.command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json"]).args(arguments);
    command
}

/// The same command with this soft and hard limit of file descriptors.
pub fn with_descriptors(command: &Command, descriptors: u32) -> Command {
    let mut limited = Command::new("/bin/sh");
    limited.args(["-c", r#"ulimit -n "$0"; exec "$@""#, &descriptors.to_string()]);
    limited.arg(command.get_program()).args(command.get_args()).env_clear();
    limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    limited.current_dir(command.get_current_dir().unwrap());
    limited
}

/// Starts the command and collects its log.
pub fn start(command: &mut Command) -> (Server, Log) {
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let log = read_log(process.stderr.take().unwrap());
    (Server::started(process), log)
}

/// Collects the lines of a log while it is written.
pub fn read_log(stderr: impl std::io::Read + Send + 'static) -> Log {
    let log = Log::default();
    let lines = Arc::clone(&log.0);
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
            lines.lock().unwrap().push(line);
        }
    });
    log
}
