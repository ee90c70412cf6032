//! The records, one module per resource or group of resources.

mod areas;
mod baskets;
mod campaigns;
mod comments;
mod deleted_items;
mod events;
mod files;
mod folders;
mod ideas;
mod images;
mod phases;
mod projects;
mod reactions;
mod topics;
mod users;
mod volunteering;

use std::io;

use crate::ndjson::NdjsonWriter;
use crate::plan::Plan;

/// Writes all records of one resource.
pub type WriteRecords = fn(&Plan, &mut NdjsonWriter<'_>) -> io::Result<()>;

/// Every resource by its plural name, after the resources it refers to.
pub const RESOURCES: [(&str, WriteRecords); 22] = [
    ("areas", areas::write),
    ("topics", topics::write),
    ("project_folders", folders::write),
    ("projects", projects::write),
    ("project_topics", projects::write_topics),
    ("phases", phases::write),
    ("users", users::write),
    ("ideas", ideas::write),
    ("idea_phases", ideas::write_phases),
    ("idea_topics", ideas::write_topics),
    ("comments", comments::write),
    ("reactions", reactions::write),
    ("baskets", baskets::write),
    ("basket_ideas", baskets::write_ideas),
    ("events", events::write),
    ("event_attendances", events::write_attendances),
    ("volunteering_causes", volunteering::write_causes),
    ("volunteering_volunteers", volunteering::write_volunteers),
    ("email_campaigns", campaigns::write),
    ("email_campaign_deliveries", campaigns::write_deliveries),
    ("files", files::write),
    ("deleted_items", deleted_items::write),
];
