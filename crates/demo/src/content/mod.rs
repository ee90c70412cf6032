//! The names and texts of the demo, parsed from the TOML files of `data/`.

mod city;
mod projects;
mod text;
mod texts;

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use self::city::{City, People, Platform};
pub use self::projects::{FileTemplate, Folder, PhaseTexts, ProjectTemplate, Start};
pub use self::text::{Choices, Coverage, Described, Locale, Text};
pub use self::texts::{Campaigns, CommentTexts, EventTemplate, Events, IdeaTexts, Surveys, Theme};

/// The themes by the key that projects refer to.
const THEMES: [(&str, &str); 11] = [
    ("mobility", include_str!("../data/themes/mobility.toml")),
    ("green", include_str!("../data/themes/green.toml")),
    ("safety", include_str!("../data/themes/safety.toml")),
    ("culture", include_str!("../data/themes/culture.toml")),
    ("youth", include_str!("../data/themes/youth.toml")),
    ("energy", include_str!("../data/themes/energy.toml")),
    ("housing", include_str!("../data/themes/housing.toml")),
    ("waste", include_str!("../data/themes/waste.toml")),
    ("sport", include_str!("../data/themes/sport.toml")),
    ("digital", include_str!("../data/themes/digital.toml")),
    ("care", include_str!("../data/themes/care.toml")),
];

/// Parsed once per process.
static CONTENT: LazyLock<Result<Content, ContentError>> = LazyLock::new(Content::parse);

/// A data file of the demo that is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// The file is not TOML of the expected structure.
    #[error("the demo data file {file} is invalid: {cause}")]
    Invalid {
        /// The path below `data/`.
        file: String,
        /// The line and the reason.
        cause: Box<toml::de::Error>,
    },
    /// A project refers to a theme or folder that does not exist.
    #[error("the demo data file projects.toml refers to '{0}', which is neither a theme nor a folder")]
    UnknownKey(String),
}

/// All names and texts.
#[derive(Debug)]
pub struct Content {
    pub platform: Platform,
    pub city: City,
    pub people: People,
    pub themes: Vec<Theme>,
    /// Topics in addition to the themes.
    pub topics: Choices<Described>,
    pub folders: Choices<Folder>,
    pub projects: Choices<ProjectTemplate>,
    pub phases: PhaseTexts,
    pub ideas: IdeaTexts,
    pub surveys: Surveys,
    pub comments: CommentTexts,
    pub events: Events,
    pub causes: Choices<Described>,
    pub campaigns: Campaigns,
    pub files: Choices<FileTemplate>,
}

/// Parses a data file, or the one list that it consists of.
macro_rules! parse {
    ($file:literal) => {
        parse($file, include_str!(concat!("../data/", $file)))
    };
    ($file:literal, $list:ident) => {{
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File<T> {
            $list: Choices<T>,
        }
        parse!($file).map(|file: File<_>| file.$list)
    }};
}

impl Content {
    /// The content of the embedded data files, or the first error in them.
    pub fn get() -> Result<&'static Self, &'static ContentError> {
        CONTENT.as_ref()
    }

    fn parse() -> Result<Self, ContentError> {
        let themes = THEMES.iter().map(|(key, text)| parse(&format!("themes/{key}.toml"), text));
        let mut content = Self {
            platform: parse!("platform.toml")?,
            city: parse!("city.toml")?,
            people: parse!("people.toml")?,
            themes: themes.collect::<Result<_, _>>()?,
            topics: parse!("topics.toml", topics)?,
            folders: parse!("folders.toml", folders)?,
            projects: parse!("projects.toml", projects)?,
            phases: parse!("phases.toml")?,
            ideas: parse!("ideas.toml")?,
            surveys: parse!("surveys.toml")?,
            comments: parse!("comments.toml")?,
            events: parse!("events.toml")?,
            causes: parse!("volunteering.toml", causes)?,
            campaigns: parse!("campaigns.toml")?,
            files: parse!("files.toml", files)?,
        };
        let folders: Vec<&str> = content.folders.iter().map(|folder| folder.key.as_str()).collect();
        for project in content.projects.iter_mut() {
            project.resolve(&THEMES.map(|(key, _)| key), &folders)?;
        }
        Ok(content)
    }
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ContentError> {
    toml::from_str(text)
        .map_err(|cause| ContentError::Invalid { file: file.to_owned(), cause: Box::new(cause) })
}
