use crate::resource::{
    ALL_CALLS, PublicRecords, Resource, created_at, id, localised, multiloc, names, updated_at,
};

pub static RESOURCE: Resource = Resource {
    names: names("areas", "area", "Area"),
    doc: "A district or other part of the city that projects can be assigned to.",
    list_doc: "Returns districts and other parts of the city that projects can be assigned to.",
    fields: &[
        id(),
        created_at(),
        updated_at(),
        multiloc("title_multiloc", "title").not_personal(),
        localised("title", "Name of the area.").not_personal(),
        multiloc("description_multiloc", "description").not_personal(),
        localised("description", "Description of the area, in HTML.").not_personal().default("{}"),
    ],
    filters: &[],
    sorts: &[],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::All,
    voting: None,
    outline: None,
    timestamps_cut_where: None,
    unique: &[],
};
