//! The `folkmoot` command.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use folkmoot_allocator as _;
use folkmoot_runtime::terminal::{self, Printable};

fn main() -> ExitCode {
    let environment = |name: &str| std::env::var_os(name);
    let invocation = match folkmoot::parse(std::env::args_os(), &environment, Path::new(".")) {
        Ok(invocation) => invocation,
        Err(refusal) => return refusal.report(),
    };
    match folkmoot::run(invocation, &mut Printable(std::io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(terminal::stderr(), "{failure}");
            ExitCode::from(failure.status)
        }
    }
}
