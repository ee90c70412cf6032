//! Feeds as JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).

use serde_json::{Value, json};

use super::Feed;

pub const MEDIA_TYPE: &str = "application/feed+json";

/// The feed.
pub fn body(feed: &Feed<'_>) -> Vec<u8> {
    let items = feed.entries.iter().map(|entry| {
        let mut item = json!({
            "id": format!("urn:uuid:{}", entry.id),
            "title": entry.title,
            "content_text": entry.text,
            "date_published": entry.begin,
            "date_modified": entry.updated,
        });
        if let Some(url) = &entry.url {
            item["url"] = url.as_str().into();
        }
        item
    });
    let body = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.platform.platform.url,
        "feed_url": feed.url,
        "authors": [{ "name": feed.platform.platform.name }],
        "items": items.collect::<Vec<Value>>(),
    });
    body.to_string().into_bytes()
}
