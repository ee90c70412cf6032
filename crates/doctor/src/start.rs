//! What else a start needs: files that settings name, and addresses to listen on.

use crate::{Report, Setup};

/// Reports the settings with which the server cannot start.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    if setup.unusable.is_empty() {
        return report
            .ok("start", "the files of the settings are there, and the addresses can be listened on");
    }
    for unusable in setup.unusable {
        let setting = unusable.setting;
        report.problem(setting, unusable.cause.clone(), format!("correct `{setting}`"));
    }
}
