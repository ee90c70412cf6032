//! Feeds as Atom (RFC 4287).

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Feed;

pub const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";
const NAMESPACE: &str = "http://www.w3.org/2005/Atom";
/// When a feed without entries changed.
const NEVER: &str = "1970-01-01T00:00:00Z";

/// The feed.
pub fn body(feed: &Feed<'_>) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    let updated = feed.entries.iter().map(|entry| entry.updated.as_str()).max().unwrap_or(NEVER);
    writer.create_element("feed").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|writer| {
        text(writer, "id", &feed.url)?;
        text(writer, "title", &feed.title)?;
        text(writer, "updated", updated)?;
        link(writer, "self", &feed.url)?;
        link(writer, "alternate", &feed.platform.platform.url)?;
        writer
            .create_element("author")
            .write_inner_content(|writer| text(writer, "name", &feed.platform.platform.name))?;
        for entry in &feed.entries {
            writer.create_element("entry").write_inner_content(|writer| {
                text(writer, "id", &format!("urn:uuid:{}", entry.id))?;
                text(writer, "title", &entry.title)?;
                text(writer, "published", &entry.begin)?;
                text(writer, "updated", &entry.updated)?;
                if let Some(url) = &entry.url {
                    link(writer, "alternate", url)?;
                }
                text(writer, "summary", &entry.text)
            })?;
        }
        Ok(())
    })?;
    Ok(writer.into_inner())
}

fn text(writer: &mut Writer<Vec<u8>>, name: &str, content: &str) -> io::Result<()> {
    writer.create_element(name).write_text_content(BytesText::new(content)).map(drop)
}

fn link(writer: &mut Writer<Vec<u8>>, relation: &str, url: &str) -> io::Result<()> {
    writer.create_element("link").with_attributes([("rel", relation), ("href", url)]).write_empty().map(drop)
}
