//! What the contract says of each resource, written down independently of the program: keys, treatments, filters, sorts.

use serde_json::Value;

pub use crate::support::level::Level;

/// What a level below `full` does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    Shown,
    /// A timestamp, cut to the day in records about people.
    Time,
    /// A person in the role of a public author.
    Writer,
    /// A person in any other role.
    Person,
    /// The author of an idea: a public author, or another person if the idea is a survey response.
    Author,
    /// Withheld: `null`.
    Null,
    /// Withheld: `[]`.
    List,
    /// A record that a visitor may not see; `null` at `public` then.
    Parent,
    /// The number of records; at `public`, of public ones.
    PublicCounter,
    /// Only the keys of the setting `shareable-fields`.
    Shareable,
    /// `null` while a vote runs.
    Votes,
    /// Rounded at `public`: `POINT (4.35 50.85)`.
    Point,
    /// Rounded at `public`: a `GeoJSON` point.
    GeoJson,
}

/// Which records of a resource have timestamps that are cut to the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    Never,
    Always,
    SurveyResponses,
}

/// How a filter selects records, by what is shown.
#[derive(Debug, Clone, Copy)]
pub enum By {
    Value(&'static str),
    Person(&'static str),
    /// A member of staff: refused below `full`.
    Staff(&'static str),
    Time(&'static str),
    Day(&'static str),
    IsSet(&'static str),
    /// Rows of a join table: table, column of this resource, column of the other.
    Joined(&'static str, &'static str, &'static str),
    /// A member of the imported record that no response contains.
    Hidden(&'static str),
    Areas,
    Box,
    Words,
}

/// A resource.
#[derive(Debug)]
pub struct Rules {
    pub plural: &'static str,
    pub list_key: &'static str,
    pub item_key: &'static str,
    pub deleted_type: &'static str,
    keys: &'static str,
    pub cut: Cut,
    pub filters: &'static [(&'static str, By)],
    pub sorts: &'static [&'static str],
}

impl Rules {
    /// The keys of a record, in order, and their treatments.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, Treatment)> {
        self.keys.split_whitespace().map(|word| {
            let (key, treatment) = word.split_once(':').unwrap_or((word, ""));
            let treatment = match treatment {
                "" => Treatment::Shown,
                "time" => Treatment::Time,
                "writer" => Treatment::Writer,
                "person" => Treatment::Person,
                "author" => Treatment::Author,
                "null" => Treatment::Null,
                "list" => Treatment::List,
                "parent" => Treatment::Parent,
                "public" => Treatment::PublicCounter,
                "shareable" => Treatment::Shareable,
                "votes" => Treatment::Votes,
                "point" => Treatment::Point,
                "geojson" => Treatment::GeoJson,
                other => panic!("no treatment {other}"),
            };
            (key, treatment)
        })
    }

    pub fn has_id(&self) -> bool {
        !self.deleted_type.is_empty()
    }

    /// What identifies a record.
    pub fn identity(&self, record: &Value) -> String {
        let text = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
        if self.has_id() {
            return text("id");
        }
        self.keys.split_whitespace().take(2).map(text).collect::<Vec<_>>().join("|")
    }

    /// Whether the timestamps of this record are cut to the day below `full`.
    pub fn is_cut(&self, record: &Value) -> bool {
        match self.cut {
            Cut::Never => false,
            Cut::Always => true,
            Cut::SurveyResponses => record["type"] == "survey",
        }
    }
}

/// The resource with this plural name.
pub fn rules(plural: &str) -> &'static Rules {
    RULES.iter().find(|rules| rules.plural == plural).unwrap()
}

const fn resource(
    plural: &'static str,
    singular: &'static str,
    deleted_type: &'static str,
    keys: &'static str,
) -> Rules {
    Rules {
        plural,
        list_key: plural,
        item_key: singular,
        deleted_type,
        keys,
        cut: Cut::Never,
        filters: &[],
        sorts: &[],
    }
}

impl Rules {
    const fn cut(mut self, cut: Cut) -> Self {
        self.cut = cut;
        self
    }

    const fn filters(mut self, filters: &'static [(&'static str, By)]) -> Self {
        self.filters = filters;
        self
    }

    const fn sorts(mut self, sorts: &'static [&'static str]) -> Self {
        self.sorts = sorts;
        self
    }

