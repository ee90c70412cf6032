//! Logs panics without the values that their messages contain.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;

/// Logs every panic of the process with its location and thread. The hook of the standard library would print the message to
/// stderr, and a message such as that of `unwrap` contains the formatted value. A backtrace is logged if `RUST_BACKTRACE` requests
/// one; it contains names of functions only.
pub fn log_without_values() {
    std::panic::set_hook(Box::new(log));
}

fn log(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(tracing::field::display);
    let thread = std::thread::current();
    let backtrace = Some(Backtrace::capture()).filter(|it| it.status() == BacktraceStatus::Captured);
    let backtrace = backtrace.map(tracing::field::display);
    let (thread, reason) = (thread.name(), literal(panic.payload()));
    tracing::error!(location, thread, reason, backtrace, "a thread panicked");
}

/// The message, if it is a literal of the program. A formatted message may contain a value.
fn literal(payload: &dyn Any) -> Option<&'static str> {
    payload.downcast_ref::<&'static str>().copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "the tests panic on purpose")]

    use std::panic::catch_unwind;

    use super::*;

    fn literal_of(panic: impl FnOnce() + std::panic::UnwindSafe) -> Option<&'static str> {
        literal(catch_unwind(panic).unwrap_err().as_ref())
    }

    #[test]
    fn only_literals_are_shown() {
        assert_eq!(literal_of(|| panic!("a literal")), Some("a literal"));
        let value = "jane@example.org".to_owned();
        assert_eq!(literal_of(move || panic!("no {value}")), None);
        let value: Result<(), String> = std::hint::black_box(Err("jane@example.org".to_owned()));
        assert_eq!(literal_of(move || value.unwrap()), None);
        let value = "jane@example.org".to_owned();
        assert_eq!(literal_of(move || std::panic::panic_any(value)), None);
    }
}
