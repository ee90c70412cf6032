use crate::resource::{
    ALL_CALLS, Outline, Page, PersonKind, PersonReference, PublicRecords, RecordsWhere, Relation, Resource,
    Source, Time, Voting, all_of, boolean, bounding_box, contains, count, created_at, equals, html, id,
    integer, localised, names, object, objects, one_of, person, plain, point, reference, related_to, text,
    timestamp, updated_at, url,
};

/// The condition that the idea is a survey response: it was stored as one, its line says so, its phase is a survey, or it was one
/// when it was deleted.
macro_rules! is_survey {
    () => {
        "(CASE WHEN COALESCE(this.type, 'idea') = 'survey' THEN TRUE \
           WHEN EXISTS (SELECT 1 FROM phases WHERE phases.id = this.creation_phase_id AND phases.participation_method IN ('native_survey', 'community_monitor_survey')) THEN TRUE \
           ELSE EXISTS (SELECT 1 FROM deleted_items WHERE deleted_items.type = 'Idea' AND deleted_items.id = this.id AND deleted_items.timestamp_is_cut) END)"
    };
}

/// The platform shows authors of ideas, but not authors of survey responses. The author of an idea that
/// became a survey response would be shown with pseudonyms of both kinds, one after the other, which would
/// tie them.
const AUTHOR: PersonReference = PersonReference::Either([
    (RecordsWhere { column: "authorship", values: &["secret"] }, PersonKind::Other),
    (RecordsWhere { column: "type", values: &["idea"] }, PersonKind::PublicAuthorship),
]);

