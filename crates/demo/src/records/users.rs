//! Users.

use std::io;

use serde_json::json;

use crate::content::{Coverage, Locale};
use crate::ndjson::{NdjsonWriter, RecordWriter};
use crate::plan::{Plan, STAFF};
use crate::random::{Random, Stream};
use crate::registration::{Status, active};
use crate::slug::slug;
use crate::timestamp::{MINUTE, NOW, SECOND};

/// Writes all users.
pub fn write(plan: &Plan, out: &mut NdjsonWriter<'_>) -> io::Result<()> {
    (0..plan.users).try_for_each(|user| out.record(|record| write_user(plan, user, record)))
}

fn write_user(plan: &Plan, user: u64, record: &mut RecordWriter<'_>) {
    let people = &plan.content.people;
    let mut random = plan.random(Stream::UserDetail, user);
    let status = Status::new(user);
    let is_active = status == Status::Active;
    let created = plan.account_created(user);
    let first_name = random.pick(&people.first_names);
    let last_name = random.pick(&people.last_names);
    let has_name = status != Status::Invited;
    let slug = slug(&format!("{first_name} {last_name}"), user);
    let has_email = !is_active || user < STAFF || !random.percent(5);
    let email = has_email.then(|| format!("{slug}@{}", plan.content.platform.email_domain));
    let updated = created.last_update(&mut random);
    record.id("id", plan.user_id(user));
    record.field("email", &email);
    record.field("slug", has_name.then_some(&slug));
    roles(plan, user, record);
    record.timestamps(created, updated.max((created + 20 * MINUTE).min(NOW)));
    record.field("first_name", has_name.then_some(first_name));
    record.field("last_name", (has_name && !random.percent(2)).then_some(last_name));
    let locale = Locale::draw(&mut random);
    record.field("locale", locale.code());
    if random.percent(12) && is_active {
        let biography = random.pick(&people.biographies);
        record.text("bio_multiloc", Coverage::personal(locale, &mut random), biography);
    } else {
        record.field("bio_multiloc", ());
    }
    let completed = (created + random.between(MINUTE, 9 * MINUTE)).min(NOW);
    record.timestamp("registration_completed_at", is_active.then_some(completed));
    record.field("verified", is_active && random.percent(40));
    let confirmed = (created + random.between(20 * SECOND, MINUTE)).min(NOW);
    let confirmed = (is_active && has_email).then_some(confirmed);
    record.timestamp("email_confirmed_at", confirmed);
    let code_sent = (has_email && has_name).then_some((created + SECOND).min(NOW));
    record.timestamp("email_confirmation_code_sent_at", code_sent);
    record.field("confirmation_required", has_email && confirmed.is_none());
    custom_fields(plan, status, &mut random, record);
    record.field("status", status.name());
}

fn roles(plan: &Plan, user: u64, record: &mut RecordWriter<'_>) {
    let mut random = plan.random(Stream::UserRole, user);
    if user < 3 {
        record.field("roles", json!([{ "type": "admin" }]));
    } else if user < STAFF || (active(user).is_some() && random.below(400) == 0) {
        let project = plan.id(Stream::Project, random.index(plan.projects.len()) as u64).to_string();
        record.field("roles", json!([{ "type": "project_moderator", "project_id": project }]));
    } else {
        record.field("roles", [(); 0]);
    }
}

fn custom_fields(plan: &Plan, status: Status, random: &mut Random, record: &mut RecordWriter<'_>) {
    if status != Status::Active || random.percent(15) {
        return record.field("custom_field_values", json!({}));
    }
    let gender = random.pick(&plan.content.people.genders);
    let birthyear = random.between(1938, 2012);
    let district = random.index(plan.content.city.districts.len());
    let domicile = if district < plan.areas() && !random.percent(8) {
        plan.id(Stream::Area, district as u64).to_string()
    } else {
        "outside".to_owned()
    };
    let values = json!({ "birthyear": birthyear, "gender": gender, "domicile": domicile });
    record.field("custom_field_values", values);
}
