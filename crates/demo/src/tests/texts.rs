//! Texts are varied, of a realistic length and without placeholders.

use std::collections::BTreeSet;

use super::{large, text, usual};
use crate::content::Content;

#[test]
fn no_placeholder_remains() {
    let platform = large();
    for (name, rows) in &platform.0 {
        for (field, value) in rows.iter().flat_map(|row| row.as_object().unwrap()) {
            let map = value.as_object().filter(|_| field.ends_with("_multiloc"));
            for (locale, value) in map.into_iter().flatten() {
                let value = value.as_str().unwrap();
                assert!(!value.contains(['{', '}']), "{name}.{field} {locale} {value}");
                let uncontracted = ["de le parc", "de le quartier", "à le parc", "à le quartier"];
                assert!(!uncontracted.iter().any(|words| value.contains(words)), "{value}");
            }
        }
    }
}

#[test]
fn bodies_are_unique_and_about_a_kilobyte() {
    let platform = large();
    let bodies: Vec<&str> = platform
        .all("ideas")
        .iter()
        .flat_map(|idea| idea["body_multiloc"].as_object().unwrap().values())
        .filter_map(|body| body.as_str())
        .filter(|body| !body.is_empty())
        .collect();
    let mean = bodies.iter().map(|body| body.len()).sum::<usize>() / bodies.len();
    assert!((800..1_500).contains(&mean), "{mean}");
    assert!(bodies.iter().all(|body| (400..2_500).contains(&body.len())));
    let distinct: BTreeSet<_> = bodies.iter().collect();
    assert_eq!(distinct.len(), bodies.len());
    for tag in ["<p>", "<ul><li>", "<strong>", "<a href="] {
        assert!(bodies.iter().any(|body| body.contains(tag)), "{tag}");
    }
}

#[test]
fn some_comments_have_unusual_characters() {
    let bodies = large().all("comments").iter().map(|comment| comment["body_multiloc"].to_string());
    let all: String = bodies.collect();
    for characters in ["مرحبا", "🏽", "\\n", "\\\\", "ß", "Ĳ", "<b>"] {
        assert!(all.contains(characters), "{characters}");
    }
}

#[test]
fn locations_are_in_the_city() {
    let (platform, city) = (usual(), &Content::get().unwrap().city);
    for idea in platform.all("ideas") {
        let (point, address) = (text(idea, "location_point"), text(idea, "location_description"));
        assert!(point.is_empty() || point.starts_with("POINT (4."), "{point}");
        assert!(address.is_empty() || address.ends_with(&city.name), "{address}");
    }
    let platform_json = crate::Demo::new(1, 1).unwrap().platform();
    let parsed: serde_json::Value = serde_json::from_str(&platform_json).unwrap();
    assert_eq!(parsed["locales"], serde_json::json!(["en", "nl-BE", "fr-BE"]));
}

#[test]
fn emails_are_in_a_reserved_domain() {
    let platform = large();
    let emails =
        platform.all("users").iter().map(|user| text(user, "email")).filter(|email| !email.is_empty());
    emails.for_each(|email| assert!(email.ends_with("@example.org") && email.is_ascii(), "{email}"));
}
