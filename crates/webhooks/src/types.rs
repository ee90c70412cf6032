//! The types of events.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;

/// The type of the event about several changes.
pub const CHANGES_AVAILABLE: &str = "changes.available";
/// The type of the event with which an administrator tests an endpoint.
pub const TEST: &str = "webhook.test";

/// What happened to a record, as its client sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The client sees it now.
    Created,
    /// The client sees it otherwise.
    Updated,
    /// The client does not see it any more.
    Deleted,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 3] = [Self::Created, Self::Updated, Self::Deleted];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Deleted => "deleted",
        }
    }

    /// What happened if a record was visible before and is visible now; `None` if the client noticed nothing.
    pub fn between(was_visible: bool, is_visible: bool) -> Option<Self> {
        match (was_visible, is_visible) {
            (false, true) => Some(Self::Created),
            (true, true) => Some(Self::Updated),
            (true, false) => Some(Self::Deleted),
            (false, false) => None,
        }
    }

    /// What happened in two steps; `None` if the client need not know of them.
    pub fn then(self, next: Self) -> Option<Self> {
        Self::between(self != Self::Created, next != Self::Deleted)
    }
}

/// The resources whose records have events: those with ids.
pub fn resources() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| resource.has_id())
}

/// The type of an event about a record of a resource.
pub fn name(resource: &Resource, action: Action) -> String {
    format!("{}.{}", resource.names.singular, action.name())
}

/// Every type that an endpoint can choose.
pub fn all() -> impl Iterator<Item = String> {
    resources().flat_map(|resource| Action::ALL.map(|action| name(resource, action)))
}

/// The resource and the action of a type.
pub fn parse(kind: &str) -> Option<(&'static Resource, Action)> {
    let (singular, action) = kind.split_once('.')?;
    let resource = resources().find(|resource| resource.names.singular == singular)?;
    Some((resource, Action::ALL.into_iter().find(|known| known.name() == action)?))
}

/// The types of an endpoint, from texts such as `idea.created` and `comment.*`; `None` for all.
pub fn chosen<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Option<Vec<String>>, String> {
    let mut chosen: Vec<String> = Vec::new();
    for text in texts.into_iter().map(str::trim) {
        let is_every = text.split_once('.').is_some_and(|(singular, action)| {
            action == "*" && resources().any(|resource| resource.names.singular == singular)
        });
        if text == "*" {
            return Ok(None);
        }
        if !is_every && parse(text).is_none() {
            let shown: String = text.chars().take(100).collect();
            let singulars: Vec<&str> = resources().map(|resource| resource.names.singular).collect();
            return Err(format!(
                "'{shown}' is not a type of events; expected one of {} with .created, .updated, .deleted or .*, or *",
                singulars.join(", ")
            ));
        }
        if !chosen.iter().any(|known| known == text) {
            chosen.push(text.to_owned());
        }
    }
    if chosen.is_empty() { Err("expected at least one type of events".to_owned()) } else { Ok(Some(chosen)) }
}

/// Whether an endpoint with these types gets events of a type.
pub fn includes(chosen: Option<&[String]>, kind: &str) -> bool {
    chosen.is_none_or(|chosen| {
        let singular = kind.split('.').next().unwrap_or_default();
        chosen.iter().any(|text| text == kind || text.strip_suffix(".*") == Some(singular))
    })
}

/// Whether an endpoint with these types gets events about records of a resource.
pub fn include_some_of(chosen: Option<&[String]>, resource: &Resource) -> bool {
    Action::ALL.into_iter().any(|action| includes(chosen, &name(resource, action)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn types_are_chosen_one_by_one_or_by_resource() {
        let comments = chosen(["idea.created", " comment.*", "idea.created"]).unwrap();
        assert_eq!(comments.as_deref().unwrap(), ["idea.created", "comment.*"]);
        let includes = |kind| includes(comments.as_deref(), kind);
        assert!(includes("idea.created") && includes("comment.deleted"));
        assert!(!includes("idea.updated") && !includes("basket.created"));
        assert_eq!(chosen(["comment.*", "*"]), Ok(None));
        for wrong in
            ["", "ideas.created", "idea.create", "idea", "idea.*.*", "*.created", "idea_topic.created"]
        {
            assert!(chosen([wrong]).unwrap_err().contains("not a type of events"), "{wrong}");
        }
    }

    #[test]
    fn two_changes_are_one_event_or_none() {
        use Action::{Created, Deleted, Updated};
        assert_eq!(Created.then(Updated), Some(Created));
        assert_eq!(Created.then(Deleted), None);
        assert_eq!(Updated.then(Deleted), Some(Deleted));
        assert_eq!(Deleted.then(Created), Some(Updated));
        assert_eq!(Action::between(false, false), None);
    }
}
