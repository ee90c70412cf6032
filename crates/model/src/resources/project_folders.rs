use crate::resource::{
    ALL_CALLS, Names, PUBLICATION_STATUSES, PublicRecords, Resource, boolean, created_at, equals, id,
    localised, multiloc, one_of, text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: Names {
        plural: "project_folders",
        singular: "project_folder",
        list_key: "folders",
        item_key: "folder",
        deleted_type: "ProjectFolder",
    },
    doc: "A group of related projects.",
    list_doc: "Returns groups of related projects.",
    fields: &[
        id(),
        text("slug", "Last part of the URL of the folder's page.").not_personal(),
        created_at(),
        updated_at(),
        one_of("publication_status", PUBLICATION_STATUSES, "Publication status of the folder.")
            .default("\"published\"")
            .retained(),
        localised("title", "Title of the folder.").not_personal(),
        multiloc("title_multiloc", "title").not_personal(),
        localised("description", "Description of the folder, in HTML.").not_personal().default("{}"),
        multiloc("description_multiloc", "description").not_personal(),
        localised("description_preview", "Short description, in one or two sentences.")
            .not_personal()
            .default("{}"),
        multiloc("description_preview_multiloc", "description_preview").not_personal(),
        boolean("is_public", "Whether a visitor without an account sees the folder.")
            .hidden()
            .derived(&[], "(this.publication_status IN ('published', 'archived'))"),
    ],
    filters: &[equals("publication_status", "Only folders with this publication status.")],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
