"""The lists of the API.

Generated from openapi.json by connectors/generate.py. Do not edit.
"""

from . import records
from .files import Files
from .projects import Projects
from .resource import Endpoint, Resource, Rows
from .transport import Transport


class Catalog:
    """An attribute for each list."""

    areas: Resource[records.Area]
    """A district or other part of the city that projects can be assigned to."""
    basket_ideas: Resource[records.BasketIdea]
    """An idea in a basket, with the votes or budget allocated to it."""
    baskets: Resource[records.Basket]
    """One person's votes in a voting phase. They count once the basket is submitted."""
    comments: Resource[records.Comment]
    """A comment on an idea, or a reply to another comment."""
    email_campaign_deliveries: Resource[records.EmailCampaignDelivery]
    """The delivery of an email campaign to one recipient."""
    email_campaigns: Resource[records.EmailCampaign]
    """A manually created email that is sent to many people."""
    event_attendances: Resource[records.EventAttendance]
    """A person's registration for an event."""
    events: Resource[records.Event]
    """A meeting or other event of a project."""
    files: Files
    """A document, recording or other file that belongs to a project."""
    idea_phases: Rows[records.IdeaPhase]
    """The assignment of an idea to a phase, with its voting results in that phase."""
    idea_topics: Rows[records.IdeaTopic]
    """A topic assigned to an idea."""
    ideas: Resource[records.Idea]
    """An idea, proposal or survey response."""
    phases: Resource[records.Phase]
    """A period of a project with one participation method."""
    project_folders: Resource[records.ProjectFolder]
    """A group of related projects."""
    project_topics: Rows[records.ProjectTopic]
    """A topic assigned to a project."""
    projects: Projects
    """A participation project, organised in one or more phases."""
    reactions: Resource[records.Reaction]
    """A person's like or dislike of an idea or comment, or a neutral reaction to it."""
    topics: Resource[records.Topic]
    """A subject that can be assigned to ideas and projects."""
    users: Resource[records.User]
    """A registered or invited user of the platform."""
    volunteering_causes: Resource[records.VolunteeringCause]
    """A cause that people can volunteer for in a volunteering phase."""
    volunteering_volunteers: Resource[records.VolunteeringVolunteer]
    """A person's offer to volunteer for a cause."""

    def __init__(self, transport: Transport) -> None:
        self.areas = Resource[records.Area](transport, Endpoint("areas", "areas", "area", ("id",)))
        self.basket_ideas = Resource[records.BasketIdea](
            transport, Endpoint("basket_ideas", "basket_ideas", "basket_idea", ("id",))
        )
        self.baskets = Resource[records.Basket](transport, Endpoint("baskets", "baskets", "basket", ("id",)))
        self.comments = Resource[records.Comment](transport, Endpoint("comments", "comments", "comment", ("id",)))
        self.email_campaign_deliveries = Resource[records.EmailCampaignDelivery](
            transport, Endpoint("email_campaign_deliveries", "email_campaign_deliveries", "email_campaign_delivery", ("id",))
        )
        self.email_campaigns = Resource[records.EmailCampaign](
            transport, Endpoint("email_campaigns", "email_campaigns", "email_campaign", ("id",))
        )
        self.event_attendances = Resource[records.EventAttendance](
            transport, Endpoint("event_attendances", "event_attendances", "event_attendance", ("id",))
        )
        self.events = Resource[records.Event](transport, Endpoint("events", "events", "event", ("id",)))
        self.files = Files(transport, Endpoint("files", "files", "file", ("id",)))
        self.idea_phases = Rows[records.IdeaPhase](
            transport,
            Endpoint(
                "idea_phases",
                "idea_phases",
                None,
                (
                    "idea_id",
                    "phase_id",
                ),
            ),
        )
        self.idea_topics = Rows[records.IdeaTopic](
            transport,
            Endpoint(
                "idea_topics",
                "idea_topics",
                None,
                (
                    "idea_id",
                    "topic_id",
                ),
            ),
        )
        self.ideas = Resource[records.Idea](transport, Endpoint("ideas", "ideas", "idea", ("id",)))
        self.phases = Resource[records.Phase](transport, Endpoint("phases", "phases", "phase", ("id",)))
        self.project_folders = Resource[records.ProjectFolder](
            transport, Endpoint("project_folders", "folders", "folder", ("id",))
        )
        self.project_topics = Rows[records.ProjectTopic](
            transport,
            Endpoint(
                "project_topics",
                "project_topics",
                None,
                (
                    "project_id",
                    "topic_id",
                ),
            ),
        )
        self.projects = Projects(transport, Endpoint("projects", "projects", "project", ("id",)))
        self.reactions = Resource[records.Reaction](transport, Endpoint("reactions", "reactions", "reaction", ("id",)))
        self.topics = Resource[records.Topic](transport, Endpoint("topics", "topics", "topic", ("id",)))
        self.users = Resource[records.User](transport, Endpoint("users", "users", "user", ("id",)))
        self.volunteering_causes = Resource[records.VolunteeringCause](
            transport, Endpoint("volunteering_causes", "volunteering_causes", "volunteering_cause", ("id",))
        )
        self.volunteering_volunteers = Resource[records.VolunteeringVolunteer](
            transport, Endpoint("volunteering_volunteers", "volunteering_volunteers", "volunteering_volunteer", ("id",))
        )
