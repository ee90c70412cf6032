//! The `folkmoot` command.

use std::process::ExitCode;

use folkmoot::cli::{self, Command};

fn main() -> ExitCode {
    let environment = |name: &str| std::env::var_os(name);
    let folder = std::env::current_dir().unwrap_or_default();
    let invocation = match cli::parse(std::env::args_os(), &environment, &folder) {
        Ok(invocation) => invocation,
        Err(refusal) => return refusal.report(),
    };
    match invocation.command {
        Command::Import { path, dry_run } => cli::import(&invocation.settings, &path, dry_run),
        _ => ExitCode::FAILURE,
    }
}
