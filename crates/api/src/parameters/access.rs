//! Refuses parameters that would reveal what the access level of a request hides.

use folkmoot_model::access::AccessLevel;

use super::declarations::{Parameter, ParameterType};
use crate::problem::Problem;
use crate::scope::Scope;

/// The number of votes, by which ideas can be sorted.
const VOTES: &str = "votes_count";

/// What a request may learn from parameters.
#[derive(Debug, Clone, Copy)]
pub struct ParameterAccess {
    /// The scope of the request.
    pub scope: Scope,
    /// Whether the counters of running votes are shown at every level.
    pub shows_running_votes: bool,
}

impl ParameterAccess {
    /// Fails if a parameter with this first value compares records with what the level hides.
    pub fn require(&self, parameter: &Parameter, value: &str) -> Result<(), Problem> {
        let Self { scope, shows_running_votes } = self;
        let (required, effect) = match parameter.value_type {
            ParameterType::Ids { required, .. } => (required, "filters by a person"),
            ParameterType::Sort(columns)
                if columns.contains(&VOTES)
                    && value.trim_start_matches('-') == VOTES
                    && !shows_running_votes =>
            {
                (AccessLevel::Full, "sorts by votes")
            }
            _ => return Ok(()),
        };
        if scope.level() >= required {
            return Ok(());
        }
        Err(scope.refuse_parameter(parameter.name, required, effect))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_store::clients::Client;
    use uuid::Uuid;

    use super::*;
    use crate::plan::ResourcePlans;

    fn at(access: AccessLevel, shows_running_votes: bool) -> ParameterAccess {
        let client = Client::new(Uuid::nil(), String::new(), String::new(), 0);
        ParameterAccess { scope: Scope::of_client(&Client { access, ..client }), shows_running_votes }
    }

    #[test]
    fn people_cannot_be_filtered_by_below_the_level_pseudonymous() {
        let mut filters = Vec::new();
        for plan in ResourcePlans::build().unwrap().all() {
            let list = plan.list.as_ref().unwrap();
            for parameter in &list.parameters {
                let refused = |level| at(level, true).require(parameter, "x").is_err();
                assert!(!refused(AccessLevel::Full));
                assert_eq!(refused(AccessLevel::Pseudonymous), parameter.name == "uploader");
                assert_eq!(refused(AccessLevel::Anonymous), refused(AccessLevel::Public));
                if refused(AccessLevel::Anonymous) {
                    filters.push(format!("{} {}", list.resource.names.plural, parameter.name));
                }
            }
        }
        let expected = [
            "ideas author_id",
            "comments author_id",
            "reactions user_id",
            "baskets user_id",
            "files uploader",
        ];
        assert_eq!(filters, expected);
    }

    #[test]
    fn ideas_are_sorted_by_votes_at_the_level_full_or_if_votes_are_always_shown() {
        let sort = Parameter { name: "sort", doc: "", value_type: ParameterType::Sort(&[VOTES]) };
        for level in AccessLevel::ALL {
            for value in ["votes_count", "-votes_count"] {
                assert_eq!(at(level, false).require(&sort, value).is_ok(), level == AccessLevel::Full);
                assert!(at(level, true).require(&sort, value).is_ok());
            }
            assert!(at(level, false).require(&sort, "-likes_count").is_ok());
        }
    }
}
