//! What `folkmoot --version` prints: the commit, the target and the versions of libraries.
//!
//! The commit is the environment variable `FOLKMOOT_COMMIT`, which `scripts/build-release` and `make build` set with
//! `scripts/commit`. This script does not read the repository itself: a build of another commit then changes nothing in
//! development, and the same commit and compiler give the same binary wherever it is built.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

/// Libraries whose versions matter for reports of vulnerabilities.
const LIBRARIES: [&str; 2] = ["rustls", "aws-lc-rs"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FOLKMOOT_COMMIT");
    let commit = env::var("FOLKMOOT_COMMIT").unwrap_or_default();
    if !commit.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(format!("FOLKMOOT_COMMIT is not the hash of a commit: {commit:?}").into());
    }
    println!("cargo::rustc-env=FOLKMOOT_COMMIT={commit}");
    println!("cargo::rustc-env=FOLKMOOT_TARGET={}", env::var("TARGET")?);
    println!("cargo::rustc-env=FOLKMOOT_PROFILE={}", env::var("PROFILE")?);
    let lock_file = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock_file.display());
    let lock = fs::read_to_string(lock_file)?;
    let versions = LIBRARIES.map(|name| format!("{name} {}", version(&lock, name).unwrap_or("unknown")));
    println!("cargo::rustc-env=FOLKMOOT_TLS={}", versions.join(", "));
    Ok(())
}

/// The version of a package in `Cargo.lock`.
fn version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    rest.split('"').next()
}
