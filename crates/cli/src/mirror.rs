//! `folkmoot mirror`

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use folkmoot_import::LeftOutReason;
use folkmoot_mirror::{Credentials, Extent, Mirror, MirrorError, MirrorOptions, RoundReport, RoundTools};
use folkmoot_runtime::terminal;
use folkmoot_server::serve::ShutdownSignal;
use folkmoot_settings::Settings;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::import::{self, Bar};
use super::{Failure, MirrorArguments, people};

/// Mirrors a platform once, or again and again until a signal ends the program.
pub fn run(
    arguments: MirrorArguments,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (every, json) = (arguments.every, arguments.json);
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let stop = stop_signal(&runtime)?;
    let (store, _) = people::open_or_create_store(settings, now)?;
    let mirror = Mirror {
        options: options(arguments, settings)?,
        store: Arc::clone(&store),
        data: settings.data.clone(),
        runtime: runtime.handle().clone(),
        stop: stop.clone(),
        transport: None,
    };
    loop {
        match round(&mirror, settings) {
            Ok(report) => print(&report, json, out)?,
            Err(MirrorError::Stopped) if every.is_some() => return Ok(()),
            Err(error) if every.is_none() || is_permanent(&error) => return Err(failure(error)),
            Err(error) => {
                let _ = writeln!(terminal::stderr(), "{}", failure(error));
            }
        }
        let Some(every) = every else { return Ok(()) };
        if !wait(&runtime, &stop, every) {
            return Ok(());
        }
    }
}

fn options(arguments: MirrorArguments, settings: &Settings) -> Result<MirrorOptions, Failure> {
    let MirrorArguments { url, client_id, client_secret, accept_partial, replace, .. } = arguments;
    let client_secret = people::read_argument(client_secret)?;
    Ok(MirrorOptions {
        url,
        credentials: Credentials { client_id, client_secret },
        accept_partial,
        replace,
        requests_per_minute: arguments.requests_per_minute,
        locales: arguments.locales,
        full_every: SignedDuration::try_from(arguments.full_every).map_err(Failure::new)?,
        content_hosts: settings.content_hosts.clone(),
        max_content_bytes: settings.upload_limit_megabytes * 1_000_000,
    })
}

/// Becomes true when the process receives a signal to stop.
fn stop_signal(runtime: &Runtime) -> Result<watch::Receiver<bool>, Failure> {
    let (sender, receiver) = watch::channel(false);
    let mut signal = {
        let _inside = runtime.enter();
        ShutdownSignal::listen()?
    };
    runtime.spawn(async move {
        signal.received().await;
        sender.send_replace(true);
        // Its receivers see an open channel until the program ends.
        sender.closed().await;
    });
    Ok(receiver)
}

fn round(mirror: &Mirror, settings: &Settings) -> Result<RoundReport, MirrorError> {
    let bar = Bar::within(settings.disk_reserve());
    let blobs = || {
        import::blob_staging(settings, &mirror.store, &bar)
            .map_err(|error| MirrorError::Unknown(error.to_string()))
    };
    let report = mirror.round(&RoundTools { progress: &bar, blobs: &blobs, clock: Timestamp::now });
    bar.finish();
    report
}

/// Whether the next round would fail, too.
fn is_permanent(error: &MirrorError) -> bool {
    matches!(
        error,
        MirrorError::Url(_)
            | MirrorError::Credentials(_)
            | MirrorError::Partial(_)
            | MirrorError::NotEmpty(_)
            | MirrorError::Running
    )
}

fn failure(error: MirrorError) -> Failure {
    match error {
        MirrorError::Import(folkmoot_import::ImportError::Invalid(problems)) => Failure::lines(problems),
        other => Failure::new(other),
    }
}

/// Waits for the next round. Returns `false` if the program is to stop.
fn wait(runtime: &Runtime, stop: &watch::Receiver<bool>, every: Duration) -> bool {
    let mut stop = stop.clone();
    runtime.block_on(async move {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => false,
            () = tokio::time::sleep(every) => true,
        }
    })
}

fn print(report: &RoundReport, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    for warning in &report.summary.warnings {
        let _ = writeln!(terminal::stderr(), "warning: {warning}");
    }
    let RoundReport { source, extent, summary, requests, seconds } = report;
    let read = match extent {
        Extent::Full => "everything",
        Extent::Changes => "changes",
    };
    if !json {
        writeln!(out, "{summary}")?;
        return Ok(writeln!(out, "read {read} of {source} with {requests} requests in {seconds:.1} s")?);
    }
    let counts = summary.counts.iter().map(|(plural, counts)| {
        let folkmoot_import::Counts { inserted, updated, unchanged, removed } = *counts;
        let counts =
            json!({ "inserted": inserted, "updated": updated, "unchanged": unchanged, "removed": removed });
        ((*plural).to_owned(), counts)
    });
    let counts: Map<String, Value> = counts.collect();
    let left_out = &summary.left_out;
    let reasons: Value = left_out.reasons.iter().map(LeftOutReason::json).collect();
    let report = json!({
        "source": source,
        "read": read,
        "resources": counts,
        "platform_changed": summary.platform_changed,
        "held_back": summary.held_back,
        "left_out": { "records": left_out.count, "reasons": reasons },
        "becoming_visible": summary.becoming_visible,
        "warnings": summary.warnings,
        "requests": requests,
        "seconds": seconds,
    });
    Ok(writeln!(out, "{report}")?)
}
