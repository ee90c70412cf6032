//! The operation that lists exports.

use folkmoot_api::naming;
use folkmoot_api::parameters::declarations::EXPORTS_PARAMETERS;
use folkmoot_export::Format;
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths};
use super::schemas::{access_level, enumerate, number, object, text, timestamp};
use super::{authentication, examples, parameters, problems, responses, schemas};

/// The tag of the operation, and the name of its group.
pub const TAG: &str = "Exports";
const HEADERS: &[&str] = &["Cache-Control", "RateLimit", "RateLimit-Policy"];
/// The id of the example.
const EXPORT: &str = "3f6a1c52-8e0d-4b97-a5d4-c1702b9e6f38";
/// The id of its file.
const FILE: &str = "5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c";
const SHA256: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/// The tag of the operation, with its description.
pub fn tag() -> Value {
    json!({ "name": TAG, "description": "Files with all records from one state of the database." })
}

/// Adds the operation.
pub fn add(paths: &mut Paths) {
    let mut operation = Operation {
        id: naming::LIST_EXPORTS.to_owned(),
        tag: TAG.to_owned(),
        summary: "List exports".to_owned(),
        description: "Returns the exports that the client can download, newest first: those of exactly the access level of the request \
                      whose resources it may all read. Exports at the level `pseudonymous` belong to one client.\n\nAll files of \
                      an export are from one state of the database. `changes` is the cursor of that state: request the changes \
                      after it to keep a copy up to date."
            .to_owned(),
        parameters: parameters::of_shared(EXPORTS_PARAMETERS),
        body: None,
        success: ("200", page()),
        permissions: Vec::new(),
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object();
    operation.insert("security".to_owned(), authentication::any_client());
    paths.add("get", "exports", operation);
}

fn page() -> Value {
    let example = json!({ "exports": [example()], "meta": { "current_page": 1, "total_pages": 1 } });
    responses::json("A page of exports.", HEADERS, "ExportList", &example)
}

fn example() -> Value {
    json!({
        "id": EXPORT,
        "created_at": examples::CHANGED_AT,
        "access": "public",
        "resources": ["ideas"],
        "changes": examples::CURSOR,
        "files": [file()],
    })
}

fn file() -> Value {
    json!({
        "name": "ideas.parquet",
        "resource": "ideas",
        "format": "parquet",
        "rows": 1200,
        "size": 480_213,
        "sha256": SHA256,
        "url": examples::download_url("/files/exports", &json!(FILE)),
    })
}

/// The schemas of the response.
pub fn schemas() -> Map<String, Value> {
    let (export, file) = (example(), file());
    let mut id = text("Id of the export.", &export["id"]);
    id["format"] = json!("uuid");
    let created_at = timestamp("When the export was started.", &export["created_at"]);
    let access = access_level("Access level of the export.", &export["access"]);
    let mut url = text(
        "URL from which the file is downloaded without a token, until it expires or the client may no longer read \
                        the export. Ranges can be requested.",
        &file["url"],
    );
    url["format"] = json!("uri");
    let mut resource = text(
        "Plural name of the resource; null if the file contains several, or no records.",
        &file["resource"],
    );
    resource["type"] = json!(["string", "null"]);
    let mut format = text("Format of the records; null if the file contains none.", &file["format"]);
    enumerate(
        &mut format,
        schemas::enumeration(Format::ALL.map(|format| (format.name(), format.description()))),
    );
    schemas::make_nullable(&mut format);
    let list = |doc: &str, items: Value| json!({ "type": "array", "description": doc, "items": items });
    Map::from_iter([
        (
            "ExportList".to_owned(),
            object(
                "Exports.",
                &json!({
                    "exports": list("The exports, newest first.", naming::component("schemas", "Export")),
                    "meta": naming::component("schemas", "Meta"),
                }),
            ),
        ),
        (
            "Export".to_owned(),
            object(
                "Files with all records that an access level sees.",
                &json!({
                    "id": id,
                    "created_at": created_at,
                    "access": access,
                    "resources": list("The resources whose records the export contains.", naming::component("schemas", "ResourceName")),
                    "changes": text("Cursor for the parameter `after` of the list of changes. It is expired if the platform has changed so much that the export must be downloaded again.", &export["changes"]),
                    "files": list("The files, in the order of their names.", naming::component("schemas", "ExportFile")),
                }),
            ),
        ),
        (
            "ExportFile".to_owned(),
            object(
                "A file of an export.",
                &json!({
                    "name": text("Name of the file.", &file["name"]),
                    "resource": resource,
                    "format": format,
                    "rows": number("Number of records.", &file["rows"]),
                    "size": number("Size in bytes.", &file["size"]),
                    "sha256": text("SHA-256 hash of the content, in hexadecimal digits.", &file["sha256"]),
                    "url": url,
                }),
            ),
        ),
    ])
}
