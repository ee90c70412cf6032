use crate::resource::{
    ALL_CALLS, Outline, PUBLICATION_STATUSES, Page, PublicRecords, Relation, Resource, Source, Time, all_of,
    boolean, bounding_box, count, created_at, equals, geo_point, id, localised, names, objects, one_of,
    reference, text, updated_at, url,
};

pub static RESOURCE: Resource = Resource {
    names: names("projects", "project", "Project"),
    doc: "A participation project, organised in one or more phases.",
    list_doc: "Returns participation projects. Each is organised in one or more phases.",
    fields: &[
        id(),
        localised("title", "Title of the project.").not_personal(),
        localised("description_html", "Description of the project, in HTML.").not_personal().default("{}"),
        localised("description_preview", "Short description, in one or two sentences.")
            .not_personal()
            .default("{}"),
        text("slug", "Last part of the URL of the project's page.").not_personal(),
        reference(
            "folder_id",
            "project_folders",
            "The folder that contains the project; null if it is in none.",
        )
        .nullable(),
        url(
            "href",
            Source::PlatformAddress("/projects/"),
            "URL of the project's page, built from the platform's URL and `slug`; null if `slug` is empty.",
        )
        .not_personal()
        .nullable(),
        one_of(
            "visible_to",
            &[
                ("public", "Everyone"),
                ("groups", "Members of selected user groups"),
                ("admins", "Administrators only"),
            ],
            "Who can see the project on the platform.",
        )
        .default("\"public\"")
        .retained(),
        objects(
            "images",
            "Images of the project. Each object maps variant names, such as `small`, to absolute URLs.",
        )
        .not_personal()
        .urls()
        .keyed_by("variant", "URL of the image in this variant."),
        created_at(),
        updated_at(),
        count(
            "ideas_count",
            "ideas",
            "project_id",
            "ideas.publication_status = 'published'",
            "Number of published ideas, including survey responses.",
        )
        .of_public("public_ideas_count"),
        count(
            "comments_count",
            "comments",
            "project_id",
            "comments.publication_status = 'published'",
            "Number of published comments on the project's ideas.",
        )
        .of_public("public_comments_count"),
        geo_point("map_center_geojson", "Centre of the project's map, as a GeoJSON Point.")
            .not_personal()
            .nullable(),
        one_of("publication_status", PUBLICATION_STATUSES, "Publication status of the project.")
            .default("\"published\"")
            .retained(),
        boolean("all_areas", "Whether the project covers all areas.").hidden(),
        boolean("is_public", "Whether a visitor without an account sees the project.").hidden().derived(
            &[],
            "(this.visible_to = 'public' AND this.publication_status IN ('published', 'archived'))",
        ),
        count(
            "public_ideas_count",
            "ideas",
            "project_id",
            "ideas.is_public",
            "Number of ideas that a visitor without an account sees.",
        )
        .hidden(),
        count(
            "public_comments_count",
            "comments",
            "project_id",
            "comments.is_public",
            "Number of comments that a visitor without an account sees.",
        )
        .hidden(),
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
            "Only projects that cover all of these areas. Projects that cover every area always match.",
        ),
        bounding_box(
            "bbox",
            "map_center_geojson",
            "Only projects whose map has its centre in this bounding box.",
        ),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: None,
    outline: Some(Outline {
        title: "title",
        text: "description_html",
        place: None,
        page: Page::Own("href"),
        time: Time { begin: "created_at", otherwise: None, end: None },
    }),
    timestamps_cut_where: None,
    unique: &[],
};
