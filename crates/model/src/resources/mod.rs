//! Every resource of the public API, one file each.

use crate::resource::Resource;

mod areas;
mod basket_ideas;
mod baskets;
mod comments;
mod deleted_items;
mod email_campaign_deliveries;
mod email_campaigns;
mod event_attendances;
mod events;
mod files;
mod idea_phases;
mod idea_topics;
mod ideas;
mod phases;
mod project_folders;
mod project_topics;
mod projects;
mod reactions;
mod topics;
mod users;
mod volunteering_causes;
mod volunteering_volunteers;

/// All resources, each after the resources that it refers to.
pub static RESOURCES: &[&Resource] = &[
    &areas::RESOURCE,
    &topics::RESOURCE,
    &users::RESOURCE,
    &project_folders::RESOURCE,
    &projects::RESOURCE,
    &project_topics::RESOURCE,
    &phases::RESOURCE,
    &ideas::RESOURCE,
    &idea_topics::RESOURCE,
    &idea_phases::RESOURCE,
    &comments::RESOURCE,
    &reactions::RESOURCE,
    &baskets::RESOURCE,
    &basket_ideas::RESOURCE,
    &events::RESOURCE,
    &event_attendances::RESOURCE,
    &volunteering_causes::RESOURCE,
    &volunteering_volunteers::RESOURCE,
    &email_campaigns::RESOURCE,
    &email_campaign_deliveries::RESOURCE,
    &files::RESOURCE,
];

/// The tombstones of all resources, which `/deleted` lists.
pub static DELETED_ITEMS: &Resource = &deleted_items::RESOURCE;

/// The resource that clients can write.
pub static FILES: &Resource = &files::RESOURCE;

/// Every resource that has a table, the tombstones included.
pub fn all_resources() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().chain([DELETED_ITEMS])
}
