"""The records of the API.

Generated from openapi.json by connectors/generate.py. Do not edit.
"""

from typing import Any, Literal, TypedDict


class Area(TypedDict):
    """A district or other part of the city that projects can be assigned to."""

    id: str
    """Unique identifier of the record."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    title_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    title: str
    """Name of the area. Uses the requested locale, or a fallback if there is no translation."""
    description_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description: str
    """Description of the area, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """


class BasketIdea(TypedDict):
    """An idea in a basket, with the votes or budget allocated to it."""

    id: str
    """Unique identifier of the record."""
    basket_id: str
    """The basket that contains the idea."""
    idea_id: str
    """The selected idea."""
    votes: int
    """Number of votes; in budgeting phases, the amount allocated, in whole units of the platform's
    currency.
    """
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    phase_id: str | None
    """The voting phase of the basket. Derived from the basket."""
    project_id: str
    """The project of the basket. Derived from the basket."""
    user_id: str | None
    """The person the basket belongs to. Derived from the basket."""


class Basket(TypedDict):
    """One person's votes in a voting phase. They count once the basket is submitted."""

    id: str
    """Unique identifier of the record."""
    user_id: str | None
    """The person the basket belongs to."""
    project_id: str
    """The project of the basket. Derived from the phase, if there is one."""
    phase_id: str | None
    """The voting phase; null if the basket belongs to the project as a whole."""
    submitted_at: str | None
    """When the basket was submitted; null until then."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class Comment(TypedDict):
    """A comment on an idea, or a reply to another comment."""

    id: str
    """Unique identifier of the record."""
    body: str
    """Text of the comment, in HTML; empty if the comment was deleted. Uses the requested locale, or a
    fallback if there is no translation.
    """
    author_id: str | None
    """The person who wrote the comment; null if the comment was deleted or the author is unknown."""
    idea_id: str
    """The idea the comment belongs to."""
    parent_id: str | None
    """The comment this one replies to; null for a top-level comment."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    body_updated_at: str | None
    """When the text was last edited; null if it never was."""
    likes_count: int
    """Number of likes. Calculated from the stored records unless set by the import."""
    dislikes_count: int
    """Number of dislikes. Calculated from the stored records unless set by the import."""
    children_count: int
    """Number of direct replies, including deleted ones. Calculated from the stored records unless set by
    the import.
    """
    publication_status: Literal["published", "deleted"]
    """Publication status of the comment."""
    project_id: str
    """The project of the idea. Derived from the idea."""


class EmailCampaignDelivery(TypedDict):
    """The delivery of an email campaign to one recipient."""

    id: str
    """Unique identifier of the record."""
    email_campaign_id: str
    """The campaign that was sent. It may be an automated campaign, which the API does not return."""
    user_id: str | None
    """The recipient."""
    delivery_status: Literal["sent", "bounced", "failed", "accepted", "delivered", "opened", "clicked"]
    """Latest known status of the delivery."""
    sent_at: str | None
    """When the email was sent; null if unknown."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class EmailCampaign(TypedDict):
    """A manually created email that is sent to many people."""

    id: str
    """Unique identifier of the record."""
    sender: Literal["author", "organization"]
    """In whose name the email is sent."""
    reply_to: str | None
    """Email address that replies are sent to; null for the default."""
    subject: str
    """Subject of the email. Uses the requested locale, or a fallback if there is no translation."""
    body: str
    """Text of the email, in HTML. Uses the requested locale, or a fallback if there is no translation."""
    subject_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    body_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    deliveries_count: int
    """Number of deliveries. Calculated from the stored records unless set by the import."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class EventAttendance(TypedDict):
    """A person's registration for an event."""

    id: str
    """Unique identifier of the record."""
    event_id: str
    """The event."""
    attendee_id: str | None
    """The person who registered."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class Event(TypedDict):
    """A meeting or other event of a project."""

    id: str
    """Unique identifier of the record."""
    project_id: str
    """The project the event belongs to."""
    title: str
    """Title of the event. Uses the requested locale, or a fallback if there is no translation."""
    description: str
    """Description of the event, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    location: str | None
    """Location as text, such as an address. Uses the requested locale, or a fallback if there is no
    translation.
    """
    location_point: str | None
    """Coordinates of the location. Well-known text (WKT), in degrees: longitude, then latitude."""
    attendees_count: int
    """Number of people who registered. Calculated from the stored records unless set by the import."""
    maximum_attendees: int | None
    """Maximum number of attendees; null if there is no limit."""
    start_at: str
    """When the event starts."""
    end_at: str
    """When the event ends."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    title_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    location_multiloc: dict[str, str] | None
    """All translations, keyed by locale code."""


class File(TypedDict):
    """A document, recording or other file that belongs to a project."""

    id: str
    """Unique identifier of the record."""
    name: str
    """File name, including its extension."""
    size: int
    """Size in bytes. Determined from the content."""
    mime_type: str
    """Media type. Determined from the content."""
    category: Literal["meeting", "interview", "strategic_plan", "info_sheet", "policy", "report", "other"]
    """Category of the file."""
    ai_processing_allowed: bool
    """Whether AI tools may process the file."""
    uploader_id: str | None
    """The person who uploaded the file; null if it was uploaded through the API."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    description_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description: str
    """Description of the file. Uses the requested locale, or a fallback if there is no translation."""
    url: str
    """Signed URL for downloading the file without a token. It works for a limited time, and stops working
    when the client it was issued to is revoked.
    """


