//! `folkmoot demo`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use folkmoot_administration::{access, command_line_actor};
use folkmoot_demo::Demo;
use folkmoot_import::{Input, Mode, input};
use folkmoot_settings::Settings;
use jiff::Timestamp;

use super::import::{self, Bar};
use super::{Failure, people};

/// Generates and imports the demo platform, and enables its public API.
pub fn run(
    settings: &Settings,
    ideas: u64,
    seed: u64,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (store, _) = people::open_or_create_store(settings, now)?;
    let input = DemoInput { demo: Arc::new(Demo::new(ideas, seed).map_err(Failure::new)?) };
    let bar = Bar::of_import(settings)?;
    let blobs = import::blob_staging(settings, &store, &bar)?;
    let summary = import::run_import(&store, &input, &blobs, Mode::default(), now, &bar)?;
    access::set_enabled(&store, &command_line_actor(), true, now)?;
    Ok(writeln!(out, "{summary}")?)
}

/// Writes the demo platform as files that `folkmoot import` reads.
pub fn write(folder: &Path, ideas: u64, seed: u64, out: &mut dyn Write) -> Result<(), Failure> {
    let demo = Demo::new(ideas, seed).map_err(Failure::new)?;
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(input::PLATFORM), demo.platform())?;
    let mut lines = BTreeMap::new();
    for plural in Demo::resources() {
        let mut file = BufWriter::new(File::create(folder.join(format!("{plural}.ndjson")))?);
        lines.insert(plural, demo.write(plural, &mut file)?);
        file.flush()?;
    }
    for (plural, lines) in lines {
        writeln!(out, "{plural:<28}{lines:>10}")?;
    }
    Ok(())
}

/// The demo platform as the input of an import. Records are generated while they are read.
struct DemoInput {
    demo: Arc<Demo>,
}

impl Input for DemoInput {
    fn has(&self, plural: &str) -> bool {
        Demo::resources().any(|resource| resource == plural)
    }

    fn name(&self, plural: &str) -> String {
        format!("{plural}.ndjson")
    }

    fn open(&self, plural: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        const BUFFER: usize = 256 * 1024;
        let (read, write) = io::pipe()?;
        let (demo, plural) = (Arc::clone(&self.demo), plural.to_owned());
        std::thread::Builder::new().name(format!("demo {plural}")).spawn(move || {
            let mut write = BufWriter::with_capacity(BUFFER, write);
            // An import that stops early closes the pipe. The import reports its error, so this one is ignored.
            let _ = demo.write(&plural, &mut write).and_then(|_| write.flush());
        })?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, read)))
    }

    fn platform(&self) -> io::Result<Option<String>> {
        Ok(Some(self.demo.platform()))
    }

    fn open_bytes(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::Error::new(io::ErrorKind::NotFound, format!("the demo platform has no file {path}")))
    }
}
