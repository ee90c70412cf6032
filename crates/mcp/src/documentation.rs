//! The tools that read the documentation: the portal's pages, its search index, and the document of the API.

mod search;

use http::request::Parts;
use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::call::Failure;
use super::records::MAX_RESULT;
use super::routes::Routes;
use super::schemas::component;

pub use search::SearchIndex;

/// The maximum length of a part of a page in bytes.
const MAX_PART: usize = MAX_RESULT - 5_000;
/// The search index of the portal.
const SEARCH_INDEX: &str = "/search.json";
/// What an operation lacks that is too long for a result: first examples, then the texts of the schemas.
const EXAMPLES: &[&str] = &["example", "examples"];
const TEXTS: &[&str] = &["description", "x-access", "x-enum-descriptions", "x-personal-data", "x-references"];
/// What is said if no portal is served here.
const NO_PORTAL: &str = "This server has no documentation.";

/// Reads the documentation, as everybody may.
#[derive(Debug, Clone, Copy)]
pub struct Documentation<'a> {
    /// The routes of this server.
    pub routes: &'a Routes,
    /// The `OpenAPI` document.
    pub document: &'a Value,
    /// The request.
    pub caller: &'a Parts,
}

impl Documentation<'_> {
    /// The sections of the portal that match a query best.
    pub async fn search(
        &self,
        mut arguments: Arguments,
        index: &SearchIndex,
    ) -> Result<(String, Value), Failure> {
        let query = arguments.require("query", "what to look for, in a few words")?;
        arguments.finish()?;
        let reply = self.routes.read_file(self.caller, SEARCH_INDEX).await?;
        let reply = reply.ok_or_else(|| Failure::Words(NO_PORTAL.to_owned()))?;
        let results = index.search(&reply, &query)?;
        let summary = format!(
            "{} sections. Read one with read_page, or an operation with describe_operation.",
            results.len()
        );
        Ok((summary, json!({ "results": results })))
    }

    /// A page of the portal as Markdown.
    pub async fn read_page(&self, mut arguments: Arguments) -> Result<(String, Value), Failure> {
        let path = arguments.require("path", "the path of a page, such as /guides/use-lists")?;
        let start = arguments.take("cursor")?.map_or(Some(0), |cursor| cursor.parse().ok());
        arguments.finish()?;
        let path =
            page_path(&path).ok_or_else(|| Failure::Words(format!("'{path}' is not the path of a page.")))?;
        let reply = self.routes.read_file(self.caller, &format!("{path}.md")).await?;
        let missing =
            || Failure::Words(format!("The page {path} does not exist. Find one with search_docs."));
        let text = reply.ok_or_else(missing)?.into_text();
        let rest = start.and_then(|start| text.get(start..).map(|rest| (start, rest)));
        let (start, rest) =
            rest.ok_or_else(|| Failure::Words("This cursor is not of this page.".to_owned()))?;
        let part = part(rest);
        let next = (part.len() < rest.len()).then(|| (start + part.len()).to_string());
        let summary = format!("{} of {} bytes of {path}.", part.len(), text.len());
        Ok((summary, json!({ "path": path, "markdown": part, "next_cursor": next })))
    }

    /// An operation of the API with the schemas that it refers to.
    pub fn describe_operation(&self, mut arguments: Arguments) -> Result<(String, Value), Failure> {
        let asked =
            arguments.require("operation", "an operationId such as listIdeas, or GET /api/v2/ideas")?;
        arguments.finish()?;
        let (method, path, operation) = self.find(asked.trim()).ok_or_else(|| {
            let ids: Vec<&str> =
                self.operations().filter_map(|(.., operation)| operation["operationId"].as_str()).collect();
            Failure::Words(format!("'{asked}' is not an operation. Accepted are: {}.", ids.join(", ")))
        })?;
        let mut described = operation.clone();
        self.inline_parameters(&mut described);
        // All operations share them; the page of problems explains them.
        if let Some(responses) = described["responses"].as_object_mut() {
            responses.retain(|status, _| status.starts_with('2'));
            responses.values_mut().filter_map(Value::as_object_mut).for_each(|response| {
                response.remove("headers");
            });
        }
        let mut schemas = Map::new();
        self.collect_schemas(&described, &mut schemas);
        let mut result =
            json!({ "method": method, "path": path, "operation": described, "schemas": schemas });
        for (part, names) in [("", EXAMPLES), ("/schemas", TEXTS)] {
            if result.to_string().len() > MAX_RESULT
                && let Some(part) = result.pointer_mut(part)
            {
                strip(part, names);
            }
        }
        Ok((format!("{method} {path}"), result))
    }

    /// Every operation with its method and path.
    fn operations(&self) -> impl Iterator<Item = (String, &str, &Value)> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, item)| {
            let operations = item.as_object().into_iter().flatten();
            let operations = operations.filter(|(_, operation)| operation.get("operationId").is_some());
            operations.map(move |(method, operation)| (method.to_uppercase(), path.as_str(), operation))
        })
    }

    fn find(&self, asked: &str) -> Option<(String, &str, &Value)> {
        let (method, path) = asked.split_once(' ').unwrap_or(("GET", asked));
        let is_asked = |method_of: &str, path_of: &str, operation: &Value| {
            let has_path = path_of == path || path_of.strip_prefix("/api/v2") == Some(path);
            operation["operationId"] == asked || has_path && method_of.eq_ignore_ascii_case(method)
        };
        self.operations().find(|(method_of, path_of, operation)| is_asked(method_of, path_of, operation))
    }

    fn inline_parameters(&self, operation: &mut Value) {
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            let named = parameter["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
            if let Some(declared) = named.and_then(|pointer| self.document.pointer(pointer)) {
                *parameter = declared.clone();
            }
        }
    }

    /// Collects the schemas that a part of the document refers to.
    fn collect_schemas(&self, part: &Value, schemas: &mut Map<String, Value>) {
        match part {
            Value::Object(members) => {
                if let Some(name) = members.get("$ref").and_then(Value::as_str).and_then(component)
                    && !schemas.contains_key(name)
                {
                    let schema = self.document["components"]["schemas"][name].clone();
                    schemas.insert(name.to_owned(), schema.clone());
                    self.collect_schemas(&schema, schemas);
                }
                members.values().for_each(|value| self.collect_schemas(value, schemas));
            }
            Value::Array(values) => values.iter().for_each(|value| self.collect_schemas(value, schemas)),
            _ => {}
        }
    }
}

/// The path of a page in a URL or a path, without anchor, suffix and slash at its end; `None` if it is not a path.
fn page_path(text: &str) -> Option<String> {
    let path = match text.trim().split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |start| &rest[start..]),
        None => text.trim(),
    };
    let path = path.split(['#', '?']).next()?.trim_end_matches(".md").trim_end_matches('/');
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "/-_.".contains(character);
    let is_path = path.starts_with('/') && path.chars().all(is_safe) && !path.contains("..");
    match path {
        "" => Some("/index".to_owned()),
        path => is_path.then(|| path.to_owned()),
    }
}

/// The longest beginning of a text that is a part of a result: whole paragraphs, if they are not too long.
fn part(text: &str) -> &str {
    if text.len() <= MAX_PART {
        return text;
    }
    let end = (0..=MAX_PART).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let beginning = &text[..end];
    beginning.rfind("\n\n").map_or(beginning, |end| &beginning[..end + 2])
}

/// Removes members with these names, but not the properties of records that have the same names.
fn strip(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            for (name, value) in members {
                match value.as_object_mut().filter(|_| name == "properties") {
                    Some(properties) => properties.values_mut().for_each(|property| strip(property, names)),
                    None => strip(value, names),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| strip(value, names)),
        _ => {}
    }
}
