//! Templates of projects, of their folders, phases and files.

use serde::Deserialize;

use super::{ContentError, Described, Text};
use crate::method::Method;

/// An entry of `folders.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folder {
    /// The name by which projects refer to the folder.
    pub key: String,
    pub publication_status: String,
    pub title: Text,
    pub preview: Text,
    pub description: Text,
}

/// An entry of `projects.toml`: the project with its phases, which larger platforms repeat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectTemplate {
    pub title: Text,
    pub preview: Text,
    pub description: Text,
    /// When the first project of this template starts.
    pub start: Start,
    pub phases: Vec<PhaseTemplate>,
    pub publication_status: String,
    pub visible_to: String,
    /// Whether the project concerns all districts.
    pub citywide: bool,
    #[serde(rename = "theme")]
    theme_key: String,
    #[serde(rename = "folder")]
    folder_key: Option<String>,
    /// The index of the theme.
    #[serde(skip)]
    pub theme: usize,
    /// The index of the folder.
    #[serde(skip)]
    pub folder: Option<usize>,
}

/// A start relative to the date of the platform.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    DaysAgo(u64),
    DaysAhead(u64),
}

/// A phase of a project template.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseTemplate {
    pub method: Method,
    /// The duration, at least one day; `None` for a phase without an end.
    pub days: Option<u64>,
}

impl ProjectTemplate {
    /// Replaces the keys of the theme and of the folder with their indexes.
    pub(super) fn resolve(&mut self, themes: &[&str], folders: &[&str]) -> Result<(), ContentError> {
        let index = |keys: &[&str], key: &str| {
            let index = keys.iter().position(|known| *known == key);
            index.ok_or_else(|| ContentError::UnknownKey(key.to_owned()))
        };
        self.theme = index(themes, &self.theme_key)?;
        self.folder = self.folder_key.as_ref().map(|key| index(folders, key)).transpose()?;
        Ok(())
    }
}

/// `phases.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseTexts {
    information: Described,
    ideation: Described,
    proposals: Described,
    native_survey: Described,
    community_monitor_survey: Described,
    document_annotation: Described,
    survey: Described,
    budgeting: Described,
    single_voting: Described,
    multiple_voting: Described,
    poll: Described,
    volunteering: Described,
    common_ground: Described,
}

impl PhaseTexts {
    /// The title and the description of phases with this method.
    pub fn of(&self, method: Method) -> &Described {
        match method {
            Method::Information => &self.information,
            Method::Ideation => &self.ideation,
            Method::Proposals => &self.proposals,
            Method::NativeSurvey => &self.native_survey,
            Method::CommunityMonitorSurvey => &self.community_monitor_survey,
            Method::DocumentAnnotation => &self.document_annotation,
            Method::Survey => &self.survey,
            Method::Budgeting => &self.budgeting,
            Method::SingleVoting => &self.single_voting,
            Method::MultipleVoting => &self.multiple_voting,
            Method::Poll => &self.poll,
            Method::Volunteering => &self.volunteering,
            Method::CommonGround => &self.common_ground,
        }
    }
}

/// An entry of `files.toml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileTemplate {
    pub category: String,
    pub extension: String,
    pub title: Text,
    pub description: Text,
}