class IdeaPhase(TypedDict):
    """The assignment of an idea to a phase, with its voting results in that phase."""

    idea_id: str
    """The idea."""
    phase_id: str
    """The phase."""
    baskets_count: int | None
    """Number of baskets submitted in the phase that contain the idea. Calculated from the stored records
    unless set by the import.
    """
    votes_count: int | None
    """Number of votes for the idea in baskets submitted in the phase; in budgeting phases, the amount
    allocated, in whole units of the platform's currency. Calculated from the stored records unless set
    by the import.
    """
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class IdeaTopic(TypedDict):
    """A topic assigned to an idea."""

    idea_id: str
    """The idea."""
    topic_id: str
    """The topic assigned to the idea."""


class Idea(TypedDict):
    """An idea, proposal or survey response."""

    id: str
    """Unique identifier of the record."""
    title: str
    """Title of the idea. Uses the requested locale, or a fallback if there is no translation."""
    body: str
    """Text of the idea, in HTML. Uses the requested locale, or a fallback if there is no translation."""
    author_id: str | None
    """The person who submitted the idea; null if unknown or anonymous. Below `full`, null for an idea that
    became a survey response.
    """
    likes_count: int
    """Number of likes. Calculated from the stored records unless set by the import."""
    dislikes_count: int
    """Number of dislikes. Calculated from the stored records unless set by the import."""
    comments_count: int
    """Number of published comments. Calculated from the stored records unless set by the import."""
    published_at: str | None
    """When the idea was published; null until then."""
    submitted_at: str | None
    """When the idea was submitted; null until then."""
    publication_status: Literal["draft", "submitted", "published"]
    """Publication status of the idea."""
    project_id: str
    """The project the idea belongs to."""
    project_title: str
    """Title of the project. Read from the project. Uses the requested locale, or a fallback if there is no
    translation.
    """
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    location_point: str | None
    """Coordinates of the location that the idea refers to. Well-known text (WKT), in degrees: longitude,
    then latitude.
    """
    location_description: str | None
    """Location that the idea refers to, as text, such as an address."""
    slug: str | None
    """Last part of the URL of the idea's page."""
    budget: int | None
    """Cost of the idea in participatory budgeting, in whole units of the platform's currency."""
    baskets_count: int | None
    """Number of submitted baskets that contain the idea. Calculated from the stored records unless set by
    the import.
    """
    votes_count: int | None
    """Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of
    the platform's currency. Calculated from the stored records unless set by the import.
    """
    official_feedbacks_count: int
    """Number of official responses. Set by the import."""
    assignee_id: str | None
    """The staff member responsible for the idea."""
    assigned_at: str | None
    """When the idea was assigned to a staff member."""
    proposed_budget: int | None
    """Cost estimated by the author, in whole units of the platform's currency."""
    creation_phase_id: str | None
    """The phase in which the idea was submitted, if that phase defines the form."""
    images: list[dict[str, str]]
    """Images of the idea. Each object maps variant names, such as `small`, to absolute URLs."""
    href: str | None
    """URL of the idea's page, built from the platform's URL and `slug`; null without a slug."""
    status: str | None
    """Label of the status that staff assigned to the idea. Uses the requested locale, or a fallback if
    there is no translation.
    """
    custom_field_values: dict[str, Any]
    """Answers to the phase's custom questions, keyed by question."""
    type: Literal["idea", "survey"]
    """Type of the idea: `survey` if the participation method of `creation_phase_id` is a survey, or if an
    import says so. A survey response never becomes an idea.
    """


