use crate::resource::{
    ALL_CALLS, Content, Resource, Source, address, any_of, boolean, created_at, id, integer, localised,
    multiloc, names, one_of, reference, search, text, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("files", "file", "File"),
    doc: "A document, recording or other file of a project.",
    fields: &[
        id(),
        text("name", "The file's name.").example("\"minutes-2025-03-18.pdf\""),
        integer("size", 0, "The file's size in bytes.").told_by(Content::Size).example("48213"),
        text("mime_type", "The file's type, found from its content.")
            .told_by(Content::MimeType)
            .example("\"application/pdf\""),
        one_of(
            "category",
            &["meeting", "interview", "strategic_plan", "info_sheet", "policy", "report", "other"],
            "What sort of document it is.",
        )
        .default("\"other\"")
        .example("\"meeting\""),
        boolean("ai_processing_allowed", "Whether the file may be processed by artificial intelligence."),
        reference("uploader_id", "users", "The person who uploaded it.").nullable().personal(),
        created_at(),
        updated_at(),
        multiloc("description_multiloc", "description"),
        localised("description", "What the file is.")
            .default("{}")
            .example("\"Minutes of the second meeting\""),
        address(
            "url",
            Source::DownloadAddress,
            "Where the file can be downloaded for a limited time, without a token. The URL is issued to the client and stops \
             working with it.",
        ),
        reference("project_id", "projects", "The project that the file belongs to.").hidden(),
    ],
    filters: &[
        any_of("uploader", "uploader_id", "Only files uploaded by one of these people."),
        any_of("project_id", "project_id", "Only files of one of these projects."),
        any_of("category", "category", "Only files of one of these categories."),
        search(
            "search",
            "Only files with every one of these words in their name or description, best match first.",
        ),
    ],
    calls: ALL_CALLS,
    only_where: None,
    unique: &[],
};
