//! The current day in the time zone of the platform. When a day begins, the votes of the day before may have ended. A day that
//! began because of a wrong clock is taken back.

use folkmoot_database::import_transaction::{Access, ImportControl, ImportTransaction};
use folkmoot_model::resource::PLATFORM_DAY;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::changes::release;
use folkmoot_store::platform_clock::{self, ClockReading};
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::context::{DayChange, ImportContext};
use crate::{changes, counters, deletions, derive};

/// Stores the current day if another one is stored, and the states that votes have on it: the end of a vote
/// becomes visible, and a vote that had not ended is secret again. The states are not compared if they were
/// `checked` on this day already. Returns the clock, and whether there was anything to write.
pub fn begin(
    store: &Store,
    now: Timestamp,
    checked: Option<Date>,
) -> Result<(ClockReading, bool), StoreError> {
    let now = now.as_millisecond();
    let clock = store.clock().read(now)?;
    let is_checked = checked == Some(clock.day()) && clock.day_change() == DayChange::None;
    if is_checked || !store.votes().are_outdated(&clock)? {
        return Ok((clock, false));
    }
    let waiting = || tracing::info!("waiting for an import; votes that have ended stay secret");
    let write = |transaction: &ImportTransaction<'_>| {
        let mut context = ImportContext::new(transaction, now);
        changes::declare_tables(context.transaction);
        transaction.begin_write()?;
        context.read_newest()?;
        let today = advance(&mut context)?;
        if context.day_change == DayChange::None {
            // The states belong to another day, although this day is stored.
            context.day_change = DayChange::Forward;
        }
        for resource in RESOURCES {
            derive::refresh(&context, resource)?;
        }
        deletions::refresh_votes(&context)?;
        for resource in RESOURCES {
            counters::count(&context, resource)?;
        }
        context.begun_day = Some(today);
        changes::publish_changes(&context)?;
        // A vote that ended with a day belongs to that day, so that it is released with the other changes of
        // the day.
        release::release(transaction.executor(), today, now)
    };
    store.import(Access::Write, ImportControl::uninterrupted(&waiting), write)?;
    Ok((clock, true))
}

/// Takes the stored day back if it is ahead of the clock. Returns whether it was.
pub fn take_back(store: &Store, now: Timestamp) -> Result<bool, StoreError> {
    let clock = store.clock().read(now.as_millisecond())?;
    Ok(clock.day_change() == DayChange::Back && begin(store, now, None)?.1)
}

/// Stores the current day, and returns it.
pub fn advance(context: &mut ImportContext<'_>) -> Result<Date, StoreError> {
    let executor = context.transaction.executor();
    let clock = platform_clock::read(executor, context.current_time())?;
    if !clock.is_believed {
        tracing::warn!(
            "the platform does not believe the clock, so no vote ends; see `folkmoot access confirm-clock`"
        );
    }
    context.day_change = clock.day_change();
    if context.day_change != DayChange::None {
        let update = format!("UPDATE {PLATFORM_DAY} SET day = ?1");
        executor.execute(&update, &[clock.day().to_string().into()])?;
    }
    Ok(clock.day())
}

/// The day that [`advance`] will store.
pub fn planned(context: &ImportContext<'_>) -> Result<Date, StoreError> {
    let clock = platform_clock::read(context.transaction.executor(), context.current_time())?;
    Ok(if clock.day_change() == DayChange::None { clock.stored_day } else { clock.day() })
}
