use crate::resource::{
    ALL_CALLS, Names, PUBLICATION_STATUSES, Resource, created_at, equals, id, localised, multiloc, one_of,
    text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: Names {
        plural: "project_folders",
        singular: "project_folder",
        list_key: "folders",
        item_key: "folder",
        deleted_type: "ProjectFolder",
    },
    doc: "A group of projects that belong together.",
    fields: &[
        id(),
        text("slug", "The last part of the address of the folder's page.").example("\"climate-plan\""),
        created_at(),
        updated_at(),
        one_of("publication_status", PUBLICATION_STATUSES, "Whether the folder is shown on the platform.")
            .default("\"published\"")
            .example("\"published\""),
        localised("title", "The folder's title.").example("\"Climate plan 2030\""),
        multiloc("title_multiloc", "title"),
        localised("description", "What the folder's projects have in common, in HTML.")
            .default("{}")
            .example("\"<p>Everything we do for a cooler city.</p>\""),
        multiloc("description_multiloc", "description"),
        localised("description_preview", "The description in a sentence or two.")
            .default("{}")
            .example("\"Everything we do for a cooler city.\""),
        multiloc("description_preview_multiloc", "description_preview"),
    ],
    filters: &[equals("publication_status", "Only folders with this publication status.")],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
