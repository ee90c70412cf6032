//! The response header `Withheld`, which names the fields that are null because the votes of a record are secret.

use std::collections::BTreeSet;

use folkmoot_model::resource::Resource;
use http::{HeaderName, HeaderValue};

use folkmoot_store::formats::Projection;

/// Names the withheld fields, separated by commas. A response 304 does not repeat it (RFC 9110, section 15.4.5).
pub const WITHHELD: HeaderName = HeaderName::from_static("withheld");

/// The header of a response with records, some of which withhold the results of votes. `None` if the response contains none
/// of these fields.
pub fn names(resource: &Resource, fields: Option<&Projection>) -> Option<HeaderValue> {
    let returned = resource.fields.iter().filter(|field| field.is_returned).enumerate();
    let is_selected = |position| fields.is_none_or(|fields| fields.selects(position));
    let withheld = returned.filter(|(position, field)| field.is_vote_result && is_selected(*position));
    let names: Vec<&str> = withheld.map(|(_, field)| field.name).collect();
    if names.is_empty() { None } else { HeaderValue::from_str(&names.join(", ")).ok() }
}

/// The header of a response with records of these resources, each of which withholds the results of votes.
pub fn names_of<'a>(resources: impl Iterator<Item = &'a Resource>) -> Option<HeaderValue> {
    let fields = resources.flat_map(|resource| resource.fields);
    let withheld = fields.filter(|field| field.is_returned && field.is_vote_result);
    let names: BTreeSet<&str> = withheld.map(|field| field.name).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { None } else { HeaderValue::from_str(&names.join(", ")).ok() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::resources::RESOURCES;

    use super::*;

    fn names_of(plural: &str, selected: Option<&[&str]>) -> Option<String> {
        let resource = RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap();
        let returned = resource.fields.iter().filter(|field| field.is_returned);
        let is_selected: Vec<bool> =
            returned.map(|field| selected.is_none_or(|names| names.contains(&field.name))).collect();
        let fields = selected.map(|_| Projection::new(&is_selected));
        names(resource, fields.as_ref()).map(|names| names.to_str().unwrap().to_owned())
    }

    #[test]
    fn the_header_names_the_withheld_fields_of_the_response() {
        assert_eq!(names_of("ideas", None).unwrap(), "baskets_count, votes_count");
        assert_eq!(names_of("ideas", Some(&["id", "votes_count"])).unwrap(), "votes_count");
        assert_eq!(names_of("ideas", Some(&["id", "title"])), None);
        assert_eq!(names_of("comments", None), None);
    }
}
