//! The settings of notices by email.

use crate::{Report, Setup};

const NOTICES: &str = "notices";

/// Checks that notices can be sent if they are to be sent.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let settings = setup.settings;
    if settings.notice_to.is_empty() {
        return report.ok(NOTICES, "none are sent (`notice-to` is not set)");
    }
    let missing =
        [("notice-from", settings.notice_from.is_none()), ("smtp-url", settings.smtp_url.is_none())];
    let missing: Vec<&str> =
        missing.into_iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| name).collect();
    if missing.is_empty() {
        report.ok(NOTICES, format!("sent by email to {}", settings.notice_to.join(", ")));
        if settings.smtp_url.as_deref().is_some_and(is_password_readable) {
            let found = "the password in `smtp-url` is sent without encryption";
            report.problem("notice-encryption", found, "use `smtps://`, or add `?tls=required`");
        }
        return;
    }
    let found = format!("`notice-to` is set, but nothing is sent without {}", missing.join(" and "));
    report.problem(NOTICES, found, format!("set {}", missing.join(" and ")));
}

/// Whether the password in the URL of a mail server could be read on its way.
fn is_password_readable(url: &str) -> bool {
    url.starts_with("smtp://") && url.contains('@') && !url.contains("tls=required")
}
