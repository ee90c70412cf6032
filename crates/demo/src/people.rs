//! Who is on the platform. People are numbered in the order in which they came.

use std::io;

use serde_json::json;

use crate::city;
use crate::lines::{Lines, Record};
use crate::moment::{DAY, HOUR, Moment, NOW, OPENING, SECOND};
use crate::names::{FIRST_NAMES, LAST_NAMES};
use crate::plan::{Plan, STAFF};
use crate::random::{Kind, Random};
use crate::slug::slug;
use crate::texts::general::BIOS;
use crate::texts::{Coverage, Locale};

/// When everyone but the staff began to come.
const DOORS: u64 = OPENING.0 + DAY;
/// How long after coming a person has surely completed the registration.
const SETTLED: u64 = HOUR / 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Active,
    Invited,
    Incomplete,
}

impl Plan {
    /// When a person came: later than everyone with a lower number.
    pub fn joined(&self, person: u64) -> Moment {
        if person < STAFF {
            return Moment(OPENING.0 + person * HOUR + 17 * SECOND);
        }
        let pace = self.pace();
        let jitter = self.random(Kind::User, person).below(pace);
        Moment(DOORS + (person - STAFF) * pace + jitter)
    }

    /// How many people had surely registered at a moment: those numbered below.
    pub fn people_at(&self, moment: Moment) -> u64 {
        if moment.0 < DOORS {
            return 0;
        }
        (STAFF + moment.0.saturating_sub(DOORS + SETTLED) / self.pace()).min(self.users)
    }

    /// The person, where the account is complete: others take no part that shows a name.
    pub fn active(person: u64) -> Option<u64> {
        (Self::status(person) == Status::Active).then_some(person)
    }

    /// Someone who was there at a moment; none where the person has since left.
    pub fn someone(&self, moment: Moment, random: &mut Random) -> Option<u64> {
        let people = self.people_at(moment);
        if people == 0 || random.percent(4) {
            return None;
        }
        Self::active(random.below(people)).or_else(|| Self::active(random.below(people)))
    }

    /// The id of a person.
    pub fn user_id(&self, person: u64) -> uuid::Uuid {
        self.id(Kind::User, person)
    }

    fn pace(&self) -> u64 {
        (NOW.0 - DOORS - DAY) / (self.users - STAFF)
    }

    fn status(person: u64) -> Status {
        match person % 33 {
            11 => Status::Invited,
            22 => Status::Incomplete,
            _ => Status::Active,
        }
    }
}

/// All people.
pub fn write(plan: &Plan, lines: &mut Lines<'_>) -> io::Result<()> {
    for person in 0..plan.users {
        lines.record(|record| user(plan, person, record))?;
    }
    Ok(())
}

fn user(plan: &Plan, person: u64, record: &mut Record<'_>) {
    let mut random = plan.random(Kind::UserDetail, person);
    let status = Plan::status(person);
    let joined = plan.joined(person);
    let first = *random.pick(FIRST_NAMES);
    let last = *random.pick(LAST_NAMES);
    let named = status != Status::Invited;
    let name = slug(&format!("{first} {last}"), person);
    let email = status != Status::Active || person < STAFF || !random.percent(5);
    let email = email.then(|| format!("{name}@example.org"));
    let changed = joined.change(&mut random);
    record.id("id", plan.user_id(person));
    record.field("email", &email);
    record.field("slug", named.then_some(&name));
    roles(plan, person, record);
    record.moment("created_at", joined);
    record.moment("updated_at", changed.max(Moment(joined.0 + 20 * 60 * SECOND).min(NOW)));
    record.field("first_name", named.then_some(first));
    record.field("last_name", (named && !random.percent(2)).then_some(last));
    let locale = Locale::draw(&mut random);
    record.field("locale", locale.code());
    if random.percent(12) && status == Status::Active {
        let bio = random.pick(BIOS);
        let coverage = Coverage::personal(locale, &mut random);
        record.localised("bio_multiloc", coverage, |locale, out| out.push_str(locale.of(bio)));
    } else {
        record.field("bio_multiloc", ());
    }
    let minute = 60 * SECOND;
    let completed = Moment(joined.0 + random.between(minute, 9 * minute)).min(NOW);
    record.maybe_moment("registration_completed_at", (status == Status::Active).then_some(completed));
    record.field("verified", status == Status::Active && random.percent(40));
    let confirmed = Moment(joined.0 + random.between(20 * SECOND, minute)).min(NOW);
    let confirmed = (status == Status::Active && email.is_some()).then_some(confirmed);
    record.maybe_moment("email_confirmed_at", confirmed);
    let sent = (email.is_some() && status != Status::Invited).then_some(Moment(joined.0 + SECOND));
    record.maybe_moment("email_confirmation_code_sent_at", sent.map(|sent| sent.min(NOW)));
    record.field("confirmation_required", email.is_some() && confirmed.is_none());
    custom_fields(plan, status, &mut random, record);
    let status = match status {
        Status::Active => "active",
        Status::Invited => "invited",
        Status::Incomplete => "incomplete",
    };
    record.field("status", status);
}

fn roles(plan: &Plan, person: u64, record: &mut Record<'_>) {
    let mut random = plan.random(Kind::UserRole, person);
    if person < 3 {
        record.field("roles", json!([{ "type": "admin" }]));
    } else if person < STAFF || (Plan::active(person).is_some() && random.below(400) == 0) {
        let project = random.position(plan.projects.len()) as u64;
        let project = plan.id(Kind::Project, project).to_string();
        record.field("roles", json!([{ "type": "project_moderator", "project_id": project }]));
    } else {
        record.field("roles", [(); 0]);
    }
}

fn custom_fields(plan: &Plan, status: Status, random: &mut Random, record: &mut Record<'_>) {
    if status != Status::Active || random.percent(15) {
        return record.field("custom_field_values", json!({}));
    }
    let gender = *random.pick(&["female", "female", "male", "male", "unspecified"]);
    let birthyear = random.between(1938, 2012);
    let area = random.position(city::DISTRICTS.len());
    let domicile = if area < plan.areas() && !random.percent(8) {
        plan.id(Kind::Area, area as u64).to_string()
    } else {
        "outside".to_owned()
    };
    record.field(
        "custom_field_values",
        json!({ "birthyear": birthyear, "gender": gender, "domicile": domicile }),
    );
}
