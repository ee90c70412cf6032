//! The triples of the catalogue: one dataset for each resource, and one for everything.

use std::collections::{HashMap, HashSet};

use folkmoot_api::exports::stored_file;
use folkmoot_api::naming;
use folkmoot_export::DATA_PACKAGE;
use folkmoot_model::resources::RESOURCES;
use folkmoot_settings::Settings;
use folkmoot_store::exports::{StoredExport, StoredFile};
use folkmoot_store::platform::Platform;
use jiff::Timestamp;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{Literal, NamedNode, NamedNodeRef, Term, Triple};

use super::vocabulary::{self as terms, AUTHORITY};

/// The name of the dataset with all records.
const EVERYTHING: &str = "everything";

/// What the catalogue describes.
pub struct Catalog<'a> {
    /// The URL of the server.
    pub base: &'a str,
    /// The platform.
    pub platform: &'a Platform,
    /// What operators say of the data.
    pub settings: &'a Settings,
    /// The export.
    pub export: &'a StoredExport,
}

/// The triples of the catalogue.
pub fn triples(catalog: &Catalog<'_>) -> Vec<Triple> {
    let mut graph = Graph { base: catalog.base, modified: modified(catalog.export), triples: Vec::new() };
    graph.add_catalog(catalog);
    let tables = RESOURCES.iter().filter_map(|resource| {
        let plural = resource.names.plural;
        let files: Vec<_> =
            catalog.export.files.iter().filter(|file| file.resource.as_deref() == Some(plural)).collect();
        let title = naming::tag(resource);
        (!files.is_empty()).then_some((plural, title, resource.doc, files))
    });
    let in_one = catalog
        .export
        .files
        .iter()
        .filter(|file| file.resource.is_none() && file.format.is_some() || file.name == DATA_PACKAGE);
    let doc = "All records in one SQLite database, and the description of all files.";
    let everything = (EVERYTHING, "Everything".to_owned(), doc, in_one.collect());
    for (name, title, doc, files) in tables.chain([everything]) {
        graph.add_dataset(catalog, (name, &title, doc), &files);
    }
    in_order(graph.triples)
}

/// Each triple once, those of a subject together.
fn in_order(triples: Vec<Triple>) -> Vec<Triple> {
    let (mut known, mut subjects) = (HashSet::new(), HashMap::new());
    let mut triples: Vec<Triple> =
        triples.into_iter().filter(|triple| known.insert(triple.clone())).collect();
    for triple in &triples {
        let next = subjects.len();
        subjects.entry(triple.subject.clone()).or_insert(next);
    }
    triples.sort_by_key(|triple| subjects.get(&triple.subject).copied());
    triples
}

/// Collects triples.
struct Graph<'a> {
    base: &'a str,
    modified: Literal,
    triples: Vec<Triple>,
}

