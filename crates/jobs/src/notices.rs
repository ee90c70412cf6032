//! Notices to administrators by email about what needs them: failures, clients that expire, and unusual reading.

mod facts;

use std::sync::Arc;
use std::time::Duration;

use folkmoot_settings::Settings;
use folkmoot_store::StoreError;
use lettre::message::Mailbox;
use lettre::{Message, SmtpTransport, Transport as _};
use thiserror::Error;

use self::facts::Notice;
use super::busy_retry::retry_while_busy;
use super::maintenance::Maintenance;

/// How long the mail server may take for each step.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why notices were not sent.
#[derive(Debug, Error)]
enum NoticeError {
    #[error("{0} is not an email address: {1}")]
    Address(String, lettre::address::AddressError),
    #[error("{0}")]
    Message(#[from] lettre::error::Error),
    #[error("the mail server: {0}")]
    Server(#[from] lettre::transport::smtp::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Task(#[from] tokio::task::JoinError),
}

/// Sends the notices that were not sent yet, in one message. What cannot be sent is tried again after ten minutes.
pub async fn send_new(state: Arc<Maintenance>) {
    let settings = &state.settings;
    let Some((from, url)) = settings.notice_from.as_ref().zip(settings.smtp_url.as_ref()) else { return };
    if settings.notice_to.is_empty() {
        return;
    }
    match send(&state, from, url).await {
        Ok(()) | Err(NoticeError::Store(StoreError::Busy)) => {}
        Err(error) => tracing::warn!(%error, "failed to send notices by email; will retry"),
    }
}

async fn send(state: &Arc<Maintenance>, from: &str, url: &str) -> Result<(), NoticeError> {
    let at = (state.clock)();
    let now = at.as_millisecond();
    let is_scheduled = state.settings.backup_at.is_some();
    let folder = state.settings.backup_folder.clone().filter(|_| is_scheduled);
    // On a thread of its own, because a network drive may not respond.
    let backups = tokio::task::spawn_blocking(move || facts::overdue_backup(&folder?, at)).await?;
    let claim = |backups: Option<Notice>| {
        state.store.run_maintenance(move |store| {
            let mut notices = facts::of_database(store, now)?;
            notices.extend(backups);
            let names: Vec<String> = notices.iter().map(|notice| notice.name.clone()).collect();
            if names.is_empty() {
                return Ok((notices, String::new()));
            }
            let claimed = store.notices().claim(&names, now)?;
            notices.retain(|notice| claimed.contains(&notice.name));
            let platform = store.platform().read()?.map(|platform| platform.name).unwrap_or_default();
            Ok::<_, StoreError>((notices, platform))
        })
    };
    let (notices, platform) = retry_while_busy(|| claim(backups.clone())).await?;
    if notices.is_empty() {
        return Ok(());
    }
    let message = message(&notices, &platform, &state.settings, from)?;
    let transport = SmtpTransport::from_url(url)?.timeout(Some(TIMEOUT)).build();
    tokio::task::spawn_blocking(move || transport.send(&message)).await??;
    let names: Vec<String> = notices.into_iter().map(|notice| notice.name).collect();
    tracing::info!(notices = names.len(), "sent notices by email");
    Ok(state.store.run_maintenance(move |store| store.notices().sent(&names, now)).await?)
}

fn message(
    notices: &[Notice],
    platform: &str,
    settings: &Settings,
    from: &str,
) -> Result<Message, NoticeError> {
    let mailbox = |address: &String| {
        let parsed = address.parse().map_err(|error| NoticeError::Address(address.clone(), error))?;
        Ok::<_, NoticeError>(Mailbox::new(None, parsed))
    };
    let subject = match notices {
        [one] => one.subject.clone(),
        _ => format!("{} notices", notices.len()),
    };
    // A name has no line breaks, but is data of others.
    let platform = platform.replace(char::is_control, " ");
    let console = settings.admin_url.as_ref().or(settings.public_url.as_ref());
    let link =
        console.map(|url| format!("\nConsole: {}/admin\n", url.trim_end_matches('/'))).unwrap_or_default();
    let texts: Vec<String> =
        notices.iter().map(|notice| format!("{}\n{}\n", notice.subject, notice.text)).collect();
    let mut builder = Message::builder()
        .from(mailbox(&from.to_owned())?)
        .subject(format!("[{}] {subject}", if platform.is_empty() { "Folkmoot" } else { &platform }));
    for address in &settings.notice_to {
        builder = builder.to(mailbox(address)?);
    }
    Ok(builder.body(format!("{}{link}", texts.join("\n")))?)
}
