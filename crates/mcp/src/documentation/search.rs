//! A search of the portal's own index.
//!
//! It is simpler than the one of the portal's pages, which tolerates typos while a reader types: an assistant asks again in other words.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};

use super::super::call::Failure;
use super::super::routes::Reply;

/// The maximum number of results.
const MAX_RESULTS: usize = 10;
/// The length of an excerpt in characters.
const EXCERPT: usize = 300;
/// The shortest word of which the beginning of another one is the same word.
const MIN_PREFIX: usize = 3;

/// The weight of a word in each part of a section.
const TITLE: f64 = 4.0;
const KEYWORD: f64 = 3.0;
const DESCRIPTION: f64 = 1.5;
const TEXT: f64 = 1.0;

/// Words that say nothing of what is looked for.
const MEANINGLESS: [&str; 30] = [
    "a", "an", "and", "are", "be", "by", "can", "do", "does", "for", "from", "get", "how", "i", "in", "is",
    "it", "of", "on", "or", "our", "the", "this", "to", "use", "we", "what", "which", "with", "you",
];

/// The sections of the portal, as they were read last.
#[derive(Debug, Default)]
pub struct SearchIndex(Mutex<Option<(HeaderValue, Arc<Vec<Indexed>>)>>);

/// A section of the portal's index.
#[derive(Debug, Deserialize)]
struct Section {
    url: String,
    title: String,
    page: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    description: String,
    weight: f64,
    operation: Option<Operation>,
}

#[derive(Debug, Deserialize)]
struct Operation {
    method: String,
    path: String,
}

/// A section with the weight of each of its words.
#[derive(Debug)]
struct Indexed {
    section: Section,
    words: HashMap<String, f64>,
}

/// A section that matches a query.
#[derive(Debug, Serialize)]
pub struct SearchResult {
    title: String,
    page: String,
    /// The path of the page, with the anchor of the section.
    path: String,
    excerpt: String,
    /// The method and the path of the operation that the section describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
}

impl SearchIndex {
    /// The sections that match a query best. `file` is the index as the portal serves it now.
    pub fn search(&self, file: &Reply, query: &str) -> Result<Vec<SearchResult>, Failure> {
        let sections = self.sections(file)?;
        let mut words: Vec<String> = words(query).collect();
        if words.iter().any(|word| !MEANINGLESS.contains(&word.as_str())) {
            words.retain(|word| !MEANINGLESS.contains(&word.as_str()));
        }
        let mut scores = vec![(0.0, 0_usize); sections.len()];
        for word in &words {
            let weights: Vec<f64> = sections.iter().map(|section| section.weight_of(word)).collect();
            let found = weights.iter().filter(|weight| **weight > 0.0).count();
            #[allow(clippy::cast_precision_loss, reason = "the portal has some thousand sections")]
            let rarity = (1.0 + sections.len() as f64 / found.max(1) as f64).ln();
            for ((score, matching), weight) in scores.iter_mut().zip(weights) {
                *score += weight * rarity;
                *matching += usize::from(weight > 0.0);
            }
        }
        let mut best: Vec<(f64, &Indexed)> = scores
            .into_iter()
            .zip(sections.iter())
            .filter(|((score, _), _)| *score > 0.0)
            .map(|((score, matching), indexed)| {
                #[allow(clippy::cast_precision_loss, reason = "a query has some words")]
                let coverage = matching as f64 / words.len() as f64;
                (score * indexed.section.weight * coverage * coverage, indexed)
            })
            .collect();
        best.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        Ok(best.into_iter().take(MAX_RESULTS).map(|(_, indexed)| indexed.section.result(&words)).collect())
    }

    /// The sections of the index, which are read once for each version of it.
    fn sections(&self, file: &Reply) -> Result<Arc<Vec<Indexed>>, Failure> {
        let version = file.headers.get(header::ETAG).cloned();
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*read, &version) {
            (Some((known, sections)), Some(version)) if known == version => return Ok(Arc::clone(sections)),
            _ => {}
        }
        let sections: Vec<Section> = file.json()?;
        let sections = Arc::new(sections.into_iter().map(Indexed::new).collect::<Vec<_>>());
        *read = version.map(|version| (version, Arc::clone(&sections)));
        Ok(sections)
    }
}

impl Indexed {
    fn new(section: Section) -> Self {
        let mut all: HashMap<String, f64> = HashMap::new();
        let mut add = |text: &str, weight: f64| {
            for word in words(text) {
                let known = all.entry(word).or_default();
                *known = known.max(weight);
            }
        };
        add(&section.title, TITLE);
        section.keywords.iter().for_each(|keyword| add(keyword, KEYWORD));
        add(&section.page, DESCRIPTION);
        add(&section.description, DESCRIPTION);
        add(section.operation.as_ref().map_or(&section.url, |operation| &operation.path), DESCRIPTION);
        add(&section.text, TEXT);
        Self { section, words: all }
    }

    /// The weight of a word in the section: of the word itself, or less of words that begin like it.
    fn weight_of(&self, word: &str) -> f64 {
        if let Some(weight) = self.words.get(word) {
            return *weight;
        }
        let stem = stem(word);
        if stem.len() < MIN_PREFIX {
            return 0.0;
        }
        let similar = self.words.iter().filter(|(other, _)| other.starts_with(stem));
        similar.map(|(_, weight)| *weight).fold(0.0, f64::max) / 2.0
    }
}

impl Section {
    fn result(&self, words: &[String]) -> SearchResult {
        SearchResult {
            title: self.title.clone(),
            page: self.page.clone(),
            path: self.url.clone(),
            excerpt: excerpt(&self.text, words),
            operation: self
                .operation
                .as_ref()
                .map(|operation| format!("{} {}", operation.method, operation.path)),
        }
    }
}

/// The words of a text; an identifier yields itself and its parts.
fn words(text: &str) -> impl Iterator<Item = String> {
    let lower = text.to_lowercase();
    let identifiers: Vec<String> = lower
        .split(|character: char| !(character.is_alphanumeric() || character == '_' || character == '-'))
        .map(|word| word.trim_matches(['-', '_']).to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    identifiers.into_iter().flat_map(|identifier| {
        let parts: Vec<String> = identifier.split(['_', '-']).map(str::to_owned).collect();
        let whole = (parts.len() > 1).then(|| identifier.clone());
        parts.into_iter().chain(whole)
    })
}

/// A word without the endings of plurals and verbs.
fn stem(word: &str) -> &str {
    ["ing", "ies", "es", "ed", "s", "e", "y"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() >= MIN_PREFIX))
        .unwrap_or(word)
}

/// The part of a text around the first of the words.
fn excerpt(text: &str, words: &[String]) -> String {
    let lower = text.to_lowercase();
    let first = words.iter().filter_map(|word| lower.find(stem(word))).min().unwrap_or_default();
    let before = lower.get(..first).map_or(0, |before| before.chars().count());
    let start = before.saturating_sub(EXCERPT / 4);
    let cut: String = text.chars().skip(start).take(EXCERPT).collect();
    let (prefix, suffix) =
        (if start > 0 { "… " } else { "" }, if cut.chars().count() == EXCERPT { " …" } else { "" });
    format!("{prefix}{}{suffix}", cut.trim())
}
