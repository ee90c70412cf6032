//! Embeds the built portal, the built console and the built web components in the binary if the environment variables
//! `FOLKMOOT_EMBED_PORTAL`, `FOLKMOOT_EMBED_CONSOLE` and `FOLKMOOT_EMBED_COMPONENTS` name their folders.
//!
//! `make build` sets the variables. Without them, for example in `cargo test`, nothing is embedded, so that the server can be
//! built and tested without Node.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The variables, and the names of the lists of files.
const EMBEDDED: [(&str, &str); 3] = [
    ("FOLKMOOT_EMBED_PORTAL", "PORTAL"),
    ("FOLKMOOT_EMBED_CONSOLE", "CONSOLE"),
    ("FOLKMOOT_EMBED_COMPONENTS", "COMPONENTS"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut code = String::new();
    for (variable, name) in EMBEDDED {
        println!("cargo::rerun-if-env-changed={variable}");
        writeln!(code, "const {name}: folkmoot_portal::EmbeddedFiles = &[")?;
        for (path, file) in embedded_files(variable)? {
            let file = file.to_str().ok_or("the path of the folder is not UTF-8")?;
            writeln!(code, "    ({path:?}, include_bytes!({file:?})),")?;
        }
        code.push_str("];\n");
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("files.rs");
    Ok(fs::write(out, code)?)
}

/// The files of the folder that a variable names; none if it is not set.
fn embedded_files(variable: &str) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    let mut files = Vec::new();
    if let Some(folder) = std::env::var_os(variable).map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        let folder =
            folder.canonicalize().map_err(|error| format!("{variable}={}: {error}", folder.display()))?;
        list(&folder, &folder, &mut files)?;
        files.sort();
    }
    Ok(files)
}

/// Lists the files below a folder, with their paths relative to the root. Gzip variants are left out: clients without
/// brotli are few, and the server makes a variant when one of them first requests the file.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if path.extension().is_none_or(|extension| extension != "gz") {
            let relative = path.strip_prefix(root)?.to_str().ok_or("a file name is not UTF-8")?;
            files.push((relative.to_owned(), path.clone()));
        }
    }
    Ok(())
}