    const fn keyed(mut self, list_key: &'static str, item_key: &'static str) -> Self {
        self.list_key = list_key;
        self.item_key = item_key;
        self
    }
}

/// Every resource of the contract, §2 and §9.
pub static RULES: &[Rules] = &[
    resource(
        "areas",
        "area",
        "Area",
        "id created_at:time updated_at:time title_multiloc title description_multiloc description",
    ),
    resource(
        "baskets",
        "basket",
        "Basket",
        "id user_id:person project_id phase_id submitted_at:time created_at:time updated_at:time",
    )
    .cut(Cut::Always)
    .filters(&[
        ("phase_id", By::Value("phase_id")),
        ("user_id", By::Person("user_id")),
        ("submitted", By::IsSet("submitted_at")),
    ]),
    resource(
        "basket_ideas",
        "basket_idea",
        "BasketIdea",
        "id basket_id idea_id votes created_at:time updated_at:time phase_id project_id user_id:person",
    )
    .cut(Cut::Always)
    .filters(&[("idea_id", By::Value("idea_id")), ("basket_id", By::Value("basket_id"))]),
    resource(
        "comments",
        "comment",
        "Comment",
        "id body author_id:writer idea_id parent_id:parent created_at:time updated_at:time body_updated_at:time likes_count \
         dislikes_count children_count:public publication_status project_id",
    )
    .filters(&[
        ("idea_id", By::Value("idea_id")),
        ("project_id", By::Value("project_id")),
        ("author_id", By::Person("author_id")),
    ]),
    resource(
        "email_campaigns",
        "email_campaign",
        "EmailCampaign",
        "id sender reply_to:null subject body subject_multiloc body_multiloc deliveries_count created_at:time updated_at:time",
    ),
    resource(
        "email_campaign_deliveries",
        "email_campaign_delivery",
        "EmailCampaignDelivery",
        "id email_campaign_id user_id:person delivery_status sent_at:time created_at:time updated_at:time",
    )
    .cut(Cut::Always)
    .filters(&[("campaign_id", By::Value("email_campaign_id"))]),
    resource(
        "events",
        "event",
        "Event",
        "id project_id title description location location_point:point attendees_count maximum_attendees start_at end_at \
         created_at:time updated_at:time title_multiloc description_multiloc location_multiloc",
    )
    .filters(&[
        ("project_id", By::Value("project_id")),
        ("start_at", By::Time("start_at")),
        ("end_at", By::Time("end_at")),
    ])
    .sorts(&["start_at"]),
    resource(
        "event_attendances",
        "event_attendance",
        "EventAttendance",
        "id event_id attendee_id:person created_at:time updated_at:time",
    )
    .cut(Cut::Always),
    resource(
        "files",
        "file",
        "File",
        "id name size mime_type category ai_processing_allowed uploader_id:null created_at:time updated_at:time \
         description_multiloc description url",
    )
    .filters(&[
        ("uploader", By::Staff("uploader_id")),
        ("project_id", By::Hidden("project_id")),
        ("category", By::Value("category")),
    ]),
    resource(
        "ideas",
        "idea",
        "Idea",
        "id title body author_id:author likes_count dislikes_count comments_count published_at:time submitted_at:time \
         publication_status project_id project_title created_at:time updated_at:time location_point:point \
         location_description slug budget baskets_count:votes votes_count:votes official_feedbacks_count assignee_id:null \
         assigned_at:null proposed_budget creation_phase_id:parent images href status custom_field_values:shareable type",
    )
    .cut(Cut::SurveyResponses)
    .filters(&[
        ("author_id", By::Person("author_id")),
        ("project_id", By::Value("project_id")),
        ("topic_ids", By::Joined("idea_topics", "idea_id", "topic_id")),
        ("type", By::Value("type")),
        ("phase_id", By::Joined("idea_phases", "idea_id", "phase_id")),
        ("publication_status", By::Value("publication_status")),
        ("bbox", By::Box),
        ("search", By::Words),
    ])
    .sorts(&["likes_count", "comments_count"]),
    resource(
        "idea_phases",
        "",
        "",
        "idea_id phase_id baskets_count:votes votes_count:votes created_at:time updated_at:time",
    )
    .filters(&[("idea_id", By::Value("idea_id")), ("phase_id", By::Value("phase_id"))]),
    resource("idea_topics", "", "", "idea_id topic_id")
        .filters(&[("idea_id", By::Value("idea_id")), ("topic_id", By::Value("topic_id"))]),
    resource(
        "phases",
        "phase",
        "Phase",
        "id title description participation_method project_id project_title start_at end_at created_at:time updated_at:time \
         ideas_count:public baskets_count:votes votes_count:votes submission_enabled autoshare_results_enabled commenting_enabled \
         reacting_enabled reacting_like_method reacting_like_limited_max reacting_dislike_enabled reacting_dislike_method \
         reacting_dislike_limited_max voting_method voting_max_total voting_min_total",
    )
    .filters(&[("start_at", By::Day("start_at")), ("end_at", By::Day("end_at"))]),
    resource(
        "project_folders",
        "folder",
        "ProjectFolder",
        "id slug created_at:time updated_at:time publication_status title title_multiloc description description_multiloc \
         description_preview description_preview_multiloc",
    )
    .keyed("folders", "folder")
    .filters(&[("publication_status", By::Value("publication_status"))]),
    resource(
        "projects",
        "project",
        "Project",
        "id title description_html description_preview slug folder_id:parent href visible_to images created_at:time updated_at:time \
         ideas_count:public comments_count:public map_center_geojson:geojson publication_status",
    )
    .filters(&[
        ("folder_id", By::Value("folder_id")),
        ("publication_status", By::Value("publication_status")),
        ("topic_ids", By::Joined("project_topics", "project_id", "topic_id")),
        ("area_ids", By::Areas),
    ]),
    resource("project_topics", "", "", "project_id topic_id created_at:time updated_at:time")
        .filters(&[("project_id", By::Value("project_id")), ("topic_id", By::Value("topic_id"))]),
    resource(
        "reactions",
        "reaction",
        "Reaction",
        "id mode user_id:person reactable_id reactable_type idea_id project_id created_at:time updated_at:time",
    )
    .cut(Cut::Always)
    .filters(&[
        ("reactable_type", By::Value("reactable_type")),
        ("user_id", By::Person("user_id")),
        ("idea_id", By::Value("idea_id")),
        ("project_id", By::Value("project_id")),
    ]),
    resource("topics", "topic", "Topic", "id title description created_at:time updated_at:time"),
    resource(
        "users",
        "user",
        "User",
        "id:person email:null slug:null roles:list created_at:time updated_at:time first_name:null last_name:null locale \
         bio:null registration_completed_at:time verified email_confirmed_at:time email_confirmation_code_sent_at:time \
         confirmation_required custom_field_values:shareable status",
    )
    .cut(Cut::Always)
    .filters(&[("user_locale", By::Value("locale"))]),
    resource(
        "volunteering_causes",
        "volunteering_cause",
        "VolunteeringCause",
        "id title description project_id phase_id volunteers_count created_at:time updated_at:time title_multiloc description_multiloc",
    ),
    resource(
        "volunteering_volunteers",
        "volunteering_volunteer",
        "VolunteeringVolunteer",
        "id volunteering_cause_id user_id:person created_at:time updated_at:time",
    )
    .cut(Cut::Always),
];
