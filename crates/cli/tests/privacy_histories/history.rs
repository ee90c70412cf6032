//! A platform that lives through steps: after each, what every level reads is compared with the model.

use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::privacy_histories::TWO_DAY_CLOCK_RULE;
use crate::privacy_histories::copy::{Progress, Reader};
use crate::privacy_histories::lines;
use crate::privacy_histories::model::Model;
use crate::privacy_histories::rule;
use crate::privacy_histories::site::{Key, Level, Site};
use crate::privacy_histories::steps::{self, Lines, Step};
use crate::support::fixture::{Platform, id};
use crate::support::random::Random;

/// How far the clock of the tests is ahead: PostgreSQL has the real one, and must not agree with a clock that jumps.
const DAYS_AHEAD: i32 = 400;

struct History {
    site: Site,
    model: Model,
    readers: Vec<Reader>,
    lines: Lines,
    person_deleted: bool,
    rejected: usize,
}

/// Executes the steps on a new platform. Returns the first fault.
pub fn run(steps: &[Step], seed: u64) -> Result<(), String> {
    let today = jiff::Timestamp::now().to_zoned_datetime(TimeZone::UTC).date();
    let mut history = History::new(&mut Random(seed), today.saturating_add(Span::new().days(DAYS_AHEAD)));
    history.compare(&[], 0).map_err(|fault| format!("at first: {fault}"))?;
    for (number, step) in steps.iter().enumerate() {
        history.step(step).map_err(|fault| format!("after step {number}, {step:?}: {fault}"))?;
    }
    assert!(steps.len() < 20 || history.rejected * 2 < steps.len(), "most imports are rejected");
    let expired: usize = history.readers.iter().map(|reader| reader.expired).sum();
    eprintln!("{} rejected imports, {expired} expired cursors", history.rejected);
    Ok(())
}

/// The lines of a platform, with what identifies each.
fn keyed(platform: &Platform) -> Vec<(Key, &Value)> {
    let lines = lines::RESOURCES.iter().flat_map(|plural| {
        platform.records.get(*plural).into_iter().flatten().map(move |line| (*plural, line))
    });
    lines.map(|(plural, line)| ((plural, line["id"].as_str().unwrap_or_default().to_owned()), line)).collect()
}

impl History {
    fn new(random: &mut Random, today: Date) -> Self {
        let platform = lines::platform(random, today);
        let site = Site::new(&platform, today);
        site.server.wait_for_changes();
        let mut numbered = Lines::new();
        for plural in lines::RESOURCES {
            for (number, line) in platform.records[*plural].iter().enumerate() {
                numbered.insert((*plural, number), line.clone());
            }
        }
        let full = site.lists(site.client(Level::Full));
        let model = Model::new(today, full, &keyed(&platform));
        let readers = site.clients.iter().map(|client| Reader::new(&site, client)).collect();
        Self { site, model, readers, lines: numbered, person_deleted: false, rejected: 0 }
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        let mut imported = Vec::new();
        let mut days_passed = 0;
        match step {
            Step::Day(days, while_it_runs) => {
                let day = self.site.day.saturating_add(Span::new().days(*days));
                let latest = self.model.day.saturating_add(Span::new().days(2));
                if !TWO_DAY_CLOCK_RULE || day <= latest {
                    self.model.day = self.model.day.max(day);
                }
                self.site.begin_day(day, day.min(self.model.day), *while_it_runs);
                days_passed = *days;
            }
            Step::Restart => self.site.restart(),
            Step::Erase(number) => {
                let output = self.site.run(&["people", "erase", &id("users", *number)]);
                self.rejected += usize::from(!output.status.success());
                self.site.server.wait_for_changes();
                self.person_deleted |= output.status.success();
            }
            _ => {
                let Self { site, model, .. } = self;
                let Some((platform, lines)) = steps::platform(step, &self.lines, &model.full, site.day)
                else {
                    return Ok(());
                };
                if site.import(&platform) {
                    imported = vec![platform];
                    self.lines.extend(lines);
                    self.person_deleted |= matches!(step, Step::Delete("users", ..));
                } else {
                    self.rejected += 1;
                }
            }
        }
        self.compare(&imported, days_passed)
    }

    fn compare(&mut self, imported: &[Platform], days_passed: i32) -> Result<(), String> {
        let Self { site, model, readers, .. } = self;
        let full = site.lists(site.client(Level::Full));
        let lines: Vec<_> = imported.iter().flat_map(keyed).collect();
        model.update(full, &lines);
        let has_deferred = site.has_deferred();
        let progress = Progress { days_passed, has_deferred, person_deleted: self.person_deleted };
        for reader in readers {
            let client = site.client(reader.level);
            let shown = site.lists(client);
            if reader.level < Level::Full {
                // A clock that goes back may make what has ended secret again.
                let is_complete = site.day == model.day;
                rule::check(reader.level, &shown, model, &mut reader.pseudonyms, is_complete)?;
                for (plural, item) in site.tombstones(client) {
                    if let Some(fault) = model.fault_of_tombstone(reader.level, plural, &item) {
                        return Err(format!("{} {plural}/deleted: {fault}: {item}", reader.level.name()));
                    }
                }
            }
            reader.synchronise(site, shown, model, progress)?;
        }
        if !has_deferred {
            self.person_deleted = false;
        }
        Ok(())
    }
}
