//! Embeds the built portal in the binary if the environment variable `FOLKMOOT_EMBED_PORTAL` names its folder.
//!
//! `make build` sets the variable. Without it, for example in `cargo test`, nothing is embedded, so that the server can be
//! built and tested without Node.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const VARIABLE: &str = "FOLKMOOT_EMBED_PORTAL";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if let Some(folder) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        let folder =
            folder.canonicalize().map_err(|error| format!("{VARIABLE}={}: {error}", folder.display()))?;
        list(&folder, &folder, &mut files)?;
        files.sort();
    }
    let mut code = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for (path, file) in files {
        let file = file.to_str().ok_or("the path of the portal is not UTF-8")?;
        writeln!(code, "    ({path:?}, include_bytes!({file:?})),")?;
    }
    code.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("files.rs");
    Ok(fs::write(out, code)?)
}

/// Lists the files below a folder, with their paths relative to the root. Gzip variants are left out: clients without
/// brotli are few, and get the plain file.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if path.extension().is_none_or(|extension| extension != "gz") {
            let relative =
                path.strip_prefix(root)?.to_str().ok_or("a file name of the portal is not UTF-8")?;
            files.push((relative.to_owned(), path.clone()));
        }
    }
    Ok(())
}
