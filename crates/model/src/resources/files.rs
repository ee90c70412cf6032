use crate::resource::{
    ALL_CALLS, Content, PersonKind, PublicRecords, Resource, Source, any_of, boolean, created_at, id,
    integer, localised, multiloc, names, one_of, person, reference, search, text, updated_at, url,
};

pub static RESOURCE: Resource = Resource {
    names: names("files", "file", "File"),
    doc: "A document, recording or other file that belongs to a project.",
    list_doc: "Returns documents, recordings and other files that belong to projects.",
    fields: &[
        id(),
        text("name", "File name, including its extension.").not_personal(),
        integer("size", 0, "Size in bytes. Determined from the content.").determined_by(Content::Size),
        text("mime_type", "Media type. Determined from the content.")
            .not_personal()
            .determined_by(Content::MimeType),
        one_of(
            "category",
            &[
                ("meeting", "Minutes, an agenda or another meeting document"),
                ("interview", "The recording or transcript of an interview"),
                ("strategic_plan", "A strategic plan"),
                ("info_sheet", "An information sheet"),
                ("policy", "A policy document"),
                ("report", "A report or study"),
                ("other", "Anything else"),
            ],
            "Category of the file.",
        )
        .default("\"other\""),
        boolean("ai_processing_allowed", "Whether AI tools may process the file."),
        person(
            "uploader_id",
            PersonKind::Staff,
            "The person who uploaded the file; null if it was uploaded through the API.",
        )
        .nullable(),
        created_at(),
        updated_at(),
        multiloc("description_multiloc", "description").not_personal(),
        localised("description", "Description of the file.").not_personal().default("{}"),
        url(
            "url",
            Source::DownloadUrl,
            "Signed URL for downloading the file without a token. It works for a limited time, and stops \
             working when the client it was issued to is revoked.",
        )
        .not_personal(),
        reference("project_id", "projects", "The project the file belongs to.").hidden(),
    ],
    filters: &[
        any_of("uploader", "uploader_id", "Only files uploaded by any of these people."),
        any_of("project_id", "project_id", "Only files of any of these projects."),
        any_of("category", "category", "Only files in any of these categories."),
        search(
            "search",
            "Only files whose name or description, in any locale, contains all of these words. Case-insensitive; best match first.",
        ),
    ],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::None,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
