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

/// Resources that readers of the reference look for together.
#[derive(Debug)]
pub struct Theme {
    /// Its name in the reference.
    pub title: &'static str,
    /// Its resources, the most important first. Each resource has exactly one theme.
    pub resources: &'static [&'static Resource],
}

/// The themes of the reference.
pub static THEMES: &[Theme] = &[
    Theme {
        title: "Structure",
        resources: &[
            &projects::RESOURCE,
            &project_folders::RESOURCE,
            &phases::RESOURCE,
            &areas::RESOURCE,
            &topics::RESOURCE,
            &project_topics::RESOURCE,
        ],
    },
    Theme {
        title: "Participation",
        resources: &[
            &ideas::RESOURCE,
            &idea_phases::RESOURCE,
            &idea_topics::RESOURCE,
            &comments::RESOURCE,
            &reactions::RESOURCE,
            &events::RESOURCE,
            &event_attendances::RESOURCE,
            &volunteering_causes::RESOURCE,
            &volunteering_volunteers::RESOURCE,
        ],
    },
    Theme { title: "Voting", resources: &[&baskets::RESOURCE, &basket_ideas::RESOURCE] },
    Theme { title: "People", resources: &[&users::RESOURCE] },
    Theme {
        title: "Communication",
        resources: &[&email_campaigns::RESOURCE, &email_campaign_deliveries::RESOURCE],
    },
    Theme { title: "Files", resources: &[&files::RESOURCE] },
];

/// The tombstones of all resources, which `/deleted` lists.
pub static DELETED_ITEMS: &Resource = &deleted_items::RESOURCE;

/// Whether the records of a resource are tombstones.
pub fn is_tombstones(resource: &Resource) -> bool {
    resource.names.plural == DELETED_ITEMS.names.plural
}

/// The resource whose records other records belong to.
pub static PROJECTS: &Resource = &projects::RESOURCE;

/// The resource whose records are people.
pub static USERS: &Resource = &users::RESOURCE;

/// The ballots of votes.
pub static BASKETS: &Resource = &baskets::RESOURCE;

/// The choices in the ballots of votes.
pub static BASKET_IDEAS: &Resource = &basket_ideas::RESOURCE;

/// The ideas and the survey responses.
pub static IDEAS: &Resource = &ideas::RESOURCE;

/// The reactions to ideas and comments.
pub static REACTIONS: &Resource = &reactions::RESOURCE;

/// The phases, some of which are votes.
pub static PHASES: &Resource = &phases::RESOURCE;

/// The resource that clients can write.
pub static FILES: &Resource = &files::RESOURCE;

/// Every resource that has a table, the tombstones included.
pub fn all_resources() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().chain([DELETED_ITEMS])
}
