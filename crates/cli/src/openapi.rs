//! `folkmoot openapi`.

use std::io::{self, Write};

use folkmoot_server::openapi;

/// Prints the `OpenAPI` document.
pub fn print(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(openapi::text().as_bytes())
}