class Phase(TypedDict):
    """A period of a project with one participation method."""

    id: str
    """Unique identifier of the record."""
    title: str
    """Title of the phase. Uses the requested locale, or a fallback if there is no translation."""
    description: str
    """Description of the phase, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    participation_method: Literal[
        "information",
        "ideation",
        "proposals",
        "native_survey",
        "community_monitor_survey",
        "document_annotation",
        "survey",
        "voting",
        "poll",
        "volunteering",
        "common_ground",
    ]
    """How people take part in the phase."""
    project_id: str
    """The project the phase belongs to."""
    project_title: str
    """Title of the project. Read from the project. Uses the requested locale, or a fallback if there is no
    translation.
    """
    start_at: str
    """First day of the phase."""
    end_at: str | None
    """Last day of the phase, inclusive; null if no end is planned."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    ideas_count: int
    """Number of published ideas in the phase. Calculated from the stored records unless set by the import."""
    baskets_count: int | None
    """Number of baskets submitted in the phase. Calculated from the stored records unless set by the
    import.
    """
    votes_count: int | None
    """Number of votes in submitted baskets; in budgeting phases, the amount allocated, in whole units of
    the platform's currency. Calculated from the stored records unless set by the import.
    """
    submission_enabled: bool
    """Whether people can submit ideas."""
    autoshare_results_enabled: bool
    """Whether results are published automatically when the phase ends."""
    commenting_enabled: bool
    """Whether people can comment on ideas."""
    reacting_enabled: bool
    """Whether people can react to ideas."""
    reacting_like_method: Literal["unlimited", "limited"]
    """Whether the number of likes per person is limited."""
    reacting_like_limited_max: int | None
    """Maximum number of likes per person, if likes are limited."""
    reacting_dislike_enabled: bool
    """Whether people can dislike ideas."""
    reacting_dislike_method: Literal["unlimited", "limited"]
    """Whether the number of dislikes per person is limited."""
    reacting_dislike_limited_max: int | None
    """Maximum number of dislikes per person, if dislikes are limited."""
    voting_method: Literal["budgeting", "single_voting", "multiple_voting"] | None
    """How people vote in a voting phase; null in other phases."""
    voting_max_total: int | None
    """Maximum total of votes per basket; in budgeting phases, the available budget, in whole units of the
    platform's currency.
    """
    voting_min_total: int | None
    """Minimum total of votes per basket; in budgeting phases, the minimum amount to allocate, in whole
    units of the platform's currency.
    """


class ProjectFolder(TypedDict):
    """A group of related projects."""

    id: str
    """Unique identifier of the record."""
    slug: str
    """Last part of the URL of the folder's page."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    publication_status: Literal["draft", "published", "archived"]
    """Publication status of the folder."""
    title: str
    """Title of the folder. Uses the requested locale, or a fallback if there is no translation."""
    title_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description: str
    """Description of the folder, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    description_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description_preview: str
    """Short description, in one or two sentences. Uses the requested locale, or a fallback if there is no
    translation.
    """
    description_preview_multiloc: dict[str, str]
    """All translations, keyed by locale code."""


class ProjectTopic(TypedDict):
    """A topic assigned to a project."""

    project_id: str
    """The project."""
    topic_id: str
    """The topic assigned to the project."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class Project(TypedDict):
    """A participation project, organised in one or more phases."""

    id: str
    """Unique identifier of the record."""
    title: str
    """Title of the project. Uses the requested locale, or a fallback if there is no translation."""
    description_html: str
    """Description of the project, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    description_preview: str
    """Short description, in one or two sentences. Uses the requested locale, or a fallback if there is no
    translation.
    """
    slug: str
    """Last part of the URL of the project's page."""
    folder_id: str | None
    """The folder that contains the project; null if it is in none."""
    href: str | None
    """URL of the project's page, built from the platform's URL and `slug`; null if `slug` is empty."""
    visible_to: Literal["public", "groups", "admins"]
    """Who can see the project on the platform."""
    images: list[dict[str, str]]
    """Images of the project. Each object maps variant names, such as `small`, to absolute URLs."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    ideas_count: int
    """Number of published ideas, including survey responses. Calculated from the stored records unless set
    by the import.
    """
    comments_count: int
    """Number of published comments on the project's ideas. Calculated from the stored records unless set
    by the import.
    """
    map_center_geojson: dict[str, Any] | None
    """Centre of the project's map, as a GeoJSON Point."""
    publication_status: Literal["draft", "published", "archived"]
    """Publication status of the project."""