impl Graph<'_> {
    fn add(&mut self, subject: &NamedNode, predicate: NamedNodeRef<'_>, object: impl Into<Term>) {
        self.triples.push(Triple::new(subject.clone(), predicate, object));
    }

    /// Adds the class of a node, and returns the node.
    fn add_node(&mut self, node: NamedNode, class: NamedNodeRef<'_>) -> NamedNode {
        self.add(&node, rdf::TYPE, class.into_owned());
        node
    }

    /// A thing of the platform, which has its URI on the page of the open data.
    fn own(&self, fragment: &str) -> NamedNode {
        NamedNode::new_unchecked(format!("{}/open-data#{fragment}", self.base))
    }

    fn add_catalog(&mut self, catalog: &Catalog<'_>) {
        let Catalog { platform, settings, .. } = catalog;
        let own = self.own("catalog");
        let node = self.add_node(own, terms::CATALOG);
        self.add(&node, terms::TITLE, english(&format!("Open data of {}", platform.name)));
        let description = format!(
            "What visitors of {} see: projects, ideas, comments, votes and events of a civic participation platform.",
            platform.name
        );
        self.add(&node, terms::DESCRIPTION, english(&description));
        let publisher = self.own("publisher");
        let publisher = self.add_node(publisher, terms::AGENT);
        let name = settings.catalog_publisher.as_ref().unwrap_or(&platform.name);
        self.add(&publisher, terms::NAME, Literal::new_simple_literal(name));
        if let Some(url) = uri(&platform.url) {
            let homepage = self.add_node(url, terms::DOCUMENT);
            self.add(&node, terms::HOMEPAGE, homepage);
        }
        self.add(&node, terms::PUBLISHER, publisher);
        if let Some(licence) = self.licence(settings) {
            self.add(&node, terms::LICENSE, licence);
        }
        let modified = self.modified.clone();
        self.add(&node, terms::MODIFIED, modified);
        for place in self.places(settings) {
            self.add(&node, terms::SPATIAL, place);
        }
    }

    fn add_dataset(
        &mut self,
        catalog: &Catalog<'_>,
        (name, title, doc): (&str, &str, &str),
        files: &[&StoredFile],
    ) {
        let Catalog { platform, settings, .. } = catalog;
        let own = self.own(name);
        let identifier = own.as_str().to_owned();
        let node = self.add_node(own, terms::DATASET);
        let whole = self.own("catalog");
        self.add(&whole, terms::HAS_DATASET, node.clone());
        self.add(&node, terms::TITLE, english(&format!("{title} of {}", platform.name)));
        self.add(&node, terms::DESCRIPTION, english(doc));
        self.add(&node, terms::IDENTIFIER, Literal::new_simple_literal(identifier));
        self.add(&node, terms::KEYWORD, english("civic participation"));
        let modified = self.modified.clone();
        self.add(&node, terms::MODIFIED, modified);
        let publisher = self.own("publisher");
        self.add(&node, terms::PUBLISHER, publisher);
        let page = NamedNode::new_unchecked(format!("{}/open-data", self.base));
        let page = self.add_node(page, terms::DOCUMENT);
        self.add(&node, terms::LANDING_PAGE, page);
        for (predicate, class, code) in [
            (terms::FREQUENCY_OF, terms::FREQUENCY, format!("frequency/{}", settings.catalog_frequency)),
            (terms::ACCESS_RIGHTS, terms::RIGHTS_STATEMENT, "access-right/PUBLIC".to_owned()),
            (terms::THEME, terms::CONCEPT, "data-theme/GOVE".to_owned()),
        ] {
            let value = self.add_node(NamedNode::new_unchecked(format!("{AUTHORITY}/{code}")), class);
            self.add(&node, predicate, value.clone());
            if predicate == terms::THEME {
                self.add(&value, terms::PREFERRED_LABEL, english("Government and public sector"));
            }
        }
        for place in self.places(settings) {
            self.add(&node, terms::SPATIAL, place);
        }
        if let Some(contact) = self.contact(catalog) {
            self.add(&node, terms::CONTACT_POINT, contact);
        }
        for file in files {
            let distribution = self.add_distribution(settings, file);
            self.add(&node, terms::HAS_DISTRIBUTION, distribution);
        }
    }

    fn add_distribution(&mut self, settings: &Settings, file: &StoredFile) -> NamedNode {
        let url = NamedNode::new_unchecked(format!("{}/open-data/{}", self.base, file.name));
        let own = NamedNode::new_unchecked(format!("{}#file", url.as_str()));
        let node = self.add_node(own, terms::DISTRIBUTION);
        self.add(&node, terms::TITLE, english(&file.name));
        self.add(&node, terms::ACCESS_URL, url.clone());
        self.add(&node, terms::DOWNLOAD_URL, url.clone());
        let media_type = stored_file(file).blob.mime_type;
        let media_type =
            NamedNode::new_unchecked(format!("http://www.iana.org/assignments/media-types/{media_type}"));
        let media_type = self.add_node(media_type, terms::MEDIA_TYPE_CLASS);
        self.add(&node, terms::MEDIA_TYPE, media_type);
        let size = Literal::new_typed_literal(file.size.to_string(), terms::NON_NEGATIVE_INTEGER);
        self.add(&node, terms::BYTE_SIZE, size);
        let modified = self.modified.clone();
        self.add(&node, terms::MODIFIED, modified);
        if let Some(licence) = self.licence(settings) {
            self.add(&node, terms::LICENSE, licence);
        }
        let checksum = NamedNode::new_unchecked(format!("{}#sha256", url.as_str()));
        let checksum = self.add_node(checksum, terms::CHECKSUM);
        let algorithm = self.add_node(terms::SHA256.into_owned(), terms::CHECKSUM_ALGORITHM);
        self.add(&checksum, terms::ALGORITHM, algorithm);
        let value = Literal::new_typed_literal(&file.sha256, terms::HEX_BINARY);
        self.add(&checksum, terms::CHECKSUM_VALUE, value);
        self.add(&node, terms::CHECKSUM_OF, checksum);
        node
    }

    fn licence(&mut self, settings: &Settings) -> Option<NamedNode> {
        let licence = uri(settings.catalog_licence.as_deref()?)?;
        Some(self.add_node(licence, terms::LICENSE_DOCUMENT))
    }

    fn places(&mut self, settings: &Settings) -> Vec<NamedNode> {
        let places: Vec<NamedNode> = settings.catalog_spatial.iter().filter_map(|place| uri(place)).collect();
        places.into_iter().map(|place| self.add_node(place, terms::LOCATION)).collect()
    }

    fn contact(&mut self, catalog: &Catalog<'_>) -> Option<NamedNode> {
        let Catalog { platform, settings, .. } = catalog;
        let contact = settings.catalog_contact.as_deref()?;
        let own = self.own("contact");
        let node = self.add_node(own, terms::KIND);
        let name = settings.catalog_publisher.as_ref().unwrap_or(&platform.name);
        self.add(&node, terms::FORMATTED_NAME, Literal::new_simple_literal(name));
        let is_email = contact.starts_with("mailto:");
        let predicate = if is_email { terms::HAS_EMAIL } else { terms::HAS_URL };
        self.add(&node, predicate, uri(contact)?);
        Some(node)
    }
}

/// A URI of the settings or of the platform; `None` if RDF cannot contain it.
fn uri(text: &str) -> Option<NamedNode> {
    NamedNode::new(text).ok()
}

/// Texts of this catalogue are English.
fn english(text: &str) -> Literal {
    Literal::new_language_tagged_literal_unchecked(text, "en")
}

fn modified(export: &StoredExport) -> Literal {
    let at = Timestamp::from_millisecond(export.started_at).unwrap_or_default();
    Literal::new_typed_literal(format!("{at:.0}"), xsd::DATE_TIME)
}
