//! The log on stderr, as text or as JSON.
//!
//! Requests do not wait for it: a thread writes their lines, many at once. If they arrive faster than they can be written, some are
//! lost and counted. Warnings and errors are written at once, and none is lost.

mod thread;

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use folkmoot_settings::{LogFormat, Settings};
use tracing::subscriber::set_global_default;
use tracing::{Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::MakeWriterExt as _;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::Registry;
use tracing_subscriber::reload;

pub use self::thread::LogThread;
use self::thread::QueuedLines;

/// Why the log cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum LogsError {
    /// The setting `log-level` is invalid. Resolving the settings rejects this earlier.
    #[error("failed to set up logging: {0}")]
    Level(#[from] tracing_subscriber::filter::ParseError),
    /// The log was already started.
    #[error("failed to set up logging: {0}")]
    Started(#[from] tracing::subscriber::SetGlobalDefaultError),
    /// The thread that writes it cannot be started.
    #[error("failed to set up logging: {0}")]
    Thread(#[source] io::Error),
    /// The level cannot be changed.
    #[error("failed to change the log level: {0}")]
    Reload(#[from] reload::Error),
}

/// The module that logs reloads.
const RELOADS: &str = "folkmoot_server::serve::reload";

type FilterHandle = reload::Handle<EnvFilter, Registry>;

/// The filter of the log of this process.
static FILTER: OnceLock<FilterHandle> = OnceLock::new();
/// The lines of the log of this process.
static LINES: OnceLock<QueuedLines> = OnceLock::new();

/// Starts the log with the format and level of the settings. Can be called once per process. When the returned thread is dropped,
/// the lines that wait are written.
pub fn start(settings: &Settings) -> Result<LogThread, LogsError> {
    let coloured =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let (thread, lines) = LogThread::start(io::stderr()).map_err(LogsError::Thread)?;
    let _ = LINES.set(lines.clone());
    let writer = io::stderr.with_max_level(Level::WARN).or_else(lines);
    let (subscriber, filter) = subscriber(settings, coloured, writer)?;
    set_global_default(subscriber)?;
    let _ = FILTER.set(filter);
    Ok(thread)
}

/// The number of lines that this process lost, because they arrived faster than they could be written.
pub fn lost_lines() -> u64 {
    LINES.get().map_or(0, QueuedLines::lost)
}

/// Changes the level of the log to that of the settings.
pub fn set_level(settings: &Settings) -> Result<(), LogsError> {
    match FILTER.get() {
        Some(filter) => Ok(filter.reload(filter_of(settings)?)?),
        None => Ok(()),
    }
}

/// The filter of the level of the settings. It lets the line pass that answers an operator's request to reload the settings.
fn filter_of(settings: &Settings) -> Result<EnvFilter, LogsError> {
    Ok(EnvFilter::builder().parse(format!("{},{RELOADS}=info", settings.log_level))?)
}

fn subscriber<W>(
    settings: &Settings,
    coloured: bool,
    writer: W,
) -> Result<(impl Subscriber + Send + Sync, FilterHandle), LogsError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let (filter, handle) = reload::Layer::new(filter_of(settings)?);
    let lines = fmt::layer().with_writer(writer).with_ansi(coloured);
    let lines = match settings.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_ansi(false).boxed(),
    };
    Ok((Registry::default().with(lines.with_filter(filter)), handle))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeMap;
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use tracing::subscriber::with_default;

    use super::*;
    use folkmoot_settings::{File, Sources};

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The log of two events, one of them below the default level.
    fn logged(flags: &[(&str, &str)]) -> String {
        logged_at(flags, None)
    }

    /// The log of the same events, after the level was changed.
    fn logged_at(flags: &[(&str, &str)], level: Option<&str>) -> String {
        let flags: BTreeMap<_, _> =
            flags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let settings =
            Settings::resolve(&Sources { flags, environment: &|_| None, file: File::default() }).unwrap();
        let written = Written::default();
        let writer = written.clone();
        let (subscriber, filter) = subscriber(&settings, false, move || writer.clone()).unwrap();
        with_default(subscriber, || {
            if let Some(level) = level {
                filter.reload(EnvFilter::new(level)).unwrap();
            }
            tracing::info!(request_id = "r1", milliseconds = 3, "served request");
            tracing::debug!("read page");
        });
        String::from_utf8(written.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_changed_level_applies() {
        assert!(logged_at(&[], Some("debug")).contains("read page"));
        assert_eq!(logged_at(&[], Some("error")), "");
    }

    #[test]
    fn text_has_no_colours_outside_a_terminal() {
        let text = logged(&[]);
        assert!(
            text.contains("INFO") && text.contains("served request request_id=\"r1\" milliseconds=3"),
            "{text}"
        );
        assert!(!text.contains("read page") && !text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn json_has_one_object_per_line() {
        let text = logged(&[("log-format", "json"), ("log-level", "debug")]);
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["message"], "served request");
        assert_eq!(lines[0]["request_id"], "r1");
        assert_eq!(lines[0]["milliseconds"], 3);
        assert!(lines[0]["timestamp"].as_str().unwrap().ends_with('Z'));
    }

    #[test]
    fn the_level_can_be_set_for_a_module() {
        assert_eq!(logged(&[("log-level", "off")]), "");
        assert!(logged(&[("log-level", "error,folkmoot_server::logs=debug")]).contains("read page"));
    }
}
