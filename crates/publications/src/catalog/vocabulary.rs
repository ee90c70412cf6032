//! The vocabularies of DCAT-AP.

use oxrdf::NamedNodeRef;

/// The prefixes and their namespaces.
pub const PREFIXES: &[(&str, &str)] = &[
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dct", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("spdx", "http://spdx.org/rdf/terms#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// The tables of the Publications Office of the EU.
pub const AUTHORITY: &str = "http://publications.europa.eu/resource/authority";

macro_rules! terms {
    ($($name:ident = $iri:literal;)+) => {
        $(pub const $name: NamedNodeRef<'static> = NamedNodeRef::new_unchecked($iri);)+
    };
}

terms! {
    CATALOG = "http://www.w3.org/ns/dcat#Catalog";
    DATASET = "http://www.w3.org/ns/dcat#Dataset";
    DISTRIBUTION = "http://www.w3.org/ns/dcat#Distribution";
    HAS_DATASET = "http://www.w3.org/ns/dcat#dataset";
    HAS_DISTRIBUTION = "http://www.w3.org/ns/dcat#distribution";
    ACCESS_URL = "http://www.w3.org/ns/dcat#accessURL";
    DOWNLOAD_URL = "http://www.w3.org/ns/dcat#downloadURL";
    BYTE_SIZE = "http://www.w3.org/ns/dcat#byteSize";
    MEDIA_TYPE = "http://www.w3.org/ns/dcat#mediaType";
    CONTACT_POINT = "http://www.w3.org/ns/dcat#contactPoint";
    KEYWORD = "http://www.w3.org/ns/dcat#keyword";
    LANDING_PAGE = "http://www.w3.org/ns/dcat#landingPage";
    THEME = "http://www.w3.org/ns/dcat#theme";
    TITLE = "http://purl.org/dc/terms/title";
    DESCRIPTION = "http://purl.org/dc/terms/description";
    PUBLISHER = "http://purl.org/dc/terms/publisher";
    LICENSE = "http://purl.org/dc/terms/license";
    LICENSE_DOCUMENT = "http://purl.org/dc/terms/LicenseDocument";
    IDENTIFIER = "http://purl.org/dc/terms/identifier";
    MODIFIED = "http://purl.org/dc/terms/modified";
    FREQUENCY_OF = "http://purl.org/dc/terms/accrualPeriodicity";
    FREQUENCY = "http://purl.org/dc/terms/Frequency";
    SPATIAL = "http://purl.org/dc/terms/spatial";
    LOCATION = "http://purl.org/dc/terms/Location";
    ACCESS_RIGHTS = "http://purl.org/dc/terms/accessRights";
    RIGHTS_STATEMENT = "http://purl.org/dc/terms/RightsStatement";
    MEDIA_TYPE_CLASS = "http://purl.org/dc/terms/MediaType";
    AGENT = "http://xmlns.com/foaf/0.1/Agent";
    NAME = "http://xmlns.com/foaf/0.1/name";
    HOMEPAGE = "http://xmlns.com/foaf/0.1/homepage";
    DOCUMENT = "http://xmlns.com/foaf/0.1/Document";
    CONCEPT = "http://www.w3.org/2004/02/skos/core#Concept";
    PREFERRED_LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel";
    CHECKSUM_OF = "http://spdx.org/rdf/terms#checksum";
    CHECKSUM = "http://spdx.org/rdf/terms#Checksum";
    ALGORITHM = "http://spdx.org/rdf/terms#algorithm";
    SHA256 = "http://spdx.org/rdf/terms#checksumAlgorithm_sha256";
    CHECKSUM_ALGORITHM = "http://spdx.org/rdf/terms#ChecksumAlgorithm";
    CHECKSUM_VALUE = "http://spdx.org/rdf/terms#checksumValue";
    KIND = "http://www.w3.org/2006/vcard/ns#Kind";
    FORMATTED_NAME = "http://www.w3.org/2006/vcard/ns#fn";
    HAS_EMAIL = "http://www.w3.org/2006/vcard/ns#hasEmail";
    HAS_URL = "http://www.w3.org/2006/vcard/ns#hasURL";
    NON_NEGATIVE_INTEGER = "http://www.w3.org/2001/XMLSchema#nonNegativeInteger";
    HEX_BINARY = "http://www.w3.org/2001/XMLSchema#hexBinary";
}