class Reaction(TypedDict):
    """A person's like or dislike of an idea or comment, or a neutral reaction to it."""

    id: str
    """Unique identifier of the record."""
    mode: Literal["up", "down", "neutral"]
    """Kind of reaction."""
    user_id: str | None
    """The person who reacted."""
    reactable_id: str
    """The idea or comment that the reaction is to; `reactable_type` says which."""
    reactable_type: Literal["idea", "comment"]
    """Type of the record that `reactable_id` refers to."""
    idea_id: str
    """The idea that the reaction is to or that the comment belongs to. Derived from `reactable_id`."""
    project_id: str
    """The project of the idea. Derived from the idea."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class Topic(TypedDict):
    """A subject that can be assigned to ideas and projects."""

    id: str
    """Unique identifier of the record."""
    title: str
    """Name of the topic. Uses the requested locale, or a fallback if there is no translation."""
    description: str
    """Description of the topic, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class User(TypedDict):
    """A registered or invited user of the platform."""

    id: str
    """Unique identifier of the record."""
    email: str | None
    """Email address."""
    slug: str | None
    """Last part of the URL of the user's profile page."""
    roles: list[dict[str, Any]]
    """Roles beyond that of an ordinary user, each an object with a `type`, such as `admin`."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    first_name: str | None
    """First name."""
    last_name: str | None
    """Last name."""
    locale: str
    """Preferred locale of the user. Defaults to the platform's default locale."""
    bio: str | None
    """The user's description of themselves, in HTML. Uses the requested locale, or a fallback if there is
    no translation.
    """
    registration_completed_at: str | None
    """When the user completed registration; null until then."""
    verified: bool
    """Whether the user's identity has been verified."""
    email_confirmed_at: str | None
    """When the user confirmed the email address; null until then."""
    email_confirmation_code_sent_at: str | None
    """When a confirmation code was last sent by email; null if it never was."""
    confirmation_required: bool
    """Whether the user still has to confirm the email address."""
    custom_field_values: dict[str, Any]
    """Answers to the platform's custom registration questions, keyed by question."""
    status: Literal["active", "invited", "incomplete"]
    """Registration status. Derived from `registration_completed_at` unless set by the import."""


class VolunteeringCause(TypedDict):
    """A cause that people can volunteer for in a volunteering phase."""

    id: str
    """Unique identifier of the record."""
    title: str
    """Title of the cause. Uses the requested locale, or a fallback if there is no translation."""
    description: str
    """Description of the cause, in HTML. Uses the requested locale, or a fallback if there is no
    translation.
    """
    project_id: str
    """The project of the phase. Derived from the phase."""
    phase_id: str
    """The volunteering phase."""
    volunteers_count: int
    """Number of volunteers. Calculated from the stored records unless set by the import."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""
    title_multiloc: dict[str, str]
    """All translations, keyed by locale code."""
    description_multiloc: dict[str, str]
    """All translations, keyed by locale code."""


class VolunteeringVolunteer(TypedDict):
    """A person's offer to volunteer for a cause."""

    id: str
    """Unique identifier of the record."""
    volunteering_cause_id: str
    """The cause."""
    user_id: str | None
    """The person who volunteers."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record was last changed. Changes to counters and other derived fields do not count."""


class DeletedItem(TypedDict):
    """A record that was deleted."""

    id: str
    """Unique identifier of the record."""
    type: Literal[
        "Area",
        "Topic",
        "User",
        "ProjectFolder",
        "Project",
        "Phase",
        "Idea",
        "Comment",
        "Reaction",
        "Basket",
        "BasketIdea",
        "Event",
        "EventAttendance",
        "VolunteeringCause",
        "VolunteeringVolunteer",
        "EmailCampaign",
        "EmailCampaignDelivery",
        "File",
    ]
    """Type of the deleted record."""
    deleted_at: str
    """When the record was deleted."""
