//! Texts of ideas, comments, surveys, events and emails.

use serde::Deserialize;
use serde_json::Value;

use super::{Choices, Text};

/// A file of `themes/`: a subject that ideas, comments and projects are about, and a topic of the platform.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    pub title: Text,
    pub description: Text,
    pub subjects: Choices<Subject>,
    pub observations: Choices<Text>,
    pub proposals: Choices<Text>,
    pub items: Choices<Text>,
    pub comments: Choices<Text>,
}

/// The title of an idea and the sentence that asks for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    pub title: Text,
    pub request: Text,
}

/// `ideas.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdeaTexts {
    pub title_endings: Vec<String>,
    pub openings: Choices<Text>,
    pub transitions: Choices<Text>,
    pub list_introductions: Choices<Text>,
    pub costs: Choices<Text>,
    pub objections: Choices<Text>,
    pub benefits: Choices<Text>,
    pub links: Choices<Text>,
    pub closings: Choices<Text>,
    pub first_status: Text,
    pub later_statuses: Choices<Text>,
}

/// `comments.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentTexts {
    pub untranslated: Choices<String>,
    pub on_ideas: Choices<Text>,
    pub replies: Choices<Text>,
    pub official: Choices<Text>,
    pub endings: Choices<Text>,
}

/// `surveys.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surveys {
    pub ideation: Vec<Question>,
    pub community_monitor_survey: Vec<Question>,
    pub native_survey: Vec<Question>,
    pub remarks: Choices<Text>,
}

/// A question of a survey, with the possible answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub field: String,
    pub options: Choices<Value>,
}

/// `events.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    pub events: Choices<EventTemplate>,
    pub venues: Choices<Text>,
}

/// A kind of event.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventTemplate {
    /// Whether the event has no venue.
    pub online: bool,
    pub title: Text,
    pub description: Text,
}

/// `campaigns.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaigns {
    /// The email address for replies to authors.
    pub reply_to: String,
    pub campaigns: Choices<Email>,
}

/// The subject and the body of an email.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Email {
    pub subject: Text,
    pub body: Text,
}