pub static RESOURCE: Resource = Resource {
    names: names("ideas", "idea", "Idea"),
    doc: "An idea, proposal or survey response.",
    list_doc: "Returns ideas, proposals and survey responses.",
    fields: &[
        id(),
        localised("title", "Title of the idea.").not_personal().written_by("author_id"),
        localised("body", "Text of the idea, in HTML.").not_personal().default("{}").written_by("author_id"),
        person("author_id", PersonKind::PublicAuthorship, "The person who submitted the idea; null if unknown or anonymous. Below `full`, null for an idea that became a survey response.").identifies(AUTHOR).nullable(),
        count(
            "likes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'up'",
            "Number of likes.",
        ),
        count(
            "dislikes_count",
            "reactions",
            "reactable_id",
            "reactions.mode = 'down'",
            "Number of dislikes.",
        ),
        count(
            "comments_count",
            "comments",
            "idea_id",
            "comments.publication_status = 'published'",
            "Number of published comments.",
        ),
        timestamp("published_at", "When the idea was published; null until then.").nullable(),
        timestamp("submitted_at", "When the idea was submitted; null until then.").nullable(),
        one_of("publication_status", &[
                ("draft", "Not submitted yet"),
                ("submitted", "Submitted, but not published yet"),
                ("published", "Visible on the platform"),
            ], "Publication status of the idea.")
            .default("\"published\"")
            .retained(),
        reference("project_id", "projects", "The project the idea belongs to."),
        localised("project_title", "Title of the project. Read from the project.").not_personal()
            .joined("projects", "project_id", "title_multiloc"),
        created_at(),
        updated_at(),
        point("location_point", "Coordinates of the location that the idea refers to.").not_personal().nullable().written_by("author_id"),
        text("location_description", "Location that the idea refers to, as text, such as an address.").not_personal().nullable().written_by("author_id"),
        text("slug", "Last part of the URL of the idea's page.").not_personal().nullable().written_by("author_id"),
        integer("budget", 0, "Cost of the idea in participatory budgeting, in whole units of the platform's currency.").nullable(),
        count(
            "baskets_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of submitted baskets that contain the idea.",
        ).vote_result().without("running_ballots_count", "ended_ballots_count"),
        count(
            "votes_count",
            "basket_ideas",
            "idea_id",
            "basket_ideas.submitted",
            "Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of the platform's currency.",
        ).vote_result().sum_of("votes").without("running_ballots_total", "ended_ballots_total"),
        integer("official_feedbacks_count", 0, "Number of official responses. Set by the import.").default("0"),
        person("assignee_id", PersonKind::Staff, "The staff member responsible for the idea.").nullable(),
        timestamp("assigned_at", "When the idea was assigned to a staff member.").personal().nullable(),
        integer("proposed_budget", 0, "Cost estimated by the author, in whole units of the platform's currency.").nullable(),
        reference("creation_phase_id", "phases", "The phase in which the idea was submitted, if that phase defines the form.").nullable(),
        objects("images", "Images of the idea. Each object maps variant names, such as `small`, to absolute URLs.").not_personal()
            .urls()
            .keyed_by("variant", "URL of the image in this variant.")
            .written_by("author_id"),
        url("href", Source::PlatformAddress("/ideas/"), "URL of the idea's page, built from the platform's URL and `slug`; null without a slug.").not_personal()
            .nullable(),
        localised("status", "Label of the status that staff assigned to the idea.").not_personal().nullable(),
        object("custom_field_values", "Answers to the phase's custom questions, keyed by question.").answers()
            .keyed_by("question", "The answer as stored by the platform, usually text, a number, a boolean or a list.")
            .example("{\"age_group\":\"35-44\"}")
            .written_by("author_id"),
        one_of("type", &[("idea", "An idea or proposal"), ("survey", "A survey response")], "Type of the idea: `survey` if the participation method of `creation_phase_id` is a survey, or if an import says so. A survey response never becomes an idea.")
            .derived_or_given(
                &["phases"],
                concat!("CASE WHEN ", is_survey!(), " THEN 'survey' ELSE 'idea' END"),
            )
            .permanently("survey"),
        one_of("authorship", &[("secret", "It was never an idea"), ("public", "It is or was an idea")], "Whether the platform ever showed the author.")
            .hidden()
            .derived(
                &["phases"],
                concat!(
                    "CASE WHEN NOT ", is_survey!(), " THEN 'public' \
                          WHEN EXISTS (SELECT 1 FROM deleted_items WHERE deleted_items.type = 'Idea' AND deleted_items.id = this.id AND NOT deleted_items.timestamp_is_cut) THEN 'public' \
                          ELSE 'secret' END"
                ),
            )
            .permanently("public"),
        boolean("is_public", "Whether a visitor without an account sees the idea.").hidden().derived(
            &["phases", "projects"],
            concat!(
                "(this.publication_status = 'published' AND NOT ",
                is_survey!(),
                " AND (SELECT projects.is_public FROM projects WHERE projects.id = this.project_id))"
            ),
        ),
        count("running_votes_count", "idea_phases", "idea_id", "idea_phases.voting = 'running'", "Number of running votes on the idea.").hidden(),
        count("ended_votes_count", "idea_phases", "idea_id", "idea_phases.voting = 'ended'", "Number of ended votes on the idea.").hidden(),
        count("running_ballots_count", "basket_ideas", "idea_id", "basket_ideas.submitted AND basket_ideas.voting = 'running'", "Number of submitted baskets of running votes that contain the idea.").hidden(),
        count("ended_ballots_count", "basket_ideas", "idea_id", "basket_ideas.submitted AND basket_ideas.voting = 'ended'", "Number of submitted baskets of ended votes that contain the idea.").hidden(),
        count("running_ballots_total", "basket_ideas", "idea_id", "basket_ideas.submitted AND basket_ideas.voting = 'running'", "Number of votes in submitted baskets of running votes.").hidden().sum_of("votes"),
        count("ended_ballots_total", "basket_ideas", "idea_id", "basket_ideas.submitted AND basket_ideas.voting = 'ended'", "Number of votes in submitted baskets of ended votes.").hidden().sum_of("votes"),
    ],
    filters: &[
        equals("author_id", "Only ideas by this author."),
        equals("project_id", "Only ideas of this project."),
        all_of(
            "topic_ids",
            Relation { table: "idea_topics", own: "idea_id", other: "topic_id", resource: "topics", unless: None },
            "Only ideas that have all of these topics.",
        ),
        equals("type", "Only ideas of this type; both types by default."),
        related_to(
            "phase_id",
            Relation { table: "idea_phases", own: "idea_id", other: "phase_id", resource: "phases", unless: None },
            "Only ideas that are assigned to this phase.",
        ),
        equals("publication_status", "Only ideas with this publication status."),
        contains(
            "search",
            &[plain("title"), html("body")],
            "Only ideas whose title or body, in any locale, contains all of these words or words that begin with them. Case and accents are ignored.",
        ),
        bounding_box("bbox", "location_point", "Only ideas whose location is in this bounding box."),
    ],
    sorts: &["likes_count", "comments_count", "votes_count"],
    calls: ALL_CALLS,
    only_where: None,
    public: PublicRecords::Where("is_public"),
    voting: Some(Voting { state: "CASE WHEN this.running_votes_count > 0 THEN 'running' WHEN this.ended_votes_count > 0 THEN 'ended' ELSE 'none' END", hides_records: false }),
    outline: Some(Outline {
        title: "title",
        text: "body",
        place: None,
        page: Page::Own("href"),
        time: Time { begin: "published_at", otherwise: Some("created_at"), end: None },
    }),
    timestamps_cut_where: Some("this.type = 'survey'"),
    unique: &[],
};
