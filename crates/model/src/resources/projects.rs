use crate::resource::{
    ALL_CALLS, PUBLICATION_STATUSES, Relation, Resource, Source, address, all_of, boolean, count, created_at,
    equals, geo_point, id, localised, names, objects, one_of, reference, text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("projects", "project", "Project"),
    doc: "A subject on which the city asks people to take part, in one or more phases.",
    fields: &[
        id(),
        localised("title", "The project's title.").example("\"A new park by the canal\""),
        localised("description_html", "What the project is about, in HTML.")
            .default("{}")
            .example("\"<p>Help us to design the park.</p>\""),
        localised("description_preview", "The description in a sentence or two.")
            .default("{}")
            .example("\"Help us to design the park.\""),
        text("slug", "The last part of the address of the project's page.").example("\"canal-park\""),
        reference("folder_id", "project_folders", "The folder that the project is in.").nullable(),
        address("href", Source::PlatformAddress("/projects/"), "The address of the project's page.")
            .example("\"https://participate.example.org/projects/canal-park\""),
        one_of("visible_to", &["public", "groups", "admins"], "Who sees the project on the platform.")
            .default("\"public\"")
            .example("\"public\""),
        objects("images", "The project's images: variant name to absolute address.")
            .urls()
            .example("[{\"small\":\"https://participate.example.org/images/canal-park-small.jpg\"}]"),
        created_at(),
        updated_at(),
        count(
            "ideas_count",
            "ideas",
            "project_id",
            "ideas.publication_status = 'published'",
            "How many published ideas the project has, surveys included.",
        ),
        count(
            "comments_count",
            "comments",
            "project_id",
            "comments.publication_status = 'published'",
            "How many published comments the project's ideas have.",
        ),
        geo_point("map_center_geojson", "Where the project's map is centred, a GeoJSON Point.").nullable(),
        one_of("publication_status", PUBLICATION_STATUSES, "Whether the project is shown on the platform.")
            .default("\"published\"")
            .example("\"published\""),
        boolean("all_areas", "Whether the project is about every area.").hidden(),
    ],
    filters: &[
        equals("folder_id", "Only projects in this folder."),
        equals("publication_status", "Only projects with this publication status."),
        all_of(
            "topic_ids",
            Relation {
                table: "project_topics",
                own: "project_id",
                other: "topic_id",
                resource: "topics",
                unless: None,
            },
            "Only projects that have all of these topics.",
        ),
        all_of(
            "area_ids",
            Relation {
                table: "project_areas",
                own: "project_id",
                other: "area_id",
                resource: "areas",
                unless: Some("all_areas"),
            },
            "Only projects that are about all of these areas; one about every area always is.",
        ),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
