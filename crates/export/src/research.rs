//! The formats for research on votes and opinions.

use std::io::{self, BufWriter, Write};

use folkmoot_ballots::RecordReader;
use folkmoot_ballots::pabulib::{self, Election};
use folkmoot_ballots::polis::{Conversation, File};
use folkmoot_index::ScannedLists;
use folkmoot_store::Store;
use folkmoot_store::encode::View;
use folkmoot_store::records::Scan;

use super::sink::{ExportSink, MeasuredFile};
use super::{ExportError, ExportRequest, ExportedFile, Format};

/// Writes the files of the requested formats, and adds them to `files`.
pub(super) fn write(
    request: &ExportRequest,
    view: &View,
    sink: &dyn ExportSink,
    store: &Store,
    scan: &Scan<'_>,
    files: &mut Vec<ExportedFile>,
) -> Result<(), ExportError> {
    let lists = ScannedLists::new(scan);
    let records = RecordReader::new(scan, &lists, view);
    if request.formats.contains(&Format::Pabulib) {
        for phase in Election::ended(&records)? {
            let election = Election::read(&records, phase, &request.pabulib)
                .map_err(|cause| ExportError::Vote { phase, cause })?;
            let name = format!("{}/{phase}.{}", Format::Pabulib, pabulib::EXTENSION);
            let rows = election.ballots() as u64;
            files.push(store_file(sink, (name, Format::Pabulib, rows), |out| election.write(out))?);
        }
    }
    if request.formats.contains(&Format::Polis) {
        let secret = store.platform().secret()?;
        for project in Conversation::projects(&records)? {
            let Some(conversation) = Conversation::read(&records, project, secret.expose())? else {
                continue;
            };
            for file in File::ALL {
                request.reserve.check(0)?;
                let name = format!("{}/{project}/{}", Format::Polis, file.name());
                let rows = conversation.rows(file) as u64;
                let write = |out: &mut dyn Write| conversation.write(file, out);
                files.push(store_file(sink, (name, Format::Polis, rows), write)?);
            }
        }
    }
    Ok(())
}

fn store_file(
    sink: &dyn ExportSink,
    (name, format, rows): (String, Format, u64),
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<ExportedFile, ExportError> {
    let failed = |cause| ExportError::write(&name, cause);
    let mut out = BufWriter::new(MeasuredFile::create(sink, &name)?);
    write(&mut out).map_err(failed)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    let (size_bytes, sha256) = file.finish()?;
    Ok(ExportedFile { name, resource: None, format: Some(format), rows, size_bytes, sha256 })
}
